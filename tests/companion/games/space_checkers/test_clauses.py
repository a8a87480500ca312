"""Space Checkers, clauses SC-1.1 to SC-4.3: box, board, set-up, directions, warps, what stops a pawn, wild areas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion import Awaited, IllegalEvent
from tests.support.games.checkers import (
    COLOURS,
    PRESETS,
    Move,
    Position,
    Rolled,
    SpaceCheckers,
    at,
    cells,
    game,
    move,
    roll,
    told,
)

TWO, THREE, FOUR = game(), game(3), game(4)


def ends(rules: SpaceCheckers, position: Position) -> dict[tuple[str, str], str]:
    """Where each legal move of a position leads its pawn, by square and direction."""
    found = {}
    for event in rules.actions(position):
        assert isinstance(event, Move) and position.turn is not None
        after = rules.apply(position, event)
        (new,) = set(rules.pawns(after, position.turn)) - set(rules.pawns(position, position.turn))
        found[f"{event.start[0]},{event.start[1]}", event.toward] = f"{new[0]},{new[1]}"
    return found


def clauses(rules: SpaceCheckers, position: Position, event: Move | Rolled) -> tuple[str, ...]:
    return rules.rule(position, event).clauses


def faults(rules: SpaceCheckers, position: Position, event: Move | Rolled) -> list[tuple[str, str]]:
    return [(broken.clause, broken.fault) for broken in rules.rule(position, event).broken]


def rectangle(rows: range, columns: range) -> str:
    return " ".join(f"{row},{column}" for row in rows for column in columns)


# ---------------------------------------------------------------------------------------------- SC-1, SC-2


def test_sc_1_1_twelve_pawns_a_fleet_ten_cells_and_two_dice() -> None:
    """SC-1.1: a colour comes up once in six, WILD twice."""
    assert (TWO.seed.pawns, TWO.seed.to_win) == (12, 10)
    assert [fleet.id for fleet in TWO.seed.fleets] == list(COLOURS)
    assert sorted(TWO.seed.directions) == ["blue", "green", "red", "wild", "wild", "yellow"]


def test_sc_1_1_the_chances_of_both_dice() -> None:
    chances = dict(TWO.chances(TWO.start()))
    assert len(chances) == 30 and sum(chances.values()) == 1
    for number in range(1, 7):
        assert chances[Rolled(number, "wild")] == Fraction(2, 36)
        assert all(chances[Rolled(number, colour)] == Fraction(1, 36) for colour in COLOURS)


@pytest.mark.parametrize(
    ("name", "n", "home", "earth"),
    [("G12", 12, (6, 2), 4), ("G12s", 12, (6, 2), 2), ("G10", 10, (6, 2), 2), ("G10b", 10, (4, 3), 2)],
)
def test_sc_1_2_the_boards_that_go_by_a_name(name: str, n: int, home: tuple[int, int], earth: int) -> None:
    """SC-1.2: the geometry is data."""
    board = game(4, geometry=name).board
    measures = board.geometry
    assert (measures.n, measures.home, measures.earth, measures.wild_depth) == (n, home, earth, 4)
    assert all(squares.bit_count() == 12 for squares in board.homes.values())
    assert board.earth.bit_count() == earth * earth
    areas = [*board.homes.values(), board.earth]
    assert sum(areas).bit_count() == sum(area.bit_count() for area in areas), "areas overlap"


def test_sc_1_2_six_of_36_opening_rolls_are_lost() -> None:
    """SC-1.2: on G12 only the roll toward one's own side leaves no move, whatever the number, for any fleet."""
    for rules in (TWO, THREE, FOUR):
        lost = [event for event, _ in rules.chances(rules.start()) if rules.apply(rules.start(), event).rolled is None]
        assert lost == [Rolled(number, "yellow") for number in range(1, 7)]
        chances = dict(rules.chances(rules.start()))
        assert sum(chances[event] for event in lost) == Fraction(6, 36)


