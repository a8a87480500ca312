"""Classifies colours of pieces by reference samples that the players tapped ("these are my blue ones").

Works on body colours as cube roots of linear blue green red, from which most of the lamp's tint has been removed. The
tint that is left is the same for all pieces of a picture, so it is estimated from those that match, and removed too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.text import say

MOST_NAMES, MOST_REFERENCES, LONGEST_NAME = 40, 24, 40
"""How many names, references a name and letters a name there may be; of more references the oldest are forgotten."""
LINEAR = np.asarray((np.arange(256) / 255.0) ** 2.2, np.float32)
"""The light that each value of a pixel stands for."""
AXES = np.array([[0.2, 0.2, 0.2], [0.0, -0.7, 0.7], [-0.7, 0.35, 0.35]], np.float32)
"""From a body (cube roots of blue green red) to lightness, red against green, and yellow against blue. Lightness counts
least: a die in the shade of a hand is the same die."""
SPREAD, POWER = 0.06, 1.5
"""How far apart one die's colours lie, from place to place and picture to picture, in those units; and how fast belief
wanes beyond: as (1 + (distance / SPREAD)^2)^-POWER, with the long tail that such distances have."""
REACH = 2.0
"""Distance in SPREADs from which a piece is more probably of no named colour."""
LAMP, ROUNDS = 0.1, 3
"""How much of the lamp a picture may still show, in the same units, and how often it is estimated anew."""


class NamedColourError(ValueError):
    """A name or sample that cannot be used. The message is one line for the user."""


def in_colour_space(bodies: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3) bodies in the units that distances are measured in."""
    return np.asarray(bodies, np.float32).reshape(-1, 3) @ AXES.T


class NamedColours:
    """Names of colours with their reference samples."""

    def __init__(self) -> None:
        self._references: dict[str, NDArray[np.float32]] = {}
        """By name (k, 3), in the units of `in_colour_space`, the oldest first."""

    @property
    def names(self) -> tuple[str, ...]:
        """In the order in which they were first given."""
        return tuple(self._references)

    def point(self, name: str, bodies: NDArray[np.float32]) -> None:
        """Adds samples (n, 3) or (3,) to the colour `name`, a new one or not.

        Raises NamedColourError for a name or a body that is none.
        """
        name = name.strip()
        if not name or len(name) > LONGEST_NAME:
            raise NamedColourError(
                say(
                    "a name of a colour has 1 to {most} letters, not {count}: give another",
                    most=LONGEST_NAME,
                    count=len(name),
                )
            )
        if name not in self._references and len(self._references) >= MOST_NAMES:
            raise NamedColourError(
                say(
                    "there are {most} names of colours already: forget one before {name!r} is added",
                    most=MOST_NAMES,
                    name=name,
                )
            )
        new = in_colour_space(bodies)
        if not len(new) or not np.isfinite(new).all():
            raise NamedColourError(say("no die was pointed at for {name!r}: point at one that is read", name=name))
        old = self._references.get(name, np.zeros((0, 3), np.float32))
        self._references[name] = np.concatenate([old, new])[-MOST_REFERENCES:]

    def shares(self, bodies: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, names): the probability of each name for bodies (n, 3); what is left is that it is none of them."""
        return self._chances(in_colour_space(bodies))[:, :-1]

    def _chances(self, seen: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, names + 1), the last for none of them; what the lamp does to all of them is taken out."""
        lamp = np.zeros(3, np.float32)
        for _ in range(ROUNDS):
            chances, nearest = self._compare(seen - lamp)
            best = chances[:, :-1].argmax(1)
            trust = chances[np.arange(len(seen)), best][:, None]
            trust = np.where(trust >= 0.5, trust, 0)
            gaps = seen - nearest[np.arange(len(seen)), best]
            lamp = ((trust * gaps).sum(0) / (trust.sum() + (SPREAD / LAMP) ** 2)).astype(np.float32)
        return self._compare(seen - lamp)[0]

    def _compare(self, seen: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(n, names + 1) probabilities, the last for none of them, and (n, names, 3) the nearest references."""
        nearest = np.empty((len(seen), len(self._references), 3), np.float32)
        for k, references in enumerate(self._references.values()):
            gaps = np.linalg.norm(seen[:, None] - references, axis=2)
            nearest[:, k] = references[gaps.argmin(1)]
        far = np.sum((seen[:, None] - nearest) ** 2, axis=2) / SPREAD**2
        evidence = (1 + np.concatenate([far, np.full((len(seen), 1), REACH**2)], 1)) ** -POWER
        return evidence / evidence.sum(1, keepdims=True), nearest
