"""Whose hands came over the table, compared with those that an event needs."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, prod
from typing import NamedTuple

__all__ = ["Hand", "HandEvidence"]

UNNOTICED, LENT = 0.005, 0.01
"""Probability that nobody saw the hand that did something; and that another player's hand did it."""
AT_ONCE = 0.05
"""Probability that a hand does two acts before it leaves, against one."""
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

    def score(self, acts: Sequence[int]) -> float:
        """The logarithm of how much more, or less, is to be expected of acts by these hands; each by its seat."""
        if self._hands is None:
            return 0.0
        more = max(len(acts) - max(len(self._hands), 1), 0)
        return sum(map(self._of, set(acts))) + more * log(AT_ONCE)

    @property
    def any(self) -> float:
        """The same of an act that is anybody's."""
        if self._hands is None:
            return 0.0
        return CAME if self._hands else CAME + log(UNNOTICED)

    def _of(self, seat: int) -> float:
        assert self._hands is not None
        others = prod(1 - probability for hand in self._hands for who, probability in hand.owners if who == seat)
        return CAME + log(max(1 - others, LENT if self._hands else UNNOTICED))
