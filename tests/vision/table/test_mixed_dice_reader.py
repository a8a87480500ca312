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
from vision.dice.detector import Candidates, Worth
from vision.dice.dice_reader import Eyes, Reading
from vision.symbols.enrolment import Enroller, learn
from vision.symbols.face_sets import FaceSet, built_in
from vision.symbols.symbol_classifier import NamedFace
from vision.table.incremental_dice_reader import DiceGlance, FindingEyes
from vision.table.mixed_dice_reader import MixedEyes

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


def test_symbols_and_pips_on_one_table(learnt: FaceSet) -> None:
    """The table shows six dice with symbols and one with pips."""
    eyes = MixedEyes(learnt)
    reading = eyes.read(read_picture(SYMBOLS / "table.jpg"))
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
    assert len(set(boxes)) == len(boxes) and isinstance(eyes.eyes.finder, type(Eyes().finder))


BOXES = [(20.0, 20.0, 60.0, 60.0), (100.0, 20.0, 140.0, 60.0), (180.0, 20.0, 220.0, 60.0), (20.0, 100.0, 60.0, 140.0)]
HEAT = [0.9, 0.7, 0.4, 0.2]


class Finding:
    def find(self, image: Image, worth: Worth | None = None) -> Candidates:
        return Candidates(np.array(BOXES, np.float32), np.array(HEAT, np.float32))


class Naming:
    """Knows the faces that it is told to, by box."""

    def __init__(self, **known: NamedFace) -> None:
        self.known = {int(name[1:]): face for name, face in known.items()}
        self.asked: list[int] = []

    def read(self, image: Image, boxes: np.ndarray) -> tuple[list[NamedFace], np.ndarray]:
        self.asked = [BOXES.index(tuple(box)) for box in boxes.tolist()]
        nothing = NamedFace(None, 0.99, False, ())
        return [self.known.get(n, nothing) for n in self.asked], np.zeros((len(boxes), 4, 2), np.float32)


class Pips(Eyes):
    """Reads a six on all that it is shown, certain of the first box only."""

    def read(self, image: Image) -> Reading:
        self.shown = [BOXES.index(tuple(box)) for box in self.finder.find(image).boxes.tolist()]
        dice = [
            Die(box=BOXES[n], value=6, colour="white", confidence=0.99 if n == 0 else 0.6, certain=n == 0)
            for n in self.shown
        ]
        return Reading(tuple(dice), False, 0.0)


def read(**known: NamedFace) -> tuple[dict[int, Die], MixedEyes]:
    eyes = MixedEyes(built_in("direction"), Pips(Finding()))
    eyes.reader = Naming(**known)  # type: ignore[assignment]
    dice = eyes.read(np.full((160, 240, 3), 128, np.uint8)).dice
    assert len({die.box for die in dice}) == len(dice)
    return {BOXES.index(die.box): die for die in dice}, eyes


CERTAIN = NamedFace("wild", 0.995, True, ())
LIKELY = NamedFace("wild", 0.8, False, (("red", 0.1),))


def test_what_is_clearly_a_face_of_the_set_is_no_pipped_die() -> None:
    dice, eyes = read(n1=CERTAIN)
    assert (dice[1].face, dice[1].value, dice[1].certain) == ("wild", None, True)
    assert eyes.eyes.shown == [0, 2, 3] and eyes.reader.asked == [0, 1, 2]  # type: ignore[attr-defined]
    assert dice[0].value == 6 and dice[0].certain


def test_a_faint_find_is_never_certain() -> None:
    dice, eyes = read(n2=CERTAIN)
    assert not dice[2].certain
    eyes.eyes.read = lambda image: Reading((), False, 0.0)  # type: ignore[method-assign]
    told = {BOXES.index(die.box): die for die in eyes.read(np.full((160, 240, 3), 128, np.uint8)).dice}
    assert list(told) == [0, 1, 2] and not any(die.certain for die in told.values())
    assert (told[2].face, told[2].value) == ("wild", None), "the set knows the face for certain"
    for n in (0, 1):
        assert (told[n].face, told[n].value) == (None, None) and "not a die" in told[n].doubts, "surely a die"
    dice, eyes = read(n2=LIKELY)
    eyes.eyes.read = lambda image: Reading((), False, 0.0)  # type: ignore[method-assign]
    faint = [die.box for die in eyes.read(np.full((160, 240, 3), 128, np.uint8)).dice]
    assert BOXES[2] not in faint, "nothing else speaks for a die"


def test_what_may_be_either_is_asked() -> None:
    dice, _ = read(n0=LIKELY, n1=LIKELY)
    assert dice[0].certain, "its pips are clearer than the face"
    assert not dice[1].certain and dice[1].doubts
    dice, _ = read(n0=LIKELY._replace(confidence=0.999))
    assert not dice[0].certain


def test_they_serve_a_stream_as_other_eyes_do() -> None:
    eyes = MixedEyes(built_in("direction"), Pips(Finding()))
    eyes.reader = Naming(n1=CERTAIN)  # type: ignore[assignment]
    assert isinstance(eyes, FindingEyes)
    glance = DiceGlance(eyes)
    image = np.full((160, 240, 3), 128, np.uint8)
    seen = glance.read(image)
    glance.rested(image, tuple(msgspec.structs.replace(die) for die in seen.dice), False)
    moved = cv2.rectangle(image.copy(), (100, 20), (140, 60), (0, 0, 0), -1)
    again = {BOXES.index(die.box): die for die in glance.read(np.asarray(moved, np.uint8)).dice}
    assert again[1].face == "wild" and again[0].value == 6
