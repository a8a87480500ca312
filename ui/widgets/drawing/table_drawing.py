"""Draws a table as it should lie, or lies: sheets with what is on them, dice beside them, cards in piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import flet as ft

from companion.rules import Game
from companion.statistics import face_name
from companion.table import Cell, Colour, DieAt, Face, Heap, Layout, colour_name
from companion.text import later_as, say, say_as, say_count
from seeds import Page, board_of, pages
from ui.core import GAP, part, use_width
from ui.match import zone_name
from ui.widgets.basic import Colors, card, column, die_picture, die_words, flow, labelled, note
from ui.widgets.drawing.sheet import Drawing, Marks, drawing_of
from ui.widgets.drawing.sheet_labels import named, own_heaps

BOARD, BESIDE = 480, 10
"""The most that a drawn sheet is wide, and what is left free on both sides of it on a phone, in pixels."""
CARD = (58, 82)
"""Width and height of a drawn card, in pixels."""
CARD_PAINTS, NO_CARD = {"D": "#9A4F0C", "A": "#2F5D46", "B": "#85201A", "S": "#4C2A75"}, "#555555"
"""The ground of a card by what it is, and of one that is none of these."""
SPOKEN = (later_as("on a mat", "rally"), later_as("on a mat", "combat"), later_as("on a mat", "scoring"))
"""What the areas of a mat are called in a sentence, so that catalogues have each."""
ABREAST = 2
"""Mats side by side; of more, the dice on them are too small to be told on a phone."""


Touch: TypeAlias = tuple[Cell | DieAt, int]
"""A cell, or a die with its place in its area."""
OnTouch: TypeAlias = Callable[..., None]
"""Hears of one Touch, or of two where a piece was dragged from one to the other."""


@part
def TableDrawing(
    game: Game,
    layout: Layout,
    marks: Marks = Marks(),  # noqa: B008  (a tuple)
    small: bool = False,
    on_touch: OnTouch | None = None,
    drags: bool = False,
    beside: bool = True,
) -> ft.Control:
    """`small`: in a narrow place, mats one under the other; `on_touch` hears of cells and dice that are tapped, and,
    where it `drags`, of where a piece is dragged from and to. A finger on it does not scroll the page then. `beside`:
    with the dice that lie beside the sheets.

    Drawn anew only where it shows something else: its names alone are half of all that is on a screen.
    """
    width = min(use_width() - 2 * BESIDE, BOARD)
    newest = ft.use_memo(lambda: [on_touch], [])
    newest[0] = on_touch

    def touched(*what: Touch) -> None:
        if newest[0] is not None:
            newest[0](*what)

    hears = None if on_touch is None else touched
    return ft.use_memo(
        lambda: _drawn(game, layout, marks, small, hears, drags, beside, width),
        [game, layout, marks, small, hears is None, drags, beside, width],
    )


def _drawn(
    game: Game,
    layout: Layout,
    marks: Marks,
    small: bool,
    on_touch: OnTouch | None,
    drags: bool,
    beside: bool,
    width: float,
) -> ft.Control:
    parts: list[ft.Control] = []
    sheets = [_sheet(game, page, layout, marks, on_touch, drags) for page in pages_of(game, layout)]
    if len(sheets) > 1 and not small:
        for first in range(0, len(sheets), ABREAST):
            row = sheets[first : first + ABREAST]
            parts.append(ft.Row([ft.Container(content=one, expand=True) for one in row], spacing=GAP))
    elif small:
        parts += sheets
    else:
        parts += [ft.Row([ft.Container(one, width=width)], alignment=ft.MainAxisAlignment.CENTER) for one in sheets]
    if beside and (dice := dice_beside(layout)):
        words = note(say("Dice that count"), size=12.5)
        parts.append(card(words, flow(dice, spacing=6, run_spacing=10), spacing=4, padding=12))
    if layout.cards is not None:
        parts.append(_cards(game, layout))
    return column(parts, spacing=8)


def pages_of(game: Game, layout: Layout) -> list[Page]:
    """The sheets on which anything of the layout lies."""
    known = pages(game.id)
    grids = [page for page in known if layout.grids and {grid.id for grid in page.sheet.grids} >= set(layout.grids)]
    if grids:
        house = board_of(game.id, game.format_options())
        return [next((page for page in grids if page.sheet.id == house), grids[0])]
    areas = {heap.area for heap in (layout.dice[0] if layout.dice else ()) if heap.area is not None}
    return [page for page in known if areas & {area.id for area in page.sheet.areas}][: game.players]


def _sheet(
    game: Game, page: Page, layout: Layout, marks: Marks, on_touch: OnTouch | None, drags: bool
) -> ft.Control:
    drawing = drawing_of(page, layout, marks._replace(closed=game.closed()))
    picture = ft.Image(src=drawing.svg, fit=ft.BoxFit.CONTAIN, exclude_from_semantics=True)
    shown: ft.Control = ft.Container(content=picture, aspect_ratio=drawing.ratio)
    words = sheet_words(game, page, layout)
    if on_touch is not None:
        shown = Tappable(drawing, picture, on_touch, drags)
    if page.sheet.copies == 1:
        return named(shown, drawing, page, game, layout, words)
    title = note(game.seat_name(page.copy), size=13, weight=ft.FontWeight.W_600)
    zones = note(" / ".join(zone_name(area.id) for area in page.sheet.areas), size=11.5)
    silent = ft.Semantics(exclude_semantics=True, content=flow([title, zones], spacing=10, run_spacing=10))
    drawn = named(shown, drawing, page, game, layout, words)
    return ft.Column([silent, drawn], spacing=2, tight=True)


@part
def Tappable(drawing: Drawing, picture: ft.Control, on_touch: OnTouch, drags: bool) -> ft.Control:
    """A drawn sheet whose cells and dice can be tapped, and whose pieces can be dragged. What they are for is in a list
    as well."""
    size = ft.use_memo(lambda: [1.0, 1.0], [])
    nowhere: list[ft.Offset] = []
    dragged = ft.use_memo(lambda: nowhere, [])

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        size[:] = max(event.width, 1.0), max(event.height, 1.0)

    def there(at: ft.Offset | None) -> Touch | None:
        if at is None:
            return None
        x, y = at.x / size[0], at.y / size[1]
        cell = drawing.cell_at(x, y)
        return (cell, 0) if cell is not None else drawing.die_at(x, y)

    def tapped(event: ft.TapEvent[ft.GestureDetector]) -> None:
        what = there(event.local_position)
        if what is not None:
            on_touch(what)

    def drag_begun(event: ft.DragDownEvent[ft.GestureDetector]) -> None:
        dragged[:] = [event.local_position]

    def drag_done(event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        begin, end = there(dragged.pop() if dragged else None), there(event.local_position)
        if begin is not None and end is not None and begin != end:
            on_touch(begin, end)

    framed = ft.Container(content=picture, aspect_ratio=drawing.ratio, on_size_change=measured)
    drag: dict[str, Any] = {}
    if drags:  # both ways, because a page that scrolls would take what goes up or down before it is known where it goes
        drag = {"on_horizontal_drag_down": drag_begun, "on_horizontal_drag_end": drag_done}
        drag |= {"on_vertical_drag_down": drag_begun, "on_vertical_drag_end": drag_done}
    return ft.GestureDetector(
        content=framed, exclude_from_semantics=True, mouse_cursor=ft.MouseCursor.CLICK, on_tap_up=tapped, **drag
    )


def sheet_words(game: Game, page: Page, layout: Layout) -> str:
    """What lies on a sheet, for those who hear it."""
    if page.sheet.copies > 1:
        said = [
            say_as("on a mat", heap.area) + f": {_faces(heap)}"
            for heap in own_heaps(page, layout)
            if heap.area is not None
        ]
        return game.seat_name(page.copy) + ". " + ("; ".join(said) or say("nothing"))
    said = [
        say("{colour} on {place}", colour=colour_name(colour, "of dice"), place=game.place_name(cell))
        for cell, colour in sorted(layout.pieces.items())
    ]
    said += [
        say("{count} in {place}", count=row.count, place=game.place_name(row.grid)) for row in layout.rows if row.count
    ]
    return say("The board. {pieces}", pieces="; ".join(said)) if said else say("The board. It is empty")


def _faces(heap: Heap) -> str:
    return say("{count} dice", count=heap.count) if heap.faces is None else ", ".join(map(str, heap.faces))


def differences(layout: Layout, other: Layout) -> Marks:
    """Where two tables differ: cells with different pieces, areas with different dice."""
    cells = {*layout.pieces, *other.pieces}
    ours, theirs = _heaps(layout), _heaps(other)
    return Marks(
        differ=frozenset(cell for cell in cells if layout.pieces.get(cell) != other.pieces.get(cell)),
        amiss=frozenset(place for place in {*ours, *theirs} if ours.get(place) != theirs.get(place)),
    )


def _heaps(layout: Layout) -> dict[tuple[str, int], Counter[tuple[Face | None, Colour | None]]]:
    """The dice in each area, with the copy of the sheet it is on."""
    found: dict[tuple[str, int], Counter[tuple[Face | None, Colour | None]]] = {}
    for heap in layout.dice[0] if layout.dice else ():
        if heap.area is not None and heap.count:
            dice = found.setdefault((heap.area, heap.seat or 0), Counter())
            dice.update((face, heap.colour) for face in (heap.faces or (None,) * heap.count))
    return found


def dice_beside(layout: Layout, side: float = 38) -> list[ft.Control]:
    """The dice that lie beside the sheets, `side` pixels wide."""
    shown: list[ft.Control] = []
    for heap in layout.dice[0] if layout.dice else ():
        for face in (heap.faces or ()) if heap.area is None else ():
            if isinstance(face, int):
                words = die_words(face, heap.colour)
                if heap.colour is None:  # which is no lack: they may be of any
                    words = say("{die} showing {face}", die=say("die"), face=face)
                shown.append(labelled(words, die_picture(face, heap.colour, side)))
            else:
                name = face_name(face)
                shown.append(labelled(say("{die} showing {face}", die=say("direction die"), face=name), _tag(name)))
    return shown


def _tag(text: str) -> ft.Control:
    return ft.Container(
        content=ft.Text(text, size=14, weight=ft.FontWeight.W_600),
        bgcolor=Colors.SURFACE_CONTAINER_HIGH,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=10, vertical=8),
    )


def _cards(game: Game, layout: Layout) -> ft.Control:
    assert layout.cards is not None
    central, beside = layout.cards.central, layout.cards.beside
    piles: list[ft.Control] = [_pile(game, say("Central pile"), central)]
    piles += [_pile(game, game.seat_name(seat), own) for seat, own in enumerate(beside) if own]
    return flow(piles, spacing=GAP, run_spacing=GAP)


def _pile(game: Game, name: str, cards: tuple[str, ...]) -> ft.Control:
    """The newest card in front, those under it as its edges."""
    words = pile_words(game, name, cards)
    faces: list[ft.Control] = [
        ft.Container(content=_face(game, one), left=7 * n, top=0) for n, one in enumerate(cards[-4:])
    ] or [ft.Container(width=CARD[0], height=CARD[1], border_radius=8,
                       border=ft.Border.all(1.5, Colors.OUTLINE_VARIANT))]  # fmt: skip
    stack = ft.Stack(faces, width=CARD[0] + 7 * max(len(cards[-4:]) - 1, 0), height=CARD[1])
    count = f"{len(cards)}" if cards else say("empty")
    return labelled(words, card(note(f"{name} ({count})", size=12.5), stack, spacing=6, padding=12))


def pile_words(game: Game, name: str, cards: tuple[str, ...]) -> str:
    """A pile of cards of this name, for those who hear it."""
    if not cards:
        return say("{pile}: no card", pile=name)
    return say_count(
        "{pile}: {count} card, {card}",
        "{pile}: {count} cards, {card} on top",
        len(cards),
        pile=name,
        card=game.card_name(cards[-1]),
    )


def _face(game: Game, face: str) -> ft.Control:
    name = game.card_name(face).split(" ")[0]
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
        bgcolor=CARD_PAINTS.get(face[:1], NO_CARD),
        border=ft.Border.all(1.5, "#FFFFFF"),
        alignment=ft.Alignment.CENTER,
    )
