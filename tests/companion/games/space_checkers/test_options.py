"""Space Checkers: every house rule at every value, and who sits where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion import MalformedError, load, load_position
from tests.support.games.checkers import (
    COLOURS,
    DIAGONALS,
    GAME,
    PRESETS,
    SMALL_EARTH,
    Move,
    SpaceCheckers,
    at,
    game,
    move,
)


def towards(rules: SpaceCheckers, pawn: str, rolled: str) -> list[str]:
    """The directions open to yellow's pawn on a square."""
    events = rules.actions(at(rules, {"yellow": pawn, "blue": "0,11"}, rolled))
    return [event.toward for event in events if isinstance(event, Move)]


STRAIGHT, ALL = list(COLOURS), [*COLOURS, *DIAGONALS]


@pytest.mark.parametrize(
    ("diagonals", "tame_colour", "tame_wild", "wild_colour", "wild_wild"),
    [
        ("none", ["red"], STRAIGHT, STRAIGHT, STRAIGHT),
        ("wild_roll", ["red"], ALL, STRAIGHT, ALL),
        ("wild_pawns", ["red"], STRAIGHT, ALL, ALL),
        ("both", ["red"], ALL, ALL, ALL),
    ],
)
def test_diagonals_at_every_value(
    diagonals: str, tame_colour: list[str], tame_wild: list[str], wild_colour: list[str], wild_wild: list[str]
) -> None:
    """SC-3.2 for a pawn outside and one inside its wild area, on a colour and on WILD."""
    rules = game(diagonals=diagonals)
    assert towards(rules, "2,2", "1 red") == tame_colour
    assert towards(rules, "2,2", "1 wild") == tame_wild
    assert towards(rules, "9,2", "1 red") == wild_colour
    assert towards(rules, "9,2", "1 wild") == wild_wild


@pytest.mark.parametrize(
    ("diagonals", "pawn", "rolled", "fault"),
    [
        ("none", "2,2", "1 wild", "diagonal"),
        ("none", "9,2", "1 wild", "diagonal"),
        ("wild_roll", "2,2", "1 red", "diagonal_roll"),
        ("wild_roll", "9,2", "1 red", "diagonal_roll"),
        ("wild_pawns", "2,2", "1 red", "diagonal_pawn"),
        ("wild_pawns", "2,2", "1 wild", "diagonal_pawn"),
        ("both", "2,2", "1 red", "diagonal_both"),
    ],
)
def test_a_diagonal_that_is_not_open_is_illegal(diagonals: str, pawn: str, rolled: str, fault: str) -> None:
    rules = game(diagonals=diagonals)
    ruling = rules.rule(at(rules, {"yellow": pawn, "blue": "0,11"}, rolled), move(pawn, "green-blue"))
    assert [(broken.clause, broken.fault) for broken in ruling.broken] == [("SC-3.2", fault)]


@pytest.mark.parametrize(
    ("toward", "end"), [("yellow-green", "1,4"), ("green-blue", "5,4"), ("blue-red", "5,0"), ("red-yellow", "1,0")]
)
def test_where_a_diagonal_leads(toward: str, end: str) -> None:
    rules = game(diagonals="both", geometry="G12s")
    position = at(rules, {"yellow": "3,2", "blue": "0,11"}, "2 wild")
    row, column = rules.pawns(rules.apply(position, move("3,2", toward)), 0)[0]
    assert f"{row},{column}" == end


def test_sc_3_3_a_diagonal_has_no_warp() -> None:
    rules = game(diagonals="both")
    position = at(rules, {"yellow": "1,2", "blue": "0,11"}, "2 wild")
    assert towards(rules, "1,2", "2 wild") == [*COLOURS, "green-blue", "blue-red"]
    for toward in ("yellow-green", "red-yellow"):
        ruling = rules.rule(position, move("1,2", toward))
        assert [(broken.clause, broken.fault) for broken in ruling.broken] == [("SC-3.3", "edge")]


@pytest.mark.parametrize(
    ("own", "enemy", "rolled", "fault"),
    [
        ("3,3", "", "1 wild", "earth"),
        ("2,2", "3,3 1,1", "2 wild", "earth"),
        ("0,0 1,1", "", "2 wild", "own"),
        ("0,0", "1,1 2,2", "3 wild", "pair"),
        ("0,0", "2,2", "2 wild", "occupied"),
    ],
)
def test_sc_3_4_holds_on_diagonals(own: str, enemy: str, rolled: str, fault: str) -> None:
    rules = game(diagonals="wild_roll")
    position = at(rules, {"yellow": own, "blue": f"{enemy} 0,11"}, rolled)
    ruling = rules.rule(position, move(own.split()[0], "green-blue"))
    assert [(broken.clause, broken.fault) for broken in ruling.broken] == [("SC-3.4", fault)]


