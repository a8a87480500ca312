"""The record of the game, newest first; what was undone stays in it, struck out."""

from __future__ import annotations

import flet as ft

from companion.match import Source as Origin
from companion.text import say
from ui.core import part, use_value
from ui.dice_table import Scene, TableSession
from ui.match import ORIGINS, history_lines
from ui.widgets.basic import Colors, note

ICONS: dict[Origin, ft.IconData] = {
    "seen": ft.Icons.VISIBILITY_OUTLINED,
    "typed": ft.Icons.KEYBOARD_OUTLINED,
    "lot": ft.Icons.SHUFFLE_ROUNDED,
    "chosen": ft.Icons.TOUCH_APP_OUTLINED,
    "recorded": ft.Icons.MOVIE_OUTLINED,
    "corrected": ft.Icons.EDIT_OUTLINED,
}
PAGE = 25
"""Entries shown at a time."""


@part
def HistoryList(session: TableSession, scene: Scene) -> ft.Control:
    """A page of entries, and a button for more."""
    shown, set_shown = use_value(PAGE)
    lines = history_lines(session.game, scene.entries)
    rows: list[ft.Control] = []
    for count, line in list(enumerate(lines, 1))[::-1][:shown]:
        struck = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH) if not line.stands else None
        origin = say("undone later") if not line.stands else say(ORIGINS[line.origin]) if line.origin else ""
        words: list[ft.Control] = [
            ft.Text(line.text, size=14, style=struck, color=None if line.stands else Colors.ON_SURFACE_VARIANT)
        ]
        if origin:
            words.append(note(origin, size=12))
        rows.append(
            ft.Row(
                [
                    note(str(count), size=12, width=26, text_align=ft.TextAlign.RIGHT),
                    ft.Icon(
                        ICONS[line.origin] if line.origin else ft.Icons.UNDO_ROUNDED,
                        size=20,
                        color=Colors.PRIMARY if line.stands else Colors.OUTLINE,
                    ),
                    ft.Column(words, spacing=0, tight=True, expand=True),
                ],
                spacing=10,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    if not rows:
        rows.append(note(say("Nothing has happened yet.")))
    if shown < len(lines):
        rows.append(ft.TextButton(say("Show older entries"), on_click=lambda _: set_shown(shown + PAGE)))
    return ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
