"""Reads a stream of frames: decides which frames are read, fuses the readings of a rest to a view, and detects
rolls."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from companion.table import Die, TableView
from vision.camera import Frame, Image
from vision.inference import box_side, fuse
from vision.motion.camera_motion import IDENTITY, Matrix, onward
from vision.motion.dice_alignment import align, carried
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
IN_VIEW = 0.75
"""Share of a picture that must show what was in view at the last rest."""
MOST_AWAY = 30
"""Dice out of view that are remembered."""
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
        self._readings: list[tuple[PictureReading, Matrix]] = []
        """Those of the table that comes to rest, each with the camera's motion since the last rest."""
        self._away: tuple[Die, ...] = ()
        """Dice that lay on the table when they were last in view, where the camera would have them."""
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
        if motion.still_for < FIRST and not motion.rigid:
            self._asked = False
        elif state == "hands" and not self._asked:
            self._asked = True
            scale = motion.now.shape[1] / frame.image.shape[1]
            motion.explain([small_box(die, scale) for die in self._read(frame.image).dice])
        self._history.add(motion.clock.now, motion.now, motion.reaching, motion.camera.matrix)
        self._keep_up(frame.image.shape[1])
        roll = None
        settled = state == "at rest"
        if settled or (state == "settling" and motion.still_for >= FIRST):
            self._take(frame.image)
        elif motion.still_for < FIRST:
            self._readings.clear()
        if settled:
            roll = self._settle(frame)
        return TableReading(state, self._view, settled, (time.perf_counter() - start) * 1000, roll)

    def _keep_up(self, width: int) -> None:
        """Goes on from the newest frame where the camera has turned away from what it saw."""
        motion = self._motion
        assert motion.now is not None
        height, small = motion.now.shape
        if motion.camera.still or motion.camera.share_in_view(small, height) >= IN_VIEW:
            return
        matrix, scale = motion.hold().matrix, small / width
        back = np.linalg.inv(matrix)
        self._history.carry(matrix)
        self._readings = [(reading, then @ back) for reading, then in self._readings]
        whole = _scaled(matrix, scale)
        self._away = carried(self._away, whole)
        if self._rested is not None:
            old = self._rested
            self._rested = RestedTable(carried(old.dice, whole), onward(old.picture, matrix, motion.now), old.scale)

    def _take(self, image: Image) -> None:
        """Read a frame, unless enough of this rest have been read."""
        now = self._motion.clock.now
        if self._readings and (len(self._readings) >= MOST or self._equal > len(self._readings)):
            return  # the same picture again tells nothing new
        doubtful = bool(self._readings) and not all(die.certain for die in self._readings[-1][0].dice)
        if self._readings and not doubtful and now - self._read_at < BETWEEN:
            return
        self._motion.locate()
        self._readings.append((self._read(image), self._motion.camera.matrix))
        self._read_at = now

    def _settle(self, frame: Frame) -> Roll | None:
        """The table has come to rest: a new view of it, and the roll if there was one."""
        motion = self._motion
        motion.locate()
        if motion.stands():
            self._readings = [(reading, IDENTITY) for reading, _ in self._readings]
            self._history.unwarp()
        picture = motion.now
        assert picture is not None
        height, width = frame.image.shape[:2]
        scale = picture.shape[1] / width
        dice, missed = fuse([carried(reading.dice, self._onward(then, scale)) for reading, then in self._readings])
        unsure = missed or self._readings[-1][0].unsure
        self._readings.clear()
        self._view = TableView(time=frame.time, width=width, height=height, dice=dice, unsure=unsure)
        rested = RestedTable(self._as_before(dice, scale), picture, scale)
        if dice:
            motion.die = float(np.median([box_side(small_box(die, scale)) for die in rested.dice]))
            self._history.look_back(motion.die)
        before = self._aligned(rested)
        thrown, doubt = (
            ((), False) if motion.cut and not self._frozen else detect_roll(before, rested, self._history)
        )
        self._frozen = bool(thrown) and self._equal >= FROZEN and self._history.stopped_dead()
        if self._frozen:  # in the middle of a roll; what it was compared with stays
            return None
        doubt = doubt or motion.camera.adrift
        thrown = tuple(die for die, was in zip(dice, rested.dice, strict=True) if was in thrown)
        self._away = () if before is None else self._out_of_view(before.dice, scale, (width, height))
        motion.hold()
        assert motion.now is not None
        self._rested = RestedTable(dice, motion.now, scale)
        self._history.clear()
        self._history.add(motion.clock.now, motion.now, None)
        return Roll(frame.time, thrown, unsure or doubt) if thrown else None

    def _aligned(self, rested: RestedTable) -> RestedTable | None:
        """The table at the rest before, and the dice that were out of view then, where the camera would have them."""
        before, camera = self._rested, self._motion.camera
        if before is None or (camera.still and not self._away):
            return before
        old = (*before.dice, *self._away)
        matrix = align(old, rested.dice, camera.adrift)
        if matrix is IDENTITY:
            return before._replace(dice=old)
        small = _scaled(matrix, 1 / before.scale)
        return before._replace(dice=carried(old, matrix), picture=onward(before.picture, small, rested.picture))

    def _out_of_view(self, dice: Sequence[Die], scale: float, size: tuple[int, int]) -> tuple[Die, ...]:
        """Those dice of the rest before that the newest frame does not show, as it would have them."""
        camera = self._motion.camera
        there = carried(dice, camera.matrix if camera.still else _scaled(camera.matrix, scale))
        return tuple(
            die
            for die in there
            if not all(0.5 * box_side(die.box) < at < side - 0.5 * box_side(die.box)
                       for at, side in zip(die.centre, size, strict=True))
        )[:MOST_AWAY]  # fmt: skip

    def _as_before(self, dice: Sequence[Die], scale: float) -> tuple[Die, ...]:
        """Dice of the newest frame where the camera would have them, had it not moved since the last rest."""
        camera = self._motion.camera
        return tuple(dice) if camera.still else carried(dice, _scaled(np.asarray(np.linalg.inv(camera.matrix)), scale))

    def _onward(self, then: Matrix, scale: float) -> Matrix:
        """The camera's motion since another one, in pixels of frames."""
        now = self._motion.camera.matrix
        return IDENTITY if now is then else _scaled(now @ np.linalg.inv(then), scale)


def _scaled(matrix: Matrix, scale: float) -> Matrix:
    """A motion in small pictures, of whose pixels a frame's is `scale`, in pixels of frames."""
    return np.asarray(np.diag([1 / scale, 1 / scale, 1]) @ matrix @ np.diag([scale, scale, 1]), np.float64)


def _identical(one: Small, other: Small) -> bool:
    return one.shape == other.shape and bool(np.array_equal(one, other))
