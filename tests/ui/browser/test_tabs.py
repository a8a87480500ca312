"""Several tabs: each is drawn for itself. Tabs that are closed: the match goes on, and they are forgotten."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import screen, serve
from tests.support.app.joining import joined
from tests.support.app.paired import paired_app
from tests.support.waiting import until

COUNTING = """
import gc, json, sys, threading, time, weakref
import ui.server.server
from ui.core.hooks import Tab
from ui.match.open_match import LiveMatch
from tests.support.app.one_app import APP

TABS, make = weakref.WeakSet(), Tab.__init__

def made(tab, *more):
    TABS.add(tab)
    make(tab, *more)

Tab.__init__ = made

def listen():
    while not isinstance(APP.host.table, LiveMatch) or APP.host.table.frame_loop.shot is None:
        time.sleep(0.01)
    APP.host.table.frame_loop.source.loop = True
    for _ in sys.stdin:
        gc.collect()
        watcher = APP.host.table.frame_loop
        told = {"tabs": len(TABS), "listeners": len(APP.host._listeners), "shots": watcher.shot.number}
        told |= {"ended": watcher.ended, "trouble": APP.host.table.session.scene.trouble}  # for who reads why it failed
        print("told " + json.dumps(told), flush=True)

threading.Thread(target=listen, daemon=True).start()
ui.server.server.run(port=0, demo="army-vs-aliens-2011", state=APP)
"""

STORE = """
import asyncio, sys, threading

import flet as ft

import ui.server.server
from ui.core.hooks import open_tab, part, use_store, use_value
from ui.core.store import Store
from ui.widgets.basic.basics import heading

class Count(Store):
    told = 0

    def tell(self):
        with self.change():
            self.told += 1

COUNT = Count()
"""

TELLING = """
@part
def Counting():
    use_store(COUNT)
    pressed, set_pressed = use_value(0)
    ft.use_effect(lambda: COUNT.tell() if pressed else None, [pressed])
    title = heading("Counting")
    press = ft.Button("Press", on_click=lambda _: set_pressed(pressed + 1))
    return ft.Column([title, press, ft.Text(f"pressed {pressed} of {COUNT.told}")])

def start_page(page, app):
    open_tab(page, Counting, app, app.language.current)

ui.server.server.start_page = start_page
ui.server.server.run(port=0)
"""


def test_what_is_drawn_while_others_are_told_stays_in_its_tab(browser: Any) -> None:
    """A change that is made while one tab is drawn is told to the others, and none gets what was meant for another."""
    with (
        serve(STORE + TELLING) as server,
        screen(browser, server.address) as first,
        screen(browser, server.address) as second,
    ):
        for count in (1, 2, 3):
            first.press("Press")
            first.wait_for(f"pressed {count} of {count}")
            second.wait_for(f"pressed 0 of {count}")
        second.press("Press")
        second.wait_for("pressed 1 of 4")
        first.wait_for("pressed 3 of 4")


LEAVING = """
PAGES, LOOP = [], []

@part
def Counting():
    use_store(COUNT)
    return ft.Column([heading("Counting"), ft.Text(f"told {COUNT.told}")])

def start_page(page, app):
    PAGES.append(page)
    LOOP.append(asyncio.get_running_loop())
    open_tab(page, Counting, app, app.language.current)

def settle():
    # Whatever the loop has been told of before is drawn by then, or not.
    for _ in range(50):
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), LOOP[0]).result()

def listen():
    for line in sys.stdin:
        connection = PAGES[0].session.connection
        if line.strip() == "leaving":
            connection._FletApp__send_queue, connection.kept = None, connection._FletApp__send_queue
        elif line.strip() == "here":
            connection._FletApp__send_queue = connection.kept
        else:
            COUNT.tell()
        settle()
        print("done", line, flush=True)

