"""Earlier matches on the start screen: a tap goes on with the newest that is not over, another lists all."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.record import Summary
from companion.text import say
from ui.app_state import use_app
from ui.core import Place, part, use_route, use_store, use_value
from ui.history import resume_sentence, title_of
from ui.widgets.basic import Colors, card, flow, heading, note
from ui.widgets.start.resume import resume_dialog, use_last_camera


@part
def PlayedBefore(busy: bool) -> ft.Control:
    """The match that can go on, where there is one, and the way to the history."""
    app = use_app()
    use_store(app.archive)
    route = use_route()
    nobody: Summary | None = None
    about, set_about = use_value(nobody)
    field = use_last_camera()

    async def refresh() -> None:
        await asyncio.to_thread(app.archive.refresh)

    ft.use_effect(refresh, [])
    ft.use_dialog(None if about is None else resume_dialog(about, field, route, lambda: set_about(None)))
    buttons: list[ft.Control] = [
        ft.TextButton(say("History"), icon=ft.Icons.HISTORY_ROUNDED, on_click=lambda _: route.go(Place.HISTORY))
    ]
    newest = app.archive.newest_to_resume()
    if newest is None:
        return flow(buttons, run_spacing=4)
    title = title_of(newest.game)
    buttons.insert(
        0,
        ft.FilledButton(
            say("Go on with {title}", title=title),
            icon=ft.Icons.PLAY_ARROW_ROUNDED,
            disabled=busy,
            on_click=lambda _: set_about(newest),
        ),
    )
    return card(
        heading(say("Your last match is not over"), size=17),
        note(f"{title}: {resume_sentence(newest)}."),
        flow(buttons, run_spacing=4),
        spacing=6,
        bgcolor=Colors.SECONDARY_CONTAINER,
    )
