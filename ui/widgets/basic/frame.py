"""Frame of every screen of a table: the line on top, and columns that scroll."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import flet as ft

from ui.core import GAP, PHONE
from ui.widgets.basic.basics import Colors, heading, icon_button
from ui.widgets.basic.die import die_picture


class Act(NamedTuple):
    """A button of the line on top; on a phone its sign alone."""

    text: str
    icon: ft.IconData
    act: Callable[[], None]
    disabled: bool = False


def header(title: str, source: str, acts: Sequence[Act], width: float) -> ft.Control:
    """The game, where it is looked at, and what can be done with the whole of it."""
    wide = width >= PHONE

    def button(one: Act) -> ft.Control:
        if wide:
            return ft.TextButton(one.text, icon=one.icon, disabled=one.disabled, on_click=lambda _: one.act())
        return icon_button(one.text, one.icon, one.act, disabled=one.disabled)

    names = ft.Column(
        [
            heading(title, size=18 if wide else 16, level=1),
            ft.Text(source, size=12.5, color=Colors.ON_SURFACE_VARIANT, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return ft.Container(
        content=ft.Row(
            [*([die_picture(5, "orange", 30)] if wide else []), names, *map(button, acts)], spacing=8 if wide else 4
        ),
        padding=ft.Padding.only(left=16 if wide else 12, right=8, top=6, bottom=6),
    )


def scrolling(controls: Sequence[ft.Control]) -> ft.Column:
    """Controls one under the other, as wide as there is room, that scroll together."""
    return ft.Column(
        [*controls, ft.Container(height=16)],
        spacing=GAP,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def halves(left: ft.Control, right: ft.Control, shares: tuple[int, int] = (12, 10), **layout: Any) -> ft.Row:
    """Two controls side by side, whose widths are in proportion to the shares."""
    boxes = [ft.Container(content=one, expand=share) for one, share in zip((left, right), shares, strict=True)]
    return ft.Row([*boxes], spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START, **layout)


def framed(tops: Sequence[ft.Control], body: ft.Control, side: float) -> ft.Control:
    """A page: what stays on top, and below it a body that takes the rest, `side` pixels from both edges."""
    inside = ft.Container(content=body, padding=ft.Padding.symmetric(horizontal=side), expand=True)
    return ft.Column([*tops, inside], spacing=0, expand=True)


async def to_top(column: ft.Column, at_once: bool = False) -> None:
    """Scroll to the beginning; what has left the screen by now stays as it is."""
    with contextlib.suppress(Exception):  # a comfort, nothing more
        await column.scroll_to(offset=0, duration=0 if at_once else 200)


def side_of(width: float, widest: float) -> float:
    """What stays free on each side of a page that does not grow wider than `widest`, all in pixels."""
    return 12 if width < PHONE else max(16, (width - widest) / 2)
