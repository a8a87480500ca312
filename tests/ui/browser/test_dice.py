"""Dice are read in a real browser, on a phone: from the start page to the total, put right in the picture, saved and
spoken. What else is said and done there, tests/ui/screens asks without a browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.support.app.browser import AppServer, screen
from tests.support.paths import DATA

VOICES = """
() => {
    window.spoken = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.speak = words => window.spoken.push(`${words.voice.name}: ${words.text}`);
    speechSynthesis.getVoices = () => [
        {lang: 'en-US', localService: false, name: 'of a server'},
        {lang: 'en-GB', localService: true, name: 'of this machine'},
    ];
    speechSynthesis.dispatchEvent(new Event('voiceschanged'));
}
"""
"""In the place of the browser's voices, of which one in a test has none."""


def test_a_photograph_is_sent_read_put_right_and_spoken(browser: Any, app: AppServer, tmp_path: Path) -> None:
    app.run("from tests.support.app.one_app import APP; APP.rolls.clear()")
    with screen(browser, app.address, 390, 844) as phone:
        phone.page.evaluate(VOICES)
        phone.press("Read my dice now")
        phone.wait_for("What looks on")
        with phone.page.expect_file_chooser() as choosing:
            phone.press("Upload a photograph")
        choosing.value.set_files(DATA / "bench/6.jpg")
        phone.wait_for("6 dice: 3 5 3 5 3 3 = 22")
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
        for name in ("Count what lies now", "Speak each roll"):  # without scrolling, and large enough
            box = phone.box_of(phone.button(name))
            assert box["y"] + box["height"] <= 844 and box["height"] >= 44
        phone.press("Speak each roll")
        phone.button("Stop speaking").wait_for()
        phone.press(re.compile("^Die 1 in the picture: red die showing 3"))
        phone.press("It shows 6")
        phone.wait_for("6 dice: 6 5 3 5 3 3 = 25")
        phone.page.wait_for_function("() => window.spoken.length === 2")
        assert phone.page.evaluate("window.spoken") == [
            "of this machine: 6 dice: 3, 5, 3, 5, 3, 3; 22 in all",
            "of this machine: 6 dice: 6, 5, 3, 5, 3, 3; 25 in all",
        ]
        phone.press("Count what lies now")
        phone.wait_for("1 roll, 25 in all")
        with phone.page.expect_download() as saving:
            phone.press("Save as CSV")
        saved = tmp_path / "rolls.csv"
        saving.value.save_as(saved)
        assert saving.value.suggested_filename == "rolls.csv"
        assert "6 5 3 5 3 3,red red blue white blue green,25,yes,yes,pips" in saved.read_text("utf-8-sig")
