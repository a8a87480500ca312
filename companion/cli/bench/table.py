"""Times the reading of a whole table for `companion bench`: all read again, dice moved only, nothing moved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.camera import Image
    from vision.dice import DiceReader


def board_game(picture: Path) -> str:
    """The game whose printed board is in a picture, by the file beside it."""
    game: str = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))["game"]
    return game


def whole_table(reader: DiceReader, picture: Path, rounds: int) -> dict[str, list[float]]:
    """Seconds of each reading by what had changed, of a picture of a printed board with dice, one core."""
    from vision.boards import BoardReader
    from vision.camera import read_picture
    from vision.diagnostics import table_times
    from vision.inference import load_network
    from vision.plane import pages_on_table

    image = read_picture(str(picture))
    boxes = [die.box for die in reader.read(image).dice]
    pictures = (image, swapped(image, *boxes[0]))
    pages = pages_on_table(board_game(picture))
    return table_times(pages, pictures, rounds, reader, BoardReader(load_network("cells")))


def swapped(image: Image, x0: float, y0: float, x1: float, y1: float) -> Image:
    """A copy in which what lies in a box and what lies beside it have changed places: a die was moved."""
    side = round(1.2 * max(x1 - x0, y1 - y0))
    height, width = image.shape[:2]
    top = min(max(round((y0 + y1 - side) / 2), 0), height - side)
    left = min(max(round((x0 + x1 - side) / 2), 0), width - side)
    other = left + side if left + 2 * side <= width else left - side
    moved = image.copy()
    moved[top : top + side, left : left + side] = image[top : top + side, other : other + side]
    moved[top : top + side, other : other + side] = image[top : top + side, left : left + side]
    return moved
