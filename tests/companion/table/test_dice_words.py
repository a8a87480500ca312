"""Dice in words: one line with the total, sums by colour and by face, and never a doubtful die added up."""

from __future__ import annotations

import msgspec
import pytest

from companion.table.dice_words import (
    colour_line,
    dice_line,
    doubt_line,
    face_line,
    is_hardly_one,
    points_of,
    spoken_dice,
    total_of,
)
from companion.table.view import Colour, Die, Doubt
from companion.text import using_language


def die(
    shows: int | str | None, colour: Colour | None = "red", certain: bool = True, doubts: tuple[Doubt, ...] = ()
) -> Die:
    named = isinstance(shows, str)
    return Die(
        box=(0, 0, 1, 1),
        value=None if named else shows,
        face=shows if named else None,
        colour=colour,
        confidence=1.0 if certain else 0.5,
        certain=certain,
        doubts=doubts,
    )


@pytest.mark.parametrize(("confidence", "doubts", "hardly"), [
    (0.1, ("not a die",), True), (0.4, ("not a die",), False), (0.1, ("faces alike",), False), (0.1, (), False),
])  # fmt: skip
def test_what_is_much_likelier_no_die_is_hardly_one(confidence: float, doubts: tuple[Doubt, ...], hardly: bool) -> None:
    find = die(4, certain=False, doubts=doubts)
    assert is_hardly_one(msgspec.structs.replace(find, confidence=confidence)) == hardly


@pytest.mark.parametrize(
    ("faces", "line"),
    [
        ((), "no dice"),
        ((4,), "1 die: 4"),
        ((4, 3, 3, 6, 1), "5 dice: 4 3 3 6 1 = 17"),
        (("Nuke", "Death Ray"), "2 dice: Nuke, Death Ray"),
        (("20", "7"), "2 dice: 20, 7 = 27"),
    ],
)
def test_dice_are_one_line_with_their_total(faces: tuple[int | str, ...], line: str) -> None:
    assert dice_line([die(face) for face in faces]) == line


def test_what_is_in_doubt_is_shown_and_not_added_up() -> None:
    dice = [die(4), die(6, certain=False), die(None, certain=False)]
    assert dice_line(dice) == "3 dice: 4 6? ? = 4; 2 in doubt do not count"
    assert dice_line([die(6, certain=False)]) == "1 die: 6?; 1 in doubt does not count"
    assert dice_line([die(4), die(2), die(6, certain=False)]) == "3 dice: 4 2 6? = 6; 1 in doubt does not count"
    assert total_of([die(6, certain=False)]) is None
    assert colour_line(dice) == "red 4" and face_line(dice) == "1 × 4 = 4"


def test_what_is_heard_has_pauses_and_no_guess() -> None:
    assert spoken_dice([die(4), die(3), die(3), die(6), die(1)]) == "5 dice: 4, 3, 3, 6, 1; 17 in all"
    assert spoken_dice([die(4)]) == "1 die: 4"
    assert spoken_dice([die(4), die(2), die(6, certain=False)]) == "3 dice: 4, 2; 6 in all; 1 in doubt does not count"
    assert spoken_dice([die(6, certain=False)]) == "1 die; 1 in doubt does not count"
    assert spoken_dice([die("Nuke"), die("Tank")]) == "2 dice: Nuke, Tank"


def test_sums_are_by_colour_as_they_come_and_by_face_as_they_rise() -> None:
    dice = [die(4, "red"), die(3, "blue"), die(3, "red"), die(6, None), die(1, "blue")]
    assert colour_line(dice) == "red 7, blue 4, of unknown colour 6"
    assert face_line(dice) == "1 × 1 = 1, 2 × 3 = 6, 1 × 4 = 4, 1 × 6 = 6"


def test_faces_that_are_no_numbers_are_counted_and_not_summed() -> None:
    dice = [die("Nuke", "green"), die("Trooper", "green"), die("Nuke", "white")]
    assert total_of(dice) is None
    assert colour_line(dice) == "green 2 dice, white 1 die"
    assert face_line(dice) == "2 × Nuke, 1 × Trooper"
    assert (points_of("12"), points_of("XII"), points_of(5), points_of(None)) == (12, None, 5, None)


def test_every_reason_for_doubt_is_told_in_words_of_the_language() -> None:
    doubtful = die(4, certain=False, doubts=("leaning", "blurred"))
    assert doubt_line(doubtful) == "it leans on something, it is blurred"
    with using_language("de"):
        assert doubt_line(doubtful) == "er lehnt an etwas, er ist unscharf"
        assert dice_line([die(4), die(3)]) == "2 Würfel: 4 3 = 7"
        assert colour_line([die(4), die(3, "blue")]) == "Rot 4, Blau 3"
