"""The app without a browser: a tab whose controls are drawn by Flet and read here, and whose buttons are pressed by
name. It says what a screen reader would hear, of what is in view or not; how it looks, only a browser shows."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page, context
from flet.messaging.connection import Connection
from flet.messaging.protocol import MessageAction, configure_encode_object_for_msgpack
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.text import using_language
from tests.support.app.one_app import APP
from tests.support.waiting import PATIENCE, until
from ui.app_state import AppState
from ui.core.access import Role, Visitor, acting
from ui.core.hooks import _tabs
from ui.core.routes import _first_route, place_at
from ui.core.tab_language import _SocketLanguage
from ui.server.root import start_page
from ui.widgets.basic.frame import BAR

__all__ = ["Device", "Tab", "tab"]

T = TypeVar("T")


class Device:
    """A paired device."""

    def __init__(self, role: Role, id: str = "one") -> None:
        self.role: Role | None = role
        self.id = id


class _Client(Connection):
    """In the place of a browser: takes what is sent, and does what is asked."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.page_url, self.loop = "http://127.0.0.1", loop
        self.executor, self.pubsubhub = ThreadPoolExecutor(2), PubSubHub(loop)
        self.session: Session
        self.going: asyncio.Future[None] | None = None
        """What tells the app that the browser has gone where it was sent."""
        self._FletApp__send_queue = self  # by which ui.core.hooks sees that a browser is there
        self._encode = configure_encode_object_for_msgpack(BaseControl)

    def pack(self, message: Any) -> None:
        """Serialise a message, from which later differences start."""
        msgpack.packb(message, default=self._encode)

    def send_message(self, message: Any) -> None:
        self.pack([message.action, message.body])
        if message.action == MessageAction.INVOKE_METHOD:
            self.loop.call_soon(self._answer, message.body)

    def _answer(self, asked: Any) -> None:
        self.session.handle_invoke_method_results(asked.control_id, asked.call_id, None, None)
        if asked.name == "push_route":
            there = {"route": asked.args["route"]}
            self.session.apply_page_patch(there)
            self.going = asyncio.ensure_future(self.session.dispatch_event(self.session.page._i, "route_change", there))


