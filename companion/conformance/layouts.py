"""Looks whether what lies on the table tells the events of a game apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

from companion.conformance.findings import Check, Finding
from companion.conformance.random_games import Progress
from companion.conformance.tables import tables_of
from companion.rules import Game, played
from companion.table import Colour, Layout

COLOURS: tuple[Colour, ...] = ("blue", "red", "green", "yellow", "white", "black", "orange", "purple")
TABLES = 6
LONGEST = 400
"""Events of each game that are looked at."""
MOST_COMPARED = 300
"""Actions of one position that are compared with each other."""


def check_layouts(game_id: str, lot: Random, progress: Progress) -> Check:
    """Compares the tables that the legal events of many positions leave."""
    alike: Counter[str] = Counter()
    actions, told, silent = 0, 0, 0
    for number, game in enumerate(tables_of(game_id, lot), 1):
        progress(f"layouts, table {number}")
        colours = table_colours(game)
        for step in played(game, lot, longest=LONGEST):
            events = game.actions(step.before)[:MOST_COMPARED]
            silent += claims_nothing(game.layout(step.before, colours))
            actions += len(events)
            lifted = [event for event in events if game.lifts(event)]
            told += len(lifted)  # by the roll that follows
            told += _told(game, step.before, [event for event in events if event not in lifted], colours, alike)
        if number == TABLES:
            break
    findings = [
        Finding("warning", f"the eyes cannot tell: {what} ({count} times); players are asked, or say it")
        for what, count in alike.most_common(6)
    ]
    if silent and not told and actions:
        findings.append(Finding("warning", "nothing is said of what lies on the table: the camera follows nothing"))
    share = (
        f"{100 * told / actions:.0f} % of {actions:,} legal actions are told by the table" if actions else "no actions"
    )
    return Check("layouts", tuple(findings), share)


def table_colours(game: Game) -> tuple[Colour, ...]:
    """The colours of the seats' pieces: those in the box, or any for a game without such."""
    usual = [game.usual_colour(seat) for seat in range(game.players)]
    return tuple(colour or COLOURS[seat] for seat, colour in enumerate(usual))


def claims_nothing(layout: Layout) -> bool:
    """Whether a layout says nothing of what has to lie on the table."""
    return not (layout.dice or layout.pieces or layout.rows or layout.cards)


def _told(game: Game, before: Any, events: list[Any], colours: tuple[Colour, ...], alike: Counter[str]) -> int:
    """How many of the events leave a table that none of the others leaves, and other than it was."""
    left: defaultdict[str, list[Any]] = defaultdict(list)
    for event in events:
        left[_shown(game.layout(game.apply(before, event), colours))].append(event)
    stands = _shown(game.layout(before, colours))
    told = 0
    for shown, several in left.items():
        kinds = sorted({game.kind_of(event) for event in several})
        if len(several) > 1:
            alike[" or ".join(kinds) if len(kinds) > 1 else f"one {kinds[0]} from another"] += 1
        elif shown == stands:
            alike[f"{kinds[0]} from nothing"] += 1
        else:
            told += 1
    return told


def _shown(layout: Layout) -> str:
    """A layout as text, equal for equal ones."""
    pieces = sorted(layout.pieces.items())
    return repr((layout.dice, pieces, sorted(layout.stacks), layout.rows, layout.cards))
