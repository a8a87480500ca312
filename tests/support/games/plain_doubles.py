"""Doubles Wild a second time, as plainly as it can be written: the engine is checked against it.

It works on the JSON of a position (dicts and lists), looks at all 224 windows of the board whenever one could matter
and lists every choice. Slow, and written from the rules and the formats alone: nothing of the product is imported.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

State = dict[str, Any]
Event = dict[str, Any]
Square = tuple[int, int]

DEFAULTS: dict[str, Any] = {
    "teams": False,
    "rerolls": 1,
    "battle_optional": False,
    "wild_exclude_protected": False,
    "wild_may_decline": False,
    "markers": 16,
    "short_match": False,
    "battle_tie_cap": 0,
    "playoff_reroll_start": True,
}
DICE = ("red", "blue", "dice", "faces")
LABELS = range(3, 12)
SQUARES: list[Square] = [(row, column) for row in LABELS for column in LABELS]
WINDOWS: list[tuple[Square, Square, Square]] = [
    ((row, column), (row + down, column + right), (row + 2 * down, column + 2 * right))
    for row, column in SQUARES
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if (row + 2 * down, column + 2 * right) in SQUARES
]


# The first position and the questions every oracle answers


def fresh(players: int, options: dict[str, Any]) -> State:
    """The first position: everybody is to throw for the start."""
    if players not in (2, 3, 4) or (options.get("teams") and players != 4):
        raise ValueError(f"no such table: {players} players with {options}")
    state = {
        "game": "doubles-wild",
        "options": options,
        "supply": [0] * players,
        "score": [0, 0] if options.get("teams") else [0] * players,
        "board": [],
        "start": {"among": list(range(players)), "totals": []},
    }
    state["supply"] = [full_supply(state)] * players
    return canonical(state)


def awaited(state: State) -> dict[str, Any]:
    if outcome(state) is not None:
        return {"need": "nothing"}
    start, battle, rolled = state.get("start"), state.get("battle"), state.get("rolled")
    if start is not None:
        return {"need": "roll", "seat": start["among"][len(start["totals"])], "dice": 3}
    if battle is not None:
        in_hand = 3 - len(lying(battle))
        if in_hand:
            return {"need": "roll", "seat": battle["to_roll"], "dice": in_hand}
        return {"need": "action", "seat": battle["to_roll"]}
    dice_in_hand = {colour: 2 for colour in ("red", "blue") if rolled is None or rolled.get(colour) is None}
    if dice_in_hand:
        return {"need": "roll", "seat": state["turn"], "dice": dice_in_hand}
    return {"need": "action", "seat": state["turn"]}


def actions(state: State) -> set[str]:
    """Every legal action, as JSON text with sorted keys."""
    if awaited(state)["need"] != "action":
        return set()
    choices = battle_choices(state) if state.get("battle") is not None else turn_choices(state)
    return {json.dumps(event, sort_keys=True) for event in choices}


def is_legal(state: State, event: Event) -> bool:
    event, need = canonical_event(event), awaited(state)
    if need["need"] == "action":
        return json.dumps(event, sort_keys=True) in actions(state)
    if need["need"] != "roll":
        return False
    if isinstance(need["dice"], int):
        return event["do"] == "threw" and len(event["faces"]) == need["dice"]
    if event["do"] != "rolled":
        return False
    rolled = state.get("rolled") or {}
    return all(colour in need["dice"] or event[colour] == sorted(rolled[colour]) for colour in ("red", "blue"))


def after(state: State, event: Event) -> State:
    """The position that a legal event leads to; the given one stays as it is."""
    state, event = copy.deepcopy(state), canonical_event(event)
    if event["do"] == "threw" and state.get("start") is not None:
        throw_for_start(state, sum(event["faces"]))
    elif event["do"] in ("threw", "throw", "hold"):
        fight_on(state, event)
    elif event["do"] == "rolled":
        first_roll = state.get("rolled") is None
        again = rule(state, "rerolls") == "unlimited" or (first_roll and rule(state, "rerolls") == 1)
        state["rolled"] = {"red": event["red"], "blue": event["blue"], "again": again}
    elif event["do"] == "reroll":
        state["rolled"]["again"] = False
        for colour in ("red", "blue"):
            if event["dice"] in (colour, "both"):
                state["rolled"][colour] = None
    else:
        state["rolled"] = None
        play(state, event)
    return canonical(state)


def outcome(state: State) -> dict[str, Any] | None:
    """Ranking and the clause that ended the game, or None while it goes on."""
    sides = [
        [seat for seat in range(len(state["supply"])) if side_of(state, seat) == s] for s in range(sides_at(state))
    ]
    playoff = state.get("playoff")
    if playoff is not None:
        winners = {side_of(state, owner) for owner in window_owners(state)}
        if not winners:
            return None
        (winner,) = winners
        others = sorted(seat for seat in playoff if side_of(state, seat) != winner)
        rest = [side for number, side in enumerate(sides) if number != winner and side[0] not in playoff]
        return {"ranking": [sides[winner], others, *by_score(state, rest)], "clause": "DW-7.2"}
    if any(state.get(key) is not None for key in ("start", "rolled", "battle")):
        return None
    turn = state.get("turn")
    if turn is not None and state["supply"][turn] > 0:
        return None
    return {"ranking": by_score(state, sides), "clause": "DW-7.1"}


def outcomes(state: State) -> list[tuple[Event, Fraction]]:
    """Every result of the chance event awaited, with its probability."""
    need = awaited(state)
    if need["need"] != "roll":
        return []
    if isinstance(need["dice"], int):
        return [({"do": "threw", "faces": faces}, chance) for faces, chance in throws(need["dice"])]
    rolled = state.get("rolled") or {}
    reds, blues = (
        throws(2) if colour in need["dice"] else [(sorted(rolled[colour]), Fraction(1))] for colour in ("red", "blue")
    )
    return [
        ({"do": "rolled", "red": red, "blue": blue}, red_chance * blue_chance)
        for (red, red_chance), (blue, blue_chance) in product(reds, blues)
    ]


def draw(state: State, rng: random.Random) -> Event:
    """One chance event, with fair dice."""
    need = awaited(state)
    if need["need"] != "roll":
        raise ValueError("no roll is awaited")
    if isinstance(need["dice"], int):
        return {"do": "threw", "faces": sorted(rng.randint(1, 6) for _ in range(need["dice"]))}
    event: Event = {"do": "rolled"}
    for colour in ("red", "blue"):
        in_hand = colour in need["dice"]
        event[colour] = sorted([rng.randint(1, 6), rng.randint(1, 6)] if in_hand else state["rolled"][colour])
    return event


def perft(state: State, depth: int) -> int:
    """How many lines of `depth` events there are; a line that ends earlier counts for nothing."""
    if depth == 0:
        return 1
    events = [json.loads(text) for text in actions(state)] + [event for event, _ in outcomes(state)]
    return sum(perft(after(state, event), depth - 1) for event in events)


# The table


def rule(state: State, key: str) -> Any:
    return state["options"].get(key, DEFAULTS[key])


def full_supply(state: State) -> int:
    """DW-1.3 and DW-Q6: markers of one player, by the number of seats at the table."""
    supplies: dict[int, int] = {2: 24, 3: rule(state, "markers"), 4: 12}
    full = supplies[len(state["supply"])]
    return full // 2 if rule(state, "short_match") else full


def sides_at(state: State) -> int:
    """How many score: two teams, or every seat."""
    return 2 if rule(state, "teams") else len(state["supply"])


def side_of(state: State, seat: int) -> int:
    return seat % sides_at(state)


def by_score(state: State, sides: list[list[int]]) -> list[list[int]]:
    """Groups of seats, the highest score first; equal scores share a group."""
    scores = sorted({state["score"][side_of(state, side[0])] for side in sides}, reverse=True)
    return [
        sorted(seat for side in sides for seat in side if state["score"][side_of(state, seat)] == score)
        for score in scores
    ]


def owners(state: State) -> dict[Square, int]:
    return {(row, column): seat for row, column, seat in state["board"]}


def complete_windows(state: State) -> list[tuple[Square, Square, Square]]:
    """DW-5.1, DW-6.2: three squares in line, all with markers of one seat."""
    owner = owners(state)
    return [w for w in WINDOWS if w[0] in owner and owner[w[0]] == owner.get(w[1]) == owner.get(w[2])]


def window_owners(state: State) -> list[int]:
    """The seat of every complete window, as often as it has one."""
    owner = owners(state)
    return [owner[window[0]] for window in complete_windows(state)]


def is_protected(state: State, square: Square) -> bool:
    return any(square in window for window in complete_windows(state))


# A turn


def candidates(state: State) -> list[Square]:
    """DW-3.3: the squares that the dice on the table select."""
    me, owner = state["turn"], owners(state)
    red, blue = state["rolled"]["red"], state["rolled"]["blue"]
    wild_column, wild_row = blue[0] == blue[1], red[0] == red[1]
    if not wild_row and not wild_column:
        return [(sum(red), sum(blue))]
    chosen = []
    for square in SQUARES:
        on_the_line = (wild_row or square[0] == sum(red)) and (wild_column or square[1] == sum(blue))
        holder = owner.get(square)
        enemy = holder is not None and side_of(state, holder) != side_of(state, me)
        shut = enemy and rule(state, "wild_exclude_protected") and is_protected(state, square)
        if on_the_line and holder != me and not shut:
            chosen.append(square)
    return chosen


def turn_choices(state: State) -> list[Event]:
    me, owner, rolled = state["turn"], owners(state), state["rolled"]
    choices: list[Event] = []
    if rolled["again"]:
        choices += [{"do": "reroll", "dice": dice} for dice in ("red", "blue", "both")]
    squares = candidates(state)
    for square in squares:
        holder = owner.get(square)
        place, leave = {"do": "place", "square": list(square)}, {"do": "leave", "square": list(square)}
        if holder is None or holder == me:
            choices.append(place)
        elif side_of(state, holder) == side_of(state, me):
            choices += [leave] if is_protected(state, square) else [leave, place]
        elif is_protected(state, square) or not rule(state, "battle_optional"):
            choices.append(place)
        else:
            choices += [leave, place]
    a_double = any(rolled[colour][0] == rolled[colour][1] for colour in ("red", "blue"))
    if not squares or (a_double and rule(state, "wild_may_decline")):
        choices.append({"do": "place", "square": None})
    return choices


def play(state: State, event: Event) -> None:
    """DW-3.4, DW-6.3: a selected square is played; the dice are off the table already."""
    me = state["turn"]
    square = None if event["square"] is None else (event["square"][0], event["square"][1])
    holder = None if square is None else owners(state).get(square)
    if square is None or event["do"] == "leave" or holder == me:
        pass_turn(state)
    elif holder is None or side_of(state, holder) == side_of(state, me):
        state["supply"][me] -= 1
        settle(state, square, me)
    elif is_protected(state, square):
        pass_turn(state)
    else:
        state["supply"][me] -= 1
        state["battle"] = {
            "square": list(square),
            "attacker": me,
            "defender": holder,
            "round": 1,
            "dice": [[], []],
            "to_roll": me,
        }


def settle(state: State, square: Square, seat: int) -> None:
    """The square is the seat's from now on: score it and end the turn."""
    state["board"] = [entry for entry in state["board"] if (entry[0], entry[1]) != square]
    state["board"].append([*square, seat])
    if state.get("playoff") is not None:
        if window_owners(state):
            return  # the first 3-in-a-row: it is over, the turn passes no more
    else:
        points = Counter(side_of(state, owner) for owner in window_owners(state))
        state["score"] = [points[side] for side in range(sides_at(state))]
    pass_turn(state)


