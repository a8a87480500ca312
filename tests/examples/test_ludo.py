"""Ludo of examples/games: every clause with an act that keeps to it and one that breaks it, whole games, the table, and
a match that the referee follows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import companion
from companion.cli.bench.referee import seen
from companion.match.journal import Journal
from companion.referee import ScriptedPlayers
from companion.referee.matching import Explanation, Question, SeatedGame
from companion.referee.notice_delays import BEFORE_RULING_UNFINISHED
from companion.referee.tracker import MatchTracker
from companion.rules import MalformedError, played
from companion.table.view import Cell
from seeds import pages
from tests.support.games.example_boards import Table, found, watched


@pytest.fixture(scope="module", autouse=True)
def installed() -> Iterator[None]:
    with found("ludo"):
        yield


def at(*pawns: tuple[int, ...], turn: int = 0, rolled: int | None = None, **more: Any) -> Any:
    """The position in which the pawns of each seat have gone so many steps."""
    own = [sorted((*one, *(0,) * (4 - len(one)))) for one in pawns]
    return lambda rules: {
        "game": "ludo", "options": rules.format_options(), "players": rules.players,
        "turn": turn, "pawns": own, "rolled": rolled, **more,
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------- clause by clause


def test_lu_1_2_the_track_has_forty_squares_and_each_lane_four() -> None:
    from ludo.rules import CLOSED, WAYS, WHOLE

    assert len(set(WHOLE)) == 40 and all(len(set(way)) == 44 for way in WAYS)
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise((*WHOLE, WHOLE[0])))
    assert len(set.union(*map(set, WAYS))) == 56 == 121 - len(CLOSED)
    for one, other in pairwise(WAYS):
        assert one[10] == other[0] and not set(one[40:]) & set(other)


def test_lu_1_3_pawns_begin_in_their_yards_and_two_players_sit_opposite() -> None:
    for players, yards in ((2, ["yard-0", "yard-2"]), (4, ["yard-0", "yard-1", "yard-2", "yard-3"])):
        layout = SeatedGame.usual(companion.load("ludo", players)).layout(companion.load("ludo", players).start())
        assert [(row.grid, row.count) for row in layout.rows] == [(yard, 4) for yard in yards]
        assert not layout.pieces
    assert SeatedGame.usual(companion.load("ludo", 2)).colours == ("yellow", "green")


def test_lu_2_1_a_turn_begins_with_a_roll_and_ends_with_a_move() -> None:
    table = Table("ludo", at=at((5,), (7,)))
    assert table.ruled("roll 3") == (("LU-2.1",), "")
    assert table.ruled("roll 3 4") == (("LU-2.1",), "Player 1 has one die to roll.")
    assert table.ruled("move 4,4 3,4") == (("LU-3.2",), "Player 1 has to roll before a pawn is moved.")
    assert table.ruled("enter") == (("LU-3.1",), "Player 1 has to roll before a pawn enters.")
    table.play("roll 3")
    assert table.ruled("roll 3")[1] == "Player 1 has to move a pawn before the die is rolled again."
    assert table.play("move 4,4 1,4").awaited == "roll 1"


def test_lu_2_2_after_a_six_the_same_player_rolls_again() -> None:
    table = Table("ludo", at=at((5,), (7,), rolled=6))
    assert table.ruled("move 4,4 0,6")[0] == ("LU-3.2", "LU-2.2")
    assert table.play("move 4,4 0,6").awaited == "roll 0"
    blocked = Table("ludo", at=at((42, 43, 44, 40), (7,)))
    assert blocked.ruled("roll 6")[0] == ("LU-2.1", "LU-2.2")
    assert blocked.play("roll 6").awaited == "roll 0"


@pytest.mark.parametrize(("third_six", "awaited"), [(True, "roll 1"), (False, "action 0")])
def test_lu_2_2_a_third_six_ends_the_turn_by_the_house_rule(third_six: bool, awaited: str) -> None:
    table = Table("ludo", at=at((5,), (7,)), third_six=third_six)
    table.play("roll 6", "enter", "roll 6", "move 4,4 0,6", "roll 6")
    assert table.awaited == awaited
    assert table.position.pawns[0] == (0, 0, 1, 11)


@pytest.mark.parametrize(("three_rolls", "rolls"), [(True, 3), (False, 1)])
def test_lu_2_3_a_full_yard_gives_three_rolls(three_rolls: bool, rolls: int) -> None:
    table = Table("ludo", three_rolls=three_rolls)
    for _ in range(rolls):
        assert table.awaited == "roll 0"
        table.play("roll 5")
    assert table.awaited == "roll 1"
    assert Table("ludo").ruled("roll 5")[0] == ("LU-2.1", "LU-2.3")
    assert Table("ludo").play("roll 5", "roll 5", "roll 6", "enter", "roll 4", "move 4,0 4,4").awaited == "roll 1"
    assert Table("ludo", at=at((44,), (7,))).play("roll 5").awaited == "roll 1"


def test_lu_3_1_a_six_brings_a_pawn_in() -> None:
    table = Table("ludo", at=at((5,), (7,), rolled=6))
    assert table.ruled("enter")[0] == ("LU-3.1", "LU-2.2")
    assert table.play("enter").position.pawns[0] == (0, 0, 1, 5)
    five = Table("ludo", at=at((5,), (7,), rolled=5))
    assert five.ruled("enter") == (("LU-3.1",), "A pawn leaves the yard with a six only, and player 1 has rolled 5.")
    taken = Table("ludo", at=at((1,), (7,), rolled=6))
    assert taken.ruled("enter")[1] == "Player 1's own pawn stands on the start square, so no other can enter."
    out = Table("ludo", at=at((2, 5, 9, 13), (7,), rolled=6))
    assert out.ruled("enter") == (("LU-3.1",), "Player 1 has no pawn left in the yard.")


def test_lu_3_2_a_pawn_goes_as_far_as_was_rolled() -> None:
    table = Table("ludo", at=at((5, 6), (7,), rolled=3))
    assert table.actions == ["move 4,4 1,4", "move 3,4 0,4"]
    assert table.ruled("move 4,4 1,4") == (("LU-3.2",), "")
    assert table.ruled("move 4,4 2,4")[1] == "The die shows 3: that pawn has to go to square 8."
    assert table.ruled("move 4,0 4,3") == (("LU-3.2",), "No pawn of player 1 stands there.")
    assert table.ruled("move 6,6 6,9")[1] == "No pawn of player 1 stands there.", "it is player 2's"


def test_lu_3_3_no_pawn_lands_on_one_of_its_own() -> None:
    table = Table("ludo", at=at((5, 8), (7,), rolled=3))
    assert table.ruled("move 4,4 1,4") == (("LU-3.3",), "A pawn of player 1 stands on square 8 already.")
    assert table.ruled("move 1,4 0,6")[0] == ("LU-3.2",)


def test_lu_3_4_a_captured_pawn_goes_back_to_its_yard() -> None:
    table = Table("ludo", at=at((25,), (7,), rolled=2))
    (capture,) = table.actions
    assert table.ruled(capture)[0] == ("LU-3.2", "LU-3.4")
    assert table.play(capture).position.pawns == ((0, 0, 0, 27), (0, 0, 0, 0))
    entering = Table("ludo", at=at((), (21,), rolled=6)).play("enter")
    assert entering.position.pawns == ((0, 0, 0, 1), (0, 0, 0, 0))


def test_lu_3_4_by_the_house_rule_a_capture_has_to_be_made() -> None:
    free = Table("ludo", at=at((3, 25), (7,), rolled=2))
    bound = Table("ludo", at=at((3, 25), (7,), rolled=2), must_capture=True)
    assert len(free.actions) == 2 and len(bound.actions) == 1
    other = next(line for line in free.actions if line not in bound.actions)
    assert free.ruled(other) == (("LU-3.2",), "")
    assert bound.ruled(other) == (("LU-3.4",), "Player 1 can capture a pawn, and by the house rule has to.")


def test_lu_3_5_a_lane_is_entered_by_the_exact_number_and_nobody_is_passed() -> None:
    table = Table("ludo", at=at((39,), (1,), rolled=5))
    assert table.actions == ["move 6,0 5,4"] and table.ruled("move 6,0 5,4")[0] == ("LU-3.2", "LU-3.5")
    beyond = Table("ludo", at=at((39, 5), (1,), rolled=6))
    assert beyond.ruled("move 6,0 5,4") == (("LU-3.5",), "6 is too much: player 1's pawn has 5 squares left to go.")
    jump = Table("ludo", at=at((39, 42, 5), (1,), rolled=4))
    assert jump.ruled("move 6,0 5,3") == (("LU-3.5",), "No pawn passes over another one in the lane.")
    safe = Table("ludo", at=at((41,), (21,), turn=1, rolled=4))
    assert safe.play(*safe.actions).position.pawns[0] == (0, 0, 0, 41)


def test_lu_3_6_who_cannot_move_loses_the_turn() -> None:
    table = Table("ludo", at=at((44, 43), (7,)))
    assert table.ruled("roll 3")[0] == ("LU-2.1", "LU-3.6")
    before, roll = table.position, table.rules.parsed("roll 3")
    assert table.rules.forfeited(before, roll, table.play("roll 3").position)
    assert table.awaited == "roll 1"


def test_lu_4_1_four_pawns_in_the_lane_win_and_nothing_more_can_be_done() -> None:
    table = Table("ludo", 3, at=at((44, 43, 42, 40), (7,), (9,), rolled=1))
    table.play(*table.actions)
    outcome = table.rules.outcome(table.position)
    assert outcome.ranking == ((0,), (2,), (1,)) and outcome.how == "Player 1 has all four pawns home and wins."
    assert table.ruled("roll 3") == (("LU-4.1",), "The game is over, nothing more can be done.")


# ---------------------------------------------------------------------------------------------- whole games


def test_the_first_moves_are_as_many_as_they_have_to_be() -> None:
    """By hand: the first player enters at the first, second or third roll, or never; three rolls of six faces."""
    rules: Any = companion.load("ludo")
    reached = {rules.start(): 1}
    for _ in range(3):
        after: dict[Any, int] = {}
        for position, count in reached.items():
            for event, _ in rules.chances(position) or [(one, 1) for one in rules.actions(position)]:
                follow = rules.apply(position, event)
                after[follow] = after.get(follow, 0) + count
        reached = after
    # 125 lines without a six; 25 that end with one, 5 in which the second was one and a pawn has come in, 6 in which
    # the first was, a pawn has come in, and anything was rolled since
    assert sum(reached.values()) == 125 + 25 + 5 + 6
    turns = [sum(count for one, count in reached.items() if one.turn == turn) for turn in (0, 1)]
    assert turns == [25 + 5 + 6, 125]


@pytest.mark.parametrize(
    ("pawns", "rolled", "fault"),
    [
        (((5, 5), ()), None, "two pawns stand on one square"),
        (((5,), (25,)), None, "two pawns stand on one square"),
        (((45,), ()), None, "of 0 to 44 steps"),
        (((44, 43), ()), 3, "no pawn can move so"),
    ],
)
def test_positions_that_cannot_be_are_refused(pawns: Any, rolled: int | None, fault: str) -> None:
    with pytest.raises(MalformedError, match=fault):
        Table("ludo", at=at(*pawns, rolled=rolled))


# ---------------------------------------------------------------------------------------------- the table


def test_what_lies_on_the_table_tells_positions_apart() -> None:
    rules: Any = companion.load("ludo", 4)
    seated, lies = SeatedGame.usual(rules), dict[Any, Any]()
    for step in played(rules, Random(4)):
        layout = seated.layout(step.after)
        key = (tuple(sorted(layout.pieces.items())), layout.rows)
        assert lies.setdefault(key, step.after.pawns) == step.after.pawns
        assert not layout.pieces.keys() & rules.closed()
        assert sum(row.count for row in layout.rows) + len(layout.pieces) == 16


def test_every_move_is_made_by_two_touches_and_has_its_way() -> None:
    rules: Any = companion.load("ludo", 4)
    seated, entered = SeatedGame.usual(rules), 0
    for step in played(rules, Random(5), longest=400):
        for action in rules.actions(step.after):
            touched = rules.touches(step.after, action)
            assert len(touched) == 2 and rules.meant(step.after, touched) == action
            after = seated.layout(rules.apply(step.after, action)).pieces
            assert after[touched[1]] == seated.colours[step.after.turn]
            trail = rules.trail(step.after, action)
            entered += not trail
            if trail:
                assert (trail[0], trail[-1]) == touched and len(trail) == step.after.rolled + 1
                assert all(abs(a.row - b.row) + abs(a.col - b.col) == 1 for a, b in pairwise(trail))
    assert entered


def test_a_touch_that_shows_no_move_says_why() -> None:
    table = Table("ludo", at=at((5, 39), (7,), rolled=6))
    for touched, clause in (
        ((Cell("board", 6, 0),), "LU-3.5"),
        ((Cell("board", 6, 6),), "LU-3.2"),
        ((Cell("board", 4, 4), Cell("board", 3, 4)), "LU-3.2"),
    ):
        event = table.rules.meant(table.position, touched)
        assert table.ruled(table.rules.formatted(event))[0] == (clause,)
    assert table.rules.meant(table.position, (Cell("yard-2", 0, 0),)) is None


def test_places_have_names() -> None:
    rules: Any = companion.load("ludo")
    names = [rules.place_name(place) for place in (Cell("board", 4, 0), Cell("board", 5, 2), "yard-2", "yard-1")]
    assert names == ["square 1", "lane square 2 of Player 1", "the yard of Player 2", "an unused yard"]
    assert rules.text(Table("ludo", at=at((5,), (7,), rolled=6)).position, rules.parsed("enter")) == (
        "Player 1 enters a pawn on square 1"
    )


# ---------------------------------------------------------------------------------------------- the referee


@pytest.mark.parametrize("players", [2, 4])
def test_the_referee_follows_a_match_by_what_lies_there(players: int) -> None:
    told = watched("ludo", players, seed=3, events=120)
    assert len(told) == 120 and {*told} == {"Roll", "Enter", "Move"}


def test_a_pawn_that_goes_too_far_is_told_with_its_clause() -> None:
    table = Table("ludo", at=at((5,), (7,), rolled=3))
    seated = SeatedGame.usual(table.rules)
    tracker = MatchTracker(seated, Journal(table.rules, table.position))
    tracker.observe(seen(seated.layout(table.position), pages("ludo"), 0.0))
    wrong = Table("ludo", at=at((9,), (7,), rolled=3))
    tracker.note_motion()
    notices = tracker.observe(seen(seated.layout(wrong.position), pages("ludo"), 1.0))
    notices += tracker.due_notices(1.0 + BEFORE_RULING_UNFINISHED + 1)
    assert [[one.clause for one in notice.broken] for notice in notices if notice.what == "ruling"] == [["LU-3.2"]]


def test_players_do_not_choose_a_roll_that_was_another_though_it_leads_to_the_same_position() -> None:
    rules: Any = companion.load("ludo", 2)
    one, four = map(rules.parsed, ("roll 1", "roll 4"))
    start = rules.start()
    assert rules.apply(start, one) == rules.apply(start, four)
    events = [
        {"event": rules.format_event(event), "from": 8.0 * n, "chance": True} for n, event in enumerate((one, four))
    ]
    truth = {"start": rules.format_position(start), "events": events, "illegal": [], "seconds": 12.0}
    players, tracker = ScriptedPlayers(rules, truth), MatchTracker(SeatedGame.usual(rules), Journal(rules))
    tracker.say(one)
    for choices, chosen in (((one,), []), ((one, four), [four])):
        tracker.pending = Question((*(Explanation((event,)) for event in choices), Explanation(())))
        tracker._announced = ("question", None)
        players.act(tracker, 5.0)
        assert [moment.event for moment in tracker.journal.history()] == [one, *chosen]


def test_events_after_which_a_position_comes_again_are_counted() -> None:
    """Nobody brings a pawn out: after six rolls all is as it was."""
    rules: Any = companion.load("ludo", 2)
    rolls = [rules.parsed(f"roll {face}") for face in (1, 2, 3, 1, 2, 3, 4)]
    events = [{"event": rules.format_event(event), "from": float(n)} for n, event in enumerate(rolls)]
    truth = {"start": rules.format_position(rules.start()), "events": events, "illegal": [], "seconds": 9.0}
    players, tracker = ScriptedPlayers(rules, truth), MatchTracker(SeatedGame.usual(rules), Journal(rules))
    for event in rolls:
        players.observe(tracker.say(event))
    verdict = players.verdict(tracker)
    assert (verdict.alone, verdict.events, verdict.wrong) == (7, 7, 0)
