"""A table on a stage: pictures drawn here, and eyes that know what was drawn. For tests of the app without networks."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.table.view import Box, Colour, Die, TableView, Zones
from vision.camera.frame import Frame, Image
from vision.motion.stream_reader import TableReading

WIDTH, HEIGHT = 1280, 720
SIDE = 54
BODY = {"blue": (190, 100, 40), "green": (70, 140, 40)}


class Lying(NamedTuple):
    """One die on the stage."""

    colour: Colour
    value: int
    zone: str = "combat"
    certain: bool = True
    misread: int | None = None
    """What the eyes take it for, where they are wrong."""


class Stage(NamedTuple):
    """A picture and what is to be read in it."""

    image: Image
    dice: tuple[Die, ...]


def row(colour: Colour, faces: Sequence[int], zone: str = "combat") -> list[Lying]:
    """Certain dice of one colour in one zone."""
    return [Lying(colour, face, zone) for face in faces]


def stage(lying: Sequence[Lying], zones: Zones | None = None, shift: int = 0) -> Stage:
    """The dice laid out zone by zone, blue above green; `shift` moves all of them, as after a throw."""
    zones = zones or Zones()
    edges = (0.0, *zones.lines, 1.0)
    image = np.full((HEIGHT, WIDTH, 3), (120, 150, 175), np.uint8)
    dice: list[Die] = []
    counts: dict[tuple[str, str], int] = {}
    for one in lying:
        index = zones.names.index(one.zone)
        place = counts.get((one.zone, one.colour), 0)
        counts[one.zone, one.colour] = place + 1
        columns = max(1, int((edges[index + 1] - edges[index]) * WIDTH / (SIDE * 1.7)))
        x = edges[index] * WIDTH + 24 + (place % columns) * SIDE * 1.6 + shift
        y = (70 if one.colour == "blue" else 400) + (place // columns) * SIDE * 1.6 + shift
        box: Box = (x, y, x + SIDE, y + SIDE)
        _draw(image, box, one)
        value = one.value if one.misread is None else one.misread
        others = tuple((face, p) for face, p in ((one.value % 6 + 1, 0.3), (one.value, 0.6)) if face != value)
        dice.append(
            Die(
                box=box,
                value=value,
                colour=one.colour,
                confidence=0.99 if one.certain else 0.55,
                certain=one.certain,
                alternatives=tuple(sorted(others, key=lambda pair: -pair[1])),
            )
        )
    return Stage(image, tuple(dice))


def _draw(image: Image, box: Box, one: Lying) -> None:
    x0, y0, x1, y1 = (int(v) for v in box)
    cv2.rectangle(image, (x0, y0), (x1, y1), BODY.get(one.colour, (200, 200, 200)), -1)
    spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}[one.value]
    for spot in spots:
        column, line = divmod("adgbehcfi".index(spot), 3)
        centre = (x0 + int(SIDE * (0.25 + 0.25 * column)), y0 + int(SIDE * (0.25 + 0.25 * line)))
        cv2.circle(image, centre, 5, (255, 255, 255), -1, cv2.LINE_AA)


def view_of(shown: Stage, at: float = 0.0) -> TableView:
    """What the eyes make of a stage."""
    return TableView(time=at, width=WIDTH, height=HEIGHT, dice=shown.dice)


class StagedSource:
    """A FrameSource that shows the current stage at a steady pace."""

    def __init__(self, first: Stage, name: str = "stage", rate: float = 20.0) -> None:
        self.name = name
        self._shown = first
        self._rate = rate
        self._start = time.monotonic()
        self._closed = threading.Event()

    def show(self, shown: Stage) -> None:
        self._shown = shown

    def read(self) -> Frame | None:
        if self._closed.wait(1 / self._rate):
            return None
        return Frame(self._shown.image, time.monotonic() - self._start)

    def close(self) -> None:
        self._closed.set()


class StagedEyes:
    """Eyes that take a picture for at rest when they see it for the third time, and know every die on it."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._known = {id(one.image): one for one in stages}
        self._last = 0
        self._times = 0
        self._view: TableView | None = None

    def add(self, shown: Stage) -> None:
        self._known[id(shown.image)] = shown

    def look(self, frame: Frame) -> TableReading:
        if id(frame.image) != self._last:
            self._last, self._times = id(frame.image), 0
        self._times += 1
        if self._times < 3:
            return TableReading("hands" if self._times == 1 else "settling", self._view, False, 0.1)
        if self._times == 3:
            self._view = view_of(self._known[id(frame.image)], frame.time)
            return TableReading("at rest", self._view, True, 5.0)
        return TableReading("idle", self._view, False, 0.1)
