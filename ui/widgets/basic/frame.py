"""Frame of every screen of a table: the line on top, and columns that scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import flet as ft

from ui.core import GAP, PHONE, WIDE, asking, part, use_height, use_value
from ui.widgets.basic.basics import Colors, column, heading, icon_button
from ui.widgets.basic.die import die_picture

LOW = 560
"""A page below this height, in pixels, as that of a phone that lies, has no room for a bar that stays."""
SHARE = 0.42
"""The most of a page's height that the part of a bottom bar takes that scrolls."""
BAR = "bottom bar"
"""What tells a bottom bar from other controls (their `data`)."""


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


def columns(left: ft.Control, right: ft.Control, shares: tuple[int, int], abreast: bool) -> ft.ResponsiveRow:
    """Two controls side by side, or one under the other, each as high as it is. Both ways they keep their places in the
    page, so that what was typed and opened in them stays when a phone is turned."""
    whole = sum(shares)
    boxes = [
        ft.Container(content=one, col=share if abreast else whole)
        for one, share in zip((left, right), shares, strict=True)
    ]
    return ft.ResponsiveRow([*boxes], columns=whole, spacing=GAP, run_spacing=GAP)


def framed(
    tops: Sequence[ft.Control], body: ft.Control, side: float, below: Sequence[ft.Control] = ()
) -> ft.Control:
    """A page: what stays on top, under it a body that takes the rest, `side` pixels from both edges, and what stays
    `below`."""
    inside = ft.Container(content=body, padding=ft.Padding.symmetric(horizontal=side), expand=True)
    return ft.Column([*tops, inside, *below], spacing=0, expand=True)


def has_bar(width: float, height: float) -> bool:
    """Whether what is to be done now stands in a bottom bar: on a page that is held in a hand, upright."""
    return width < WIDE and height >= LOW


@part
def BottomBar(upper: Sequence[ft.Control], lower: Sequence[ft.Control], side: float) -> ft.Control:
    """A bar at the lower edge of a page, under the thumb: what is to be done now. `upper` scrolls where it is high, as
    with large letters or many dice; `lower`, the few buttons that everything leads to, always shows. `side`: what stays
    free beside them, in pixels."""
    most = SHARE * use_height()
    high, measure = use_value(0.0)
    inside = ft.Container(content=column(upper, spacing=8), on_size_change=lambda event: measure(event.height))
    above = column([inside], scroll=ft.ScrollMode.AUTO, height=most if high > most else None)
    parts = [*([above] if upper else []), *lower]
    return ft.Container(
        content=column(parts, spacing=8),
        padding=ft.Padding.symmetric(horizontal=side, vertical=8),
        bgcolor=Colors.SURFACE_CONTAINER,
        data=BAR,
    )


async def to_top(column: ft.Column, at_once: bool = False) -> None:
    """Scroll to the beginning; what has left the screen by now stays as it is."""
    async with asking():  # a comfort, nothing more
        await column.scroll_to(offset=0, duration=0 if at_once else 200)


def side_of(width: float, widest: float) -> float:
    """What stays free on each side of a page that does not grow wider than `widest`, all in pixels."""
    return 12 if width < PHONE else max(16, (width - widest) / 2)
