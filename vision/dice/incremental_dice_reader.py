"""Reads the dice of a stream again only where the picture of a die changed since the last rest.

The detector sees the whole picture each time, in full resolution where something changed, and each place by itself
where something came to lie. Candidates in which no pixel changed keep their reading: a die, or none. Only the faces of
dice that moved are classified again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Box, Die, Face, SeenDie
from vision.camera import Image
from vision.dice.changed_places import PicturePair, RestedPicture
from vision.dice.detector import Candidates, RegionFilter, more_than_beside
from vision.dice.dice_reader import DiceReader, DiceReading
from vision.dice.pipped_dice_classifier import MISSED_FROM
from vision.inference import box_distance, reading_order

SAME_DIE = 0.25
"""Sides of a die within which a find is the die that lay there."""
ANCHORS = 2
"""Clear dice of each colour that are read again though they did not change: how large dice are, and what they look
like, is told by all that are looked at."""


class IncrementalDiceReader:
    """Reads the dice of one stream, and keeps what it read. Not thread-safe."""

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._rested: RestedPicture | None = None
        self._dice: tuple[Die, ...] = ()
        self._unsure = False
        self._beside: RegionFilter | None = None
        self._told: dict[Box, tuple[SeenDie, Face]] = {}
        """What somebody knows of dice that lie there still, and of which sighting of them, by their boxes."""

    def rested(self, image: Image, dice: tuple[Die, ...], unsure: bool, beside: RegionFilter | None = None) -> None:
        """What lies in the picture of a rest. Where something may have been missed, all is read again the next time.
        `beside`: which of some places (n, 4) hold nothing that is known to be no die."""
        if self._rested is None or self._rested.shape != image.shape:
            self._rested = RestedPicture(image)
        else:
            self._rested.take(image)
        self._dice, self._unsure, self._beside = dice, unsure, beside
        self._told = {die.box: self._told[die.box] for die in dice if die.box in self._told}

    def tell(self, told: Mapping[SeenDie, Face], at: float) -> None:
        """What dice show by what somebody knows: it goes before what is read of those of the newest rest, at second
        `at`, as long as they lie there. Where it was taken back, or is told otherwise, all is read anew."""
        if any(told.get(seen) != face for seen, face in self._told.values()):
            self.forget()
        new = {die.box: told[seen] for die in self._dice if (seen := SeenDie(at, die.box)) in told}
        if any(self._told.get(box) != (SeenDie(at, box), face) for box, face in new.items()):
            self._told |= {box: (SeenDie(at, box), face) for box, face in new.items()}
            self._dice = tuple(_showing(die, new[die.box]) if die.box in new else die for die in self._dice)

    def forget(self) -> None:
        """Drops what was read: the next picture is read whole."""
        self._rested, self._dice, self._unsure, self._beside = None, (), False, None
        self._told = {}

    def read(self, image: Image) -> DiceReading:
        """The dice of the stream's next picture, with those that lie as they lay."""
        before = self._rested
        if before is None or before.shape != image.shape:
            return self._reader.read(image)
        pair = PicturePair(before, image)
        if self._unsure:
            return self._read_all(pair)
        found = self._find(pair, pair.changed)
        unlike = pair.changed(found.boxes)
        altered = pair.changed(_boxes(self._dice))
        kept = [die for die, moved in zip(self._dice, altered, strict=True) if not moved]
        lost = [die for die, moved in zip(self._dice, altered, strict=True) if moved]
        # The same die may be found in a slightly other box, in which nothing seems to have changed.
        unlike |= np.array([_one_of(box, lost) for box in found.boxes], np.bool_)
        several = np.union1d(np.flatnonzero(unlike), _anchors(found, unlike, kept)).astype(np.int64)
        seen = DiceReading((), False)
        if unlike.any():
            seen = self._reader.read(image, found.some(several))
            seen = seen._replace(dice=self._as_before(pair, seen.dice))
        missed = _not_among(lost, seen.dice)
        there = pair.still_there(_boxes(missed))
        if there.any():  # it was not taken away, but not found by looking here and there
            again = self._read_all(pair)
            lie = [die for die, lies in zip(missed, there, strict=True) if lies and die.confidence >= MISSED_FROM]
            unseen = _not_among(lie, again.dice)
            return again._replace(unsure=again.unsure or bool(unseen))
        return seen._replace(dice=_in_order(kept, _not_among(seen.dice, kept)))

    def _find(self, pair: PicturePair, worth: RegionFilter | None) -> Candidates:
        """The candidates of the next picture; `worth`: see DiceDetector.find. Dice that lie as they lay, and places
        where something came to lie, are looked at by themselves where nothing is found. What was known to be no die,
        and lies as it lay, is left out: markers look a little like dice, and would leave every view unsure."""
        finder = self._reader.finder
        lie = self._as_they_lay(pair)
        if worth is not None:  # what did not change at all is kept in any case
            lie = [die for die, moved in zip(lie, worth(_boxes(lie)), strict=True) if moved]
        places = np.concatenate([_boxes(lie), pair.changed_places()])
        found = finder.look_at(pair.now, finder.find(pair.now, worth), places)
        if self._beside is None:
            return found
        none = np.flatnonzero(~self._beside(found.boxes))
        none = none[pair.as_it_lay(found.boxes[none])]
        none = none[~np.array([_one_of(box, self._dice) for box in found.boxes[none]], np.bool_)]
        return found.some(np.setdiff1d(np.arange(len(found.heat)), none))

    def _as_they_lay(self, pair: PicturePair) -> list[Die]:
        """The dice that nobody touched, of those that were certain: what was hardly one may be forgotten."""
        same = pair.as_it_lay(_boxes(self._dice))
        return [die for die, lies in zip(self._dice, same, strict=True) if lies and die.certain]

    def _as_before(self, pair: PicturePair, dice: Sequence[Die]) -> tuple[Die, ...]:
        """`dice` of the next picture, each that is in doubt, or of which somebody has told what it shows, as it was
        known if it lies as it lay: a flicker tells nothing new of it."""
        doubted = [die for die in dice if not die.certain]
        lie = [
            die
            for die in self._as_they_lay(pair)
            if _one_of(np.array(die.box), dice if die.box in self._told else doubted)
        ]
        return (*_not_among(dice, lie), *lie)

    def _read_all(self, pair: PicturePair) -> DiceReading:
        """Everything in the next picture, and dice that lie as they lay though nothing is found there now."""
        seen = self._reader.read(pair.now, self._find(pair, None))
        seen = seen._replace(dice=self._as_before(pair, seen.dice))
        kept = self._as_they_lay(pair)
        new = _not_among(seen.dice, kept)  # where nothing came to lie, it is a part of what lies there
        return seen._replace(dice=_in_order(seen.dice, _without(_not_among(kept, seen.dice), new)))


