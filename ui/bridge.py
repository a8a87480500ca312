"""Between shared state and the screens: one `Tab` for each browser tab, and `use_store` to follow a store from it.

What Flet 1.0.5 does not do by itself is mended here and nowhere else:

- An observable changed by one session redraws that session only, and a change from a bare thread raises. So screens
  follow a `Store`, and each tab is poked in its own event loop.
- A tab that is away has no connection; it catches up when it comes back.
- An exception while a component is drawn ends all drawing in that tab, silently; `part` keeps it to the component.
- A reload leaves the session marked as hidden for ever, and every `RawImage` waits for it to be seen again.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

import flet as ft

from ui.store import Listener, Store

LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
KeyHandler = Callable[[ft.KeyboardEvent], None]


class Tab:
    """What one browser tab keeps beside its controls."""

    def __init__(self, page: ft.Page) -> None:
        self.page = page
        self.pokes: set[Listener] = set()
        self.keys: list[KeyHandler] = []
        self.widths: set[Callable[[float], None]] = set()
        self.back = asyncio.Event()
        """Set while somebody looks: at first, and again with each return."""
        self.back.set()
        self.closed = False

    @property
    def here(self) -> bool:
        """Whether a browser is connected."""
        return self.page.session.connection is not None


_tabs: WeakKeyDictionary[ft.Page, Tab] = WeakKeyDictionary()


def open_tab(page: ft.Page) -> Tab:
    """Make the tab of a new page and take over its comings and goings and its keyboard."""
    tab = _tabs[page] = Tab(page)

    def connected(_: object) -> None:
        # Without this, a reload freezes the picture: the leaving page reports "hidden", the session is kept, and no
        # "visible" ever follows, so that RawImage parks in wait_until_visible(). There is no public way to say so.
        page._Page__set_app_visible(True)  # type: ignore[attr-defined]
        tab.back.set()
        for poke in list(tab.pokes):
            poke()

    def closed(_: object) -> None:
        tab.closed = True
        tab.back.set()
        _tabs.pop(page, None)

    def key_pressed(event: ft.KeyboardEvent) -> None:
        for handler in list(tab.keys):
            handler(event)

    def resized(event: ft.PageResizeEvent) -> None:
        for tell in list(tab.widths):
            tell(event.width)

    page.on_resize = resized
    page.on_connect = connected
    page.on_close = closed
    page.on_keyboard_event = key_pressed
    return tab


def tab_of_page() -> Tab:
    """The tab whose component is being drawn or whose event is being handled."""
    return _tabs[ft.context.page]


def part(draw: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """A component. Should its drawing fail, one line stands in its place, and everything around it goes on."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        try:
            return draw(*args, **kwargs)
        except Exception:
            LOG.exception("drawing %s failed", draw.__name__)
            return ft.Text("This part of the screen could not be drawn; the server's log says why.")

    return ft.component(drawn)


def keyed(key: str, component: Callable[P, ft.Control], *args: P.args, **kwargs: P.kwargs) -> ft.Control:
    """A component with an identity: under another key it starts anew."""
    return component(*args, key=key, **kwargs)  # type: ignore[arg-type]


def use_store(store: Store) -> None:
    """Redraw this component, in its own tab, after every change of `store`, whoever made it and in whatever thread."""
    tab = tab_of_page()
    _, set_version = ft.use_state(store.version)

    def follow() -> Callable[[], None]:
        async def redraw() -> None:
            set_version(store.version)

        def poke() -> None:
            if tab.here:
                # The browser may leave between the question and the call.
                with contextlib.suppress(AttributeError, RuntimeError):
                    tab.page.run_task(redraw)

        undo = store.subscribe(poke)
        tab.pokes.add(poke)
        poke()  # the store may have changed between drawing and mounting

        def cleanup() -> None:
            undo()
            tab.pokes.discard(poke)

        return cleanup

    ft.use_effect(follow, [])


def use_value(initial: T) -> tuple[T, Callable[[T], None]]:
    """A value that this component keeps in this tab; setting it draws the component again."""
    value, set_value = ft.use_state(cast(Any, initial))
    return cast(T, value), cast(Callable[[T], None], set_value)


def use_field(make: Callable[[], ft.TextField]) -> ft.TextField:
    """A field for text, made once: its `value` is what stands in it.

    A field made anew with each drawing would put an older text over what is being typed.
    """
    return ft.use_memo(make, [])


def use_keys(handler: KeyHandler) -> None:
    """Hear the keys pressed in this tab while the component is on the screen."""
    tab = tab_of_page()
    newest = ft.use_memo(lambda: [handler], [])
    newest[0] = handler

    def listen() -> Callable[[], None]:
        def pressed(event: ft.KeyboardEvent) -> None:
            newest[0](event)

        tab.keys.append(pressed)
        return lambda: tab.keys.remove(pressed)

    ft.use_effect(listen, [])


def use_width() -> float:
    """The width of this tab's page in pixels; the component is drawn again when it changes."""
    tab = tab_of_page()
    width, set_width = ft.use_state(float(tab.page.width or 1280))

    def listen() -> Callable[[], None]:
        tab.widths.add(set_width)
        set_width(float(tab.page.width or 1280))
        return lambda: tab.widths.discard(set_width)

    ft.use_effect(listen, [])
    return width