def test_sc_1_2_nothing_can_be_captured_in_the_first_turn_on_g12() -> None:
    for players in (2, 3, 4):
        rules = game(players)
        for event, _ in rules.chances(rules.start()):
            rolled = rules.apply(rules.start(), event)
            for action in rules.actions(rolled):
                assert rules.apply(rolled, action).captured == (0,) * players


def test_sc_1_2_homes_of_one_row_would_be_captured_by_warps_at_once() -> None:
    """On 14x14 with homes of one row, a 2 to 6 toward the own side warps each pawn over the enemy in its column."""
    rules = game(2, geometry={"n": 14, "home": [12, 1], "earth": 2, "wild_depth": 4})
    for number in range(2, 7):
        rolled = rules.apply(rules.start(), Rolled(number, "yellow"))
        captures = [rules.apply(rolled, event).captured for event in rules.actions(rolled)]
        # over the whole height but the Earth of 2x2 in rows 6 and 7, which a 6 does not reach: all twelve columns
        assert captures == [(1, 0)] * 12


def test_sc_1_3_where_the_colours_lie() -> None:
    """SC-1.3: yellow north, green east, blue south, red west; a pawn on 3,3 goes one square."""
    lone = at(TWO, {"yellow": "3,3", "blue": "11,11"}, "1 wild")
    assert ends(TWO, lone) == {
        ("3,3", "yellow"): "2,3",
        ("3,3", "green"): "3,4",
        ("3,3", "blue"): "4,3",
        ("3,3", "red"): "3,2",
    }
    assert [fleet.side for fleet in TWO.seed.fleets] == ["north", "east", "south", "west"]


def test_sc_1_4_homes_and_earth_of_g12() -> None:
    """SC-1.4"""
    assert told(FOUR, FOUR.start()) == {
        "yellow": rectangle(range(0, 2), range(3, 9)),
        "green": rectangle(range(3, 9), range(10, 12)),
        "blue": rectangle(range(10, 12), range(3, 9)),
        "red": rectangle(range(3, 9), range(0, 2)),
    }
    assert FOUR.board.listed(FOUR.board.earth) == tuple(cells(rectangle(range(4, 8), range(4, 8))))


def test_sc_2_1_who_sits_where() -> None:
    """SC-2.1: two players sit opposite; the other homes are empty."""
    assert (TWO.seats, THREE.seats, FOUR.seats) == (
        ("yellow", "blue"),
        ("yellow", "green", "blue"),
        ("yellow", "green", "blue", "red"),
    )
    assert set(told(TWO, TWO.start())) == {"yellow", "blue"}
    assert [THREE.seat_name(seat) for seat in range(3)] == ["Yellow", "Green", "Blue"]
    assert [FOUR.usual_colour(seat) for seat in range(4)] == list(COLOURS)


def test_sc_2_1_the_home_of_nobody_is_ordinary_ground() -> None:
    position = at(TWO, {"yellow": "3,9", "blue": "11,5"}, "1 green")
    assert ends(TWO, position) == {("3,9", "green"): "3,10"}


def test_sc_2_2_the_first_seat_begins_and_turns_go_clockwise() -> None:
    """SC-2.2"""
    position, turns = FOUR.start(), []
    for _ in range(5):
        assert FOUR.awaited(position) == Awaited("roll", position.turn)
        turns.append(FOUR.format_awaited(position)["seat"])
        position = FOUR.apply(position, roll("1 wild"))
        assert FOUR.format_awaited(position) == {"need": "action", "seat": turns[-1]}
        position = FOUR.apply(position, FOUR.actions(position)[0])
    assert turns == ["yellow", "green", "blue", "red", "yellow"]


# ---------------------------------------------------------------------------------------------- SC-3.1, SC-3.2


def test_sc_3_1_exactly_the_number_rolled() -> None:
    """SC-3.1"""
    for number in range(1, 7):
        position = at(TWO, {"yellow": "2,3", "blue": "0,0"}, f"{number} blue")
        assert ends(TWO, position) == {("2,3", "blue"): f"{2 + number},3"}
        assert clauses(TWO, position, move("2,3", "blue")) == ("SC-3.2", *(("SC-4.2",) if number == 6 else ()))


