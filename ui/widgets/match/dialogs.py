"""The dialogue that tells what a clause says."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.rules import Game
from companion.text import localized, say
from ui.widgets.basic import dialog


def clause_dialog(game: Game, clause: str, on_close: Callable[[], None]) -> ft.AlertDialog:
    """Shows a clause of the rules in our words, with the house rule in force."""
    title = localized(game.seed).clause(clause).title
    close = ft.TextButton(say("Close"), on_click=lambda _: on_close())
    return dialog(f"{clause}  {title}", ft.Text(game.clause_text(clause), size=15.5), [close], on_close)
