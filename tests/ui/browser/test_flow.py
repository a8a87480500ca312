"""Whole matches in real browsers, one of each game: from the start screen through pairing to the score sheet, with a
misread corrected, an act against the rules caught, a reload, and a phone that loses the network and comes back.

The real eyes read the beginning through the camera of a phone, before which a film of a match plays; the rest comes
from players who do what the test says (tests.support.referee.rehearsed). With COMPANION_SCREENSHOTS=FOLDER, pictures of
every stage are kept there.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion
from companion.match.entries import Corrected
from companion.match.steps import format_step
from companion.record import Record
from tests.support.app.browser import Screen, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.joining import Joined, joined
from tests.support.app.paired import Paired, paired_app
from tests.support.waiting import PATIENCE, until
from ui.match.open_match import DEMOS

REHEARSED = (
    "import ui.match.open_match, tests.support.referee.rehearsed as one; "
    "ui.match.open_match.MatchPipeline = one.Rehearsed"
)
DESK, PHONE = (1280, 800), (390, 844)
CLAUSES = {
    "army-vs-aliens-2011": "AVA-3.2",
    "army-vs-aliens-2012": "AVB-3.2",
    "dinosaurs-vs-army-men": "DVA-3.1",
    "doubles-wild": "DW-3.3",
    "space-checkers": "SC-3.1",
}
"""What the act against the rules breaks."""
STILL = 360
"""Frames of the camera for which nothing happens on the table: until the match has begun, where nothing is slow."""
BLANK = 5.0
"""Standard deviation of the brightness below which a screen shows nothing."""
UNSEEN = 3.0
"""Seconds after which the players type what the eyes have not seen."""


class Flow:
    """Everybody at one table: the host's screen, the phone that looks on, and that of a player."""

    def __init__(self, browser: Any, app: Paired, host: Screen, name: str) -> None:
        self.browser, self.app, self.host, self.name = browser, app, host, name
        self.camera: Joined
        self.player: Joined

    def keep(self, stage: str, *screens: str) -> None:
        for one in screens:
            getattr(self, one).keep(f"{self.name}-{stage}-{one}")

    def pair(self) -> None:
        """A phone joins as the camera, by the code; a player's by the QR code."""
        self.camera = joined(self.browser, self.app, self.host, "Table phone", "camera")
        self.camera.page.wait_for_url("**/camera")
        self.camera.page.get_by_text("Ready").wait_for()
        self.player = joined(self.browser, self.app, self.host, "Ben's phone", "player", by_square=True)
        self.player.listen()
        self.player.wait_for("The host has not opened a table yet")
        self.keep("paired", "host", "camera", "player")

    def begin(self, title: str) -> None:
        """The host sets the match up; the real eyes find the table and read the first event."""
        self.host.press(f"Play {title}")
        self.host.wait_for(f"A match of {title}")
        self.host.fill("Name of player 1", "Anna")
        self.host.fill("Name of player 2", "Ben")
        self.host.page.get_by_label(re.compile("^Use Table phone")).click()
        self.keep("set-up", "host")
        self.camera.page.reload()  # and its film begins anew
        self.camera.page.get_by_text("Ready").wait_for()
        self.host.press("Play", exact=True)
        self.host.wait_for("is the table found?")
        self.keep("check", "host")
        self.camera.page.get_by_text("Sending").wait_for()
        self.host.button("Leave", exact=True).wait_for()
        self.follow()
        assert self.app.tell("take-over") == 1
        self.keep("begun", "host", "camera", "player")

    def follow(self) -> dict[str, Any]:
        """Answer on the player's phone whatever is asked, and type what was not seen, until everybody has done what
        they were told, or something was read wrongly."""
        since, before = time.monotonic(), None
        while time.monotonic() < since + PATIENCE:
            told: dict[str, Any] = self.app.tell("where")
            if told["misread"] or (told["agree"] and (told["idle"] or told["over"])):
                return told
            if told != before:
                since, before = time.monotonic(), told
            if told["asks"]:
                self.player.page.get_by_role("button", name=re.compile(rf"^{told['asks']}\. ")).click()
                until(lambda told=told: self.app.tell("where") != told, "what comes of the answer")
            elif told["unseen"] and time.monotonic() > since + UNSEEN:
                self.say(told["unseen"])
                until(lambda told=told: self.app.tell("where") != told, "what comes of what was typed")
            time.sleep(0.1)
        raise AssertionError(f"{told}; on the screen is:\n{self.host.all_words()}")

    def play(self, *count: str) -> dict[str, Any]:
        self.app.tell("play", *count)
        return self.follow()

    def say(self, line: str) -> None:
        """Type an event on the player's phone."""
        if self.player.page.get_by_role("textbox", name="Type an event").count() == 0:
            self.player.press("History.")
        self.player.fill("Type an event", line)
        self.player.press("Say", exact=True)

    def correct(self, number: int, line: str, words: str) -> None:
        """Put an event right on the player's phone: with two taps where what it was is offered, else by typing."""
        player = self.player
        player.press(f"Correct event {number}:")
        player.wait_for("It was told as")
        player.button("1. ").wait_for()
        self.keep("amending", "player")
        offered = player.page.get_by_role("button", name=re.compile(rf"^\d\. {re.escape(words)}(?!\w)"))
        if offered.count():
            offered.click()
        else:
            player.press("Something else")
            player.fill("What it was", line)
            player.page.keyboard.press("Enter")

    def newest(self) -> str:
        return str(self.app.tell("where")["newest"])


