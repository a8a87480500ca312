"""Ways to give a match away: a picture, a file that replays it, files for programs, a page to print."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.record import Summary
from companion.text import later, say
from ui.core import TAP
from ui.history import date_text, players_text, title_of
from ui.widgets.basic import column, dialog, note

WAYS: tuple[tuple[str, str, str, ft.IconData], ...] = (
    ("png", later("A picture of the result"), later("To send: who won, the score, the table"), ft.Icons.IMAGE_OUTLINED),
    (
        "html",
        later("The match to replay anywhere"),
        later("One file for any browser, without a network"),
        ft.Icons.SLIDESHOW_ROUNDED,
    ),
    ("text", later("Text of the game"), later("For people, and for `companion replay`"), ft.Icons.DESCRIPTION_OUTLINED),
    ("csv", later("Scores as a table"), later("CSV for a spreadsheet"), ft.Icons.TABLE_CHART_OUTLINED),
    ("json", later("Everything, for programs"), later("JSON with every entry"), ft.Icons.DATA_OBJECT_ROUNDED),
    ("print", later("A page to print"), later("Opens beside this one"), ft.Icons.PRINT_OUTLINED),
)
"""The form, what it is called, what it is for, and its sign."""
SHARED = ("png", "html")
"""The forms that tell no more than was on the screens."""


def export_dialog(summary: Summary, token: str, on_close: Callable[[], None]) -> ft.AlertDialog:
    """One button a form; `token` is the name under which the server gives the match out. A match that is not recorded
    can be shared, and is written in no other form."""
    buttons: list[ft.Control] = [
        note(f"{players_text(summary)}, {date_text(summary.started)}", size=14),
        *(_button(token, *way) for way in WAYS if summary.id or way[0] in SHARED),
    ]
    title = say("Share {title_of}", title_of=title_of(summary.game))
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