def test_sc_3_5_diagonals_capture() -> None:
    rules = game(diagonals="wild_roll")
    position = at(rules, {"yellow": "0,0", "blue": "1,1 3,3 9,9"}, "2 wild")
    assert rules.apply(position, move("0,0", "green-blue")).captured == (1, 0)


@pytest.mark.parametrize("name", [*PRESETS, SMALL_EARTH], ids=[*PRESETS, "custom"])
def test_geometry_at_every_value(name: Any) -> None:
    rules = game(4, geometry=name)
    start = rules.format_position(rules.start())
    assert start["options"] == ({} if name == "G12" else {"geometry": name})
    again, position = load_position(json.dumps(start))
    assert position == rules.start()
    assert again.options == rules.options
    assert load(GAME, 4, rules.options).options == rules.options
    assert len(rules.chances(position)) == 30


def test_a_board_without_an_earth_lets_pawns_through_the_middle() -> None:
    rules = game(geometry=SMALL_EARTH)
    position = at(rules, {"yellow": "6,6", "blue": "0,0"}, "2 blue")
    assert rules.actions(position) == [move("6,6", "blue")]


def test_the_wild_area_has_four_rows_where_the_measures_do_not_say() -> None:
    measures = {key: value for key, value in SMALL_EARTH.items() if key != "wild_depth"}
    assert game(2, geometry=measures).format_options() == {"geometry": {**SMALL_EARTH, "wild_depth": 4}}


