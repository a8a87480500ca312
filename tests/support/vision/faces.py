"""Looks at made-up faces, for tests of what is done with looks: no network is asked. And a film of a real die."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.support.paths import DATA
from vision.camera.frame import Image
from vision.dice.pip_classifier import CROP
from vision.symbols.embedding import EMBEDDING_SIZE
from vision.symbols.enrolment import EnrolmentSample
from vision.symbols.face_sets import VIEWS, FaceSample, png_of

SYMBOLS = DATA / "symbols"
NOISE = 0.05
"""Of every number of a vector: looks at one face are about 0.86 alike then."""


def made_look(
    face: int, number: int = 0, body: tuple[float, float, float] | None = (200.0, 200.0, 200.0)
) -> FaceSample:
    """Look `number` at face `face`: all views near the face's own direction, and a crop of one colour."""
    direction = np.random.default_rng(face).normal(size=EMBEDDING_SIZE)
    direction /= np.linalg.norm(direction)
    vectors = direction + np.random.default_rng((face, number, 1)).normal(0, NOISE, (VIEWS, EMBEDDING_SIZE))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    crop = np.full((CROP, CROP, 3), (40 * face % 256, 10 * number % 256, 99), np.uint8)
    return FaceSample(png_of(crop), vectors.astype(np.float16).tobytes(), body)


def made_glimpses(*faces: int, looks: int = 3) -> list[EnrolmentSample]:
    """`looks` glimpses of each face, face after face."""
    return [EnrolmentSample(made_look(face, n), f"{face}-{n}.jpg") for face in faces for n in range(looks)]


class KnowingEnroller:
    """Stands in for vision.symbols.enrolment.Enroller: the die shows the face whose name is in the picture's path, or
    the face of the second of the clip; of a picture called `two` it says that two dice are in view."""

    embedder: object

    def __init__(self, names: Sequence[str], seconds_each: float = 3.0) -> None:
        from vision.symbols.embedding import FaceEmbedder

        self.embedder = FaceEmbedder()
        self._names, self._seconds = list(names), seconds_each
        self._count = 0

    def look(self, image: Image, where: str) -> EnrolmentSample:
        from vision.symbols.enrolment import EnrolError

        self._count += 1
        if where.endswith("two.jpg"):
            raise EnrolError(f"{where}: 2 dice are in view; show one die at a time and clear away the others")
        if where.endswith(" s"):
            return EnrolmentSample(made_look(int(float(where.split()[-2]) // self._seconds), self._count), where)
        face = next(n for n, name in enumerate(self._names) if name in where)
        return EnrolmentSample(made_look(face, self._count), where)


def write_film(path: Path, face: str) -> None:
    """Three poses of one real die, again and again, with something that moves in between."""
    pictures = [cv2.imread(str(one)) for one in sorted((SYMBOLS / "faces" / face).iterdir())]
    random = np.random.default_rng(1)
    height, width = 480, 640
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (width, height))
    for _ in range(6):
        for picture in pictures:
            assert picture is not None
            scale = min(height / picture.shape[0], width / picture.shape[1])
            small = cv2.resize(picture, None, fx=scale, fy=scale)
            frame = cv2.copyMakeBorder(
                small, 0, height - small.shape[0], 0, width - small.shape[1], cv2.BORDER_REPLICATE
            )
            for _ in range(4):
                writer.write(random.integers(0, 256, frame.shape, np.uint8))
            for _ in range(22):
                writer.write(frame)
    writer.release()
