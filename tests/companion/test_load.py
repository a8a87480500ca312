"""Loading games: ids, numbers of players, house rules; and what the packages offer to others."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import companion
import seeds
from companion import GAMES, BrokenSeed, CompanionError, IllegalEvent, MalformedError, UnknownGame, load
from companion.games.army_vs_aliens import ArmyVsAliens
from companion.games.army_vs_aliens.pieces import Options
from tests.support.army import GAME, Nuke, at, game


def test_the_sheet_of_2011_is_among_the_games() -> None:
    assert GAME in GAMES
    assert list(GAMES) == sorted(GAMES)
    rules = load(GAME)
    assert (rules.id, rules.title, rules.players) == (GAME, "Army vs Aliens (2011)", 2)


@pytest.mark.parametrize("name", ["", "army", "../seeds", "Army-vs-Aliens-2011", 5, None])
def test_an_unknown_game_is_refused_with_the_ids_there_are(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"^game: .* is no game here .*{GAME}"):
        load(name)


@pytest.mark.parametrize("players", [0, 1, 3, 4, 8, 1000])
def test_another_number_of_players_is_refused_with_the_number_supported(players: int) -> None:
    with pytest.raises(MalformedError) as caught:
        load(GAME, players)
    assert str(caught.value) == f"players: Army vs Aliens (2011) is supported for 2 players, not {players}"


@pytest.mark.parametrize("players", [True, 2.0, "2", None])
def test_a_number_of_players_is_a_whole_number(players: int) -> None:
    with pytest.raises(MalformedError, match=r"^players: .* is no number of players"):
        load(GAME, players)


def test_the_house_rules_that_bear_on_two_players_and_their_defaults() -> None:
    defaults = {option.id: option.default for option in game().seed.options}
    assert {name: defaults[name] for name in Options.__struct_fields__} == {
        "draw_counter": "streak",
        "draw_limit": 5,
        "draw_reset": "attack",
        "allow_noop_ability": False,
        "general_ranks": (1, 2, 3),
        "two_target_strict": False,
    }


def test_each_option_value_is_explained_in_one_line() -> None:
    for option in game().seed.options:
        for line in (option.text, *(choice.text for choice in option.choices)):
            assert line.endswith(".") and "\n" not in line


def test_options_are_told_where_they_differ_from_the_default() -> None:
    assert game().options == {}
    assert game(draw_limit=5, two_target_strict=False).options == {}
    assert game(draw_limit=7, general_ranks=[1, 2, 3, 4]).options == {"draw_limit": 7, "general_ranks": (1, 2, 3, 4)}


def test_options_whose_case_does_not_arise_for_two_are_carried_along() -> None:
    assert game(team_order="skip", match="first_to", ffa_nuke_own_dice="none", teams=False).options == {}
    given = {"teams": True, "team_order": "alternate", "ffa_nuke_own_dice": "left_neighbour", "match": "best_of"}
    rules = game(**given)
    assert rules.options == given
    assert rules.format_position(rules.start())["options"] == given
    assert rules.start() == game().start()


def test_ava_7_3_two_players_are_two_teams_of_one_whatever_the_option_says() -> None:
    nuked = at("1666", "13", rally=(0, 1))
    assert game(teams=True).apply(nuked, Nuke()) == game().apply(nuked, Nuke())
    assert game(teams=True).outcome(at("1", "")) == game().outcome(at("1", ""))


def test_ava_6_3_a_draw_limit_may_be_out_of_reach() -> None:
    rules = game(draw_limit=1_000_000)
    assert rules.outcome(at("6", "6", quiet=1_999_999)) is None
    assert rules.outcome(at("6", "6", quiet=2_000_000)) is not None


def test_ava_q4_ranks_of_an_option_may_come_as_a_set() -> None:
    assert game(general_ranks={1, 2, 3, 4}).options == game(general_ranks=[4, 3, 2, 1]).options
    assert game(general_ranks=frozenset({1, 2, 3})).options == {}


@pytest.mark.parametrize("options", [5, "draw_limit", [("draw_limit", 3)], []])
def test_options_that_are_no_mapping_are_refused(options: Any) -> None:
    with pytest.raises(MalformedError, match=r"^options: expected an object"):
        load(GAME, 2, options)
    assert load(GAME, 2, MappingProxyType({"draw_limit": 3})).options == {"draw_limit": 3}


def test_the_error_tree() -> None:
    assert issubclass(UnknownGame, MalformedError)
    for error in (MalformedError, IllegalEvent, BrokenSeed):
        assert issubclass(error, CompanionError)
    assert not issubclass(IllegalEvent, MalformedError)


def test_a_broken_seed_is_one_line_with_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise seeds.SeedError("seeds/x.toml: Invalid value - at `$.dice`")

    monkeypatch.setattr(seeds, "module_of", broken)
    with pytest.raises(BrokenSeed, match=r"seeds/x\.toml"):
        load(GAME)


@pytest.mark.parametrize("module", ["companion", "companion.games", "companion.journal", "companion.referee", "seeds"])
def test_the_public_names_are_sorted_and_there(module: str) -> None:
    package = importlib.import_module(module)
    public = package.__all__
    assert public == sorted(public, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert all(hasattr(package, name) for name in public)


def test_what_the_package_offers_is_what_it_names() -> None:
    offered = {name for name in vars(companion) if not name.startswith("_")}
    submodules = {path.stem for path in Path(companion.__path__[0]).iterdir()}
    assert offered - submodules == set(companion.__all__) - submodules


def test_the_game_answers_the_protocol() -> None:
    def answers(rules: companion.Game) -> str:
        return rules.id

    assert answers(game()) == GAME
    assert isinstance(load(GAME), ArmyVsAliens)


def test_the_head_loads_without_eyes_or_screen() -> None:
    code = ("import sys, companion.referee, companion.journal; companion.load('army-vs-aliens-2011').start();"
            "print(sorted({'numpy', 'cv2', 'onnxruntime', 'flet', 'vision', 'ui'} & set(sys.modules)))")  # fmt: skip
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
