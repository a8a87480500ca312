"""The doctor as a page: what is to be changed about camera, light, networks and computer, the gravest first."""

from __future__ import annotations

import flet as ft

from companion.text import later, say, upper
from ui.app_state import use_app
from ui.core import GAP, Waiting, part, use_route, use_store, use_width
from ui.sources import DoctorRun
from ui.widgets.basic import Colors, card, heading, note, page
from ui.widgets.camera import finding_row, use_camera
from vision.diagnostics import summary

ABOUT = later(
    "Point the camera at the table, with some dice on it and no hands in view. The check takes a few seconds."
)


@part
def DoctorScreen(about: str) -> ft.Control:
    """`about` is empty."""
    route, width = use_route(), use_width()
    app = use_app()
    run = ft.use_memo(lambda: DoctorRun(app.cameras), [])
    use_store(run)
    pick = use_camera()
    controls: list[ft.Control] = [
        note(say(ABOUT), size=14.5),
        pick.shown(),
        ft.FilledButton(
            say("Check"),
            icon=ft.Icons.MONITOR_HEART_OUTLINED,
            disabled=run.step is not None,
            on_click=lambda _: run.begin(pick.spec),
        ),
    ]
    if run.step is not None:
        ring = Waiting(22)
        text = ft.Semantics(
            live_region=True, expand=True, content=ft.Text(say("Checking {step} …", step=run.step), size=15)
        )
        controls.append(card(ft.Row([ring, text], spacing=12), bgcolor=Colors.PRIMARY_CONTAINER))
    if run.findings is not None:
        words = summary(run.findings)
        title = ft.Semantics(live_region=True, content=heading(upper(words), size=18))
        controls.append(card(title, *map(finding_row, run.findings), spacing=GAP))
    return page(say("Is this computer fit?"), route, controls, width)
