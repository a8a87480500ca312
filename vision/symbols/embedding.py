"""Embeds the drawing on a die's upper face as a unit vector: the face is located in the crop, rectified, and embedded.

One network, the framer, tells where the face is (models/train/nets/frame_net.py); another, the embedder, makes the
vector of what is then laid flat (models/train/nets/embed_nets.py). The same drawing has nearly the same vector under
any lamp, from any side and on any die; which side of the flat face is up is not known, so what is compared is compared
at four turns.
"""

from __future__ import annotations

import hashlib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.dice import CROP, rectify_faces, run_batched
from vision.inference import checksum, load_network

FACE_PIXELS = 48
"""Side of a flat face in pixels."""
AROUND = 1.25
"""How much further than the face the flat square reaches, as the networks were trained."""
EMBEDDING_SIZE = 64
TURNS = 4
ASIDE = ((1.0, 0, 0), (1.11, 0, 0), (0.9, 0, 0), (1.0, 2, 2), (1.0, -2, -2))
"""Zoom and shift (pixels right and down) of the crops that stand in for boxes found a little larger or elsewhere."""


class EmbeddedFaces(NamedTuple):
    """The upper faces in n crops; parallel arrays."""

    frames: NDArray[np.float32]
    """(n, 6): middle of the upper face and its half sides x and y, in half crops from the crop's middle, y down."""
    flat: NDArray[np.uint8]
    """(n, FACE_PIXELS, FACE_PIXELS, 3): the faces laid flat, blue green red."""
    vectors: NDArray[np.float32]
    """(n, EMBEDDING_SIZE)."""


def lay_flat(crops: NDArray[np.uint8], frames: NDArray[np.float32]) -> NDArray[np.uint8]:
    """(n, FACE_PIXELS, FACE_PIXELS, 3): what lies in `frames` (n, 6) of `crops` (n, CROP, CROP, 3)."""
    return rectify_faces(crops, frames, FACE_PIXELS, AROUND)


def moved(crops: NDArray[np.uint8], zoom: float, right: float, down: float) -> NDArray[np.uint8]:
    """The crops (n, CROP, CROP, 3) as a slightly other box would have cut them; edges go on."""
    if (zoom, right, down) == (1, 0, 0):
        return crops
    rest = (1 - zoom) * (CROP - 1) / 2
    matrix = np.array([[zoom, 0, rest + right], [0, zoom, rest + down]])
    views = [cv2.warpAffine(one, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE) for one in crops]
    return np.asarray(views, np.uint8).reshape(crops.shape)


def fingerprint_of(folder: Traversable | Path | None = None) -> str:
    """SHA-256 of both networks of `folder` (default: the package `models`) in one; see FaceEmbedder.fingerprint."""
    return hashlib.sha256((checksum("framer", folder) + checksum("embedder", folder)).encode()).hexdigest()


class FaceEmbedder:
    """The framer and the embedder network. Not thread-safe."""

    def __init__(
        self,
        framer: ort.InferenceSession | None = None,
        vector: ort.InferenceSession | None = None,
        fingerprint: str | None = None,
    ) -> None:
        """Loads the networks of the package `models` for what is not given; raises ModelError."""
        self._framer = framer or load_network("framer")
        self._vector = vector or load_network("embedder")
        self.fingerprint = fingerprint or fingerprint_of()
        """What sets of faces made with these networks have in common; vectors of others cannot be compared."""

    @classmethod
    def of(cls, folder: Path) -> FaceEmbedder:
        """With the networks of another folder than the package `models`, checked against its manifest."""
        networks = load_network("framer", folder), load_network("embedder", folder)
        return cls(*networks, fingerprint=fingerprint_of(folder))

    def see(self, crops: NDArray[np.uint8]) -> EmbeddedFaces:
        """The upper faces in crops (n, CROP, CROP, 3), cut by vision.dice.crop."""
        frames = run_batched(self._framer, crops, 6)
        flat = lay_flat(crops, frames)
        return EmbeddedFaces(frames, flat, self.vectors(flat))

    def vectors(self, flat: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, EMBEDDING_SIZE) unit vectors of flat faces (n, FACE_PIXELS, FACE_PIXELS, 3)."""
        return run_batched(self._vector, flat, EMBEDDING_SIZE)

    def learnt_vectors(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, views, EMBEDDING_SIZE), views = len(ASIDE) * TURNS: vectors of crops (n, CROP, CROP, 3), shifted, turned.

        The first TURNS are those of the crop as it is, at the four quarter turns.
        """
        count = len(crops)
        if not count:
            return np.zeros((0, len(ASIDE) * TURNS, EMBEDDING_SIZE), np.float32)
        flat = np.concatenate([self.see(moved(crops, *aside)).flat for aside in ASIDE])
        turns = np.stack([np.rot90(flat, k, (1, 2)) for k in range(TURNS)], 1).reshape(-1, FACE_PIXELS, FACE_PIXELS, 3)
        views = self.vectors(np.ascontiguousarray(turns)).reshape(len(ASIDE), count, TURNS, EMBEDDING_SIZE)
        return views.transpose(1, 0, 2, 3).reshape(count, len(ASIDE) * TURNS, EMBEDDING_SIZE).copy()
