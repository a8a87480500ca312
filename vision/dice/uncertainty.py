"""Derives the reasons for doubt (`Die.doubts`) of a reading from the networks' probabilities and the place in the
picture."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.table import Doubt
from vision.dice.pip_classifier import DOUBTS
from vision.inference import OF_A_FACE, Evidence, cut_off

SEEN = 0.5
"""Probability of a lean, a stack, a cover or a glare from which it speaks against a reading, however clear the face."""
RIVAL_FACE = 0.1
"""Probability of the second best face from which two faces are alike."""
SHORTEST = 15.0
"""Longest side in pixels below which a die is too small to be read."""
SOFT = 1.6
"""Softness of a crop (see confidence.softness) from which it is blurred."""


class Candidates(Protocol):
    """The columns of ExaminedCandidates that the rules read; parallel arrays."""

    @property
    def boxes(self) -> NDArray[np.float32]: ...
    @property
    def faces(self) -> NDArray[np.float32]: ...
    @property
    def doubts(self) -> NDArray[np.float32]: ...
    @property
    def evidence(self) -> Evidence: ...


class DoubtReasons:
    """The reasons for doubt among the candidates of one picture of `size` (width, height)."""

    def __init__(self, seen: Candidates, size: tuple[int, int]) -> None:
        self._seen = seen
        self.cut_off = cut_off(seen.boxes, size)
        """(n,): whether the picture's edge cuts each candidate."""

    def against(self, n: int) -> tuple[Doubt, ...]:
        """What forbids candidate `n` to be certain, the likeliest first."""
        seen = self._seen.doubts[n].tolist()
        edge: tuple[Doubt, ...] = ("cut off",) if self.cut_off[n] else ()
        likely = [k for k, probability in enumerate(seen) if probability >= SEEN]
        return edge + tuple(DOUBTS[k] for k in sorted(likely, key=lambda k: -seen[k]))

    def for_doubt(self, n: int, is_die: float, is_right: float) -> tuple[Doubt, ...]:
        """Why candidate `n` is not certain though nothing forbids it; at least one reason."""
        boxes, faces, face = self._seen.boxes[n], self._seen.faces[n], self._seen.evidence.face[n]
        found: list[Doubt] = []
        if max(boxes[2] - boxes[0], boxes[3] - boxes[1]) < SHORTEST:
            found.append("too small")
        elif face[OF_A_FACE.index("blur")] > SOFT:
            found.append("blurred")
        if np.sort(faces[1:])[-2] >= RIVAL_FACE:
            found.append("faces alike")
        if is_die < is_right:
            found.append("not a die")
        elif not found:
            found.append("faces alike")
        return tuple(found)
