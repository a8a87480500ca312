"""Dice with faces of their own among pipped ones: each is read for what it is, and what may be either is asked."""

from __future__ import annotations

import json

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.view import Die
from tests.support.paths import DATA
from vision.camera.frame import Image
from vision.camera.image_files import read_picture
from vision.dice.detector import Candidates, RegionFilter
from vision.dice.dice_reader import DiceReader
from vision.dice.incremental_dice_reader import IncrementalDiceReader
from vision.symbols.enrolment import Enroller, learn
from vision.symbols.face_sets import FaceSet, built_in
from vision.symbols.mixed_dice_classifier import MixedDiceClassifier
from vision.symbols.symbol_classifier import NamedFace

SYMBOLS = DATA / "symbols"


@pytest.fixture(scope="module")
def learnt() -> FaceSet:
    enroller = Enroller()
    folders = sorted((SYMBOLS / "faces").iterdir())
    named = [
        (folder.name, [enroller.look(read_picture(path), str(path)) for path in sorted(folder.iterdir())])
        for folder in folders
    ]
    return learn("test", enroller.embedder, named)[0]


@pytest.mark.slow
def test_symbols_and_pips_on_one_table(learnt: FaceSet) -> None:
    """The table shows six dice with symbols and one with pips."""
    reading = DiceReader(classifier=MixedDiceClassifier(learnt)).read(read_picture(SYMBOLS / "table.jpg"))
    named = 0
    for truth in json.loads((SYMBOLS / "table.json").read_text()):
        die = min(reading.dice, key=lambda die: float(np.hypot(*np.subtract(die.centre, truth["at"]))))
        assert np.hypot(*np.subtract(die.centre, truth["at"])) < 12
        if truth["face"] is None:
            assert die.face is None and (die.value is not None or not die.certain)
        else:
            assert not die.certain or (die.face, die.value) == (truth["face"], None), "certain, and wrong"
            named += die.face == truth["face"]
    assert named >= 4
    boxes = [die.box for die in reading.dice]
    assert len(set(boxes)) == len(boxes)


BOXES = [(20.0, 20.0, 60.0, 60.0), (100.0, 20.0, 140.0, 60.0), (180.0, 20.0, 220.0, 60.0), (20.0, 100.0, 60.0, 140.0)]
HEAT = [0.9, 0.7, 0.4, 0.2]


class Finding:
    def find(self, image: Image, worth: RegionFilter | None = None) -> Candidates:
        return Candidates(np.array(BOXES, np.float32), np.array(HEAT, np.float32))

    def look_at(self, image: Image, found: Candidates, places: np.ndarray) -> Candidates:
        return found


class Naming:
    """Knows the faces that it is told to, by box."""

    def __init__(self, **known: NamedFace) -> None:
        self.known = {int(name[1:]): face for name, face in known.items()}
        self.asked: list[int] = []

    def read(self, image: Image, boxes: np.ndarray) -> tuple[list[NamedFace], np.ndarray]:
        self.asked = [BOXES.index(tuple(box)) for box in boxes.tolist()]
        nothing = NamedFace(None, 0.99, False, ())
        return [self.known.get(n, nothing) for n in self.asked], np.zeros((len(boxes), 4, 2), np.float32)


class Pips:
    """Reads a six on all that it is shown, certain of the first box only; blind: no die in anything."""

    def __init__(self, blind: bool = False) -> None:
        self.blind = blind

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        self.shown = [BOXES.index(tuple(box)) for box in found.boxes.tolist()]
        dice = [
            Die(box=BOXES[n], value=6, colour="white", confidence=0.99 if n == 0 else 0.6, certain=n == 0)
            for n in self.shown
        ]
        return [] if self.blind else dice, False


def mixed(pips: Pips, **known: NamedFace) -> tuple[DiceReader, Naming]:
    classifier, naming = MixedDiceClassifier(built_in("direction"), pips), Naming(**known)
    classifier.symbols.reader = naming  # type: ignore[assignment]
    return DiceReader(Finding(), classifier), naming


def read(pips: Pips, **known: NamedFace) -> dict[int, Die]:
    dice = mixed(pips, **known)[0].read(np.full((160, 240, 3), 128, np.uint8)).dice
    assert len({die.box for die in dice}) == len(dice)
    return {BOXES.index(die.box): die for die in dice}