def test_sc_3_1_a_roll_without_a_move_loses_the_turn_by_itself() -> None:
    start = TWO.start()
    lost = TWO.apply(start, roll("4 yellow"))
    assert (lost.turn, lost.rolled, lost.pawns) == (1, None, start.pawns)
    assert TWO.rule(start, roll("4 yellow")).clauses == ("SC-3.1",)
    assert TWO.awaited(lost) == Awaited("roll", 1)


def test_sc_3_1_there_is_no_passing_while_a_pawn_can_move() -> None:
    position = at(TWO, {"yellow": "2,3", "blue": "0,0"}, "1 blue")
    assert faults(TWO, position, roll("1 blue")) == [("SC-3.1", "rolled")]
    with pytest.raises(IllegalEvent, match="Yellow has rolled 1 blue and has to move a pawn"):
        TWO.apply(position, roll("5 wild"))


def test_sc_3_1_no_move_before_the_roll() -> None:
    position = at(TWO, {"yellow": "2,3", "blue": "0,0"})
    assert TWO.actions(position) == []
    assert faults(TWO, position, move("2,3", "blue")) == [("SC-3.1", "roll_first")]
    assert faults(TWO, position, move("2,4", "blue")) == [("SC-3.1", "roll_first"), ("SC-3.1", "empty")]


def test_sc_3_1_only_pawns_of_ones_own() -> None:
    position = at(TWO, {"yellow": "2,3", "blue": "0,0"}, "1 blue")
    assert faults(TWO, position, move("0,0", "blue")) == [("SC-3.1", "foreign")]
    assert faults(TWO, position, move("5,5", "blue")) == [("SC-3.1", "empty")]


def test_sc_3_1_every_pawn_that_can_move_may_be_chosen() -> None:
    position = at(TWO, {"yellow": "2,3 2,8 3,5", "blue": "0,0"}, "2 blue")
    assert list(ends(TWO, position)) == [("2,3", "blue"), ("2,8", "blue")]  # 3,5 stands before the Earth


@pytest.mark.parametrize(("face", "end"), [("yellow", "0,3"), ("green", "2,5"), ("blue", "4,3"), ("red", "2,1")])
def test_sc_3_2_a_colour_leads_toward_its_side_whoever_plays(face: str, end: str) -> None:
    """SC-3.2: green and red are nobody's here."""
    position = at(TWO, {"yellow": "2,3", "blue": "11,11"}, f"2 {face}")
    assert ends(TWO, position) == {("2,3", face): end}
    for other in set(COLOURS) - {face}:
        assert faults(TWO, position, move("2,3", other)) == [("SC-3.2", "direction")]


def test_sc_3_2_wild_is_any_of_the_four_directions() -> None:
    position = at(TWO, {"yellow": "2,3", "blue": "11,11"}, "2 wild")
    assert list(ends(TWO, position)) == [("2,3", colour) for colour in COLOURS]


def test_sc_3_2_a_pawn_in_its_wild_area_ignores_the_die() -> None:
    position = at(TWO, {"yellow": "2,3 9,1", "blue": "0,0"}, "2 green")
    assert ends(TWO, position) == {
        ("9,1", "yellow"): "7,1",
        ("2,3", "green"): "2,5",
        ("9,1", "green"): "9,3",
        ("9,1", "blue"): "11,1",
        ("9,1", "red"): "9,11",
    }
    assert clauses(TWO, position, move("9,1", "blue")) == ("SC-3.2", "SC-4.1")


# ---------------------------------------------------------------------------------------------- SC-3.3, SC-3.4


@pytest.mark.parametrize(
    ("start", "rolled", "end"),
    [
        ("2,9", "5 green", "2,2"),  # the sheet's example: 10, 11, then 0, 1, 2
        ("2,2", "5 red", "2,9"),
        ("2,9", "4 yellow", "10,9"),
        ("7,2", "6 blue", "1,2"),
        ("0,0", "1 yellow", "11,0"),
        ("0,0", "1 red", "0,11"),
    ],
)
def test_sc_3_3_a_warp_goes_on_at_the_other_end(start: str, rolled: str, end: str) -> None:
    """SC-3.3"""
    position = at(TWO, {"yellow": start, "blue": "5,11"}, rolled)
    face = rolled.split()[1]
    assert ends(TWO, position) == {(start, face): end}
    assert "SC-3.3" in clauses(TWO, position, move(start, face))


