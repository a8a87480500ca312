"""Dice that were read or told once are known again; what was taken back is forgotten. Looks are made up here: a face is
a shade of grey, and alike as far as the shades are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.table import Colour, Die, Doubt, SeenDie
from vision.camera import Image
from vision.dice.pip_classifier import FACE_FEATURES, cut_crops
from vision.symbols.embedding import EMBEDDING_SIZE, FACE_PIXELS, EmbeddedFaces
from vision.symbols.known_dice import MOST_LOOKS, KnownDice

SIDE = 40
SHADES = {1: 20, 2: 60, 3: 100, 4: 140, 5: 180, 6: 220, "wild": 240}


def shades(flat: NDArray[np.uint8], size: int, quick: float = 1.0) -> NDArray[np.float32]:
    """(n, size): vectors that turn with the shades of flat faces, `quick` times as far as to the other side in all."""
    angle = quick * flat[:, 12:-12, 12:-12].mean((1, 2, 3)) / 255 * np.pi
    found = np.zeros((len(flat), size), np.float32)
    found[:, 0], found[:, 1] = np.cos(angle), np.sin(angle)
    return found


class Shades:
    """Stands in for FaceEmbedder: the vector of a face turns with its shade."""

    def __init__(self) -> None:
        self.seen = 0

    def see(self, crops: NDArray[np.uint8]) -> EmbeddedFaces:
        self.seen += len(crops)
        flat = np.stack([cv2.resize(crop, (FACE_PIXELS, FACE_PIXELS)) for crop in crops])
        return EmbeddedFaces(np.zeros((len(crops), 6), np.float32), flat, self.vectors(flat))

    def vectors(self, flat: NDArray[np.uint8]) -> NDArray[np.float32]:
        return shades(flat, EMBEDDING_SIZE)

    def features(self, flat: NDArray[np.uint8]) -> NDArray[np.float32]:
        """In the place of FaceClassifier, too: other pips differ more by these."""
        return shades(flat, FACE_FEATURES, 3.0)


def table(*faces: int | str) -> Image:
    """Dice in a row, each a square of its face's shade."""
    image = np.full((SIDE * 3, SIDE * 2 * len(faces) + SIDE, 3), 128, np.uint8)
    for n, face in enumerate(faces):
        x = SIDE * (2 * n + 1)
        image[SIDE : 2 * SIDE, x : x + SIDE] = SHADES[face]
    return image


def die(
    n: int,
    face: int | str | None,
    *others: tuple[int, float],
    sure: float | None = None,
    colour: Colour | None = "red",
    doubts: tuple[Doubt, ...] = ("faces alike",),
) -> Die:
    """The die at place `n` of a `table`; certain, or in doubt with a probability of `sure`."""
    x, named = float(SIDE * (2 * n + 1)), isinstance(face, str)
    return Die(
        box=(x, SIDE, x + SIDE, 2 * SIDE),
        value=None if isinstance(face, str) else face,
        face=face if isinstance(face, str) else None,
        colour=colour,
        confidence=0.999 if sure is None else sure,
        certain=sure is None,
        alternatives=() if named else others,
        doubts=() if sure is None else doubts,
    )


def known() -> KnownDice:
    return KnownDice(Shades(), Shades())  # type: ignore[arg-type]


def taught(*faces: int, colour: Colour = "red") -> KnownDice:
    """One that has seen these faces for certain."""
    dice = known()
    for time, face in enumerate(faces):
        dice.note(table(face), [die(0, face, colour=colour)], float(time))
        dice.note(table(face), [], time + 0.5)
    while dice.learn():
        pass
    return dice


DOUBTED = die(0, 4, (5, 0.3), sure=0.65)


def test_a_face_in_doubt_that_looks_as_one_that_was_sure_is_sure() -> None:
    (again,) = taught(4, 5).recall(table(4), [DOUBTED], 9.0)
    assert (again.value, again.certain, again.doubts) == (4, True, ())
    assert again.confidence >= 0.98 and again.box == DOUBTED.box


def test_what_looks_otherwise_than_it_was_read_stays_in_doubt_and_tells_both() -> None:
    (again,) = taught(4, 5).recall(table(5), [DOUBTED], 9.0)
    assert (again.value, again.certain, again.doubts) == (5, False, ("faces alike",))
    assert 4 in dict(again.alternatives)


def test_a_look_is_known_for_dice_of_its_colour_alone() -> None:
    assert taught(4, 5, colour="blue").recall(table(4), [DOUBTED], 9.0) == (DOUBTED,)


def test_a_die_whose_colour_is_not_told_is_compared_with_all() -> None:
    (again,) = taught(4, 5).recall(table(4), [die(0, 4, (5, 0.3), sure=0.65, colour=None)], 9.0)
    assert again.certain and again.value == 4


def test_nothing_is_certain_where_the_face_was_never_seen() -> None:
    (again,) = taught(1).recall(table(4), [DOUBTED], 9.0)
    assert again.value == 4 and not again.certain


@pytest.mark.parametrize("doubt", ["leaning", "covered", "stacked", "glare", "cut off"])
def test_a_doubt_that_is_not_of_the_face_is_left(doubt: Doubt) -> None:
    hard = die(0, 4, (5, 0.3), sure=0.65, doubts=(doubt, "faces alike"))
    assert taught(4, 5).recall(table(4), [hard], 9.0) == (hard,)


