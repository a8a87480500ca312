"""Tabs that are closed: the match goes on, and they are forgotten."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.support.browser import chromium, screen, serve
from tests.support.waiting import until

COUNTING = """
import gc, json, sys, threading, time
import ui.server
from ui.bridge import Tab
from ui.match_opening import LiveMatch
from ui.room import ROOM

def listen():
    while not isinstance(ROOM.table, LiveMatch):
        time.sleep(0.01)
    ROOM.table.watcher.source.loop = True
    for _ in sys.stdin:
        gc.collect()
        tabs = sum(isinstance(one, Tab) for one in gc.get_objects())
        told = {"tabs": tabs, "listeners": len(ROOM._listeners), "shots": ROOM.table.watcher.shot.number}
        print("told " + json.dumps(told), flush=True)

threading.Thread(target=listen, daemon=True).start()
ui.server.AWAY = 1
ui.server.run(port=0, demo="space-checkers")
"""


@pytest.mark.slow
def test_closed_tabs_are_forgotten_and_the_match_goes_on() -> None:
    """Flet keeps a tab that is away for a time, then throws it away: whoever changes anything later goes on."""
    with serve(COUNTING) as server, chromium() as browser:

        def told() -> dict[str, Any]:
            time.sleep(0.5)  # counting holds everything else up
            before = len(server.lines)
            server.tell("tell")
            line = until(lambda: [one for one in server.lines[before:] if one.startswith("told ")], "an answer")[0]
            return json.loads(line.removeprefix("told "))

        for _ in range(3):
            with screen(browser, server.address):
                pass
        assert told()["listeners"] > 0
        last = until(lambda: not (now := told())["listeners"] and now["tabs"] < 3 and now, "the tabs to be forgotten")
        until(lambda: told()["shots"] > last["shots"] + 5, "further pictures")
        assert not [line for line in server.lines if "Traceback" in line]
