"""Has the browser speak with a voice of its own machine, by a script of our page (ui.server.index_page)."""

from __future__ import annotations

import json
from collections.abc import Callable

import flet as ft

from companion.text import LANGUAGES, current_language, later, say
from ui.core import Tab, asking, tab_of_page, use_value

TEXT, VOICES = "companion.speech", "companion.voices"
"""What is spoken is written under the first name, in which languages there are voices stands under the second."""
NO_VOICE = later(
    "This browser has no voice of its own for {language}, so that nothing can be spoken. Sounds tell each roll, and "
    "screen readers say it."
)


class Speech:
    """Whether one tab speaks."""

    def __init__(self, tab: Tab) -> None:
        self.on = False


def use_speech(words: str) -> tuple[bool, Callable[[], None], str]:
    """Speak the words whenever there are others than before, while that is switched on. Whether it is, what changes
    that, and the line of why it cannot be."""
    tab = tab_of_page()
    speech = tab.own(Speech)
    on, set_on = use_value(speech.on)
    fault, set_fault = use_value("")
    storage = ft.use_memo(ft.SharedPreferences, [])
    heard = ft.use_memo(lambda: [words], [])

    async def speak(text: str, language: str) -> None:
        async with asking():  # a browser may store nothing
            await storage.set(TEXT, json.dumps({"text": text, "language": language}))

    async def begin() -> None:
        language = current_language()
        voices: object = None
        async with asking():
            voices = await storage.get(VOICES)
        if language not in str(voices or "").split():
            set_fault(say(NO_VOICE, language=LANGUAGES[language]))
            return
        set_fault("")
        speech.on = True
        set_on(True)
        await speak(words, language)

    def turn() -> None:
        if not speech.on:
            tab.run(begin)
            return
        speech.on = False
        set_on(False)

    if words != heard[0]:
        heard[0] = words
        if on and words:
            tab.run(speak, words, current_language())
    return on, turn, fault