class Tab:
    """One tab. Its methods are called from the thread of a test; the app runs in another one."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        width: int,
        height: int,
        route: str,
        app: AppState,
        visitor: Visitor | None = None,
    ) -> None:
        self._loop, self._size, self._route, self._app, self._visitor = loop, (width, height), route, app, visitor
        self._session: Session
        self._language = _SocketLanguage(app.language.current)
        self._wait(self._open())

    def _wait(self, what: Coroutine[Any, Any, T]) -> T:
        with acting(self._visitor), using_language(self._language):
            return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    async def _open(self) -> None:
        client = self._client = _Client(self._loop)
        client.session = self._session = Session(client)
        width, height = self._size
        page = self._session.page
        self._session.apply_page_patch(
            {"route": self._route, "url": client.page_url, "width": width, "height": height, "web": True}
        )
        _context_page.set(page)
        context.reset_auto_update()
        client.pack(self._session.get_page_patch())
        start_page(page, self._app)
        await self._session.after_event(page)

    async def _close(self) -> None:
        self._session.page.on_close(None)  # type: ignore[misc,call-arg] # nothing is told of anything from now on
        for _ in range(20):  # but what has been told already is drawn
            await asyncio.sleep(0)
        self._session.close()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def close(self) -> None:
        self._wait(self._close())

    @property
    def itself(self) -> object:
        """The tab as the app knows it."""
        return _tabs[self._session.page]

    # ------------------------------------------------------------------------------------------ what is there

    def words(self) -> list[str]:
        """What is written and said, in the order of the controls."""

        async def read() -> list[str]:
            return [word for one in _walk(self._session.page, set()) for word in _words(one)]

        return self._wait(read())

    def wait_for(self, words: str) -> None:
        """Until these words are there."""
        self._until(lambda: any(words in one for one in self.words()), f"{words!r}")

    def wait_for_any(self, *words: str) -> str:
        """Which of these words comes first."""

        def come() -> str | None:
            said = self.words()
            return next((one for one in words if any(one in part for part in said)), None)

        self._until(lambda: come() is not None, " or ".join(map(repr, words)))
        return come() or words[0]

    def wait_until_gone(self, words: str) -> None:
        self._until(lambda: not any(words in one for one in self.words()), f"the end of {words!r}")

    def _until(self, true: Callable[[], bool], what: str) -> None:
        try:
            until(true, what)
        except AssertionError as late:
            raise AssertionError(f"{late}; on the screen is: {self.words()}") from None

    def names(self) -> list[str]:
        """Of everything that can be pressed."""

        async def read() -> list[str]:
            return [name for _, name in self._buttons()]

        return self._wait(read())

    def bar(self) -> list[str]:
        """The names of everything that can be pressed in the bar that stays at the lower edge."""

        async def read() -> list[str]:
            bars = [one for one in _walk(self._session.page, set()) if getattr(one, "data", None) == BAR]
            return [name for bar in bars for _, name in self._buttons(bar)]

        return self._wait(read())

    def wait_for_in_bar(self, pattern: str) -> None:
        """Until something of such a name is in that bar."""
        self._until(lambda: any(re.search(pattern, name) for name in self.bar()), f"{pattern!r} in the bar")

    def _buttons(self, within: BaseControl | None = None) -> Iterator[tuple[BaseControl, str]]:
        for one in _walk(within or self._session.page, set()):
            if getattr(one, "on_click", None) is not None and not getattr(one, "disabled", False):
                inside = [word for part in _walk(one, set()) for word in _words(part)]
                yield one, inside[0] if inside else ""

    # ------------------------------------------------------------------------------------------ what is done

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Press the first button whose name has these words, or is just that, once there is one."""

        def meant(said: str) -> bool:
            if isinstance(name, re.Pattern):
                return name.search(said) is not None
            return said == name or (not exact and name in said)

        async def press() -> bool:
            for one, said in self._buttons() if self._rests() else ():
                if meant(said):
                    await self._session.dispatch_event(one._i, "click", None)
                    return True
            return False

        self._until(lambda: self._wait(press()), f"{name!r} to press")

    def _rests(self) -> bool:
        """Whether the browser has gone where it was last sent, which nobody is quick enough to forestall."""
        page, going = self._session.page, self._client.going
        route = _tabs[page].own(_first_route)
        return (going is None or going.done()) and place_at(page.route or "/") == (route.place, route.about)

    def touch(self, x: float, y: float, sheet: int = 0, words: str = "") -> None:
        """Tap a place of a drawn sheet that can be tapped, given as shares of its width and height; what is said of
        the sheet tells nothing here, where all are in view."""
        at = {"l": {"x": x, "y": y}, "g": {"x": x, "y": y}}

        async def tap() -> bool:
            sheets = [
                one for one in _walk(self._session.page, set())
                if isinstance(one, ft.GestureDetector) and one.on_tap_up is not None
            ]  # fmt: skip
            if sheet >= len(sheets):
                return False
            await self._session.dispatch_event(sheets[sheet]._i, "tap_up", at)
            return True

        self._until(lambda: self._wait(tap()), f"sheet {sheet} to tap")

    def fill(self, label: str, words: str) -> None:
        """Write into the field with this label, and leave it."""

        async def write() -> bool:
            for one in _walk(self._session.page, set()):
                if isinstance(one, ft.TextField) and label in str(one.label):
                    self._session.apply_patch(one._i, {"value": words})
                    await self._session.dispatch_event(one._i, "change", words)
                    await self._session.dispatch_event(one._i, "blur", None)
                    return True
            return False

        self._until(lambda: self._wait(write()), f"a field {label!r}")

    def drag(self, name: str, label: str) -> None:
        """Drag what shows just this name to the place that holds the field with this label."""

        async def drop() -> bool:
            there = list(_walk(self._session.page, set()))
            drags = [one for one in there if isinstance(one, ft.Draggable)]
            dragged = [one for one in drags if name in _words_in(one.content_feedback)]
            targets = [one for one in there if isinstance(one, ft.DragTarget) and label in _words_in(one)]
            if not dragged or not targets:
                return False
            source, target = dragged[0]._i, targets[0]
            at = {"x": 1.0, "y": 1.0}
            await self._session.dispatch_event(target._i, "will_accept", {"src_id": source, "accept": True})
            await self._session.dispatch_event(target._i, "accept", {"src_id": source, "l": at, "g": at})
            return True

        self._until(lambda: self._wait(drop()), f"{name!r} to drag to {label!r}")

    def turn(self, width: int, height: int) -> None:
        """Give the page another size, as who turns a phone does."""

        async def resize() -> None:
            page, size = self._session.page, {"width": width, "height": height}
            self._session.apply_page_patch(size)
            await self._session.dispatch_event(page._i, "resize", size)

        self._wait(resize())

    def enter(self, label: str) -> None:
        """End what is typed into a field."""

        async def submit() -> bool:
            for one in _walk(self._session.page, set()):
                if isinstance(one, ft.TextField) and label in str(one.label):
                    await self._session.dispatch_event(one._i, "submit", one.value)
                    return True
            return False

        self._until(lambda: self._wait(submit()), f"a field {label!r}")

    def has(self, name: re.Pattern[str]) -> bool:
        """Whether there is such a button."""
        return any(name.search(said) for said in self.names())

    def leave(self) -> None:
        """Leave the table, whatever is on it."""
        self.press("Leave", exact=True)
        self.press("Leave the table")

    def value_of(self, label: str) -> str:
        """What stands in the field with this label."""

        async def read() -> list[str]:
            fields = (one for one in _walk(self._session.page, set()) if isinstance(one, ft.TextField))
            return [str(one.value or "") for one in fields if label in str(one.label)]

        return str(until(lambda: self._wait(read()), f"a field {label!r}")[0])

    def switch(self, label: str, on: bool) -> None:
        """Turn the switch, or the box, with this label on or off."""

        async def turn() -> bool:
            for one in _walk(self._session.page, set()):
                if isinstance(one, ft.Switch | ft.Checkbox) and label in str(one.label):
                    self._session.apply_patch(one._i, {"value": on})
                    await self._session.dispatch_event(one._i, "change", on)
                    return True
            return False

        self._until(lambda: self._wait(turn()), f"a switch {label!r}")

    def key(self, name: str, *, ctrl: bool = False, shift: bool = False) -> None:
        """Press a key, as Flutter names it."""

        async def press() -> None:
            pressed = {"key": name, "shift": shift, "ctrl": ctrl, "alt": False, "meta": False}
            await self._session.dispatch_event(self._session.page._i, "keyboard_event", pressed)

        self._wait(press())


