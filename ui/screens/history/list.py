"""The list of recorded matches: look at one, go on with one, export one, delete one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

import flet as ft

from companion.record import Summary
from companion.text import say, say_count, upper
from ui.app_state import use_app
from ui.core import PHONE, Place, Route, Waiting, part, use_route, use_store, use_value, use_width
from ui.history import date_text, deletion_text, players_text, status_text, title_of
from ui.widgets.basic import (
    Act,
    card,
    choice_chip,
    dialog,
    flow,
    framed,
    header,
    heading,
    hint,
    icon_button,
    note,
    scrolling,
    side_of,
    warning,
)
from ui.widgets.history import export_dialog
from ui.widgets.start import resume_dialog, use_last_camera

PAGE = 25
"""Matches that are listed at a time."""
WIDEST = 860
"""The list does not grow wider than this, in pixels."""

Asked = Literal["", "resume", "export", "delete", "delete for good"]


Ask = Callable[[Asked, Summary], None]
"""Opens a dialogue about a match."""


def use_match_dialogs(route: Route, deleted: Callable[[], None] | None = None) -> Ask:
    """The dialogues about a match, for the component that is being drawn; `deleted` is called after a deletion."""
    app = use_app()
    nobody: Summary | None = None
    asked: Asked = ""
    about, set_about = use_value(nobody)
    what, set_what = use_value(asked)
    token, set_token = use_value("")
    field = use_last_camera()

    def ask(question: Asked, summary: Summary) -> None:
        set_about(summary)
        if question == "export":
            set_token(app.downloads.offer(summary.id))
        set_what(question)

    def close() -> None:
        set_what("")

    async def delete() -> None:
        set_what("")
        if about is not None:
            await asyncio.to_thread(app.archive.delete, about.id)
            if deleted is not None and app.archive.trouble is None:
                deleted()

    shown: ft.DialogControl | None = None
    if about is not None:
        if what == "resume":
            shown = resume_dialog(about, field, route, close)
        elif what == "export":
            shown = export_dialog(about, token, close)
        elif what:
            sure = what == "delete for good"
            shown = _delete_dialog(about, sure, delete if sure else lambda: set_what("delete for good"), close)
    ft.use_dialog(shown)
    return ask


def _delete_dialog(
    summary: Summary, sure: bool, on_yes: Callable[[], object], on_close: Callable[[], None]
) -> ft.AlertDialog:
    """Asks for the first or for the second time; a match in play would only be written anew."""
    app = use_app()
    playing = app.host.plays(summary.id)
    text = say("It is in play at this very moment: leave its table first.") if playing else deletion_text(summary, sure)
    actions: list[ft.Control] = [ft.TextButton(say("Keep it"), on_click=lambda _: on_close())]
    if not playing:
        actions.append(ft.FilledButton(say("Delete for good") if sure else say("Delete"), on_click=on_yes))
    title = say("Delete it for good?") if sure else say("Delete this match?")
    return dialog(title, ft.Text(text, size=15), actions, on_close)


@part
def HistoryScreen(_: str = "") -> ft.Control:
    """Every recorded match, newest first, a page at a time."""
    app = use_app()
    use_store(app.archive)
    route = use_route()
    width = use_width()
    game, set_game = use_value("")
    shown, set_shown = use_value(PAGE)
    ask = use_match_dialogs(route)

    async def refresh() -> None:
        await asyncio.to_thread(app.archive.refresh)

    ft.use_effect(refresh, [])

    matches = [one for one in app.archive.matches if game in ("", one.game)]
    parts: list[ft.Control] = [*archive_lines()]
    games = sorted({one.game for one in app.archive.matches}, key=title_of)
    if len(games) > 1:

        def choose(chosen: str) -> None:
            set_game(chosen)
            set_shown(PAGE)

        parts.append(game_filter(games, game, choose))
    if not app.archive.read:
        parts.append(ft.Row([Waiting(22), note(say("Reading the record …"))]))
    elif not matches and app.archive.trouble is None:
        parts.append(hint(say("No match is recorded yet. What you play before a camera is kept here."), live=False))
    elif matches:
        parts.append(note(say_count("{count:,} match", "{count:,} matches", len(matches)), size=13))
    for one in matches[:shown]:  # each row is read to its end before the next
        parts.append(ft.Semantics(container=True, content=_row(one, route, ask, width >= PHONE)))
    if shown < len(matches):
        more = min(PAGE, len(matches) - shown)
        parts.append(ft.TextButton(say("Show {more} more", more=more), on_click=lambda _: set_shown(shown + PAGE)))
    buttons = [
        Act(say("Statistics"), ft.Icons.INSIGHTS_ROUNDED, lambda: route.go(Place.STATISTICS)),
        Act(say("People"), ft.Icons.GROUPS_OUTLINED, lambda: route.go(Place.PEOPLE)),
        Act(say("Back"), ft.Icons.ARROW_BACK_ROUNDED, route.back),
    ]
    top = header(say("History"), say("Every match that was recorded on this computer"), buttons, width)
    return framed([top], scrolling(parts), side_of(width, WIDEST))


def archive_lines() -> list[ft.Control]:
    """What is wrong with the record, a line each."""
    app = use_app()
    lines: list[ft.Control] = []
    for line in (app.archive.trouble, app.archive.notice):
        if line:
            lines.append(warning(upper(line), on_close=app.archive.dismiss))
    if app.archive.damaged:
        count = len(app.archive.damaged)
        lines.append(
            warning(
                say_count(
                    "{count:,} match of the record is damaged and left out: {which}. The others are whole.",
                    "{count:,} matches of the record are damaged and left out: {which}. The others are whole.",
                    count,
                    which=", ".join(app.archive.damaged[:3]) + (" …" if count > 3 else ""),
                )
            )
        )
    return lines


def game_filter(games: Sequence[str], chosen: str, choose: Callable[[str], None]) -> ft.Control:
    """All games, or one of them."""
    chips = [
        choice_chip(title_of(one) if one else say("All games"), lambda one=one: choose(one), chosen=one == chosen)  # type: ignore[misc]
        for one in ("", *games)
    ]
    return flow(chips, run_spacing=4)


def _row(summary: Summary, route: Route, ask: Ask, wide: bool) -> ft.Control:
    name = f"{title_of(summary.game)}, {players_text(summary)}, {date_text(summary.started)}"
    over = summary.state == "over"
    buttons: list[ft.Control] = [
        ft.FilledTonalButton(
            say("Look at it"),
            icon=ft.Icons.VISIBILITY_OUTLINED,
            tooltip=say("Look at {name}", name=name),
            on_click=lambda _: route.go(Place.RECORDED, summary.id),
        )
    ]
    if not over:
        buttons.append(
            ft.FilledTonalButton(
                say("Go on"),
                icon=ft.Icons.PLAY_ARROW_ROUNDED,
                tooltip=say("Go on with {name}", name=name),
                on_click=lambda _: ask("resume", summary),
            )
        )
    buttons.append(
        icon_button(say("Share {name}", name=name), ft.Icons.SHARE_ROUNDED, lambda: ask("export", summary))
    )
    buttons.append(
        icon_button(say("Delete {name}", name=name), ft.Icons.DELETE_OUTLINE_ROUNDED, lambda: ask("delete", summary))
    )
    state = ft.Icons.EMOJI_EVENTS_OUTLINED if over else ft.Icons.PAUSE_CIRCLE_OUTLINE_ROUNDED
    words = ft.Column(
        [
            heading(title_of(summary.game), size=17),
            ft.Text(players_text(summary), size=15, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
            note(
                date_text(summary.started) + " · " + say_count("{count:,} entry", "{count:,} entries", summary.entries),
                size=13,
            ),
            ft.Row([ft.Icon(state, size=18), ft.Text(status_text(summary), size=14, expand=True)], spacing=8),
        ],
        spacing=4,
        tight=True,
        expand=wide,
    )
    if wide:
        return card(ft.Row([words, *buttons], spacing=8), padding=14)
    row = flow(buttons, spacing=4, run_spacing=4)
    return card(words, row, spacing=6, padding=14)
