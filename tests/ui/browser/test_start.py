"""The start screen in a real browser: what it offers, what it says when something cannot be opened."""

from __future__ import annotations

import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.app.browser import ROOT, AppServer, Screen, screen


@pytest.fixture(scope="module")
def start(browser: Any, app: AppServer) -> Iterator[Screen]:
    with screen(browser, app.address) as opened:
        yield opened


def dismiss(start: Screen, words: str) -> None:
    """Take a message away, and wait until everything below it has moved up: a press before that would miss."""
    start.press("Dismiss")
    start.wait_until_gone(words)


def test_the_server_is_ready_after_little_work() -> None:
    """First screen under 3 s: nothing of what only some tables need is loaded, and no more modules than there were."""
    code = (
        "from ui.app_state import AppState; from ui.server.server import make_app; make_app(AppState()); "
        "import sys; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "ui.server.server" in loaded and len(loaded) < 1500
    assert not {"torch", "scipy", "PIL", "fpdf", "psycopg", "flet_cli", "models.train"} & {*loaded}


def test_every_source_is_offered(start: Screen) -> None:
    for name in ("Play the recording", "Upload a photograph", "Open camera", "Look for cameras", "Open"):
        start.button(name).wait_for()
    words = start.all_words()
    assert 'textbox "Camera number"' in words
    assert 'textbox "Path"' in words


def test_nothing_is_fetched_from_elsewhere(start: Screen, app: AppServer) -> None:
    start.button("Play the recording").wait_for()
    assert start.answered
    foreign = [url for url in start.answered if not url.startswith((app.address, "data:", "blob:"))]
    assert foreign == []
    assert start.faults == []


def test_a_missing_camera_is_named_in_one_line(start: Screen) -> None:
    start.fill("Camera number", "77")
    start.press("Open camera")
    start.wait_for("webcam 77 is not there")
    dismiss(start, "webcam 77 is not there")
    start.button("Play the recording").wait_for()


def test_a_path_that_is_not_there_is_named_in_one_line(start: Screen) -> None:
    start.fill("Path", "/no/such/table.mp4")
    start.press("Open", exact=True)
    start.wait_for("/no/such/table.mp4")
    assert "no such file" in start.all_words()
    dismiss(start, "no such file")


def test_a_damaged_video_is_named_in_one_line(start: Screen, tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"\0\0\0\x18ftypmp42" + b"\0" * 400)
    start.fill("Path", str(broken))
    start.press("Open", exact=True)
    start.wait_for("not a video that can be played")
    dismiss(start, "not a video that can be played")


def test_an_upload_that_is_no_picture_is_named_in_one_line(start: Screen, tmp_path: Path) -> None:
    letter = tmp_path / "letter.jpg"
    letter.write_text("Dear all")
    with start.page.expect_file_chooser() as chooser:
        start.press("Upload a photograph")
    chooser.value.set_files(letter)
    start.wait_for("letter.jpg:")
    dismiss(start, "letter.jpg:")
    start.button("Upload a photograph").wait_for()


def test_colours_and_house_rules_are_agreed_before_the_game(start: Screen) -> None:
    start.press("Dice colours and house rules")
    start.press("Army plays red")
    start.wait_for("Army: red dice")
    start.press("Army plays green")  # the Aliens' colour: they swap
    start.wait_for("Army: green dice")
    start.wait_for("Aliens: red dice")
    start.press("Army plays blue")
    start.press("Aliens plays green")
    start.press("One more")
    start.wait_for("The game ends after 6 quiet rounds")
    assert "1 house rule" in start.all_words()
    start.press("One fewer")
    start.wait_for("The game ends after 5 quiet rounds")


def test_phone_width_holds_everything(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address, 390, 844) as phone:
        for name in ("Play the recording", "Upload a photograph", "Open camera"):
            box = phone.button(name).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
            assert box["height"] >= 47
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_answers_carry_the_policy_and_no_leave_for_others(app: AppServer) -> None:
    with urllib.request.urlopen(app.address) as answer:
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["access-control-allow-origin"] is None
    for path in ("/docs", "/openapi.json"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(app.address + path)
        assert refused.value.code == 404
        refused.value.close()
