"""Tracks which face-up cards came to lie anew: only those can have been flipped."""

from __future__ import annotations

from itertools import chain
from math import hypot

from companion.evidence.card_match import CENTRAL
from companion.table import Cards, CardSeen, Place, TableView

NUDGED, PUSHED = 1.2, 15.0
"""Millimetres by which a card on a pile may seem to have moved although nobody touched it; and by which one that lies
free is pushed by those laid beside it."""
EXACT, TURNED = 0.5, 1.2
"""Millimetres and degrees within which a card on a pile lies just as another lay."""


class CardFreshness:
    """Tracks new cards from view to view."""

    def __init__(self) -> None:
        self.new: frozenset[int] = frozenset()
        """Which cards of the newest view lie where none of their name has lain."""
        self.first: frozenset[int] = frozenset()
        """Those of them of whose name none has lain anywhere."""
        self.same: frozenset[int] = frozenset()
        """Those on the central pile that lie just as one of their name lay."""
        self._lain: dict[str, list[CardSeen]] = {}
        """How the cards of each name have lain."""
        self._piled: frozenset[str] = frozenset()
        """Names of those on the central pile in the newest view."""
        self._lifted: frozenset[str] = frozenset()
        """Names of those that lay on top of it, and were taken up: what lay under them shows."""
        self._won = False
        """Whether those that lie there are somebody's and have not been taken."""
        self._bare = False
        """Whether no card lay face up in the newest view."""

    def forget(self) -> None:
        """All cards that lie face up are somebody's: they have been taken, or will be."""
        self._won, self._lifted = not self._bare, frozenset()
        if self._bare:
            self._lain.clear()
            self._bare = False

    def agree(self, view: TableView, cards: Cards | None) -> None:
        """Table and game agree that these `cards` lie face up, and what the view shows. Others that came were put back,
        and will be new where they come again; but for those of a pile that somebody has won, and will take."""
        if cards is None or not cards.central:
            if cards is not None and self._bare:  # nothing lies there, and nothing should
                self._lain.clear()
            return
        kept = {*cards.central, *chain(*cards.beside), *(str(card.face) for _, card in _face_up(view))}
        self._lain = {name: lain for name, lain in self._lain.items() if name in kept}

    def forget_hidden(self, view: TableView) -> None:
        """Only the cards of this view lie face up: others were put back, and will be new where they come again."""
        self._lain, self._lifted = {}, frozenset()
        for _, card in _face_up(view):
            self._lain.setdefault(str(card.face), []).append(card)

    def after(self, view: TableView) -> None:
        """Takes the next view."""
        there = _face_up(view)
        if self._won and not any(str(card.face) in self._lain for _, card in there):
            self._bare = True
            self.forget()
        new, first, same = [], [], []
        for n, card in there:
            lain = self._lain.setdefault(str(card.face), [])
            if not lain:
                first.append(n)
            # Somebody has put back the pile, or what was taken up from it.
            back = bool(lain) and (self._bare or (card.zone == CENTRAL and str(card.face) in self._lifted))
            if not back and not any(_lies_as(card, other) for other in lain):
                new.append(n)
            if card.zone == CENTRAL and any(_lies_just_as(card, other) for other in lain):
                same.append(n)
        for _, card in there:
            self._lain[str(card.face)].append(card)
        piled = frozenset(str(card.face) for _, card in there if card.zone == CENTRAL)
        if any(card.zone == CENTRAL for n, card in there if n in new) or not there:
            self._lifted = frozenset()
        elif piled:
            self._lifted = (self._lifted | (self._piled - piled)) - piled
        self._piled, self._bare = piled, not there
        self.new, self.first, self.same = frozenset(new), frozenset(first), frozenset(same)


def _face_up(view: TableView) -> list[tuple[int, CardSeen]]:
    return [(n, card) for n, card in enumerate(view.cards) if card.face is not None and not card.face_down]


def _lies_as(card: CardSeen, other: CardSeen) -> bool:
    """Whether a card may lie where another of its name lay."""
    return _near(card.place, other.place, PUSHED if card.zone is None else NUDGED)


def _lies_just_as(card: CardSeen, other: CardSeen) -> bool:
    """Whether a card of a pile lies just as another of its name lay; one that was put back is mostly turned."""
    if card.turn is None or other.turn is None or not _near(card.place, other.place, EXACT):
        return False
    return abs((card.turn - other.turn + 90) % 180 - 90) < TURNED


def _near(one: Place | None, other: Place | None, reach: float) -> bool:
    return one is None or other is None or hypot(one[0] - other[0], one[1] - other[1]) < reach
