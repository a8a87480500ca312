"""What the pieces of one board tell about each other's colours: those that look alike are of one colour.

Which name a colour has is told from each piece alone with the lamp in doubt; that two pieces look the same is plain to
see under any lamp. So every piece takes the mean opinion of those that look like it, the surer the more there are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.own_colours import in_colour_space

Shares = NDArray[np.float32]

ALIKE = 0.05
"""Distance (see own_colours.in_colour_space) within which two pieces look alike: one standard deviation."""
LEAST = 1e-3
"""What any colour is given, so that no single piece rules one out."""
PERHAPS = 0.02
"""Probability of a piece from which a site is asked, and tells others."""
COUNTS = 0.2
"""Power of the number of pieces that look alike with which their mean opinion counts. They lie under one lamp and err
together, so a hundred of them are not a hundred witnesses."""


def agreed(pieces: Shares, colours: Shares, bodies: NDArray[np.float32]) -> Shares:
    """(n, names): the colours' probabilities of the sites of one board, given what is seen of each alone.

    `pieces` (n,): the probability that a piece is there; `colours` (n, names); `bodies` (n, 3) as Grid.bodies has them.
    """
    given = np.asarray(colours, np.float32).copy()
    there = np.flatnonzero(pieces >= PERHAPS)
    given[there] = _agreed(pieces[there], given[there], bodies[there])
    return given


def _agreed(pieces: Shares, colours: Shares, bodies: NDArray[np.float32]) -> Shares:
    looks = in_colour_space(bodies)
    far = np.sum((looks[:, None] - looks[None]) ** 2, axis=2)
    weights = np.exp(-far / (2 * ALIKE**2)) * pieces[None]
    count = weights.sum(1, keepdims=True) + 1e-6
    opinion = weights @ np.log(colours + LEAST) / count * np.maximum(count, 1) ** COUNTS
    shares = np.exp(opinion - opinion.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True), np.float32)
