"""Passes on to Flet only what its own client could say at this moment: events of controls that are there and can be
touched.

For an event of a control that is not there Flet searches the whole page, which takes milliseconds; properties that are
set from outside it writes as they come. Frames: a byte for the kind, then MessagePack [action, body].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft
import msgspec
from flet.messaging.protocol import MessageAction

from ui.core import Message, page_of_session
from ui.network.rate_limits import TokenBucket

MESSAGE, DATA = 0, 1
"""Kinds of frames: a message of Flet's protocol, and bytes of a data channel."""
SEARCHES = 20, 2
"""Searches of the whole page that may be due at once, and how many more a second."""
LONGEST = 64
"""Letters of an event's name."""


class MalformedMessage(ValueError):
    """What no client of Flet says."""


class EventFilter:
    """Decides on the messages of one web socket."""

    def __init__(self, find_page: Callable[[str], ft.Page | None] = page_of_session) -> None:
        """`find_page`: the page of the session with this id."""
        self._find_page = find_page
        self._session = ""
        self._known: ft.Page | None = None
        self._registered = False
        self._searches = TokenBucket(*SEARCHES)

    def answered(self, message: Message) -> None:
        """Note what the app sends: the first message tells the session."""
        frame = message.get("bytes")
        if not self._session and frame:
            action, body = _unpacked(frame)
            if action == MessageAction.REGISTER_CLIENT.value:
                self._session = str(body["session_id"])

    def passes(self, frame: bytes) -> bool:
        """Whether a frame from the browser is for Flet; MalformedMessage where the socket is to be ended."""
        if frame[:1] == bytes([DATA]):
            return self._registered
        action, body = _unpacked(frame)
        match action:
            case MessageAction.REGISTER_CLIENT.value:
                if self._registered or not _may_set(body.get("page")):
                    raise MalformedMessage("a client registers once, with properties of its page")
                self._registered = True
                return True
            case MessageAction.CONTROL_EVENT.value:
                return self._can_be_touched(body.get("target"), body.get("name"))
            case MessageAction.UPDATE_CONTROL_PROPS.value:
                return self._control(body.get("id")) is not None and _may_set(body.get("props"))
            case MessageAction.INVOKE_METHOD.value:
                return self._control(body.get("control_id")) is not None
            case _:
                raise MalformedMessage("an action that is the app's alone")

    @property
    def _page(self) -> ft.Page | None:
        """The page of the session; a moment after its client has registered."""
        if self._known is None and self._session:
            self._known = self._find_page(self._session)
        return self._known

    def _control(self, id: object) -> ft.BaseControl | None:
        """The control with this id that the browser was sent and not told to drop."""
        if self._page is None or not isinstance(id, int):
            return None
        found: ft.BaseControl | None = self._page.session.index.get(id)
        if found is None:
            return None
        try:
            there = found.page is self._page
        except RuntimeError:  # what it lies in was drawn anew: Flet finds it by a search, once
            there = False
        return found if there or self._searches.take() else None

    def _can_be_touched(self, id: object, event: object) -> bool:
        """Whether a control is there, hears of the event, and neither it nor what it lies in is hidden or switched
        off."""
        control = self._control(id)
        if control is None or not isinstance(event, str) or not 0 < len(event) <= LONGEST:
            return False
        if control is self._page:
            return True  # its size, its keys and where it is: Flet handles some without our asking
        if getattr(control, f"on_{event}", None) is None:
            return False
        at: Any = control
        while at is not None and at is not self._page:
            if getattr(at, "disabled", False) or getattr(at, "visible", True) is False:
                return False
            at = at.parent
        return True


def asks(frame: bytes) -> bool:
    """Whether a frame that was passed on asks for something, and is no answer to what the app has asked or shown."""
    return frame[:1] == bytes([MESSAGE]) and _unpacked(frame)[0] != MessageAction.INVOKE_METHOD.value


def _unpacked(frame: bytes) -> tuple[int, dict[str, Any]]:
    if frame[:1] != bytes([MESSAGE]):
        raise MalformedMessage("a frame of no kind that is known")
    try:
        action, body = msgspec.msgpack.decode(frame[1:])
    except (ValueError, TypeError, RecursionError) as fault:
        raise MalformedMessage("no message") from fault
    if not isinstance(action, int) or not isinstance(body, dict):
        raise MalformedMessage("no message")
    return action, body


def _may_set(properties: object) -> bool:
    """Whether these are properties that a client sets: neither handlers nor what Flet keeps for itself."""
    return isinstance(properties, dict) and not any(
        not isinstance(name, str) or name.startswith(("_", "on_")) for name in properties
    )
