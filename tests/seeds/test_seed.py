"""The seed files are read strictly: what is wrong is one line with the file and the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import seeds
from companion.games.army_vs_aliens.pieces import ArmySeed
from seeds.installed import InstalledGame
from tests.support.paths import ROOT

NAME = "companion/games/army_vs_aliens/game.toml"
TEXT = (ROOT / NAME).read_text("utf-8")


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, game: str, text: str) -> None:
    """Has a game of this description in a folder, beside those that are installed."""
    (folder / game).mkdir()
    (folder / game / "game.toml").write_text(text, "utf-8")
    games = {**seeds.installed_games(), game: InstalledGame(game, game, folder / game, "here")}
    monkeypatch.setattr("seeds.seed.installed_games", lambda: games)


def refused(text: str) -> str:
    with pytest.raises(seeds.SeedError) as caught:
        seeds.parse(text.encode(), NAME, ArmySeed)
    line = str(caught.value)
    assert line.startswith(f"{NAME}: ") and "\n" not in line
    return line.removeprefix(f"{NAME}: ")


@pytest.mark.parametrize("game_id", seeds.game_ids())
def test_every_game_has_its_files_and_its_german_texts(game_id: str) -> None:
    game = seeds.installed_games()[game_id]
    assert game.package == f"companion.games.{game.folder.name}" and game.origin.startswith("tabletop-companion ")
    assert all((game.folder / name).is_file() for name in ("game.toml", "texts/de.toml"))
    assert seeds.module_of(game_id, "rules") is not None and seeds.module_of(game_id, "no_such_module") is None


def test_an_edition_has_what_the_one_it_extends_has() -> None:
    assert seeds.module_of("army-vs-aliens-2012", "rules") == "companion.games.army_vs_aliens.rules"


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
        ("players = [2, 8]", "players = [3, 2]", "players must be the least and the most, not [3, 2]"),
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
    with pytest.raises(seeds.SeedError, match=f"^{NAME}: 'utf-8' codec"):
        seeds.parse(b"game = \xff", NAME, ArmySeed)


def test_a_missing_seed_is_one_line() -> None:
    with pytest.raises(seeds.SeedError, match=r"^no-such-game: no such game is installed$"):
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


# ---------------------------------------------------------------------------------------------- one sheet over another

YOUNGER = """
game = "younger"
title = "Younger"
prefix = "YO"
extends = "elder"
"""
ELDER = TEXT.replace("army-vs-aliens-2011", "elder")


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Reads a seed that extends `elder`, which is the sheet of 2011 under another name."""
    install(monkeypatch, tmp_path, "elder", ELDER)

    def read(text: str) -> ArmySeed:
        return seeds.parse((YOUNGER + text).encode(), "younger.toml", ArmySeed)

    return read


def test_what_is_not_restated_carries_over_with_the_own_prefix(extended: Any) -> None:
    elder, younger = seeds.read("army-vs-aliens-2011", ArmySeed), extended("")
    assert (younger.game, younger.title, younger.dice) == ("younger", "Younger", 9)
    assert [clause.id for clause in younger.clauses] == [c.id.replace("AVA", "YO") for c in elder.clauses]
    assert younger.options[0].clauses == ("YO-6.3",)
    assert younger.sides == elder.sides and younger.endings == elder.endings
    assert "AVA-" not in str(younger)


def test_what_is_restated_differs_and_the_rest_of_its_entry_carries_over(extended: Any) -> None:
    younger = extended("""
        endings.drawn = "Nobody wins."
        [[options]]
        id = "draw_limit"
        default = 7
        [[clauses]]
        id = "YO-6.3"
        text = "Never."
        faults.soon = "Not yet."
        [[zones]]
        id = "rally"
        place = "the Cup"
    """)
    limit = next(option for option in younger.options if option.id == "draw_limit")
    assert (limit.default, limit.least, limit.clauses) == (7, 1, ("YO-6.3",))
    clause = younger.clause("YO-6.3")
    assert (clause.text, clause.title, list(clause.faults)) == ("Never.", "No-attack ending", ["over", "soon"])
    assert younger.endings["drawn"] == "Nobody wins." and "eliminated" in younger.endings
    assert [(zone.id, zone.place) for zone in younger.zones] == [("combat", ""), ("rally", "the Cup"), ("scoring", "")]


