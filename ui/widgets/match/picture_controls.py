"""Controls under the picture of a match: state of the eyes, pause, next picture, lines between zones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.core import allowed, keyed, part, use_value
from ui.match import LiveMatch, MatchScene
from ui.sources import Album
from ui.widgets.basic import chip, column, flow
from ui.widgets.camera import CameraChange, UploadButton, ZoneLines
from ui.widgets.match.parts import STATES
from vision.camera import VideoClip


@part
def PictureControls(table: LiveMatch, scene: MatchScene, on_report: Callable[[], None] | None = None) -> ft.Control:
    """A row of controls; the lines between zones unfold below it. `on_report` reports what was misread."""
    session, source = table.session, table.frame_loop.source
    adjusting, set_adjusting = use_value(False)
    paused = isinstance(source, VideoClip) and source.paused and not scene.ended
    text, icon = STATES[scene.seeing]
    row: list[ft.Control] = [chip(say("Paused"), ft.Icons.PAUSE_ROUNDED) if paused else chip(say(text), icon)]
    if isinstance(source, VideoClip) and not scene.ended:
        row.append(
            ft.TextButton(
                say("Go on") if paused else say("Pause"),
                icon=ft.Icons.PLAY_ARROW_ROUNDED if paused else ft.Icons.PAUSE_ROUNDED,
                on_click=lambda _: table.pause(not paused),
            )
        )
    if scene.by_itself is not None:
        row.append(
            ft.Switch(
                label=say("Answers by itself"),
                value=scene.by_itself,
                on_change=lambda e: session.play_by_itself(bool(e.control.value)),
            )
        )
    if isinstance(source, Album):
        row += _album_buttons(table, source)
    if session.lines is not None:
        row.append(
            ft.TextButton(
                say("Done") if adjusting else say("Zones"),
                icon=ft.Icons.CHECK_ROUNDED if adjusting else ft.Icons.VIEW_WEEK_OUTLINED,
                on_click=lambda _: set_adjusting(not adjusting),
            )
        )
    if table.again is not None and session.match_id is not None and allowed("host") and scene.outcome is None:
        row.append(keyed("camera", CameraChange, table))
    if scene.dice_kept is not None and allowed("host"):
        row.append(
            ft.Switch(
                label=say("Keep our dice"),
                tooltip=say("What your dice look like is kept on this computer, so that later matches know them."),
                value=scene.dice_kept,
                on_change=lambda e: session.keep_dice(bool(e.control.value)),
            )
        )
    if on_report is not None and scene.view is not None and allowed("host"):
        row.append(ft.TextButton(say("Misread?"), icon=ft.Icons.OUTLINED_FLAG_ROUNDED, on_click=lambda _: on_report()))
    parts: list[ft.Control] = [flow(row, run_spacing=2)]
    if adjusting and session.lines is not None:
        parts.append(ZoneLines(session, session.lines))
    return column(parts, spacing=8)


def _album_buttons(table: LiveMatch, album: Album) -> list[ft.Control]:
    async def next_picture() -> None:
        await asyncio.to_thread(table.next_picture)

    buttons: list[ft.Control] = []
    if album.remaining:
        buttons.append(
            ft.FilledTonalButton(
                say("Next picture ({left} left)", left=album.remaining),
                icon=ft.Icons.NAVIGATE_NEXT_ROUNDED,
                on_click=next_picture,
            )
        )
    buttons.append(UploadButton(say("Upload the next photograph"), table.show_photograph, table.session.show_remark))
    return buttons
