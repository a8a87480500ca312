"""Dinosaurs Vs. Army Men a second time, as plainly as it can be written: the engine is checked against it.

It works on the JSON of a position (dicts and lists) and was written from the rules alone: nothing of the product is
imported. A pile is only a number here, so every card that does not lie open is as likely as any other to come next.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

State = dict[str, Any]
Event = dict[str, Any]

NUMBERED = [f"{kind}{number}" for kind in "DA" for number in range(1, 13)]
DEFAULT_DECK = sorted(NUMBERED * 2 + ["B"] * 6 + ["S"] * 6)
DEFAULTS = {"deck": DEFAULT_DECK, "battle_tie": "replay_tied", "battle_order": "sequential", "strict_out": False}
LETTER = {"dinosaurs": "D", "army": "A"}


# What a position says


def fresh(players: int, options: dict[str, Any]) -> State:
    """The first position: seat 0 has dealt, seat 1 has the first card and begins (DVA-2.1, 2.2)."""
    given = _differing(options)
    piles = [0] * players
    for place in range(len(_deck(given))):
        piles[(1 + place) % players] += 1
    work = _work(
        {
            "game": "dinosaurs-vs-army-men",
            "options": given,
            "turn": 1,
            "piles": piles,
            "central": [],
            "barred": [],
            "out": [],
            "removed": [],
            "smack": False,
        }
    )
    _judge(work)
    return _canonical(work)


def awaited(state: State) -> dict[str, Any]:
    if outcome(state) is not None:
        return {"need": "nothing"}
    if state["smack"]:
        return {"need": "smack"}
    battle = state.get("battle")
    if battle is None:
        return {"need": "flip", "seat": state["turn"]}
    if battle.get("kind") is None:
        return {"need": "action", "seat": battle["chooser"]}
    return {"need": "flip", "seat": battle["searching"]}


def actions(state: State) -> set[str]:
    """Every legal action, as JSON text with sorted keys; false smacks are legal too but never listed."""
    need = awaited(state)["need"]
    found: list[Event] = []
    if need == "smack":
        found = [{"do": "smacked", "seat": seat} for seat in _seats(state) if seat not in state["barred"]]
    if need == "action":
        found = [{"do": "chose", "kind": kind} for kind in LETTER]
    return {json.dumps(event, sort_keys=True) for event in found}


def outcome(state: State) -> dict[str, Any] | None:
    """DVA-7.1: the only player with cards wins; if nobody has any, those who are not out are drawn."""
    if state["smack"] or state.get("battle") is not None:
        return None
    having = [seat for seat in _seats(state) if state["piles"][seat] > 0]
    if len(having) > 1:
        return None
    first = having or [seat for seat in _seats(state) if seat not in state["out"]]
    rest = [seat for seat in _seats(state) if seat not in first]
    return {"ranking": [group for group in (first, rest) if group], "clause": "DVA-7.1"}


def outcomes(state: State) -> list[tuple[Event, Fraction]]:
    """Every card that the awaited flip may show, with its chance."""
    if awaited(state)["need"] != "flip":
        return []
    unseen = _unseen(state)
    return [({"do": "flipped", "card": card}, Fraction(unseen[card], unseen.total())) for card in sorted(unseen)]


def draw(state: State, rng: random.Random) -> Event:
    """One flip, every card that does not lie open being as likely as any other."""
    assert awaited(state)["need"] == "flip"
    return {"do": "flipped", "card": rng.choice(sorted(_unseen(state).elements()))}


def perft(state: State, depth: int) -> int:
    """How many lines of `depth` events there are."""
    if depth == 0:
        return 1
    events = [json.loads(text) for text in actions(state)] + [event for event, _ in outcomes(state)]
    return sum(perft(after(state, event), depth - 1) for event in events)


# What may happen


def is_legal(state: State, event: Event) -> bool:
    need = awaited(state)["need"]
    match event["do"]:
        case "flipped":
            return need == "flip" and _unseen(state)[event["card"]] > 0
        case "chose":
            return need == "action" and event["kind"] in LETTER
        case "smacked":
            return need == "smack" and event["seat"] in _seats(state) and event["seat"] not in state["barred"]
        case "false-smack":
            return need not in ("nothing", "smack") and _may_smack_falsely(state, event["seat"], event.get("card"))
    return False


def _may_smack_falsely(state: State, seat: int, card: str | None) -> bool:
    if seat not in _seats(state) or seat in state["barred"]:
        return False
    if state["piles"][seat] > 0:
        return card is not None and _unseen(state)[card] > 0
    return card is None and seat in state["out"]


def after(state: State, event: Event) -> State:
    """The position that a legal event leads to."""
    work = _work(state)
    match event["do"]:
        case "flipped" if work["battle"] is None:
            _flip_in_turn(work, event["card"])
        case "flipped":
            _flip_in_battle(work, event["card"])
        case "chose":
            work["battle"]["kind"] = event["kind"]
            _begin_search(work)
        case "smacked":
            _smack(work, event["seat"])
        case "false-smack":
            _smack_falsely(work, event["seat"], event.get("card"))
    return _canonical(work)


def _flip_in_turn(work: State, card: str) -> None:
    """DVA-3: nothing was pending before."""
    seat = work["turn"]
    work["piles"][seat] -= 1
    work["central"].append(card)
    if card == "S":
        work["smack"] = True
    elif card == "B":
        nobody: list[Any] = [None for _ in _seats(work)]
        up: list[list[str]] = [[] for _ in _seats(work)]
        work["battle"] = {"up": up, "chooser": seat, "kind": None, "fighters": nobody, "searching": None, "tied": None}
    else:
        _judge(work)
        work["turn"] = _next_with_cards(work, seat)


def _flip_in_battle(work: State, card: str) -> None:
    battle = work["battle"]
    seat = battle["searching"]
    work["piles"][seat] -= 1
    battle["up"][seat].append(card)
    _void_fighters_of_the_lost(work)
    if card == "S":
        work["smack"] = True
    elif card == "B":
        nobody = [None for _ in _seats(work)]
        battle.update(chooser=seat, kind=None, fighters=nobody, searching=None, tied=None)
    else:
        if card[0] == _wanted(battle, seat):
            battle["fighters"][seat] = card
            _void_fighters_of_the_lost(work)
        _go_on_searching(work)


def _smack(work: State, seat: int) -> None:
    """DVA-5.1, 6.1 and 6.3."""
    lost = seat in work["out"] or (_rules(work)["strict_out"] and work["piles"][seat] == 0)
    if not lost:
        _take_the_table(work, seat)
        return
    _remove_the_table(work)
    if any(work["piles"]):
        work["turn"] = _next_with_cards(work, seat)


def _smack_falsely(work: State, seat: int, card: str | None) -> None:
    """DVA-6.2, and 6.3 for those without cards."""
    if card is None:
        work["barred"] = sorted([*work["barred"], seat])
        return
    work["piles"][seat] -= 1
    work["central"].insert(0, card)
    if work["piles"][seat] > 0:
        return
    if work["battle"] is None:
        _judge(work)
        if work["turn"] == seat:
            work["turn"] = _next_with_cards(work, seat)
        return
    _void_fighters_of_the_lost(work)
    if work["battle"]["searching"] == seat:
        _go_on_searching(work)


# Battles


def _wanted(battle: dict[str, Any], seat: int) -> str:
    """The letter of the kind that a seat seeks (DVA-4.1): the chooser fights as the other kind."""
    named = LETTER[battle["kind"]]
    other = "A" if named == "D" else "D"
    return other if seat == battle["chooser"] else named


def _searchers(work: State) -> list[int]:
    """In battle order, who takes part in the present search, with or without cards."""
    battle = work["battle"]
    if battle["tied"] is not None:
        return list(battle["tied"])
    return [seat for seat in _from_left_of(work, battle["chooser"]) if seat not in work["out"]]


def _begin_search(work: State) -> None:
    _search_from(work, _searchers(work))


def _go_on_searching(work: State) -> None:
    """After the searching seat has flipped a numbered card or lost its last card."""
    order = _searchers(work)
    seat = work["battle"]["searching"]
    here = order.index(seat)
    if _rules(work)["battle_order"] == "round_robin":
        _search_from(work, order[here + 1 :] + order[: here + 1])
    else:
        _search_from(work, order[here:])


def _search_from(work: State, candidates: list[int]) -> None:
    """Let the first candidate with cards and no fighter flip; if there is none, the battle is decided."""
    battle = work["battle"]
    for seat in candidates:
        if battle["fighters"][seat] is None and work["piles"][seat] > 0:
            battle["searching"] = seat
            return
    _decide_battle(work)


def _decide_battle(work: State) -> None:
    """DVA-4.3, 4.6 to 4.8."""
    battle = work["battle"]
    found = [seat for seat in _searchers(work) if battle["fighters"][seat] is not None]
    if not found:
        if battle["tied"] is not None:
            _take_the_table(work, battle["tied"][0])
        else:
            _remove_the_table(work)
        return
    strength = {seat: int(battle["fighters"][seat][1:]) for seat in found}
    best = [seat for seat in found if strength[seat] == max(strength.values())]
    tie = _rules(work)["battle_tie"]
    if len(best) == 1 or tie == "first":
        _take_the_table(work, best[0])
        return
    battle["tied"] = best if tie == "replay_tied" else found
    battle["fighters"] = [None for _ in _seats(work)]
    _begin_search(work)


def _void_fighters_of_the_lost(work: State) -> None:
    """House rule `strict_out`: who runs out of cards in a battle has no fighter any more."""
    if _rules(work)["strict_out"]:
        fighters = work["battle"]["fighters"]
        work["battle"]["fighters"] = [fighters[seat] if work["piles"][seat] > 0 else None for seat in _seats(work)]


# Cards that change hands


def _table(work: State) -> list[str]:
    """Every card at stake."""
    up = work["battle"]["up"] if work["battle"] is not None else []
    return [card for cards in [work["central"], *up] for card in cards]


def _take_the_table(work: State, seat: int) -> None:
    work["piles"][seat] += len(_table(work))
    _end_contest(work)
    work["turn"] = seat


def _remove_the_table(work: State) -> None:
    work["removed"] = sorted(work["removed"] + _table(work))
    _end_contest(work)


def _end_contest(work: State) -> None:
    work.update(central=[], battle=None, smack=False)
    _judge(work)


def _judge(work: State) -> None:
    """DVA-6.4: who has no cards is out, unless nobody has any: then those who took part to the end are drawn."""
    if any(work["piles"]):
        work["out"] = [seat for seat in _seats(work) if work["piles"][seat] == 0]


# Small help


def _seats(state: State) -> range:
    return range(len(state["piles"]))


def _from_left_of(state: State, seat: int) -> list[int]:
    """All seats clockwise, the given one last."""
    players = len(state["piles"])
    return [(seat + step) % players for step in range(1, players + 1)]


def _next_with_cards(state: State, seat: int) -> int:
    return next(other for other in _from_left_of(state, seat) if state["piles"][other] > 0)


def _deck(options: dict[str, Any]) -> list[str]:
    """The deck as a sorted list, however it was given."""
    deck = options.get("deck", DEFAULT_DECK)
    return sorted(Counter(deck).elements())


def _differing(options: dict[str, Any]) -> dict[str, Any]:
    """The options that differ from the default, the deck as a sorted list."""
    given = dict(options)
    if "deck" in given:
        given["deck"] = _deck(given)
    return {key: value for key, value in given.items() if value != DEFAULTS[key]}


def _rules(state: State) -> dict[str, Any]:
    return {**DEFAULTS, **state["options"]}


def _unseen(state: State) -> Counter[str]:
    """The cards of all piles together: the deck without what lies open and what has left the game."""
    battle = state.get("battle")
    unseen = Counter(_deck(state["options"]))
    unseen.subtract(state["central"])
    unseen.subtract(state["removed"])
    for cards in battle["up"] if battle is not None else []:
        unseen.subtract(cards)
    return +unseen


def _work(state: State) -> State:
    """A copy to write in, with every key there is."""
    copied: State = json.loads(json.dumps(state))
    copied.setdefault("battle", None)
    if copied["battle"] is not None:
        for key in ("kind", "searching", "tied"):
            copied["battle"].setdefault(key, None)
    return copied


def _canonical(work: State) -> State:
    """The position as it is written: no key that is null, lists without order sorted."""
    state = {key: value for key, value in work.items() if value is not None}
    if "battle" in state:
        state["battle"] = {key: value for key, value in state["battle"].items() if value is not None}
    state["options"] = _differing(work["options"])
    for key in ("barred", "out", "removed"):
        state[key] = sorted(state[key])
    return state
