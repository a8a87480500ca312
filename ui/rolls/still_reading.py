"""The dice of one photograph, read for themselves."""

from __future__ import annotations

import time

import msgspec

from companion.table import Box, Face
from ui.rolls.roll_log import RolledDie, RollLog, showing
from vision.camera import Image
from vision.motion import PictureReader


class StillReading(msgspec.Struct, frozen=True):
    """What was read of a photograph, with what players have put right."""

    image: Image
    dice: tuple[RolledDie, ...]
    missed: bool
    """Whether a die may have been missed."""
    ms: float
    """Milliseconds that reading it took."""
    kept: bool = False
    """Whether it is in the list of rolls."""

    @property
    def certain(self) -> bool:
        """Whether nothing of it is in doubt."""
        return bool(self.dice) and not self.missed and all(one.die.certain for one in self.dice)

    @property
    def boxes(self) -> dict[int, Box]:
        """Where the dice lie, by their keys, in shares of the photograph's width and height."""
        height, width = self.image.shape[:2]
        return {one.key: shares(one.read.box, width, height) for one in self.dice}

    def corrected(self, key: int, face: Face | None) -> StillReading:
        """The same with the die of this key showing this face; None: it is no die."""
        dice = tuple(
            msgspec.structs.replace(one, die=showing(one.die, face)) if one.key == key and face is not None else one
            for one in self.dice
            if one.key != key or face is not None
        )
        return msgspec.structs.replace(self, dice=dice)


def read_still(image: Image, read: PictureReader, log: RollLog) -> StillReading:
    """Read a photograph; its dice get keys that no other die of the `log` has."""
    start = time.perf_counter()
    reading = read(image)
    dice = tuple(RolledDie(log.new_key(), die, die) for die in reading.dice)
    return StillReading(image, dice, reading.unsure, (time.perf_counter() - start) * 1000)


def shares(box: Box, width: int, height: int) -> Box:
    """A box in pixels as shares of a picture's width and height."""
    x0, y0, x1, y1 = box
    return x0 / width, y0 / height, x1 / width, y1 / height
