"""Backgammon of examples/games: every clause with an act that keeps to it and one that breaks it, counts of plays by
another way, whole games, the table, and a match that the referee follows."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest

import companion
from companion.cli.bench.referee import seen
from companion.match.journal import Journal
from companion.referee.matching import SeatedGame
from companion.referee.notice_delays import BEFORE_RULING_UNFINISHED
from companion.referee.tracker import MatchTracker
from companion.rules import MalformedError, played
from companion.table.view import Cell
from seeds import pages
from tests.support.games.example_boards import Table, found, watched
from tests.support.thoroughness import NIGHTLY


@pytest.fixture(scope="module", autouse=True)
def installed() -> Iterator[None]:
    with found("backgammon"):
        yield


def side(points: dict[int, int]) -> list[int]:
    """The counts of a player who has checkers on these points, 25 being the bar, and all others off."""
    counts = [points.get(point, 0) for point in range(26)]
    return [15 - sum(counts), *counts[1:]]


def at(own: dict[int, int], foe: dict[int, int], *dice: int, stage: str = "move", turn: int = 0, **more: Any) -> Any:
    """The position in which the one on turn, and the other, have checkers there, each by their own count."""
    sides = [side(own), side(foe)]
    left = sorted(dice) * 2 if len(set(dice)) == 1 else sorted(dice)
    return lambda rules: {
        "game": "backgammon", "options": rules.format_options(), "players": 2, "stage": stage, "turn": turn,
        "checkers": sides[::-1] if turn else sides, "dice": sorted(dice), "left": left, **more,
    }  # fmt: skip


FAR = {12: 2}
"""Of a player who is in nobody's way."""


# ---------------------------------------------------------------------------------------------- clause by clause


def test_bg_1_1_both_begin_alike() -> None:
    start = Table("backgammon").position
    assert start.checkers[0] == start.checkers[1]
    assert {point: count for point, count in enumerate(start.checkers[0]) if count} == {6: 5, 8: 3, 13: 5, 24: 2}


def test_bg_1_2_checkers_lie_from_the_rim_inward_and_then_on_each_other() -> None:
    table = Table("backgammon", at=at({6: 8, 25: 2, 13: 1}, {24: 2, 25: 1}, 3, 1))
    layout = SeatedGame.usual(table.rules).layout(table.position)
    six = [cell for cell, colour in layout.pieces.items() if cell.col == 7 and colour == "red"]
    assert sorted(cell.row for cell in six) == [6, 7, 8, 9, 10, 11]
    assert layout.stacks == {Cell("board", 11, 7), Cell("board", 10, 7)}
    bar = {cell.row: colour for cell, colour in layout.pieces.items() if cell.col == 6}
    assert bar == {6: "red", 7: "red", 5: "blue"}
    assert [(row.grid, row.count) for row in layout.rows] == [("off-0", 4), ("off-1", 12)]


def test_bg_2_1_both_dice_are_rolled_and_equal_ones_played_four_times() -> None:
    table = Table("backgammon", at=at({24: 2, 6: 5}, FAR, stage="roll"))
    assert table.ruled("roll 3 1") == (("BG-2.1",), "")
    assert table.ruled("roll 3") == (("BG-2.1",), "Player 1 has to roll 2 of the dice.")
    assert table.ruled("move 24 21") == (("BG-2.3",), "Player 1 has to roll before a checker is moved.")
    table.play("roll 2 2", "move 24 22", "move 24 22", "move 22 20")
    assert table.ruled("roll 2 2")[1] == "Player 1 has something else to do before the dice are rolled."
    assert table.play("move 22 20").awaited == "action 1"
    cube = Table("backgammon", at=at({24: 2, 6: 5}, FAR, stage="cube"))
    assert cube.ruled("move 24 21") == (("BG-2.1",), "Player 1 has to roll before a checker is moved.")


