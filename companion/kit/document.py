"""Puts the pages of a game's print kit together."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Literal, NamedTuple, get_args

import seeds
from companion.drawing import Cells, Paper, Pen
from companion.kit.calibration_sheet import draw_calibration
from companion.kit.deck_pages import SIZE as DECK_SIZE
from companion.kit.deck_pages import draw_leaf, leaves_of
from companion.kit.piece_pages import SIZE as PIECES_SIZE
from companion.kit.piece_pages import draw_pieces, pieces_of
from companion.kit.rules_page import SIZE as SUMMARY_SIZE
from companion.kit.rules_page import draw_summary, summary_of
from companion.kit.sheet_pages import draw_sheet
from companion.kit.sticker_pages import SIZE as STICKERS_SIZE
from companion.kit.sticker_pages import draw_stickers, stickers_of
from seeds import SIZE as CALIBRATION_SIZE
from seeds import Page, pages

Part = Literal["deck", "sheets", "summary", "stickers", "pieces", "calibration"]
"""What can be printed by itself, in the order of the pages. The deck comes first, so that each page of cards is the
front of a paper and its backs are the back, however much else is printed on both sides."""

PARTS: tuple[Part, ...] = get_args(Part)


class Kit(NamedTuple):
    """A finished file."""

    pdf: bytes
    titles: tuple[str, ...]
    """Of its pages."""
    parts: tuple[Part, ...]
    """What each of its pages belongs to."""


class Leaf(NamedTuple):
    """One page to be drawn."""

    part: Part
    title: str
    size: tuple[float, float]
    draw: Callable[[Pen], None]
    """All but the margins."""


def most_players(game: str) -> int:
    """For how many at most a game is printed. Raises seeds.SeedError."""
    return seeds.read_players(game)[1]


def sheets_for(game: str, players: int | None) -> tuple[Page, ...]:
    """The pages that so many players need (two where nobody says): of a sheet that every seat has, one each."""
    return tuple(page for page in pages(game) if page.copy < (players or 2))


def _sheet(pen: Pen, game: str, page: Page, cells: Cells) -> None:
    draw_sheet(pen, game, page)
    corners = {number: page.sheet.fiducial(corner) for corner, number in enumerate(page.numbers)}
    pen.furniture(corners, page.sheet.marks, cells)


def leaves(game: str, cells: Cells, players: int | None = None) -> list[Leaf]:
    """Every page of the kit. Raises seeds.SeedError."""
    made: list[Leaf] = []
    cards = leaves_of(game)
    first = 1
    for drawn in cards:
        which = f"cards {first} to {first + len(drawn) - 1} of {sum(map(len, cards))}"
        for back, what in ((False, "front; print on both sides, turned along the long edge"), (True, "back")):
            made.append(
                Leaf(
                    "deck",
                    f"{which}, {what}",
                    DECK_SIZE,
                    partial(draw_leaf, game=game, cards=drawn, back=back, cells=cells),
                )
            )
        first += len(drawn)
    for page in sheets_for(game, players):
        made.append(Leaf("sheets", page.title, page.sheet.size, partial(_sheet, game=game, page=page, cells=cells)))
    made.append(Leaf("summary", "Rules", SUMMARY_SIZE, partial(draw_summary, game=game, summary=summary_of(game))))
    for dice in stickers_of(game, players or 2):
        made.append(Leaf("stickers", dice.title, STICKERS_SIZE, partial(draw_stickers, stickers=dice)))
    if pieces := pieces_of(game, players or 2):
        made.append(Leaf("pieces", "Pieces to cut out", PIECES_SIZE, partial(draw_pieces, game=game, groups=pieces)))
    made.append(Leaf("calibration", "Calibration sheet", CALIBRATION_SIZE, partial(draw_calibration, cells=cells)))
    return made


def parts_of(game: str) -> tuple[Part, ...]:
    """What the kit of a game consists of, in the order of the pages. Raises seeds.SeedError."""
    there = {leaf.part for leaf in leaves(game, lambda _: ())}
    return tuple(part for part in PARTS if part in there)


def make_kit(
    game: str,
    paper: Paper,
    cells: Cells,
    version: str,
    players: int | None = None,
    light: bool = False,
    only: Collection[Part] = (),
) -> Kit:
    """The kit of `game`, or of it what `only` names. Raises seeds.SeedError for a game that there is not."""
    from fpdf import FPDF  # loaded for nothing but this

    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_title(f"Print kit: {game}")
    pdf.set_creator(f"tabletop-companion {version}")
    drawn = [leaf for leaf in leaves(game, cells, players) if not only or leaf.part in only]
    for number, leaf in enumerate(drawn, 1):
        pen = Pen(pdf, paper, leaf.size, light)
        leaf.draw(pen)
        pen.margin(f"{game}: {leaf.title}", number, len(drawn), f"tabletop-companion {version}")
    return Kit(bytes(pdf.output()), tuple(leaf.title for leaf in drawn), tuple(leaf.part for leaf in drawn))
