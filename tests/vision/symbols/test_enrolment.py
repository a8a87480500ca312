"""Faces learnt from a few looks: found, put together, named, read again; and what cannot be learnt is told."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.paths import DATA
from tests.support.sources import ScriptedSource
from tests.support.vision.faces import made_glimpses, made_look
from vision.camera.frame import Frame, Image
from vision.camera.image_files import read_picture
from vision.camera.still_frames import frames_at_rest
from vision.dice.dice_reader import DiceReader
from vision.dice.pip_classifier import CROP, corners_of
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.enrolment import (
    EnrolError,
    Enroller,
    EnrolmentSample,
    as_one_die,
    contact_sheet,
    group,
    learn,
    likeness,
    resembling,
)
from vision.symbols.face_colour import ground_colours, lab_of, lamp_factors
from vision.symbols.face_sets import BUILT_IN, FaceSet, Store, vectors_of
from vision.symbols.symbol_classifier import CERTAIN_FROM, FaceSetClassifier
from vision.symbols.symbol_dice_classifier import SymbolDiceClassifier, symbol_detector

SYMBOLS = DATA / "symbols"
FACES = sorted(path.name for path in (SYMBOLS / "faces").iterdir())


@pytest.fixture(scope="module")
def enroller() -> Enroller:
    return Enroller()


@pytest.fixture(scope="module")
def learnt(enroller: Enroller) -> FaceSet:
    """The six faces of the pictures, from two or three looks each."""
    named = [
        (face, [enroller.look(read_picture(path), str(path)) for path in sorted((SYMBOLS / "faces" / face).iterdir())])
        for face in FACES
    ]
    return learn("test", enroller.embedder, named)[0]


def made_set(enroller: Enroller, *faces: int, looks: int = 3) -> FaceSet:
    named = [(f"face {face}", made_glimpses(face, looks=looks)) for face in faces]
    return learn("made", enroller.embedder, named)[0]


@pytest.mark.slow
def test_the_faces_of_a_table_are_named_and_the_pipped_die_is_not(learnt: FaceSet) -> None:
    """The table shows each face once more, and a die with pips that the set does not know."""
    reading = DiceReader(symbol_detector(), SymbolDiceClassifier(learnt)).read(read_picture(SYMBOLS / "table.jpg"))
    right = 0
    for truth in json.loads((SYMBOLS / "table.json").read_text()):
        die = min(reading.dice, key=lambda die: float(np.hypot(*np.subtract(die.centre, truth["at"]))))
        assert np.hypot(*np.subtract(die.centre, truth["at"])) < 12
        assert die.value is None and (die.certain or die.doubts or die.confidence < 1)
        assert not die.certain or die.face == truth["face"], "certain, and wrong"
        right += truth["face"] is not None and die.face == truth["face"]
        assert die.top is not None and cv2.pointPolygonTest(np.float32(die.top), tuple(truth["at"]), True) > -16
    assert right >= 5


@pytest.mark.parametrize("looks", [1, 2, 5])
def test_like_looks_come_together_in_the_order_of_showing(looks: int) -> None:
    shown = made_glimpses(7, 3, 5, 1, 2, 9, looks=looks)
    whole = [list(range(looks * n, looks * n + looks)) for n in range(6)]
    assert group(shown) == whole and group(shown, 6) == whole
    mixed = sorted(range(len(shown)), key=lambda n: (n * 7) % len(shown))
    back = group([shown[n] for n in mixed])
    assert sorted(sorted(mixed[n] for n in members) for members in back) == whole
    assert [members[0] for members in back] == sorted(members[0] for members in back)


def test_forty_faces_are_told_apart() -> None:
    assert len(group(made_glimpses(*range(40), looks=2))) == 40


@pytest.mark.parametrize("count", [2, 5, 7, 18])
def test_a_number_of_faces_that_cannot_be_is_told(count: int) -> None:
    with pytest.raises(EnrolError, match=f"^6 different faces are seen, and {count} names are given; name those"):
        group(made_glimpses(*range(6)), count)
    with pytest.raises(EnrolError, match="no look at any face"):
        group([])


def test_the_faces_of_one_die_taken_for_dice_are_one_die_and_two_dice_are_not() -> None:
    faces = np.float32([[107, 62, 142, 103], [140, 82, 190, 133], [104, 101, 152, 140]])
    assert as_one_die(faces).tolist() == [104, 62, 190, 140]
    for two in (
        [[0, 0, 50, 50], [52, 0, 102, 50]],
        [[0, 0, 50, 50], [50, 50, 100, 100]],
        [[0, 0, 40, 40], [60, 0, 80, 20]],
    ):
        assert as_one_die(np.float32(two)) is None


def test_two_dice_none_and_far_ones_are_told(enroller: Enroller) -> None:
    with pytest.raises(EnrolError, match=r"^two\.jpg: 2 dice are in view; show one die at a time"):
        enroller.look(read_picture(SYMBOLS / "two.jpg"), "two.jpg")
    with pytest.raises(EnrolError, match=r"^dark: no die is seen; show one die"):
        enroller.look(np.zeros((240, 320, 3), np.uint8), "dark")
    near = read_picture(SYMBOLS / "faces" / FACES[0] / "1.jpg")
    small = cv2.resize(near, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)
    far = np.full((360, 480, 3), np.median(small, (0, 1)), np.uint8)
    far[100 : 100 + small.shape[0], 200 : 200 + small.shape[1]] = small
    with pytest.raises(EnrolError, match=r"far: (no die is seen|the die is \d+ pixels across; go closer)"):
        enroller.look(far, "far")


@pytest.mark.parametrize("looks", [1, 2, 4])
def test_two_names_for_one_face_are_told(enroller: Enroller, looks: int) -> None:
    twice = [EnrolmentSample(made_look(1, n), f"{n}.jpg") for n in range(10, 10 + looks)]
    if looks == 1:  # how looks at this face differ is not known: only the same look is the same face
        twice = made_glimpses(1, looks=1)
    named = [("first", made_glimpses(1, looks=looks)), ("other", made_glimpses(2)), ("second", twice)]
    with pytest.raises(EnrolError, match="'first' and 'second' look the same; give one face one name"):
        learn("test", enroller.embedder, named)


def test_one_look_is_learnt_with_a_remark(enroller: Enroller) -> None:
    named = [("skull", made_glimpses(1, looks=1)), ("bow", made_glimpses(2))]
    faces, remarks = learn("test", enroller.embedder, named)
    assert faces.looks == 4 and len(remarks) == 1 and remarks[0].startswith("'skull' has one look only")


def test_a_look_under_the_wrong_name_is_left_out(enroller: Enroller) -> None:
    stray = EnrolmentSample(made_look(1, 77), "stray.jpg")
    named = [("skull", made_glimpses(1)), ("bow", [*made_glimpses(2), stray])]
    faces, remarks = learn("test", enroller.embedder, named)
    assert len(faces.face("bow").looks) == 3
    assert remarks == ["stray.jpg: looks like 'skull' and not like 'bow'; this look is left out"]


def test_more_looks_find_their_face(enroller: Enroller) -> None:
    faces = made_set(enroller, 1, 2, 3)
    assert resembling(faces, [EnrolmentSample(made_look(2, 50), "new.jpg")]) == "face 2"
    assert resembling(faces, made_glimpses(4)) is None and resembling(None, made_glimpses(1)) is None


def vectors_at(face: int) -> NDArray[np.float32]:
    """Two new looks at a made face."""
    return np.stack([vectors_of(made_look(face, number))[0] for number in (90, 91)])


def test_a_known_face_is_named_and_an_unknown_one_is_unsure(enroller: Enroller) -> None:
    reader = FaceSetClassifier(made_set(enroller, *range(6)), enroller.embedder)
    for face in range(6):
        found = reader.probabilities(reader.likeness(vectors_at(face)))
        assert found.shape == (2, 7) and np.allclose(found.sum(1), 1, atol=1e-5)
        assert (found.argmax(1) == 1 + face).all() and found[:, 1 + face].min() > 0.7
    found = reader.probabilities(reader.likeness(vectors_at(11)))
    assert found[:, 0].min() > 0.9
    crops = np.random.default_rng(0).integers(0, 256, (5, CROP, CROP, 3), np.uint8)
    assert reader.read_crops(crops)[0][:, 1:].max() < CERTAIN_FROM, "noise is no face"


def test_faces_that_are_only_colours_are_told_by_them(enroller: Enroller) -> None:
    red, blue, white = (40.0, 40.0, 210.0), (210.0, 80.0, 40.0), (230.0, 230.0, 230.0)
    named = [
        (name, [EnrolmentSample(made_look(1, number, body), "x.jpg") for number in (10 * n, 10 * n + 1)])
        for n, (name, body) in enumerate((("red", red), ("blue", blue)))
    ]
    assert len(group([glimpse for _, looks in named for glimpse in looks])) == 2
    reader = FaceSetClassifier(learn("colours", enroller.embedder, named)[0], enroller.embedder)
    assert reader.colours_differ
    likeness = reader.likeness(vectors_at(1))
    for name, body in (("red", red), ("blue", blue)):
        found = reader.probabilities(likeness, np.array([body, body], np.float32))
        assert (found.argmax(1) == 1 + reader.names.index(name)).all()
    assert reader.probabilities(likeness, np.array([white, white], np.float32))[:, 1:].max() < CERTAIN_FROM


def test_looks_whose_colours_part_are_not_alike() -> None:
    red, blue, none = (made_look(1, 0, body) for body in ((30.0, 30.0, 200.0), (200.0, 60.0, 30.0), None))
    alike = likeness([red, blue, none])
    assert alike[0, 1] == -1 and alike[0, 2] > 0.9 and alike[1, 2] > 0.9


def test_the_ground_of_a_face_is_its_larger_colour() -> None:
    flat = np.full((2, 40, 40, 3), (40, 200, 60), np.uint8)
    flat[0, 12:28, 16:24] = 255
    assert np.abs(ground_colours(flat) - [40, 200, 60]).max() < 2
    assert np.isnan(lab_of(np.full((1, 3), np.nan, np.float32))).all()
    warm = np.full((64, 64, 3), (120, 160, 200), np.uint8)
    factors = lamp_factors(warm)
    assert factors[0] > 1.05 > 0.95 > factors[2]


def test_no_dice_are_no_faces(enroller: Enroller) -> None:
    classifier = SymbolDiceClassifier(made_set(enroller, 1, 2))
    assert DiceReader(symbol_detector(), classifier).read(np.full((120, 160, 3), 90, np.uint8)).dice == ()
    named, corners = classifier.reader.read(np.zeros((64, 64, 3), np.uint8), np.zeros((0, 4), np.float32))
    assert named == [] and corners.shape == (0, 4, 2)


def test_corners_are_those_of_the_upper_face() -> None:
    boxes = np.float32([[10, 20, 74, 84]])
    frame = np.float32([[0, 0, 0.5, 0, 0, 0.25]])
    assert corners_of(boxes, frame, 1.0).tolist() == [[[26, 44], [58, 44], [58, 60], [26, 60]]]


def test_a_contact_sheet_has_a_row_for_each_face() -> None:
    sheet = contact_sheet([[made_look(face, n) for n in range(3)] for face in range(6)])
    assert sheet.shape == (6 * 2 * CROP, 3 * 2 * CROP, 3)
    assert contact_sheet([]).shape == (2 * CROP, 2 * CROP, 3)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_set_is_there_and_made_with_these_networks(name: str) -> None:
    faces = Store("nowhere").load(name)
    reader = FaceSetClassifier(faces)
    assert faces.embedder == FaceEmbedder().fingerprint, (
        "make it again: python -m models.train.export.builtin_sets models"
    )
    assert not reader.colours_differ, "lamps change colours, and drawings they do not"
    assert len(faces.faces) == (5 if name == "direction" else 6)


def still(grey: int) -> Image:
    return np.full((60, 80, 3), grey, np.uint8)


def test_only_what_stands_still_is_looked_at() -> None:
    g = np.random.default_rng(0)
    script = []
    for n in range(90):  # three seconds at rest, two of a hand, four at rest
        moving = 30 <= n < 50
        image = g.integers(0, 256, (60, 80, 3), np.uint8) if moving else still(40 if n < 30 else 200)
        script.append(Frame(image, n / 10))
    times = [frame.time for frame in frames_at_rest(ScriptedSource(script))]
    assert times[0] < 0.5 and not [t for t in times if 3.0 <= t < 5.0]
    assert 3 <= len([t for t in times if t < 3]) <= 5 and len([t for t in times if t >= 5]) >= 3
    assert [frame.time for frame in frames_at_rest(ScriptedSource(script), seconds=2.0)] == [
        t for t in times if t <= 2.0
    ]
