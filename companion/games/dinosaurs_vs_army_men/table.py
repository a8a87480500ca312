"""Layout of the table of Dinosaurs Vs. Army Men: the central pile, and the cards of a battle beside it."""

from __future__ import annotations

from companion.games.dinosaurs_vs_army_men.pieces import Chose, Event, FalseSmack, Flipped, Position, Smacked
from companion.table import Cards, Layout


def layout(position: Position) -> Layout:
    """The cards that lie face up; the players' own piles lie face down, and nobody looks into them (DVA-2.2)."""
    battle = position.battle
    return Layout(cards=Cards(position.central, ((),) * len(position.piles) if battle is None else battle.up))


def unsettled(before: Position, event: Event, after: Position) -> Layout | None:
    """The table as long as nobody has taken the cards that were won, or that leave the game (DVA-6.1, DVA-4.8)."""
    if after.table or not before.table or isinstance(event, Chose | FalseSmack):
        return None
    if isinstance(event, Smacked):
        return layout(before)
    assert isinstance(event, Flipped) and before.battle is not None and before.battle.searching is not None
    seat, up = before.battle.searching, before.battle.up
    return Layout(cards=Cards(before.central, (*up[:seat], (*up[seat], event.card), *up[seat + 1 :])))
