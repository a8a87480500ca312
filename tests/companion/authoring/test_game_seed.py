"""Files of games that are refused, each in one line that names the file and the place."""

from __future__ import annotations

import pytest

from companion.authoring import API, KindOfDie
from seeds import SeedError
from tests.support.games.tiny import tiny_seed


def test_what_need_not_be_said_has_a_default() -> None:
    seed = tiny_seed()
    assert seed.api == API and seed.dice == (KindOfDie(1, 6, None),)
    assert (seed.colours, seed.scoring) == ((), {}) and seed.events["bet"].notation == ""
    assert tiny_seed('[words]\nred = "the red one"\n', "").words == {}


@pytest.mark.parametrize(
    ("was", "will", "fault"),
    [
        ("api = 1", "api = 2", "the file asks for api 2, and this program has 1"),
        ("api = 1", "", "Object missing required field `api`"),
        ("api = 1", 'api = "1"', "Expected `int`, got `str` - at `$.api`"),
        ("api = 1", "api = 1\nscores = 3", "Object contains unknown field `scores`"),
        ('bet = { clause = "TY-1.1"', 'bet = { clause = "TY-9.9"',
         "event bet rests on TY-9.9, which is not in the file"),
        ('heading = "Bet", ', "", "Object missing required field `heading` - at `$.events[...]`"),
        ('heading = "Bet"', 'heading = "Bet", colour = "red"',
         "Object contains unknown field `colour` - at `$.events[...]`"),
        ("options = []", 'options = []\ncolours = ["red", "blue"]', "2 colours of pieces, and up to 3 players"),
        ("options = []", 'options = []\ncolours = ["pinkish"]', "Invalid enum value 'pinkish' - at `$.colours[0]`"),
        ("count = 1", "count = 0", "0 dice with 6 sides are none (1 to 100 dice, 2 to 100 sides) - at `$.dice[0]`"),
        ("count = 1", "count = 101",
         "101 dice with 6 sides are none (1 to 100 dice, 2 to 100 sides) - at `$.dice[0]`"),
        ("count = 1", "count = 1\nsides = 1",
         "1 dice with 1 sides are none (1 to 100 dice, 2 to 100 sides) - at `$.dice[0]`"),
        ("players = [2, 3]", "players = [3, 2]", "players must be the least and the most, not [3, 2]"),
        ('id = "TY-1.1"', 'id = "1.1"', "'1.1' is no clause id (such as AVA-3.2) - at `$.clauses[0]`"),
    ],
)  # fmt: skip
def test_an_impossible_file_is_refused(was: str, will: str, fault: str) -> None:
    with pytest.raises(SeedError) as refusal:
        tiny_seed(was, will)
    assert str(refusal.value) == f"tiny/game.toml: {fault}"
