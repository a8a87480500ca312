"""How a table should lie, or lies: its sheets with what is on them, the dice beside them, the cards in piles."""

from __future__ import annotations

from collections.abc import Iterable

import flet as ft

from companion.layout import Heap, Layout
from companion.table import Cell
from seeds.sheets import Page, pages
from ui.bridge import part
from ui.match_session import MatchSession
from ui.theme import GAP
from ui.widgets.basics import Colors, card, labelled, note
from ui.widgets.die import die_picture, die_words
from ui.widgets.sheet import drawing_of

CARD = (58, 82)
"""Width and height of a drawn card, in pixels."""


@part
def TableDrawing(
    session: MatchSession, layout: Layout, lit: Iterable[Cell] = (), other: Layout | None = None, small: bool = False
) -> ft.Control:
    """`other`: what it is compared with; cells that differ are marked. `small`: in a narrow place, mats one under the
    other."""
    differ = frozenset() if other is None else _differing(layout, other)
    parts: list[ft.Control] = []
    sheets = [_sheet(session, page, layout, frozenset(lit), differ) for page in _pages(session, layout)]
    if len(sheets) > 1 and not small:
        parts.append(ft.Row([ft.Container(content=one, expand=True) for one in sheets], spacing=GAP))
    else:
        parts += sheets
    beside = [heap for heap in (layout.dice[0] if layout.dice else ()) if heap.area is None and heap.faces]
    if beside:
        parts.append(_dice(beside))
    if layout.cards is not None:
        parts.append(_cards(session, layout))
    return ft.Column(parts, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _pages(session: MatchSession, layout: Layout) -> list[Page]:
    """The sheets on which anything of the layout lies."""
    known = pages(session.game.id)
    grids = [page for page in known if layout.grids and {grid.id for grid in page.sheet.grids} >= set(layout.grids)]
    if grids:
        geometry = session.game.format_options().get("geometry", "G12")
        return [next((page for page in grids if page.sheet.id == geometry), grids[0])]
    areas = {heap.area for heap in (layout.dice[0] if layout.dice else ()) if heap.area is not None}
    return [page for page in known if areas & {area.id for area in page.sheet.areas}][: session.game.players]


def _sheet(
    session: MatchSession, page: Page, layout: Layout, lit: frozenset[Cell], differ: frozenset[Cell]
) -> ft.Control:
    svg, ratio = drawing_of(page, layout, lit, differ)
    picture = ft.Image(src=svg, fit=ft.BoxFit.CONTAIN, exclude_from_semantics=True)
    shown = ft.Container(content=picture, aspect_ratio=ratio)
    words = _words(session, page, layout)
    if page.sheet.copies == 1:
        return labelled(words, shown)
    title = note(session.seat_name(page.copy), size=13, weight=ft.FontWeight.W_600)
    zones = note(" / ".join(area.id.capitalize() for area in page.sheet.areas), size=11.5)
    return labelled(words, ft.Column([ft.Row([title, zones], spacing=10), shown], spacing=2, tight=True))


def _words(session: MatchSession, page: Page, layout: Layout) -> str:
    """What lies on a sheet, for those who hear it."""
    if page.sheet.copies > 1:
        own = [heap for heap in layout.dice[0] if heap.seat in (None, page.copy) and heap.area is not None]
        said = [f"{heap.area}: {_faces(heap)}" for heap in own if heap.count]
        return f"{session.seat_name(page.copy)}. {'; '.join(said) or 'nothing'}"
    said = [f"{colour} on {session.game.place_name(cell)}" for cell, colour in sorted(layout.pieces.items())]
    said += [f"{row.count} in {session.game.place_name(row.grid)}" for row in layout.rows if row.count]
    return f"The board. {'; '.join(said) or 'It is empty'}"


def _faces(heap: Heap) -> str:
    return f"{heap.count} dice" if heap.faces is None else ", ".join(map(str, heap.faces))


def _differing(layout: Layout, other: Layout) -> frozenset[Cell]:
    cells = {*layout.pieces, *other.pieces}
    return frozenset(cell for cell in cells if layout.pieces.get(cell) != other.pieces.get(cell))


def _dice(heaps: list[Heap]) -> ft.Control:
    shown: list[ft.Control] = []
    for heap in heaps:
        for face in heap.faces or ():
            if isinstance(face, int):
                shown.append(labelled(die_words(face, heap.colour), die_picture(face, heap.colour, 38)))
            else:
                shown.append(_tag(str(face)))
    return card(note("Dice that count", size=12.5), ft.Row(shown, spacing=6, wrap=True), spacing=4, padding=12)


def _tag(text: str) -> ft.Control:
    return ft.Container(
        content=ft.Text(text, size=14, weight=ft.FontWeight.W_600),
        bgcolor=Colors.SURFACE_CONTAINER_HIGH,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=10, vertical=8),
    )


def _cards(session: MatchSession, layout: Layout) -> ft.Control:
    assert layout.cards is not None
    central, beside = layout.cards.central, layout.cards.beside
    piles: list[ft.Control] = [_pile("Central pile", central)]
    piles += [_pile(session.seat_name(seat), own) for seat, own in enumerate(beside) if own]
    return ft.Row(piles, spacing=GAP, wrap=True, run_spacing=GAP)


def _pile(name: str, cards: tuple[str, ...]) -> ft.Control:
    """The newest card in front, those under it as its edges."""
    top = cards[-1] if cards else None
    words = f"{name}: {f'{len(cards)} cards, {card_name(top)} on top' if top else 'no card'}"
    faces: list[ft.Control] = [
        ft.Container(content=_face(one), left=7 * n, top=0) for n, one in enumerate(cards[-4:])
    ] or [ft.Container(width=CARD[0], height=CARD[1], border_radius=8,
                       border=ft.Border.all(1.5, Colors.OUTLINE_VARIANT))]  # fmt: skip
    stack = ft.Stack(faces, width=CARD[0] + 7 * max(len(cards[-4:]) - 1, 0), height=CARD[1])
    count = f"{len(cards)}" if cards else "empty"
    return labelled(words, card(note(f"{name} ({count})", size=12.5), stack, spacing=6, padding=12))


def card_name(face: str) -> str:
    """A card in words: D7, A12, B, S."""
    kinds = {"D": "Dinosaur", "A": "Army Man", "B": "Battle Round!", "S": "Smack Attack!"}
    kind = kinds.get(face[:1], face)
    return kind if len(face) == 1 else f"{kind} {face[1:]}"


def _face(face: str) -> ft.Control:
    paints = {"D": "#9A4F0C", "A": "#2F5D46", "B": "#85201A", "S": "#4C2A75"}
    name = card_name(face).split(" ")[0]
    number = face[1:] or face
    return ft.Container(
        content=ft.Column(
            [
                ft.Text(number, size=24, weight=ft.FontWeight.W_700, color="#FFFFFF"),
                ft.Text(name, size=10, color="#FFFFFF", max_lines=1),
            ],
            spacing=2,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=CARD[0],
        height=CARD[1],
        border_radius=8,
        bgcolor=paints.get(face[:1], "#555555"),
        border=ft.Border.all(1.5, "#FFFFFF"),
        alignment=ft.Alignment.CENTER,
    )
