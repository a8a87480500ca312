"""The sheets that a game is played on: as the game draws them, or else plainly, by their zones and grids."""

from __future__ import annotations

from companion.drawing import WHITE, Pen
from companion.kit.drawings import drawings_of
from seeds import Page


def draw_sheet(pen: Pen, game: str, page: Page) -> None:
    """All of `page` but fiducials and margins."""
    (drawings_of(game).sheet or _plain)(pen, game, page)


def _plain(pen: Pen, game: str, page: Page) -> None:
    ink = drawings_of(game).ink
    for area in page.sheet.areas:
        left, top, right, _ = area.box
        pen.box(area.box, pen.ground(ink.tint(0.1)), ink.full, 0.7, 5)
        pen.text((left + right) / 2, top + 6.2, area.id.upper(), 10, ink.full, bold=True, spaced=2)
    for grid in page.sheet.grids:
        for row in range(grid.rows):
            for col in range(grid.cols):
                pen.box(
                    grid.cell(row, col), WHITE if (row + col) % 2 else pen.ground(ink.tint(0.1)), ink.tint(0.5), 0.3
                )