def test_sc_3_3_no_clause_of_warps_without_a_warp() -> None:
    position = at(TWO, {"yellow": "2,9", "blue": "5,11"}, "2 green")
    assert clauses(TWO, position, move("2,9", "green")) == ("SC-3.2",)


STOPS = [
    # own pawns, blue pawns, roll, the way of the pawn named first
    ("3,5", "0,0", "1 blue", [("earth", "4,5")]),
    ("3,5", "0,0", "5 blue", [("earth", "4,5")]),
    ("8,6", "0,0", "2 yellow", [("earth", "7,6")]),
    ("5,3", "0,0", "6 green", [("earth", "5,4")]),
    ("2,3 3,3", "0,0", "2 blue", [("own", "3,3")]),
    ("2,3 3,3 5,3", "0,0", "4 blue", [("own", "3,3"), ("own", "5,3")]),
    ("2,3 11,3", "0,0", "4 yellow", [("own", "11,3")]),  # also on the warped part (SC-Q5)
    ("2,3 4,3", "0,0", "2 blue", [("occupied", "4,3")]),
    ("2,3", "4,3", "2 blue", [("occupied", "4,3")]),
    ("2,3", "3,3 4,3", "3 blue", [("pair", "3,3")]),
    ("2,3", "3,3 4,3 5,3", "4 blue", [("pair", "3,3"), ("pair", "4,3")]),
    ("2,3", "3,3 4,3", "2 blue", [("occupied", "4,3")]),  # the second is not jumped but landed on
    ("1,3", "0,3 11,3", "3 yellow", [("pair", "0,3")]),  # neighbours across the warp
    ("1,3", "11,3 10,3", "4 yellow", [("pair", "11,3")]),
    ("2,3 4,3", "3,3 5,3 6,3", "5 blue", [("own", "4,3"), ("pair", "5,3")]),
]


@pytest.mark.parametrize(("own", "enemy", "rolled", "stops"), STOPS)
def test_sc_3_4_what_stops_a_pawn(own: str, enemy: str, rolled: str, stops: list[tuple[str, str]]) -> None:
    """SC-3.4: every square that stops it is named."""
    position = at(TWO, {"yellow": own, "blue": enemy}, rolled)
    event = move(own.split()[0], rolled.split()[1])
    assert event not in TWO.actions(position)
    ruling = TWO.rule(position, event)
    assert {broken.clause for broken in ruling.broken} == {"SC-3.4"}
    assert [(broken.fault, dict(broken.params)["cell"]) for broken in ruling.broken] == [
        (fault, cells(cell)[0]) for fault, cell in stops
    ]


@pytest.mark.parametrize(
    ("enemy", "rolled"),
    [
        ("3,3", "2 blue"),
        ("3,3 5,3", "4 blue"),  # not neighbours: a square lies between them
        ("3,3 3,2 3,4", "2 blue"),  # neighbours beside the way do not count (SC-Q4)
        ("3,3 5,3 7,3", "6 blue"),
        ("2,4", "1 blue"),
    ],
)
def test_sc_3_4_what_does_not_stop_a_pawn(enemy: str, rolled: str) -> None:
    position = at(TWO, {"yellow": "2,3", "blue": enemy}, rolled)
    assert TWO.actions(position) == [move("2,3", "blue")]


def test_sc_3_4_several_clauses_at_once() -> None:
    position = at(TWO, {"yellow": "3,5 3,6", "blue": "0,0"}, "2 green")
    assert faults(TWO, position, move("3,5", "blue")) == [("SC-3.2", "direction"), ("SC-3.4", "earth")]
    assert faults(TWO, position, move("3,5", "green")) == [("SC-3.4", "own")]
    position = at(TWO, {"yellow": "3,5", "blue": "0,0 0,1 0,2"}, "2 green")
    assert faults(TWO, position, move("0,0", "red")) == [("SC-3.1", "foreign"), ("SC-3.2", "direction")]
    assert faults(TWO, position, move("0,0", "green")) == [("SC-3.1", "foreign"), ("SC-3.4", "occupied")]


