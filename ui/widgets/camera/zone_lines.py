"""The lines between zones in steps, for those who do not drag them in the picture."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.table import Zones
from companion.text import digits, say, upper
from ui.match import zone_name
from ui.widgets.basic import card, heading, icon_button, note
from ui.widgets.camera.picture import Lined

STEP = 0.02
"""How far one tap moves a line, as a share of the picture's width."""


def ZoneLines(session: Lined, zones: Zones) -> ft.Control:
    """Each line with two buttons: with semantics on, a Flutter slider lays an invisible sheet over the whole page."""

    def mover(index: int, by: float) -> Callable[[], None]:
        def move() -> None:
            if session.lines is not None:
                session.set_line(index, session.lines.lines[index] + by)
                session.apply_lines()

        return move

    rows: list[ft.Control] = [
        heading(say("Zones"), size=15),
        note(say("Drag the dashed lines in the picture, or move them here.")),
    ]
    for index, share in enumerate(zones.lines):
        left, right = zone_name(zones.names[index]), zone_name(zones.names[index + 1])
        name = say("the line between {left} and {right}", left=left, right=right)
        rows.append(
            ft.Row(
                [
                    ft.Text(f"{upper(name)}: {digits(share, '.0%')}", size=14, expand=True),
                    icon_button(say("Move {name} left", name=name), ft.Icons.CHEVRON_LEFT_ROUNDED, mover(index, -STEP)),
                    icon_button(
                        say("Move {name} right", name=name), ft.Icons.CHEVRON_RIGHT_ROUNDED, mover(index, STEP)
                    ),
                ],
                spacing=4,
            )
        )
    return card(*rows, spacing=4)
