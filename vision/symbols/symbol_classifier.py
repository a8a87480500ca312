"""Classifies upper faces by the nearest vectors of a face set: each face gets a probability, strangers stay unsure."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.camera import Image
from vision.dice import corners_of, cut_crops
from vision.symbols.embedding import ASIDE, FaceEmbedder, moved
from vision.symbols.face_colour import ground_colours, lab_of, lamp_factors
from vision.symbols.face_sets import FaceSet, embedded_again, vectors_of

SCALE, UNKNOWN_LOGIT = 34.0, 26.52
"""Fitted by models/train/evaluate/evaluate_sets.py on true renders of new drawings: a face's logit is SCALE times its
likeness, and that of "none of these" is UNKNOWN_LOGIT."""
CERTAIN_FROM = 0.98
"""Probability from which a reading may count. Raising it asks more, lowering it errs more."""
CLEAR_FACE = 0.98
"""Probability of an answer, "none of these" included, from which a face is not looked at again as in ASIDE."""
COLOUR_SPREAD = 16.0
"""Distance in Lab (lightness counted a third) at which a colour speaks as much against a face as one e-fold."""
COLOUR_APART = 60.0
"""Faces that part by more than this in colour are told by it too: lamps change the colour of one face by less."""
COLOUR_MOST = 9.0
"""The most that colour can say against a face, in e-folds."""
LEAST_ALTERNATIVE, MOST_ALTERNATIVES = 5e-4, 3


class NamedFace(NamedTuple):
    """The face of one die."""

    name: str | None
    """The likeliest face; None: none of the set's faces is likely."""
    confidence: float
    """Probability that it is this face (of None: that it is none of them)."""
    certain: bool
    alternatives: tuple[tuple[str, float], ...]
    """Other faces with their probabilities, likeliest first."""


class FaceSetClassifier:
    """Classifies upper faces by a set. Not thread-safe."""

    def __init__(self, faces: FaceSet, embedder: FaceEmbedder | None = None) -> None:
        """A set made with other networks is learnt again from its thumbnails. Raises SetError and ModelError."""
        self.embedder = embedder or FaceEmbedder()
        self.faces = embedded_again(faces, self.embedder)
        self.names = self.faces.names
        looks = [(n, look) for n, face in enumerate(self.faces.faces) for look in face.looks]
        self._whose = np.array([n for n, _ in looks])
        self._vectors = np.stack([vectors_of(look) for _, look in looks])
        self._colours = lab_of(np.array([look.body or (np.nan,) * 3 for _, look in looks], np.float32))
        self.colours_differ = self._any_colours_differ()

    def _any_colours_differ(self) -> bool:
        """Whether any two faces of the set part by colour."""
        middles = [self._colours[self._whose == n] for n in range(len(self.names))]
        known = [np.median(colours, 0) for colours in middles if np.isfinite(colours).all()]
        return any(float(np.linalg.norm(a - b)) > COLOUR_APART for a in known for b in known)

    def likeness(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, faces): cosine of vectors (n, EMBEDDING_SIZE) with the nearest view of each face."""
        views = self._vectors.reshape(-1, self._vectors.shape[2])
        looks = (vectors @ views.T).reshape(len(vectors), *self._vectors.shape[:2]).max(2)
        return np.stack([looks[:, self._whose == n].max(1) for n in range(len(self.names))], 1)

    def _against(self, bodies: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, faces): what colours speak against each face, in e-folds."""
        apart = np.linalg.norm(lab_of(bodies)[:, None] - self._colours[None], axis=2)
        nearest = np.stack([apart[:, self._whose == n].min(1) for n in range(len(self.names))], 1)
        far = np.minimum((np.nan_to_num(nearest) / COLOUR_SPREAD) ** 2 / 2, COLOUR_MOST)
        return np.asarray(far, np.float32)

    def probabilities(
        self, likeness: NDArray[np.float32], bodies: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """(n, 1 + faces): of none of them, then of each face, by their likeness (n, faces).

        `bodies` (n, 3): the faces' colours with the lamp's tint taken back.
        """
        logits = SCALE * likeness
        if self.colours_differ and bodies is not None:
            logits = logits - self._against(bodies)
        logits = np.concatenate([np.full((len(likeness), 1), UNKNOWN_LOGIT, np.float32), logits], 1)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return np.asarray(odds / odds.sum(1, keepdims=True), np.float32)

    def read_crops(
        self, crops: NDArray[np.uint8], factors: NDArray[np.float32] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Probabilities (n, 1 + faces) and frames (n, 6: see embedding.EmbeddedFaces) for crops (n, CROP, CROP, 3).

        `factors` (3,) take the lamp's tint back; without them colour is not looked at.
        """
        seen = self.embedder.see(crops)
        bodies = None if factors is None else ground_colours(seen.flat) * factors
        likeness = self.likeness(seen.vectors)
        found = self.probabilities(likeness, bodies)
        doubtful = np.flatnonzero(found.max(1, initial=0) < CLEAR_FACE)
        if len(doubtful):
            again = np.concatenate([moved(crops[doubtful], *aside) for aside in ASIDE[1:]])
            more = self.likeness(self.embedder.see(again).vectors).reshape(len(ASIDE) - 1, len(doubtful), -1)
            mean = (likeness[doubtful] + more.sum(0)) / len(ASIDE)
            found[doubtful] = self.probabilities(mean, None if bodies is None else bodies[doubtful])
        return found, seen.frames

    def read(self, image: Image, boxes: NDArray[np.float32]) -> tuple[list[NamedFace], NDArray[np.float32]]:
        """The faces of the dice in `boxes` (n, 4) of `image`, and (n, 4, 2) pixels: corners of their upper faces."""
        if not len(boxes):
            return [], np.zeros((0, 4, 2), np.float32)
        crops = cut_crops(image, boxes)
        found, frames = self.read_crops(crops, lamp_factors(image) if self.colours_differ else None)
        return [self._named(row) for row in found], corners_of(boxes, frames)

    def _named(self, row: NDArray[np.float32]) -> NamedFace:
        order = np.argsort(-row[1:], kind="stable")
        best = int(order[0])
        if row[0] > row[1 + best]:
            name, confidence, others = None, float(row[0]), order
        else:
            name, confidence, others = self.names[best], float(row[1 + best]), order[1:]
        others_named = [(self.names[n], round(float(row[1 + n]), 4)) for n in others if row[1 + n] >= LEAST_ALTERNATIVE]
        certain = name is not None and confidence >= CERTAIN_FROM
        return NamedFace(name, round(confidence, 4), certain, tuple(others_named[:MOST_ALTERNATIVES]))