def _anchors(found: Candidates, unlike: NDArray[np.bool_], kept: Sequence[Die]) -> NDArray[np.int64]:
    """The candidates, not those that look `unlike` before, that are clear dice of those `kept`: ANCHORS of a colour."""
    sure = [die for die in kept if die.certain]
    taken: dict[int, Die] = {}
    for n in np.flatnonzero(~unlike):
        die = next((die for die in sure if _one_of(found.boxes[n], [die])), None)
        if die is not None and sum(other.colour == die.colour for other in taken.values()) < ANCHORS:
            taken[int(n)] = die
    return np.array(sorted(taken), np.int64)


def _showing(die: Die, face: Face) -> Die:
    """`die` as it is if it shows `face` for certain; as it was read where its faces are of another kind."""
    named = die.face is not None or bool(die.face_alternatives)
    if isinstance(face, str) != named:
        return die
    shown = {"face": face} if named else {"value": face}
    return msgspec.structs.replace(
        die, confidence=1.0, certain=True, doubts=(), alternatives=(), face_alternatives=(), **shown
    )


def _boxes(dice: Sequence[Die]) -> NDArray[np.float32]:
    return np.array([die.box for die in dice], np.float32).reshape(-1, 4)


def _in_order(dice: Sequence[Die], others: Sequence[Die]) -> tuple[Die, ...]:
    return tuple(sorted((*dice, *others), key=reading_order))


def _without(dice: Sequence[Die], others: Sequence[Die]) -> list[Die]:
    """Those of `dice` that are none of `others`, nor a part of one."""
    same = more_than_beside(_boxes(dice), _boxes(others))
    return [die for n, die in enumerate(dice) if not same[n].any()]


def _not_among(dice: Sequence[Die], others: Sequence[Die]) -> list[Die]:
    return [die for die in dice if not _one_of(np.array(die.box), others)]


def _one_of(box: NDArray[np.float32], dice: Sequence[Die]) -> bool:
    x0, y0, x1, y1 = box.tolist()
    return any(box_distance((x0, y0, x1, y1), die.box) < SAME_DIE for die in dice)
