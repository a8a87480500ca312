"""Names the colours of dice where the dice in play are known: by those, and by how the other dice of the picture look.

Under a coloured lamp a die alone may as well be white as pale blue. That it looks like its neighbours, and unlike those
of the other player, is plain to see: dice that look alike are named together. So are pieces
(vision.boards.colour_consensus), of which there are many; the opinions of a few dice, each weighed by how near another
looks, left some of them with a name of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Colour, Die
from vision.camera import Image
from vision.dice import NAMES, ColourClassifier, Colours

ALIKE = 0.2
"""Distance of two bodies (see colour_classifier.Colours) within which dice look alike. On rendered films dice of one
colour were that near to another of it, mostly to 0.12, and dice of two colours 0.31 apart at least."""
MUCH_ALIKE, CLOSER = 0.06, 0.75
"""Distance down to which a group with dice of two colours is parted, and by how much smaller a one at a time."""
SURE = 0.9
"""Probability of a name from which dice have it, and are no witnesses for another."""
LEAST = 1e-3
"""What any colour is given, so that no single die rules one out for all that look like it."""
ANOTHER_MAKE = 0.05
"""How much rarer it is that dice have the colour of others that are in play and look unlike them than that of none."""
COUNTS = 0.2
"""Power of the number of dice that look alike with which their mean opinion counts: they lie under one lamp, and err
together."""


class DiceColours:
    """Names them for one table."""

    def __init__(self) -> None:
        self.in_play: frozenset[Colour] = frozenset()
        """Colours of the dice in play; empty: not known, and all stay as they were read."""
        self._classifier: ColourClassifier | None = None

    def named(self, image: Image, dice: Sequence[Die]) -> tuple[Die, ...]:
        """The `dice` of a picture, (height, width, 3) uint8 blue green red, those with pips named anew; None where no
        colour is likely, since others than those in play may lie there."""
        answers = list(dice)
        pipped = [n for n, die in enumerate(dice) if die.value and die.top]
        if self.in_play and pipped:
            self._classifier = self._classifier or ColourClassifier()
            seen = self._classifier.look_at(image, np.array([dice[n].top for n in pipped], np.float32))
            names = seen._replace(probabilities=self._agreed(seen)).named(among=self.in_play)
            for n, name in zip(pipped, names, strict=True):
                answers[n] = msgspec.structs.replace(dice[n], colour=name)
        return tuple(answers)

    def _agreed(self, seen: Colours) -> NDArray[np.float32]:
        """(n, 12): the probabilities of the names: the same for dice that look alike, unless some of these are surely
        of different colours in play, and hardly that of dice that look otherwise; none where all colours are theirs."""
        playing = np.isin(NAMES, list(self.in_play))
        shares = np.array(seen.probabilities, np.float32)
        sure = np.where(shares[:, playing].max(1, initial=0) >= SURE, shares.argmax(1), -1)
        groups = _groups(seen.bodies, ALIKE)
        parted = _parted(groups, seen.bodies, sure)
        for group in np.unique(parted):
            members = parted == group
            if len(np.unique(sure[members & (sure >= 0)])) <= 1:
                together = np.exp(np.log(shares[members] + LEAST).mean(0) * members.sum() ** COUNTS)
                shares[members] = together / together.sum()
        taken = (shares >= SURE) & playing
        for group in np.unique(groups):
            members = groups == group
            others = taken[~members].any(0)
            if taken[members].any():
                continue
            if (playing & ~others).any():
                shares[members] *= np.where(others, ANOTHER_MAKE, 1)
            else:  # nothing tells which of the colours it has, or that it has one of them
                shares[members] = 1 / len(NAMES)
        return shares


def _parted(groups: NDArray[np.intp], bodies: NDArray[np.float32], sure: NDArray[np.intp]) -> NDArray[np.intp]:
    """The `groups` (n,) of `bodies` (n, 3), those with dice of two colours parted: glances of light on a few make one
    chain of all. `sure` (n,): the number of the colour that a die surely has, or -1."""
    parted, near = groups.copy(), ALIKE
    while near > MUCH_ALIKE:
        near *= CLOSER
        for group in np.unique(parted):
            members = np.flatnonzero(parted == group)
            if len(np.unique(sure[members[sure[members] >= 0]])) > 1:
                parted[members] = members[_groups(bodies[members], near)]
    return parted


def _groups(bodies: NDArray[np.float32], near: float) -> NDArray[np.intp]:
    """(n,): the number of the group of each of `bodies` (n, 3): each is less than `near` from another of its group, and
    from none of other groups."""
    alike = np.linalg.norm(bodies[:, None] - bodies[None], axis=2) < near
    groups = np.arange(len(bodies))
    for _ in range(len(bodies)):  # the lowest number spreads over everything that is linked to it
        spread = np.where(alike, groups[None], len(bodies)).min(1, initial=len(bodies))
        if (spread == groups).all():
            break
        groups = spread
    return np.asarray(groups, np.intp)
