"""The dialogue that tells what a clause says."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.rules import Game
from companion.text import localized, say


def clause_dialog(game: Game, clause: str, on_close: Callable[[], None]) -> ft.AlertDialog:
    """Shows a clause of the rules in our words, with the house rule in force."""
    title = localized(game.seed).clause(clause).title
    return ft.AlertDialog(
        title=ft.Text(f"{clause}  {title}", size=20, weight=ft.FontWeight.W_600),
        content=ft.Container(width=420, content=ft.Text(game.clause_text(clause), size=15.5)),
        actions=[ft.TextButton(say("Close"), on_click=lambda _: on_close())],
        scrollable=True,
        inset_padding=ft.Padding.all(16),
        on_dismiss=lambda _: on_close(),
    )