def test_what_may_be_no_die_is_one_where_it_looks_just_like_a_known_one() -> None:
    perhaps = die(0, 4, (5, 0.3), sure=0.65, doubts=("not a die",))
    (again,) = taught(4).recall(table(4), [perhaps], 9.0)
    assert (again.value, again.certain, again.doubts) == (4, True, ())
    faded = np.where(table(4) == SHADES[4], 185, table(4)).astype(np.uint8)
    assert not taught(4).recall(faded, [perhaps], 9.0)[0].certain


@pytest.mark.parametrize(("doubt", "least", "most"), [("not a die", 0.0, 0.1), ("faces alike", 0.5, 1.0)])
def test_what_is_hardly_a_die_is_no_likelier_one_for_what_it_would_show(
    doubt: Doubt, least: float, most: float
) -> None:
    hardly = die(0, 4, (5, 0.3), sure=0.05, doubts=(doubt,))
    (again,) = taught(4, 5).recall(table(5), [hardly], 9.0)
    assert not again.certain and least <= again.confidence <= most


def test_what_is_in_doubt_for_where_it_lies_stays_so() -> None:
    assert taught(4, 5).recall(table(4), [DOUBTED], 9.0, but=[DOUBTED.box]) == (DOUBTED,)


def test_what_is_told_once_a_die_has_lain_there_for_long_is_known_again() -> None:
    dice = known()
    for time in (1.0, 2.0):  # the table came to rest twice, with the same die on it
        dice.recall(table(4), [DOUBTED], time)
        dice.note(table(4), [DOUBTED], time)
    dice.told = {SeenDie(2.0, DOUBTED.box): 4}
    assert dice.recall(table(4), [DOUBTED], 3.0)[0].certain


def test_what_was_told_of_a_die_is_known_again_until_it_is_taken_back() -> None:
    dice = known()
    assert dice.recall(table(4), [DOUBTED], 1.0) == (DOUBTED,)
    dice.told = {SeenDie(1.0, DOUBTED.box): 4}
    (again,) = dice.recall(table(4), [DOUBTED], 2.0)
    assert again.certain and again.value == 4
    dice.told = {SeenDie(1.0, DOUBTED.box): 5}
    (again,) = dice.recall(table(4), [DOUBTED], 3.0)
    assert not again.certain and again.value == 5
    dice.told = {}
    assert dice.recall(table(4), [DOUBTED], 4.0) == (DOUBTED,)


def test_what_was_told_goes_before_what_was_read() -> None:
    dice = taught(4)
    dice.told = {SeenDie(0.0, DOUBTED.box): 5}
    (again,) = dice.recall(table(4), [DOUBTED], 9.0)
    assert again.value == 5 and not again.certain


def test_what_one_die_told_of_itself_does_not_teach() -> None:
    dice = taught(4, 5)
    for time in range(3):
        dice.recall(table(4), [DOUBTED], 9.0 + time)
        dice.note(table(4), [DOUBTED], 9.0 + time)
    assert not dice.learn() and len(dice._looks[("red", 4)]) == 1


def test_a_die_that_lies_unmoved_is_looked_at_once() -> None:
    dice = known()
    for time in range(4):
        dice.note(table(4), [die(0, 4)], float(time))
    assert not dice.learn()
    assert len(dice._looks[("red", 4)]) == 1


def test_of_each_face_so_many_looks_are_kept() -> None:
    dice = taught(*[4] * (MOST_LOOKS + 3))
    assert len(dice._looks[("red", 4)]) == MOST_LOOKS


def test_a_named_face_is_told_by_its_look_whatever_its_colour_is_called() -> None:
    dice = known()
    wild = die(0, "wild", sure=0.9, doubts=())
    dice.recall(table("wild"), [wild], 1.0)
    dice.told = {SeenDie(1.0, wild.box): "wild"}
    (again,) = dice.recall(table("wild"), [die(0, "wild", sure=0.9, colour="grey", doubts=())], 2.0)
    assert again.face == "wild" and again.certain and again.value is None
    dice.told = {SeenDie(1.0, wild.box): 3}  # the game's rank of a drawing is no name of the set
    assert dice.recall(table("wild"), [wild], 3.0) == (wild,)


def test_other_dice_may_lie_there_once_it_forgets() -> None:
    dice = taught(4, 5)
    dice.forget()
    assert dice.recall(table(4), [DOUBTED], 9.0) == (DOUBTED,)


def test_a_doubt_about_pips_needs_both_networks() -> None:
    """Each alone says that it looks just like a four, and the other that it does not."""
    other = np.where(table(4) == SHADES[4], SHADES[1], table(4)).astype(np.uint8)
    for embedded, featured in ((table(4), other), (other, table(4))):
        dice = taught(4)
        seen = Shades().see(cut_crops(embedded, np.float32([DOUBTED.box])))
        dice._networks.see = lambda _, seen=seen: seen  # type: ignore[method-assign, misc]
        features = Shades().features(Shades().see(cut_crops(featured, np.float32([DOUBTED.box]))).flat)
        dice._face_reader.features = lambda _, features=features: features  # type: ignore[union-attr, misc]
        assert not dice.recall(table(4), [DOUBTED], 9.0)[0].certain
    assert taught(4).recall(table(4), [DOUBTED], 9.0)[0].certain


def test_nothing_is_embedded_while_nothing_is_in_doubt() -> None:
    looks = Shades()
    dice = KnownDice(looks, looks)  # type: ignore[arg-type]
    dice.recall(table(4), [die(0, 4)], 1.0)
    dice.note(table(4), [die(0, 4)], 1.0)
    assert looks.seen == 0 and not dice.learn() and looks.seen == 1
