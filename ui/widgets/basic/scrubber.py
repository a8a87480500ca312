"""Moves through a recorded match, or the pictures of a moment: buttons, keys, and a bar to drag.

The bar is a drawing that hears fingers and is silent for screen readers: a Flutter slider would, with semantics on, lay
an invisible sheet over the whole page. The buttons beside it do all that it does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import flet as ft

from companion.text import later, say, say_as
from ui.core import TAP, part, tab_of_page, use_keys, use_value
from ui.widgets.basic.basics import Colors, column, icon_button, labelled, note

KNOB = 22.0

Seek = Callable[[int], None]


class Steps(NamedTuple):
    """What one moves through, in words, and how fast it plays by itself."""

    back: str
    on: str
    place: str
    """With `{at}` and `{length}`."""
    first: int
    """The number of the first step."""
    pace: float
    """Seconds for which each step stands."""


EVENTS = Steps(later("One event back"), later("One event on"), later("Event {at} of {length}"), first=0, pace=1.3)


@part
def Scrubber(
    length: int, at: int, seek: Seek, wide: bool, steps: Steps = EVENTS, *, plays: bool = True, begins: bool = False
) -> ft.Control:
    """Step `at`, 0 to `length`, is shown; `seek` shows another. `wide`: all of it stands in one row; `plays`: whether
    it can play by itself; `begins`: whether it does so at once."""
    tab = tab_of_page()
    playing, set_playing = use_value(begins)
    now = ft.use_memo(lambda: [at, 1.0], [])
    """The moment that is sought, and how wide the bar is in pixels: for what outlives a drawing, and for what is
    pressed before it is drawn."""
    now[0] = at

    async def play() -> None:
        while playing and not tab.closed:
            await asyncio.sleep(steps.pace)
            if now[0] >= length:
                break
            seek(int(now[0]) + 1)
        set_playing(False)

    ft.use_effect(play, [playing], cleanup=lambda: None)

    def go(to: int) -> None:
        set_playing(False)
        now[0] = min(max(to, 0), length)
        seek(int(now[0]))

    def key(event: ft.KeyboardEvent) -> None:
        here = int(now[0])
        ways = {"Arrow Left": here - 1, "Arrow Right": here + 1, "Home": 0, "End": length}
        if event.key in ways and not (event.ctrl or event.alt or event.meta):
            go(ways[event.key])

    use_keys(key)

    def toggle() -> None:
        if not playing and at >= length:
            seek(0)
        set_playing(not playing)

    buttons: list[ft.Control] = [
        icon_button(say("To the beginning"), ft.Icons.FIRST_PAGE_ROUNDED, lambda: go(0), disabled=at == 0),
        icon_button(say(steps.back), ft.Icons.CHEVRON_LEFT_ROUNDED, lambda: go(int(now[0]) - 1), disabled=at == 0),
        icon_button(say(steps.on), ft.Icons.CHEVRON_RIGHT_ROUNDED, lambda: go(int(now[0]) + 1), disabled=at == length),
        icon_button(say("To the end"), ft.Icons.LAST_PAGE_ROUNDED, lambda: go(length), disabled=at == length),
    ]
    if plays:
        player = icon_button(
            say("Pause") if playing else say_as("recording", "Play"),
            ft.Icons.PAUSE_ROUNDED if playing else ft.Icons.PLAY_ARROW_ROUNDED,
            toggle,
            disabled=length == 0,
            color=Colors.PRIMARY,
            size=30,
        )
        buttons.insert(2, player)
    number, last = at + steps.first, length + steps.first
    place = labelled(
        say(steps.place, at=number, length=last),
        note(say("{at} of {length}", at=number, length=last), size=13.5, no_wrap=wide),
    )
    bar = _bar(length, at, now, go)
    if wide:
        row = [*buttons, ft.Container(content=bar, expand=True), place]
        return ft.Row(row, spacing=8)
    beside = ft.Container(content=place, expand=True, alignment=ft.Alignment.CENTER_RIGHT)
    below = ft.Row([*buttons, beside], spacing=2)
    return column([bar, below], spacing=0)


def _bar(length: int, at: int, now: list[float], go: Seek) -> ft.Control:
    """A track with a knob; a tap or a drag anywhere on it goes there."""

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        now[1] = max(event.width, 1.0)

    def at_pixel(x: float) -> None:
        share = (x - KNOB / 2) / max(1.0, now[1] - KNOB)
        to = round(min(max(share, 0.0), 1.0) * length)
        if to != now[0]:
            go(to)

    def tapped(event: ft.TapEvent[ft.GestureDetector]) -> None:
        if event.local_position is not None:
            at_pixel(event.local_position.x)

    def piece(share: int, color: str) -> list[ft.Control]:
        return [ft.Container(height=6, bgcolor=color, border_radius=3, expand=share)] if share else []

    knob = ft.Container(width=KNOB, height=KNOB, border_radius=KNOB / 2, bgcolor=Colors.PRIMARY)
    track = ft.Row([*piece(at, Colors.PRIMARY), knob, *piece(length - at, Colors.OUTLINE_VARIANT)], spacing=0)
    return ft.GestureDetector(
        content=ft.Container(content=track, height=TAP, on_size_change=measured, alignment=ft.Alignment.CENTER),
        exclude_from_semantics=True,
        mouse_cursor=ft.MouseCursor.CLICK,
        drag_interval=60,
        on_tap_up=tapped,
        on_horizontal_drag_update=lambda event: at_pixel(event.local_position.x),
        on_horizontal_drag_end=lambda event: at_pixel(event.local_position.x),
    )
