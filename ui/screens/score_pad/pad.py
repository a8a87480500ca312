"""One score sheet: sums on top, a cell a player and round below, and a dialog that writes a number into a cell."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import listed, say
from ui.app_state import use_app
from ui.core import TAP, part, use_field, use_keys, use_route, use_store, use_value, use_width
from ui.score_pad import Cell, PadError, ScorePad, parse_score
from ui.widgets.basic import (
    Colors,
    Score,
    banner,
    card,
    dialog,
    fault_line,
    flow,
    note,
    page,
    pressable,
    score_boxes,
    warning,
)

NARROWEST = 84
"""Pixels of a column; with more players than fit, the sheet scrolls sideways."""
ROWS = 64
"""Pixels of the column with the names of the rows."""


@part
def PadPage(pad_id: str) -> ft.Control:
    """The page of one sheet, for any number of tabs."""
    app = use_app()
    use_store(app.pads)
    route, width = use_route(), use_width()
    nowhere: tuple[Cell | None, int | None] = (None, None)
    (asked, before), ask = use_value(nowhere)  # with what stood there then, for another tab may write there meanwhile
    fault, set_fault = use_value("")
    pad = app.pads.find(pad_id)
    entered: list[Callable[[], None]] = ft.use_memo(list, [])  # what the field's Enter does, as this drawing has it
    field = use_field(lambda: _score_field(before, lambda: entered[-1]()), asked)

    def choose(cell: Cell | None) -> None:
        now = app.pads.find(pad_id)
        set_fault("")
        ask((cell, None if now is None or cell is None else now.scores.get(cell)))

    def write(cell: Cell, then: Callable[[ScorePad], Cell | None]) -> None:
        try:
            app.pads.write(pad_id, cell, parse_score(field.value or ""), before)
        except PadError as error:
            set_fault(str(error))
            return
        now = app.pads.find(pad_id)
        choose(None if now is None else then(now))

    def key(event: ft.KeyboardEvent) -> None:
        held = event.ctrl or event.meta
        if held and event.key.upper() == "Z" and not event.shift:
            app.pads.undo(pad_id)
        elif held and event.key.upper() in ("Y", "Z"):
            app.pads.redo(pad_id)

    if asked is not None:
        entered[:] = [lambda: write(asked, lambda now: now.next_cell)]
    use_keys(key)
    shown: ft.DialogControl | None = None
    if pad is not None and asked is not None:
        shown = _cell_dialog(pad, asked, field, fault, write, lambda: choose(None))
    ft.use_dialog(shown)
    if pad is None:  # another tab has thrown it away, and the page of all sheets is about to be drawn
        return ft.Container()
    places = zip(pad.names, pad.totals, strict=True)
    boxes = [Score(name, str(total), player in pad.leaders) for player, (name, total) in enumerate(places)]
    parts: list[ft.Control] = []
    if app.pads.trouble:
        parts.append(warning(app.pads.trouble, on_close=app.pads.dismiss))
    icon = ft.Icons.EMOJI_EVENTS_OUTLINED if pad.over else ft.Icons.EDIT_NOTE_ROUNDED
    parts += [banner(_sentence(pad), True, icon), score_boxes(boxes, abreast=4)]
    following = pad.next_cell
    buttons: list[ft.Control] = [
        ft.OutlinedButton(
            say("Undo"),
            icon=ft.Icons.UNDO_ROUNDED,
            disabled=not pad.can_undo,
            on_click=lambda _: app.pads.undo(pad_id),
        ),
        ft.OutlinedButton(
            say("Redo"),
            icon=ft.Icons.REDO_ROUNDED,
            disabled=not pad.undone,
            on_click=lambda _: app.pads.redo(pad_id),
        ),
    ]
    if following is not None:
        words = say("Write down {name}", name=pad.names[following.player])
        buttons.insert(0, ft.FilledButton(words, icon=ft.Icons.EDIT_OUTLINED, on_click=lambda _: choose(following)))
    parts += [flow(buttons), _sheet(pad, choose)]
    return page(pad.title, route, parts, width)


def _sentence(pad: ScorePad) -> str:
    """Who leads or has won."""
    names = [pad.names[player] for player in pad.leaders]
    if not names:
        return say("Nothing is written down yet.")
    if len(names) == len(pad.names) and len(names) > 1:
        return say("All are level.")
    who = listed(names)
    if pad.over:
        return say("{who} won with {total}.", who=who, total=pad.totals[pad.leaders[0]])
    return say("Ahead: {who}, with {total}.", who=who, total=pad.totals[pad.leaders[0]])


def _sheet(pad: ScorePad, choose: Callable[[Cell], None]) -> ft.Control:
    scores = pad.scores
    head: list[ft.Control] = [ft.Container(width=ROWS)]
    head += [
        ft.Container(
            ft.Text(name, size=13.5, weight=ft.FontWeight.W_600, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
            width=NARROWEST,
            alignment=ft.Alignment.CENTER,
        )
        for name in pad.names
    ]
    rows: list[ft.Control] = [ft.Row(head, spacing=4)]
    for row in range(pad.shown_rows):
        name = note(pad.row_name(row), size=13, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
        cells: list[ft.Control] = [ft.Container(name, width=ROWS, alignment=ft.Alignment.CENTER_LEFT)]
        for player in range(len(pad.names)):
            cell = Cell(row, player)
            cells.append(_cell(pad, cell, scores.get(cell), lambda cell=cell: choose(cell)))  # type: ignore[misc]
        rows.append(ft.Row(cells, spacing=4))
    return card(ft.Row([ft.Column(rows, spacing=4, tight=True)], scroll=ft.ScrollMode.AUTO), padding=10)


def _cell(pad: ScorePad, cell: Cell, score: int | None, choose: Callable[[], None]) -> ft.Control:
    where = {"row": pad.row_name(cell.row), "name": pad.names[cell.player]}
    label = (
        say("{name}, {row}: empty", **where) if score is None else say("{name}, {row}: {score}", score=score, **where)
    )
    text = ft.Text("" if score is None else str(score), size=17)
    shown = ft.Container(text, alignment=ft.Alignment.CENTER, height=TAP)
    return pressable(
        label,
        shown,
        choose,
        key=f"{cell.row}-{cell.player}",
        width=NARROWEST,
        height=TAP,
        border_radius=10,
        border=ft.Border.all(1, Colors.OUTLINE_VARIANT),
    )


def _score_field(before: int | None, enter: Callable[[], None]) -> ft.TextField:
    return ft.TextField(
        label=say("Points"),
        helper=say("A sum will do, such as 7+8"),
        value="" if before is None else str(before),
        autofocus=True,
        on_submit=lambda _: enter(),
        border_radius=12,
        border_color=ft.Colors.OUTLINE,
        keyboard_type=ft.KeyboardType.NUMBER,
        autocorrect=False,
        enable_suggestions=False,
    )


def _cell_dialog(
    pad: ScorePad,
    cell: Cell,
    field: ft.TextField,
    fault: str,
    write: Callable[[Cell, Callable[[ScorePad], Cell | None]], None],
    close: Callable[[], None],
) -> ft.AlertDialog:
    """`write` takes the cell, and which is asked for next in the sheet that comes of it."""
    actions: list[ft.Control] = [
        ft.TextButton(say("Cancel"), on_click=lambda _: close()),
        ft.OutlinedButton(say("Write and close"), on_click=lambda _: write(cell, lambda now: None)),
        ft.FilledButton(say("Write, then the next"), on_click=lambda _: write(cell, lambda now: now.next_cell)),
    ]
    title = say("{name}, {row}", name=pad.names[cell.player], row=pad.row_name(cell.row))
    return dialog(title, ft.Column([field, *fault_line(fault)], tight=True, spacing=8), actions, close)
