"""Army vs Aliens a second time, both sheets, as plainly as it can be written: the engine is checked against it.

It works on the JSON of a position (dicts and lists), names every die by its seat and rank, tries every choice of dice
and throws away what it has seen before. Slow, and written from the texts alone: nothing of the product is imported.
"""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement
from math import factorial
from typing import Any

State = dict[str, Any]
Event = dict[str, Any]
Die = tuple[int, int]  # seat of the owner, rank

SHEET_2011, SHEET_2012 = "army-vs-aliens-2011", "army-vs-aliens-2012"
DICE, RANKS = 9, (1, 2, 3, 4, 5, 6)
DEFAULTS_OF_BOTH = {
    "draw_limit": 5,
    "allow_noop_ability": False,
    "two_target_strict": False,
    "team_order": "skip",
    "ffa_counts": "any",
    "match": "first_to",
}
DEFAULTS: dict[str, dict[str, Any]] = {
    SHEET_2011: {
        **DEFAULTS_OF_BOTH,
        "draw_counter": "streak",
        "draw_reset": "attack",
        "general_ranks": [1, 2, 3],
        "ffa_nuke_own_dice": "none",
    },
    SHEET_2012: {
        **DEFAULTS_OF_BOTH,
        "count_ones": "after_conversion",
        "start_total_tie": "reroll",
        "draw_unit": "turns",
        "draw_first_key": "living",
        "any_owner_targets": False,
        "general_allow_4": True,
        "nuke_hits_team": True,
    },
}


# ---------------------------------------------------------------------------------------------- what a position says


def fresh(players: int, options: dict[str, Any], game: str = SHEET_2011) -> State:
    """The first position: seat 0 is about to roll its nine dice."""
    defaults = {**DEFAULTS[game], "teams": players in (4, 6, 8)}
    teams = options.get("teams", defaults["teams"])
    if not 2 <= players <= 8 or not set(options) <= set(defaults) or (teams and players not in (4, 6, 8)):
        raise ValueError((players, options))
    if options.get("ffa_counts") == "printed" and not teams and players not in (2, 3, 5, 7):
        raise ValueError((players, options))
    sides = ("army", "aliens")
    return {
        "game": game,
        "options": {key: value for key, value in options.items() if value != defaults[key]},
        "quiet": 0,
        "players": [
            {"side": sides[seat % 2], "team": seat % 2 if teams else seat, "combat": [], "rally": 0, "scored": []}
            for seat in range(players)
        ],
        "rolling": {"seat": 0, "dice": DICE},
    }


def rules_of(state: State) -> dict[str, Any]:
    teams = len(state["players"]) in (4, 6, 8)
    return {**DEFAULTS[state["game"]], "teams": teams, **state["options"]}


def is_setup(state: State) -> bool:
    return state.get("turn") is None


def living_dice(state: State, seat: int) -> int:
    """Dice in Combat, in Rally and in the air."""
    player, rolling = state["players"][seat], state.get("rolling")
    in_the_air = rolling["dice"] if rolling and rolling["seat"] == seat else 0
    return len(player["combat"]) + int(player["rally"]) + int(in_the_air)


def living_seats(state: State) -> list[int]:
    return [seat for seat in range(len(state["players"])) if living_dice(state, seat)]


def team_of(state: State, seat: int) -> int:
    return int(state["players"][seat]["team"])


def teams_in(state: State) -> dict[int, list[int]]:
    """Every team with its seats, dead members included."""
    teams: dict[int, list[int]] = {}
    for seat in range(len(state["players"])):
        teams.setdefault(team_of(state, seat), []).append(seat)
    return teams


def enemies_of(state: State, seat: int) -> list[int]:
    return [other for other in range(len(state["players"])) if team_of(state, other) != team_of(state, seat)]


def combat_dice(state: State, seats: list[int]) -> list[Die]:
    return [(seat, rank) for seat in seats for rank in state["players"][seat]["combat"]]


# ---------------------------------------------------------------------------------------------- the end


