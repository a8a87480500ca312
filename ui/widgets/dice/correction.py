"""Asks what a die shows, or puts right what was read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.table import Face, doubt_line, face_of
from companion.text import say, upper
from ui.rolls import RolledDie
from ui.widgets.basic import choice_chip, column, dialog, die_picture, flow, note, tile_button
from ui.widgets.dice.dice_row import spoken_die

CLOSE_UP = 132
"""Height of the picture of the die, in pixels."""


def die_dialog(
    one: RolledDie | None,
    names: Sequence[Face],
    close_up: bytes | None,
    choose: Callable[[Face | None], None],
    close: Callable[[], None],
) -> ft.AlertDialog:
    """`one`: the die; None: one that was missed. `names`: the faces to choose from; `close_up`: a JPEG of the die;
    `choose` takes what it shows, or None for what is no die."""

    def chosen(face: Face | None) -> None:
        close()
        choose(face)

    parts: list[ft.Control] = []
    if close_up is not None:
        picture = ft.Image(
            src=close_up, height=CLOSE_UP, border_radius=12, semantics_label=say("The die in the picture")
        )
        parts.append(ft.Row([picture], alignment=ft.MainAxisAlignment.CENTER))
    if one is not None:
        parts.append(note(f"{_read_as(one)}.", size=14))
    parts.append(flow([_tile(face, one, chosen) for face in names], spacing=6, run_spacing=6))
    if one is not None:
        none = ft.TextButton(say("This is no die"), icon=ft.Icons.BLOCK_ROUNDED, on_click=lambda _: chosen(None))
        parts.append(ft.Row([none]))
    title = say("What does the die show that was missed?") if one is None else say("What does this die show?")
    cancel = ft.TextButton(say("Cancel"), on_click=lambda _: close())
    return dialog(title, column(parts), [cancel], close)


def _read_as(one: RolledDie) -> str:
    """What the die shows, why that is in doubt, and what was read."""
    line = upper(spoken_die(one.die))
    if one.die.doubts:
        line += f" ({doubt_line(one.die)})"
    if one.corrected:
        read = face_of(one.read)
        line += say("; it was read as {face}", face="?" if read is None else read)
    return line


def _tile(face: Face, one: RolledDie | None, choose: Callable[[Face], None]) -> ft.Control:
    now = one is not None and face_of(one.die) == face
    if isinstance(face, str):
        return choice_chip(face, lambda: choose(face), chosen=now)
    shown = die_picture(face, None if one is None else one.die.colour, 44)
    label = say("It shows {face}", face=face)
    return tile_button(label, shown, lambda: choose(face), selected=now, width=56, height=56)
