"""The clauses that a legal event of Doubles Wild rests on: the one that allows it, and those that decide what comes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.doubles_wild import pieces
from companion.games.doubles_wild.board import INDEX, in_windows, windows, windows_through
from companion.games.doubles_wild.legal_actions import reach
from companion.games.doubles_wild.pieces import Battle, Event, Position, Table
from companion.games.doubles_wild.rulings import battle_clause
from companion.games.doubles_wild.transitions import ending


def clause_of(position: Position, event: Event, table: Table) -> str:
    """The clause that allows an event; `position` is the one before it."""
    if isinstance(event, pieces.Rolled | pieces.Reroll):
        return "DW-3.2"
    if isinstance(event, pieces.Place | pieces.Leave):
        if event.square is not None and position.turn is not None:
            owner = position.owner(INDEX[event.square])
            if owner is not None and owner == table.partners[position.turn]:
                return "DW-6.3"
        return "DW-3.4" if isinstance(event, pieces.Leave) else "DW-3.3"
    return "DW-2.1" if position.battle is None else battle_clause(position.battle)


def consequences(before: Position, event: Event, after: Position, table: Table) -> Iterator[str]:
    """The clauses besides `clause_of` that decide what a legal event leads to, as they come into play."""
    if isinstance(event, pieces.Place | pieces.Leave):
        yield from _selected(before, event, after, table)
    elif before.battle is not None:
        yield from _fought(before.battle, after)
    else:
        return
    if after.battle is None:
        index = _settled(before, event, table)
        if index is not None:
            yield from _scored(before, index, table)
        yield from _turn_ended(before, after)


def _selected(before: Position, event: pieces.Place | pieces.Leave, after: Position, table: Table) -> Iterator[str]:
    """A square was selected (DW-3.3) and something, or nothing, happens on it (DW-3.4, DW-6)."""
    seat, roll = before.turn, before.rolled
    assert seat is not None and roll is not None
    yield "DW-3.3"
    if event.square is None:
        return
    index = INDEX[event.square]
    owner = before.owner(index)
    if owner is not None and owner == table.partners[seat]:
        if reach(roll)[1]:
            yield "DW-6.4"
        return
    yield "DW-3.4"
    if after.battle is not None:
        yield "DW-4.1"
    elif owner is not None and owner != seat and in_windows(before.markers[owner]) >> index & 1:
        yield "DW-5.3"


def _fought(battle: Battle, after: Position) -> Iterator[str]:
    """A battle was decided, or is drawn out because the totals are level (DW-4.3, DW-4.4)."""
    if after.battle is None:
        yield "DW-4.3"
        yield "DW-4.4"
    elif after.battle.round > max(battle.round, pieces.LAST_ROUND):
        yield "DW-4.3"


def _settled(before: Position, event: Event, table: Table) -> int | None:
    """The square that a marker of the player on turn has come to own by an event that ended the turn."""
    battle = before.battle
    if battle is not None:
        defence = sum(battle.dice[1]) + (sum(event.faces) if isinstance(event, pieces.Threw) else 0)
        return battle.square if sum(battle.dice[0]) > defence else None
    if not isinstance(event, pieces.Place) or event.square is None or before.turn is None:
        return None
    index = INDEX[event.square]
    owner = before.owner(index)
    return index if owner is None or owner == table.partners[before.turn] else None


def _scored(before: Position, index: int, table: Table) -> Iterator[str]:
    """The marker that came to lie on a square made windows, which score (DW-5) or decide a playoff (DW-7.2)."""
    seat = before.turn
    assert seat is not None
    own = before.markers[seat]
    made = windows_through(own | 1 << index, index)
    if not made:
        return
    yield "DW-5.1"
    if before.playoff is None:
        if made > 1 or windows(own):
            yield "DW-5.2"
        yield "DW-5.4"
    if table.partners[seat] is not None:
        yield "DW-6.2"


def _turn_ended(before: Position, after: Position) -> Iterator[str]:
    """The turn passed (DW-3.5); an empty supply there ended the game or began a playoff (DW-3.1, DW-7)."""
    clause = ending(after)
    if clause == "DW-7.2":
        return
    yield "DW-3.5"
    if clause is not None or after.playoff != before.playoff:
        yield from ("DW-3.1", "DW-7.1", "DW-7.2")
    elif any(before.markers) and not any(after.markers):
        yield from ("DW-3.1", "DW-7.2")
