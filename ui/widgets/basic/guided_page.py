"""Frame of the guided pages: a title with the way back, and columns no wider than one reads with ease."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.text import say
from ui.core import PHONE, Route
from ui.widgets.basic.basics import Colors, heading, icon_button, row_button
from ui.widgets.basic.frame import framed, scrolling, side_of

WIDEST = 1040
"""In pixels."""


def page(
    title: str,
    route: Route,
    controls: Sequence[ft.Control],
    width: float,
    back: Callable[[], None] | None = None,
    widest: float = WIDEST,
) -> ft.Control:
    """A page that scrolls, `widest` pixels wide at most; its arrow leads to the page before, unless `back` says
    otherwise."""
    side = side_of(width, widest)
    return framed([page_title(title, back or route.back, width, side)], scrolling(controls), side)


def page_title(title: str, back: Callable[[], None], width: float, side: float) -> ft.Control:
    """The line on top of a page, with the way back. `width`: of the page; `side`: what stays free beside it."""
    phone = width < PHONE
    row = [
        icon_button(say("Back"), ft.Icons.ARROW_BACK_ROUNDED, back),
        heading(title, size=18 if phone else 22, level=1, expand=True),
    ]
    return ft.Container(content=ft.Row(row, spacing=8), padding=ft.Padding.symmetric(horizontal=side, vertical=8))


def check_row(text: str, on_click: Callable[[], None], *, checked: bool) -> ft.Control:
    """Something that may be wanted or not. (The text of a Flet Checkbox does not go on in a second line.)"""
    sign = ft.Icons.CHECK_BOX_ROUNDED if checked else ft.Icons.CHECK_BOX_OUTLINE_BLANK_ROUNDED
    color = Colors.PRIMARY if checked else Colors.ON_SURFACE_VARIANT
    row = ft.Row([ft.Icon(sign, color=color, size=24), ft.Text(text, size=14.5, expand=True)], spacing=10)
    return row_button(text, row, on_click, checked=checked)
