"""Connects shared state with the screens: one `Tab` for each browser tab, and `use_store` to follow a store from it.

What Flet 1.0.5 does not do by itself is mended here and nowhere else:

- An observable changed by one session redraws that session only, and a change from a bare thread raises. So screens
  follow a `Store`, and each tab is poked in its own event loop.
- A tab that is away has no connection; it is emptied, the host's own after a while, and drawn anew when it comes back.
- `Page.run_task` makes its tab the current one of whoever calls it, who may be drawing another: what was drawn there
  from then on would go to the wrong browser. `Tab.run` leaves its caller where it was.
- An exception while a component is drawn ends all drawing in that tab, silently; `part` keeps it to the component, and
  what fails besides is logged, and drawing begun again.
- What is sent to a browser that is just leaving fails, which ends all drawing too; here it is lost, as it is later on.
- What a browser is asked is waited for without end, and holds all that was on its screen; `asking` ends that.
- An answer that comes after what was asked has left the screen, as that of a sound, ends the browser's socket; here it
  is let go.
- A reload leaves the session marked as hidden for ever, and every `RawImage` waits for it to be seen again.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import copy_context
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

import flet as ft
from flet.messaging.protocol import Message

from companion.text import LanguageSource, say, use_language
from ui.core.access import Right, may, visitor
from ui.core.http_filter import page_has_gone
from ui.core.store import Listener, Store
from ui.core.tab_language import TabLanguage

LOG = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
KeyHandler = Callable[[ft.KeyboardEvent], None]
RELOAD = 20.0
"""Seconds within which the host's own browser, when it is away, comes back as it was."""
ANSWER = 10.0
"""Seconds within which a browser answers what it is asked."""
LET_GO = 1.0
"""Seconds after which all that was on the screen of a tab that is away has ended what it does."""


@contextlib.asynccontextmanager
async def asking() -> AsyncIterator[None]:
    """Ask a browser within this for what can be done without: it ends when the browser does not answer in time, cannot
    do it, or has left."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(ANSWER):
            yield


class Tab:
    """State of one browser tab beside its controls: who looks, keys, sizes, and what has to be let go of."""

    def __init__(self, page: ft.Page, app: object, language: LanguageSource) -> None:
        """`app`: the state of the app that this tab shows (ui.app_state); `language`: what it speaks by default."""
        self.page = page
        self.app = app
        self.language = TabLanguage(language)
        self.visitor = visitor()
        """The device that shows this tab; None: the host's own browser."""
        self.redraws: dict[Listener, Callable[[], None]] = {}
        """What tells this tab of changes; to each, what ends that."""
        self.keys: list[KeyHandler] = []
        self.sizes: set[Callable[[float, float], None]] = set()
        """Hear of the width and height of the page when they change."""
        self.cleanups: dict[object, Callable[[], object]] = {}
        """What lets go of resources that screens hold, as a camera; by a key of each."""
        self.back = asyncio.Event()
        """Set while a browser is connected; cleared by whoever waits for its return."""
        self.back.set()
        self.closed = False
        self.visits = 0
        """How often a browser has come back."""
        self.muted = False
        self._field: ft.TextField | None = None
        self._own: dict[Callable[[Tab], Any], Any] = {}

    def own(self, make: Callable[[Tab], T]) -> T:
        """The object that `make` makes for this tab: made once, the same from then on."""
        if make not in self._own:
            self._own[make] = make(self)
        return cast(T, self._own[make])

    def forget(self) -> None:
        """End all subscriptions and let go of all that components hold: Flet runs no cleanup of effects when their page
        goes."""
        for stop in list(self.redraws.values()):
            stop()
        while self.cleanups:
            self.cleanups.popitem()[1]()
        self.keys.clear()
        self.sizes.clear()
        self._field = None

    def redraw(self) -> None:
        """Redraw every component that follows a store."""
        for poke in list(self.redraws):
            poke()

    def field_focused(self, field: ft.TextField) -> None:
        """Note the field that has the focus."""
        self._field = field

    def field_blurred(self, field: ft.TextField) -> None:
        """Note that a field has lost the focus, or has left the screen."""
        if self._field is field:
            self._field = None

    @property
    def types(self) -> bool:
        """Whether a text field has the focus, so that keys are text."""
        return self._field is not None

    @property
    def here(self) -> bool:
        """Whether a browser is connected."""
        try:
            return not self.closed and self.page.session.connection is not None
        except RuntimeError:  # the session went this moment
            return False

    def run(self, task: Callable[P, Awaitable[Any]], *args: P.args, **kwargs: P.kwargs) -> None:
        """Start a task in this tab, from any thread and from any other tab; nothing where no browser is connected."""
        if self.here:
            # The browser may leave between the question and the call.
            with contextlib.suppress(AttributeError, RuntimeError):
                copy_context().run(lambda: self._run(task, *args, **kwargs))

    def _run(self, task: Callable[P, Awaitable[Any]], *args: P.args, **kwargs: P.kwargs) -> None:
        use_language(self.language.current)  # and not that of whoever calls
        self.page.run_task(task, *args, **kwargs)


