"""Names that players give to their dice by pointing: near and far dice, changing lamps, and what is kept."""

import json

import cv2
import numpy as np
import pytest

from vision.boards.named_colours import LONGEST_NAME, MOST_NAMES, MOST_REFERENCES, OwnColourError, OwnColours
from vision.dice.colour_classifier import ColourClassifier

BLUE, NAVY, GREEN, RED = (
    np.float32(v) for v in ([0.8, 0.45, 0.3], [0.5, 0.2, 0.15], [0.3, 0.7, 0.3], [0.25, 0.2, 0.85])
)
"""Bodies: cube roots of linear blue green red."""


@pytest.fixture
def own() -> OwnColours:
    own = OwnColours()
    own.point("mine", BLUE)
    own.point("yours", GREEN)
    return own


def rough(body: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    return np.float32(body + np.random.default_rng(seed).normal(0, 0.02, (count, 3)))


def names(own: OwnColours, bodies: np.ndarray, follow: bool = False) -> list[str | None]:
    return [named.name for named in own.name(bodies, follow)]


def test_dice_get_the_name_of_those_that_were_pointed_at(own: OwnColours) -> None:
    assert names(own, np.concatenate([rough(BLUE, 9), rough(GREEN, 9)])) == ["mine"] * 9 + ["yours"] * 9


def test_a_die_that_nobody_pointed_at_has_no_name(own: OwnColours) -> None:
    assert names(own, np.stack([RED, NAVY, np.ones(3, np.float32)])) == [None] * 3
    assert own.name(np.stack([BLUE, RED]))[1].confidence > 0.6


def test_two_blues_can_be_told_apart(own: OwnColours) -> None:
    own.point("dark", NAVY)
    assert names(own, np.concatenate([rough(BLUE, 5), rough(NAVY, 5)])) == ["mine"] * 5 + ["dark"] * 5


def test_between_two_names_the_confidence_is_low(own: OwnColours) -> None:
    own.point("like mine", BLUE + np.float32([0, 0.08, 0]))
    between = own.name(BLUE + np.float32([0, 0.04, 0]), follow=False)[0]
    assert between.confidence < 0.6
    assert own.name(GREEN, follow=False)[0].confidence > 0.85


def test_one_lamp_for_all_dice_is_taken_back(own: OwnColours) -> None:
    shift = np.float32([-0.1, 0.0, 0.06])
    alone = own.name((BLUE + shift)[None], follow=False)[0].confidence
    seen = np.concatenate([rough(BLUE, 9), rough(GREEN, 9)]) + shift
    together = own.name(seen, follow=False)
    assert [named.name for named in together] == ["mine"] * 9 + ["yours"] * 9
    assert np.mean([named.confidence for named in together[:9]]) > alone


def test_references_follow_a_lamp_that_changes_slowly(own: OwnColours) -> None:
    total = np.float32([-0.3, 0.02, 0.18])
    bodies = np.concatenate([rough(BLUE, 6), rough(GREEN, 6)])
    wanted = ["mine"] * 6 + ["yours"] * 6
    assert names(own, bodies + total) != wanted  # all at once is too much
    for n in range(151):
        assert names(own, bodies + total * n / 150, follow=True) == wanted


def test_strangers_do_not_drag_references_along(own: OwnColours) -> None:
    before = own.to_data()
    for n in range(50):
        own.name(rough(RED, 4, n))
    assert own.to_data() == before


def test_nothing_to_name_and_nothing_known(own: OwnColours) -> None:
    assert own.name(np.zeros((0, 3), np.float32)) == []
    assert OwnColours().name(np.stack([BLUE, RED])) == [(None, 1.0), (None, 1.0)]


def test_pointing_again_adds_and_old_references_go(own: OwnColours) -> None:
    own.point("mine", NAVY)
    assert names(own, np.stack([BLUE, NAVY])) == ["mine", "mine"]
    own.point("mine", np.tile(NAVY, (MOST_REFERENCES, 1)))
    assert names(own, np.stack([NAVY, BLUE])) == ["mine", None]
    assert own.names == ("mine", "yours")


def test_a_name_can_be_forgotten(own: OwnColours) -> None:
    own.forget("mine")
    assert names(own, np.stack([BLUE, GREEN])) == [None, "yours"]
    with pytest.raises(OwnColourError, match="mine"):
        own.forget("mine")


@pytest.mark.parametrize("name", ["", "   ", "x" * (LONGEST_NAME + 1)])
def test_a_name_needs_letters_but_not_too_many(own: OwnColours, name: str) -> None:
    with pytest.raises(OwnColourError, match="letters"):
        own.point(name, BLUE)


@pytest.mark.parametrize("bodies", [np.zeros((0, 3), np.float32), np.float32([[0.1, np.nan, 0.2]])])
def test_pointing_at_nothing_is_refused(own: OwnColours, bodies: np.ndarray) -> None:
    with pytest.raises(OwnColourError, match="point"):
        own.point("third", bodies)
    assert own.names == ("mine", "yours")


def test_there_are_not_any_number_of_names() -> None:
    own = OwnColours()
    for n in range(MOST_NAMES):
        own.point(f"n{n}", np.float32([n / MOST_NAMES, 0.5, 0.5]))
    with pytest.raises(OwnColourError, match="forget"):
        own.point("one more", BLUE)


def test_what_is_kept_comes_back(own: OwnColours) -> None:
    kept = OwnColours.from_data(json.loads(json.dumps(own.to_data())))
    bodies = np.concatenate([rough(BLUE, 3), rough(GREEN, 3), RED[None]])
    assert names(kept, bodies) == names(own, bodies)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"a": None},
        {"a": []},
        {"a": [[1, 2]]},
        {"a": [[1, 2, "x"]]},
        {"a": [[1, 2, float("nan")]]},
        {"a": [[[0]]]},
        {"a": {"b": 1}},
        {"a": [[1, 2, 3], [1, 2]]},
        {"a": [[0, 0, 0]] * (MOST_REFERENCES + 1)},
        {"": [[0, 0, 0]]},
        {3: [[0, 0, 0]]},
        {str(n): [[0, 0, 0]] for n in range(MOST_NAMES + 1)},
    ],
)
def test_damaged_data_is_refused_in_one_line(data: object) -> None:
    with pytest.raises(OwnColourError, match="point at the dice again") as error:
        OwnColours.from_data(data)
    assert "\n" not in str(error.value)


def test_pointing_at_a_die_in_a_picture_names_it_under_another_lamp() -> None:
    reader, own = ColourClassifier(), OwnColours()
    boxes = np.float32([[30, 60, 90, 120], [130, 60, 190, 120], [230, 60, 290, 120]])
    picture = np.full((180, 320, 3), (190, 195, 200), np.uint8)
    for (x0, y0, x1, y1), body in zip(boxes.astype(int), [(190, 80, 30), (60, 140, 40), (40, 30, 200)], strict=True):
        cv2.rectangle(picture, (x0, y0), (x1, y1), body, -1)
        cv2.circle(picture, ((x0 + x1) // 2, (y0 + y1) // 2), 7, (240, 240, 240), -1, cv2.LINE_AA)
    tops = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    own.point("mine", reader.look_at(picture, tops[0]).bodies)
    own.point("yours", reader.look_at(picture, tops[1]).bodies)
    for lamp in ((1.0, 1.0, 1.0), (0.85, 0.97, 1.0), (1.0, 0.97, 0.88)):
        lit = np.uint8(picture * np.float32(lamp))
        assert names(own, reader.look_at(lit, tops).bodies) == ["mine", "yours", None]
