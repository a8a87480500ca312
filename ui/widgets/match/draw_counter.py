"""The draw counter: turns without progress as pips that fill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.rules import Rules
from companion.text import say, say_count
from ui.widgets.basic import Colors, card, flow, heading, info_button, labelled, note

PIP = 14
"""Width of a pip, in pixels."""


def DrawCounterCard(game: Rules, position: Any, on_clause: Callable[[str], None]) -> ft.Control:
    """How near the game is to an end for want of progress; nothing where no game ends so, or it has ended."""
    counter = game.draw_counter(position)
    if counter is None or game.outcome(position) is not None:
        return ft.Container(visible=False)
    left = counter.limit - counter.quiet
    words = say("Draw counter: {quiet} of {limit}", quiet=counter.quiet, limit=counter.limit)
    pips: list[ft.Control] = [_pip(number < counter.quiet) for number in range(counter.limit)]
    return card(
        ft.Row(
            [
                ft.Icon(ft.Icons.HOURGLASS_BOTTOM_ROUNDED, color=Colors.PRIMARY, size=22),
                heading(words, size=15, expand=True),
                info_button(counter.clause, on_clause),
            ],
            spacing=10,
        ),
        labelled(words, flow(pips, spacing=5, run_spacing=5)),
        note(
            say_count(
                "{count} more quiet turn, and the game ends.", "{count} more quiet turns, and the game ends.", left
            ),
            size=13,
        ),
        spacing=6,
        padding=14,
    )


def _pip(full: bool) -> ft.Control:
    return ft.Container(
        width=PIP,
        height=PIP,
        border_radius=PIP / 2,
        bgcolor=Colors.PRIMARY if full else None,
        border=ft.Border.all(2, Colors.PRIMARY if full else Colors.OUTLINE),
    )
