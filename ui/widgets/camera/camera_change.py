"""A camera is added in the middle of a match, changed, or dropped."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import part, use_value
from ui.match import LiveMatch
from ui.widgets.basic import dialog, note
from ui.widgets.camera.camera_choice import use_camera


@part
def CameraChange(table: LiveMatch) -> ft.Control:
    """A button that opens the choice."""
    app = use_app()
    opened, set_opened = use_value(False)
    unseen = table.session.scene.seeing == "unseen"
    pick = use_camera("" if table.again is None else table.again.source, without=True)
    ft.use_dialog(_choice(table, opened, pick.shown(), lambda: pick.spec, lambda: set_opened(False)))
    return ft.TextButton(
        say("Add a camera") if unseen else say("Camera and table"),
        icon=ft.Icons.VIDEOCAM_OUTLINED,
        disabled=app.host.opening is not None,
        on_click=lambda _: set_opened(True),
    )


def _choice(
    table: LiveMatch, opened: bool, shown: ft.Control, spec: Callable[[], str], close: Callable[[], None]
) -> ft.DialogControl | None:
    if not opened:
        return None
    app = use_app()

    def change() -> None:
        close()
        line = app.cameras.fault(spec())
        if line is not None:
            app.host.fail(line)
        else:
            app.host.change_source(table, spec())

    words = note(say("The match goes on as it stands. What lies on the table otherwise is told, and asked."))
    actions: list[ft.Control] = [
        ft.TextButton(say("Cancel"), on_click=lambda _: close()),
        ft.FilledButton(say("Go on so"), on_click=lambda _: change()),
    ]
    return dialog(say("What looks on?"), ft.Column([words, shown], spacing=12, tight=True), actions, close)
