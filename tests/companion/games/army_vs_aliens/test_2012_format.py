"""The JSON of Army vs Aliens for more than two players and by the sheet of 2012: what is read, written and refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from companion import MalformedError, load_position
from tests.support.games.army import GAME, GAME_2012, Drawn, at, ava, avb, ranks, table

THREE: dict[str, Any] = {
    "game": GAME,
    "options": {},
    "turn": 2,
    "quiet": 4,
    "players": [
        {"side": "army", "team": 0, "combat": [1, 5], "rally": 2, "scored": [3]},
        {"side": "aliens", "team": 1, "combat": [], "rally": 0, "scored": []},
        {"side": "army", "team": 2, "combat": [6], "rally": 0, "scored": [2, 2]},
    ],
}
DRAWING: dict[str, Any] = {
    "game": GAME_2012,
    "options": {"start_total_tie": "random"},
    "turn": None,
    "quiet": 0,
    "players": [
        {"side": "army", "team": 0, "combat": [1, 1, 1, 2, 3, 4, 5, 6, 6], "rally": 0, "scored": []},
        {"side": "aliens", "team": 1, "combat": [1, 1, 1, 2, 3, 4, 5, 6, 6], "rally": 0, "scored": []},
        {"side": "army", "team": 2, "combat": [2, 2, 2, 2, 2, 2, 2, 2, 2], "rally": 0, "scored": []},
    ],
    "drawing": [0, 1],
}


def with_(base: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(base), **fields}


def with_player(base: dict[str, Any], seat: int, **fields: Any) -> dict[str, Any]:
    changed = copy.deepcopy(base)
    changed["players"][seat] |= fields
    return changed


@pytest.mark.parametrize("position", [THREE, DRAWING], ids=["three", "drawing"])
def test_a_position_goes_in_and_comes_out_alike(position: dict[str, Any]) -> None:
    rules, parsed = load_position(json.dumps(position))
    assert rules.format_position(parsed) == position
    assert rules.players == 3


def test_the_positions_are_read_as_meant() -> None:
    assert load_position(THREE)[1] == table(ava(3), "15/-/6", rally=(2,), scored="3/-/22", turn=2, quiet=4)
    rules, position = load_position(DRAWING)
    assert position.drawing == (0, 1) and rules.format_awaited(position) == {"need": "roll", "seat": 0}
    assert load_position({**DRAWING, "drawing": [1, 0]})[1] == position


def test_options_hold_teams_only_where_they_differ_from_what_is_usual() -> None:
    """FORMATS.md and the default of AVA-7.3: teams for four, six and eight."""
    for players, teams, written in ((4, True, {}), (4, False, {"teams": False}), (3, False, {}), (8, True, {})):
        rules = avb(players, teams=teams)
        plain = rules.format_position(rules.start())
        assert plain["options"] == written
        assert [player["team"] for player in plain["players"]] == (  # type: ignore[attr-defined]
            [seat % 2 for seat in range(players)] if teams else list(range(players))
        )
        assert load_position(plain)[0].sides == rules.sides


def test_rank_5_may_lie_about_in_the_set_up_of_2012() -> None:
    """FORMATS.md: with count_ones = "raw" they wait for the last roll; by hand they may lie there in any case."""
    for options in ({}, {"count_ones": "raw"}):
        rules = avb(2, **options)
        position = at("123455556", "", turn=None, rolling=(1, 9))
        assert rules.parse_position(rules.format_position(position)) == position
        assert rules.apply(position, rules.rolled([6] * 9)).players[0].combat == ranks("111123456"[3:] + "111")


REFUSED: list[tuple[dict[str, Any], str]] = [
    (with_(THREE, turn=1), "turn: seat 1 has no living die, so its turns are passed over"),
    (with_(THREE, turn=3), "turn: 3 is no seat at this table"),
    (with_(THREE, options={"teams": True}), "options.teams: two equal teams need 4, 6 or 8 players, not 3"),
    (with_player(THREE, 1, team=0), "players[1].team: seat 1 is in team 1, not 0"),
    (with_player(THREE, 2, side="aliens"), "players[2].side: seat 2 plays army, not aliens"),
    (with_player(THREE, 0, rally=8), "players[0]: 10 living dice, and a player has 9"),
    (with_player(THREE, 2, scored=[1] * 22), "players: 28 dice, living and scored together, and the set has 27"),
    (with_player(THREE, 2, combat=[5, 5]), "players[2].combat: 2 dice of rank 5, and one is the limit"),
    (with_(THREE, drawing=[0, 1]), 'unknown key "drawing" (known: game, options, quiet, players, turn, rolling)'),
    (with_(THREE, drawing=None), 'unknown key "drawing"'),
    (with_(THREE, game=GAME_2012, options={"draw_counter": "turns"}),
     'options: army-vs-aliens-2012 has no option "draw_counter"'),
    (with_(THREE, options={"count_ones": "raw"}), 'options: army-vs-aliens-2011 has no option "count_ones"'),
    (with_(DRAWING, options={}), "drawing: by the house rules of this game nobody is drawn by lot"),
    (with_(DRAWING, turn=0), "drawing: while a seat is drawn, none is to act and none to roll"),
    (with_(DRAWING, rolling={"seat": 0, "dice": 9}), "drawing: while a seat is drawn, none is to act and none to roll"),
    (with_(DRAWING, drawing=[0]), "drawing: two seats or more are level, each listed once"),
    (with_(DRAWING, drawing=[]), "drawing: two seats or more are level, each listed once"),
    (with_(DRAWING, drawing=[0, 1, 1]), "drawing: two seats or more are level, each listed once"),
    (with_(DRAWING, drawing=[0, 3]), "drawing[1]: 3 is no seat at this table"),
    (with_(DRAWING, drawing=[0, True]), "drawing[1]: true is no seat at this table"),
    (with_(DRAWING, drawing=[0, 1.0]), "drawing[1]: 1.0 is no seat at this table"),
    (with_(DRAWING, drawing=1), "drawing: expected a list, not 1"),
    (with_(DRAWING, drawing=[0, 2]), "drawing: these seats are not those level in every rank"),
    (with_(DRAWING, quiet=1), "quiet: no turn has passed in the set-up, so it must be 0"),
    (with_player(DRAWING, 2, scored=[1]), "players[2].scored: nothing is destroyed in the set-up"),
    (with_player(DRAWING, 2, combat=[2]), "players[2]: once everybody has rolled, seat 2 has 9 dice"),
    (with_(DRAWING, drawing=None), "turn: a seat has to act, or a roll has to be awaited"),
    (with_(DRAWING, options={"start_total_tie": "lots"}), 'options.start_total_tie: "lots" is not allowed (one of: '),
    (with_(DRAWING, options={"draw_first_key": 1}), "options.draw_first_key: 1 is not allowed (one of: living, "),
    (with_(DRAWING, options={"general_allow_4": 0}), "options.general_allow_4: 0 is not allowed (one of: true, false)"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "line"), REFUSED, ids=[line[:50] for _, line in REFUSED])
def test_a_malformed_position_is_refused_with_the_path(position: dict[str, Any], line: str) -> None:
    for raw in (position, json.dumps(position)):
        with pytest.raises(MalformedError) as caught:
            load_position(raw)
        assert str(caught.value).startswith(line) and "\n" not in str(caught.value)


def test_raw_counts_leave_no_trace_so_any_seats_may_be_drawn_among() -> None:
    raw = with_(DRAWING, options={"start_total_tie": "random", "count_ones": "raw"}, drawing=[0, 2])
    assert load_position(raw)[1].drawing == (0, 2)


def test_a_finished_game_may_name_any_seat_as_the_one_to_act() -> None:
    """FORMATS.md: once a game is over `turn` means nothing."""
    for turn in (0, 1, 2, None):
        over = with_(with_player(THREE, 2, combat=[]), turn=turn)
        rules, position = load_position(over)
        assert rules.awaited(position).need == "nothing"


@pytest.mark.parametrize("players", [2, 5, 8])
def test_dice_that_have_left_the_game_are_missing_from_it(players: int) -> None:
    """AVA-7.5: living and scored dice together may be fewer than nine a seat, never more."""
    rules = ava(players, teams=False)
    few = table(rules, "/".join(["6"] * players))
    assert rules.parse_position(rules.format_position(few)) == few
    many = table(rules, "/".join(["666666666"] * players), scored="1")
    with pytest.raises(MalformedError, match=rf"^players: {9 * players + 1} dice, living and scored together"):
        rules.parse_position(rules.format_position(many))


# ---------------------------------------------------------------------------------------------- events


def test_the_event_of_the_lot_is_of_2012_alone() -> None:
    assert avb(3).parse_event('{"do":"drawn","seat":2}') == Drawn(2)
    assert avb(3).format_event(Drawn(2)) == {"do": "drawn", "seat": 2}
    assert avb(3).formatted(Drawn(2)) == "drawn 2" and avb(3).parsed("Drawn  2") == Drawn(2)
    with pytest.raises(MalformedError, match=r'^event.do: "drawn" is no event of this game \(rolled, attack'):
        ava(3).parse_event({"do": "drawn", "seat": 2})
    with pytest.raises(MalformedError, match="nobody is drawn by lot on this sheet"):
        ava(3).rule(ava(3).start(), Drawn(1))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"do": "drawn"}, 'event: the key "seat" is missing'),
        ({"do": "drawn", "seat": 3}, "event.seat: 3 is no seat at this table"),
        ({"do": "drawn", "seat": True}, "event.seat: true is no seat at this table"),
        ({"do": "drawn", "seat": None}, "event.seat: null is no seat at this table"),
        ({"do": "drawn", "seat": 0, "dice": 1}, 'event: unknown key "dice" (known: do, seat)'),
        ({"do": "attack", "with": [1], "hit": [[3, 1]]}, "event.hit[0][0]: 3 is no seat at this table"),
        ({"do": "general", "rank": 0}, "event.rank: 0 is no rank"),
    ],
)
def test_a_malformed_event_is_refused_with_the_path(event: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        avb(3).parse_event(event)
    assert str(caught.value) == line


def test_a_lot_made_in_python_is_checked_as_well() -> None:
    with pytest.raises(MalformedError, match=r"^event.seat: 3 is no seat at this table$"):
        avb(3).rule(avb(3).start(), Drawn(3))
