"""While a source is being opened: what it is, and the way out."""

from __future__ import annotations

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import Waiting
from ui.widgets.basic import Colors


def opening_card(what: str) -> ft.Control:
    """What is being opened, a source or a message, and how to give it up."""
    app = use_app()
    return ft.Container(
        content=ft.Row(
            [
                Waiting(22),
                ft.Semantics(
                    live_region=True, expand=True, content=ft.Text(say("Opening {what} …", what=say(what)), size=15)
                ),
                ft.TextButton(say("Cancel"), on_click=lambda _: app.host.leave()),
            ],
            spacing=12,
        ),
        bgcolor=Colors.PRIMARY_CONTAINER,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=16, vertical=8),
    )