def pass_turn(state: State) -> None:
    """DW-3.1, DW-7: the next seat's turn, or what follows when its supply is empty."""
    seats = len(state["supply"])
    playing = state.get("playoff") or list(range(seats))
    turn = state["turn"]
    while True:
        turn = (turn + 1) % seats
        if turn in playing:
            break
    state["turn"] = turn
    if state["supply"][turn] > 0:
        return
    if state.get("playoff") is None:
        playing = [seat for seat in playing if state["score"][side_of(state, seat)] == max(state["score"])]
        if len({side_of(state, seat) for seat in playing}) == 1:
            return  # over
    state["playoff"] = sorted(playing)
    state["board"] = []
    state["supply"] = [full_supply(state) if seat in playing else 0 for seat in range(seats)]
    if rule(state, "playoff_reroll_start"):
        state["turn"] = None
        state["start"] = {"among": sorted(playing), "totals": []}
    else:
        while state["turn"] not in playing:
            state["turn"] = (state["turn"] + 1) % seats


def throw_for_start(state: State, total: int) -> None:
    """DW-2.1: the highest total begins, those tied for it throw again."""
    among, totals = state["start"]["among"], [*state["start"]["totals"], total]
    if len(totals) < len(among):
        state["start"] = {"among": among, "totals": totals}
        return
    highest = [seat for seat, thrown in zip(among, totals, strict=True) if thrown == max(totals)]
    if len(highest) == 1:
        state["start"], state["turn"] = None, highest[0]
    else:
        state["start"] = {"among": highest, "totals": []}


