"""Battles: who searches, in which order, and what the fighters decide (DVA-4.2 to DVA-4.8)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.games.dinosaurs_vs_army_men.pieces import NUMBERS, Battle, Options, Position


class Decision(NamedTuple):
    """What comes of a search that has ended: a winner, another search by `tied`, or (neither) no fighter at all."""

    winner: int | None
    tied: tuple[int, ...] | None
    clauses: tuple[str, ...]
    """The clauses that decide it."""


@lru_cache(maxsize=1024)
def battle_order(players: int, out: tuple[int, ...], chooser: int) -> tuple[int, ...]:
    """The seats that are not out, from the left of the chooser, who comes last (DVA-4.2)."""
    seats = ((chooser + step) % players for step in range(1, players + 1))
    return tuple(seat for seat in seats if seat not in out)


def searchers(position: Position, battle: Battle) -> tuple[int, ...]:
    """The seats that take part in the present search, in order."""
    return battle.tied or battle_order(len(position.piles), position.out, battle.chooser)


def next_searcher(position: Position, battle: Battle, rules: Options, last: int | None = None) -> int | None:
    """Who flips after `last` (None: at the beginning); None when the search has ended.

    In sequence whoever comes first in the order has ended the search before the others begin, so `last` matters only
    where cards are flipped round the table (DVA-Q3).
    """
    piles, fighters = position.piles, battle.fighters
    seats = searchers(position, battle)
    if last is not None and rules.battle_order == "round_robin":
        past = seats.index(last) + 1
        seats = seats[past:] + seats[:past]
    for seat in seats:
        if piles[seat] and fighters[seat] is None:
            return seat
    return None


def decided(position: Position, battle: Battle, rules: Options) -> Decision:
    """What the fighters decide once nobody searches any more."""
    found = [seat for seat in searchers(position, battle) if battle.fighters[seat] is not None]
    if not found:
        if battle.tied is None:
            return Decision(None, None, ("DVA-4.8",))
        return Decision(battle.tied[0], None, ("DVA-4.7",))
    numbers = [NUMBERS[fighter] for seat in found if (fighter := battle.fighters[seat]) is not None]
    level = tuple(seat for seat, number in zip(found, numbers, strict=True) if number == max(numbers))
    if len(level) == 1:
        return Decision(level[0], None, ("DVA-4.3",))
    if rules.battle_tie == "first":
        return Decision(level[0], None, ("DVA-4.7", "DVA-4.3"))
    again = level if rules.battle_tie == "replay_tied" else tuple(found)
    if not any(position.piles[seat] for seat in again):
        return Decision(again[0], None, ("DVA-4.7",))
    return Decision(None, again, ("DVA-4.7",))
