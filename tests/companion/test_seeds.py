"""The seed files are read strictly: what is wrong is one line with the file and the place."""

from __future__ import annotations

from importlib import resources

import pytest

import seeds
from companion.games.army_vs_aliens.pieces import ArmySeed

NAME = "army_vs_aliens_2011.toml"
TEXT = (resources.files("seeds") / NAME).read_text("utf-8")


def refused(text: str) -> str:
    with pytest.raises(seeds.SeedError) as caught:
        seeds.parse(text.encode(), NAME, ArmySeed)
    line = str(caught.value)
    assert line.startswith(f"seeds/{NAME}: ") and "\n" not in line
    return line.removeprefix(f"seeds/{NAME}: ")


@pytest.mark.parametrize("game_id", seeds.game_ids())
def test_every_seed_has_a_module(game_id: str) -> None:
    assert seeds.module_of(game_id).isidentifier()


def test_the_shipped_seed_is_sound() -> None:
    seed = seeds.read("army-vs-aliens-2011", ArmySeed)
    assert seed == seeds.parse(TEXT.encode(), NAME, ArmySeed)
    assert seed.clause("AVA-3.4").title == "Rally"
    with pytest.raises(KeyError):
        seed.clause("AVA-9.9")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("dice = 9", "dice = 9\nspeed = 1", "Object contains unknown field `speed`"),
        ("dice = 9", "", "Object missing required field `dice`"),
        ("dice = 9", "dice = 9.0", "Expected `int`, got `float` - at `$.dice`"),
        ("dice = 9", "dice = true", "Expected `int`, got `bool` - at `$.dice`"),
        ("dice = 9", "dice = 9\ndice = 8", "Cannot overwrite a value"),
        ("dice = 9", "dice =", "Invalid value"),
        ("players = [2, 2]", "players = [3, 2]", "players must be the least and the most, not [3, 2]"),
        ('rank = 6, one = "Nuke"', 'rank = 7, one = "Nuke"',
         "rank 7 is on no die (1 to 6) - at `$.sides[0].units[5]`"),
        ('rank = 6, one = "Nuke"', 'rank = 5, one = "Nuke"',
         "the units of Army must be of rank 1 to 6, in order and each once - at `$.sides[0]`"),
        ('colour = "blue"', 'colour = "azure"', "Invalid enum value 'azure' - at `$.sides[0].colour`"),
        ('default = "streak"', 'default = "strike"',
         "the default of option draw_counter is not among the values it allows - at `$.options[0]`"),
        ("most = 1000000000", "", "option draw_limit needs either choices, or least and most - at `$.options[1]`"),
        ("default = 5", "default = 0", "the default of option draw_limit is not among the values it allows"),
        ('id = "draw_limit"', 'id = "draw_counter"', "option draw_counter stands twice"),
        ('clauses = ["AVA-6.4"]', 'clauses = ["AVA-6.9"]',
         "option draw_reset bears on AVA-6.9, which is not in the file"),
        ('id = "AVA-1.2"', 'id = "AVA-1.1"', "clause AVA-1.1 stands twice"),
        ('id = "AVA-1.2"', 'id = "1.2"', "'1.2' is no clause id (such as AVA-3.2) - at `$.clauses[1]`"),
        ('title = "Units"', 'heading = "Units"', "Object contains unknown field `heading` - at `$.clauses[1]`"),
    ],
)  # fmt: skip
def test_a_fault_names_its_place(old: str, new: str, line: str) -> None:
    assert old in TEXT
    assert refused(TEXT.replace(old, new, 1)).startswith(line)


def test_an_empty_text_of_a_clause_is_refused() -> None:
    start = TEXT.index('text = "The Army has nine blue dice')
    end = TEXT.index("\n", start)
    assert refused(TEXT[:start] + 'text = ""' + TEXT[end:]).startswith("the text of AVA-1.1 must be one line")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(seeds.SeedError, match=f"^seeds/{NAME}: 'utf-8' codec"):
        seeds.parse(b"game = \xff", NAME, ArmySeed)


def test_a_missing_seed_is_one_line() -> None:
    with pytest.raises(seeds.SeedError, match=r"^seeds/no_such_game\.toml: No such file"):
        seeds.read("no-such-game", ArmySeed)


def test_options_tell_numbers_from_truth_values() -> None:
    seed = seeds.read("army-vs-aliens-2011", ArmySeed)
    options = {option.id: option for option in seed.options}
    assert options["draw_limit"].accept(True) is None
    assert options["draw_limit"].accept(3.0) is None
    assert options["allow_noop_ability"].accept(0) is None
    assert options["general_ranks"].accept([3, 1, 2]) == (1, 2, 3)
    assert options["general_ranks"].accept([True, 2, 3]) is None
    assert options["general_ranks"].accept([1, 1, 2, 3]) is None
