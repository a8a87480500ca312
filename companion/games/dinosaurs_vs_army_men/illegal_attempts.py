"""Enumerates forbidden acts with the cards of Dinosaurs Vs. Army Men, each with the layout that it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.evidence import Evidence
from companion.games.dinosaurs_vs_army_men.pieces import FLIPS, Event, Position
from companion.rules import Attempt, BrokenClause, MalformedError
from companion.table import Cards, Layout

EventJudge = Callable[[Position, Event], tuple[BrokenClause, ...]]


def attempts(position: Position, seen: Evidence, layout: Layout, judge: EventJudge) -> Iterator[Attempt]:
    """The forbidden flips that the cards as they are seen leave open; `layout`: what has to lie there."""
    assert layout.cards is not None
    central, beside = layout.cards.central, layout.cards.beside
    lain = {card for cards in beside for card in cards}
    on_pile = {card for one in seen.cards.central for card in one if card in FLIPS and card not in central[-1:]}
    near = {card for one in seen.cards.beside for card in one if card in FLIPS and card not in lain}
    if len(central) > 1:
        yield Attempt((BrokenClause("DVA-3.1", "taken"),), Layout(cards=Cards((), beside)))
    for card in sorted(on_pile):
        broken = _broken(judge, position, card)
        if broken == () and position.battle is not None:
            broken = (BrokenClause("DVA-4.2", "central", (("card", card),)),)
        if broken:
            yield Attempt(broken, Layout(cards=Cards((*central, card), beside)))
    for card in sorted(near):
        broken = _broken(judge, position, card)
        if broken == () and position.battle is None:
            broken = (BrokenClause("DVA-3.1", "beside", (("card", card),)),)
        if broken:
            up = beside or ((),)
            yield Attempt(broken, Layout(cards=Cards(central, ((*up[0], card), *up[1:]))))


def _broken(judge: EventJudge, position: Position, card: str) -> tuple[BrokenClause, ...] | None:
    """Every clause that the flip of a card breaks; None for one that is not of this deck."""
    try:
        return judge(position, FLIPS[card])
    except MalformedError:
        return None