# ---------------------------------------------------------------------------------------------- SC-3.5, SC-3.6


def test_sc_3_5_every_enemy_pawn_jumped_is_captured_for_good() -> None:
    """SC-3.5"""
    position = at(TWO, {"yellow": "2,3", "blue": "3,3 5,3 9,9"}, "4 blue")
    after = TWO.apply(position, move("2,3", "blue"))
    assert told(TWO, after) == {"yellow": "6,3", "blue": "9,9"}
    assert (after.captured, after.turn, after.rolled) == ((2, 0), 1, None)
    assert clauses(TWO, position, move("2,3", "blue")) == ("SC-3.2", "SC-3.5")
    assert TWO.scores(after) == (2, 0)


def test_sc_3_5_capturing_is_neither_a_duty_nor_a_choice_within_a_move() -> None:
    position = at(TWO, {"yellow": "2,3 2,8", "blue": "3,3 9,9"}, "2 blue")
    assert TWO.actions(position) == [move("2,3", "blue"), move("2,8", "blue")]
    quiet = TWO.apply(position, move("2,8", "blue"))
    assert quiet.captured == (0, 0)
    assert "SC-3.5" not in clauses(TWO, position, move("2,8", "blue"))


def test_sc_3_5_captures_by_a_warp() -> None:
    position = at(TWO, {"yellow": "1,3", "blue": "0,3 10,3 9,9"}, "4 yellow")
    after = TWO.apply(position, move("1,3", "yellow"))
    assert told(TWO, after) == {"yellow": "9,3", "blue": "9,9"}
    assert after.captured == (2, 0)


def test_sc_3_6_neighbours_of_different_colours_are_jumped_together() -> None:
    """SC-3.6: five in one move is the most there can be."""
    position = at(FOUR, {"yellow": "2,3", "green": "3,3 5,3 7,3", "blue": "4,3 6,3 0,0", "red": "0,2"}, "6 blue")
    after = FOUR.apply(position, move("2,3", "blue"))
    assert told(FOUR, after) == {"yellow": "8,3", "green": "", "blue": "0,0", "red": "0,2"}
    assert after.captured == (5, 0, 0, 0)
    assert clauses(FOUR, position, move("2,3", "blue")) == ("SC-3.2", "SC-4.2", "SC-3.5", "SC-3.6", "SC-5.2")


def test_sc_3_6_a_pair_beside_a_stranger_still_stops() -> None:
    position = at(FOUR, {"yellow": "2,3", "green": "3,3", "blue": "4,3 5,3", "red": "0,2"}, "4 blue")
    assert faults(FOUR, position, move("2,3", "blue")) == [("SC-3.4", "pair")]


def test_sc_3_6_strangers_apart_are_no_neighbours() -> None:
    position = at(FOUR, {"yellow": "2,3", "green": "3,3 0,11", "blue": "5,3 0,0", "red": "0,2"}, "4 blue")
    assert clauses(FOUR, position, move("2,3", "blue")) == ("SC-3.2", "SC-3.5")


# ---------------------------------------------------------------------------------------------- SC-4


@pytest.mark.parametrize("name", PRESETS)
def test_sc_4_1_the_last_four_rows_over_the_whole_width(name: str) -> None:
    """SC-4.1"""
    board = game(4, geometry=name).board
    n = board.n
    areas = {
        "yellow": rectangle(range(n - 4, n), range(n)),
        "green": rectangle(range(n), range(4)),
        "blue": rectangle(range(4), range(n)),
        "red": rectangle(range(n), range(n - 4, n)),
    }
    assert {colour: board.listed(area) for colour, area in board.wild.items()} == {
        colour: tuple(cells(area)) for colour, area in areas.items()
    }


