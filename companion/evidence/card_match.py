"""Scores face-up cards: log-likelihood of the cards seen, given those that should lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from companion.evidence.confidence import DOUBTED, SURELY
from companion.table import Cards, CardSeen, TableView

CENTRAL = "central"
"""The area of the central pile."""
HIDDEN = 0.02
"""Probability that the upper card of a pile is not seen at all: it is in a hand, or the one below it shows."""
GONE = 0.001
"""Probability that nothing is seen of a pile at all, or one that lies deep in it: cards are taken up one by one."""
NO_CARD = 0.05
"""Probability that what looks like a card nobody can read is none."""
TWICE = 1e-4
"""Probability that one card is seen in two places."""
OTHER = 1e-5
"""Probability of a card that a reading does not name."""


class CardEvidence:
    """The cards of one view; `new`: which of its cards lie where none of their name has lain, None: nobody knows;
    `first`: of whose name none has lain anywhere; `same`: which lie on the central pile just as one of their name
    lay."""

    def __init__(
        self,
        view: TableView,
        new: frozenset[int] | None = None,
        first: frozenset[int] = frozenset(),
        same: frozenset[int] = frozenset(),
    ) -> None:
        up = [(n, card) for n, card in enumerate(view.cards) if not card.face_down]
        self.central = tuple(readings(card) for _, card in up if card.zone == CENTRAL)
        """What each card on the central pile may be, with probabilities."""
        self.beside = tuple(readings(card) for _, card in up if card.zone != CENTRAL)
        """What each card may be that lies face up elsewhere."""
        self.knows_new = new is not None
        self.new_central = tuple(readings(card) for n, card in up if card.zone == CENTRAL and (new is None or n in new))
        """Those on the central pile that lie where none of their name has lain; all, where nobody knows."""
        self.new_beside = tuple(readings(card) for n, card in up if card.zone != CENTRAL and (new is None or n in new))
        self.first = frozenset(card.face for n, card in up if n in first)
        """The names that have not been seen before."""
        self.same = frozenset(card.face for n, card in up if n in same)
        """The names of those on the central pile that lie just as one of them lay."""
        self.clear = not view.missing and all(card.certain for _, card in up if card.face or card.zone == CENTRAL)
        """Whether every card that lies face up could be read."""
        self._unread = bool(view.missing) or any(card.face_down for card in view.cards if card.zone == CENTRAL)
        """Whether something hides what lies on the pile, or it cannot be read."""

    def scores(self, cards: Cards) -> list[float]:
        """Returns the log-likelihoods of the central pile and of the cards beside it."""
        return [self._of_pile(cards.central), self._of_beside(cards.beside)]

    def _of_pile(self, pile: Sequence[str]) -> float:
        seen = self.central
        if not seen:
            return 0.0 if not pile or self._unread else log(GONE)
        if not pile:
            return sum(log(_none(one)) for one in seen)
        deep = sum(_log(_among(one, set(pile[:-1])), one) for one in seen) + log(GONE)
        return max(self._uppermost(pile), self._uppermost(pile[:-1]) + log(HIDDEN), deep)

    def _uppermost(self, pile: Sequence[str]) -> float:
        """The log-likelihood that one of those seen on the pile is its upper card, and the others lie under that. One
        that cannot be read is as little seen as one that is hidden."""
        seen, top, below = self.central, pile[-1] if pile else None, set(pile[:-1])
        return max(
            _log(HIDDEN if not one else OTHER if top is None else one.get(top, OTHER), one)
            + sum(_log(_among(other, below), other) for m, other in enumerate(seen) if m != n)
            for n, one in enumerate(seen)
        )

    def _of_beside(self, beside: Sequence[Sequence[str]]) -> float:
        lying = {card for cards in beside for card in cards}
        lies = Counter(card for cards in beside for card in cards)
        shown = Counter(_best(one) for one in self.beside if max(one.values(), default=0.0) >= SURELY)
        found = sum(
            (count - lies[str(card)]) * log(TWICE) for card, count in shown.items() if count > lies[str(card)] > 0
        )
        if lying:
            found += sum(_log(_among(one, lying), one) for one in self.beside)
        else:  # what a tablecloth has of card-like patterns it has in many places: all of them are one witness
            read = [one for one in self.beside if one]
            found += sum(log(_none(one)) for one in read) + (log(NO_CARD) if len(read) < len(self.beside) else 0.0)
        for cards in beside:
            if cards and not any(_best(one) == cards[-1] for one in self.beside):
                chance = max((one.get(cards[-1], OTHER) for one in self.beside), default=0.0)
                found += log(max(HIDDEN, chance)) if not self._unread else 0.0
        return found


def is_pile_hidden(view: TableView, lying: Cards | None) -> bool:
    """Whether something cannot be read, or nothing is seen of a central pile that lies there."""
    central = any(card.zone == CENTRAL for card in view.cards)
    return bool(view.missing) or (lying is not None and bool(lying.central) and not central)


def readings(card: CardSeen) -> dict[str, float]:
    """Returns the probability of each name that a card may have; empty where nothing is known."""
    found = dict(card.alternatives)
    if card.face is not None:
        likely = max(card.confidence, SURELY) if card.certain else min(card.confidence, DOUBTED)
        if card.certain:
            found = {face: min(value, 1 - SURELY) for face, value in found.items()}
        found[card.face] = likely
    return found


def _best(seen: Mapping[str, float]) -> str | None:
    return max(seen, key=lambda face: seen[face]) if seen else None


def _among(seen: Mapping[str, float], cards: set[str]) -> float:
    """The probability that a card is one of these."""
    if not seen:
        return 1.0 if cards else NO_CARD
    return max(sum(value for face, value in seen.items() if face in cards), OTHER)


def _none(seen: Mapping[str, float]) -> float:
    """The probability that what looks like a card is none, or one that is face down. Which card it is may be in doubt
    where there is no doubt that it is one."""
    return max(NO_CARD * (1 - max(seen.values(), default=0.0)), OTHER)


def _log(likely: float, seen: Mapping[str, float]) -> float:
    return log(min(1.0, max(likely, OTHER) / max(max(seen.values(), default=1.0), OTHER)))
