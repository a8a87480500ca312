"""Two tabs in two languages: what a web socket does is in the language of its tab, whatever the others speak."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from companion.text import current_language
from tests.support.app.loops import in_a_loop_of_its_own
from ui.core.tab_language import LanguageMiddleware, TabLanguage


def test_a_tab_follows_the_app_until_it_has_a_language_of_its_own() -> None:
    app = ["en"]
    tab, heard = TabLanguage(lambda: app[0]), list[str]()
    tab.subscribe(lambda: heard.append(tab.current()))
    app[0] = "de"
    assert tab.current() == "de"
    tab.choose("en")
    app[0] = "de"
    assert tab.current() == "en" and heard == ["en"]
    with pytest.raises(ValueError, match="'fr'"):
        tab.choose("fr")
    assert tab.current() == "en"


def test_sockets_speak_as_their_tabs_and_requests_as_the_app() -> None:
    """Flet makes the tab in a task of its own, and handles events in others: all of them have its language."""
    app = ["en"]
    tabs = {name: TabLanguage(lambda: app[0]) for name in ("one", "two")}
    heard: dict[str, list[str]] = {"one": [], "two": [], "request": []}

    async def listen(name: str) -> None:
        heard[name].append(current_language())

    async def opened(name: str) -> None:
        tabs[name].use_for_socket()

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        name = scope["name"]
        await listen(name)
        if name in tabs:
            await asyncio.create_task(opened(name))
        for _ in range(2):
            await receive()
            await asyncio.create_task(listen(name))

    async def talk() -> None:
        served = LanguageMiddleware(inner, lambda: app[0])
        steps = {name: [asyncio.Event(), asyncio.Event()] for name in heard}

        async def run(name: str) -> None:
            waited = iter(steps[name])
            await served({"type": "websocket", "name": name}, lambda: next(waited).wait(), None)  # type: ignore[arg-type,return-value]

        async def all_heard(count: int) -> None:
            while any(len(said) < count for said in heard.values()):
                await asyncio.sleep(0)

        running = [asyncio.create_task(run(name)) for name in heard]
        await all_heard(1)
        tabs["one"].choose("de")
        for events in steps.values():
            events[0].set()
        await all_heard(2)
        app[0] = "de"
        tabs["one"].choose("en")
        for events in steps.values():
            events[1].set()
        await asyncio.gather(*running)

    in_a_loop_of_its_own(talk)
    assert heard == {"one": ["en", "de", "en"], "two": ["en", "en", "de"], "request": ["en", "en", "de"]}
    assert current_language() == "en"
