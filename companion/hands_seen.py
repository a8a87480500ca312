"""Whose hands came over the table, compared with those that an event needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log, prod
from typing import NamedTuple

__all__ = ["Hand", "HandEvidence"]

UNNOTICED, LENT = 0.005, 0.01
"""Probability that nobody saw the hand that did something; and that another player's hand did it."""
CAME = log(50)
"""Logarithm of how much more is to be expected of a player whose hand came than of one of whom nobody knows."""


class Hand(NamedTuple):
    """A hand that came over the table, and went."""

    owners: tuple[tuple[int, float], ...]
    """Whose it may be: seats with probabilities."""


class HandEvidence:
    """The hands since table and game agreed last; None: nobody watched them."""

    def __init__(self, hands: Sequence[Hand] | None = None) -> None:
        self._hands = hands

    def score(self, seats: Collection[int]) -> float:
        """The logarithm of how much more, or less, is to be expected of `seats` by these hands, if each of them has
        done something with theirs."""
        return sum(map(self._of, seats))

    def _of(self, seat: int) -> float:
        if self._hands is None:
            return 0.0
        others = prod(1 - probability for hand in self._hands for who, probability in hand.owners if who == seat)
        return CAME + log(max(1 - others, LENT if self._hands else UNNOTICED))
