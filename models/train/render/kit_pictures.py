"""Renders a game's print kit as pictures: pages on their paper, and the faces of cards and stickers.

All of it is drawn from the PDF of companion.kit.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.drawing import PAPERS, Paper
from companion.kit.deck_pages import SIZE as DECK
from companion.kit.deck_pages import leaves_of, place_of
from companion.kit.document import Part, make_kit, sheets_for
from companion.kit.sticker_pages import SIDE, middle_of, stickers_of
from companion.kit.sticker_pages import SIZE as STICKERS
from models.train.render.common import Picture, linear
from seeds.calibration import DIE
from seeds.cards import BACK, CARD, faces
from seeds.sheets import Page
from vision.plane.fiducials import cells_of

Image = NDArray[np.uint8]
DOTS = 5
"""Pixels a millimetre of a page; the nearest cameras see about four."""
CELL = 256
"""Pixels along each side of a cell of the print sheet, into which a card's face is pressed."""
CELLS = 8
CARD_DOTS = 8
"""Pixels a millimetre in which a card's face is drawn."""


@lru_cache(maxsize=24)
def printed(game: str, paper: Paper, players: int, light: bool) -> tuple[tuple[Page, Image], ...]:
    """Every page of a kit with its picture (height, width, 3), blue green red, margins included."""
    pictures = _drawn(game, paper, "sheets", players, light, DOTS)
    return tuple(zip(sheets_for(game, players), pictures, strict=True))


def _drawn(game: str, paper: Paper, part: Part, players: int, light: bool, dots: float) -> list[Image]:
    """The pages of one part of a kit, at so many pixels a millimetre."""
    import pypdfium2

    kit = make_kit(game, paper, cells_of, "print", players, light, only=(part,))
    document = pypdfium2.PdfDocument(kit.pdf)
    pictures = [page.render(scale=dots * 25.4 / 72).to_numpy()[..., :3] for page in document]
    made = [np.ascontiguousarray(picture) for picture in pictures]
    document.close()
    return made


def paper_size(page: Page, paper: Paper) -> tuple[float, float]:
    """Width and height in millimetres of the paper that `page` is printed on."""
    short, long = PAPERS[paper]
    return (long, short) if page.sheet.size[0] > page.sheet.size[1] else (short, long)


def on_paper(g: Generator, picture: Image) -> Image:
    """The page as some printer made it: its toner's strength, the paper's white, now and then without colours."""
    if g.random() < 0.06:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    white = np.float32([0.97, 0.985, 1.0]) ** np.float32(g.uniform(-0.6, 2.0)) * np.float32(g.uniform(0.9, 1.0))
    black = np.float32(g.uniform(0.0, 0.14))
    steps = np.arange(256, dtype=np.float32)[:, None] / 255
    table = (black + (white.clip(0, 1) - black) * steps ** np.float32(g.uniform(0.8, 1.35))) * 255
    return np.asarray(cv2.LUT(picture, np.uint8(np.clip(table, 0, 255))[None]), np.uint8)


@lru_cache(maxsize=4)
def cards(game: str) -> dict[str, Image]:
    """Every face of a game's deck and BACK, cut out of the kit's pages; blue green red, at CARD_DOTS."""
    paper: Paper = "A4"
    pages = _drawn(game, paper, "deck", 2, False, CARD_DOTS)
    margin = [(whole - printed_) / 2 for whole, printed_ in zip(PAPERS[paper], DECK, strict=True)]
    made: dict[str, Image] = {}
    for number, leaf in enumerate(leaves_of(game)):
        for back in (False, True):
            for n, face in enumerate(leaf):
                x, y = place_of(n, back)
                left, top = round((margin[0] + x) * CARD_DOTS), round((margin[1] + y) * CARD_DOTS)
                wide, high = (round(v * CARD_DOTS) for v in CARD)
                cut = pages[2 * number + back][top : top + high, left : left + wide]
                made.setdefault(BACK if back else face, np.ascontiguousarray(cut))
    return made


def print_sheet(pictures: list[Image]) -> Picture:
    """(8 CELL, 8 CELL, 3) linear: each picture pressed into a cell, as the renderer's print sheet wants it (each with
    its first row at the bottom)."""
    sheet = np.full((CELLS * CELL, CELLS * CELL, 3), 0.5, np.float32)
    for n, picture in enumerate(pictures):
        row, col = divmod(n, CELLS)
        pressed = cv2.resize(picture, (CELL, CELL), interpolation=cv2.INTER_AREA)
        sheet[row * CELL : (row + 1) * CELL, col * CELL : (col + 1) * CELL] = linear(
            np.asarray(pressed[::-1], np.uint8)
        )
    return sheet


@lru_cache(maxsize=4)
def die_faces(game: str) -> dict[str, Image]:
    """The sides of the dice that a game for two has stickers for, cut out of the kit's pages, each with what is seen of
    the die around it; blue green red."""
    paper: Paper = "A4"
    sets = stickers_of(game, 2)
    margin = [(whole - printed_) / 2 for whole, printed_ in zip(PAPERS[paper], STICKERS, strict=True)]
    side, rim = round(SIDE * CARD_DOTS), round((DIE - SIDE) / 2 * CARD_DOTS)
    made: dict[str, Image] = {}
    for stickers, page in zip(sets, _drawn(game, paper, "stickers", 2, False, CARD_DOTS) if sets else [], strict=True):
        for col, face in enumerate(stickers.faces):
            middle = middle_of(0, col)
            left, top = (round((m + v - SIDE / 2) * CARD_DOTS) for m, v in zip(margin, middle, strict=True))
            cut = page[top : top + side, left : left + side]
            made[face.name] = cv2.copyMakeBorder(cut, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(235, 235, 235))
    return made


def pictures_of(game: str) -> dict[str, Image]:
    """What the print sheet of a game's scenes shows, by name and in order: its cards, or its stickers."""
    named = faces(game)
    if named:
        drawn = cards(game)
        return {face: drawn[face] for face in (*named, BACK)}
    return die_faces(game)
