"""Which dice a hand touches to show an action of Army vs Aliens, and what somebody means who touches some."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.army_vs_aliens.pieces import (
    HERO,
    NUKE,
    Attack,
    Event,
    General,
    Mothership,
    Nuke,
    Overlord,
    Position,
    Rally,
)
from companion.rules import Touched
from companion.table import DieAt

COMBAT = "combat"


def touched_dice(position: Position, event: Event) -> tuple[DieAt, ...]:
    """The dice of Combat that an action uses up, rolls or promotes, and those that it hits."""
    seat = position.turn
    if seat is None:
        return ()
    own: tuple[int, ...] = ()
    hit: tuple[tuple[int, int], ...] = ()
    if isinstance(event, Attack):
        own, hit = event.using, event.hit
    elif isinstance(event, Nuke):
        own = (NUKE,) * 3
    elif isinstance(event, General):
        own = (HERO,) if event.rank == HERO else (event.rank, HERO)
    elif isinstance(event, Mothership):
        own, hit = (NUKE,) * 3, event.hit
    elif isinstance(event, Overlord):
        own, hit = (HERO,), event.hit
    elif isinstance(event, Rally):
        own = event.roll
    return tuple(DieAt(COMBAT, whose, face) for whose, face in (*((seat, face) for face in own), *hit))


def meant_action(position: Position, touched: Sequence[Touched]) -> Event | None:
    """An ability where heroes alone are aimed at dice, else an attack with the own dice on the others."""
    seat = position.turn
    dice = [one for one in touched if isinstance(one, DieAt)]
    if seat is None or not dice:
        return None
    own = tuple(one.face for one in dice if one.seat == seat)
    hit = tuple((one.seat, one.face) for one in dice if one.seat != seat)
    if not hit:
        return Rally(own)
    if position.players[seat].side == "aliens" and own == (HERO,):
        return Overlord(hit)
    if position.players[seat].side == "aliens" and own == (NUKE,) * 3:
        return Mothership(hit)
    return Attack(own, hit)
