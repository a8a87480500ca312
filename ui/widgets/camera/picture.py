"""The live picture: a board's corners can be tapped on it, lines between zones dragged, and what lies there pressed."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import flet as ft

from companion.table import Box, Zones
from ui.core import RADIUS, Waiting, part, tab_of_page, use_value
from ui.match import MatchSession
from ui.sources import FrameLoop, TableCheck
from ui.widgets.basic import Colors, pressable

POLL = 1.0
"""Seconds after which it is looked whether the tab is still there, where no newer picture comes."""
GIVE_UP = 4
"""Pictures in a row that a browser may leave unanswered before we wait for it to come back."""
SPARED = 0.3
"""Share of the time that a picture takes to be shown which the browser has for all else before the next. A browser
without a graphics card shows as many pictures so, for it tells of each before it has drawn it: on a slow machine taps
are answered after some 80 ms and not 100 to 120, and pictures are 80 ms old and not 90."""
REACH = 26.0
"""How far beside a line a finger may come down, in pixels of the screen."""
SMALLEST = 32.0
"""Width and height that a button over the picture has at least, in pixels of the screen."""

Lined: TypeAlias = MatchSession | TableCheck
"""What has zones that lines on the picture part."""


class Spot(NamedTuple):
    """A button over a part of the picture."""

    box: Box
    """In pixels of the source's frames."""
    label: str
    on_click: Callable[[], None]


def line_at(zones: Zones, share: float, reach: float) -> int | None:
    """The dividing line next to a place, as shares of the width."""
    near = min(range(len(zones.lines)), key=lambda i: abs(zones.lines[i] - share), default=None)
    return near if near is not None and abs(zones.lines[near] - share) <= reach else None


