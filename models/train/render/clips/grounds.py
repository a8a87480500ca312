"""Grounds of a table as pictures from above: wood and carpet from photographs, a game's printed sheets on a cloth.

Linear red green blue, (SIDE, SIDE, 3) float32 0..1, ACROSS units (480 mm) wide, as `clips.Director` takes them.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from models.train.game_notes import own_games
from models.train.render.common import Assets, Picture, linear, made_up_material

GROUNDS = ("wood", "carpet", "sheets")
SIDE, ACROSS = 768, 30.0
"""Pixels, and units of a die's edge (16 mm)."""
NAMED = {"wood": ("wood", "planks"), "carpet": ("carpet", "fabric", "tatami", "linen")}
"""What the pictures of a material have in their names."""
PATCH = (100, 300)
"""Millimetres that a small picture of a material shows, at least and at most."""
GAMES = own_games()
WHITE = 0.9
"""How much light paper throws back."""


def random_ground(g: Generator, name: str, assets: Assets | None) -> Picture:
    """One of the grounds in GROUNDS. `assets` must hold materials for wood and carpet."""
    if name == "sheets":
        return _sheets(g)
    assets = assets or Assets()
    pictures = [p for p in [*assets.materials, *assets.swatches] if any(word in p.name for word in NAMED[name])]
    if not pictures:
        raise ValueError(f"no picture of {name} among the assets: name their folder with --assets")
    return _tiled(g, pictures[int(g.integers(len(pictures)))])


def _tiled(g: Generator, path: Path) -> Picture:
    """A material laid side by side, mirrored so that no seam shows."""
    image = cv2.imread(str(path))
    if image is None:
        raise ValueError(f"{path}: no picture")
    wide = round(float(g.uniform(*PATCH)) / 16 / ACROSS * SIDE)
    high = max(1, round(wide * image.shape[0] / image.shape[1]))
    one = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
    pair = np.hstack([one, one[:, ::-1]])
    four = np.vstack([pair, pair[::-1]])
    times = -(-SIDE // four.shape[0]), -(-SIDE // four.shape[1])
    return linear(np.ascontiguousarray(np.tile(four, (*times, 1))[:SIDE, :SIDE]))


def _sheets(g: Generator) -> Picture:
    """The first sheets of some game, side by side or as far as they fit, on a cloth."""
    from models.train.render.kit_pictures import DOTS, printed

    ground = made_up_material(g, SIDE)
    pages = printed(GAMES[int(g.integers(len(GAMES)))], "A4", 2, bool(g.random() < 0.3))
    for n in range(int(g.integers(1, 3))):
        picture = pages[int(g.integers(len(pages)))][1]
        scale = SIDE / ACROSS / 16 / DOTS  # pixels of the ground a pixel of the sheet
        turn = float(g.normal(0, 12)) + 90 * int(g.integers(4))
        at = SIDE / 2 + np.array([(n - 0.3) * 0.4, g.uniform(-0.15, 0.15)]) * SIDE
        warp = cv2.getRotationMatrix2D((picture.shape[1] / 2, picture.shape[0] / 2), turn, scale)
        warp[:, 2] += at - np.array([picture.shape[1] / 2, picture.shape[0] / 2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        warp[:, :2] /= scale
        laid = cv2.warpAffine(small, warp, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
        covered = cv2.warpAffine(np.full(small.shape[:2], 255, np.uint8), warp, (SIDE, SIDE)) > 127
        ground[covered] = (linear(laid) * np.float32(WHITE))[covered]
    return ground
