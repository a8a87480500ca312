"""The list of rolls, the newest first: time, picture, dice, sum, and what has to be asked about each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

import flet as ft

from companion.table import colour_line
from companion.text import date_of, say
from ui.core import part, use_store, use_value
from ui.history import date_text
from ui.rolls import LoggedRoll, RolledDie, RollLog, line_of
from ui.widgets.basic import Colors, column, dialog, flow, icon_button, note, place_number, pressable
from ui.widgets.dice.dice_row import dice_tiles

SHOWN = 20
"""Rolls that are listed until all are asked for."""
PICTURE = (84, 60)
"""Width and height of a picture, in pixels."""


@part
def RollList(
    log: RollLog,
    pictures: Mapping[int, bytes],
    on_die: Callable[[RolledDie], None],
    on_missed: Callable[[LoggedRoll], None],
) -> ft.Control:
    """`pictures`: JPEGs by the keys of rolls; `on_die` hears which die is pressed, to put it right, `on_missed` of
    which roll a die was missed."""
    use_store(log)
    whole, show_all = use_value(False)
    closed: tuple[int, bytes] | None = None
    enlarged, enlarge = use_value(closed)
    dialog_shown = None
    if enlarged is not None:
        number, picture = enlarged
        dialog_shown = _enlarged(number, picture, lambda: enlarge(None))
    ft.use_dialog(dialog_shown)
    rolls = list(enumerate(log.rolls, 1))[::-1]
    shown = rolls if whole else rolls[:SHOWN]
    acts = _Acts(log, on_die, on_missed, lambda number, picture: enlarge((number, picture)))
    rows: list[ft.Control] = [_row(number, roll, pictures.get(roll.key), acts) for number, roll in shown]
    if len(shown) < len(rolls):
        more = say("Show all {count:,} rolls", count=len(rolls))
        rows.append(ft.Row([ft.TextButton(more, icon=ft.Icons.EXPAND_MORE, on_click=lambda _: show_all(True))]))
    return column(rows, spacing=0)


class _Acts(NamedTuple):
    """What can be done with a roll."""

    log: RollLog
    on_die: Callable[[RolledDie], None]
    on_missed: Callable[[LoggedRoll], None]
    enlarge: Callable[[int, bytes], None]


def _row(number: int, roll: LoggedRoll, picture: bytes | None, acts: _Acts) -> ft.Control:
    rolled = date_of(roll.time)
    today = rolled.date() == datetime.now().date()
    when = rolled.strftime("%H:%M:%S") if today else date_text(roll.time)
    line = line_of(roll)
    colours = colour_line(roll.shown) if len({die.colour for die in roll.shown}) > 1 else ""
    marks = [when, *([colours] if colours else []), *([say("put right")] if roll.corrected else [])]
    text = ft.Text(line, size=15, weight=ft.FontWeight.W_600, color=None if roll.counts else Colors.TERTIARY)
    words = ft.Column([text, note(", ".join(marks), size=12.5)], spacing=0, tight=True, expand=True)
    top: list[ft.Control] = [place_number(number), words]
    if picture is not None:
        width, height = PICTURE
        image = ft.Image(
            src=picture,
            width=width,
            height=height,
            fit=ft.BoxFit.COVER,
            border_radius=8,
            exclude_from_semantics=True,
        )
        name = say("Picture of roll {number}", number=number)
        top.append(pressable(name, image, lambda: acts.enlarge(number, picture), border_radius=8))
    parts: list[ft.Control] = [ft.Row(top, spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER)]
    missed = icon_button(
        say("Add a die to roll {number}", number=number), ft.Icons.ADD_ROUNDED, lambda: acts.on_missed(roll)
    )
    parts.append(dice_tiles(roll.dice, acts.on_die, number, 30, missed))
    if roll.doubtful:
        take = ft.FilledTonalButton(
            say("Count roll {number}", number=number),
            icon=ft.Icons.CHECK_ROUNDED,
            on_click=lambda _: acts.log.accept(roll.key),
        )
        leave = ft.TextButton(
            say("It was no roll"), icon=ft.Icons.CLOSE_ROUNDED, on_click=lambda _: acts.log.leave_out(roll.key)
        )
        parts.append(flow([take, leave], run_spacing=4))
    return ft.Container(
        content=column(parts, spacing=4),
        key=f"roll-{roll.key}",
        padding=ft.Padding.symmetric(vertical=8),
        border=ft.Border.only(bottom=ft.BorderSide(1, Colors.OUTLINE_VARIANT)),
    )


def _enlarged(number: int, picture: bytes, close: Callable[[], None]) -> ft.AlertDialog:
    """The picture of a roll, as large as it was kept."""
    name = say("Picture of roll {number}", number=number)
    image = ft.Image(src=picture, fit=ft.BoxFit.CONTAIN, border_radius=12, semantics_label=name)
    return dialog(name, image, [ft.TextButton(say("Close"), on_click=lambda _: close())], close, width=480)
