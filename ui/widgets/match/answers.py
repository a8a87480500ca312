"""A big button for one answer: its words, its dice, and what speaks for or against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.text import upper
from ui.match import DrawnDie
from ui.widgets.basic import Colors, column, die_picture, flow, pressable

DIE, SMALL_DIE, FEW = 26, 20, 7
"""Side of a die of an answer in pixels, and of one among more than a few, so that nine fit a phone's width."""


def answer_button(
    number: str,
    text: str,
    dice: Sequence[DrawnDie],
    strong: bool,
    on_click: Callable[[], None],
    below: str = "",
    *,
    spoken: str | None = None,
) -> ft.Control:
    """`number` as it stands before the words; `strong`: the likeliest; `below`: a smaller line; `spoken`: what a screen
    reader says in place of `text`. A tap that comes after another answer has taken its place does nothing."""
    ink = Colors.ON_PRIMARY if strong else Colors.ON_SECONDARY_CONTAINER
    parts: list[ft.Control] = [ft.Text(f"{number}{upper(text)}", size=15, color=ink)]
    if dice:
        parts.append(drawn_dice(dice, ink))
    if below:
        parts.append(ft.Text(below, size=12.5, color=ink))
    face = column(parts, spacing=8)
    label = " ".join(filter(None, (f"{number}{spoken or text}", below)))
    return pressable(
        label,
        face,
        on_click,
        key=label,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        border_radius=14,
        bgcolor=Colors.PRIMARY if strong else Colors.SECONDARY_CONTAINER,
    )


def drawn_dice(dice: Sequence[DrawnDie], ink: str) -> ft.Control:
    """The dice of a roll; one that not all answers have stands in a ring."""
    side = DIE if len(dice) <= FEW else SMALL_DIE
    return flow([_die(one, ink, side) for one in dice], spacing=2, run_spacing=3)


def _die(die: DrawnDie, ink: str, side: float) -> ft.Control:
    ring = ft.Border.all(2.5, ink if die.odd else ft.Colors.TRANSPARENT)
    return ft.Container(content=die_picture(die.face, die.colour, side), border=ring, border_radius=9, padding=2)