def quiet_too_long(state: State) -> bool:
    """AVA-6.3, AVB-6.2: the draw counter has run out."""
    rules, quiet = rules_of(state), state["quiet"]
    living = living_seats(state)
    if state["game"] == SHEET_2012:
        return bool(quiet >= rules["draw_limit"] * (len(living) if rules["draw_unit"] == "rounds" else 1))
    if rules["draw_counter"] == "turns":
        return bool(quiet >= rules["draw_limit"])
    if rules["draw_counter"] == "streak":
        return bool(quiet >= rules["draw_limit"] * len(living))
    turns_of_this_round = len([seat for seat in living if seat < state["turn"]])
    return bool((quiet - turns_of_this_round) // len(living) >= rules["draw_limit"])


def outcome(state: State) -> dict[str, Any] | None:
    """Who came where and the clause that ended the game; None while it goes on."""
    if is_setup(state):
        return None
    rules, teams, living = rules_of(state), teams_in(state), living_seats(state)
    prefix = "AVA" if state["game"] == SHEET_2011 else "AVB"
    standing = [seats for seats in teams.values() if any(seat in living for seat in seats)]
    fallen = sorted(seat for seats in teams.values() if seats not in standing for seat in seats)
    if len(standing) <= 1:
        clause = "AVA-7.3" if rules["teams"] else "AVA-7.2" if len(teams) > 2 else prefix + "-6.1"
        return {"ranking": [group for group in [*standing, fallen] if group], "clause": clause}
    if not quiet_too_long(state):
        return None
    by_key: dict[tuple[int, int], list[int]] = {}
    for seats in standing:
        by_key.setdefault(standing_key(state, seats), []).extend(seats)
    ranking = [sorted(by_key[key]) for key in sorted(by_key, reverse=True)]
    clause = "AVA-6.3" if state["game"] == SHEET_2011 else "AVB-6.2"
    return {"ranking": ranking + ([fallen] if fallen else []), "clause": clause}


def standing_key(state: State, seats: list[int]) -> tuple[int, int]:
    """AVA-6.5, AVB-6.3: what a team is judged by at a no-attack ending, dead members included."""
    scored = [face for seat in seats for face in state["players"][seat]["scored"]]
    if rules_of(state).get("draw_first_key") == "living":
        return sum(living_dice(state, seat) for seat in seats), sum(scored)
    return len(scored), sum(scored)


def is_over(state: State) -> bool:
    return outcome(state) is not None


def awaited(state: State) -> dict[str, Any]:
    if is_over(state):
        return {"need": "nothing"}
    if state.get("drawing"):
        return {"need": "roll", "seat": min(state["drawing"])}
    if state.get("rolling"):
        return {"need": "roll", "seat": state["rolling"]["seat"], "dice": state["rolling"]["dice"]}
    return {"need": "action", "seat": state["turn"]}


# ---------------------------------------------------------------------------------------------- what may be done


def canonical(event: Event) -> str:
    """An event as JSON text, keys sorted, lists of dice sorted."""
    return json.dumps({key: sorted(v) if isinstance(v, list) else v for key, v in event.items()}, sort_keys=True)


def actions(state: State) -> set[str]:
    """Every legal action, as JSON text with sorted keys."""
    if awaited(state)["need"] != "action":
        return set()
    me = state["turn"]
    own = state["players"][me]["combat"]
    found = ordinary_attacks(state)
    if state["players"][me]["side"] == "army":
        found += nukes(state) + generals(state)
    else:
        if own.count(6) >= 3:
            found += [{"do": "mothership", "hit": hit} for hit in choices_of_two(state, [6, 6, 6])]
        if 5 in own:
            found += [{"do": "overlord", "hit": hit} for hit in choices_of_two(state, [5])]
    for roll in set(chain.from_iterable(combinations(own, n) for n in range(len(own) + 1))):
        if roll or state["players"][me]["rally"]:
            found.append({"do": "rally", "roll": list(roll)})
    return {canonical(event) for event in found}


def ordinary_attacks(state: State) -> list[Event]:
    """AVA-3.2 and AVA-3.3."""
    own = state["players"][state["turn"]]["combat"]
    targets = set(combat_dice(state, enemies_of(state, state["turn"])))
    found = []
    for die in set(own):
        for seat, target in targets:
            if die <= 4 and target <= die:
                found.append({"do": "attack", "with": [die], "hit": [[seat, target]]})
    for three in set(combinations(own, 3)):
        for seat, target in targets:
            if len(set(three)) == 1 and three[0] <= 4 and target == three[0] + 1:
                found.append({"do": "attack", "with": list(three), "hit": [[seat, target]]})
    return found


def nukes(state: State) -> list[Event]:
    """AVA-4.1: any die it destroys will do; AVB-4.1: an enemy die must be among them."""
    me, everyone = state["turn"], list(range(len(state["players"])))
    whose = everyone if state["game"] == SHEET_2011 else enemies_of(state, me)
    worth_it = any(rank <= 3 for _, rank in combat_dice(state, whose))
    ready = state["players"][me]["combat"].count(6) >= 3
    return [{"do": "nuke"}] if ready and (worth_it or rules_of(state)["allow_noop_ability"]) else []


def generals(state: State) -> list[Event]:
    """AVA-4.2, AVB-4.2."""
    rules, own = rules_of(state), state["players"][state["turn"]]["combat"]
    if 5 not in own:
        return []
    if state["game"] == SHEET_2011:
        ranks = rules["general_ranks"]
    else:
        ranks = [1, 2, 3, 4, 5, 6] if rules["general_allow_4"] else [1, 2, 3, 5, 6]
    return [{"do": "general", "rank": rank} for rank in ranks if rank in own or rules["allow_noop_ability"]]


def choices_of_two(state: State, spent: list[int]) -> list[list[list[int]]]:
    """AVA-4.3, AVA-4.4: every choice of min(2, all there are) targets."""
    me, rules = state["turn"], rules_of(state)
    targets = combat_dice(state, enemies_of(state, me))
    if rules.get("any_owner_targets"):
        targets = combat_dice(state, list(range(len(state["players"]))))
        for rank in spent:
            targets.remove((me, rank))
    if not targets:
        return [[]] if rules["allow_noop_ability"] else []
    if len(targets) == 1:
        return [] if rules["two_target_strict"] else [[list(targets[0])]]
    return [[list(one), list(other)] for one, other in set(combinations(targets, 2))]


def is_legal(state: State, event: Event) -> bool:
    """Whether a well-formed event may happen now, chance included."""
    need = awaited(state)
    if event["do"] == "rolled":
        return need["need"] == "roll" and need.get("dice") == len(event["faces"])
    if event["do"] == "drawn":
        return need["need"] == "roll" and event["seat"] in state.get("drawing", [])
    return canonical(event) in actions(state)


# ---------------------------------------------------------------------------------------------- what it does


def after(state: State, event: Event) -> State:
    """The state after a legal event."""
    state = {key: value for key, value in copy.deepcopy(state).items() if value is not None}
    if event["do"] == "drawn":
        del state["drawing"]
        state["turn"] = event["seat"]
    elif event["do"] == "rolled":
        put_down(state, event["faces"])
    elif event["do"] == "rally":
        me = state["players"][state["turn"]]
        for die in event["roll"]:
            me["combat"].remove(die)
        state["rolling"] = {"seat": state["turn"], "dice": me["rally"] + len(event["roll"])}
        me["rally"] = 0
    else:
        attack(state, event)
    for player in state["players"]:
        player["combat"].sort()
        player["scored"].sort()
    return state


def put_down(state: State, faces: list[int]) -> None:
    """A roll goes into Combat; in the set-up the next seat rolls, or the one who begins is found."""
    seat = state.pop("rolling")["seat"]
    player = state["players"][seat]
    player["combat"] += faces
    if not is_setup(state):
        one_hero(state, player)
        end_turn(state, quiet=True)
        return
    raw = rules_of(state).get("count_ones") == "raw"
    if not raw:
        one_hero(state, player)
    if seat + 1 < len(state["players"]):
        state["rolling"] = {"seat": seat + 1, "dice": DICE}
    elif state["game"] == SHEET_2011:
        state["turn"] = 0
    else:
        going_first(state)


def going_first(state: State) -> None:
    """AVB-2.2 over all seats, once all have rolled."""
    players, tie = state["players"], rules_of(state)["start_total_tie"]
    counts = [[player["combat"].count(rank) for rank in RANKS] for player in players]
    best = [seat for seat, count in enumerate(counts) if count == max(counts)]
    for player in players:
        one_hero(state, player)
    if len(best) == 1 or tie == "army":
        state["turn"] = best[0]
    elif tie == "random":
        state["drawing"] = best
    else:
        for player in players:
            player["combat"] = []
        state["rolling"] = {"seat": 0, "dice": DICE}


def one_hero(state: State, player: dict[str, Any]) -> None:
    """AVA-5.1: surplus heroes go to Rally; AVB-5.1: they become rank 1."""
    while player["combat"].count(5) > 1:
        player["combat"].remove(5)
        if state["game"] == SHEET_2011:
            player["rally"] += 1
        else:
            player["combat"].append(1)


def attack(state: State, event: Event) -> None:
    """An ordinary attack or an ability, and the end of the turn."""
    seat, do = state["turn"], event["do"]
    me = state["players"][seat]
    alive_before = living_seats(state)
    stays = state["game"] == SHEET_2012 and do == "general" and event["rank"] == 5
    spent = {"attack": event.get("with"), "nuke": [6] * 3, "mothership": [6] * 3, "general": [5], "overlord": [5]}[do]
    if not stays:
        for die in spent or []:
            me["combat"].remove(die)
            me["rally"] += 1
    destroyed: list[Die] = []
    if do in ("attack", "mothership"):
        destroyed = [(owner, rank) for owner, rank in event["hit"]]
    if do == "nuke":
        destroyed = [die for die in combat_dice(state, nuked_seats(state)) if die[1] <= 3]
    if do == "overlord":
        for owner, rank in event["hit"]:
            state["players"][owner]["combat"].remove(rank)
            state["players"][owner]["rally"] += 1
    if do == "general":
        becomes = 1 if event["rank"] == 6 else event["rank"] + 1
        me["combat"] = [becomes if die == event["rank"] else die for die in me["combat"]]
        one_hero(state, me)
    for owner, rank in destroyed:
        state["players"][owner]["combat"].remove(rank)
        winner = credited(state, owner, alive_before)
        if winner is not None:
            state["players"][winner]["scored"].append(rank)
    by_destruction = rules_of(state).get("draw_reset", "destroyed") == "destroyed"
    end_turn(state, quiet=by_destruction and not destroyed)


def nuked_seats(state: State) -> list[int]:
    """AVA-7.5: every Combat Zone; AVB-4.1: every other player's, or the enemies' alone (AVB-Q15)."""
    me, everyone = state["turn"], list(range(len(state["players"])))
    if state["game"] == SHEET_2011:
        return everyone
    return [seat for seat in everyone if seat != me] if rules_of(state)["nuke_hits_team"] else enemies_of(state, me)


def credited(state: State, owner: int, alive: list[int]) -> int | None:
    """Whose Scoring Zone a destroyed die goes to; None: it leaves the game."""
    me, rules, seats = state["turn"], rules_of(state), len(state["players"])
    if team_of(state, owner) != team_of(state, me):
        return int(me)
    if state["game"] == SHEET_2012:
        return None
    if rules["teams"]:
        return min(enemies_of(state, me))  # the other captain: seats 0 and 1 are the captains
    if seats == 2:
        return 1 - int(me)
    if rules["ffa_nuke_own_dice"] == "none":
        return None
    return next(seat % seats for seat in range(me + 1, me + seats) if seat % seats in alive)


def end_turn(state: State, quiet: bool) -> None:
    """The next living seat clockwise; with `alternate` it is one of another team."""
    state["quiet"] = state["quiet"] + 1 if quiet else 0
    me, living, seats = state["turn"], living_seats(state), len(state["players"])
    clockwise = [(me + step) % seats for step in range(1, seats + 1)]
    following = [seat for seat in clockwise if seat in living]
    if rules_of(state)["team_order"] == "alternate":
        following = [seat for seat in following if team_of(state, seat) != team_of(state, me)] or following
    state["turn"] = following[0]


# ---------------------------------------------------------------------------------------------- chance and counting


def outcomes(state: State) -> list[tuple[Event, Fraction]]:
    """Every result of the chance that is awaited, with its exact probability."""
    need = awaited(state)
    if need["need"] != "roll":
        return []
    if state.get("drawing"):
        return [({"do": "drawn", "seat": seat}, Fraction(1, len(state["drawing"]))) for seat in state["drawing"]]
    found = []
    for faces in combinations_with_replacement(RANKS, need["dice"]):
        ways = factorial(need["dice"])
        for rank in RANKS:
            ways //= factorial(faces.count(rank))
        found.append(({"do": "rolled", "faces": list(faces)}, Fraction(ways, 6 ** need["dice"])))
    return found


def draw(state: State, rng: random.Random) -> Event:
    """One chance event, drawn fairly."""
    if state.get("drawing"):
        return {"do": "drawn", "seat": rng.choice(state["drawing"])}
    return {"do": "rolled", "faces": sorted(rng.randint(1, 6) for _ in range(awaited(state)["dice"]))}


def perft(state: State, depth: int) -> int:
    """How many lines of `depth` events begin here; a roll counts once for each result that differs."""
    if depth == 0:
        return 1
    events = [event for event, _ in outcomes(state)] or [json.loads(text) for text in actions(state)]
    return sum(perft(after(state, event), depth - 1) for event in events)
