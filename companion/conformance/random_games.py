"""Plays a game by itself many times: each ends, and comes back from JSON, notation, undo and replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Any

from companion.conformance.findings import Check, Finding
from companion.conformance.tables import tables_of
from companion.match import Journal
from companion.rules import Game, IllegalEvent

LONGEST = 20_000
"""Events of one game: no game at a table comes near it."""
THOROUGH = 50
"""Games in which every event goes through JSON, notation and words; in the others only play is looked at."""
EACH = 2
"""Games at each table."""
MOST_FAULTY = 4
"""Games with a fault after which nothing more is tried."""

Progress = Callable[[str], None]
"""Told what is being done, so that whoever watches can say where it hung."""


def check_random_games(game_id: str, games: int, lot: Random, progress: Progress) -> Check:
    """Plays `games` random games. What the game itself raises comes through."""
    faults: dict[str, Finding] = {}
    events, played, faulty, actions_seen = 0, 0, 0, 0
    endings: Counter[str] = Counter()
    begun = perf_counter()
    tables = tables_of(game_id, lot)
    while played < games and faulty < MOST_FAULTY:
        game = next(tables)
        for _ in range(min(EACH, games - played)):
            progress(f"random game {played + 1} of {games}")
            position = game.start()
            steps: list[Any] = []
            found = list(_play(game, lot, steps, played < THOROUGH))
            position = steps[-1][2] if steps else position
            played, events = played + 1, events + len(steps)
            actions_seen = max(actions_seen, *(count for *_, count in steps), 0)
            outcome = game.outcome(position)
            endings["nothing" if outcome is None else outcome.clause] += 1
            found += _replayed(game, steps) if played <= THOROUGH else ()
            for fault in found:
                faults.setdefault(fault, Finding("fault", f"{_table(game)}: {fault}"))
            faulty += bool(found)
    ends = ", ".join(f"{clause} {100 * count / played:.0f} %" for clause, count in endings.most_common(4))
    figure = (
        f"{played} games, {events:,} events in {perf_counter() - begun:.0f} s; at most {actions_seen} legal actions"
    )
    return Check("random games", tuple(faults.values()), f"{figure}; ended by {ends}")


def _play(game: Game, lot: Random, steps: list[Any], thorough: bool) -> Iterator[str]:
    """Plays one game into `steps` (before, event, after, number of actions); yields its faults."""
    position = game.start()
    while len(steps) < LONGEST:
        awaited, actions, outcome = game.awaited(position), game.actions(position), game.outcome(position)
        if (awaited.need == "nothing") != (outcome is not None):
            yield f"awaited says {awaited.need!r} and outcome {outcome!r}: one says that the game is over"
            return
        if outcome is not None:
            yield from _ended(game, position, actions)
            return
        if actions:
            event = lot.choice(actions)
        elif awaited.need in ("action", "smack"):
            yield f"{awaited.need!r} is awaited and nothing is legal: a dead position"
            return
        else:
            event = game.drawn(position, lot)
        if thorough:
            yield from _sound(game, position, event, actions, lot)
        try:
            before, position = position, game.apply(position, event)
        except IllegalEvent as refused:
            yield f"{game.text(position, event)!r} is offered and ruled illegal: {refused}"
            return
        steps.append((before, event, position, len(actions)))
    yield f"a game is not over after {LONGEST:,} events"


def _ended(game: Game, position: Any, actions: list[Any]) -> Iterator[str]:
    outcome = game.outcome(position)
    assert outcome is not None
    seats = sorted(seat for group in outcome.ranking for seat in group)
    if seats != list(range(game.players)):
        yield f"the ranking {outcome.ranking} does not name each of {game.players} seats once"
    if actions or game.chances(position):
        yield "the game is over, and something can still be done"
    if not outcome.how.strip() or "{" in outcome.how:
        yield f"the ending is told as {outcome.how!r}"
    if len(game.scores(position)) != game.players:
        yield f"scores has {len(game.scores(position))} numbers for {game.players} players"


def _sound(game: Game, position: Any, event: Any, actions: list[Any], lot: Random) -> Iterator[str]:
    """One event through everything that reads or tells it."""
    ruling = game.rule(position, event)
    if not ruling.legal or not ruling.applied:
        yield f"{game.formatted(event)!r} is offered, and its ruling rests on no clause"
    if len(set(actions)) != len(actions):
        yield "one position has the same legal action twice"
    raw = game.format_position(position)
    if game.parse_position(raw) != position:
        yield f"a position comes back from its JSON as another: {raw}"
    if game.parse_event(game.format_event(event)) != event:
        yield f"an event comes back from its JSON as another: {game.format_event(event)}"
    line = game.formatted(event)
    if game.parsed(line) != event:
        yield f"an event comes back from its line as another: {line!r}"
    for said in (game.text(position, event), game.kind_of(event)):
        if not said.strip() or "{" in said:
            yield f"{line!r} is told as {said!r}"
    if not actions and lot.random() < 0.1:
        chances = game.chances(position)
        if sum((odds for _, odds in chances), Fraction(0)) != 1:
            yield f"the odds of {len(chances)} outcomes add up to {float(sum(odds for _, odds in chances)):.6f}, not 1"
        if event not in [one for one, _ in chances]:
            yield f"{line!r} was drawn, and is not among the outcomes that have odds"


def _replayed(game: Game, steps: list[Any]) -> Iterator[str]:
    """Yields what differs when a game is recorded, taken back and played again."""
    if not steps:
        return
    journal = Journal(game)
    for _, event, after, _ in steps:
        journal.play(event, "program")
        if journal.position != after:
            yield f"the same events lead elsewhere: {game.formatted(event)!r}"
            return
    for before, event, _, _ in reversed(steps[-5:]):
        journal.undo()
        if journal.position != before:
            yield f"{game.formatted(event)!r} was undone, and the position is not the one before it"
    if Journal(game, entries=journal.entries).position != journal.position:
        yield "a record that is read again leads elsewhere"


def _table(game: Game) -> str:
    rules = "".join(f", {key}={value}" for key, value in game.format_options().items())
    return f"{game.players} players{rules}"
