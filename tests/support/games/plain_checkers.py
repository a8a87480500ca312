"""Space Checkers a second time, as plainly as it can be written: the engine is checked against it.

It works on the JSON of a position (dicts and lists), walks every pawn in every direction square by square and keeps
the walks that no rule forbids. Written from the rules alone: nothing of the product is imported.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

State = dict[str, Any]
Event = dict[str, Any]
Cell = tuple[int, int]

CLOCKWISE = ["yellow", "green", "blue", "red"]
STRAIGHT = {"yellow": (-1, 0), "green": (0, 1), "blue": (1, 0), "red": (0, -1)}
DIAGONAL = {"yellow-green": (-1, 1), "green-blue": (1, 1), "blue-red": (1, -1), "red-yellow": (-1, -1)}
STEPS = {**STRAIGHT, **DIAGONAL}
DIRECTION_DIE = [*CLOCKWISE, "wild", "wild"]

FLEET = 12
CELLS_TO_WIN = 10
PRESETS = {
    "G12": {"n": 12, "home": [6, 2], "earth": 4, "wild_depth": 4},
    "G12s": {"n": 12, "home": [6, 2], "earth": 2, "wild_depth": 4},
    "G10": {"n": 10, "home": [6, 2], "earth": 2, "wild_depth": 4},
    "G10b": {"n": 10, "home": [4, 3], "earth": 2, "wild_depth": 4},
}
SEATS = {2: ["yellow", "blue"], 3: ["yellow", "green", "blue"], 4: CLOCKWISE}
DEFAULTS = {"geometry": "G12", "diagonals": "none", "start": "first"}


# The board


def geometry_of(options: dict[str, Any]) -> dict[str, Any]:
    """The four measures of the board."""
    geometry = options.get("geometry", "G12")
    return PRESETS[geometry] if isinstance(geometry, str) else geometry


def is_fitting(geometry: dict[str, Any]) -> bool:
    """Whether four homes of twelve squares and the Earth can be centred without sharing a square."""
    n, (width, depth), earth = geometry["n"], geometry["home"], geometry["earth"]
    if width * depth != FLEET or width > n or depth > n or (n - width) % 2:
        return False
    if earth and (earth > n or (n - earth) % 2):
        return False
    homes = [cell for colour in CLOCKWISE for cell in home_of(colour, geometry)]
    return len(set(homes)) == 4 * FLEET and not any(is_earth(cell, geometry) for cell in homes)


def home_of(colour: str, geometry: dict[str, Any]) -> list[Cell]:
    """The squares on which the fleet starts: `depth` lines of `width`, centred on the colour's side."""
    n, (width, depth) = geometry["n"], geometry["home"]
    first = (n - width) // 2
    home = []
    for line in range(depth):
        for place in range(first, first + width):
            far = n - 1 - line
            squares = {"yellow": (line, place), "blue": (far, place), "red": (place, line), "green": (place, far)}
            home.append(squares[colour])
    return sorted(home)


def is_earth(cell: Cell, geometry: dict[str, Any]) -> bool:
    n, earth = geometry["n"], geometry["earth"]
    first = (n - earth) // 2
    return all(first <= place < first + earth for place in cell)


def is_wild(cell: Cell, colour: str, geometry: dict[str, Any]) -> bool:
    """SC-4.1: whether the square lies in the last lines on the side opposite the owner's."""
    row, col = cell
    last = geometry["n"] - 1
    lines_to_the_far_edge = {"yellow": last - row, "blue": row, "red": last - col, "green": col}[colour]
    return bool(lines_to_the_far_edge < geometry["wild_depth"])


# Positions


def canonical(state: State) -> State:
    """A copy with what is null or default left out and the pawns sorted."""
    seats = state["seats"]
    defaults = {**DEFAULTS, "seats": SEATS[len(seats)]}
    new = {
        "game": "space-checkers",
        "options": {key: value for key, value in state["options"].items() if value != defaults[key]},
        "turn": state.get("turn"),
        "seats": list(seats),
        "captured": {seat: state["captured"][seat] for seat in seats},
        "pawns": {seat: sorted([row, col] for row, col in state["pawns"][seat]) for seat in seats},
        "rolled": dict(state["rolled"]) if state.get("rolled") else None,
    }
    return {key: value for key, value in new.items() if value is not None}


