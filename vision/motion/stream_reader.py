"""Reads a stream of frames: decides which frames are read, fuses the readings of a rest to a view, and detects
rolls."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from companion.table import Die, TableView, is_hardly_one
from vision.camera import Frame, Image
from vision.inference import box_distance, box_side, fuse
from vision.motion.camera_motion import followed_by
from vision.motion.dice_alignment import align, carried, may_be, moved_together
from vision.motion.frame_difference import Small, is_blurred
from vision.motion.motion_history import MotionHistory
from vision.motion.motion_state import MotionDetector, State
from vision.motion.picture_alignment import IDENTITY, Matrix, onward
from vision.motion.roll_detector import RestedTable, Roll, detect_roll, seems_to_lie_there, small_box

FIRST = 0.09
"""Seconds of quiet after which a first frame is read, so that all are read by the time the table counts as at rest."""
BETWEEN = 0.045
"""Seconds between two frames that are read; each frame is, while the last reading was in doubt."""
MOST = 5
"""Frames that are read for one rest."""
IN_VIEW = 0.75
"""Share of a picture that must show what was in view at the last rest."""
CONSTELLATION = 3
"""Dice that lie among each other as before, from which it is known how the camera has moved."""
PROBE, PROBES = 0.1, 3
"""Seconds between frames that are read while something moves; and how many must agree that it is the camera."""
AGAIN = 0.3
"""Seconds after which the same is asked again while the camera moves."""
MOST_AWAY, HIDDEN_RESTS = 30, 2
"""Dice that are not seen and remembered; and rests after which one is not, though its place was in view."""
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
    camera: Matrix | None = None
    """How the camera has moved since the view that was there before this frame, in pixels of frames; None: not."""
    adrift: bool = False
    """Whether that is a guess, with a frame that settles the table: the motion was lost, and no dice tell it."""
    again: bool = False
    """Whether nothing but the camera has moved since the table settled before, with a frame that settles it."""


class _UnseenDie(NamedTuple):
    """A die that was not seen at the newest rest."""

    die: Die
    rests: int
    """For how many rests it has not been seen though its place was in view."""


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
        """The table at the last rest, in the pixels of `motion.now`."""
        self._as_seen: RestedTable | None = None
        """The same as the camera had it."""
        self._readings: list[tuple[PictureReading, Matrix]] = []
        """Those of the table that comes to rest, each with the camera's motion since the last rest."""
        self._away: tuple[_UnseenDie, ...] = ()
        """Dice that lay on the table when they were last seen, where the camera would have them."""
        self._hidden: tuple[_UnseenDie, ...] = ()
        """Those of them that nothing but the camera can have hidden at the last rest, as it had them."""
        self._turned: Matrix | None = None
        """How the camera had moved since the newest view when its motion was measured anew, in pixels of frames."""
        self._adrift = False
        """Whether it is not known how the camera had moved up to the newest rest."""
        self._read_at = 0.0
        self._equal = 0
        self._newest: Small | None = None
        self._frozen = False
        """Whether the picture stopped in the middle of a roll, at the newest rest."""
        self._asked = False
        """Whether the dice have been read to tell whether they are the hand that lies still."""
        self._asked_at = 0.0
        self._probes: list[tuple[Die, ...]] = []
        """The dice of the newest frames that were read since the last rest while something moved."""
        self._probed_at = 0.0

    def look(self, frame: Frame) -> TableReading:
        """Processes the stream's next frame. Pictures are read only while the table comes to rest."""
        start = time.perf_counter()
        motion = self._motion
        state = motion.see(frame)
        if state == "idle":
            self._history.stay(motion.clock.now)
        width = frame.image.shape[1]
        if state == "idle" or motion.blind or motion.now is None:
            camera = None if motion.blind else self._since_view(width)
            return TableReading(state, self._view, False, (time.perf_counter() - start) * 1000, camera=camera)
        self._equal = self._equal + 1 if self._newest is not None and _identical(self._newest, motion.now) else 0
        self._newest = motion.now
        if motion.still_for < FIRST and (not motion.rigid or motion.clock.now - self._asked_at > AGAIN):
            self._asked = False
        elif state == "hands" and not self._asked:
            self._asked, self._asked_at = True, motion.clock.now
            scale = motion.now.shape[1] / width
            motion.explain([small_box(die, scale) for die in _likely(self._read(frame.image).dice)])
        self._history.add(motion.clock.now, motion.now, motion.reaching, motion.camera, motion.picture)
        self._keep_up(width)
        if motion.still_for < FIRST and motion.may_move:
            self._probe(frame.image)
        roll = None
        settled = state == "at rest"
        if settled or (state == "settling" and motion.still_for >= FIRST):
            self._take(frame.image)
        elif motion.still_for < FIRST:
            self._readings.clear()
        camera = self._since_view(width)
        if settled:
            roll, camera = self._settle(frame)
        ms, again = (time.perf_counter() - start) * 1000, settled and motion.again
        return TableReading(state, self._view, settled, ms, roll, camera, settled and self._adrift, again)

    def _since_view(self, width: int) -> Matrix | None:
        """How the camera has moved since the newest view, in pixels of frames that are `width` wide."""
        camera, now = self._motion.camera, self._motion.now
        if now is None or (camera.still and self._turned is None):
            return None
        return followed_by(self._turned, _scaled(camera.matrix, now.shape[1] / width))

    def _probe(self, image: Image) -> None:
        """Reads the dice now and then while things change: where they keep their places among each other, while all
        of them move, it is the camera that does."""
        motion = self._motion
        assert motion.now is not None
        if motion.clock.now - self._probed_at < PROBE:
            return
        self._probed_at = motion.clock.now
        dice = _likely(self._read(image).dice)
        self._probes = [*self._probes[1 - PROBES :], dice]
        boxes = [small_box(die, motion.now.shape[1] / image.shape[1]) for die in dice]
        if len(self._probes) == PROBES and motion.only_dice(boxes) and all(
            moved_together(one, other) for one, other in zip(self._probes, self._probes[1:], strict=False)
        ):
            motion.believe()
            motion.explain(boxes)
            self._probes.clear()

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
        self._turned = followed_by(self._turned, whole)
        self._away = tuple(one._replace(die=carried((one.die,), whole)[0]) for one in self._away)
        if self._rested is not None:
            old = self._rested
            self._rested = RestedTable(carried(old.dice, whole), onward(old.picture, matrix, motion.now), old.scale)

    def _take(self, image: Image) -> None:
        """Read a frame, unless enough of this rest have been read."""
        now = self._motion.clock.now
        if self._readings and (len(self._readings) >= MOST or self._equal > len(self._readings)):
            return  # the same picture again tells nothing new
        doubtful = bool(self._readings) and not all(die.certain for die in _likely(self._readings[-1][0].dice))
        if self._readings and not doubtful and now - self._read_at < BETWEEN:
            return
        self._motion.locate()
        self._readings.append((self._read(image), self._motion.camera.matrix))
        self._read_at = now

    def _settle(self, frame: Frame) -> tuple[Roll | None, Matrix | None]:
        """The table has come to rest: a new view of it. Returns the roll if there was one, and how the camera has moved
        since the view before."""
        motion = self._motion
        motion.locate()
        if motion.stands():
            self._readings = [(reading, IDENTITY) for reading, _ in self._readings]
            self._history.unwarp()
            self._rested, self._away, self._turned = self._as_seen, self._hidden, None
        picture = motion.now
        assert picture is not None
        height, width = frame.image.shape[:2]
        scale = picture.shape[1] / width
        dice, missed = fuse([carried(reading.dice, self._onward(then, scale)) for reading, then in self._readings])
        unsure = missed or self._readings[-1][0].unsure
        self._readings.clear()
        self._probes.clear()
        self._view = TableView(time=frame.time, width=width, height=height, dice=dice, unsure=unsure)
        dice = _likely(dice)
        rested = RestedTable(self._as_before(dice, scale), picture, scale)
        if dice:
            motion.die = float(np.median([box_side(small_box(die, scale)) for die in rested.dice]))
            self._history.look_back(motion.die)
        before, self._adrift, aligned = self._aligned(rested)
        turned = self._since_view(width)
        if aligned is not IDENTITY:
            turned = followed_by(self._turned, np.asarray(_scaled(motion.camera.matrix, scale) @ aligned, np.float64))
        thrown: tuple[Die, ...] = ()
        doubt = False
        if not motion.again and (not motion.cut or self._frozen):
            thrown, doubt = detect_roll(before, rested, self._history, dice, motion.camera.adrift)
        self._frozen = bool(thrown) and self._equal >= FROZEN and self._history.stopped_dead()
        if self._frozen:  # in the middle of a roll; what it was compared with stays
            return None, turned
        self._turned = None
        doubt = doubt or self._adrift
        thrown = tuple(die for die, was in zip(dice, rested.dice, strict=True) if was in thrown)
        if before is not None:
            self._away = self._unseen(before, rested.picture, dice, (width, height))
            self._hidden = tuple(one for one in self._away if not one.rests and _in_view(one.die, (width, height)))
        motion.hold()
        assert motion.now is not None
        self._rested = self._as_seen = RestedTable(dice, motion.now, scale)
        self._history.clear()
        self._history.add(motion.clock.now, motion.now, None)
        return (Roll(frame.time, thrown, unsure or doubt) if thrown else None), turned

    def _aligned(self, rested: RestedTable) -> tuple[RestedTable | None, bool, Matrix]:
        """The table at the rest before, and the dice that were out of view then, where the camera would have them;
        whether that is in doubt, and how far it is from what is known of the camera."""
        before, camera = self._rested, self._motion.camera
        if before is None or (camera.still and not self._away):
            return before, camera.adrift, IDENTITY
        old = (*before.dice, *(unseen.die for unseen in self._away))
        matrix, agreeing = align(old, rested.dice, camera.adrift)
        adrift = camera.adrift and agreeing < CONSTELLATION
        if matrix is IDENTITY:
            return before._replace(dice=old), adrift, IDENTITY
        small = _scaled(matrix, 1 / before.scale)
        picture = onward(before.picture, small, rested.picture)
        return before._replace(dice=carried(old, matrix), picture=picture), adrift, matrix

    def _unseen(
        self, before: RestedTable, picture: Small, dice: Sequence[Die], size: tuple[int, int]
    ) -> tuple[_UnseenDie, ...]:
        """The dice of the rest before that the newest frame does not show, as a camera that moves would have them:
        those out of view, those that nothing but the camera can have hidden, and for some rests those that a hand may
        hide; before one that stands and is out of focus, those that seem to lie there still. `picture`: the newest
        small one."""
        camera, again = self._motion.camera, self._motion.again
        stands = camera.still and not self._away and not again
        if stands and not is_blurred(before.picture, picture):
            return ()
        there = carried(before.dice, _scaled(camera.matrix, before.scale))
        rests = [0] * (len(there) - len(self._away)) + [unseen.rests for unseen in self._away]
        unseen: list[_UnseenDie] = []
        for old, die, count in zip(before.dice, there, rests, strict=True):
            if any(may_be(die, other) and box_distance(die.box, other.box) < 1 for other in dice):
                continue
            if stands and not seems_to_lie_there(before, picture, old):
                continue
            count += not stands and not again and _in_view(die, size)
            if count <= HIDDEN_RESTS:
                unseen.append(_UnseenDie(die, count))
        return tuple(unseen[:MOST_AWAY])

    def _as_before(self, dice: Sequence[Die], scale: float) -> tuple[Die, ...]:
        """Dice of the newest frame where the camera would have them, had it not moved since the last rest."""
        camera = self._motion.camera
        return tuple(dice) if camera.still else carried(dice, _scaled(np.asarray(np.linalg.inv(camera.matrix)), scale))

    def _onward(self, then: Matrix, scale: float) -> Matrix:
        """The camera's motion since another one, in pixels of frames."""
        now = self._motion.camera.matrix
        return IDENTITY if now is then else _scaled(now @ np.linalg.inv(then), scale)


def _in_view(die: Die, size: tuple[int, int]) -> bool:
    """Whether a die is whole within a picture of `size` (width, height)."""
    side = box_side(die.box)
    return all(0.5 * side < at < end - 0.5 * side for at, end in zip(die.centre, size, strict=True))


def _likely(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Those by which motion is told: what is hardly a die flickers."""
    return tuple(die for die in dice if not is_hardly_one(die))


def _scaled(matrix: Matrix, scale: float) -> Matrix:
    """A motion in small pictures, of whose pixels a frame's is `scale`, in pixels of frames."""
    return np.asarray(np.diag([1 / scale, 1 / scale, 1]) @ matrix @ np.diag([scale, scale, 1]), np.float64)


def _identical(one: Small, other: Small) -> bool:
    return one.shape == other.shape and bool(np.array_equal(one, other))
