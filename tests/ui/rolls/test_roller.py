"""Dice that are rolled by lot without a game: which there are, what they show, and what is added up."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

import companion
from ui.rolls import LOT
from ui.rolls.roller import MOST_DICE, MOST_ROLLS, Roller, colour_totals, dice_kinds, drawn_line


def roller(**chosen: int) -> Roller:
    made = Roller(clock=lambda: 1_790_000_000.0, lot=random.Random(7))
    made.choose("white", 0)
    for kind, count in chosen.items():
        made.choose(kind, count)
    return made


def test_chance_is_that_of_the_system() -> None:
    assert isinstance(LOT, random.SystemRandom) and Roller()._lot is LOT


def test_a_direction_die_has_the_odds_of_its_game() -> None:
    (direction,) = (kind for kind in dice_kinds() if kind.id == "direction")
    game = companion.load("space-checkers")
    odds: dict[object, Fraction] = {}
    for event, chance in game.chances(game.start()):
        face = game.format_event(event)["direction"]
        odds[face] = odds.get(face, Fraction(0)) + chance
    assert {face: Fraction(count, 6) for face, count in Counter(direction.faces).items()} == odds
    assert len(direction.faces) == 6


def test_every_face_comes_up() -> None:
    made = roller(red=10, direction=10)
    for _ in range(60):
        made.roll()
    shown = {(die.colour, die.face) for roll in made.rolls for die in roll.dice}
    rolled = [kind for kind in dice_kinds() if kind.id in ("red", "direction")]
    assert shown == {(kind.colour, face) for kind in rolled for face in kind.faces}


def test_a_roll_is_told_and_added_up() -> None:
    made = roller(red=2, blue=1, direction=1)
    roll = made.roll()
    assert roll is not None and roll.number == 1
    points = [die.face for die in roll.dice if isinstance(die.face, int)]
    assert len(points) == 3 and roll.total == sum(points)
    assert colour_totals(roll) == {"red": sum(points[:2]), "blue": points[2]}
    assert drawn_line(roll).startswith("4 dice: ") and drawn_line(roll).endswith(f"; {sum(points)} in all")
    made = roller(direction=1)
    roll = made.roll()
    assert roll is not None and roll.total is None and "in all" not in drawn_line(roll)


def test_nothing_is_rolled_without_dice_and_never_too_many() -> None:
    assert roller().roll() is None
    made = roller(red=MOST_DICE - 1, blue=5)
    assert len(made.dice) == MOST_DICE and made.chosen["blue"] == 1
    made.choose("blue", -3)
    assert made.chosen["blue"] == 0


def test_the_list_is_begun_anew_and_never_endless() -> None:
    made = roller(white=1)
    for _ in range(MOST_ROLLS + 3):
        made.roll()
    assert len(made.rolls) == MOST_ROLLS and made.rolls[-1].number == MOST_ROLLS + 3
    made.clear()
    made.roll()
    assert [roll.number for roll in made.rolls] == [1]


@pytest.mark.parametrize("sides", [4, 8, 10, 12, 20])
def test_dice_with_other_numbers_of_sides_show_each_as_often(sides: int) -> None:
    (kind,) = (kind for kind in dice_kinds() if kind.id == f"d{sides}")
    assert kind.faces == tuple(range(1, sides + 1)) and kind.name == f"Dice with {sides} sides"
    made = roller(**{kind.id: 30})
    for _ in range(40):
        made.roll()
    counts = Counter(die.face for roll in made.rolls for die in roll.dice)
    assert set(counts) == set(kind.faces)
    assert all(abs(count - 1200 / sides) < 6 * (1200 / sides) ** 0.5 for count in counts.values())
