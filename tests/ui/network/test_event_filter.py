"""What of a browser's messages reaches Flet: real pages and controls, no server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flet as ft
import msgspec
import pytest
from flet.messaging.connection import Connection
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from ui.network import event_filter
from ui.network.event_filter import EventFilter, MalformedMessage, asks


class Silent(Connection):
    def __init__(self) -> None:
        super().__init__()
        self.pubsubhub = PubSubHub()

    def send_message(self, message: Any) -> None:
        pass


def frame(action: int, **body: Any) -> bytes:
    return b"\0" + msgspec.msgpack.encode([action, body])


def event(control: int, name: str = "click") -> bytes:
    return frame(3, target=control, name=name, data=None)


class OnePage:
    """A page with a button in a column, and what comes from its browser."""

    def __init__(self) -> None:
        self.session = Session(Silent())
        self.page = self.session.page
        self.button, self.silent = ft.TextButton("Undo", on_click=print), ft.TextButton("Nothing")
        self.column = ft.Column([self.button, self.silent])
        self.page.views = [ft.View(controls=[self.column])]
        self.session.get_page_patch()
        self.filter = EventFilter(lambda id: self.page if id == self.session.id else None)
        assert self.filter.passes(frame(1, session_id="", page={"route": "/", "width": 390.0}))
        answer = b"\0" + msgspec.msgpack.encode([1, {"session_id": self.session.id, "page_patch": {}, "error": ""}])
        self.filter.answered({"type": "websocket.send", "bytes": answer})


@pytest.fixture
def one() -> Iterator[OnePage]:
    yield OnePage()


def test_what_is_there_and_hears_of_it_is_told(one: OnePage) -> None:
    assert one.filter.passes(event(one.button._i))
    assert one.filter.passes(event(one.page._i, "resize"))
    assert one.filter.passes(frame(4, id=one.button._i, props={"content": "x"}))
    assert one.filter.passes(frame(5, control_id=one.page._i, call_id="a", result=None, error=None))
    assert one.filter.passes(b"\1\1\0\0\0abc")


@pytest.mark.parametrize("name", ["hover", "", "_trigger_event", "click" * 20, "long_press"])
def test_events_that_a_control_does_not_hear_of_are_dropped(one: OnePage, name: str) -> None:
    assert not one.filter.passes(event(one.button._i, name))
    assert not one.filter.passes(event(one.silent._i))


@pytest.mark.parametrize("id", [1_000_000, -1, None, "3", 2**63])
def test_controls_that_are_not_there_are_dropped_before_anybody_looks_for_them(one: OnePage, id: Any) -> None:
    assert not one.filter.passes(event(id))
    assert not one.filter.passes(frame(4, id=id, props={}))
    assert not one.filter.passes(frame(5, control_id=id, call_id="a"))


def test_what_is_hidden_or_switched_off_is_not_touched_nor_what_lies_in_it(one: OnePage) -> None:
    for which in (one.button, one.column):
        which.disabled = True
        assert not one.filter.passes(event(one.button._i))
        which.disabled = False
        which.visible = False
        assert not one.filter.passes(event(one.button._i))
        which.visible = True
    assert one.filter.passes(event(one.button._i))


def test_a_control_that_was_taken_from_the_page_is_searched_for_a_few_times(
    one: OnePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_filter, "SEARCHES", (3, 0))
    fresh = OnePage()
    fresh.column.controls.remove(fresh.button)
    fresh.button._parent = None
    assert [fresh.filter.passes(event(fresh.button._i)) for _ in range(5)] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("name", ["_i", "on_click", "_services", "_parent"])
def test_handlers_and_what_flet_keeps_for_itself_are_set_by_nobody(one: OnePage, name: str) -> None:
    assert not one.filter.passes(frame(4, id=one.button._i, props={name: 1}))
    with pytest.raises(MalformedMessage):
        EventFilter(lambda id: None).passes(frame(1, session_id="", page={name: 1}))


@pytest.mark.parametrize(
    "words",
    [b"", b"\7", b"\0", b"\0\xc1", b"\0" + b"\x91" * 5000, b"\0\x90", frame(2, id=1, patch=[]), frame(6, message="x"),
     frame(99), b"\0" + msgspec.msgpack.encode([3, 4]), b"\0" + msgspec.msgpack.encode({"a": 1}),
     frame(1, session_id="", page={})],
)  # fmt: skip
def test_what_no_client_says_ends_the_socket(one: OnePage, words: bytes) -> None:
    with pytest.raises(MalformedMessage):
        one.filter.passes(words)


def test_the_page_of_a_session_is_made_after_its_client_was_answered() -> None:
    one = OnePage()
    pages: list[ft.Page] = []
    late = EventFilter(lambda id: next(iter(pages), None))
    late.passes(frame(1, session_id="", page={}))
    answer = b"\0" + msgspec.msgpack.encode([1, {"session_id": one.session.id, "page_patch": {}, "error": ""}])
    late.answered({"type": "websocket.send", "bytes": answer})
    assert not late.passes(event(one.button._i))
    pages.append(one.page)
    assert late.passes(event(one.button._i))


def test_nothing_passes_before_the_client_has_registered() -> None:
    early = EventFilter(lambda id: None)
    assert not early.passes(event(1)) and not early.passes(b"\1\1\0\0\0abc")


def test_answers_to_the_app_ask_for_nothing() -> None:
    """A browser says that a sound has been played and that a picture has come, all the time and by itself."""
    assert asks(event(1)) and asks(event(1, "size_change")) and asks(frame(4, id=1, props={}))
    assert not asks(frame(5, control_id=1, call_id="x", result=None, error=None)) and not asks(b"\1\0\0\0")