def fresh(players: int, options: dict[str, Any]) -> State:
    """The first position; ValueError where the seats are too few or too many or the geometry does not fit."""
    geometry = geometry_of(options)
    seats = options.get("seats", SEATS[players])
    begins = options.get("start", "first")
    if not is_fitting(geometry):
        raise ValueError(f"homes and Earth do not fit: {geometry}")
    first = CLOCKWISE.index(seats[0])
    if len(seats) != players or [c for c in CLOCKWISE[first:] + CLOCKWISE[:first] if c in seats] != seats:
        raise ValueError(f"not {players} colours in clockwise order: {seats}")
    turned = seats.index(begins) if begins in seats else 0
    seats = seats[turned:] + seats[:turned]
    return canonical(
        {
            "options": options,
            "turn": seats[0],
            "seats": seats,
            "captured": dict.fromkeys(seats, 0),
            "pawns": {seat: home_of(seat, geometry) for seat in seats},
        }
    )


def adds_up(state: State) -> bool:
    """Whether the pawns on the board and the prisoners are twelve a seat, and nobody need hold a pawn of his own.

    Whose pawns a player has captured is not recorded, so with three or four players only the sum can be checked, and
    that each has captured no more than all the others have lost.
    """
    lost = {seat: FLEET - len(state["pawns"][seat]) for seat in state["seats"]}
    captured = state["captured"]
    in_all = sum(lost.values())
    return (
        min(lost.values()) >= 0
        and sum(captured.values()) == in_all
        and all(captured[seat] <= in_all - lost[seat] for seat in state["seats"])
    )


def outcome(state: State) -> dict[str, Any] | None:
    seats, captured, pawns = state["seats"], state["captured"], state["pawns"]
    if any(captured[seat] >= CELLS_TO_WIN for seat in seats):
        numbers = sorted({captured[seat] for seat in seats}, reverse=True)
        ranking = [sorted(seat for seat in seats if captured[seat] == number) for number in numbers]
        return {"ranking": ranking, "clause": "SC-5.1"}
    on_the_board = sum(len(pawns[seat]) for seat in seats)
    for seat in seats:
        if pawns[seat] and captured[seat] + on_the_board - len(pawns[seat]) >= CELLS_TO_WIN:
            return None
    return {"ranking": [sorted(seats)], "clause": "SC-5.2"}


def awaited(state: State) -> dict[str, Any]:
    if outcome(state):
        return {"need": "nothing"}
    return {"need": "action" if state.get("rolled") else "roll", "seat": state["turn"]}


# Moves


def directions_of(state: State, pawn: Cell) -> dict[str, Cell]:
    """SC-3.2: every way the pawn of the seat to move may go after the roll, by name."""
    face = state["rolled"]["direction"]
    diagonals = state["options"].get("diagonals", "none")
    wild = is_wild(pawn, state["turn"], geometry_of(state["options"]))
    ways = dict(STRAIGHT) if wild or face == "wild" else {face: STRAIGHT[face]}
    if (face == "wild" and diagonals in ("wild_roll", "both")) or (wild and diagonals in ("wild_pawns", "both")):
        ways.update(DIAGONAL)
    return ways


def path_of(pawn: Cell, toward: str, number: int, n: int) -> list[Cell] | None:
    """SC-3.3: the squares taken one after another, the last included; None for a diagonal that leaves the board."""
    row, col = pawn
    down, right = STEPS[toward]
    path = []
    for _ in range(number):
        row, col = row + down, col + right
        if toward in DIAGONAL and not (0 <= row < n and 0 <= col < n):
            return None
        row, col = row % n, col % n
        path.append((row, col))
    return path


