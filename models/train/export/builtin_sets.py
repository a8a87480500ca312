"""Write the built-in sets of faces: `python -m models.train.export.builtin_sets models`, after the networks are there.

Each face of seeds.drawings is learnt from made views of it, as a user's is from pictures.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.random import Generator

from models.train.data.drawings import Mask, paint
from models.train.data.embed_data import Style, make_view
from seeds.drawings import DRAWINGS, SETS, FaceSeed
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.face_sets import ENDING, FaceSample, FaceSet, encode, make_looks

LOOKS = 6
"""At each face."""
GROUND = np.full((256, 256, 3), 128, np.uint8)


def _style(g: Generator, framed: bool) -> Style:
    """Dark print on light stickers; a sticker with a frame looks as a smaller one on a body of the frame's colour."""
    paper = np.float32(np.full(3, g.uniform(0.85, 1.0)))
    body = paper if g.random() < 0.5 and not framed else np.float32(g.uniform(0.1, 0.9, 3))
    ink = np.float32(np.full(3, g.uniform(0.0, 0.15)))
    scale = g.uniform(0.66, 0.74) if framed else g.uniform(0.72, 0.86)
    return Style(body, body, ink, paper, rounding=g.uniform(0.04, 0.14), scale=scale, gloss=0.0)


def looks_at(face: FaceSeed, embedder: FaceEmbedder, seed: int) -> tuple[FaceSample, ...]:
    """LOOKS made views of a face, from straight above to well aside."""
    g = np.random.default_rng(seed)
    drawing: Mask = paint(DRAWINGS[face.drawing])
    crops = np.stack([make_view(g, [drawing], _style(g, face.frame is not None), [GROUND]).crop for _ in range(LOOKS)])
    return make_looks(embedder, crops)


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
