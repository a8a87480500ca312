"""Whole matches in a real browser, from the start screen to the shared result: each game before its film and without a
camera, on a desk and on a phone. By day one of each game, at night all. And one evening with everything that can be in
it: a phone as camera and one of a player, a misread corrected, an act against the rules caught, a reload, and a phone
that loses the network and comes back.

Of a film the eyes read the beginning; the rest comes from players who do what the test says
(tests.support.referee.rehearsed). With COMPANION_SCREENSHOTS=FOLDER, pictures of every stage are kept there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion
from tests.support.app.browser import READABLE, AppServer, Screen, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.flow import CLAUSES, Flow, first_rest, set_up, was_kept
from tests.support.app.joining import joined
from tests.support.app.paired import Paired, paired_app
from tests.support.app.replay_file import saved_file, shows_the_end
from tests.support.app.unseen import Players
from tests.support.paths import FILMS
from tests.support.thoroughness import NIGHTLY
from tests.support.waiting import until

DESK, PHONE = (1280, 900), (390, 844)
ALL = [(game, way, size) for game in companion.GAMES for way in ("film", "unseen") for size in (DESK, PHONE)]
SOME = [
    ("army-vs-aliens-2011", "film", DESK),
    ("army-vs-aliens-2012", "unseen", PHONE),
    ("dinosaurs-vs-army-men", "film", PHONE),
    ("doubles-wild", "unseen", DESK),
]
"""Each way and each size twice; the fifth game is that of the evening."""
TURNS = 8
"""Events at the beginning of a match without a camera that are done on the screen."""
PICTURED = (0, 3, 6)
"""After which of them pictures are kept."""
EVENING = "space-checkers"
REHEARSE = "from tests.support.app.posed import rehearse; rehearse()"
STILL = 6
"""Frames at the beginning of a film in which nothing moves."""
BLANK = 5.0
"""Standard deviation of the brightness below which a screen shows nothing."""


def is_drawn(tab: Screen) -> bool:
    """Whether there is something to be seen, and not to be heard alone."""
    image = cv2.imdecode(np.frombuffer(tab.page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    return image is not None and float(image.std()) > BLANK


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize(("game", "way", "size"), ALL if NIGHTLY else SOME)
def test_from_the_start_screen_to_the_shared_result(
    game: str, way: str, size: tuple[int, int], browser: Any, app: AppServer, own_record: Path, tmp_path: Path
) -> None:
    def ask(function: str, *given: Any) -> Any:
        return app.run(f"from tests.support.app import unseen; answer = unseen.ask_here({function!r}, *{given!r})")

    name = f"{game}-{way}-{size[0]}"
    with screen(browser, app.address, *size) as host:
        host.keep(f"{name}-1-start")
        true = {"film": before_a_film, "unseen": without_a_camera}[way](game, host, app, ask, name)
        result, over = ask("result")
        host.page.get_by_role("heading", name=result).wait_for()
        host.wait_for(over)
        host.keep(f"{name}-4-over")
        file = saved_file(host, tmp_path)
        shows_the_end(browser, file, size, result, ask("table_words"), f"{name}-5-shared")
        host.press("Look at the match")
        host.wait_for(f"Event 0 of {len(true)}")
        host.page.keyboard.press("End")
        host.wait_for(over)
        host.wait_for("Together: Anna")
        host.keep(f"{name}-6-history")
        assert host.faults == []
    was_kept(own_record, true)


def before_a_film(game: str, host: Screen, app: AppServer, ask: Callable[..., Any], name: str) -> list[str]:
    """From the start screen to the end of a match whose beginning a film shows; what happened."""

    def tell(*words: str) -> Any:
        return app.run(f"from tests.support.app.posed import tell; answer = tell(*{words!r})")

    hold_at = first_rest(FILMS[game])
    app.run(f"{REHEARSE}\nfrom tests.support.app.each_frame import EachFrame; EachFrame.hold_at = {hold_at}")
    flow = Flow(host, tell, types=False)
    set_up(host, str(companion.load(game).title))
    host.fill("Or an address, a film or pictures", str(FILMS[game]))
    host.keep(f"{name}-2-form")
    host.press("Play", exact=True)
    until(lambda: tell("where"), "the match")
    flow.follow()
    assert tell("take-over") == 1
    host.wait_for(flow.newest())
    assert is_drawn(host)
    host.keep(f"{name}-3-begun")
    flow.play()
    return list(tell("events"))


def without_a_camera(game: str, host: Screen, app: AppServer, ask: Callable[..., Any], name: str) -> list[str]:
    """The same where everything is done on the screen: the first turns, and the act that ends the match; what lies
    between is handed in behind it."""
    ask("seed_chance", 5)
    set_up(host, str(companion.load(game).title))
    without = host.page.get_by_role("checkbox", name="Play without a camera")
    without.wait_for()
    if not without.is_checked():  # where there is a camera
        host.click(without)
    host.keep(f"{name}-2-form")
    host.press("Play", exact=True)
    host.button("Leave", exact=True).wait_for()
    players = Players(host, 8, ask)
    for turns in range(TURNS):
        players.play(1, whole=False)
        if turns in PICTURED:
            host.keep(f"{name}-3-{turns}")
    ask("hand_in", 3)
    assert players.play(1, whole=False) is None
    return list(ask("events"))


@pytest.fixture
def paired(tmp_path: Path) -> Iterator[tuple[Any, Paired]]:
    """A browser whose camera looks at a table at rest, fine enough for a QR code, and an app with pairing on."""
    film = camera_flags(FILMS[EVENING], tmp_path, frames=STILL)
    with chromium(*film, pixels=READABLE) as browser, paired_app(tmp_path / "network", REHEARSE) as running:
        yield browser, running


@pytest.mark.slow
@pytest.mark.spread
def test_an_evening_with_phones(paired: tuple[Any, Paired], own_record: Path) -> None:
    browser, app = paired
    with screen(browser, app.server.address, *PHONE) as host:
        camera = joined(browser, app, host, "Table phone", "camera")
        camera.page.wait_for_url("**/camera")
        camera.page.get_by_text("Ready").wait_for()
        player = joined(browser, app, host, "Ben's phone", "player", by_square=True)
        player.listen()
        player.wait_for("The host has not opened a table yet")
        player.keep("evening-paired")

        flow = Flow(player, app.tell)
        set_up(host, str(companion.load(EVENING).title))
        host.click(host.page.get_by_label(re.compile("^Use Table phone")))
        host.press("Play", exact=True)
        camera.page.get_by_text("Sending").wait_for()
        host.button("Leave", exact=True).wait_for()
        until(lambda: app.tell("take-over") == 0, "the table at rest")
        flow.play("3")
        player.wait_for(flow.newest())
        host.keep("evening-begun")

        line = flow.with_a_misread()
        flow.with_a_cheat(CLAUSES[EVENING], host, player)

        # one reload
        flow.play("2")
        host.page.reload()
        host.listen()
        host.wait_for(flow.newest())
        until(lambda: is_drawn(host), "a picture of what is spoken")

        # one reconnect: the network is gone, and the player's phone finds it later than the camera
        player.context.set_offline(True)
        assert app.tell("cut") >= 2
        camera.page.get_by_text("Sending").wait_for()
        app.tell("play", "2")
        player.context.set_offline(False)
        flow.follow()
        player.wait_for(flow.newest())

        over = flow.play()["over"]
        host.wait_for(over)
        player.wait_for(over)
        host.keep("evening-over")
        player.keep("evening-over-player")
        true = app.tell("events")
        host.leave()
        player.wait_for("The host has not opened a table yet")
        host.press("History", exact=True)
        host.press("Look at it")
        host.wait_for(f"Event 0 of {len(true)}")
        assert host.faults == []
    was_kept(own_record, true, line)
