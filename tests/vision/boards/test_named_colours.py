"""Names that players give to their dice by pointing: near and far dice, changing lamps, and what is kept."""

import cv2
import numpy as np
import pytest

from vision.boards.named_colours import LONGEST_NAME, MOST_NAMES, MOST_REFERENCES, NamedColourError, NamedColours
from vision.dice.colour_classifier import ColourClassifier

BLUE, NAVY, GREEN, RED = (
    np.float32(v) for v in ([0.8, 0.45, 0.3], [0.5, 0.2, 0.15], [0.3, 0.7, 0.3], [0.25, 0.2, 0.85])
)
"""Bodies: cube roots of linear blue green red."""


@pytest.fixture
def own() -> NamedColours:
    own = NamedColours()
    own.point("mine", BLUE)
    own.point("yours", GREEN)
    return own


def rough(body: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    return np.float32(body + np.random.default_rng(seed).normal(0, 0.02, (count, 3)))


def named(own: NamedColours, bodies: np.ndarray) -> list[tuple[str | None, float]]:
    """The likeliest name of each body, None for none of them, and its probability."""
    shares = own.shares(bodies)
    whole = np.concatenate([shares, 1 - shares.sum(1, keepdims=True)], 1)
    return [((*own.names, None)[row.argmax()], float(row.max())) for row in whole]


def names(own: NamedColours, bodies: np.ndarray) -> list[str | None]:
    return [name for name, _ in named(own, bodies)]


def test_dice_get_the_name_of_those_that_were_pointed_at(own: NamedColours) -> None:
    assert names(own, np.concatenate([rough(BLUE, 9), rough(GREEN, 9)])) == ["mine"] * 9 + ["yours"] * 9


def test_a_die_that_nobody_pointed_at_has_no_name(own: NamedColours) -> None:
    assert names(own, np.stack([RED, NAVY, np.ones(3, np.float32)])) == [None] * 3
    assert named(own, np.stack([BLUE, RED]))[1][1] > 0.6


def test_two_blues_can_be_told_apart(own: NamedColours) -> None:
    own.point("dark", NAVY)
    assert names(own, np.concatenate([rough(BLUE, 5), rough(NAVY, 5)])) == ["mine"] * 5 + ["dark"] * 5


def test_between_two_names_the_confidence_is_low(own: NamedColours) -> None:
    own.point("like mine", BLUE + np.float32([0, 0.08, 0]))
    assert named(own, BLUE + np.float32([0, 0.04, 0]))[0][1] < 0.6
    assert named(own, GREEN)[0][1] > 0.85


def test_one_lamp_for_all_dice_is_taken_back(own: NamedColours) -> None:
    shift = np.float32([-0.1, 0.0, 0.06])
    alone = named(own, (BLUE + shift)[None])[0][1]
    seen = np.concatenate([rough(BLUE, 9), rough(GREEN, 9)]) + shift
    together = named(own, seen)
    assert [name for name, _ in together] == ["mine"] * 9 + ["yours"] * 9
    assert np.mean([confidence for _, confidence in together[:9]]) > alone


def test_pointing_again_adds_and_old_references_go(own: NamedColours) -> None:
    own.point("mine", NAVY)
    assert names(own, np.stack([BLUE, NAVY])) == ["mine", "mine"]
    own.point("mine", np.tile(NAVY, (MOST_REFERENCES, 1)))
    assert names(own, np.stack([NAVY, BLUE])) == ["mine", None]
    assert own.names == ("mine", "yours")


@pytest.mark.parametrize("name", ["", "   ", "x" * (LONGEST_NAME + 1)])
def test_a_name_needs_letters_but_not_too_many(own: NamedColours, name: str) -> None:
    with pytest.raises(NamedColourError, match="letters"):
        own.point(name, BLUE)


@pytest.mark.parametrize("bodies", [np.zeros((0, 3), np.float32), np.float32([[0.1, np.nan, 0.2]])])
def test_pointing_at_nothing_is_refused(own: NamedColours, bodies: np.ndarray) -> None:
    with pytest.raises(NamedColourError, match="point"):
        own.point("third", bodies)
    assert own.names == ("mine", "yours")


def test_there_are_not_any_number_of_names() -> None:
    own = NamedColours()
    for n in range(MOST_NAMES):
        own.point(f"n{n}", np.float32([n / MOST_NAMES, 0.5, 0.5]))
    with pytest.raises(NamedColourError, match="forget"):
        own.point("one more", BLUE)


def test_pointing_at_a_die_in_a_picture_names_it_under_another_lamp() -> None:
    reader, own = ColourClassifier(), NamedColours()
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
