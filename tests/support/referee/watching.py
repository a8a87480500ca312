"""A live table for tests of `companion watch`: a camera that waits for whoever looks, eyes that follow a script, and
hands that type in between."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import Any

import numpy as np

from companion.table.view import Colour, Die, Piece, TableView
from tests.support.sources import ScriptedSource
from vision.camera.frame import Frame
from vision.motion.roll_detector import Roll
from vision.motion.stream_reader import TableReading
from vision.symbols.known_dice import KnownDice

STEP = 0.1
"""Seconds between two frames."""
PATIENCE = 20
USUAL: tuple[Colour, ...] = ("blue", "red")
SCORES = tuple(
    Piece(grid=f"score-{seat}", row=0, col=0, colour=colour, confidence=0.99, certain=True)
    for seat, colour in enumerate(USUAL)
)
"""The markers that count on the strips of Doubles Wild, at its beginning."""


class Keyboard:
    """Standard input into which a test types."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._asked = threading.Condition()
        self._count = self._typed = 0

    def type(self, line: str | None) -> None:
        """Type a line, and wait until it has been taken; None closes it."""
        self._lines.put(line)
        if line is None:
            return
        self._typed += 1
        with self._asked:  # whoever asks for the next line has taken this one
            assert self._asked.wait_for(lambda: self._count > self._typed, PATIENCE)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        with self._asked:
            self._count += 1
            self._asked.notify_all()
        line = self._lines.get()
        if line is None:
            raise StopIteration
        return f"{line}\n"


class Camera(ScriptedSource):
    """Gives one frame for each look, for ever, or until it breaks off."""

    def __init__(self) -> None:
        super().__init__([], live=True)
        self.broken = False
        self.frozen = False
        """Whether it gives the same picture over and over."""
        self._looked = threading.Semaphore(1)
        self._number = 0

    def looked(self) -> None:
        self._looked.release()

    def read(self) -> Frame | None:
        assert self._looked.acquire(timeout=PATIENCE)
        if self.broken:
            return None
        self._number += 1
        image = np.full((72, 128, 3), 100 if self.frozen else 100 + self._number % 2, np.uint8)
        return Frame(image, self._number * STEP)

    def close(self) -> None:
        self.broken = True
        self.looked()


class ScriptedEyes:
    """Eyes that see one step of a script a frame; then the players press Ctrl-C, or the camera breaks off.

    A step is what lies there once the table has come to rest, with whether it was rolled; a state; a line to be typed;
    or something to be done."""

    plane = None
    blind = False

    def __init__(self, keyboard: Keyboard, steps: Sequence[Any], then: Callable[[], None] | None = None) -> None:
        self.camera = Camera()
        """The one that was opened last."""
        self.known = KnownDice()
        self.keyboard, self.steps, self.then = keyboard, list(steps), then

    def look(self, frame: Frame) -> TableReading:
        try:
            return self._look(frame)
        finally:
            self.camera.looked()

    def _look(self, frame: Frame) -> TableReading:
        while self.steps and (callable(self.steps[0]) or isinstance(self.steps[0], Typing)):
            step = self.steps.pop(0)
            if isinstance(step, Typing):
                self.keyboard.type(step.line)
            else:
                step()
        if not self.steps:
            if self.then is None:
                raise KeyboardInterrupt
            self.then()
            return TableReading("idle", None, False, 0.1)
        step = self.steps.pop(0)
        if isinstance(step, str):
            return TableReading(step, None, False, 0.1)  # type: ignore[arg-type]
        dice, rolled = step
        view = TableView(time=frame.time, width=1280, height=720, dice=tuple(dice), pieces=SCORES)
        roll = Roll(frame.time, tuple(dice), False) if rolled else None
        return TableReading("at rest", view, True, 0.1, roll)


class Typing:
    """A line that is typed before the next frame."""

    def __init__(self, line: str) -> None:
        self.line = line


def thrown(values: Sequence[int | tuple[int, int]], colour: Colour = "red") -> tuple[list[Die], bool]:
    """Dice that were rolled; a pair is one that may show either, the first rather than the other."""
    dice = []
    for number, value in enumerate(values):
        face, other = value if isinstance(value, tuple) else (value, None)
        x = 100.0 + 60 * number
        dice.append(
            Die(
                box=(x, 600.0, x + 30, 630.0),
                value=face,
                colour=colour,
                confidence=0.99 if other is None else 0.6,
                certain=other is None,
                alternatives=() if other is None else ((other, 0.39),),
            )
        )
    return dice, True


def still(seconds: float) -> list[str]:
    """Nothing moves for a while."""
    return ["idle"] * round(seconds / STEP)
