"""The JSON of Army vs Aliens: what it looks like, and what is refused, with the path of the fault."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from companion import MalformedError, UnknownGame, load_position
from tests.support.games.altered import ABSENT, changed
from tests.support.games.army import GAME, Attack, General, Mothership, Nuke, Overlord, Rally, Rolled, at, attack, game

AVA = game()

GOOD: dict[str, Any] = {
    "game": GAME,
    "options": {},
    "turn": 0,
    "quiet": 0,
    "players": [
        {"side": "army", "team": 0, "combat": [1, 1, 2, 6], "rally": 2, "scored": [3, 3]},
        {"side": "aliens", "team": 1, "combat": [4, 5], "rally": 5, "scored": [1, 2, 2]},
    ],
}
SETUP: dict[str, Any] = {
    **GOOD,
    "turn": None,
    "players": [
        {"side": "army", "team": 0, "combat": [1, 1, 2, 3, 4, 5, 6], "rally": 2, "scored": []},
        {"side": "aliens", "team": 1, "combat": [], "rally": 0, "scored": []},
    ],
    "rolling": {"seat": 1, "dice": 9},
}
RALLY: dict[str, Any] = {
    **GOOD,
    "players": [{**GOOD["players"][0], "combat": [6], "rally": 0}, GOOD["players"][1]],
    "rolling": {"seat": 0, "dice": 5},
}


@pytest.mark.parametrize("position", [GOOD, SETUP, RALLY], ids=["action", "set-up", "rally"])
def test_a_position_goes_in_and_comes_out_alike(position: dict[str, Any]) -> None:
    rules, parsed = load_position(json.dumps(position))
    assert rules.format_position(parsed) == position
    assert load_position(position)[1] == parsed
    assert rules.parse_position(json.dumps(position).encode()) == parsed


def test_the_position_of_the_document_is_read_as_meant() -> None:
    assert AVA.parse_position(GOOD) == at("1126", "45", rally=(2, 5), scored=("33", "122"))


def test_lists_are_read_in_any_order_and_written_sorted() -> None:
    shuffled = changed(changed(GOOD, "players.0.combat", [6, 1, 2, 1]), "players.1.scored", [2, 1, 2])
    assert AVA.format_position(AVA.parse_position(shuffled)) == GOOD


def test_keys_that_would_be_null_may_be_left_out() -> None:
    assert AVA.parse_position(changed(SETUP, "turn", ABSENT)) == AVA.parse_position(SETUP)
    assert AVA.parse_position(changed(GOOD, "rolling", None)) == AVA.parse_position(GOOD)


def test_options_are_written_where_they_differ_from_the_default() -> None:
    rules = game(draw_limit=5, general_ranks=[4, 2, 1, 3], draw_counter="turns")
    written = rules.format_position(rules.start())["options"]
    assert written == {"draw_counter": "turns", "general_ranks": [1, 2, 3, 4]}
    again, _ = load_position(json.dumps(rules.format_position(rules.start())))
    assert again.options == rules.options


def test_an_over_game_may_leave_out_whose_turn_it_is() -> None:
    over = changed(changed(GOOD, "players.1.combat", []), "players.1.rally", 0)
    rules, position = load_position(changed(over, "turn", None))
    assert rules.awaited(position).need == "nothing"


MALFORMED: list[tuple[dict[str, Any], str, object, str]] = [
    # wrong types, and whole numbers that are none
    (GOOD, "quiet", True, "quiet: true is no whole number"),
    (GOOD, "quiet", 1.0, "quiet: 1.0 is no whole number"),
    (GOOD, "quiet", "0", 'quiet: "0" is no whole number'),
    (GOOD, "quiet", None, "quiet: null is no whole number"),
    (GOOD, "quiet", -1, "quiet: -1 is no whole number of at least 0"),
    (GOOD, "players.0.rally", 2.0, "players[0].rally: 2.0 is no whole number"),
    (GOOD, "players.0.rally", -1, "players[0].rally: -1 is no whole number"),
    (GOOD, "players.1.team", True, "players[1].team: true is no whole number"),
    (GOOD, "players.0.combat.0", True, "players[0].combat[0]: true is no rank"),
    (GOOD, "players.0.combat.1", 1.0, "players[0].combat[1]: 1.0 is no rank"),
    (GOOD, "players.0.combat.1", [1], "players[0].combat[1]: a list is no rank"),
    (GOOD, "players.0.combat", 3, "players[0].combat: expected a list, not 3"),
    (GOOD, "players.0.combat", "1126", 'players[0].combat: expected a list, not "1126"'),
    (GOOD, "players.0", [], "players[0]: expected an object, not a list"),
    (GOOD, "players", {}, "players: expected a list, not an object"),
    (GOOD, "options", [], "options: expected an object, not a list"),
    (GOOD, "options", None, "options: expected an object, not null"),
    (GOOD, "rolling", [0, 4], "rolling: expected an object, not a list"),
    # keys
    (GOOD, "dice", 9, 'unknown key "dice" (known: game, options, quiet, players, turn, rolling)'),
    (GOOD, "players.1.hand", 0, 'players[1]: unknown key "hand" (known: side, team, combat, rally, scored)'),
    (GOOD, "players.1.scored", ABSENT, 'players[1]: the key "scored" is missing'),
    (GOOD, "quiet", ABSENT, 'the key "quiet" is missing'),
    (GOOD, "options", ABSENT, 'the key "options" is missing'),
    (GOOD, "game", ABSENT, 'the key "game" is missing'),
    (GOOD, "players", ABSENT, 'the key "players" is missing'),
    (RALLY, "rolling.seat", ABSENT, 'rolling: the key "seat" is missing'),
    (RALLY, "rolling.face", 1, 'rolling: unknown key "face"'),
    # values that no set of the game has
    (GOOD, "players.0.combat.3", 7, "players[0].combat[3]: 7 is no rank"),
    (GOOD, "players.0.combat.3", 0, "players[0].combat[3]: 0 is no rank"),
    (GOOD, "players.1.scored.2", 9, "players[1].scored[2]: 9 is no rank"),
    (GOOD, "players.0.side", "pirates", 'players[0].side: "pirates" is no side (army, aliens)'),
    (GOOD, "players.0.side", None, "players[0].side: null is no side"),
    (GOOD, "turn", 2, "turn: 2 is no seat at this table"),
    (GOOD, "turn", -1, "turn: -1 is no seat at this table"),
    (GOOD, "turn", False, "turn: false is no seat at this table"),
    (RALLY, "rolling.seat", 2, "rolling.seat: 2 is no seat at this table"),
    (RALLY, "rolling.dice", 0, "rolling.dice: 0 is no whole number from 1 to 9"),
    (RALLY, "rolling.dice", 10, "rolling.dice: 10 is no whole number from 1 to 9"),
    (GOOD, "game", "chess", 'game: "chess" is no game here (army-vs-aliens-2011'),
    (GOOD, "game", 5, "game: 5 is no game here"),
    # options
    (GOOD, "options.geometry", "G12", 'options: army-vs-aliens-2011 has no option "geometry"'),
    (GOOD, "options.count_ones", "raw", 'options: army-vs-aliens-2011 has no option "count_ones"'),
    (GOOD, "options.draw_limit", 0, "options.draw_limit: 0 is not allowed (a whole number from 1 to 1000000000)"),
    (GOOD, "options.draw_limit", True, "options.draw_limit: true is not allowed"),
    (GOOD, "options.draw_limit", 5.0, "options.draw_limit: 5.0 is not allowed"),
    (GOOD, "options.draw_counter", "rounds", 'options.draw_counter: "rounds" is not allowed (one of: streak, aligned'),
    (GOOD, "options.general_ranks", [1, 2], "options.general_ranks: [1, 2] is not allowed"),
    (GOOD, "options.general_ranks", [True, 2, 3], "options.general_ranks: [True, 2, 3] is not allowed"),
    (GOOD, "options.allow_noop_ability", 1, "options.allow_noop_ability: 1 is not allowed (one of: false, true)"),
    (GOOD, "options.match", "longest", 'options.match: "longest" is not allowed (one of: first_to, best_of)'),
    (GOOD, "options.teams", 1, "options.teams: 1 is not allowed (one of: false, true)"),
    # positions that cannot be
    (GOOD, "players.0.rally", 6, "players[0]: 10 living dice, and a player has 9"),
    (RALLY, "rolling.dice", 9, "players[0]: 10 living dice, and a player has 9"),
    (GOOD, "players.0.combat", [1] * 19, "players[0].combat: 19 dice, and the set has 18"),
    (GOOD, "players.1.scored", [7] * 99, "players[1].scored: 99 dice, and the set has 18"),
    (GOOD, "players.0.combat", [1] * 18, "players[0]: 20 living dice, and a player has 9"),
    (GOOD, "players.0.scored", [3] * 3, "players: 19 dice, living and scored together, and the set has 18"),
    (GOOD, "players.0.combat", [1, 5, 5], "players[0].combat: 2 dice of rank 5, and one is the limit (AVA-5.1)"),
    (GOOD, "players.0.side", "aliens", "players[0].side: seat 0 plays army, not aliens"),
    (GOOD, "players.1.team", 0, "players[1].team: seat 1 is in team 1, not 0"),
    (GOOD, "turn", None, "turn: a seat has to act, or a roll has to be awaited"),
    (RALLY, "turn", 1, "rolling.seat: seat 0 cannot roll in the turn of 1"),
    (
        RALLY,
        "players.0",
        {**RALLY["players"][0], "combat": [], "rally": 1},
        "players[0].rally: a rally takes every die of this zone, so it must be 0",
    ),
    (SETUP, "rolling.dice", 8, "rolling.dice: in the set-up, while seat 1 rolls, seat 1 has 9 dice in the air"),
    (SETUP, "players.0.rally", 1, "players[0]: in the set-up, while seat 1 rolls, seat 0 has 9 dice"),
    (SETUP, "rolling.seat", 0, "players[0]: 18 living dice, and a player has 9"),
    (
        SETUP,
        "players.0",
        {**SETUP["players"][0], "rally": 1, "scored": [1]},
        "players[0].scored: nothing is destroyed in the set-up",
    ),
    (SETUP, "quiet", 1, "quiet: no turn has passed in the set-up, so it must be 0"),
    (SETUP, "rolling", None, "turn: a seat has to act, or a roll has to be awaited"),
    (RALLY, "players.1.combat", [5, 5], "players[1].combat: 2 dice of rank 5, and one is the limit (AVA-5.1)"),
]


@pytest.mark.parametrize(("base", "path", "value", "line"), MALFORMED, ids=[one[3][:60] for one in MALFORMED])
def test_a_malformed_position_is_refused_with_the_path(
    base: dict[str, Any], path: str, value: object, line: str
) -> None:
    for raw in (changed(base, path, value), json.dumps(changed(base, path, value))):
        with pytest.raises(MalformedError) as caught:
            load_position(raw)
        assert str(caught.value).startswith(line)
        assert "\n" not in str(caught.value)


def test_ava_2_2_the_set_up_may_hold_two_rank_5_and_the_next_roll_sorts_them() -> None:
    """FORMATS.md lets them lie in a Combat Zone of the set-up; once it is over the limit holds for both seats."""
    unsorted = changed(changed(SETUP, "players.0.combat", [1, 2, 5, 5, 5, 5, 6]), "players.0.rally", 2)
    rules, position = load_position(unsorted)
    assert rules.format_position(position) == unsorted
    begun = rules.apply(position, Rolled((1, 1, 1, 1, 1, 1, 1, 5, 5)))
    assert begun == at("1256", "11111115", rally=(5, 1))
    assert rules.parse_position(rules.format_position(begun)) == begun


def test_ava_6_1_a_seat_that_has_not_rolled_yet_is_not_beaten() -> None:
    """Without `turn` and `rolling` an empty seat is a loser only where dice have been destroyed."""
    before = changed(SETUP, "rolling", ABSENT)
    for position in (before, changed(before, "turn", ABSENT)):
        with pytest.raises(MalformedError, match=r"^turn: a seat has to act, or a roll has to be awaited$"):
            load_position(position)


def test_nobody_alive_cannot_be() -> None:
    nobody = copy.deepcopy(GOOD)
    for player in nobody["players"]:
        player |= {"combat": [], "rally": 0}
    with pytest.raises(MalformedError, match=r"players: nobody has a living die"):
        load_position(nobody)


@pytest.mark.parametrize("count", [0, 1, 9, 100])
def test_other_numbers_of_players_are_refused(count: int) -> None:
    with pytest.raises(MalformedError) as caught:
        load_position({**GOOD, "players": (GOOD["players"] * 50)[:count]})
    assert str(caught.value) == f"players: Army vs Aliens (2011) is supported for 2 to 8 players, not {count}"


def test_a_game_reads_only_its_own_positions() -> None:
    with pytest.raises(MalformedError, match='game: "chess" is no position of this game'):
        AVA.parse_position({**GOOD, "game": "chess"})
    with pytest.raises(MalformedError, match="options: these are not the house rules of this game"):
        AVA.parse_position({**GOOD, "options": {"draw_limit": 4}})
    with pytest.raises(UnknownGame):
        load_position({**GOOD, "game": "army"})


TEXTS = [
    ("", "this is no JSON: Expecting value (line 1, column 1)"),
    ("nonsense", "this is no JSON: Expecting value (line 1, column 1)"),
    ('{"quiet": 1', "this is no JSON: Expecting ',' delimiter (line 1, column 12)"),
    ('{"quiet": NaN}', "quiet: NaN is no number in JSON"),
    ('{"quiet": -Infinity}', "quiet: -Infinity is no number in JSON"),
    ('{"quiet": ' + "9" * 5000 + "}", "quiet: a number of 5000 digits is too long"),
    ("[" * 100_000, "this is nested too deeply to be read"),
    ('{"a":' * 100_000, "this is nested too deeply to be read"),
    ('{"game": 1, "game": 1}', 'the key "game" stands twice'),
    ("[1]", "expected an object, not a list"),
    ("null", "expected an object, not null"),
    ('"' + "x" * 99 + '"', 'expected an object, not "' + "x" * 36 + "..."),
    ('"\\ud800\\n"', 'expected an object, not "\\ud800\\n"'),
    (json.dumps(GOOD).replace('"rally": 5', '"rally": 5, "rally": 5'), 'players[1]: the key "rally" stands twice'),
    (json.dumps(GOOD).replace('"options": {}', '"options": {"draw_limit": 5, "draw_limit": 5}'),
     'options: the key "draw_limit" stands twice'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), TEXTS, ids=[line for _, line in TEXTS])
def test_what_is_no_json_or_repeats_a_key_is_refused(text: str, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        load_position(text)
    assert str(caught.value) == line


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(MalformedError, match="this is no JSON: it is not UTF-8 text"):
        load_position(b'{"game": "\xff"}')


# ---------------------------------------------------------------------------------------------- events


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ('{"do":"rolled","faces":[1,4,4,6]}', Rolled((1, 4, 4, 6))),
        ('{"do":"attack","with":[3],"hit":[[1,2]]}', attack("3", 2)),
        ('{"do":"attack","with":[3,3,3],"hit":[[1,4]]}', attack("333", 4)),
        ('{"do":"nuke"}', Nuke()),
        ('{"do":"general","rank":2}', General(2)),
        ('{"do":"overlord","hit":[[1,4],[1,5]]}', Overlord(((1, 4), (1, 5)))),
        ('{"do":"mothership","hit":[[1,1],[1,6]]}', Mothership(((1, 1), (1, 6)))),
        ('{"do":"rally","roll":[1,2]}', Rally((1, 2))),
    ],
)
def test_the_events_of_the_document(text: str, event: Any) -> None:
    assert AVA.parse_event(text) == event
    assert json.dumps(AVA.format_event(event), separators=(",", ":")) == text


def test_lists_of_events_are_read_in_any_order() -> None:
    assert AVA.parse_event('{"faces":[6,1,4],"do":"rolled"}') == Rolled((1, 4, 6))
    assert AVA.parse_event({"do": "mothership", "hit": [[1, 6], [1, 1]]}) == Mothership(((1, 1), (1, 6)))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ([], "event: expected an object, not a list"),
        ({}, 'event: the key "do" is missing'),
        ({"do": "pass"}, 'event.do: "pass" is no event of this game (rolled, attack, nuke, general'),
        ({"do": ["nuke"]}, "event.do: a list is no event of this game"),
        ({"do": None}, "event.do: null is no event of this game"),
        ({"do": "nuke", "hit": []}, 'event: unknown key "hit" (known: do)'),
        ({"do": "rally"}, 'event: the key "roll" is missing'),
        ({"do": "rally", "roll": [7]}, "event.roll[0]: 7 is no rank"),
        ({"do": "rally", "roll": [1, True]}, "event.roll[1]: true is no rank"),
        ({"do": "rolled", "faces": [1, 2, 0]}, "event.faces[2]: 0 is no face"),
        ({"do": "rolled", "faces": [1.0]}, "event.faces[0]: 1.0 is no face"),
        ({"do": "rolled", "faces": None}, "event.faces: expected a list, not null"),
        ({"do": "general", "rank": 7}, "event.rank: 7 is no rank"),
        ({"do": "general", "rank": "2"}, 'event.rank: "2" is no rank'),
        ({"do": "attack", "with": [3], "hit": [1, 2]}, "event.hit[0]: expected a list, not 1"),
        ({"do": "attack", "with": [3], "hit": [[1]]}, "event.hit[0]: a target is [seat, rank], not 1 values"),
        ({"do": "attack", "with": [3], "hit": [[2, 1]]}, "event.hit[0][0]: 2 is no seat at this table"),
        ({"do": "attack", "with": [3], "hit": [[1, 7]]}, "event.hit[0][1]: 7 is no rank"),
        ({"do": "attack", "with": 3, "hit": [[1, 1]]}, "event.with: expected a list, not 3"),
    ],
)
def test_a_malformed_event_is_refused_with_the_path(event: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        AVA.parse_event(event)
    assert str(caught.value).startswith(line)


def test_events_made_in_python_are_checked_as_well() -> None:
    with pytest.raises(MalformedError, match="holds a face that is on no die"):
        AVA.rule(AVA.start(), Rolled((0,) * 9))
    with pytest.raises(MalformedError, match="is no seat at this table"):
        AVA.rule(at("1", "1"), Attack((1,), ((2, 1),)))
    for event in (Attack((7,), ((1, 1),)), attack("1", 0), Rally((7,)), General(0), Overlord(((1, 9),))):
        with pytest.raises(MalformedError, match=r"^event: \d is no rank$"):
            AVA.rule(at("1", "1"), event)
    with pytest.raises(MalformedError, match="Position is no event of this game"):
        AVA.rule(at("1", "1"), at("1", "1"))  # type: ignore[arg-type]
