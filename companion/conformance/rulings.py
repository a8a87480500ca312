"""Looks for every clause in rulings: reached by a legal event, broken by an illegal one, or named as not reached."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.conformance.findings import Check, Finding
from companion.conformance.random_games import LONGEST, Progress
from companion.conformance.tables import tables_of
from companion.rules import Game, MalformedError, played

TRIED = 6
"""Illegal events that are tried in each position."""
KEPT = 400
"""Events of earlier positions, as plain data, that are tried in others."""
EVENTS = 6_000
"""Events that are looked at."""


class _Seen:
    """What rulings have quoted."""

    def __init__(self) -> None:
        self.rested: set[str] = set()
        self.broken: set[tuple[str, str]] = set()
        self.faults: dict[str, Finding] = {}


def check_rulings(game_id: str, lot: Random, progress: Progress) -> Check:
    """Plays games in which something illegal is tried before each event."""
    seen, looked_at, known = _Seen(), 0, list[Any]()
    seed = None
    for number, game in enumerate(tables_of(game_id, lot), 1):
        progress(f"rulings, table {number}")
        seed = game.seed
        for step in played(game, lot, longest=LONGEST):
            seen.rested.update(game.rule(step.before, step.event).clauses)
            for event in _tries(game, step.before, step.event, known, lot):
                _judge(game, step.before, event, seen)
            raw = game.format_event(step.event)
            if len(known) < KEPT:
                known.append(raw)
            else:
                known[lot.randrange(KEPT)] = raw
            looked_at += 1
        outcome = game.outcome(step.after)
        if outcome is not None:
            seen.rested.add(outcome.clause)
            for event in _tries(game, step.after, step.event, known, lot):
                _judge(game, step.after, event, seen)
        if looked_at >= EVENTS:
            break
    assert seed is not None
    clauses = [clause for clause in seed.clauses if not clause.setup]
    reached = {clause for clause, _ in seen.broken} | seen.rested
    findings = [*seen.faults.values()]
    findings += [Finding("warning", f"{one.id} was never quoted") for one in clauses if one.id not in reached]
    sentences = {(clause.id, fault) for clause in clauses for fault in clause.faults}
    unheard = sorted(sentences - seen.broken)
    findings += [Finding("note", f"nothing tried broke {clause} as {fault!r}") for clause, fault in unheard]
    figure = (
        f"{len(reached & {one.id for one in clauses})} of {len(clauses)} clauses quoted, "
        f"{len(sentences) - len(unheard)} of {len(sentences)} ways to break one, in {looked_at:,} positions"
    )
    return Check("rulings", tuple(findings), figure)


def _tries(game: Game, position: Any, event: Any, known: list[Any], lot: Random) -> Iterator[Any]:
    """Yields events that may be illegal here: of other positions, and this one changed."""
    others = [lot.choice(known) for _ in range(TRIED // 2)] if known else []
    for raw in (*others, *(_changed(game.format_event(event), lot) for _ in range(TRIED // 2))):
        try:
            yield game.parse_event(raw)
        except MalformedError:  # of a table with a larger board, say
            continue


def _changed(value: Any, lot: Random) -> Any:
    """Plain data with one number in it another, or one entry of a list gone or doubled."""
    if isinstance(value, dict):
        keys = [key for key in value if key != "do"]
        if not keys:
            return value
        key = lot.choice(keys)
        return {**value, key: _changed(value[key], lot)}
    if isinstance(value, list) and value:
        place = lot.randrange(len(value))
        way = lot.randrange(3)
        if way == 0:
            return [*value[:place], *value[place + 1 :]]
        if way == 1:
            return [*value, value[place]]
        return [*value[:place], _changed(value[place], lot), *value[place + 1 :]]
    return value + lot.choice((-2, -1, 1, 2)) if type(value) is int else value


def _judge(game: Game, position: Any, event: Any, seen: _Seen) -> None:
    ruling = game.rule(position, event)
    for broken in ruling.broken:
        seen.broken.add((broken.clause, broken.fault))
        try:
            game.seed.clause(broken.clause)
        except KeyError:
            text = f"a ruling quotes {broken.clause}, which is not in the file"
            seen.faults.setdefault(text, Finding("fault", text))
            continue
        said = game.broken_text(broken)
        if not said.strip() or "{" in said:
            text = f"{broken.clause} ({broken.fault}) is told as {said!r}"
            seen.faults.setdefault(text, Finding("fault", text))
