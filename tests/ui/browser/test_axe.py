"""Our own pages judged by axe-core: those by which devices join and lend their camera in each of their states, a match
that is printed or shared, and what is there before the app."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.record import Record
from tests.support.app.archives import shelf
from tests.support.app.axe import findings
from tests.support.app.browser import PATIENCE, be_known, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.paired import Paired, paired_app
from tests.support.paths import FILMS
from tests.support.record.recording import clock
from ui.history.print_page import printed
from ui.share.forms import shared


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paired]:
    with paired_app(tmp_path_factory.mktemp("network")) as running:
        yield running


@pytest.fixture(scope="module")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser whose camera looks at a table."""
    with chromium(*camera_flags(FILMS["space-checkers"], tmp_path_factory.mktemp("film"))) as opened:
        yield opened


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_our_own_pages(app: Paired, cameras: Any, scheme: str) -> None:
    with screen(cameras, app.server.address) as host:
        code = app.tell("invite")["code"]
        context = cameras.new_context(
            viewport={"width": 390, "height": 844}, ignore_https_errors=True, color_scheme=scheme
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(app.address)
        page.get_by_role("button", name="Ask to join").wait_for()
        assert findings(page) == []
        page.get_by_label("Code on the host's screen").fill("WRONG1")
        page.get_by_label("Camera It looks at the table").check()
        page.get_by_role("button", name="Ask to join").click()
        page.get_by_text("This code is used up or wrong").wait_for()
        assert findings(page) == []
        page.get_by_label("Code on the host's screen").fill(code)
        page.get_by_label("Name of this device").fill(f"Phone {scheme}")
        page.get_by_role("button", name="Ask to join").click()
        page.get_by_text("Waiting for the host").wait_for()
        assert findings(page) == []
        host.fill("Its four digits", page.locator("#number").inner_text())
        host.press("Let in as camera")
        page.wait_for_url("**/camera")
        page.get_by_text("Ready").wait_for()
        assert findings(page) == []
        host.press(f"Remove Phone {scheme}")
        host.press("Remove it")
        page.get_by_text("Removed", exact=True).wait_for()
        assert findings(page) == []
        context.close()


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A recorded match as a printed page and as the file that replays it; of that one which was cut off and one which
    was changed, too."""
    folder = tmp_path_factory.mktemp("documents")
    ids = shelf(folder / "shelf.sqlite")
    with Record(folder / "shelf.sqlite", clock=clock) as record:
        summary, journal = record.summary(ids["doubles-wild"]), record.journal(ids["doubles-wild"])
        replayed = shared("html", summary, journal)
        pages = {"printed": printed(summary, journal).encode(), "replayed": replayed}
    pages |= {"cut off": replayed[: len(replayed) // 2], "changed": replayed.replace(b"Anna", b"Anne")}
    found = {name: folder / f"{name}.html" for name in pages}
    for name, file in found.items():
        file.write_bytes(pages[name])
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_match_that_is_printed_or_shared(
    cameras: Any, documents: dict[str, Path], scheme: str
) -> None:
    context = cameras.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    for name, file in documents.items():
        page.goto(file.as_uri())
        page.wait_for_load_state()
        assert (name, findings(page)) == (name, [])
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_page_before_the_app_is_drawn(app: Paired, cameras: Any, scheme: str) -> None:
    context = cameras.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    be_known(context, app.server.address)
    page = context.new_page()
    page.route("**/*.js", lambda route: route.abort())  # so that Flutter never comes
    page.goto(app.server.address)
    page.locator("#boot").wait_for()
    assert findings(page) == []
    context.close()