@pytest.mark.parametrize(
    ("colour", "wild", "tame"),
    [("yellow", "8,0", "7,0"), ("green", "0,3", "0,4"), ("blue", "3,0", "4,0"), ("red", "0,8", "0,7")],
)
def test_sc_4_1_each_colour_has_its_own(colour: str, wild: str, tame: str) -> None:
    others = {other: f"11,{5 + i}" for i, other in enumerate(COLOURS) if other != colour}
    position = at(FOUR, {colour: f"{wild} {tame}", **others}, "1 wild", turn=colour)
    for rolled in COLOURS:
        position = at(FOUR, {colour: f"{wild} {tame}", **others}, f"1 {rolled}", turn=colour)
        moves = {(event.start, event.toward) for event in FOUR.actions(position) if isinstance(event, Move)}
        assert {toward for start, toward in moves if start == cells(tame)[0]} <= {rolled}
        assert len({toward for start, toward in moves if start == cells(wild)[0]}) >= 3


def test_sc_4_2_a_backward_warp_makes_wild_and_leaving_ends_it() -> None:
    """SC-4.2: only the square counts."""
    position = at(TWO, {"yellow": "0,2", "blue": "5,11 6,11"}, "1 yellow")
    assert clauses(TWO, position, move("0,2", "yellow")) == ("SC-3.2", "SC-4.2", "SC-3.3")
    position = TWO.apply(position, move("0,2", "yellow"))
    assert told(TWO, position)["yellow"] == "11,2"
    position = at(TWO, told(TWO, position), "4 red")
    assert ("11,2", "yellow") in ends(TWO, position)
    assert clauses(TWO, position, move("11,2", "yellow")) == ("SC-3.2", "SC-4.1", "SC-4.2")
    position = at(TWO, told(TWO, TWO.apply(position, move("11,2", "yellow"))), "1 red")
    assert ends(TWO, position) == {("7,2", "red"): "7,1"}
    position = at(TWO, told(TWO, position), "1 blue")
    assert clauses(TWO, position, move("7,2", "blue")) == ("SC-3.2", "SC-4.2")


def test_sc_4_2_the_direction_is_fixed_where_the_move_starts() -> None:
    """SC-Q6: a wild pawn that leaves the area in mid-move goes on."""
    position = at(TWO, {"yellow": "8,2", "blue": "0,0"}, "6 red")
    assert ends(TWO, position)["8,2", "yellow"] == "2,2"
    position = at(TWO, {"yellow": "7,2", "blue": "0,0"}, "2 red")
    assert list(ends(TWO, position)) == [("7,2", "red")]


def test_sc_4_3_a_wild_pawn_may_follow_the_die() -> None:
    """SC-4.3"""
    position = at(TWO, {"yellow": "9,2", "blue": "0,0"}, "1 red")
    assert clauses(TWO, position, move("9,2", "red")) == ("SC-4.3",)
    assert TWO.clause_of(position, move("9,2", "green")) == "SC-3.2"
    wild = at(TWO, {"yellow": "9,2", "blue": "0,0"}, "1 wild")
    assert clauses(TWO, wild, move("9,2", "red")) == ("SC-3.2",)


def test_the_position_handed_in_is_left_as_it_was() -> None:
    position = at(TWO, {"yellow": "2,3", "blue": "3,3 9,9"}, "2 blue")
    before = TWO.format_position(position)
    TWO.apply(position, move("2,3", "blue"))
    assert TWO.format_position(position) == before


def test_it_matters_what_was_rolled_and_which_pawn_moved_but_not_which_way_round_it_came() -> None:
    position = at(TWO, {"yellow": "6,0", "blue": "9,9"}, "6 wild")
    ways = [one for one in TWO.actions(position) if isinstance(one, Move) and one.start == (6, 0)]
    there = [one for one in ways if TWO.apply(position, one) == TWO.apply(position, ways[0])]
    assert len(there) == 2 and TWO.alike([there[0]], [there[1]])
    assert not TWO.alike([roll("6 red"), there[0]], [roll("6 wild"), there[0]])
    assert not TWO.alike([there[0]], [move("5,0", there[0].toward)]) and not TWO.alike([there[0]], there)