def test_what_is_new_is_added_and_clauses_stand_in_the_order_of_their_numbers(extended: Any) -> None:
    younger = extended("""
        [[clauses]]
        id = "YO-4.0"
        title = "Abilities"
        text = "They are attacks."
        [[clauses]]
        id = "YO-7"
        title = "Many"
        text = "As before."
        [[options]]
        id = "speed"
        clauses = ["YO-7"]
        text = "How fast."
        default = 1
        least = 1
        most = 2
    """)
    ids = [clause.id for clause in younger.clauses]
    assert ids.index("YO-4.0") == ids.index("YO-4.1") - 1 and ids.index("YO-7") == ids.index("YO-7.1") - 1
    assert younger.options[-1].id == "speed"


def test_what_is_left_out_is_gone_and_may_be_said_anew(extended: Any) -> None:
    younger = extended("""
        without = ["draw_reset", "YO-6.4", "YO-6.3", "draw_counter", "draw_limit"]
        [[clauses]]
        id = "YO-6.3"
        title = "Draw"
        text = "Something else."
    """)
    assert "draw_reset" not in [option.id for option in younger.options]
    with pytest.raises(KeyError):
        younger.clause("YO-6.4")
    assert younger.clause("YO-6.3").faults == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('without = ["YO-9.9"]', "younger.toml: elder has no 'YO-9.9' - at `$.without`"),
        ('without = ["AVA-6.3"]', "younger.toml: elder has no 'AVA-6.3' - at `$.without`"),
        ('without = "dice"', "younger.toml: Expected `array`, got `str` - at `$.without`"),
        ('without = ["dice"]', "younger.toml (with what it extends): Object missing required field `dice`"),
        ('without = ["YO-6.4"]',
         "younger.toml (with what it extends): option draw_reset bears on YO-6.4, which is not in the file"),
        ("speed = 1", "younger.toml (with what it extends): Object contains unknown field `speed`"),
        ('[[clauses]]\nid = "YO-6.3"\n[[clauses]]\nid = "YO-6.3"',
         "younger.toml: YO-6.3 stands twice - at `$.clauses`"),
        ("clauses = 5", "younger.toml: every entry needs an id - at `$.clauses`"),
        ('[[clauses]]\nid = "YO-9.1"', "younger.toml (with what it extends): Object missing required field `title`"),
        ("[[clauses]]\ntitle = 5", "younger.toml: every entry needs an id - at `$.clauses`"),
    ],
)  # fmt: skip
def test_a_fault_of_an_extension_is_one_line(extended: Any, text: str, line: str) -> None:
    with pytest.raises(seeds.SeedError) as caught:
        extended(text)
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('extends = "elder"', 'extends = "nobody"', "nobody: no such game is installed"),
        ('extends = "elder"', "extends = 5", "younger.toml: Expected `str`, got `int` - at `$.extends`"),
        ('prefix = "YO"', "", "younger.toml: Object missing required field `prefix`"),
        ('extends = "elder"', 'extends = "younger"', "younger.toml: younger has no clause prefix of its own"),
    ],
)
def test_a_seed_extends_one_that_stands_by_itself(
    extended: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, line: str
) -> None:
    install(monkeypatch, tmp_path, "younger", YOUNGER)
    with pytest.raises(seeds.SeedError) as caught:
        seeds.parse(YOUNGER.replace(old, new).encode(), "younger.toml", ArmySeed)
    assert str(caught.value).startswith(line)


def test_the_sheet_of_2012_restates_less_than_it_takes_over() -> None:
    younger = seeds.read("army-vs-aliens-2012", ArmySeed)
    own = (ROOT / "companion/games/army_vs_aliens_2012/game.toml").read_text("utf-8")
    assert younger.prefix == "AVB"
    assert "AVA-" not in str(younger)
    assert "Trooper" not in own.partition("[[zones]]")[0] and own.count("[[sides]]") == 0
    assert own.count("faults]") < 10 < sum(bool(clause.faults) for clause in younger.clauses)
