"""A recorded match to keep outside the record: three kinds of file, and a page to print."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.record import Summary
from companion.text import later, say
from ui.core import TAP
from ui.history import date_text, players_text, title_of
from ui.widgets.basic import column, dialog, note

WAYS: tuple[tuple[str, str, str, ft.IconData], ...] = (
    ("text", later("Text of the game"), later("For people, and for `companion replay`"), ft.Icons.DESCRIPTION_OUTLINED),
    ("csv", later("Scores as a table"), later("CSV for a spreadsheet"), ft.Icons.TABLE_CHART_OUTLINED),
    ("json", later("Everything, for programs"), later("JSON with every entry"), ft.Icons.DATA_OBJECT_ROUNDED),
    ("print", later("A page to print"), later("Opens beside this one"), ft.Icons.PRINT_OUTLINED),
)
"""The form, what it is called, what it is for, and its sign."""


def export_dialog(summary: Summary, token: str, on_close: Callable[[], None]) -> ft.AlertDialog:
    """One button a form; `token` is the name under which the server gives the match out."""
    buttons: list[ft.Control] = [
        note(f"{players_text(summary)}, {date_text(summary.started)}", size=14),
        *(_button(token, *way) for way in WAYS),
    ]
    title = say("Export {title_of}", title_of=title_of(summary.game))
    done = ft.TextButton(say("Done"), on_click=lambda _: on_close())
    return dialog(title, column(buttons, spacing=10), [done], on_close)


def _button(token: str, form: str, text: str, purpose: str, icon: ft.IconData) -> ft.Control:
    # The browser itself opens the address within the tap, as it demands before it lets a page save a file.
    return ft.OutlinedButton(
        content=ft.Row(
            [
                ft.Icon(icon),
                ft.Column(
                    [ft.Text(say(text), size=15), note(say(purpose), size=12.5)], spacing=0, tight=True, expand=True
                ),
            ],
            spacing=12,
        ),
        height=TAP + 16,
        action=ft.OpenUrl(f"/match/{token}/{form}", target=ft.UrlTarget.BLANK),
    )
