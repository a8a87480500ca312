"""Buttons for the other languages: the host chooses for the whole app, a player's device for its own tab."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.text import LANGUAGES, current_language
from ui.app_state import use_app
from ui.core import allowed, tab_of_page
from ui.widgets.basic.basics import Colors, tile_button
from ui.widgets.basic.frame import Act

SPEAK = {"en": "Speak English", "de": "Deutsch sprechen"}
"""What the buttons that change the language are called, each in its own one."""


def language_buttons(wide: bool) -> list[ft.Control]:
    """Each other language by the name that it has for itself, whatever is spoken now; on a phone by its code."""
    app, tab, host = use_app(), tab_of_page(), allowed("host")

    def choose(language: str) -> None:
        tab.language.choose(language)
        if host:
            app.language.choose(language)

    def button(language: str, name: str) -> ft.Control:
        if wide:
            return ft.TextButton(
                content=ft.Semantics(label=SPEAK[language], exclude_semantics=True, content=ft.Text(name)),
                icon=ft.Icons.TRANSLATE_ROUNDED,
                on_click=lambda _: choose(language),
            )
        sign = ft.Column(
            [
                ft.Icon(ft.Icons.TRANSLATE_ROUNDED, size=20, color=Colors.PRIMARY),
                ft.Text(language.upper(), size=12, weight=ft.FontWeight.W_600, color=Colors.PRIMARY),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        return tile_button(SPEAK[language], sign, partial(choose, language), tooltip=name, padding=0)

    return [button(language, name) for language, name in _other_languages().items()]


def language_acts() -> list[Act]:
    """The same for the line on top of a device's screen: for its own tab alone."""
    tab = tab_of_page()
    return [
        Act(SPEAK[language], ft.Icons.TRANSLATE_ROUNDED, partial(tab.language.choose, language))
        for language in _other_languages()
    ]


def _other_languages() -> dict[str, str]:
    return {language: name for language, name in LANGUAGES.items() if language != current_language()}