@part
def LivePicture(
    frame_loop: FrameLoop,
    label: str,
    *,
    on_tap: Callable[[float, float], None] | None = None,
    lined: Lined | None = None,
    spots: Sequence[Spot] = (),
) -> ft.Control:
    """The newest picture of a frame loop, in its own proportions.

    `on_tap` hears where the picture is tapped, as shares of its width and height; `lined`: whose lines between zones
    can be dragged; `spots` can be pressed. All of it can be done by buttons or lists elsewhere on the page as well.
    """
    raw = ft.use_memo(lambda: ft.RawImage(fit=ft.BoxFit.FILL, ack_timeout=3), [])
    size, set_size = use_value((0.0, 0.0))
    ratio, ready = _use_newest(raw, frame_loop, size[0])
    width, height = max(size[0], 1.0), max(size[1], 1.0)
    dragged = ft.use_ref(-1)
    """The line that is being dragged; -1: none."""

    def tapped(event: ft.TapEvent[ft.GestureDetector]) -> None:
        if on_tap is not None and event.local_position is not None:
            on_tap(event.local_position.x / width, event.local_position.y / height)

    def drag_began(event: ft.DragDownEvent[ft.GestureDetector]) -> None:
        zones = None if lined is None else lined.lines
        line = None if zones is None else line_at(zones, event.local_position.x / width, REACH / width)
        dragged.current = -1 if line is None else line

    def drag_moved(event: ft.DragUpdateEvent[ft.GestureDetector] | ft.DragEndEvent[ft.GestureDetector]) -> None:
        if lined is not None and dragged.current is not None and dragged.current >= 0:
            lined.set_line(dragged.current, event.local_position.x / width)

    def drag_ended(event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        drag_moved(event)  # the last moves before the end may have been left out to spare the line
        if lined is not None and dragged.current is not None and dragged.current >= 0:
            dragged.current = -1
            lined.apply_lines()

    # Beside the buttons and not around them: what is inside an image, screen readers need not tell.
    named = ft.Semantics(label=label, image=True, container=True, content=raw)
    layers: list[ft.Control] = [ft.Container(named, left=0, top=0, right=0, bottom=0)]
    if not ready:
        waiting = ft.Container(Waiting(36), alignment=ft.Alignment.CENTER, left=0, top=0, right=0, bottom=0)
        layers.append(waiting)
    if frame_loop.shot is not None:
        layers += [_button(spot, width / frame_loop.shot.width, height / frame_loop.shot.height) for spot in spots]
    shown: ft.Control = ft.Container(
        content=ft.Stack(layers),
        aspect_ratio=ratio,
        bgcolor=Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        on_size_change=lambda event: set_size((event.width, event.height)),
    )
    if on_tap is not None or lined is not None:
        shown = ft.GestureDetector(
            content=shown,
            exclude_from_semantics=True,  # with semantics on, a tap would be reported at the middle
            mouse_cursor=ft.MouseCursor.RESIZE_LEFT_RIGHT if lined is not None else ft.MouseCursor.PRECISE,
            drag_interval=80,
            on_tap_up=None if on_tap is None else tapped,
            on_horizontal_drag_down=None if lined is None else drag_began,
            on_horizontal_drag_update=None if lined is None else drag_moved,
            on_horizontal_drag_end=None if lined is None else drag_ended,
        )
    return shown


def _button(spot: Spot, across: float, down: float) -> ft.Control:
    """`across`, `down`: pixels of the screen that one of the frame takes."""
    x0, y0, x1, y1 = spot.box
    width, height = max(SMALLEST, across * (x1 - x0)), max(SMALLEST, down * (y1 - y0))
    return pressable(
        spot.label,
        ft.Container(expand=True),
        spot.on_click,
        key=f"{spot.label} {spot.box}",  # a tap is not taken for another one that has come in its place meanwhile
        left=across * (x0 + x1) / 2 - width / 2,
        top=down * (y0 + y1) / 2 - height / 2,
        width=width,
        height=height,
        border_radius=10,
    )


def _use_newest(raw: ft.RawImage, frame_loop: FrameLoop, width: float) -> tuple[float, bool]:
    """Keep a picture that is so wide on the page the newest one of a frame loop; its proportions, and whether there has
    been one."""
    tab = tab_of_page()
    pixels = ft.use_ref(0.0)
    """Across, of the screen."""
    pixels.current = width * (tab.page.media.device_pixel_ratio or 1.0)
    first = frame_loop.shot
    ratio, set_ratio = use_value(16 / 9 if first is None else first.width / first.height)
    ready, set_ready = use_value(first is not None)

    async def pump() -> None:
        came, loop = asyncio.Event(), asyncio.get_running_loop()

        def notify() -> None:
            with contextlib.suppress(RuntimeError):  # the server ends
                loop.call_soon_threadsafe(came.set)

        task = asyncio.current_task()
        assert task is not None
        tab.cleanups[task] = task.cancel  # an emptied page would keep the frame loop, and all behind it, by this task
        try:
            while not tab.closed:
                undo = frame_loop.subscribe(notify)
                try:
                    await show_until_away(came)
                finally:
                    undo()
                # Wait for the return, but look now and then, in case the browser was only slow.
                tab.back.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        await tab.back.wait()
        finally:
            tab.cleanups.pop(task, None)

    async def show_until_away(came: asyncio.Event) -> None:
        shown: bytes | None = None
        silent = 0
        while tab.here and silent < GIVE_UP:
            came.clear()
            shot = frame_loop.shot
            jpeg = None if shot is None else await asyncio.to_thread(shot.jpeg, pixels.current or math.inf)
            if shot is None or jpeg is None or jpeg is shown:  # as wide as it is wanted now, too
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await came.wait()
                continue
            set_ratio(round(shot.width / shot.height, 4))
            set_ready(True)
            sent_at = time.monotonic()
            try:
                await raw.render_encoded(jpeg)
            except (TimeoutError, AttributeError, RuntimeError):
                # Not acknowledged, or the browser left while the picture was on its way.
                silent += 1
                await asyncio.sleep(0.3)
                continue
            shown, silent = jpeg, 0
            await asyncio.sleep(SPARED * (time.monotonic() - sent_at))

    # The cleanup, though it does nothing, is what makes Flet end the task when the picture leaves the screen.
    ft.use_effect(pump, [], cleanup=lambda: None)
    return ratio, ready