def test_bg_2_2_the_higher_die_begins_and_plays_both() -> None:
    table = Table("backgammon").play("roll 3")
    assert table.awaited == "roll 1"
    assert table.ruled("roll 5")[0] == ("BG-2.1", "BG-2.2")
    assert table.ruled("roll 5 1")[1] == "Player 2 has to roll 1 of the dice."
    assert table.play("roll 5").position.left == (3, 5) and table.awaited == "action 1"
    assert Table("backgammon").play("roll 3", "roll 3").awaited == "roll 0"
    assert Table("backgammon").play("roll 3", "roll 3", "roll 4", "roll 1").awaited == "action 0"
    first = Table("backgammon", opening="first")
    assert first.awaited == "roll 0" and first.play("roll 1 1").position.left == (1, 1, 1, 1)


def test_bg_2_3_a_checker_goes_as_far_as_a_number_says() -> None:
    table = Table("backgammon").play("roll 3", "roll 1")
    assert table.ruled("move 8 5") == (("BG-2.3",), "")
    assert table.ruled("move 7 4") == (("BG-2.3",), "No checker of player 1 stands there.")
    assert table.ruled("move 8 4") == (("BG-2.3",), "That is none of the numbers that are left to be played: 1 3.")
    assert table.ruled("move 8 11")[0] == ("BG-2.3",), "nobody goes back"
    assert table.play("move 8 5").ruled("move 8 5")[1].endswith("left to be played: 1.")
    assert table.play("move 6 5").awaited == "action 1"


def test_bg_2_4_points_are_held_by_two_and_a_blot_is_hit() -> None:
    table = Table("backgammon").play("roll 6", "roll 5")
    assert table.ruled("move 24 19") == (
        ("BG-2.4",),
        "Player 2 has 5 checkers on that point, so nobody else lands there.",
    )
    blot = Table("backgammon", at=at({13: 2}, {20: 1, 3: 1}, 5, 3))
    assert blot.ruled("move 13 10") == (("BG-2.3",), "")
    assert blot.play("move 13 10").ruled("move 10 5") == (("BG-2.3", "BG-2.4"), "")
    assert blot.play("move 10 5").position.checkers[1][25] == 1


def test_bg_2_5_both_numbers_are_played_where_they_can_be() -> None:
    """The other one's point 12 is 13 here: no checker gets from 20 there, be it by 6 and 1 or by 1 and 6."""
    table = Table("backgammon", at=at({20: 1, 2: 1}, {12: 2}, 6, 1))
    assert table.actions == ["move 20 14", "move 2 1"]
    fault = "After that player 1 could not play as much of the roll as another move lets them."
    assert table.ruled("move 20 19") == (("BG-2.5",), fault)
    assert table.play("move 2 1").actions == ["move 20 14"]
    lost = Table("backgammon", at=at({20: 1}, {12: 2}, 6, 1))
    assert lost.ruled("move 20 14")[0] == ("BG-2.3", "BG-2.5"), "the 1 is lost"


def test_bg_2_6_of_two_numbers_of_which_one_can_be_played_it_is_the_larger() -> None:
    table = Table("backgammon", at=at({20: 1}, {12: 2}, 6, 1))
    assert table.actions == ["move 20 14"]
    fault = "Only one of the two numbers can be played, and the 1 is the smaller one."
    assert table.ruled("move 20 19") == (("BG-2.6",), fault)


def test_bg_3_1_who_is_on_the_bar_enters_first() -> None:
    table = Table("backgammon", at=at({25: 1, 13: 2}, {3: 2}, 3, 1))
    assert table.actions == ["move 25 24"] and table.ruled("move 25 24")[0] == ("BG-2.3", "BG-3.1")
    assert table.ruled("move 13 10") == (("BG-3.1",), "Player 1 has a checker on the bar, which has to enter first.")
    assert table.ruled("move 25 22")[0] == ("BG-2.4",)
    shut = Table("backgammon", at=at({25: 1}, dict.fromkeys(range(1, 7), 2), stage="roll"))
    assert shut.ruled("roll 6 3")[0] == ("BG-2.1", "BG-2.5")
    before = shut.position
    after = shut.play("roll 6 3").position
    assert shut.rules.forfeited(before, shut.rules.parsed("roll 6 3"), after) and after.turn == 1


