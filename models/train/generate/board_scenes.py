"""Write rendered boards: `python -m models.train.generate.board_scenes FOLDER --count 300`.

FOLDER gets a JPEG a scene and `labels.json` in the format of labelled photographs of boards ("image", "rows", "cols",
"grid", "corners", "cells", "unsure"), where `unsure` are sites that are half hidden, with "covered" (hidden sites) and
"forms" (of the pieces in "cells") beside it. A scene with a sheet of the print kit has an entry for each of its grids.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.cli.common import add_batch
from models.train.jobs import KnownFile, jpeg, run_program
from models.train.render.boards.boards import (
    HALF_HIDDEN,
    HIDDEN,
    Board,
    as_texture,
    covered_shares,
    random_board,
    random_board_scene,
)
from models.train.render.common import Assets, Drawn, Tables, add_assets, environments_of, glyph_sheet, write_together
from models.train.render.dice_scene.camera_model import photograph
from models.train.render.dice_scene.labels import project
from models.train.render.dice_scene.renderer import Renderer
from models.train.render.dice_scene.things import Scene
from models.train.render.tables.kit_boards import random_kit_boards

SIZE = (720, 540)
PRINTED = 0.4
"""Share of scenes with a board of the print kit."""


def outside(scene: Scene, board: Board) -> NDArray[np.bool_]:
    """(rows, cols): sites that do not lie wholly in the picture."""
    sites = [(*board.site(row, col), 0.0) for row in range(board.rows) for col in range(board.cols)]
    rims = [np.float32(sites) + np.float32([x, y, 0]) for x, y in ((-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5))]
    pixels = np.stack([project(scene, rim) for rim in rims])
    return ((pixels < 0) | (pixels >= scene.size)).any((0, 2)).reshape(board.rows, board.cols)


def label_of(name: str, scene: Scene, board: Board, covered: NDArray[np.float32]) -> dict[str, Any]:
    """What the picture `name` shows of one board; `covered` (rows, cols) shares."""
    covered[outside(scene, board)] = (HALF_HIDDEN + HIDDEN) / 2
    hidden = np.argwhere(covered >= HIDDEN).tolist()
    pieces = sorted(site for site in board.pieces if list(site) not in hidden)
    return {
        "image": name,
        "rows": board.rows,
        "cols": board.cols,
        "grid": "intersections" if board.points else "cells",
        "corners": project(scene, board.corners).round(2).tolist(),
        "cells": [[*site, board.pieces[site].colour] for site in pieces],
        "forms": [board.pieces[site].form for site in pieces],
        "covered": hidden,
        "unsure": np.argwhere((covered >= HALF_HIDDEN) & (covered < HIDDEN)).tolist(),
    }


class BoardMaker:
    """Renders numbered scenes with their labels; a scene depends on `seed` and its number alone."""

    def __init__(self, seed: int, index: KnownFile | None) -> None:
        assets = Assets.of(index)
        self.seed, self.tables, self.renderer = seed, Tables(assets), Renderer(2)
        self.environments = environments_of(assets, seed, 8)

    def make(self, number: int) -> Drawn:
        """The picture of a scene, and a label for each board."""
        g = np.random.default_rng((self.seed, number))
        printed = g.random() < PRINTED
        boards = random_kit_boards(g, self.tables) if printed else [random_board(g, self.tables)]
        scene, others = random_board_scene(g, boards, len(self.environments), SIZE)
        self.renderer.set_glyphs(glyph_sheet(g))
        self.renderer.set_texture("environment", self.environments[scene.environment])
        self.renderer.set_texture("table", as_texture(boards[0]))
        rendered = self.renderer.render(scene)
        name, image = f"{self.seed}-{number:05d}.jpg", photograph(g, rendered.light)
        labels = [label_of(name, scene, board, covered_shares(scene, rendered, board, others)) for board in boards]
        return Drawn(name, jpeg(image, 95), labels)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    add_assets(parser)
    add_batch(parser)
    args = parser.parse_args()
    write_together(args, BoardMaker, args.seed, args.assets)


if __name__ == "__main__":
    run_program(__spec__.name)
