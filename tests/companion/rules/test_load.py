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
from tests.support.games.army import GAME, GAME_2012, at, ava, avb, game
from tests.support.games.strategies import ARMY_OPTIONS


def test_the_sheet_of_2011_is_among_the_games() -> None:
    assert GAME in GAMES
    assert list(GAMES) == sorted(GAMES)
    rules = load(GAME)
    assert (rules.id, rules.title, rules.players) == (GAME, "Army vs Aliens (2011)", 2)


@pytest.mark.parametrize("name", ["", "army", "../seeds", "Army-vs-Aliens-2011", 5, None])
def test_an_unknown_game_is_refused_with_the_ids_there_are(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"^game: .* is no game here .*{GAME}"):
        load(name)


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 1000])
def test_another_number_of_players_is_refused_with_the_number_supported(players: int) -> None:
    with pytest.raises(MalformedError) as caught:
        load(GAME, players)
    assert str(caught.value) == f"players: Army vs Aliens (2011) is supported for 2 to 8 players, not {players}"


@pytest.mark.parametrize("players", [True, 2.0, "2", None])
def test_a_number_of_players_is_a_whole_number(players: int) -> None:
    with pytest.raises(MalformedError, match=r"^players: .* is no number of players"):
        load(GAME, players)


def test_the_house_rules_of_2011_and_their_defaults() -> None:
    assert {option.id: option.default for option in game().seed.options} == {
        "draw_counter": "streak",
        "draw_limit": 5,
        "draw_reset": "attack",
        "allow_noop_ability": False,
        "general_ranks": (1, 2, 3),
        "two_target_strict": False,
        "teams": False,
        "team_order": "skip",
        "ffa_nuke_own_dice": "none",
        "ffa_counts": "any",
        "match": "first_to",
    }


def test_the_house_rules_of_2012_and_their_defaults() -> None:
    assert {option.id: option.default for option in avb(2).seed.options} == {
        "draw_limit": 5,
        "draw_unit": "turns",
        "draw_first_key": "living",
        "allow_noop_ability": False,
        "two_target_strict": False,
        "count_ones": "after_conversion",
        "start_total_tie": "reroll",
        "any_owner_targets": False,
        "general_allow_4": True,
        "nuke_hits_team": True,
        "teams": False,
        "team_order": "skip",
        "ffa_counts": "any",
        "match": "first_to",
    }


@pytest.mark.parametrize(
    ("game_id", "key", "value"),
    [
        (game_id, key, value)
        for game_id, keys in ARMY_OPTIONS.items()
        for key, values in keys.items()
        for value in values
    ],
)
def test_every_house_rule_can_be_set_at_every_value(game_id: str, key: str, value: object) -> None:
    """At a table for six, where every one of them goes; teams are then the usual thing."""
    rules = load(game_id, 6, {key: value} | ({"teams": True} if key == "ffa_counts" else {}))
    usual = True if key == "teams" else {option.id: option.default for option in rules.seed.options}[key]
    plain = tuple(value) if isinstance(value, list) else value
    assert rules.options == ({} if plain == usual else {key: plain})
    again, position = companion.load_position(rules.format_position(rules.start()))
    assert again.options == rules.options and position == rules.start()


@pytest.mark.parametrize("rules", [game(), avb(2)], ids=["2011", "2012"])
def test_each_option_value_is_explained_in_one_line(rules: ArmyVsAliens) -> None:
    for option in rules.seed.options:
        for line in (option.text, *(choice.text for choice in option.choices)):
            assert line.endswith(".") and "\n" not in line


def test_options_are_told_where_they_differ_from_the_default() -> None:
    assert game().options == {}
    assert game(draw_limit=5, two_target_strict=False).options == {}
    assert game(draw_limit=7, general_ranks=[1, 2, 3, 4]).options == {"draw_limit": 7, "general_ranks": (1, 2, 3, 4)}


def test_options_whose_case_does_not_arise_for_two_are_carried_along() -> None:
    assert game(team_order="skip", match="first_to", ffa_nuke_own_dice="none", teams=False).options == {}
    given = {
        "team_order": "alternate",
        "ffa_nuke_own_dice": "left_neighbour",
        "ffa_counts": "printed",
        "match": "best_of",
    }
    rules = game(**given)
    assert rules.options == given
    assert rules.format_position(rules.start())["options"] == given
    assert rules.start() == game().start()


@pytest.mark.parametrize("players", range(2, 9))
def test_ava_7_3_four_six_and_eight_play_in_teams_unless_told_otherwise(players: int) -> None:
    for build in (ava, avb):
        seats = range(players)
        alone = tuple((seat,) for seat in seats)
        if players in (4, 6, 8):
            assert build(players).sides == (tuple(seats[::2]), tuple(seats[1::2]))
            assert build(players, teams=True).options == {}
            assert build(players, teams=False).options == {"teams": False}
            assert build(players, teams=False).sides == alone
        else:
            assert build(players).sides == alone
            assert build(players, teams=False).options == {}
            with pytest.raises(MalformedError) as caught:
                build(players, teams=True)
            assert str(caught.value) == f"options.teams: two equal teams need 4, 6 or 8 players, not {players}"


@pytest.mark.parametrize("players", range(2, 9))
def test_ava_7_2_option_ffa_counts_printed(players: int) -> None:
    """AVA-Q14: the printed numbers are 3, 5 and 7; two players and teams are no free-for-all."""
    for build in (ava, avb):
        assert build(players, teams=False, ffa_counts="any").players == players
        assert players not in (4, 6, 8) or build(players, ffa_counts="printed").players == players
        if players in (2, 3, 5, 7):
            assert build(players, teams=False, ffa_counts="printed").players == players
            continue
        with pytest.raises(MalformedError) as caught:
            build(players, teams=False, ffa_counts="printed")
        assert str(caught.value) == f"players: without teams the house rules allow 2, 3, 5 or 7 players, not {players}"


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


@pytest.mark.parametrize(
    "module", ["companion", "companion.games", "companion.match", "companion.referee.matching", "seeds"]
)
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

    assert [answers(game()), answers(avb(8))] == [GAME, GAME_2012]
    assert isinstance(load(GAME), ArmyVsAliens)


def test_the_head_loads_without_eyes_or_screen() -> None:
    code = ("import sys, companion.referee.tracker; companion.load('army-vs-aliens-2011').start();"
            "print(sorted({'numpy', 'cv2', 'onnxruntime', 'flet', 'vision', 'ui'} & set(sys.modules)))")  # fmt: skip
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