def test_bg_3_2_checkers_are_borne_off_once_all_are_home() -> None:
    table = Table("backgammon", at=at({6: 1, 4: 2, 2: 1}, FAR, 4, 1))
    assert table.ruled("move 4 0")[0] == ("BG-2.3", "BG-3.2")
    away = Table("backgammon", at=at({7: 1, 4: 2}, FAR, 4, 2))
    assert away.ruled("move 4 0") == (("BG-3.2",), "Not all checkers of player 1 are home, so none can be borne off.")
    behind = Table("backgammon", at=at({6: 1, 3: 2}, FAR, 5, 4))
    assert behind.ruled("move 3 0") == (
        ("BG-3.2",), "With a 4 no checker is borne off from there while others stand farther back.",
    )  # fmt: skip
    assert behind.ruled("move 6 0")[0] == ("BG-2.3",), "too low a number"
    highest = Table("backgammon", at=at({3: 2, 1: 1}, FAR, 6, 5))
    assert highest.actions == ["move 3 0"]
    exact = Table("backgammon", at=at({5: 2}, FAR, 6, 5)).play("move 5 0")
    assert exact.position.left == (6,), "the larger number does as well later"


def test_bg_4_1_who_may_doubles_before_the_roll() -> None:
    table = Table("backgammon", at=at({24: 2, 6: 5}, FAR, stage="cube"))
    assert table.actions == ["lift", "double"]
    assert table.ruled("double") == (("BG-4.1",), "") == table.ruled("lift")
    rolled = Table("backgammon", at=at({24: 2, 6: 5}, FAR, 3, 1))
    for late in ("double", "lift"):
        assert rolled.ruled(late) == (("BG-4.1",), "Player 1 has rolled already, and it is too late for that.")
    assert rolled.play("move 24 21", "move 21 20").awaited == "action 1"
    owned = Table("backgammon", at=at({24: 2, 6: 5}, FAR, 3, 1, cube=2, owner=0)).play("move 24 21", "move 21 20")
    assert owned.awaited == "roll 1"
    assert owned.ruled("double") == (("BG-4.1",), "Player 2 may not double now.")
    highest = Table("backgammon", at=at({24: 2, 6: 5}, FAR, 3, 1, cube=64, owner=1)).play("move 24 21", "move 21 20")
    assert highest.awaited == "roll 1"
    assert Table("backgammon").play("roll 3", "roll 5").position.stage == "move", "nobody doubles before the first roll"
    plain = Table("backgammon", at=at({24: 2, 6: 5}, FAR, 3, 1), cube=False).play("move 24 21", "move 21 20")
    assert plain.awaited == "roll 1"


def test_bg_4_2_a_double_is_taken_or_dropped() -> None:
    table = Table("backgammon", at=at({24: 2, 6: 5}, FAR, stage="cube", cube=2, owner=0)).play("double")
    assert table.awaited == "action 1" and table.actions == ["answer take", "answer drop"]
    assert table.ruled("answer take") == (("BG-4.2",), "")
    for other in ("move 24 23", "lift", "double"):
        assert table.ruled(other) == (("BG-4.2",), "Player 2 has to take the double or to drop the game.")
    taken = Table("backgammon", at=lambda rules: rules.format_position(table.position)).play("answer take")
    assert (taken.position.cube, taken.position.owner, taken.awaited) == (4, 1, "roll 0")
    outcome = table.rules.outcome(table.play("answer drop").position)
    assert (outcome.ranking, outcome.clause) == (((0,), (1,)), "BG-4.2")
    assert outcome.how == "Player 1 wins 2, since the double was dropped."
    unasked = Table("backgammon", at=at({24: 2, 6: 5}, FAR, 3, 1))
    assert unasked.ruled("answer take") == (("BG-4.2",), "No double is offered, so none can be taken or dropped.")
    assert unasked.ruled("answer drop")[0] == ("BG-4.2",)