@pytest.mark.parametrize(
    ("geometry", "line"),
    [
        ("G14", 'options.geometry: "G14" is not allowed (one of: G12, G12s, G10, G10b, or measures such as'),
        (12, "options.geometry: 12 is not allowed"),
        (True, "options.geometry: true is not allowed"),
        ([12], "options.geometry: expected an object, not a list"),
        ({}, 'options.geometry: the key "n" is missing'),
        ({**SMALL_EARTH, "size": 3}, 'options.geometry: unknown key "size" (known: n, home, earth, wild_depth)'),
        ({**SMALL_EARTH, "n": 14.0}, "options.geometry.n: 14.0 is no whole number"),
        ({**SMALL_EARTH, "n": 31}, "options.geometry.n: 31 is no whole number from 1 to 30"),
        ({**SMALL_EARTH, "home": 12}, "options.geometry.home: expected a list, not 12"),
        ({**SMALL_EARTH, "home": [12]}, "options.geometry.home: a home is [width, depth], not 1 values"),
        ({**SMALL_EARTH, "home": [12, True]}, "options.geometry.home[1]: true is no whole number"),
        ({**SMALL_EARTH, "home": [6, 3]}, "options.geometry.home: 6 x 3 squares do not hold a fleet of 12"),
        ({**SMALL_EARTH, "n": 13}, "options.geometry.home: 12 squares cannot lie in the middle of a side of 13"),
        ({**SMALL_EARTH, "n": 10}, "options.geometry.home: 12 squares cannot lie in the middle of a side of 10"),
        (
            {**SMALL_EARTH, "n": 12},
            "options.geometry.home: homes of 12 x 1 would overlap at the corners of a board of 12",
        ),
        ({**SMALL_EARTH, "earth": 3}, "options.geometry.earth: 3 squares cannot lie in the middle of a board of 14"),
        ({**SMALL_EARTH, "earth": 16}, "options.geometry.earth: 16 squares cannot lie in the middle of a board of"),
        (
            {**SMALL_EARTH, "earth": 14},
            "options.geometry.earth: an Earth of 14 squares would cover the homes on a board of 14",
        ),
        ({**SMALL_EARTH, "earth": -2}, "options.geometry.earth: -2 is no whole number from 0 to 30"),
        ({**SMALL_EARTH, "wild_depth": 15}, "options.geometry.wild_depth: a board of 14 has no 15 rows"),
        ({**SMALL_EARTH, "wild_depth": None}, "options.geometry.wild_depth: null is no whole number"),
    ],
)
def test_a_board_that_cannot_be_is_refused(geometry: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        game(geometry=geometry)
    assert str(caught.value).startswith(line)


# ---------------------------------------------------------------------------------------------- seats and start


@pytest.mark.parametrize(
    ("players", "options", "seats"),
    [
        (2, {}, "yellow blue"),
        (3, {}, "yellow green blue"),
        (4, {}, "yellow green blue red"),
        (2, {"seats": "advised"}, "yellow blue"),
        (2, {"seats": ["green", "red"]}, "green red"),
        (2, {"seats": ["red", "yellow"]}, "red yellow"),
        (3, {"seats": ["blue", "red", "yellow"]}, "blue red yellow"),
        (4, {"seats": ["red", "yellow", "green", "blue"]}, "red yellow green blue"),
        (2, {"start": "first"}, "yellow blue"),
        (2, {"start": "yellow"}, "yellow blue"),
        (2, {"start": "blue"}, "blue yellow"),
        (2, {"start": "green"}, "yellow blue"),
        (4, {"start": "green"}, "green blue red yellow"),
        (4, {"start": "red"}, "red yellow green blue"),
        (3, {"seats": ["green", "blue", "yellow"], "start": "yellow"}, "yellow green blue"),
        (3, {"seats": ["green", "blue", "yellow"], "start": "red"}, "green blue yellow"),
    ],
)
def test_sc_2_2_seats_and_start_at_every_value(players: int, options: dict[str, Any], seats: str) -> None:
    """SC-2.1, SC-2.2: the first of `seats` begins, turned so that the colour of `start` stands first."""
    rules = game(players, **options)
    state = rules.format_position(rules.start())
    assert rules.seats == tuple(seats.split())
    assert (state["seats"], state["turn"]) == (seats.split(), seats.split()[0])
    assert state["options"] == {k: v for k, v in options.items() if v not in ("advised", "first")}
    again, position = load_position(json.dumps(state))
    assert again.format_position(position) == state
    assert again.players == players


@pytest.mark.parametrize("seats", [["yellow", "blue"], ["yellow", "green", "blue"], list(COLOURS)])
def test_seats_that_are_the_usual_ones_are_not_written(seats: list[str]) -> None:
    rules = game(len(seats), seats=seats)
    assert rules.options == {} == rules.format_options()


@pytest.mark.parametrize(
    ("players", "options", "line"),
    [
        (2, {"seats": ["yellow"]}, "options.seats: 2 to 4 colours play, not 1"),
        (2, {"seats": []}, "options.seats: 2 to 4 colours play, not 0"),
        (2, {"seats": list(COLOURS)}, "options.seats: 4 colours, and 2 play"),
        (4, {"seats": ["yellow", "blue"]}, "options.seats: 2 colours, and 4 play"),
        (2, {"seats": ["yellow", "pink"]}, 'options.seats[1]: "pink" is no colour (yellow, green, blue, red)'),
        (2, {"seats": ["yellow", 1]}, "options.seats[1]: 1 is no colour"),
        (2, {"seats": ["yellow", "yellow"]}, "options.seats: yellow, yellow: a colour stands twice"),
        (
            3,
            {"seats": ["yellow", "blue", "green"]},
            "options.seats: yellow, blue, green is not the clockwise order (yellow, green, blue)",
        ),
        (2, {"seats": "yellow"}, 'options.seats: "yellow" is not allowed (one of: advised, or the colours'),
        (2, {"seats": None}, "options.seats: null is not allowed"),
        (2, {"start": "pink"}, 'options.start: "pink" is not allowed (one of: first, yellow, green, blue, red)'),
        (2, {"start": ["yellow"]}, "options.start: ['yellow'] is not allowed"),
        (2, {"diagonals": True}, "options.diagonals: true is not allowed (one of: none, wild_roll, wild_pawns, both)"),
        (2, {"teams": True}, 'options: space-checkers has no option "teams"'),
        (1, {}, "players: Space Checkers is supported for 2 to 4 players, not 1"),
        (5, {}, "players: Space Checkers is supported for 2 to 4 players, not 5"),
    ],
)
def test_house_rules_that_cannot_be_are_refused(players: int, options: dict[str, Any], line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        game(players, **options)
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize("seats", [["green", "red"], ["blue", "yellow"], ["red", "yellow"], ["red", "green", "blue"]])
def test_seats_of_a_position_stay_apart_from_the_house_rule(seats: list[str]) -> None:
    """Whoever sits there, in clockwise order, plays; the options are written as they were."""
    around = sorted(seats, key=lambda colour: (COLOURS.index(colour) - COLOURS.index(seats[0])) % 4)
    rules = game(len(seats), seats=around)
    state = {**rules.format_position(rules.start()), "options": {"diagonals": "both"}}
    again, position = load_position(state)
    assert again.format_position(position) == state
    assert again.options == {"diagonals": "both"}
    assert again.format_awaited(position) == {"need": "roll", "seat": around[0]}
    assert again.format_position(again.start()) == state


def test_seats_of_a_position_are_those_agreed_on_if_any_were() -> None:
    """A house rule that names the colours fixes who plays, and not who began."""
    rules = game(seats=["green", "red"])
    state = rules.format_position(rules.start())
    turned, position = load_position({**state, "seats": ["red", "green"]})
    assert turned.format_position(position)["seats"] == ["red", "green"]
    with pytest.raises(MalformedError, match=r"^seats: green, red were agreed on, not yellow, blue$"):
        load_position({**state, "seats": ["yellow", "blue"]})
