"""Two languages in a real browser: chosen on the start screen, spoken by the page and by the server; each tab may have
its own. What all screens say in German, tests/ui/screens asks without a browser."""

from __future__ import annotations

from typing import Any

from tests.support.app.browser import AppServer, Screen, screen

OPEN = "from tests.support.app.posed import pose; pose('space-checkers', None, ['roll 4 yellow'])"
RESET = "from tests.support.app.one_app import reset; reset()"


def speak(language: str, *tabs: Screen) -> None:
    """Until a screen reader pronounces all of the tabs in this language."""
    for one in tabs:
        one.page.wait_for_function("language => document.documentElement.lang == language", arg=language)


def test_two_tabs_speak_two_languages_and_a_reset_begins_anew(browser: Any, app: AppServer) -> None:
    with screen(browser, app.address) as german, screen(browser, app.address, 390, 844) as english:
        speak("en", german, english)
        german.press("Deutsch sprechen")
        speak("de", german, english)  # the other one has no language of its own yet
        english.button("Doubles Wild spielen").wait_for()
        assert b'<html lang="de">' in german.context.request.get(app.address + "/kit").body()
        english.press("Speak English")
        english.button("Play Doubles Wild").wait_for()
        assert german.button("Doubles Wild spielen").count() == 1
        app.run(OPEN)
        german.wait_for("Gelb würfelt")
        english.wait_for("Yellow rolled")
        english.press("Undo")
        german.wait_until_gone("Gelb würfelt")
        speak("de", german)
        speak("en", english)
        app.run(RESET)
        german.button("Doubles Wild spielen").wait_for()
        english.button("Play Doubles Wild").wait_for()
    with screen(browser, app.address) as fresh:
        fresh.button("Play Doubles Wild").wait_for()
        assert fresh.button("Go on with Space Checkers").count() == 0
