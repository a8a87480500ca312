"""Our own pages, by which devices join and lend their camera, judged by axe-core in each of their states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.app.axe import findings
from tests.support.app.browser import PATIENCE, chromium, screen
from tests.support.app.fake_camera import camera_flags
from tests.support.app.paired import Paired, paired_app
from ui.match.open_match import DEMOS


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Paired]:
    with paired_app(tmp_path_factory.mktemp("network")) as running:
        yield running


@pytest.fixture(scope="module")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser whose camera looks at a table."""
    with chromium(*camera_flags(DEMOS["space-checkers"], tmp_path_factory.mktemp("film"))) as opened:
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
        host.press("Let in as camera")
        page.wait_for_url("**/camera")
        page.get_by_text("Ready").wait_for()
        assert findings(page) == []
        context.close()
