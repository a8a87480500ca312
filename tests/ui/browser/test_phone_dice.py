"""A phone reads dice, in a real browser: from the code on the host's screen to rolls, a photograph, what is put right,
and the way back from a lost network. What it is told, tests/ui/network asks without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.browser import READABLE, Screen, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.joining import Joined, joined
from tests.support.app.paired import Paired, paired_app
from tests.support.paths import DATA
from tests.support.waiting import until


@pytest.fixture(scope="module")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser whose camera looks at dice that are rolled."""
    flags = camera_flags(DATA / "clips/rolls.mp4", tmp_path_factory.mktemp("film"), frames=300, linger=60)
    with chromium(*flags, pixels=READABLE) as opened:
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
def phone(cameras: Any, app: Paired, host: Screen) -> Iterator[Joined]:
    host.press("Read my dice now")
    camera = joined(cameras, app, host, "Anna's phone", "camera", by_square=True, for_dice=True)
    camera.page.wait_for_url("**/camera")
    yield camera
    assert camera.faults == []
    camera.close()


def line(phone: Joined) -> str:
    return str(phone.page.locator("#line").inner_text())


def rolls(phone: Joined) -> list[str]:
    return [one.partition("\n")[0] for one in phone.page.locator("#rolls li").all_inner_texts()]


def test_by_the_code_beside_the_dice_it_reads_them_at_once(app: Paired, host: Screen, phone: Joined) -> None:
    until(lambda: re.match(r"[23] dice: ", line(phone)), "the dice")
    until(lambda: re.match(r"[23] dice: ", "".join(rolls(phone)[:1])), "a roll")
    host.button(re.compile("^Picture of roll")).first.wait_for()  # on the computer, too
    assert not phone.page.locator("#read").is_visible() and phone.page.locator("#shutter").is_visible()


def test_each_die_is_outlined_where_it_lies(phone: Joined) -> None:
    canvas = phone.page.locator("#over")

    def outlined() -> bool:
        drawn = canvas.evaluate("""canvas => {
            const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            return pixels.some(value => value > 0);
        }""")
        return bool(drawn)

    until(outlined, "outlines over the picture")


def test_a_photograph_is_shown_with_its_total_and_put_right(phone: Joined) -> None:
    page, took = phone.page, list[int]()
    tiles = page.locator("#tiles button")

    def photographed() -> bool:
        """Whether there are dice in the next photograph: those before this camera come and go."""
        page.evaluate("delete document.body.dataset.took")
        page.locator("#shutter:not([disabled])").click()
        page.locator("body[data-took]").wait_for()
        took.append(int(page.evaluate("document.body.dataset.took")))
        return int(tiles.count()) >= 2

    until(photographed, "dice in a photograph")
    print(f"from the shutter to the result: {took} ms")
    page.locator("#shutter:not([disabled])").wait_for()
    assert re.match(r"[23] dice: ", line(phone)) and page.locator("#photo").is_visible()
    other = "5" if tiles.first.inner_text() != "5" else "6"
    tiles.first.click()
    page.locator("#faces").get_by_role("button", name=other, exact=True).click()
    until(lambda: tiles.first.inner_text() == other, "the face that was told")
    page.get_by_role("button", name="Add to the list").click()
    page.get_by_role("button", name="In the list").wait_for()
    page.get_by_role("button", name="Back to the live picture").click()
    page.locator("#photo").wait_for(state="hidden")


def test_a_lost_network_is_told_and_the_dice_come_back(app: Paired, phone: Joined) -> None:
    page = phone.page
    page.route("**/pair/state", lambda route: route.abort())
    assert app.tell("cut") >= 1
    page.get_by_text("No connection").wait_for()
    assert line(phone) == "", "what lay there may lie there no more"
    page.unroute("**/pair/state")
    until(lambda: re.match(r"[23] dice: ", line(phone)), "the dice after the loss")
    page.get_by_text("No connection").wait_for(state="hidden")


def test_on_the_home_screen_it_opens_as_it_was(app: Paired, phone: Joined) -> None:
    page = phone.page
    kept = page.evaluate("fetch('/camera.webmanifest').then(one => one.json())")
    assert (kept["start_url"], kept["display"], kept["short_name"]) == ("/camera", "standalone", "Dice")
    for icon in kept["icons"]:
        data = page.evaluate(f"fetch('{icon['src']}').then(one => one.status)")
        assert data == 200, icon
    page.evaluate(f"location.assign('{kept['start_url']}')")
    until(lambda: re.match(r"[23] dice: ", line(phone)), "the dice, without a tap")


def test_what_stops_on_the_phone_stops_on_the_computer(app: Paired, host: Screen, phone: Joined) -> None:
    phone.page.get_by_role("button", name="Stop reading dice").click()
    phone.page.get_by_role("button", name="Read my dice").wait_for()
    host.press("Choose another camera or dice")
    host.wait_for("What looks on")
    until(lambda: not app.tell("phones")["Anna's phone"]["watched"], "the end of the reading")
