"""A match on a phone that is held in a hand: the one thing to do now is in the lower half of the screen, whole, and at
least as large as a finger, in both languages. That it is in the bar in every other state, tests/ui/screens asks."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, screen

WIDTH, HEIGHT, FINGER = 390, 844, 44
POSE = "from tests.support.app.posed import pose; pose({!r}, {}, {!r}, camera=False)"
ENDING = """
from tests.support.app.posed import open_ending
from tests.support.app.one_app import APP
open_ending("doubles-wild", ("Anna", "Ben"))
session = APP.host.live.session
session.enter_event(session.scene.moves[-1].event)
"""
STATES: list[tuple[str, str]] = [
    (POSE.format("army-vs-aliens-2011", None, ()), "^(Draw by lot|Auslosen)$"),
    (POSE.format("army-vs-aliens-2011", 12, ()), "^Aliens: "),
    (POSE.format("doubles-wild", 40, ()), "^(Re-roll: all|Neu werfen: alle)"),
    (POSE.format("dinosaurs-vs-army-men", None, ()), "^(Flip a card|Karte aufdecken)$"),
    (ENDING, "^(Play again|Noch einmal spielen)$"),
]
"""How a state of a match is posed, and the name of what is done then."""


def under_the_thumb(tab: Screen, name: str) -> None:
    from playwright.sync_api import TimeoutError as Late

    button = tab.page.get_by_role("button", name=re.compile(name)).last
    try:
        button.wait_for(timeout=20_000)
    except Late:
        raise AssertionError(f"no {name!r}; on the screen is:\n{tab.all_words()}") from None
    box = tab.box_of(button)
    assert box["y"] >= HEIGHT / 2 and box["y"] + box["height"] <= HEIGHT, (name, box)
    assert box["x"] >= 0 and box["x"] + box["width"] <= WIDTH, (name, box)
    assert min(box["width"], box["height"]) >= FINGER, (name, box)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_one_thing_to_do_is_under_the_thumb(browser: Any, app: AppServer, language: str) -> None:
    app.run(f"from tests.support.app.one_app import reset; reset({language!r})")
    with screen(browser, app.address, WIDTH, HEIGHT) as tab:
        tab.press(re.compile("^(Play Doubles Wild|Doubles Wild spielen)$"))
        under_the_thumb(tab, "^(Play|Spielen)$")
        tab.press(re.compile("^(Back|Zurück)$"))
        for number, (pose, name) in enumerate(STATES):
            app.run(pose)
            under_the_thumb(tab, name)
            tab.keep(f"thumb-{language}-{number}")
            app.run("from tests.support.app.one_app import APP; APP.host.close(60.0)")