def jumped(state: State, pawn: Cell, toward: str) -> list[Cell] | None:
    """The opposing pawns that the move captures, each once; None where SC-3.4 forbids it.

    A pawn under way is on no square: on a board of six or fewer it may come round to its own.
    """
    geometry = geometry_of(state["options"])
    owner = {tuple(cell): seat for seat in state["seats"] for cell in state["pawns"][seat]}
    del owner[pawn]
    path = path_of(pawn, toward, state["rolled"]["number"], geometry["n"])
    if path is None or any(is_earth(cell, geometry) for cell in path):
        return None
    *passed, last = path
    if last in owner:
        return None
    owners = [owner.get(cell) for cell in passed]
    if state["turn"] in owners:
        return None
    if any(owners[i] is not None and owners[i] == owners[i + 1] for i in range(len(owners) - 1)):
        return None
    return sorted({cell for cell in passed if cell in owner})


def moves(state: State) -> list[Event]:
    """Every legal move after the roll, whether or not the game is over."""
    found = []
    for row, col in state["pawns"][state["turn"]]:
        for toward in directions_of(state, (row, col)):
            if jumped(state, (row, col), toward) is not None:
                found.append({"do": "move", "from": [row, col], "toward": toward})
    return found


def actions(state: State) -> set[str]:
    """Every legal action, as JSON text with sorted keys."""
    if awaited(state)["need"] != "action":
        return set()
    return {json.dumps(event, sort_keys=True) for event in moves(state)}


def is_legal(state: State, event: Event) -> bool:
    if event["do"] == "rolled":
        return bool(awaited(state)["need"] == "roll")
    return json.dumps(event, sort_keys=True) in actions(state)


def next_seat(state: State) -> str:
    """The next seat clockwise that has pawns (SC-5.2); nobody else has any: the same seat."""
    seats = state["seats"]
    here = seats.index(state["turn"])
    round_the_table: list[str] = seats[here + 1 :] + seats[: here + 1]
    return next((seat for seat in round_the_table if state["pawns"][seat]), state["turn"])


def after(state: State, event: Event) -> State:
    """The state after a legal event. A move that ends the game leaves the turn where it is."""
    new = canonical(state)
    me = new["turn"]
    if event["do"] == "rolled":
        new["rolled"] = {"number": event["number"], "direction": event["direction"]}
        if not moves(new):
            del new["rolled"]
            new["turn"] = next_seat(new)
        return new
    row, col = event["from"]
    captures = jumped(new, (row, col), event["toward"])
    path = path_of((row, col), event["toward"], new["rolled"]["number"], geometry_of(new["options"])["n"])
    assert captures is not None and path is not None
    for seat in new["seats"]:
        new["pawns"][seat] = [cell for cell in new["pawns"][seat] if tuple(cell) not in captures]
    new["captured"][me] += len(captures)
    new["pawns"][me].remove([row, col])
    new["pawns"][me] = sorted([*new["pawns"][me], list(path[-1])])
    del new["rolled"]
    if not outcome(new):
        new["turn"] = next_seat(new)
    return new


# Chance


def outcomes(state: State) -> list[tuple[Event, Fraction]]:
    """Every roll with its chance: thirty, as the direction die shows WILD on two faces."""
    if awaited(state)["need"] != "roll":
        return []
    return [
        ({"do": "rolled", "number": number, "direction": face}, Fraction(DIRECTION_DIE.count(face), 36))
        for number in range(1, 7)
        for face in [*CLOCKWISE, "wild"]
    ]


def draw(state: State, rng: random.Random) -> Event:
    """One throw of both dice."""
    assert awaited(state)["need"] == "roll"
    return {"do": "rolled", "number": rng.randint(1, 6), "direction": rng.choice(DIRECTION_DIE)}


def perft(state: State, depth: int) -> int:
    """How many lines of `depth` events begin here; a roll counts once for each result that differs."""
    if depth == 0:
        return 1
    events = [event for event, _ in outcomes(state)] or [json.loads(event) for event in actions(state)]
    return sum(perft(after(state, event), depth - 1) for event in events)
