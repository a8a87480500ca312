"""Renders a match as a film: the table drawn wherever something changes, hands painted over it, camera noise added."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.matches.film.hands import Arm, Painter
from models.train.matches.film.props import Key, Props
from models.train.matches.film.scenery import SIZE, Scenery, View, dressed, sheets_on
from models.train.matches.film.screen import Screen
from models.train.matches.film.staging import Fade, Staging
from models.train.matches.script import Match, truth_of
from models.train.matches.stage import Placement, Stage
from models.train.render.common import Assets
from models.train.render.dice_scene.things import Thing

Image = NDArray[np.uint8]
RATE = 15
"""Frames a second."""
CRF = 21
"""Of films in H.264: the lower, the better and larger."""
DRIFT = 0.012
"""Share by which the exposure drifts up and down."""
ROUGH = (0.5, 1.8)
"""Levels of the sensor's noise, as a standard deviation, from and to."""


class Film:
    """One match before one camera; the same match and seed make the same film."""

    def __init__(self, match: Match, assets: Assets | None = None, rate: int = RATE, samples: int = 2,
                 rough: float | None = None, view: View | None = None, traced: bool = False) -> None:  # fmt: skip
        """`traced`: by the second renderer, which nothing has been fitted on and which needs Mitsuba."""
        view = view or View()
        self.match, self.rate = match, rate
        number = f" {view.number}" if view.number else ""
        g = np.random.default_rng(crc32(f"{match.game.id} {match.seed} film{number}".encode()))
        stage = match.rests[0].stage
        self.props = Props(g, stage, match.table.ways)
        self.scenery: Scenery = dressed(g, match, assets, view)
        self.screen = _traced(self.scenery, match.seed) if traced else Screen(self.scenery, match.seed, samples)
        self.painter = Painter(self.scenery.table.scene)
        self.arms = [self._arm(g, seat) for seat in range(match.game.players)]
        self.staging = Staging(match, self.props, self.arms)
        self.sensor = _Sensor(g, float(g.uniform(*ROUGH)) if rough is None else rough)
        self._still: Stage | None = None
        """The stage that the screen shows, while nothing moves by itself."""

    def _arm(self, g: np.random.Generator, seat: int) -> Arm:
        """An arm whose home is just out of view."""
        far, drawn = 12.0, Arm.drawn(g, self.match.table.ways[seat], 12.0)
        while not self.painter.out_of_view(drawn.limbs(drawn.home)) and far < 80:
            far += 1.5
            out = np.array([*drawn.way, 0.0])
            drawn.home = drawn.home * (1 - out**2) + out * far
        return drawn

    @property
    def count(self) -> int:
        """Frames in all."""
        return int(self.match.seconds * self.rate) + 1

    def frames(self) -> Iterator[Image]:
        """Every frame, (height, width, 3) blue green red."""
        before: Image | None = None
        fading: Fade | None = None
        for number in range(self.count):
            time = number / self.rate
            fade = next((one for one in self.staging.fades if one.start <= time < one.end), None)
            if fade is not None and fade is not fading:
                before, fading = self.screen.image.copy(), fade
            picture = self._table(time).copy()
            if fade is not None and before is not None:
                share = (time - fade.start) / (fade.end - fade.start)
                picture = cv2.addWeighted(picture, share, before, 1 - share, 0)
            lamp = self.scenery.lamps[self.staging.stage_at(time).lamp]
            tips = [(swing.arm, swing.at(time)) for swing in self.staging.swings]
            arms = [arm.limbs(tip) for arm, tip in tips if tip is not None]
            self.painter.paint(picture, arms, np.float64(lamp[0][0]), 1.0 if len(lamp) > 1 else 0.8)
            yield self.sensor.take(picture, time)

    def _table(self, time: float) -> Image:
        """The table at one moment, no hands over it."""
        staging = self.staging
        stage = staging.stage_at(time)
        shift = next((one for one in staging.shifts if one.start <= time < one.end), None)
        flying = [one for one in staging.flying if one.start <= time < one.end]
        carried = [one for one in staging.carried if one.start <= time < one.end]
        moves = bool(flying or carried or shift)
        if self._still is stage and not moves:
            return self.screen.image
        self._still = None if moves else stage
        stage = replace(stage, poses=shift.at(time)) if shift is not None else stage
        things: dict[Key, Thing] = self.props.on(stage)
        for one in flying:
            place, turn = one.flight.at(time - one.start)
            made = things["thing", one.thing]
            things["thing", one.thing] = replace(made, place=np.float32(place), turn=np.float32(turn))
        for card in carried:
            placed, height = _between(stage, card.first, card.last, (time - card.start) / (card.end - card.start))
            things["thing", card.thing] = self.props.laid(card.thing, placed, stage, height)
        sheets = sheets_on(stage, self.scenery.table.laid.sheets)
        return self.screen.show(things, sheets, stage.lamp)

    def camera(self) -> dict[str, Any]:
        """The camera, for the truth beside the film."""
        scene = self.scenery.table.scene
        return {
            "rate": self.rate,
            "frames": self.count,
            "size": list(scene.size),
            "eye": [round(float(v) * 16, 2) for v in scene.eye],
            "axes": np.asarray(scene.axes).round(6).tolist(),
            "focal": round(scene.focal, 6),
        }