class _UnprintedMessage(Message):
    """A message to a browser of which no more than its kind is printed.

    Flet makes a line of each for its log, whether that is kept or not: of the screen of a match 2.7 million characters,
    in 81 of the 86 ms for which all other tabs wait while it is sent.
    """

    def __format__(self, _: str) -> str:
        return self.action.name


_tabs: WeakKeyDictionary[ft.Page, Tab] = WeakKeyDictionary()


def open_tab(page: ft.Page, root: Callable[[], ft.Control], app: object, language: LanguageSource) -> Tab:
    """Make the tab of a new page, draw the component `root` on it, and take over its comings and goings and its
    keyboard. `app`, `language`: as Tab has them."""
    tab = _tabs[page] = Tab(page, app, language)
    tab.language.use_for_socket()
    drawing: asyncio.Task[None] | None = None

    def draw() -> None:
        page.render(root)
        keep_drawing()

    def send_while_here() -> None:
        connection: Any = page.session.connection
        send = connection.send_message

        def attempt(message: Message) -> None:
            if connection._FletApp__send_queue is not None:
                send(_UnprintedMessage(message.action, message.body))

        connection.send_message = attempt

    def let_late_answers_go() -> None:
        session: Any = page.session
        take = session.handle_invoke_method_results

        def attempt(*answer: Any) -> None:
            with contextlib.suppress(RuntimeError):
                take(*answer)

        session.handle_invoke_method_results = attempt

    def keep_drawing() -> None:
        nonlocal drawing
        task = page.session._Session__updates_task  # type: ignore[attr-defined]
        if task is not drawing:
            drawing = task
            task.add_done_callback(drawing_ended)

    def drawing_ended(task: asyncio.Task[None]) -> None:
        if tab.closed or task.cancelled() or (fault := task.exception()) is None:
            return
        LOG.error("drawing this tab failed", exc_info=fault)
        page.session.start_updates_scheduler()  # type: ignore[no-untyped-call]
        keep_drawing()
        tab.redraw()

    def connected(_: object) -> None:
        # Without this, a reload freezes the picture: the leaving page reports "hidden", the session is kept, and no
        # "visible" ever follows, so that RawImage parks in wait_until_visible(). There is no public way to say so.
        page._Page__set_app_visible(True)  # type: ignore[attr-defined]
        send_while_here()
        tab.language.use_for_socket()
        tab.visitor = visitor()  # another device cannot take a tab over, but the same one may have been paired anew
        tab.back.set()
        tab.visits += 1
        if not page.views[0].controls:
            draw()
        tab.redraw()

    def lost(_: object) -> None:
        # Flet's client would compare all of the page with what it had, which takes longer with each return, at last
        # minutes in which the browser hears nothing. So what is away is emptied, and drawn anew when it comes back. The
        # host's own page that is loaded anew has nothing to compare, and what it has begun, as the looks of an
        # enrolment, is kept; if it was closed instead, it lets go of its camera in a while.
        if tab.visitor is None and page_has_gone():
            asyncio.get_running_loop().call_later(RELOAD, empty, tab.visits)
        else:
            empty(tab.visits)

    def empty(visits: int) -> None:
        if tab.visits == visits and not tab.closed:
            tab.forget()
            page.views[0].controls = []
            page.update()
            asyncio.get_running_loop().call_later(LET_GO, let_go, visits)

    def let_go(visits: int) -> None:
        # What draws holds what it has drawn last, a whole match with its pictures, for as long as it waits for more.
        if tab.visits == visits and not tab.closed and drawing is not None and not drawing.done():
            drawing.add_done_callback(draw_again)
            drawing.cancel()

    def draw_again(_: asyncio.Task[None]) -> None:
        if not tab.closed:
            page.session.start_updates_scheduler()  # type: ignore[no-untyped-call]
            keep_drawing()

    def closed(_: object) -> None:
        tab.closed = True
        tab.back.set()
        tab.forget()
        _tabs.pop(page, None)

    def key_pressed(event: ft.KeyboardEvent) -> None:
        for handler in list(tab.keys):
            handler(event)

    def resized(event: ft.PageResizeEvent) -> None:
        for tell in list(tab.sizes):
            tell(event.width, event.height)

    page.on_resize = resized
    page.on_connect = connected
    page.on_disconnect = lost
    page.on_close = closed
    page.on_keyboard_event = key_pressed
    send_while_here()
    let_late_answers_go()
    draw()
    return tab


def tab_of_page() -> Tab:
    """The tab whose component is being drawn or whose event is being handled."""
    return _tabs[ft.context.page]


def page_of_session(id: str) -> ft.Page | None:
    """The page that Flet's session with this id shows."""
    return next((page for page in list(_tabs) if page.session.id == id), None)


def allowed(right: Right) -> bool:
    """Whether whoever looks at the tab that is being drawn has a right: what they may not do is not offered.

    That it is not done either is seen to where state changes (ui.core.access.require).
    """
    return may(right, tab_of_page().visitor)


