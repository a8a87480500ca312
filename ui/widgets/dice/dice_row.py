"""Dice side by side, each to be pressed and put right; and buttons over them in the live picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.table import Die, face_of
from companion.text import say
from ui.core import TAP
from ui.rolls import RolledDie
from ui.widgets.basic import PAINTS, Colors, die_picture, die_words, flow, pressable, tile_button
from ui.widgets.camera import Spot


def spoken_die(die: Die) -> str:
    """`blue die showing 4`, and that it is in doubt where it is."""
    words = die_words(die.value if die.face is None else die.face, die.colour)
    return words if die.certain else say("{die}, in doubt", die=words)


def face_picture(die: Die, size: float) -> ft.Control:
    """A drawn die with what it shows, `size` pixels high, and a question mark where that is in doubt."""
    face = face_of(die)
    if isinstance(face, str):
        return _named(face if die.certain else f"{face}?", die, size)
    shown = die_picture(die.value, die.colour, size)
    if die.certain:
        return shown
    mark = ft.Container(
        content=ft.Text("?", size=size * 0.36, weight=ft.FontWeight.W_700, color=Colors.ON_TERTIARY_CONTAINER),
        width=size * 0.5,
        height=size * 0.5,
        border_radius=size * 0.25,
        bgcolor=Colors.TERTIARY_CONTAINER,
        border=ft.Border.all(1.5, Colors.TERTIARY),
        alignment=ft.Alignment.CENTER,
        right=0,
        bottom=0,
    )
    return ft.Stack([shown, mark], width=size * 1.12, height=size * 1.12)


def _named(text: str, die: Die, size: float) -> ft.Control:
    """A learnt face by its name, as wide as that: its picture is the players' own."""
    paint = PAINTS[die.colour]
    return ft.Container(
        content=ft.Text(text, size=13, color=paint.pips, weight=ft.FontWeight.W_600, no_wrap=True),
        height=size,
        border_radius=size * 0.2,
        bgcolor=paint.body,
        border=ft.Border.all(1.5, paint.edge) if die.certain else ft.Border.all(2.5, Colors.TERTIARY),
        padding=ft.Padding.symmetric(horizontal=8, vertical=max(0.0, (size - 20) / 2)),
    )


def dice_tiles(
    dice: Sequence[RolledDie],
    on_die: Callable[[RolledDie], None],
    roll: int | None = None,
    size: float = 40,
    *after: ft.Control,
) -> ft.Control:
    """The dice of the roll of this number, or those that lie there, and what comes `after` them; `on_die` hears which
    is pressed."""

    def tile(number: int, one: RolledDie) -> ft.Control:
        words = spoken_die(one.die)
        if roll is None:
            label = say("Die {number}: {die}. Put it right", number=number, die=words)
        else:
            label = say("Roll {roll}, die {number}: {die}. Put it right", roll=roll, number=number, die=words)
        picture = face_picture(one.die, size)
        side = max(TAP, size * 1.12 + 4)
        if one.die.face is None:
            return tile_button(label, picture, lambda: on_die(one), padding=0, width=side, height=side)
        free = ft.Padding.symmetric(horizontal=2, vertical=(side - size) / 2)  # as high as others, as wide as its name
        return pressable(label, picture, lambda: on_die(one), padding=free, border_radius=12)

    return flow([*(tile(number, one) for number, one in enumerate(dice, 1)), *after], spacing=2, run_spacing=2)


def spots_over(dice: Sequence[RolledDie], on_die: Callable[[RolledDie], None]) -> list[Spot]:
    """A button over each die in the picture."""

    def spot(number: int, one: RolledDie) -> Spot:
        words = say("Die {number} in the picture: {die}. Put it right", number=number, die=spoken_die(one.die))
        return Spot(one.die.box, words, lambda: on_die(one))

    return [spot(number, one) for number, one in enumerate(dice, 1)]
