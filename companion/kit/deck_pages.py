"""The pages of the deck: nine cards each, and behind each page one of backs, for printing on both sides."""

from __future__ import annotations

from collections.abc import Sequence

from companion.drawing import INK, Cells, Pen
from companion.kit.drawings import drawings_of
from seeds import BACK, CARD, Point, remembered

COLS, ROWS = 3, 3
"""Cards of a page: as many as A4 and Letter hold upright."""
SIZE = (COLS * CARD[0], ROWS * CARD[1])
"""Of the printed area."""
CUT_FROM, CUT_TO = 1.0, 3.5
"""Where the marks lie along which a page is cut: from the outer cards' edges outward."""


@remembered
def deck_of(game: str) -> tuple[str, ...]:
    """Every card of the game's deck, copies side by side; empty for a game without cards. Raises seeds.SeedError."""
    found = drawings_of(game).deck
    return found(game) if found else ()


def leaves_of(game: str) -> list[tuple[str, ...]]:
    """The cards of each page."""
    deck, each = deck_of(game), COLS * ROWS
    return [deck[n : n + each] for n in range(0, len(deck), each)]


def place_of(n: int, back: bool) -> Point:
    """The upper left corner of a page's card `n` in the printed area. Backs are mirrored: the paper is turned over
    along its long edge."""
    row, col = divmod(n, COLS)
    return (COLS - 1 - col if back else col) * CARD[0], row * CARD[1]


def draw_leaf(pen: Pen, game: str, cards: Sequence[str], back: bool, cells: Cells) -> None:
    """A page of cards, or of their backs, all but its margins."""
    draw = drawings_of(game).card
    assert draw is not None, "a game with a deck draws its cards"
    for n, face in enumerate(cards):
        draw(pen, *place_of(n, back), game, BACK if back else face, cells)
    wide, high = SIZE
    for col in range(COLS + 1):
        for edge, way in ((0.0, -1), (high, 1)):
            pen.line(col * CARD[0], edge + way * CUT_FROM, col * CARD[0], edge + way * CUT_TO, INK, 0.15)
    for row in range(ROWS + 1):
        for edge, way in ((0.0, -1), (wide, 1)):
            pen.line(edge + way * CUT_FROM, row * CARD[1], edge + way * CUT_TO, row * CARD[1], INK, 0.15)