CERTAIN = NamedFace("wild", 0.995, True, ())
LIKELY = NamedFace("wild", 0.8, False, (("red", 0.1),))


PART, WHOLE = (30.0, 20.0, 55.0, 45.0), (20.0, 20.0, 60.0, 60.0)


def test_a_part_of_a_die_that_is_found_more_clearly_does_not_stand_for_its_drawing() -> None:
    class Found(Finding):
        def find(self, image: Image, worth: RegionFilter | None = None) -> Candidates:
            return Candidates(np.array([PART, WHOLE], np.float32), np.array([0.46, 0.35], np.float32))

    class Drawn(Naming):
        def read(self, image: Image, boxes: np.ndarray) -> tuple[list[NamedFace], np.ndarray]:
            whole = [tuple(box) == WHOLE for box in boxes.tolist()]
            return [CERTAIN if one else NamedFace(None, 0.99, False, ()) for one in whole], np.zeros((len(boxes), 4, 2))

    class NoPips:
        def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
            return [], False

    classifier = MixedDiceClassifier(built_in("direction"), NoPips())
    classifier.symbols.reader = Drawn()  # type: ignore[assignment]
    (die,) = DiceReader(Found(), classifier).read(np.full((160, 240, 3), 128, np.uint8)).dice
    assert (die.face, die.box) == ("wild", WHOLE) and not die.certain


def test_pips_in_doubt_give_way_to_a_drawing_that_is_likelier() -> None:
    """The third box is found too faintly for anything to be certain there; pips have 0.6."""
    dice = read(Pips(), n2=CERTAIN)
    assert (dice[2].face, dice[2].value, dice[2].certain) == ("wild", None, False)


def test_what_is_clearly_a_face_of_the_set_is_no_pipped_die() -> None:
    pips = Pips()
    reader, naming = mixed(pips, n1=CERTAIN)
    dice = {BOXES.index(die.box): die for die in reader.read(np.full((160, 240, 3), 128, np.uint8)).dice}
    assert (dice[1].face, dice[1].value, dice[1].certain) == ("wild", None, True)
    assert pips.shown == [0, 2, 3] and naming.asked == [0, 1, 2]
    assert dice[0].value == 6 and dice[0].certain


def test_a_faint_find_is_never_certain() -> None:
    assert not read(Pips(), n2=CERTAIN)[2].certain
    told = read(Pips(blind=True), n2=CERTAIN)
    assert list(told) == [0, 1, 2] and not any(die.certain for die in told.values())
    assert (told[2].face, told[2].value) == ("wild", None), "the set knows the face for certain"
    for n in (0, 1):
        assert (told[n].face, told[n].value) == (None, None) and "not a die" in told[n].doubts, "surely a die"


def test_a_faint_find_that_is_likely_a_face_is_told_and_asked_about() -> None:
    faint = read(Pips(blind=True), n2=LIKELY)[2]
    assert (faint.face, faint.certain) == ("wild", False) and "not a die" in faint.doubts
    unlikely = LIKELY._replace(confidence=0.5)
    assert 2 not in read(Pips(blind=True), n2=unlikely), "nothing else speaks for a die"


def test_what_may_be_either_is_asked() -> None:
    dice = read(Pips(), n0=LIKELY, n1=LIKELY)
    assert dice[0].certain, "its pips are clearer than the face"
    assert not dice[1].certain and dice[1].doubts
    assert not read(Pips(), n0=LIKELY._replace(confidence=0.999))[0].certain


def test_they_serve_a_stream_as_pips_alone_do() -> None:
    reader = IncrementalDiceReader(mixed(Pips(), n1=CERTAIN)[0])
    image = np.full((160, 240, 3), 128, np.uint8)
    seen = reader.read(image)
    reader.rested(image, tuple(msgspec.structs.replace(die) for die in seen.dice), False)
    moved = cv2.rectangle(image.copy(), (100, 20), (140, 60), (0, 0, 0), -1)
    again = {BOXES.index(die.box): die for die in reader.read(np.asarray(moved, np.uint8)).dice}
    assert again[1].face == "wild" and again[0].value == 6
