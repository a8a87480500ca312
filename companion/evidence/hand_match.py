"""Scores hands: log-likelihood of the hands seen, given the seats that an event needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import log, prod
from typing import NamedTuple

UNNOTICED, LENT = 0.003, 0.005
"""Probability that nobody saw the hand that did something; and that another player's hand did it."""
AT_ONCE = 0.001
"""Probability that a hand does two acts before it leaves: one takes cards home, one fetches the next."""
CAME = log(50)
"""Logarithm of how much more is to be expected of players who can be watched than of those of whom nobody knows."""
UNLIKELY = log(0.1)
"""Doubt below which others' hands must have done it."""


class Hand(NamedTuple):
    """A hand that came over the table, and went."""

    owners: tuple[tuple[int, float], ...]
    """Whose it may be: seats with probabilities."""
    hidden: bool = False
    """Whether what it did could not be seen, because what lay there afterwards could not be read."""


def hands_since(before: Sequence[Hand] | None, came: Sequence[Hand] | None, hidden: bool) -> tuple[Hand, ...] | None:
    """Returns the hands that came `before` and those that `came` since; None where nobody watched them. `hidden`:
    whether what the newer ones did could not be seen."""
    if before is None or came is None:
        return None
    return (*before, *(hand._replace(hidden=hidden) for hand in came))


class HandEvidence:
    """The hands since table and game agreed last; None: nobody watched them."""

    def __init__(self, hands: Sequence[Hand] | None = None) -> None:
        self._hands = hands

    def expected(self, acts: Collection[int]) -> float:
        """The logarithm of how much more is to be expected of these seats' players, with hands that fit."""
        return 0.0 if self._hands is None else CAME * len(set(acts))

    def doubt(self, acts: Sequence[int]) -> float:
        """The logarithm of the probability of these hands after such acts, each told by the seat whose it was."""
        if self._hands is None:
            return 0.0
        more = max(len(acts) - max(len(self._hands), 1), 0)
        return sum(map(self._of, set(acts))) + more * log(AT_ONCE)

    def unexplained(self, acts: Sequence[int]) -> bool:
        """Whether more hands came than took part in these acts, and what one of them did could not be seen."""
        hands = self._hands or ()
        return len(hands) > len(acts) and any(hand.hidden for hand in hands)

    @property
    def anybodys(self) -> float:
        """The sum of `expected` and `doubt` for one act that any hand can have done."""
        if self._hands is None:
            return 0.0
        return CAME + (0.0 if self._hands else log(UNNOTICED))

    def _of(self, seat: int) -> float:
        assert self._hands is not None
        others = prod(1 - probability for hand in self._hands for who, probability in hand.owners if who == seat)
        return log(max(1 - others, LENT if self._hands else UNNOTICED))
