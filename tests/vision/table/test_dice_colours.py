"""Colours of dice by those in play and by the dice beside them."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from companion.table import Colour, Die
from vision.dice.colour_classifier import NAMES, Colours
from vision.table.dice_colours import DiceColours

IMAGE = np.zeros((90, 160, 3), np.uint8)
GREEN, PALE = (0.35, 0.70, 0.25), (0.80, 0.85, 0.53)  # bodies, blue green red, measured under a bluish lamp


class Seen:
    """A classifier that sees dice as a test says: their bodies, and how likely each name is."""

    def __init__(self, *dice: tuple[tuple[float, float, float], dict[Colour, float]]) -> None:
        self.dice = dice

    def look_at(self, image: object, tops: np.ndarray) -> Colours:
        assert tops.shape == (len(self.dice), 4, 2)
        shares = [[names.get(name, 0.0) for name in NAMES] for _, names in self.dice]
        return Colours(np.array(shares, np.float32), np.array([body for body, _ in self.dice], np.float32))


def named(monkeypatch: pytest.MonkeyPatch, seen: Seen, in_play: frozenset[Colour]) -> list[Colour | None]:
    monkeypatch.setattr("vision.table.dice_colours.ColourClassifier", lambda: seen)
    colours = DiceColours()
    colours.in_play = in_play
    square = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    die = Die(box=(0, 0, 10, 10), value=3, colour="white", confidence=0.99, certain=True, top=square)
    return [one.colour for one in colours.named(IMAGE, [die] * len(seen.dice))]


PALE_DICE = [(PALE, names) for names in (
    {"white": 0.8, "blue": 0.13}, {"white": 0.6, "blue": 0.2, "green": 0.1}, {"green": 0.5, "blue": 0.4},
)]  # fmt: skip
GREEN_DICE = [(GREEN, {"green": 0.999})] * 3


def test_dice_that_look_alike_have_one_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(*PALE_DICE, *GREEN_DICE)
    assert named(monkeypatch, seen, frozenset(("blue", "green"))) == ["blue"] * 3 + ["green"] * 3


def test_dice_unlike_those_of_one_colour_in_play_are_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As pale blue dice were seen with six pips: each alone is rather green than blue."""
    pale = [(PALE, {"white": 0.7, "green": 0.17, "blue": 0.07})] * 3
    in_play: frozenset[Colour] = frozenset(("blue", "green"))
    assert named(monkeypatch, Seen(*pale), in_play) == ["green"] * 3
    assert named(monkeypatch, Seen(*pale, *GREEN_DICE), in_play) == ["blue"] * 3 + ["green"] * 3


def test_one_that_is_not_surely_of_a_colour_and_looks_like_no_other_has_no_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A red die behind which a blue one stood was rather blue by itself."""
    glaring = (0.27, 0.28, 0.34), {"blue": 0.82, "orange": 0.06, "red": 0.03}
    seen = Seen(*GREEN_DICE, ((0.8, 0.3, 0.3), {"blue": 0.99}), glaring)  # type: ignore[arg-type]
    assert named(monkeypatch, seen, frozenset(("blue", "green"))) == [*["green"] * 3, "blue", None]


def test_a_die_that_is_clearly_of_another_colour_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(*GREEN_DICE, ((0.2, 0.2, 0.8), {"red": 0.999}))
    assert named(monkeypatch, seen, frozenset(("blue", "green"))) == ["green"] * 3 + ["red"]


def test_dice_that_look_alike_and_are_surely_of_two_colours_are_named_each_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = Seen(*GREEN_DICE, (GREEN, {"blue": 0.95}), (GREEN, {"blue": 0.95}))
    assert named(monkeypatch, seen, frozenset(("blue", "green"))) == ["green"] * 3 + ["blue"] * 2


def test_a_chain_of_glances_between_two_colours_is_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shiny dice, green and teal, of which one of each is less than 0.2 from the other, and a teal one in doubt lies
    within 0.05 of others: named by itself it was green."""
    green: list[tuple[tuple[float, float, float], dict[Colour, float]]] = [
        ((0.44, 0.69, 0.20), {"green": 0.99}), ((0.54, 0.74, 0.17), {"green": 0.99}),
    ]  # fmt: skip
    teal: list[tuple[tuple[float, float, float], dict[Colour, float]]] = [
        ((0.63, 0.57, 0.17), {"green": 0.53, "blue": 0.47}), ((0.66, 0.57, 0.18), {"blue": 0.95, "green": 0.05}),
        ((0.66, 0.58, 0.23), {"blue": 0.95, "green": 0.05}),
    ]  # fmt: skip
    assert named(monkeypatch, Seen(*green, *teal), frozenset(("blue", "green"))) == ["green"] * 2 + ["blue"] * 3


def test_where_the_dice_in_play_are_not_known_all_stay_as_they_were_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert named(monkeypatch, Seen(*PALE_DICE), frozenset()) == ["white"] * 3


def test_a_die_without_pips_is_left_alone() -> None:
    colours = DiceColours()
    colours.in_play = frozenset(("blue",))
    die = Die(box=(0, 0, 10, 10), value=None, face="north", colour="red", confidence=0.99, certain=True)
    assert colours.named(IMAGE, [die, msgspec.structs.replace(die, face=None)])[0].colour == "red"
