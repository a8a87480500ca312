"""Writes the truth of a match as JSON: what happened and when, and the physical table at each rest.

`events` in their order, each with the seat, when the table lies at rest showing it, what was askew (`misplaced`) or
`forgotten` on the way, when a choice was `said`, whose hands came down on a card (`smacks`: the moment, and how far off
the card's middle). `illegal` acts with their clauses. `slips`: put back, pointing, bump, lamp. `taken_back`: legal acts
that a player thought better of, with whether they were only `said`; they are none of the events. `rests`: all stretches
in which nothing moves, with their state (see acts.State), how many events had happened, which `things` were thrown
since the rest before, and all that lies there.

Seconds count from the film's beginning. Places are millimetres of the first sheet (origin at its upper left, y down) as
it lies at that moment; turns are radians counter-clockwise against its upper edge. `from` and `until` of an event are
null where the table never lay at rest showing it, because the next one began before the hands had left.
"""

from __future__ import annotations

from typing import Any

from companion.table.view import Cell
from models.train.matches.script.acts import Rest
from models.train.matches.script.script import Happened, Match
from models.train.matches.stage import Stage, turned_by


def truth_of(match: Match) -> dict[str, Any]:
    """Everything, as plain data ready for JSON."""
    game, table = match.game, match.table
    return {
        "game": game.id,
        "players": game.players,
        "options": game.format_options(),
        "colours": list(table.colours),
        "seed": match.seed,
        "seconds": _seconds(match.seconds),
        "start": game.format_position(match.positions[0]),
        "things": [{"kind": t.kind, "colour": t.colour, "name": t.name} for t in match.rests[0].stage.things],
        "events": [_event(match, number, one) for number, one in enumerate(match.events)],
        "illegal": [
            {
                "what": one.wrong.what,
                "seat": one.wrong.seat,
                "clauses": list(one.wrong.clauses),
                "begun": _seconds(one.start),
                "from": _seconds(one.shown),
                "until": _seconds(one.hidden),
                "mended": _seconds(one.end),
                "after": one.after,
            }
            for one in match.illegal
        ],
        "slips": [
            {"what": s.what, "from": _seconds(s.start), "until": _seconds(s.end), "thing": s.thing, "by": s.by}
            for s in match.slips
        ],
        "taken_back": [
            {
                "event": game.format_event(one.event),
                "seat": one.seat,
                "from": _seconds(one.shown),
                "until": _seconds(one.until),
                "after": one.after,
                "said": one.said,
            }
            for one in match.taken_back
        ],
        "rests": [_rest(rest) for rest in match.rests],
    }


def _seconds(time: float) -> float:
    return round(time, 3)


def _event(match: Match, number: int, one: Happened) -> dict[str, Any]:
    game, done = match.game, one.done
    shown = [rest for rest in match.rests if rest.events == number + 1 and rest.state == "settled"]
    entry: dict[str, Any] = {
        "event": game.format_event(one.step.event),
        "text": game.text(one.step.before, one.step.event),
        "seat": one.seat,
        "pace": one.pace,
        "hasty": one.hasty,
        "from": _seconds(shown[0].start) if shown else None,
        "until": _seconds(shown[-1].end) if shown else None,
        "chance": game.awaited(one.step.before).need in ("roll", "flip"),
        "said": None if done.said is None else _seconds(done.said),
    }
    if done.misplaced is not None:
        start, end, thing = done.misplaced
        entry["misplaced"] = {"from": _seconds(start), "until": _seconds(end), "thing": thing}
    if done.forgotten is not None:
        entry["forgotten"] = {"from": _seconds(done.forgotten[0]), "until": _seconds(done.forgotten[1])}
    if done.smacks:
        entry["smacks"] = [
            {"seat": hand.seat, "time": _seconds(hand.time), "off": [round(v, 1) for v in hand.off]}
            for hand in done.smacks
        ]
    return entry


def _rest(rest: Rest) -> dict[str, Any]:
    return {
        "from": _seconds(rest.start),
        "until": _seconds(rest.end),
        "state": rest.state,
        "events": rest.events,
        "moved": rest.moved,
        "rolled": sorted(rest.rolled),
        "table": table_json(rest.stage),
    }


def table_json(stage: Stage) -> dict[str, Any]:
    """What lies on the table."""
    turn = stage.poses[0].turn if stage.poses else 0.0
    placed = []
    for number in sorted(stage.at):
        one, thing = stage.at[number], stage.things[number]
        x, y = stage.in_first(one)
        entry: dict[str, Any] = {
            "thing": number,
            "place": [round(x, 1), round(y, 1)],
            "yaw": round(turned_by(stage.on_table(one)[2] - turn), 3),
        }
        if one.level:
            entry["level"] = one.level
        if thing.kind in ("die", "direction die"):
            zone, across = stage.zone_of(one)
            entry |= {"face": one.face, "zone": zone} | ({"across": list(across)} if across else {})
        elif thing.kind != "card":
            cell: Cell | None = stage.cell_of(one)
            entry["cell"] = None if cell is None else list(cell)
            other = stage.astride(one)
            entry |= {} if other is None else {"astride": list(other)}
        placed.append(entry)
    return {
        "lying": placed,
        "sheets": [
            {"id": page.sheet.id, "copy": page.copy, "middle": [round(pose.x, 1), round(pose.y, 1)],
             "turn": round(pose.turn, 4)}
            for page, pose in zip(stage.pages, stage.poses, strict=True)
        ],
        "piles": list(stage.piles),
        "lamp": stage.lamp,
    }  # fmt: skip
