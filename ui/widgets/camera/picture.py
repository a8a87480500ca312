"""The live picture: corners of a board can be tapped on it, lines between zones dragged."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Protocol

import flet as ft

from companion.table import Zones
from ui.core import RADIUS, Waiting, part, tab_of_page, use_value
from ui.match import LiveCheck
from ui.sources import FrameLoop
from ui.widgets.basic import Colors

POLL = 1.0
"""Seconds after which it is looked whether the tab is still there, where no newer picture comes."""
GIVE_UP = 4
"""Pictures in a row that a browser may leave unanswered before we wait for it to come back."""
REACH = 26.0
"""How far beside a line a finger may come down, in pixels of the screen."""


def line_at(zones: Zones, share: float, reach: float) -> int | None:
    """The dividing line next to a place, as shares of the width."""
    near = min(range(len(zones.lines)), key=lambda i: abs(zones.lines[i] - share), default=None)
    return near if near is not None and abs(zones.lines[near] - share) <= reach else None


class Watching(Protocol):
    """What has a live picture."""

    @property
    def watcher(self) -> FrameLoop: ...


class Lined(Protocol):
    """What has zones that lines on the picture part."""

    @property
    def lines(self) -> Zones | None: ...

    def set_line(self, index: int, share: float) -> None: ...

    def lines_set(self) -> None: ...


class LinedTable(Watching, Protocol):
    """A live picture with such lines."""

    @property
    def session(self) -> Lined: ...


class _Touch:
    """How large the picture is on this screen, in pixels, and which line is being dragged."""

    width = 1.0
    height = 1.0
    line: int | None = None


@part
def WatchedPicture(table: Watching, label: str) -> ft.Control:
    """The newest picture of whatever is watched, in its own proportions."""
    raw = ft.use_memo(lambda: ft.RawImage(fit=ft.BoxFit.FILL, ack_timeout=3, left=0, top=0, right=0, bottom=0), [])
    ratio, ready = _pumped(raw, table.watcher)
    return ft.Semantics(label=label, image=True, container=True, content=_framed(raw, ratio, ready))


@part
def CornerPicture(table: LiveCheck, label: str) -> ft.Control:
    """The newest picture of a table whose board is told by its corners: a tap puts the chosen one there."""
    raw = ft.use_memo(lambda: ft.RawImage(fit=ft.BoxFit.FILL, ack_timeout=3, left=0, top=0, right=0, bottom=0), [])
    touched = ft.use_memo(lambda: _Touch(), [])
    ratio, ready = _pumped(raw, table.watcher)

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        touched.width, touched.height = max(event.width, 1.0), max(event.height, 1.0)

    def tapped(event: ft.TapEvent[ft.GestureDetector]) -> None:
        at = event.local_position
        if at is not None:
            table.session.put_corner(at.x / touched.width, at.y / touched.height)

    touch = ft.GestureDetector(
        content=_framed(raw, ratio, ready, on_size_change=measured),
        exclude_from_semantics=True,  # with semantics on, a tap would be reported at the middle
        mouse_cursor=ft.MouseCursor.PRECISE,
        on_tap_up=tapped,
    )
    return ft.Semantics(label=label, image=True, container=True, content=touch)


def _pumped(raw: ft.RawImage, watcher: FrameLoop) -> tuple[float, bool]:
    """Keep a picture the newest one of a watcher; its proportions, and whether there has been one."""
    tab = tab_of_page()
    first = watcher.shot
    ratio, set_ratio = use_value(16 / 9 if first is None else first.width / first.height)
    ready, set_ready = use_value(first is not None)

    async def pump() -> None:
        came, loop = asyncio.Event(), asyncio.get_running_loop()

        def tell() -> None:
            with contextlib.suppress(RuntimeError):  # the server ends
                loop.call_soon_threadsafe(came.set)

        while not tab.closed:
            undo = watcher.look_on(tell)
            try:
                await show_until_away(came)
            finally:
                undo()
            # Wait for the return, but look now and then, in case the browser was only slow.
            tab.back.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await tab.back.wait()

    async def show_until_away(came: asyncio.Event) -> None:
        shown, silent = 0, 0
        while tab.here and silent < GIVE_UP:
            came.clear()
            shot = watcher.shot
            if shot is None or shot.number == shown:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await came.wait()
                continue
            set_ratio(round(shot.width / shot.height, 4))
            set_ready(True)
            try:
                await raw.render_encoded(shot.jpeg)
            except (TimeoutError, AttributeError, RuntimeError):
                # Not acknowledged, or the browser left while the picture was on its way.
                silent += 1
                await asyncio.sleep(0.3)
                continue
            shown, silent = shot.number, 0

    # The cleanup, though it does nothing, is what makes Flet end the task when the picture leaves the screen.
    ft.use_effect(pump, [], cleanup=lambda: None)
    return ratio, ready


def _framed(raw: ft.RawImage, ratio: float, ready: bool, **more: Any) -> ft.Container:
    layers: list[ft.Control] = [raw]
    if not ready:
        layers.append(
            ft.Container(
                content=Waiting(36),
                alignment=ft.Alignment.CENTER,
                left=0,
                top=0,
                right=0,
                bottom=0,
            )
        )
    return ft.Container(
        content=ft.Stack(layers),
        aspect_ratio=ratio,
        bgcolor=Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        **more,
    )


@part
def LinesPicture(table: LinedTable, label: str) -> ft.Control:
    """The newest picture of a table whose zones lines part: the lines can be dragged."""
    raw = ft.use_memo(lambda: ft.RawImage(fit=ft.BoxFit.FILL, ack_timeout=3, left=0, top=0, right=0, bottom=0), [])
    touched = ft.use_memo(lambda: _Touch(), [])
    session = table.session
    ratio, ready = _pumped(raw, table.watcher)

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        touched.width, touched.height = max(event.width, 1.0), max(event.height, 1.0)

    def drag_began(event: ft.DragDownEvent[ft.GestureDetector]) -> None:
        share, reach = event.local_position.x / touched.width, REACH / touched.width
        touched.line = None if session.lines is None else line_at(session.lines, share, reach)

    def drag_moved(event: ft.DragUpdateEvent[ft.GestureDetector]) -> None:
        if touched.line is not None:
            session.set_line(touched.line, event.local_position.x / touched.width)

    def drag_ended(event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        if touched.line is not None:
            # The last moves before the end may have been left out to spare the line.
            session.set_line(touched.line, event.local_position.x / touched.width)
            touched.line = None
            session.lines_set()

    touch = ft.GestureDetector(
        content=_framed(raw, ratio, ready, on_size_change=measured),
        exclude_from_semantics=True,  # the lines can be moved by buttons below the picture as well
        mouse_cursor=ft.MouseCursor.RESIZE_LEFT_RIGHT,
        drag_interval=80,
        on_horizontal_drag_down=drag_began,
        on_horizontal_drag_update=drag_moved,
        on_horizontal_drag_end=drag_ended,
    )
    return ft.Semantics(label=label, image=True, container=True, content=touch)
