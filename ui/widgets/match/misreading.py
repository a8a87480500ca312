"""A dialog that shows all that a report of a misreading holds, and saves it."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.record import LONGEST_NOTE, PackedReport, contents_text
from companion.text import say
from ui.core import RADIUS, keyed, part, use_field
from ui.widgets.basic import column, dialog, note


def misreading_dialog(
    packed: PackedReport, token: str, on_note: Callable[[str], None], on_close: Callable[[], None]
) -> ft.AlertDialog:
    """`token`: the name under which the server gives the report out; `on_note` hears what the sender writes."""
    # The browser itself opens the address within the tap, as it demands before it lets a page save a file.
    save = ft.FilledButton(
        say("Save the report"),
        icon=ft.Icons.DOWNLOAD_ROUNDED,
        action=ft.OpenUrl(f"/misreading/{token}", target=ft.UrlTarget.BLANK),
    )
    done = ft.TextButton(say("Done"), on_click=lambda _: on_close())
    return dialog(say("Report a misreading"), keyed("contents", _Contents, packed, on_note), [done, save], on_close)


@part
def _Contents(packed: PackedReport, on_note: Callable[[str], None]) -> ft.Control:
    field = use_field(
        lambda: ft.TextField(
            label=say("What is wrong? (if you like)"),
            max_length=LONGEST_NOTE,
            multiline=True,
            on_change=lambda event: on_note(str(event.control.value)),
        )
    )
    view = packed.report.view
    picture = ft.Container(
        ft.Image(src=packed.picture, border_radius=RADIUS, semantics_label=say("The picture in the report")),
        aspect_ratio=view.width / view.height,
    )
    lines: list[ft.Control] = [note(f"{name}: {text}", size=14) for name, text in contents_text(packed)]
    return column(
        [
            note(say("This will be in the file. Look at the picture: only the table should be on it."), size=14),
            picture,
            *lines,
            field,
            note(say("No names, no place and no date. Nothing is sent: save the file, and send it yourself."), size=14),
        ],
        spacing=10,
    )
