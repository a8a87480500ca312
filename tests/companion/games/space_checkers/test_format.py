"""The JSON of Space Checkers: what it looks like, and what is refused, with the path of the fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion import MalformedError, UnknownGame, load_position
from tests.support.games.altered import ABSENT, changed
from tests.support.games.checkers import COLOURS, DIAGONALS, GAME, Event, at, game, move, roll

TWO = game()

GOOD: dict[str, Any] = {
    "game": GAME,
    "options": {},
    "turn": "yellow",
    "seats": ["yellow", "blue"],
    "captured": {"yellow": 8, "blue": 9},
    "pawns": {"yellow": [[0, 3], [1, 4], [9, 5]], "blue": [[2, 3], [6, 0], [10, 3], [11, 8]]},
    "rolled": {"number": 2, "direction": "blue"},
}
THREE: dict[str, Any] = {
    "game": GAME,
    "options": {"geometry": "G10", "diagonals": "both"},
    "turn": "red",
    "seats": ["green", "red", "yellow"],
    "captured": {"green": 9, "red": 7, "yellow": 9},
    "pawns": {"green": [], "red": [[0, 0], [9, 9], [3, 3]], "yellow": [[0, column] for column in range(1, 9)]},
    "rolled": None,
}
OVER: dict[str, Any] = {
    **GOOD,
    "captured": {"yellow": 10, "blue": 9},
    "pawns": {"yellow": [[0, 3], [1, 4], [9, 5]], "blue": [[2, 3], [6, 0]]},
    "rolled": None,
}


def written(state: dict[str, Any]) -> dict[str, Any]:
    """The position with its pawns sorted."""
    return {**state, "pawns": {colour: sorted(fleet) for colour, fleet in state["pawns"].items()}}


@pytest.mark.parametrize("state", [GOOD, THREE, OVER], ids=["to move", "to roll", "over"])
def test_a_position_goes_in_and_comes_out_alike(state: dict[str, Any]) -> None:
    rules, position = load_position(json.dumps(state))
    assert json.loads(json.dumps(rules.format_position(position))) == written(state)
    assert rules.format_position(position) == written(state)
    assert load_position(state)[1] == position
    assert rules.parse_position(json.dumps(state).encode()) == position


def test_a_position_is_read_as_meant() -> None:
    assert TWO.parse_position(GOOD) == at(
        TWO,
        {"yellow": "0,3 1,4 9,5", "blue": "2,3 6,0 10,3 11,8"},
        "2 blue",
        captured={"yellow": 8, "blue": 9},
    )
    assert TWO.format_awaited(TWO.parse_position(GOOD)) == {"need": "action", "seat": "yellow"}
    rules, position = load_position(THREE)
    assert rules.format_awaited(position) == {"need": "roll", "seat": "red"}
    assert position.turn == 1


def test_the_first_position_of_two_players() -> None:
    start = TWO.format_position(TWO.start())
    assert {key: value for key, value in start.items() if key != "pawns"} == {
        "game": GAME,
        "options": {},
        "turn": "yellow",
        "seats": ["yellow", "blue"],
        "captured": {"yellow": 0, "blue": 0},
        "rolled": None,
    }
    assert isinstance(start["pawns"], dict)
    assert start["pawns"]["blue"] == [[row, column] for row in (10, 11) for column in range(3, 9)]


def test_keys_that_would_be_null_may_be_left_out() -> None:
    assert load_position(changed(THREE, "rolled", ABSENT))[1] == load_position(THREE)[1]
    for over in (changed(OVER, "turn", None), changed(changed(OVER, "turn", ABSENT), "rolled", ABSENT)):
        rules, position = load_position(over)
        assert rules.awaited(position).need == "nothing"
        assert rules.format_position(position)["turn"] is None


def test_the_turn_of_a_finished_game_means_nothing() -> None:
    for colour in ("yellow", "blue"):
        rules, position = load_position(changed(OVER, "turn", colour))
        told = rules.format_outcome(position)
        assert told is not None and told["ranking"] == [["yellow"], ["blue"]]


MALFORMED: list[tuple[dict[str, Any], str, object, str]] = [
    # wrong types, and whole numbers that are none
    (GOOD, "captured.yellow", True, "captured.yellow: true is no whole number"),
    (GOOD, "captured.yellow", 8.0, "captured.yellow: 8.0 is no whole number"),
    (GOOD, "captured.yellow", "8", 'captured.yellow: "8" is no whole number'),
    (GOOD, "captured.yellow", None, "captured.yellow: null is no whole number"),
    (GOOD, "captured.yellow", -1, "captured.yellow: -1 is no whole number of at least 0"),
    (GOOD, "captured", [8, 9], "captured: expected an object, not a list"),
    (GOOD, "captured", None, "captured: expected an object, not null"),
    (GOOD, "pawns", [], "pawns: expected an object, not a list"),
    (GOOD, "pawns.yellow", {}, "pawns.yellow: expected a list, not an object"),
    (GOOD, "pawns.yellow", "0,3", 'pawns.yellow: expected a list, not "0,3"'),
    (GOOD, "pawns.yellow.0", 3, "pawns.yellow[0]: expected a list, not 3"),
    (GOOD, "pawns.yellow.0", [0], "pawns.yellow[0]: a square is [row, column], not 1 values"),
    (GOOD, "pawns.yellow.0", [0, 3, 0], "pawns.yellow[0]: a square is [row, column], not 3 values"),
    (GOOD, "pawns.yellow.0.1", True, "pawns.yellow[0][1]: true is no column of this board"),
    (GOOD, "pawns.yellow.0.0", 0.0, "pawns.yellow[0][0]: 0.0 is no row of this board"),
    (GOOD, "options", [], "options: expected an object, not a list"),
    (GOOD, "options", None, "options: expected an object, not null"),
    (GOOD, "rolled", [2, "blue"], "rolled: expected an object, not a list"),
    (GOOD, "rolled.number", True, "rolled.number: true is no face"),
    (GOOD, "rolled.number", 2.0, "rolled.number: 2.0 is no face"),
    (GOOD, "rolled.direction", 1, "rolled.direction: 1 is no face of the direction die"),
    (GOOD, "turn", 0, "turn: 0 is no seat at this table (yellow, blue)"),
    (GOOD, "seats", "yellow", 'seats: expected a list, not "yellow"'),
    (GOOD, "seats", None, "seats: expected a list, not null"),
    # keys
    (GOOD, "board", 12, 'unknown key "board" (known: game, options, seats, captured, pawns, turn, rolled)'),
    (GOOD, "rolled.do", "rolled", 'rolled: unknown key "do" (known: number, direction)'),
    (GOOD, "rolled.direction", ABSENT, 'rolled: the key "direction" is missing'),
    (GOOD, "captured.green", 0, 'captured: unknown key "green" (known: yellow, blue)'),
    (GOOD, "pawns.red", [], 'pawns: unknown key "red" (known: yellow, blue)'),
    (GOOD, "captured.blue", ABSENT, 'captured: the key "blue" is missing'),
    (GOOD, "pawns.blue", ABSENT, 'pawns: the key "blue" is missing'),
    (GOOD, "pawns", ABSENT, 'the key "pawns" is missing'),
    (GOOD, "captured", ABSENT, 'the key "captured" is missing'),
    (GOOD, "seats", ABSENT, 'the key "seats" is missing'),
    (GOOD, "options", ABSENT, 'the key "options" is missing'),
    (GOOD, "game", ABSENT, 'the key "game" is missing'),
    # values that no set of the game has
    (GOOD, "pawns.yellow.0", [12, 3], "pawns.yellow[0][0]: 12 is no row of this board"),
    (GOOD, "pawns.yellow.0", [0, -1], "pawns.yellow[0][1]: -1 is no column of this board"),
    (THREE, "pawns.red.0", [10, 0], "pawns.red[0][0]: 10 is no row of this board"),
    (GOOD, "rolled.number", 7, "rolled.number: 7 is no face"),
    (GOOD, "rolled.number", 0, "rolled.number: 0 is no face"),
    (GOOD, "rolled.direction", "pink", 'rolled.direction: "pink" is no face of the direction die (yellow, green, blue'),
    (GOOD, "rolled.direction", "yellow-green", 'rolled.direction: "yellow-green" is no face of the direction die'),
    (GOOD, "turn", "green", 'turn: "green" is no seat at this table (yellow, blue)'),
    (GOOD, "seats", ["yellow", "pink"], 'seats[1]: "pink" is no colour (yellow, green, blue, red)'),
    (GOOD, "seats", ["yellow", 2], "seats[1]: 2 is no colour"),
    (GOOD, "seats", ["yellow"], "seats: 2 to 4 colours play, not 1"),
    (GOOD, "seats", [*COLOURS, "yellow"], "seats: 2 to 4 colours play, not 5"),
    (GOOD, "seats", ["yellow", "yellow"], "seats: yellow, yellow: a colour stands twice"),
    (THREE, "seats", ["green", "yellow", "red"], "seats: green, yellow, red is not the clockwise order (green, red,"),
    (GOOD, "seats", ["yellow", "red"], 'captured: unknown key "blue" (known: yellow, red)'),
    (GOOD, "game", "chess", 'game: "chess" is no game here'),
    (GOOD, "game", 5, "game: 5 is no game here"),
    # options
    (GOOD, "options.draw_limit", 5, 'options: space-checkers has no option "draw_limit"'),
    (GOOD, "options.geometry", "G9", 'options.geometry: "G9" is not allowed'),
    (GOOD, "options.diagonals", 1, "options.diagonals: 1 is not allowed"),
    (GOOD, "options.seats", ["yellow", "green", "blue"], "options.seats: 3 colours, and 2 play"),
    (GOOD, "options.seats", ["green", "red"], "seats: green, red were agreed on, not yellow, blue"),
    # positions that cannot be
    (GOOD, "pawns.yellow.0", [4, 4], "pawns.yellow[0]: [4, 4] belongs to the Earth, where no pawn can stand (SC-3.4)"),
    (GOOD, "pawns.yellow.1", [0, 3], "pawns.yellow[1]: another pawn stands on [0, 3]"),
    (GOOD, "pawns.blue.3", [9, 5], "pawns.blue[3]: another pawn stands on [9, 5]"),
    (GOOD, "pawns.blue.3", [2, 3], "pawns.blue[3]: another pawn stands on [2, 3]"),
    (GOOD, "captured.yellow", 7, "pawns: 7 pawns on the board and 16 captured, and together they must be 24"),
    (GOOD, "captured", {"yellow": 9, "blue": 8}, "captured.yellow: 9 captures, and the others lost only 8"),
    (
        GOOD,
        "pawns.yellow",
        [[row, column] for row in (0, 1) for column in range(7)],
        "pawns.yellow: 14 pawns, and a fleet has 12",
    ),
    (
        OVER,
        "captured",
        {"yellow": 10, "blue": 10},
        "pawns: 5 pawns on the board and 20 captured, and together they must be 24",
    ),
    (
        GOOD,
        "rolled",
        {"number": 1, "direction": "yellow", "x": 1},
        'rolled: unknown key "x" (known: number, direction)',
    ),
    (OVER, "rolled", {"number": 2, "direction": "blue"}, "rolled: nobody rolls once the game is over"),
    (GOOD, "turn", None, "turn: a colour has to be on turn while the game goes on"),
    (GOOD, "turn", ABSENT, "turn: a colour has to be on turn while the game goes on"),
    (THREE, "turn", "green", "turn: green has no pawns, so its turn is passed over (SC-5.2)"),
]


@pytest.mark.parametrize(("base", "path", "value", "line"), MALFORMED, ids=[one[3][:70] for one in MALFORMED])
def test_a_malformed_position_is_refused_with_the_path(
    base: dict[str, Any], path: str, value: object, line: str
) -> None:
    for raw in (changed(base, path, value), json.dumps(changed(base, path, value))):
        with pytest.raises(MalformedError) as caught:
            load_position(raw)
        assert str(caught.value).startswith(line)
        assert "\n" not in str(caught.value)


def crowded(rules: Any, counts: tuple[int, ...], captured: tuple[int, ...]) -> dict[str, Any]:
    """A position with so many pawns and captures of each seat, on the two outer rows of north and south."""
    edge = [[row, column] for row in (0, 1, 10, 11) for column in range(12)]
    fleets = [[edge.pop(0) for _ in range(count)] for count in counts]
    return {
        "game": GAME,
        "options": {},
        "turn": rules.seats[0],
        "seats": list(rules.seats),
        "captured": dict(zip(rules.seats, captured, strict=True)),
        "pawns": dict(zip(rules.seats, fleets, strict=True)),
    }


@pytest.mark.parametrize(
    ("counts", "captured", "line"),
    [
        ((2, 2), (10, 10), "captured: yellow and blue cannot both have 10 captures (SC-5.1)"),
        ((0, 1), (11, 12), "captured: yellow and blue cannot both have 10 captures (SC-5.1)"),
        ((0, 5, 9), (10, 6, 6), "pawns.yellow: the pawn that made the last capture must be on the board"),
        ((12, 5, 4), (15, 0, 0), "captured.yellow: 15 captures, and the game ends with 10 (SC-5.1)"),
        ((0, 0, 0), (12, 12, 12), "captured: yellow and green cannot both have 10 captures (SC-5.1)"),
        ((12, 12, 0), (6, 5, 1), "captured.blue: 1 captures, and the others lost only 0"),
    ],
)
def test_captures_that_no_game_reaches_are_refused(
    counts: tuple[int, ...], captured: tuple[int, ...], line: str
) -> None:
    rules = game(len(counts))
    with pytest.raises(MalformedError) as caught:
        rules.parse_position(crowded(rules, counts, captured))
    assert str(caught.value) == line


def test_fourteen_captures_are_the_most_a_last_jump_can_leave() -> None:
    rules = game(3)
    position = rules.parse_position(crowded(rules, (12, 5, 5), (14, 0, 0)))
    assert rules.outcome(position) is not None


def test_a_roll_that_no_pawn_can_move_is_refused() -> None:
    start = TWO.format_position(TWO.start())
    with pytest.raises(MalformedError) as caught:
        TWO.parse_position({**start, "rolled": {"number": 3, "direction": "yellow"}})
    assert str(caught.value) == "rolled: no pawn of yellow can move so: the turn is lost (SC-3.1)"


def test_a_game_reads_only_its_own_positions() -> None:
    with pytest.raises(MalformedError, match='game: "chess" is no position of this game'):
        TWO.parse_position({**GOOD, "game": "chess"})
    with pytest.raises(MalformedError, match="options: these are not the house rules of this game"):
        TWO.parse_position({**GOOD, "options": {"diagonals": "both"}})
    with pytest.raises(MalformedError, match=r"^seats: yellow, blue play here, not blue, yellow$"):
        TWO.parse_position({**GOOD, "seats": ["blue", "yellow"]})
    with pytest.raises(UnknownGame):
        load_position({**GOOD, "game": "space"})


TEXTS = [
    ("", "this is no JSON: Expecting value (line 1, column 1)"),
    ('{"turn": NaN}', "turn: NaN is no number in JSON"),
    (
        json.dumps(GOOD).replace('"yellow": 8', '"yellow": ' + "9" * 5000),
        "captured.yellow: a number of 5000 digits is too long",
    ),
    (
        json.dumps(GOOD).replace('"yellow": 8', '"yellow": 999999999999'),
        "pawns: 7 pawns on the board and 1000000000008 captured, and together they must be 24",
    ),
    ("[" * 100_000, "this is nested too deeply to be read"),
    ("[1]", "expected an object, not a list"),
    ("null", "expected an object, not null"),
    (json.dumps(GOOD).replace('"blue": 9', '"blue": 9, "blue": 9'), 'captured: the key "blue" stands twice'),
    (
        json.dumps(GOOD).replace('"number": 2', '"number": 2, "number": 2'),
        'rolled: the key "number" stands twice',
    ),
    (json.dumps(GOOD).replace('"turn"', '"turn": "blue", "turn"'), 'the key "turn" stands twice'),
]


@pytest.mark.parametrize(("text", "line"), TEXTS, ids=[line for _, line in TEXTS])
def test_what_is_no_json_or_repeats_a_key_is_refused(text: str, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        load_position(text)
    assert str(caught.value) == line


# ---------------------------------------------------------------------------------------------- events


@pytest.mark.parametrize(
    ("text", "event", "line"),
    [
        ('{"do":"rolled","number":3,"direction":"blue"}', roll("3 blue"), "roll 3 blue"),
        ('{"do":"rolled","number":6,"direction":"wild"}', roll("6 wild"), "roll 6 wild"),
        ('{"do":"move","from":[1,3],"toward":"blue"}', move("1,3", "blue"), "move 1,3 blue"),
        ('{"do":"move","from":[11,0],"toward":"red-yellow"}', move("11,0", "red-yellow"), "move 11,0 red-yellow"),
    ],
)
def test_events_in_json_and_as_lines(text: str, event: Event, line: str) -> None:
    assert TWO.parse_event(text) == event == TWO.parse_event(json.loads(text))
    assert json.dumps(TWO.format_event(event), separators=(",", ":")) == text
    assert TWO.formatted(event) == line
    assert TWO.parsed(f"  {line.upper()} ".replace(" ", "  ")) == event


@pytest.mark.parametrize("direction", [*COLOURS, *DIAGONALS])
def test_every_direction_is_read(direction: str) -> None:
    assert TWO.parse_event({"do": "move", "from": [1, 3], "toward": direction}) == move("1,3", direction)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ([], "event: expected an object, not a list"),
        ({}, 'event: the key "do" is missing'),
        ({"do": "pass"}, 'event.do: "pass" is no event of this game (rolled, move)'),
        ({"do": None}, "event.do: null is no event of this game"),
        ({"do": "rolled", "number": 3}, 'event: the key "direction" is missing'),
        ({"do": "rolled", "number": 3, "direction": "blue", "seat": 0}, 'event: unknown key "seat"'),
        ({"do": "rolled", "number": 7, "direction": "blue"}, "event.number: 7 is no face"),
        ({"do": "rolled", "number": True, "direction": "blue"}, "event.number: true is no face"),
        ({"do": "rolled", "number": 1.0, "direction": "blue"}, "event.number: 1.0 is no face"),
        ({"do": "rolled", "number": None, "direction": "blue"}, "event.number: null is no face"),
        ({"do": "rolled", "number": 1, "direction": "WILD"}, 'event.direction: "WILD" is no face of the direction'),
        ({"do": "rolled", "number": 1, "direction": "green-blue"}, 'event.direction: "green-blue" is no face of'),
        ({"do": "move", "toward": "blue"}, 'event: the key "from" is missing'),
        ({"do": "move", "from": [1, 3], "toward": "wild"}, 'event.toward: "wild" is no direction (yellow, green,'),
        ({"do": "move", "from": [1, 3], "toward": "green-yellow"}, 'event.toward: "green-yellow" is no direction'),
        ({"do": "move", "from": [1, 3], "toward": None}, "event.toward: null is no direction"),
        ({"do": "move", "from": "1,3", "toward": "blue"}, 'event.from: expected a list, not "1,3"'),
        ({"do": "move", "from": [1], "toward": "blue"}, "event.from: a square is [row, column], not 1 values"),
        ({"do": "move", "from": [12, 3], "toward": "blue"}, "event.from[0]: 12 is no row of this board"),
        ({"do": "move", "from": [1, 12], "toward": "blue"}, "event.from[1]: 12 is no column of this board"),
        ({"do": "move", "from": [True, 3], "toward": "blue"}, "event.from[0]: true is no row of this board"),
        ({"do": "move", "from": [1, 3], "to": [3, 3], "toward": "blue"}, 'event: unknown key "to"'),
        ('{"do":"move","do":"move","from":[1,3],"toward":"blue"}', 'event: the key "do" stands twice'),
        ("move 1,3 blue", "event: this is no JSON"),
    ],
)
def test_a_malformed_event_is_refused_with_the_path(event: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        TWO.parse_event(event)
    assert str(caught.value).startswith(line)


@pytest.mark.parametrize("line", ["", "move 1,3", "move 1 3 blue", "roll blue 3", "move 1,3 1"])
def test_a_line_that_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(MalformedError, match=r"roll NUMBER DIRECTION, move FROM TOWARD"):
        TWO.parsed(line)


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (roll("7 blue"), "event.number"),
        (roll("1 pink"), "event.direction"),
        (move("12,0", "blue"), "event.from"),
        (move("1,3", "pink"), "event.toward"),
    ],
)
def test_values_that_no_set_has_are_malformed_also_without_json(event: Event, path: str) -> None:
    for position in (TWO.start(), TWO.parse_position(GOOD)):
        with pytest.raises(MalformedError) as caught:
            TWO.rule(position, event)
        assert caught.value.path == path
