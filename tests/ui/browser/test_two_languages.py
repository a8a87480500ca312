"""Tabs that speak two languages, before one table, in a real browser; and a server that begins anew between tests."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, Screen, screen, serve
from tests.support.waiting import until

CODE = """
import sys, threading
from tests.support.app.one_app import APP, reset
from tests.support.app.posed import posed, put_on_table
from ui.server.server import run

def listen():
    for line in sys.stdin:
        if line.strip() == "open":
            put_on_table(posed("space-checkers", None, ["roll 4 yellow"]))
        else:
            reset()
        print("done", flush=True)

threading.Thread(target=listen, daemon=True).start()
run(port=0, state=APP)
"""


def tell(server: AppServer, word: str) -> None:
    done = server.lines.count("done\n")
    server.tell(word)
    until(lambda: server.lines.count("done\n") > done, word)


def language_of(tab: Screen) -> str:
    return str(tab.page.evaluate("document.documentElement.lang"))


def test_two_tabs_speak_two_languages_and_a_reset_begins_anew(browser: Any) -> None:
    with serve(CODE) as server:
        with screen(browser, server.address) as german, screen(browser, server.address) as english:
            german.press("Deutsch sprechen")
            german.button("Doubles Wild spielen").wait_for()
            english.button("Doubles Wild spielen").wait_for()  # it has no language of its own yet
            english.press("Speak English")
            english.button("Play Doubles Wild").wait_for()
            assert german.button("Doubles Wild spielen").count() == 1
            tell(server, "open")
            german.wait_for("Gelb würfelt")
            english.wait_for("Yellow rolled")
            english.press("Undo")
            german.wait_until_gone("Gelb würfelt")
            assert (language_of(german), language_of(english)) == ("de", "en")
            tell(server, "reset")
            german.button("Doubles Wild spielen").wait_for()
            english.button("Play Doubles Wild").wait_for()
        with screen(browser, server.address) as fresh:
            fresh.button("Play Doubles Wild").wait_for()
            assert fresh.button("Go on with Space Checkers").count() == 0