def is_drawn(tab: Screen) -> bool:
    """Whether there is something to be seen, and not to be heard alone."""
    image = cv2.imdecode(np.frombuffer(tab.page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    return image is not None and float(image.std()) > BLANK


def first_frames(game: str) -> int:
    """Of a film, up to the end of the rest in which its first event is seen."""
    truth = json.loads(DEMOS[game].with_suffix(".json").read_text())
    rest = next(one for one in truth["rests"] if one["events"] == 1 and one["state"] == "settled")
    return int(rest["until"] * truth["film"]["rate"])


@pytest.fixture
def flow(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flow]:
    game, size = request.param
    film = camera_flags(DEMOS[game], tmp_path, frames=first_frames(game), times=2, before=STILL, linger=150)
    with (
        chromium(*film) as browser,
        paired_app(tmp_path / "network", REHEARSED) as app,
        screen(browser, app.server.address, *size) as host,
    ):
        yield Flow(browser, app, host, f"{game}-{size[0]}")
        # Flutter's renderer complains so of a picture that it lets go of, or without a word; nothing comes of it.
        assert [one for one in host.faults if one != "Exception" and "reading 'postMessage'" not in one] == []
    (tmp_path / "camera.mjpeg").unlink()  # it is large


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize(
    ("game", "flow"),
    [(game, (game, PHONE if game == "space-checkers" else DESK)) for game in companion.GAMES],
    indirect=["flow"],
    ids=companion.GAMES,
)
def test_from_the_start_screen_to_the_score_sheet(game: str, flow: Flow, own_record: Path) -> None:
    app, host = flow.app, flow.host
    flow.keep("start", "host")
    flow.pair()
    flow.begin(str(companion.load(game).title))
    player = flow.player
    player.wait_for(flow.newest())
    flow.play("3")

    # one misread
    app.tell("misread")
    number, line, words = flow.play()["misread"]
    host.wait_for(flow.newest())
    flow.keep("misread", "host", "player")
    flow.correct(number, line, words)
    until(lambda: app.tell("where")["misread"] is None, "the correction")
    flow.keep("corrected", "host", "player")

    # one act against the rules
    app.tell("cheat")
    flow.follow()
    host.wait_for("Against the rules")
    player.wait_for("Against the rules")
    flow.keep("ruling", "host", "player")
    host.press(CLAUSES[game])
    host.button("Close").wait_for()
    flow.keep("clause", "host")
    host.press("Close")
    app.tell("mend")
    host.wait_until_gone("Against the rules")

    # one reload
    flow.play("2")
    host.page.reload()
    host.listen()
    host.wait_for(flow.newest())
    until(lambda: is_drawn(host), "a picture of what is spoken")
    flow.keep("reloaded", "host")

    # one reconnect: the network is gone, and the player's phone finds it later than the camera
    player.context.set_offline(True)
    assert app.tell("cut") >= 2
    flow.camera.page.get_by_text("Sending").wait_for()
    app.tell("play", "2")
    flow.keep("offline", "player")
    player.context.set_offline(False)
    flow.follow()
    player.wait_for(flow.newest())
    flow.keep("back", "player")

    over = flow.play()["over"]
    host.wait_for(over)
    player.wait_for(over)
    flow.keep("over", "host", "player")
    true = app.tell("events")
    host.leave()
    player.wait_for("The host has not opened a table yet")
    host.press("History", exact=True)
    host.press("Look at it")
    host.wait_for(f"Event 0 of {len(true)}")
    host.page.keyboard.press("End")
    host.wait_for(over)
    host.wait_for("Together: Anna")
    flow.keep("history", "host")
    with Record(own_record, clock=time.time) as record:
        kept = record.summaries()[0][0]
        journal = record.journal(kept.id)
    assert (kept.state, kept.names) == ("over", ("Anna", "Ben"))
    assert [format_step(journal.game, one.event) for one in journal.history()] == true
    corrected = [one for one in journal.entries if isinstance(one, Corrected)]
    assert [journal.game.formatted(one.event) for one in corrected] == [line]
