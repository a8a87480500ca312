"""Improves colours by consensus: pieces of one table that look alike have one colour.

Which name a colour has is told from each piece alone with the lamp in doubt; that two pieces look the same is plain to
see under any lamp. So every piece takes the mean opinion of those that look like it, the surer the more there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.boards.named_colours import in_colour_space

Shares = NDArray[np.float32]

ALIKE = 0.05
"""Distance (see named_colours.in_colour_space) within which two pieces look alike: one standard deviation."""
LEAST = 1e-3
"""What any colour is given, so that no single piece rules one out."""
PERHAPS = 0.02
"""Probability of a piece from which a site takes part in the consensus."""
SURE = 0.9
"""Probability of a piece from which it counts for pieces on other boards."""
COUNTS = 0.2
"""Power of the number of pieces that look alike with which their mean opinion counts. They lie under one lamp and err
together, so a hundred of them are not a hundred witnesses."""


class Seen(NamedTuple):
    """The network's output for n sites, each by itself; parallel arrays."""

    pieces: Shares
    """(n,): the probability that a piece is there."""
    colours: Shares
    """(n, names): of its colours."""
    bodies: NDArray[np.float32]
    """(n, 3): as Grid.bodies has them."""

    def some(self, which: NDArray[Any]) -> Seen:
        return Seen(*(part[which] for part in self))

    def joined(self, others: Sequence[Seen]) -> Seen:
        """These sites, and then the others."""
        return Seen(*(np.concatenate(parts) for parts in zip(self, *others, strict=True)))

    @property
    def witnesses(self) -> Seen:
        """The sites that surely hold a piece: what other boards on the table may go by."""
        return self.some(self.pieces >= SURE)


def agreed(seen: Seen, others: Sequence[Seen] = ()) -> Shares:
    """(n, names): the colours' probabilities of the sites of one board, given what is seen of each alone, and of
    `others` that stand elsewhere in the same light."""
    given = np.asarray(seen.colours, np.float32).copy()
    there = np.flatnonzero(seen.pieces >= PERHAPS)
    given[there] = _agreed(seen.some(there).joined(others))[: len(there)]
    return given


def _agreed(seen: Seen) -> Shares:
    pieces, colours, bodies = seen
    looks = in_colour_space(bodies)
    far = np.sum((looks[:, None] - looks[None]) ** 2, axis=2)
    weights = np.exp(-far / (2 * ALIKE**2)) * pieces[None]
    count = weights.sum(1, keepdims=True) + 1e-6
    opinion = weights @ np.log(colours + LEAST) / count * np.maximum(count, 1) ** COUNTS
    shares = np.exp(opinion - opinion.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True), np.float32)