@pytest.mark.parametrize(
    ("beaten", "how"),
    [
        ({6: 14}, "Player 1 has borne all checkers off and wins 2."),
        ({6: 13, 13: 2}, "Player 1 wins a gammon: 4."),
        ({6: 14, 18: 1}, "Player 1 wins a gammon: 4."),
        ({6: 14, 19: 1}, "Player 1 wins a backgammon: 6."),
        ({6: 14, 25: 1}, "Player 1 wins a backgammon: 6."),
    ],
)
def test_bg_5_1_all_borne_off_win_the_cube_or_two_or_three_times_as_much(beaten: dict[int, int], how: str) -> None:
    table = Table("backgammon", at=at({1: 1}, beaten, 3, 2, cube=2, owner=0)).play("move 1 0")
    outcome = table.rules.outcome(table.position)
    assert (outcome.how, outcome.ranking, outcome.clause) == (how, ((0,), (1,)), "BG-5.1")
    assert table.ruled("roll 3 1") == (("BG-5.1",), "The game is over, nothing more can be done.")


# ---------------------------------------------------------------------------------------------- counts of plays


def brute(board: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """The boards after any one move by a number: own checkers count above zero, 25 is the own bar, 0 the other's, and
    the last entry those borne off."""
    reached: list[tuple[int, ...]] = []
    for start in range(25, 0, -1):
        if board[start] <= 0 or (board[25] > 0 and start != 25):
            continue
        after, end = list(board), start - number
        after[start] -= 1
        if end >= 1 and board[end] >= -1:
            after[0] -= board[end] == -1
            after[end] = 1 if board[end] == -1 else board[end] + 1
            reached.append(tuple(after))
        elif end < 1 and max(board[7:26]) <= 0 and (end == 0 or max((*board[start + 1 : 7], 0)) <= 0):
            after[26] += 1
            reached.append(tuple(after))
    return reached


def plays(board: tuple[int, ...], roll: tuple[int, int]) -> set[tuple[int, ...]]:
    """The boards after a whole roll: every order is tried, and only then those are left that play most."""
    orders = [roll * 2] if roll[0] == roll[1] else [roll, roll[::-1]]
    lines = [(board, numbers, ()) for numbers in orders]
    ended: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    while lines:
        now, numbers, done = lines.pop()
        following = brute(now, numbers[0]) if numbers else []
        lines += [(one, numbers[1:], (*done, numbers[0])) for one in following]
        if not following:
            ended.append((now, done))
    most = max(len(done) for _, done in ended)
    largest = max(done[:1] for _, done in ended if len(done) == most) if most == 1 and roll[0] != roll[1] else None
    return {now for now, done in ended if len(done) == most and largest in (None, done)}


def signed(position: Any, seat: int) -> tuple[int, ...]:
    own, foe = position.checkers[seat], position.checkers[1 - seat]
    return (*(own[n] - foe[25 - n] if 0 < n < 25 else own[25] if n else -foe[25] for n in range(26)), own[0])


def after_all(rules: Any, position: Any, seat: int) -> set[tuple[int, ...]]:
    """The boards after a whole roll, move by legal move."""
    if position.turn != seat or rules.outcome(position):
        return {signed(position, seat)}
    return set().union(*(after_all(rules, rules.apply(position, one), seat) for one in rules.actions(position)))


ROLLS = [(low, high) for high in range(1, 7) for low in range(1, high + 1)]
FIRST = (42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11)
"""The plays of each roll at the start. A program in C, written apart from this and by boards alone, counted them, too:
together they are 447, after two rolls 202,782, and after three 116,154,993. The last agrees with what others have
published: PERF_OPTIMIZATION_LOG.md of bungogood/bkgm has 1.646 s for them at 70.6 million a second."""


def test_each_roll_has_as_many_plays_at_the_start_as_it_has_to() -> None:
    rules: Any = companion.load("backgammon", 2, {"opening": "first"})
    start = rules.start()
    reached = [after_all(rules, rules.apply(start, rules.parsed(f"roll {low} {high}")), 0) for low, high in ROLLS]
    assert tuple(map(len, reached)) == FIRST and sum(FIRST) == 447
    assert reached == [plays(signed(start, 0), roll) for roll in ROLLS]


@pytest.mark.skipif(not NIGHTLY, reason="half a minute of counting: COMPANION_TESTS=nightly")
def test_two_rolls_have_as_many_plays_as_they_have_to() -> None:
    points = import_module("backgammon.points")

    def reached(own: Any, foe: Any, roll: tuple[int, int]) -> set[Any]:
        level, ended = {(own, foe, roll * 2 if roll[0] == roll[1] else roll)}, set()
        while level:
            now = level.pop()
            steps = points.playable(*now)
            ended |= set() if steps else {now[:2]}
            level |= {points.played(*now, start - end, (start, end)) for start, end in steps}  # nobody bears off yet
        return ended

    first = [board for roll in ROLLS for board in reached(points.START, points.START, roll)]
    assert len(first) == 447
    assert sum(len(reached(foe, own, roll)) for own, foe in first for roll in ROLLS) == 202_782


@pytest.mark.slow
def test_later_rolls_have_the_plays_that_trying_them_all_finds() -> None:
    rules: Any = companion.load("backgammon", 2, {"cube": False})
    lot, checked = Random(7), 0
    for seed in range(12):
        for step in played(rules, Random(seed)):
            if rules.awaited(step.after).dice == 2 and lot.random() < 0.3:
                roll, seat = lot.choice(ROLLS), step.after.turn
                after = rules.apply(step.after, rules.parsed(f"roll {roll[0]} {roll[1]}"))
                assert after_all(rules, after, seat) == plays(signed(step.after, seat), roll)
                checked += 1
    assert checked > 200


# ---------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"checkers": [side({6: 5}), side({19: 2})]}, "no point is shared"),
        ({"checkers": [side({6: 5})[:-1], side({18: 2})]}, "15 each in 26 counts"),
        ({"checkers": [side({6: 5})]}, "two players"),
        ({"left": [5]}, "these are no dice"),
        ({"dice": [3]}, "these are no dice"),
        ({"cube": 3}, "no cube shows this"),
        ({"checkers": [side({25: 2}), side({1: 2, 3: 2})]}, "can be played"),
        ({"stage": "asleep"}, "stage"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict[str, Any], fault: str) -> None:
    rules: Any = companion.load("backgammon")
    with pytest.raises(MalformedError, match=fault):
        rules.parse_position(at({6: 5}, {18: 2}, 3, 1)(rules) | change)


# ---------------------------------------------------------------------------------------------- the table


def test_what_lies_on_the_table_tells_positions_apart() -> None:
    rules: Any = companion.load("backgammon", 2, {"cube": False})
    seated, lies = SeatedGame.usual(rules), dict[Any, Any]()
    for seed in range(3):
        for step in played(rules, Random(seed)):
            layout = seated.layout(step.after)
            key = (tuple(sorted(layout.pieces.items())), layout.stacks, layout.rows)
            assert lies.setdefault(key, step.after.checkers) == step.after.checkers


@pytest.mark.slow
def test_every_move_is_made_by_two_touches() -> None:
    rules: Any = companion.load("backgammon", 2, {"cube": False})
    seated, off = SeatedGame.usual(rules), 0
    for step in played(rules, Random(5)):
        for action in rules.actions(step.after):
            touched, trail = rules.touches(step.after, action), rules.trail(step.after, action)
            assert len(touched) == 2 and rules.meant(step.after, touched) == action
            colour, after = seated.colours[step.after.turn], seated.layout(rules.apply(step.after, action))
            assert seated.layout(step.after).pieces[touched[0]] == colour
            if action.end:
                assert after.pieces[touched[1]] == colour and (trail[0], trail[-1]) == touched
            off += not action.end
    assert off


def test_a_touch_that_shows_no_move_says_why() -> None:
    table = Table("backgammon").play("roll 6", "roll 5")
    own, held = Cell("board", 0, 12), Cell("board", 0, 7)
    assert table.rules.formatted(table.rules.meant(table.position, (own, held))) == "move 24 19"
    assert table.rules.formatted(table.rules.meant(table.position, (own,))) == "move 24 18"
    assert table.rules.meant(table.position, (Cell("off-1", 0, 0),)) is None


def test_places_have_names() -> None:
    rules: Any = companion.load("backgammon")
    places = (Cell("board", 0, 12), Cell("board", 7, 6), Cell("board", 2, 6), "off-1", Cell("off-0", 1, 1))
    assert [rules.place_name(place) for place in places] == [
        "point 24 of Player 1, 1 of Player 2",
        "the bar of Player 1",
        "the bar of Player 2",
        "the tray of Player 2",
        "the tray of Player 1",
    ]
    table = Table("backgammon", at=at({25: 1, 6: 2}, FAR, 3, 1))
    assert rules.text(table.position, rules.parsed("move 25 22")) == "Player 1 moves from the bar to 22"


# ---------------------------------------------------------------------------------------------- the referee


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_referee_follows_a_match_by_what_lies_there(seed: int) -> None:
    told = watched("backgammon", 2, seed, events=150, cube=False)
    assert len(told) == 150 and {*told} == {"Roll", "Move"}


@pytest.mark.slow
def test_the_referee_follows_a_match_with_the_cube_of_which_it_is_told() -> None:
    told = [kind for seed in range(4) for kind in watched("backgammon", 2, seed, events=40)]
    assert {*told} == {"Lift", "Roll", "Move"}


def looked_at(before: Any, *after: Any) -> list[Any]:
    """What the referee tells after a view of one position, and then of others."""
    table = Table("backgammon", at=before)
    seated = SeatedGame.usual(table.rules)
    tracker = MatchTracker(seated, Journal(table.rules, table.position))
    tracker.observe(seen(seated.layout(table.position), pages("backgammon"), 0.0))
    notices = []
    for number, position in enumerate(after, 1):
        tracker.note_motion()
        layout = msgspec.structs.replace(seated.layout(position), dice=seated.layout(table.position).dice)
        notices += tracker.observe(seen(layout, pages("backgammon"), 10.0 * number))
        notices += tracker.due_notices(10.0 * number + BEFORE_RULING_UNFINISHED + 1)
    return notices


@pytest.mark.parametrize("lines", [("move 13 10", "move 8 7"), ("move 13 12", "move 12 9"), ("move 13 10", "move 6 5")])
def test_two_numbers_played_in_one_go_are_told_without_a_question(lines: tuple[str, ...]) -> None:
    """Nobody is asked in which order it was, or over which point a checker came; and that is no offence."""
    before = at({13: 2, 8: 1, 6: 2}, {24: 2}, 3, 1)
    table = Table("backgammon", at=before).play(*lines)
    (*_, last) = notices = looked_at(before, table.position)
    assert [notice.what for notice in notices] == ["event", "event"] and last.position == table.position


@pytest.mark.parametrize(
    ("own", "foe", "clauses"),
    [
        ({13: 1, 8: 1, 6: 4}, {11: 1, 3: 2}, [["BG-2.3"]]),
        ({13: 2, 6: 4}, {10: 1, 3: 2}, [["BG-2.3"]]),
        ({13: 1, 6: 4, 10: 1}, {11: 1, 3: 2}, []),
    ],
    ids=["too far", "out of turn", "legal"],
)
def test_a_forbidden_move_is_told_with_its_clause(own: Any, foe: Any, clauses: list[list[str]]) -> None:
    after = Table("backgammon", at=at(own, foe, 3, 1)).position
    notices = looked_at(at({13: 2, 6: 4}, {11: 1, 3: 2}, 3, 1), after)
    assert [[one.clause for one in notice.broken] for notice in notices if notice.what == "ruling"] == clauses