def _words(control: BaseControl) -> Iterator[str]:
    if isinstance(control, ft.Text) and control.value:
        yield str(control.value)
    elif isinstance(control, ft.Semantics) and control.label:
        yield str(control.label)
    elif isinstance(getattr(control, "content", None), str):
        yield str(control.content)  # type: ignore[attr-defined]
    for name in ("label", "hint_text", "error", "helper"):
        if not isinstance(control, ft.Semantics) and isinstance(value := getattr(control, name, None), str) and value:
            yield value


def _words_in(root: Any) -> list[str]:
    return [word for one in _walk(root, set()) for word in _words(one)]


def _walk(root: Any, seen: set[int]) -> Iterator[BaseControl]:
    """Every control below this one."""
    if isinstance(root, list | tuple):
        for one in root:
            yield from _walk(one, seen)
    elif isinstance(root, BaseControl) and id(root) not in seen:
        seen.add(id(root))
        if isinstance(root, ft.DialogControl) and not root.open:
            return  # a browser that has closed it would say so
        yield root
        if isinstance(root, ft.Semantics) and root.exclude_semantics and root.label:
            return  # the label stands for all that is in it
        for field in dataclasses.fields(root):
            if field.name != "_parent":
                yield from _walk(getattr(root, field.name, None), seen)
        yield from _walk(getattr(root, "_b", None), seen)  # what a component has drawn


class _Undrawn(logging.Handler):
    """Hears of what could not be drawn, which the app keeps to a part of the screen."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.getMessage()}: {record.exc_info and record.exc_info[1]!r}")


@contextmanager
def tab(
    width: int = 1280,
    height: int = 800,
    route: str = "/",
    app: AppState | None = None,
    visitor: Visitor | None = None,
) -> Iterator[Tab]:
    """A tab in this process. `app`: by default the one that posed matches are put into; `visitor`: the device that
    shows it, by default the host's own browser."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="tab", daemon=True)
    thread.start()
    undrawn = _Undrawn()
    logging.getLogger("ui.core.hooks").addHandler(undrawn)
    try:
        opened = Tab(loop, width, height, route, app or APP, visitor)
        try:
            yield opened
        finally:
            opened.close()
        assert not undrawn.lines, undrawn.lines
    finally:
        logging.getLogger("ui.core.hooks").removeHandler(undrawn)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