def _traced(scenery: Scenery, seed: int) -> Screen:
    from models.train.matches.film.path_traced_screen import PathTracedScreen

    return PathTracedScreen(scenery, seed)


def _between(stage: Stage, first: Placement, last: Placement, share: float) -> tuple[Placement, float]:
    """Where a carried card is, in the table's frame, and how many units above the table."""
    ease = share * share * (3 - 2 * share)
    (ax, ay, at), (bx, by, bt) = stage.on_table(first), stage.on_table(last)
    turn = at + ((bt - at + np.pi) % (2 * np.pi) - np.pi) * ease
    level = max(first.level, last.level)
    placed = Placement(None, ax + (bx - ax) * ease, ay + (by - ay) * ease, float(turn), last.face, level)
    return placed, 0.15 + 0.8 * float(np.sin(np.pi * ease))


class _Sensor:
    """What a camera adds to each frame: noise, and an exposure that drifts a little; nothing where `rough` is 0."""

    def __init__(self, g: np.random.Generator, rough: float) -> None:
        self.g = g
        self.phase, self.period = float(g.uniform(0, 2 * np.pi)), float(g.uniform(14, 40))
        width, height = SIZE
        noise = g.standard_normal((height + 96, width + 96, 3), dtype=np.float32)
        noise = cv2.GaussianBlur(noise, (0, 0), 0.6)
        noise *= rough / max(float(noise.std()), 1e-6)
        self.noise = np.round(noise).astype(np.int16)
        self.rough = rough

    def take(self, picture: Image, time: float) -> Image:
        if self.rough <= 0:
            return picture
        gain = 1 + DRIFT * np.sin(2 * np.pi * time / self.period + self.phase)
        graded = cv2.convertScaleAbs(picture, alpha=gain)
        x, y = (int(v) for v in self.g.integers(0, 96, 2))
        height, width = picture.shape[:2]
        grain = self.noise[y : y + height, x : x + width]
        return np.asarray(cv2.add(graded, grain, dtype=cv2.CV_8U), np.uint8)


def write_film(match: Match, out: Path, assets: Assets | None = None, rate: int = RATE, samples: int = 2,
               rough: float | None = None, view: View | None = None, traced: bool = False) -> None:  # fmt: skip
    """The film as `out` (.mp4) and its truth beside it (.json); whole, or not at all."""
    film = Film(match, assets, rate, samples, rough, view, traced)
    out.parent.mkdir(parents=True, exist_ok=True)
    begun = out.with_name(f".{out.stem}.mp4")
    writer = cv2.VideoWriter(str(begun), cv2.VideoWriter.fourcc(*"mp4v"), rate, SIZE)
    if not writer.isOpened():
        raise SystemExit(f"{begun}: this OpenCV cannot write MPEG-4")
    for frame in film.frames():
        writer.write(frame)
    writer.release()
    out.with_suffix(".json").write_text(json.dumps(truth_of(match) | {"film": film.camera()}))
    begun.rename(out)


def write_small_film(film: Film, out: Path, captions: Sequence[dict[str, Any]], crf: int = CRF) -> None:
    """The film as `out` (.mp4, H.264: a third of the size) and its truth beside it (.json), with `captions`; whole, or
    not at all."""
    import av

    out.parent.mkdir(parents=True, exist_ok=True)
    begun = out.with_name(f".{out.stem}.mp4")
    with av.open(str(begun), "w") as container:
        stream = container.add_stream("libx264", rate=film.rate, options={"crf": str(crf), "preset": "medium"})
        stream.width, stream.height, stream.pix_fmt = *SIZE, "yuv420p"
        for frame in film.frames():
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="bgr24")))
        container.mux(stream.encode())
    more = {"film": film.camera(), "captions": list(captions)}
    out.with_suffix(".json").write_text(json.dumps(truth_of(film.match) | more))
    begun.rename(out)
