"""Reads the dice before a source: what lies there, which rolls were seen, and what players put right. No screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from companion.referee import Cue
from companion.table import Box, Die, Face, TableView
from companion.text import later, say
from ui.rolls.advice import Advice, advice_at_rest, advice_in_motion
from ui.rolls.roll_log import LoggedRoll, RolledDie, RollLog, showing
from ui.rolls.still_reading import shares
from ui.sources import FrameSession
from vision.camera import Frame, Image
from vision.inference import box_distance
from vision.motion import Matrix, PictureReader, StreamReader, carried
from vision.overlay import draw
from vision.symbols import PIPS

MOST_PICTURES = 100
"""Pictures of rolls that are kept, the oldest go first; each takes some 10 kB."""
PICTURE = 320
"""Longest side of such a picture, in pixels."""
SAME_SPOT = 0.3
"""Sides of a die within which a die that shows the same is the one that lay there."""
AROUND = 0.8
"""Sides of a die around the dice of a picture."""
TAG = 2.0
"""Size of the faces that are written beside dice, of what they are elsewhere: they are read on a phone."""
MOVING, STILL = ("hands", "rolling"), ("idle", "at rest")
RESTLESS = 4.0
"""Seconds without rest from which players are told: a camera in a hand, a lens that is covered, a lamp that is off."""
LONGEST_STEP = 0.5
"""Seconds between two frames that count as such: a source may have been away."""
NOTHING_LIES = later("no die lies there")
NOT_STILL = later("wait until the dice lie still and no hand is over them")


class Heard(NamedTuple):
    """Something that is told by a sound."""

    key: int
    cue: Cue | None


class RollScene(msgspec.Struct, frozen=True):
    """What a screen shows, of one moment."""

    dice: tuple[RolledDie, ...]
    """Those that lie on the table, from top to bottom, then from left to right."""
    looked: bool
    """Whether the table has been at rest, so that what lies there is known."""
    missed: bool
    """Whether a die may have been missed."""
    moving: bool
    """Whether dice roll or a hand is over them: what lies there is to be seen anew."""
    restless: bool
    """Whether nothing has been at rest for a while."""
    advice: Advice | None
    """What would help whoever holds the camera."""
    heard: Heard | None
    trouble: str | None
    """One line about the source."""
    ended: bool
    fault: str | None
    """One line about what a player has asked for."""

    @property
    def shown(self) -> tuple[Die, ...]:
        """What the dice show."""
        return tuple(one.die for one in self.dice)

    @property
    def doubtful(self) -> tuple[RolledDie, ...]:
        """Those that a player has to be asked about."""
        return tuple(one for one in self.dice if not one.die.certain)


class RollSession(FrameSession[RollScene]):
    """The dice before one source. All methods may be called from any thread; `see` and `draw` from one."""

    def __init__(
        self,
        read: PictureReader,
        log: RollLog,
        *,
        name: str,
        live: bool,
        faces: str = PIPS,
        names: Sequence[Face] = (1, 2, 3, 4, 5, 6),
        pictures: dict[int, bytes] | None = None,
    ) -> None:
        """`read` reads the dice of a picture; rolls go into the `log`; `names`: what the dice can show, the `faces` of
        this set; `pictures`: JPEGs of rolls by their keys, to which the new ones are added."""
        super().__init__(live)
        self.name, self.faces, self.names = name, faces, tuple(names)
        self.log = log
        self.pictures = {} if pictures is None else pictures
        self._stream = StreamReader(read)
        self._dice: tuple[RolledDie, ...] = ()
        self._no_dice: tuple[Die, ...] = ()
        """What a player has said to be none."""
        self._looked = self._missed = self._moving = self._restless = False
        self._advice: Advice | None = None
        self._restless_for = 0.0
        """Seconds of frames since all was at rest last."""
        self._seen_at: float | None = None
        self._camera: Matrix | None = None
        """How it has moved since what lies there was read."""
        self._heard: Heard | None = None
        self._image: Image | None = None
        """Of the newest rest."""
        self._size = (1, 1)
        """Width and height of the newest frame."""
        self._fault: str | None = None
        self._another = False
        """Whether another picture lies there, in which nothing has been read yet."""
        self._refresh()

    # ------------------------------------------------------------------------------------------ what the camera shows

    def see(self, frame: Frame) -> None:
        """The next frame: where the dice have come to rest they are read, and a roll goes into the list."""
        with self._lock:
            if self._another:
                self._another = False
                self._stream.forget()
        reading = self._stream.look(frame)
        moving = reading.state in MOVING
        restless = self._is_restless(frame.time, reading.state in STILL)
        with self._lock:
            self._camera = reading.camera
            self._size = frame.image.shape[1], frame.image.shape[0]
            if not reading.settled and (moving, restless, None) == (self._moving, self._restless, self._trouble):
                return
        with self.change():
            if restless and not self._restless:
                self._advice = advice_in_motion(frame.image)
            elif self._restless and not restless:
                self._advice = None
            self._trouble, self._moving, self._restless = None, moving, restless
            if reading.settled and reading.view is not None:
                self._turn(reading.camera)
                self._rest(frame.image, reading.view)
                self._advice = advice_at_rest(frame.image, reading.view)
                if reading.roll is not None:
                    rolled = {die.box for die in reading.roll.dice}
                    self._add(
                        [one for one in self._dice if one.read.box in rolled], seen=True, doubtful=reading.roll.unsure
                    )
            self._refresh()

    def _is_restless(self, time: float, still: bool) -> bool:
        """Whether nothing has been at rest for a while at the frame of this time, in seconds of the source."""
        step = 0.0 if self._seen_at is None else time - self._seen_at
        self._seen_at = time
        self._restless_for = 0.0 if still else self._restless_for + min(step, LONGEST_STEP)
        return self._restless_for > RESTLESS

    def _turn(self, camera: Matrix | None) -> None:
        """What is known lies where a camera has it that has moved so."""
        if camera is not None:
            self._no_dice = carried(self._no_dice, camera)
            self._dice = tuple(_carried(one, camera) for one in self._dice)
        self._camera = None

    def _rest(self, image: Image, view: TableView) -> None:
        """The dice have come to rest: those that lie as they lay stay the same, with what was put right of them."""
        self._image, self._looked, self._missed = image, True, view.unsure
        self._no_dice = tuple(old for old in self._no_dice if any(_same(old, die) for die in view.dice))
        there = [die for die in view.dice if not any(_same(old, die) for old in self._no_dice)]
        left = list(self._dice)
        dice: list[RolledDie] = []
        for die in there:
            old = next((one for one in left if _same(one.read, die)), None)
            if old is None:
                dice.append(RolledDie(self.log.new_key(), die, die))
                continue
            left.remove(old)
            said = old.die is not old.read
            if die.certain and not old.die.certain:
                self.log.correct(old.key, die)  # a hand's shadow has gone: nobody need be asked about it
            dice.append(RolledDie(old.key, msgspec.structs.replace(old.die, box=die.box) if said else die, die))
        before = {one.key for one in self._dice}
        if any(not one.die.certain and one.key not in before for one in dice):
            self._heard = Heard(self.log.new_key(), "question")
        self._dice = tuple(dice)

    def _add(self, dice: Sequence[RolledDie], *, seen: bool, doubtful: bool) -> None:
        if not dice:
            return
        roll = self.log.add(dice, self.faces, seen=seen, doubtful=doubtful)
        settled = not doubtful and all(one.die.certain for one in dice)
        self._heard = Heard(roll.key, "roll" if settled else "question")
        if self._image is not None:
            keep_picture(self.pictures, roll, self._image)

    # ------------------------------------------------------------------------------------------ what players do

    def count_now(self) -> str | None:
        """Put what lies there into the list, as one roll; the line of why not."""
        with self.change():
            if self._moving or not self._looked:
                return say(NOT_STILL)
            if not self._dice:
                return say(NOTHING_LIES)
            self._add(self._dice, seen=False, doubtful=self._missed)
            self._refresh()
        return None

    @property
    def counted_already(self) -> bool:
        """Whether the last roll of the list is just what lies there."""
        with self._lock:
            lying = {one.key for one in self._dice}
            return bool(self.log.rolls) and lying == {one.key for one in self.log.rolls[-1].dice}

    def correct(self, key: int, face: Face | None) -> None:
        """The die of this key, on the table or in the list, shows this face; None: it is no die."""
        with self.change():
            one = next((one for one in self._dice if one.key == key), None) or self.log.die(key)
            if one is None:
                return  # it has gone meanwhile
            shows = None if face is None else showing(one.die, face)
            if shows is None:
                self._no_dice = (*self._no_dice, one.read)
            self._dice = tuple(
                kept if kept.key != key else msgspec.structs.replace(kept, die=shows)
                for kept in self._dice
                if kept.key != key or shows is not None
            )
            self.log.correct(key, shows)
            self._refresh()

    def lay_down(self) -> None:
        """Another picture lies there from now on."""
        with self.change():
            self._another, self._dice, self._no_dice, self._fault = True, (), (), None
            self._looked = self._missed = self._moving = False
            self._advice = None
            self._refresh()

    def tell(self, line: str | None) -> None:
        """Show one line about what a player has asked for; None: no more."""
        with self.change():
            self._fault = line
            self._refresh()

    # ------------------------------------------------------------------------------------------ telling

    def _now(self) -> RollScene:
        return RollScene(
            dice=self._dice,
            looked=self._looked,
            missed=self._missed,
            moving=self._moving,
            restless=self._restless,
            advice=self._advice,
            heard=self._heard,
            trouble=self._trouble,
            ended=self._ended,
            fault=self._fault,
        )

    @property
    def calm(self) -> bool:
        return self._looked and not self._moving

    @property
    def drawn(self) -> object:
        return None if self._moving else self._dice

    def draw(self, image: Image) -> Image:
        """A copy with every die outlined and its face beside it, while nothing moves."""
        return image if self._moving else draw(image, self._lying(), brief=True, size=TAG)

    def boxes(self) -> dict[int, Box]:
        """Where the dice lie in the newest frame, by their keys, in shares of its width and height; none while they
        may be moving."""
        with self._lock:
            width, height = self._size
            lying = () if self._moving else tuple(zip(self._dice, self._lying(), strict=True))
            return {one.key: shares(die.box, width, height) for one, die in lying}

    def _lying(self) -> Sequence[Die]:
        """The dice where the camera has them now."""
        dice = [one.die for one in self._dice]
        return dice if self._camera is None else carried(dice, self._camera)


def keep_picture(pictures: dict[int, bytes], roll: LoggedRoll, image: Image) -> None:
    """Add what this roll looked like to the `pictures` by keys of rolls, of which the oldest go."""
    pictures[roll.key] = picture_of(image, [one.read for one in roll.dice])
    while len(pictures) > MOST_PICTURES:
        del pictures[next(iter(pictures))]


def picture_of(image: Image, dice: Sequence[Die]) -> bytes:
    """A small JPEG of these dice and a little of the table around them."""
    height, width = image.shape[:2]
    sides = [max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in (die.box for die in dice)]
    more = AROUND * max(sides)
    x0 = max(0, int(min(die.box[0] for die in dice) - more))
    y0 = max(0, int(min(die.box[1] for die in dice) - more))
    x1 = min(width, int(max(die.box[2] for die in dice) + more))
    y1 = min(height, int(max(die.box[3] for die in dice) + more))
    part = image[y0:y1, x0:x1]
    scale = min(1.0, PICTURE / max(part.shape[:2]))
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def _carried(one: RolledDie, camera: Matrix) -> RolledDie:
    read = carried((one.read,), camera)[0]
    die = read if one.die is one.read else carried((one.die,), camera)[0]
    return msgspec.structs.replace(one, die=die, read=read)


def _same(old: Die, die: Die) -> bool:
    """Whether a die that was read lies and shows as another one did."""
    return (old.value, old.face) == (die.value, die.face) and box_distance(old.box, die.box) < SAME_SPOT
