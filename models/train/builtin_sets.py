"""Write the built-in sets of faces: `python -m models.train.builtin_sets models`, after the networks are there.

Each face of seeds.drawings is learnt from made views of it, as a user's is from pictures.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.drawings import SIDE, Mask, paint
from models.train.embed_data import Style, make_view
from seeds.drawings import DRAWINGS, SETS, FaceSeed
from vision.embedding import FaceEmbedder
from vision.face_sets import ENDING, FaceSet, Look, encode, make_looks

LOOKS = 6
"""At each face."""
HUES = {"yellow": (46.0, 60.0), "green": (95.0, 155.0), "blue": (205.0, 238.0), "red": (350.0, 368.0)}
"""Degrees: what goes by the name of each ground."""
GROUND = np.full((256, 256, 3), 128, np.uint8)


def _ground_colour(g: Generator, name: str) -> NDArray[np.float32]:
    hsv = np.float32([[[g.uniform(*HUES[name]) % 360, g.uniform(0.7, 1.0), g.uniform(0.6, 1.0)]]])
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def _style(g: Generator, face: FaceSeed) -> Style:
    """Dark print on light stickers, or the face's own colour."""
    paper = np.float32(np.full(3, g.uniform(0.85, 1.0))) if face.ground is None else _ground_colour(g, face.ground)
    body = paper if g.random() < 0.5 else np.float32(g.uniform(0.1, 0.9, 3))
    ink = np.float32(np.full(3, g.uniform(0.0, 0.15)))
    scale = g.uniform(0.72, 0.86)
    return Style(body, body, ink, paper, rounding=g.uniform(0.04, 0.14), scale=scale, gloss=0.0)


def looks_at(face: FaceSeed, embedder: FaceEmbedder, seed: int) -> tuple[Look, ...]:
    """LOOKS made views of a face, from straight above to well aside. Colour counts only where it tells the face."""
    g = np.random.default_rng(seed)
    drawing: Mask = np.zeros((SIDE, SIDE), np.uint8) if face.drawing is None else paint(DRAWINGS[face.drawing])
    count = LOOKS * (2 if face.ground else 1)
    crops = np.stack([make_view(g, [drawing], _style(g, face), [GROUND]).crop for _ in range(count)])
    tints = np.exp(g.normal(0, 0.06, (count, 3))).astype(np.float32) if face.ground else None
    return make_looks(embedder, crops, tints)


def build(name: str, embedder: FaceEmbedder) -> FaceSet:
    """The built-in set `name`."""
    faces = FaceSet(name=name, embedder=embedder.fingerprint)
    for n, face in enumerate(SETS[name].faces):
        faces = faces.with_looks(face.name, looks_at(face, embedder, n))
    return faces


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path, help="folder of the networks; the sets go into its subfolder `faces`")
    folder: Path = parser.parse_args().models
    embedder = FaceEmbedder.of(folder)
    (folder / "faces").mkdir(exist_ok=True)
    for name in SETS:
        path = folder / "faces" / f"{name}{ENDING}"
        path.write_bytes(encode(build(name, embedder)))
        print(f"{path}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
