"""What stands under the picture: what the eyes are doing, the clip's controls, the zones, the next picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.text import digits, say, upper
from ui.core import part, use_value
from ui.dice_table import LiveTable, Scene
from ui.match import zone_name
from ui.sources import Album
from ui.widgets.basic import card, chip, heading, icon_button, note
from ui.widgets.camera import UploadButton
from ui.widgets.match import STATES

STEP = 0.02
"""How far one tap moves a line, as a share of the picture's width."""


@part
def PictureControls(table: LiveTable, scene: Scene) -> ft.Control:
    """A row of controls; the zones unfold below it."""
    session = table.session
    adjusting, set_adjusting = use_value(False)
    text, icon = STATES[scene.seeing]
    text = say(text)
    if scene.paused and scene.seeing != "ended":
        text, icon = (say("Paused") if scene.held else say("Waiting")), ft.Icons.PAUSE_ROUNDED
    row: list[ft.Control] = [chip(text, icon)]
    if scene.pausable and not scene.ended and (scene.held or not scene.paused):
        row.append(
            ft.TextButton(
                say("Go on") if scene.held else say("Pause"),
                icon=ft.Icons.PLAY_ARROW_ROUNDED if scene.held else ft.Icons.PAUSE_ROUNDED,
                on_click=lambda _: session.hold(not scene.held),
            )
        )
    if scene.by_itself is not None and scene.follows:
        row.append(
            ft.Switch(
                label=say("Plays by itself"),
                value=scene.by_itself,
                on_change=lambda e: session.play_by_itself(bool(e.control.value)),
            )
        )
    if isinstance(table.watcher.source, Album):
        row += _album_buttons(table, table.watcher.source)
    row.append(
        ft.TextButton(
            say("Done") if adjusting else say("Zones"),
            icon=ft.Icons.CHECK_ROUNDED if adjusting else ft.Icons.VIEW_WEEK_OUTLINED,
            on_click=lambda _: set_adjusting(not adjusting),
        )
    )
    parts: list[ft.Control] = [
        ft.Row(row, wrap=True, spacing=8, run_spacing=2, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    ]
    if adjusting:
        parts.append(_lines(table, scene))
    return ft.Column(parts, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _album_buttons(table: LiveTable, album: Album) -> list[ft.Control]:
    async def turn() -> None:
        await asyncio.to_thread(table.turn)

    buttons: list[ft.Control] = []
    if album.left:
        buttons.append(
            ft.FilledTonalButton(
                say("Next picture ({left} left)", left=album.left),
                icon=ft.Icons.NAVIGATE_NEXT_ROUNDED,
                on_click=turn,
            )
        )
    buttons.append(UploadButton(say("Upload the next photograph"), table.show_photograph, table.session.say))
    return buttons


def _lines(table: LiveTable, scene: Scene) -> ft.Control:
    """The dividing lines in steps, for those who do not drag them in the picture.

    (Buttons and not sliders: with semantics on, a Flutter slider lays an invisible sheet over the whole page.)
    """
    session, zones = table.session, scene.zones

    def mover(index: int, by: float) -> Callable[[], None]:
        def move() -> None:
            session.set_line(index, zones.lines[index] + by)
            session.lines_set()

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
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    return card(*rows, spacing=4)
