"""Dialog to resume a match: asks which camera looks at it."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.record import Summary
from companion.text import say
from ui.app_state import use_app
from ui.core import Place, Route
from ui.history import date_text, players_text, title_of
from ui.widgets.basic import dialog, note
from ui.widgets.camera import CameraPick, use_camera


def use_last_camera() -> CameraPick:
    """What looks on when a match goes on: what did so the last time, until another is chosen."""
    app = use_app()
    last = app.setups.last
    return use_camera("" if last is None else last.source, without=True)


def resume_dialog(summary: Summary, pick: CameraPick, route: Route, on_close: Callable[[], None]) -> ft.AlertDialog:
    """Asks for a camera and takes the match up; where it is in play already, only leads to its table."""
    app = use_app()
    table = app.host.table
    here = app.host.plays(summary.id)
    lines: list[ft.Control] = [
        note(
            say(
                "{players}, begun {when}. It goes on exactly where it was.",
                players=players_text(summary),
                when=date_text(summary.started),
            ),
            size=15,
        )
    ]
    if here:
        lines.append(note(say("It is in play at this very moment."), size=15))
    else:
        lines.append(pick.shown())
        lines.append(note(say("The table has to lie as it did; what differs is told."), size=13))
        if table is not None:
            lines.append(
                note(
                    say("The table that is open now ({name}) is left, on every screen.", name=table.session.name),
                    size=13,
                )
            )

    def go_on() -> None:
        on_close()
        if not here:
            fault = app.cameras.fault(pick.spec)
            if fault is not None:
                app.host.fail(fault)
            else:
                app.host.begin_resumed(summary.id, pick.spec)
        route.go(Place.START)

    title = say("Go on with {title_of}?", title_of=title_of(summary.game))
    actions: list[ft.Control] = [
        ft.TextButton(say("Cancel"), on_click=lambda _: on_close()),
        ft.FilledButton(say("To its table") if here else say("Go on"), on_click=lambda _: go_on()),
    ]
    side = 14  # of the room that a phone has as little as it can do without
    room = {
        "inset_padding": 12,
        "title_padding": ft.Padding.only(left=side, right=side, top=20),
        "content_padding": ft.Padding.symmetric(horizontal=side, vertical=16),
    }
    return dialog(title, ft.Column(lines, spacing=14, tight=True), actions, on_close, **room)
