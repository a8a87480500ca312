"""Draws a whole table as SVG, for files that are looked at without the app: sheets, dice beside them, piles."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from companion.rules import Game
from companion.statistics import face_name
from companion.table import Heap, Layout
from companion.text import say
from ui.match import zone_name
from ui.widgets.basic import die_words, face_drawing
from ui.widgets.drawing.sheet import Marks, drawing_of
from ui.widgets.drawing.table_drawing import CARD, CARD_PAINTS, NO_CARD, pages_of, pile_words, sheet_words

DIE, APART = 100.0, 16.0
"""Units of a drawn die, and what lies between two."""
ACROSS = 9
"""Dice side by side."""
UNDER = 4
"""Cards of a pile that are drawn: the newest, and the edges of those under it."""
EDGE = 7
"""How far a card lies to the right of the one under it."""


class TablePart(NamedTuple):
    """One drawing of a table: a sheet, the dice beside it, or a pile of cards."""

    title: str
    """What is written above it; empty where that is not needed."""
    words: str
    """What lies there, for those who hear it."""
    parts: tuple[str, ...]
    """The SVG text, element by element."""
    size: tuple[float, float]
    """Width and height, in units of its own."""
    kind: str
    """`board`, `mat`, `dice` or `pile`: how large it is shown."""

    @property
    def svg(self) -> str:
        """The whole SVG text."""
        return "".join(self.parts)


def table_parts(game: Game, layout: Layout, marks: Marks = Marks()) -> tuple[TablePart, ...]:  # noqa: B008  (a tuple)
    """The table of a game as it lies, with `marks` on its cells."""
    found: list[TablePart] = []
    for page in pages_of(game, layout):
        drawing = drawing_of(page, layout, marks._replace(closed=game.closed()))
        left, top, right, bottom = drawing.box
        title = ""
        if page.sheet.copies > 1:
            zones = " / ".join(zone_name(area.id) for area in page.sheet.areas)
            title = f"{game.seat_name(page.copy)}: {zones}"
        kind = "mat" if page.sheet.copies > 1 else "board"
        words = sheet_words(game, page, layout)
        found.append(TablePart(title, words, drawing.parts, (right - left, bottom - top), kind))
    beside = [heap for heap in (layout.dice[0] if layout.dice else ()) if heap.area is None and heap.faces]
    if beside:
        found.append(_dice(beside))
    if layout.cards is not None:
        found.append(_pile(game, say("Central pile"), layout.cards.central))
        found += [_pile(game, game.seat_name(seat), own) for seat, own in enumerate(layout.cards.beside) if own]
    return tuple(found)


def _dice(heaps: list[Heap]) -> TablePart:
    dice = [(face, heap.colour) for heap in heaps for face in heap.faces or ()]
    across = min(len(dice), ACROSS)
    wide, high = across * (DIE + APART) - APART, -(-len(dice) // ACROSS) * (DIE + APART) - APART
    parts = [_opened(wide, high)]
    for number, (face, colour) in enumerate(dice):
        down, along = divmod(number, ACROSS)
        inner = face_drawing(face, colour).partition(">")[2].removesuffix("</svg>")
        parts.append(f'<g transform="translate({along * (DIE + APART):g} {down * (DIE + APART):g})">{inner}</g>')
    named = (
        die_words(face, colour)
        if isinstance(face, int)
        else say("{die} showing {face}", die=say("direction die"), face=face_name(face))
        for face, colour in dice
    )
    return TablePart(say("Dice that count"), "; ".join(named), (*parts, "</svg>"), (wide, high), "dice")


def _pile(game: Game, name: str, cards: tuple[str, ...]) -> TablePart:
    """The newest card in front, those under it as its edges."""
    shown = cards[-UNDER:]
    wide, high = CARD[0] + EDGE * max(len(shown) - 1, 0) + 4.0, CARD[1] + 4.0
    parts = [_opened(wide, high)]
    for place, card in enumerate(shown or ("",)):
        paint = CARD_PAINTS.get(card[:1], NO_CARD)
        x = 2 + EDGE * place
        fill = f'fill="{paint}" stroke="#FFFFFF"' if card else 'fill="none" stroke="#8A8175"'
        parts.append(f'<rect x="{x}" y="2" width="{CARD[0]}" height="{CARD[1]}" rx="8" {fill} stroke-width="1.5"/>')
    if shown:
        middle, card = 2 + EDGE * (len(shown) - 1) + CARD[0] / 2, shown[-1]
        parts.append(_text(card[1:] or card, middle, 46, 24, bold=True))
        parts.append(_text(game.card_name(card).split(" ")[0], middle, 62, 10))
    count = f"{len(cards)}" if cards else say("empty")
    return TablePart(f"{name} ({count})", pile_words(game, name, cards), (*parts, "</svg>"), (wide, high), "pile")


def _opened(wide: float, high: float) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}">'


def _text(text: str, x: float, y: float, size: float, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{weight} text-anchor="middle" fill="#FFFFFF" '
        f'font-family="sans-serif">{escape(text)}</text>'
    )
