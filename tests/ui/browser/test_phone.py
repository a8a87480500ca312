"""A phone as camera in a real browser: paired, let in, its pictures in a match, and back after whatever goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.browser import Screen, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.joining import joined
from tests.support.app.paired import Paired, paired_app
from tests.support.paths import FILMS
from tests.support.waiting import until

GAME = "space-checkers"


@pytest.fixture(scope="module")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser whose camera looks at a table where one roll is made, which lies there for nine seconds: long enough
    for it to be seen at rest in the few pictures that a busy machine takes."""
    with chromium(*camera_flags(FILMS[GAME], tmp_path_factory.mktemp("film"), linger=240)) as opened:
        yield opened


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paired]:
    with paired_app(tmp_path_factory.mktemp("network")) as running:
        yield running


@pytest.fixture(scope="module")
def host(cameras: Any, app: Paired) -> Iterator[Screen]:
    with screen(cameras, app.server.address) as opened:
        yield opened


@pytest.fixture(scope="module")
def phone(cameras: Any, app: Paired, host: Screen) -> Iterator[Any]:
    """A phone that joins by the code on the host's screen and is let in there; its page."""
    camera = joined(cameras, app, host, "Anna's phone", "camera")
    page = camera.page
    page.wait_for_url("**/camera")
    page.get_by_text("Ready").wait_for()
    yield page
    assert camera.faults == []
    camera.close()


@pytest.fixture
def sending(app: Paired, phone: Any) -> Any:
    """The phone, its pictures looked at by a match."""
    if "Sending" not in phone.locator("#state").inner_text():
        assert app.tell("open", GAME, "phone") is None
        phone.get_by_text("Sending").wait_for()
    return phone


def pictures(app: Paired) -> int:
    return int(app.tell("journal")["shots"])


def test_the_host_sees_what_the_phone_sees_and_chooses_it(app: Paired, host: Screen, phone: Any) -> None:
    host.press("Play Space Checkers")
    host.wait_for("A match of Space Checkers")
    host.click(host.page.get_by_label("Use Anna's phone", exact=True))  # so called once there is a preview
    host.press("Play", exact=True)
    phone.get_by_text("Sending").wait_for()
    until(lambda: "shots" in app.tell("journal"), "the match")
    host.wait_for("Anna's phone")
    until(lambda: pictures(app) > 20, "pictures of the phone")


def test_pictures_come_at_their_full_size(app: Paired, sending: Any) -> None:
    told = app.tell("phones")["Anna's phone"]
    assert (told["size"], told["sending"], told["watched"]) == ([1280, 720], True, True)
    assert "1280×720" in sending.locator("#more").inner_text()


def test_the_match_is_followed_through_the_phone(app: Paired, sending: Any) -> None:
    lines = until(lambda: app.tell("journal")["lines"], "an event")
    assert lines[0].startswith("Yellow rolled") and app.tell("journal")["sources"] == ["seen"]


def test_the_token_is_out_of_reach_of_scripts(app: Paired, phone: Any) -> None:
    assert phone.evaluate("document.cookie") == ""
    assert "#" not in phone.url


def test_a_reload_goes_on_by_itself(app: Paired, sending: Any) -> None:
    before = pictures(app)
    sending.reload()
    sending.get_by_text("Sending").wait_for()
    until(lambda: pictures(app) > before, "a picture after the reload")


def test_a_lost_network_is_told_and_the_phone_comes_back(app: Paired, host: Screen, sending: Any) -> None:
    sending.route("**/pair/state", lambda route: route.abort())
    assert app.tell("cut") >= 1
    sending.get_by_text("No connection").wait_for()
    before = pictures(app)
    sending.unroute("**/pair/state")
    sending.get_by_text("Sending").wait_for()
    until(lambda: pictures(app) > before, "a picture after the loss")


def test_a_camera_that_was_taken_away_comes_back_with_the_page(app: Paired, sending: Any) -> None:
    """As when a phone is locked: the camera is taken from the page, which is told when it is seen again."""
    sending.evaluate("document.getElementById('video').srcObject.getTracks().forEach(track => track.stop())")
    until(lambda: app.tell("journal")["trouble"], "a word about the missing pictures")
    sending.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(lambda: app.tell("journal")["trouble"] is None, "the end of the trouble")
    before = pictures(app)
    until(lambda: pictures(app) > before, "a picture")


def test_a_removed_phone_is_told(app: Paired, host: Screen, sending: Any) -> None:
    host.button("Leave").wait_for()
    host.press("Devices", exact=True)
    host.press("Remove Anna's phone")
    host.press("Remove it")
    sending.get_by_text("Removed", exact=True).wait_for()
    assert app.tell("devices") == {} and app.tell("phones") == {}
    host.wait_for("Anna's phone has been removed")