def part(draw: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """A component. Should its drawing fail, one line stands in its place, and everything around it goes on."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        try:
            return draw(*args, **kwargs)
        except Exception:
            if ft.context.page in _tabs:  # and was not closed while it was drawn
                LOG.exception("drawing %s failed", draw.__name__)
            return ft.Text(say("This part of the screen could not be drawn; the server's log says why."))

    return ft.component(drawn)


def keyed(key: str, component: Callable[P, ft.Control], *args: P.args, **kwargs: P.kwargs) -> ft.Control:
    """A component with an identity: under another key it starts anew."""
    return component(*args, key=key, **kwargs)  # type: ignore[arg-type]


def use_subscription(begin: Callable[[], Callable[[], object]]) -> None:
    """Call `begin` once this component is on the screen, and what that returns when it leaves.

    Flet's `use_effect` takes such an answer of its `setup` too, but forgets it when the component is drawn again.
    """
    ends = ft.use_memo(_no_ends, [])

    def end() -> None:
        while ends:
            ends.pop()()

    ft.use_effect(lambda: ends.append(begin()), [], cleanup=end)


def _no_ends() -> list[Callable[[], object]]:
    return []


def use_store(store: Store, of: Callable[[], object] | None = None) -> None:
    """Redraw this component, in its own tab, after every change of `store`, whoever made it and in whatever thread;
    with `of` only after those by which what it returns has become another since the first drawing."""
    tab = tab_of_page()

    def seen() -> tuple[object, int]:
        return store.version if of is None else of(), tab.visits  # who comes back has missed what was drawn meanwhile

    _, set_seen = ft.use_state(seen())

    def follow() -> Callable[[], None]:
        async def redraw() -> None:
            set_seen(seen())

        def poke() -> None:
            tab.run(redraw)

        def stop() -> None:
            undo()
            tab.redraws.pop(poke, None)

        undo = store.subscribe(poke)
        tab.redraws[poke] = stop
        poke()  # the store may have changed between drawing and mounting
        return stop

    use_subscription(follow)


def use_value(initial: T) -> tuple[T, Callable[[T], None]]:
    """A value that this component keeps in this tab; setting it draws the component again."""
    value, set_value = ft.use_state(cast(Any, initial))
    return cast(T, value), cast(Callable[[T], None], set_value)


def use_field(make: Callable[[], ft.TextField], again: object = None) -> ft.TextField:
    """A field for text, made once, and anew when `again` has changed: its `value` is what stands in it.

    A field made anew with each drawing would put an older text over what is being typed; one that is on the screen can
    be read, and not changed. While it has the focus, keys are text and nothing else.
    """
    tab = tab_of_page()

    def made() -> ft.TextField:
        field = make()
        field.on_focus = lambda _: tab.field_focused(field)
        field.on_blur = lambda _: tab.field_blurred(field)
        return field

    field = ft.use_memo(made, [again])
    ft.use_effect(lambda: None, [again], cleanup=lambda: tab.field_blurred(field))
    return field


def use_closing(close: Callable[[], object]) -> None:
    """Call `close` when the component leaves the screen, and when its tab is emptied or gone for good."""
    use_held(lambda: close)


def use_held(hold: Callable[[], Callable[[], object]]) -> None:
    """Call `hold` once the component is on the screen, and what that returns as `use_closing` does."""
    tab = tab_of_page()

    def begin() -> Callable[[], None]:
        sign = object()
        tab.cleanups[sign] = close = hold()

        def leave() -> None:
            if tab.cleanups.pop(sign, None) is not None:
                close()

        return leave

    use_subscription(begin)


def use_keys(handler: KeyHandler) -> None:
    """Call `handler` for keys pressed in this tab while the component is shown and no text field has the focus."""
    tab = tab_of_page()
    newest = ft.use_memo(lambda: [handler], [])
    newest[0] = handler

    def listen() -> Callable[[], None]:
        def pressed(event: ft.KeyboardEvent) -> None:
            if not tab.types:
                newest[0](event)

        tab.keys.append(pressed)
        return lambda: tab.keys.remove(pressed)

    use_subscription(listen)


def use_width() -> float:
    """The width of this tab's page in pixels; the component is drawn again when it changes."""
    return _use_side(lambda page: float(page.width or 1280), lambda width, _: width)


def use_height() -> float:
    """The height of this tab's page in pixels; the component is drawn again when it changes."""
    return _use_side(lambda page: float(page.height or 800), lambda _, height: height)


def _use_side(of: Callable[[ft.Page], float], told: Callable[[float, float], float]) -> float:
    tab = tab_of_page()
    side, set_side = ft.use_state(of(tab.page))

    def listen() -> Callable[[], None]:
        def resized(width: float, height: float) -> None:
            set_side(told(width, height))

        tab.sizes.add(resized)
        set_side(of(tab.page))
        return lambda: tab.sizes.discard(resized)

    use_subscription(listen)
    return side
