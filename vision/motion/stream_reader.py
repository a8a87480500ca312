"""Reads a stream of frames: decides which frames are read, fuses the readings of a rest to a view, and detects
rolls."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from companion.table import Die, TableView
from vision.camera import Frame, Image
from vision.inference import box_side, fuse
from vision.motion.frame_difference import Small
from vision.motion.motion_history import MotionHistory
from vision.motion.motion_state import MotionDetector, State
from vision.motion.roll_detector import RestedTable, Roll, detect_roll, small_box

FIRST = 0.09
"""Seconds of quiet after which a first frame is read, so that all are read by the time the table counts as at rest."""
BETWEEN = 0.045
"""Seconds between two frames that are read; each frame is, while the last reading was in doubt."""
MOST = 5
"""Frames that are read for one rest."""
FROZEN = 3
"""Frames that are the same in every bit from which the camera may have stopped."""


class PictureReading(Protocol):
    """The dice of one picture, as any reader returns them (vision.dice.DiceReading)."""

    @property
    def dice(self) -> tuple[Die, ...]: ...

    @property
    def unsure(self) -> bool: ...


class TableReading(NamedTuple):
    """The state of the table at one frame of a stream."""

    state: State
    view: TableView | None
    """The newest reading of the table at rest; kept while something moves."""
    settled: bool
    """True for exactly one frame each time the table has come to rest."""
    ms: float
    roll: Roll | None = None
    """Dice that have come to rest after a roll; reported once, with the frame that settles them."""


PictureReader = Callable[[Image], PictureReading]
"""Reads one picture: the method `read` of any reader of dice."""


class StreamReader:
    """Reads one stream with a function that reads a picture. Not thread-safe."""

    def __init__(self, read: PictureReader) -> None:
        self._read = read
        self._motion = MotionDetector()
        self._history = MotionHistory()
        self.forget()

    def forget(self) -> None:
        """Resets all state, as when another source is opened."""
        self._motion.forget()
        self._history.clear()
        self._view: TableView | None = None
        self._rested: RestedTable | None = None
        self._readings: list[PictureReading] = []
        self._read_at = 0.0
        self._equal = 0
        self._newest: Small | None = None
        self._frozen = False
        """Whether the picture stopped in the middle of a roll, at the newest rest."""
        self._asked = False
        """Whether the dice have been read to tell whether they are the hand that lies still."""

    def look(self, frame: Frame) -> TableReading:
        """Processes the stream's next frame. Pictures are read only while the table comes to rest."""
        start = time.perf_counter()
        motion = self._motion
        state = motion.see(frame)
        if state == "idle":
            self._history.stay(motion.clock.now)
        if state == "idle" or motion.blind or motion.now is None:
            return TableReading(state, self._view, False, (time.perf_counter() - start) * 1000)
        self._equal = self._equal + 1 if self._newest is not None and _identical(self._newest, motion.now) else 0
        self._newest = motion.now
        if motion.still_for < FIRST:
            self._asked = False
        elif state == "hands" and not self._asked:
            self._asked = True
            scale = motion.now.shape[1] / frame.image.shape[1]
            motion.explain([small_box(die, scale) for die in self._read(frame.image).dice])
        self._history.add(motion.clock.now, motion.now, motion.reaching)
        roll = None
        settled = state == "at rest"
        if settled or (state == "settling" and motion.still_for >= FIRST):
            self._take(frame.image)
        elif motion.still_for < FIRST:
            self._readings.clear()
        if settled:
            roll = self._settle(frame)
        return TableReading(state, self._view, settled, (time.perf_counter() - start) * 1000, roll)

    def _take(self, image: Image) -> None:
        """Read a frame, unless enough of this rest have been read."""
        now = self._motion.clock.now
        if self._readings and (len(self._readings) >= MOST or self._equal > len(self._readings)):
            return  # the same picture again tells nothing new
        doubtful = bool(self._readings) and not all(die.certain for die in self._readings[-1].dice)
        if self._readings and not doubtful and now - self._read_at < BETWEEN:
            return
        self._readings.append(self._read(image))
        self._read_at = now

    def _settle(self, frame: Frame) -> Roll | None:
        """The table has come to rest: a new view of it, and the roll if there was one."""
        motion, picture = self._motion, self._motion.now
        assert picture is not None
        dice, missed = fuse([reading.dice for reading in self._readings])
        unsure = missed or self._readings[-1].unsure
        self._readings.clear()
        height, width = frame.image.shape[:2]
        self._view = TableView(time=frame.time, width=width, height=height, dice=dice, unsure=unsure)
        rested = RestedTable(dice, picture, picture.shape[1] / width)
        if dice:
            motion.die = float(np.median([box_side(small_box(die, rested.scale)) for die in dice]))
            self._history.look_back(motion.die)
        thrown, doubt = (
            ((), False) if motion.cut and not self._frozen else detect_roll(self._rested, rested, self._history)
        )
        self._frozen = bool(thrown) and self._equal >= FROZEN and self._history.stopped_dead()
        if self._frozen:  # in the middle of a roll; what it was compared with stays
            return None
        self._rested = rested
        self._history.clear()
        self._history.add(motion.clock.now, picture, None)
        return Roll(frame.time, thrown, unsure or doubt) if thrown else None


def _identical(one: Small, other: Small) -> bool:
    return one.shape == other.shape and bool(np.array_equal(one, other))
