"""Every control that a pointer can use is reached by the key Tab as well, and has a name, on each kind of screen, at
the sizes of a laptop and of a phone: by day one of both by turns, at night at both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tests.support.app.browser import AppServer, Screen, screen
from tests.support.app.tab_walk import walk
from tests.support.paths import DATA
from tests.support.thoroughness import NIGHTLY
from tests.support.waiting import until

SIZES = ((390, 844), (1280, 900))
SOURCE = "Or an address, a film or pictures"
SHELVED = """
import os
from pathlib import Path
from tests.support.app.archives import shelf
from tests.support.app.one_app import APP
shelf(Path(os.environ["COMPANION_RECORD"]))
APP.archive.refresh()
APP.pads.begin("Rummy", ("Anna", "Ben"))
"""
"""Puts matches into the record, and a score sheet beside them."""
MATCHES: dict[str, tuple[int | None, str]] = {
    "army-vs-aliens-2011": (None, "Draw by lot"),
    "dinosaurs-vs-army-men": (None, "Flip a card"),
    "space-checkers": (40, "What may be done. 5 legal moves"),
    "doubles-wild": (40, "Re-roll: all four dice"),
}
"""A roll, cards, moves on a board, and a choice: each with its events, and a button that is there then."""
ENDED = """
from tests.support.app.posed import open_ending
from tests.support.app.one_app import APP
open_ending("doubles-wild", ("Anna", "Ben"))
session = APP.host.live.session
session.enter_event(session.scene.moves[-1].event)
"""
"""Ends a match."""
LOOKING = """
from tests.support.app.one_app import APP
from ui.settings import usual_setup
APP.host.begin_match(usual_setup({!r}), {!r}, {!r})
"""
"""Looks for the table of a match in a picture, by lines where there are any."""
TAPPED = "from tests.support.app.one_app import APP; APP.host.table.session.tap_board(True)"
WIDTHS = "from tests.support.app.posed import widths; answer = sorted(widths())"
PICTURE = str(DATA / "lines" / "1.jpg")


def check(tab: Screen, app: AppServer, name: str, sizes: Sequence[tuple[int, int]]) -> None:
    """That all is well with the screen of this name, at these sizes."""
    for size in sizes:
        resize(tab, app, size)
        width = size[0]
        if name in MATCHES:
            pose(tab, app, name)
        reached, there = walk(tab)
        if not there <= reached:  # something has come and gone meanwhile, as the search for cameras
            reached, there = walk(tab)
        assert len(there) > 1
        assert (name, width, sorted(there - reached)) == (name, width, [])
        assert (name, width, [key for key in there if key.endswith(": ")]) == (name, width, [])


def resize(tab: Screen, app: AppServer, size: tuple[int, int]) -> None:
    """Give the page this size."""
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    until(lambda: app.run(WIDTHS) == [size[0]], "the page at its size")


def pose(tab: Screen, app: AppServer, name: str) -> None:
    """Put a match on the table, and open what is folded. Anew at each size: a page that is laid out anew folds it."""
    events, button = MATCHES[name]
    source = f"{name} {tab.page.viewport_size['width']}"
    app.run(f"from tests.support.app.posed import pose; pose({name!r}, {events!r}, camera=False, source={source!r})")
    tab.wait_for(source)
    tab.button(button).wait_for()
    if events:
        tab.press("What may be done")
        tab.wait_for("How good are they?")
    if name == "doubles-wild":
        tab.press("History.")
        tab.page.get_by_role("textbox", name="Type an event").wait_for()


def go(app: AppServer, place: str) -> None:
    """Turn the tab to a page of the app."""
    app.run(f"from tests.support.app.posed import go; go({place!r})")


def pages(tab: Screen, app: AppServer) -> Iterator[str]:
    """Each page around matches, once it is there."""
    tab.button("Add a device").wait_for()
    tab.button("Go on with").wait_for()
    yield "start"
    tab.press("Play Doubles Wild")
    tab.press("4 players")
    tab.button("Player 4 plays yellow").wait_for()
    tab.button("Anna sits down").wait_for()
    yield "set-up"
    yield from guided_pages(tab, app)
    go(app, "history")
    tab.wait_for("6 matches")
    yield "history"
    tab.press("Look at it")
    tab.wait_for("The beginning")
    yield "recorded match"


def guided_pages(tab: Screen, app: AppServer) -> Iterator[str]:
    """Those that help before a match, and those that need none."""
    go(app, "doctor")
    tab.fill(SOURCE, "/no/such/table.mp4")
    tab.press("Check", exact=True)
    tab.wait_for("To change: camera: ")  # a busy machine finds its speed wanting as well
    yield "doctor"
    go(app, "calibrate")
    tab.button("For 4 players").wait_for()
    yield "camera check, to begin"
    tab.fill(SOURCE, PICTURE)
    tab.press("Look", exact=True)
    tab.button("Choose another camera or game").wait_for()
    yield "camera check"
    go(app, "enrol")
    tab.fill("Name of the set", "wooden")
    tab.fill(SOURCE, PICTURE)
    yield "own dice, to begin"
    tab.press("Begin", exact=True)
    tab.fill("Name of the face", "Skull")
    tab.press("Show it")
    tab.button("Show Skull again").wait_for()
    yield "own dice"
    go(app, "kit")
    tab.button("Download the PDF").wait_for()
    yield "print kit"
    go(app, "dice")
    tab.button("Look at my dice").wait_for()
    yield "my dice, to begin"
    tab.fill(SOURCE, str(DATA / "bench" / "6.jpg"))
    tab.press("Look at my dice")
    tab.wait_for("6 dice: 3 5 3 5 3 3 = 22")
    tab.press("Count what lies now")
    tab.button("Save as CSV").wait_for()
    yield "my dice"
    go(app, "scores")
    tab.button("Throw Rummy of").wait_for()
    yield "score sheets"
    tab.press("Open Rummy of")
    tab.button("Write down Anna").wait_for()
    yield "score sheet"
    tab.press("Write down Anna")
    tab.button("Write and close").wait_for()
    yield "score"
    tab.press("Cancel")
    tab.wait_until_gone("Write and close")
    go(app, "roller")
    tab.press("Roll (key R)")
    tab.button("Begin anew").wait_for()
    yield "roller"


def tables(tab: Screen, app: AppServer) -> Iterator[str]:
    """Each kind of table, once it is there."""
    app.run(LOOKING.format("army-vs-aliens-2011", PICTURE, (0.3, 0.7)))
    tab.button("Look for the printed sheets").wait_for()
    yield "lines on a table"
    app.run(LOOKING.format("doubles-wild", PICTURE, ()))
    tab.button("Our board has no black squares at its corners").wait_for()
    app.run(TAPPED)
    tab.button("Move the upper left corner up").wait_for()
    yield "corners of a board"
    yield from MATCHES
    app.run(ENDED)
    tab.button("Play again, seats swapped").wait_for()
    yield "end"


@pytest.mark.spread
@pytest.mark.parametrize("screens", [pages, tables], ids=["pages", "tables"])
def test_every_control_is_reached_by_tab_and_has_a_name(
    browser: Any, app: AppServer, screens: Callable[[Screen, AppServer], Iterator[str]]
) -> None:
    app.run(SHELVED)
    with screen(browser, app.address) as tab:
        for number, name in enumerate(screens(tab, app)):
            check(tab, app, name, SIZES if NIGHTLY else SIZES[number % 2 :][:1])
            resize(tab, app, SIZES[-1])
