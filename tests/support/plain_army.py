"""Army vs Aliens a second time, as plainly as it can be written: the engine is checked against it.

It works on the JSON of a position (dicts and lists), names every die by its place, tries every choice of dice and
throws away what it has seen before. Slow, and written from the rules alone: nothing of the product is imported.
"""

from __future__ import annotations

import copy
import json
from itertools import chain, combinations, combinations_with_replacement
from typing import Any

State = dict[str, Any]
DEFAULTS = {
    "draw_counter": "streak",
    "draw_limit": 5,
    "draw_reset": "attack",
    "allow_noop_ability": False,
    "general_ranks": [1, 2, 3],
    "two_target_strict": False,
}


def is_over(state: State) -> bool:
    rules = {**DEFAULTS, **state["options"]}
    rolling = state.get("rolling")
    if state["turn"] is None and rolling:
        return False
    for seat, player in enumerate(state["players"]):
        in_the_air = rolling["dice"] if rolling and rolling["seat"] == seat else 0
        if len(player["combat"]) + player["rally"] + in_the_air == 0:
            return True
    quiet = state["quiet"]
    if rules["draw_counter"] == "turns":
        return bool(quiet >= rules["draw_limit"])
    if rules["draw_counter"] == "streak":
        return bool(quiet >= 2 * rules["draw_limit"])
    whole_rounds = (quiet - state["turn"]) // 2
    return bool(whole_rounds >= rules["draw_limit"])


def actions(state: State) -> set[str]:
    """Every legal action, as JSON text with sorted keys."""
    if is_over(state) or state.get("rolling"):
        return set()
    rules = {**DEFAULTS, **state["options"]}
    me, you = state["turn"], 1 - state["turn"]
    own, enemy = state["players"][me]["combat"], state["players"][you]["combat"]
    found: list[dict[str, Any]] = []
    for die in own:
        for target in enemy:
            if die <= 4 and target <= die:
                found.append({"do": "attack", "with": [die], "hit": [[you, target]]})
    for three in combinations(own, 3):
        for target in enemy:
            if len(set(three)) == 1 and three[0] <= 4 and target == three[0] + 1:
                found.append({"do": "attack", "with": list(three), "hit": [[you, target]]})
    noop = rules["allow_noop_ability"]
    if state["players"][me]["side"] == "army":
        if own.count(6) >= 3 and (noop or any(die <= 3 for die in own + enemy)):
            found.append({"do": "nuke"})
        for rank in rules["general_ranks"]:
            if 5 in own and (noop or rank in own):
                found.append({"do": "general", "rank": rank})
    else:
        if len(enemy) >= 2:
            hits = [list(two) for two in combinations(enemy, 2)]
        elif len(enemy) == 1:
            hits = [] if rules["two_target_strict"] else [list(enemy)]
        else:
            hits = [[]] if noop else []
        for hit in hits:
            targets = sorted([you, die] for die in hit)
            if own.count(6) >= 3:
                found.append({"do": "mothership", "hit": targets})
            if 5 in own:
                found.append({"do": "overlord", "hit": targets})
    for roll in chain.from_iterable(combinations(own, n) for n in range(len(own) + 1)):
        if roll or state["players"][me]["rally"]:
            found.append({"do": "rally", "roll": sorted(roll)})
    return {json.dumps(event, sort_keys=True) for event in found}


def after(state: State, event: dict[str, Any]) -> State:
    """The state after a legal event."""
    rules = {**DEFAULTS, **state["options"]}
    state = copy.deepcopy(state)
    players = state["players"]
    do = event["do"]
    if do == "rolled":
        rolling = state.pop("rolling")
        player = players[rolling["seat"]]
        player["combat"] += event["faces"]
        limit_heroes(player)
        if state["turn"] is not None:
            end_turn(state, quiet=True)
        elif rolling["seat"] == 0:
            state["rolling"] = {"seat": 1, "dice": 9}
        else:
            state["turn"] = 0
        return state
    me, you = players[state["turn"]], players[1 - state["turn"]]
    if do == "rally":
        for die in event["roll"]:
            me["combat"].remove(die)
        state["rolling"] = {"seat": state["turn"], "dice": me["rally"] + len(event["roll"])}
        me["rally"] = 0
        return state
    spent = {"attack": event.get("with"), "nuke": [6] * 3, "mothership": [6] * 3, "general": [5], "overlord": [5]}[do]
    for die in spent or []:
        me["combat"].remove(die)
        me["rally"] += 1
    destroyed = 0
    if do in ("attack", "mothership"):
        for _, die in event["hit"]:
            you["combat"].remove(die)
            me["scored"] = sorted([*me["scored"], die])
            destroyed += 1
    if do == "overlord":
        for _, die in event["hit"]:
            you["combat"].remove(die)
            you["rally"] += 1
    if do == "general":
        me["combat"] = [die + 1 if die == event["rank"] else die for die in me["combat"]]
        limit_heroes(me)
    if do == "nuke":
        for loser, winner in ((you, me), (me, you)):
            dead = [die for die in loser["combat"] if die <= 3]
            loser["combat"] = [die for die in loser["combat"] if die > 3]
            winner["scored"] = sorted(winner["scored"] + dead)
            destroyed += len(dead)
    end_turn(state, quiet=rules["draw_reset"] == "destroyed" and not destroyed)
    return state


def limit_heroes(player: dict[str, Any]) -> None:
    while player["combat"].count(5) > 1:
        player["combat"].remove(5)
        player["rally"] += 1
    player["combat"].sort()


def end_turn(state: State, quiet: bool) -> None:
    state["quiet"] = state["quiet"] + 1 if quiet else 0
    you = state["players"][1 - state["turn"]]
    if you["combat"] or you["rally"]:
        state["turn"] = 1 - state["turn"]


def perft(state: State, depth: int) -> int:
    """How many lines of `depth` events begin here; a roll counts once for each result that differs."""
    if depth == 0:
        return 1
    if is_over(state):
        return 0
    rolling = state.get("rolling")
    if rolling:
        results = combinations_with_replacement(range(1, 7), rolling["dice"])
        return sum(perft(after(state, {"do": "rolled", "faces": list(faces)}), depth - 1) for faces in results)
    return sum(perft(after(state, json.loads(event)), depth - 1) for event in actions(state))