threading.Thread(target=listen, daemon=True).start()
ui.server.server.start_page = start_page
ui.server.server.run(port=0)
"""


def test_what_is_told_while_a_browser_leaves_does_not_end_the_drawing_of_its_tab(browser: Any) -> None:
    """For a moment Flet has let go of the socket and does not know yet that the browser is away."""
    with serve(STORE + LEAVING) as server, screen(browser, server.address) as tab:
        for number, word in enumerate(("tell", "leaving", "tell", "here", "tell"), 1):
            server.tell(word)
            until(lambda n=number: sum(line.startswith("done") for line in server.lines) == n, word)  # type: ignore[misc]
        tab.wait_for("told 3")


FAILING = """
import flet as ft

import ui.server.server
from ui.core.hooks import open_tab, part, use_value
from ui.widgets.basic.basics import heading

FAILED = []

@ft.component
def Failing():
    pressed, set_pressed = use_value(0)
    if pressed == 1 and not FAILED:
        FAILED.append(True)
        raise ValueError("what no part keeps to itself")
    return ft.Column([ft.Button("Fail", on_click=lambda _: set_pressed(pressed + 1)), ft.Text(f"failed {pressed}")])

@part
def Page():
    pressed, set_pressed = use_value(0)
    press = ft.Button("Press", on_click=lambda _: set_pressed(pressed + 1))
    return ft.Column([heading("Failing"), press, ft.Text(f"pressed {pressed}"), Failing()])

ui.server.server.start_page = lambda page, app: open_tab(page, Page, app, app.language.current)
ui.server.server.run(port=0)
"""


def test_a_tab_in_which_drawing_failed_is_drawn_on(browser: Any) -> None:
    with serve(FAILING) as server, screen(browser, server.address) as tab:
        tab.press("Fail")
        until(lambda: server.faults, "the failure in the log")
        assert any("what no part keeps to itself" in line for line in server.lines)
        server.lines.clear()
        tab.press("Press")
        tab.wait_for("pressed 1")


@pytest.mark.slow
@pytest.mark.parametrize("soon", ["ui.core.hooks.RELOAD = 1", "ui.core.hooks.RELOAD, ui.server.server.AWAY = 5, 1"])
def test_closed_tabs_are_forgotten_and_the_match_goes_on(browser: Any, soon: str) -> None:
    """Nothing of a tab that stays away is told of anything. Flet keeps it for a time, then throws it away: whoever
    changes anything later goes on."""
    kept = 2 if "AWAY" in soon else 3
    with serve(f"import ui.core.hooks, ui.server.server; {soon}\n{COUNTING}") as server:

        def told() -> dict[str, Any]:
            time.sleep(0.5)  # counting holds everything else up
            before = len(server.lines)
            server.tell("tell")
            line = until(lambda: [one for one in server.lines[before:] if one.startswith("told ")], "an answer")[0]
            return json.loads(line.removeprefix("told "))

        for _ in range(3):
            with screen(browser, server.address):
                assert told()["listeners"] > 0
        last = until(lambda: not (now := told())["listeners"] and now["tabs"] <= kept and now, "to be forgotten")
        until(lambda: told()["shots"] > last["shots"] + 5, "further pictures")
        assert "Traceback" not in (said := "".join(server.lines)), said


def test_a_tab_whose_network_comes_and_goes_stays_quick(browser: Any, tmp_path: Path) -> None:
    """What comes back is drawn anew, however often, and hears of what happens."""
    with (
        paired_app(tmp_path / "network") as app,
        screen(browser, app.server.address) as host,
    ):
        player = joined(browser, app, host, "Ben's phone", "player")
        player.listen()
        app.tell("open", "space-checkers")
        for _ in range(2):
            player.wait_for("What has happened")
            with player.page.expect_websocket():  # it comes back by itself
                assert app.tell("cut") >= 1
            app.tell("leave")  # a page that compares all it has had hears nothing meanwhile
            player.wait_for("The host has not opened a table yet")
            app.tell("open", "space-checkers")
        player.close()
