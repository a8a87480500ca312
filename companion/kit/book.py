"""Puts the pages of a game's print kit together."""

from __future__ import annotations

from typing import NamedTuple

from companion.kit.pen import Cells, Paper, Pen
from companion.kit.sheets import draw_sheet
from seeds.sheets import Page, pages


class Kit(NamedTuple):
    """A finished file."""

    pdf: bytes
    titles: tuple[str, ...]
    """Of its pages."""


def sheets_for(game: str, players: int | None) -> tuple[Page, ...]:
    """The pages that so many players need (two where nobody says): of a sheet that every seat has, one each."""
    return tuple(page for page in pages(game) if page.copy < (players or 2))


def make_kit(
    game: str, paper: Paper, cells: Cells, version: str, players: int | None = None, light: bool = False
) -> Kit:
    """The kit of `game`. Raises seeds.SeedError for a game that there is not, and ImportError without fpdf2."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    pdf.set_title(f"Print kit: {game}")
    pdf.set_creator(f"tabletop-companion {version}")
    drawn = sheets_for(game, players)
    for number, page in enumerate(drawn, 1):
        pen = Pen(pdf, paper, page.sheet.size, light)
        draw_sheet(pen, game, page)
        pen.furniture(page, cells)
        pen.margin(f"{game}: {page.title}", number, len(drawn), f"tabletop-companion {version}")
    return Kit(bytes(pdf.output()), tuple(page.title for page in drawn))