# A battle


def lying(battle: dict[str, Any]) -> list[int]:
    """The dice on the table of the side that is to roll."""
    dice: list[int] = battle["dice"][0 if battle["to_roll"] == battle["attacker"] else 1]
    return dice


def battle_choices(state: State) -> list[Event]:
    """DW-4.2, DW-4.3: throw any of the three dice again; none only in rounds 2 and 3."""
    dice = lying(state["battle"])
    thrown = {tuple(sorted(part)) for count in (1, 2, 3) for part in combinations(dice, count)}
    choices: list[Event] = [{"do": "throw", "dice": list(part)} for part in sorted(thrown)]
    if state["battle"]["round"] <= 3:
        choices.append({"do": "hold"})
    return choices


def fight_on(state: State, event: Event) -> None:
    battle = state["battle"]
    dice = lying(battle)
    if event["do"] == "throw":
        for face in event["dice"]:
            dice.remove(face)
        return
    if event["do"] == "threw":
        dice.extend(event["faces"])
    if battle["to_roll"] == battle["attacker"]:
        battle["to_roll"] = battle["defender"]
        return
    attack, defence = sum(battle["dice"][0]), sum(battle["dice"][1])
    cap = rule(state, "battle_tie_cap")
    held_by_cap = cap > 0 and battle["round"] >= 3 + cap
    if battle["round"] < 3 or (attack == defence and not held_by_cap):
        battle["round"] += 1
        battle["to_roll"] = battle["attacker"]
        return
    state["battle"] = None
    if attack > defence:
        settle(state, (battle["square"][0], battle["square"][1]), battle["attacker"])
    else:
        pass_turn(state)


# Forms


def throws(dice: int) -> list[tuple[list[int], Fraction]]:
    """What so many dice can show, sorted, with the probability of each."""
    ways = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    return [(list(faces), Fraction(count, 6**dice)) for faces, count in sorted(ways.items())]


def canonical_event(event: Event) -> Event:
    """Dice in order; a square keeps its order, for red comes first."""
    return {
        key: sorted(value) if isinstance(value, list) and key != "square" else value for key, value in event.items()
    }


def canonical(state: State) -> State:
    """Lists without order sorted, keys that are null and options that say the default left out."""
    state = {key: copy.deepcopy(value) for key, value in state.items() if value is not None}
    state["options"] = {key: value for key, value in state["options"].items() if value != DEFAULTS[key]}
    state["board"].sort()
    if "rolled" in state:
        rolled = {key: value for key, value in state["rolled"].items() if value is not None}
        state["rolled"] = {key: sorted(value) if key != "again" else value for key, value in rolled.items()}
    if "battle" in state:
        state["battle"]["dice"] = [sorted(dice) for dice in state["battle"]["dice"]]
    return state
