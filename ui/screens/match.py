"""The screen of a match, whatever the game: what is seen, how it stands, what is asked, what may be done."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from ui.bridge import part, use_keys, use_store, use_value, use_width
from ui.match_opening import LiveMatch
from ui.match_session import MatchScene, MatchSession
from ui.room import ROOM
from ui.theme import GAP, PHONE, RADIUS, TAP
from ui.widgets.basics import Colors, heading, icon_button
from ui.widgets.dialogs import clause_dialog, question_dialog
from ui.widgets.die import die_picture
from ui.widgets.match_parts import EventList, MovesList, OpenCard, remark_card, score_row, state_row
from ui.widgets.picture import WatchedPicture
from ui.widgets.table_drawing import TableDrawing
from ui.words import match_sentence

WIDE = 1040
"""From this width of the page on, in pixels, picture and game stand side by side."""


@part
def MatchScreen(table: LiveMatch) -> ft.Control:
    """Everything about one match, for one tab."""
    session = table.session
    use_store(session)
    width = use_width()
    scene = session.scene
    clause, set_clause = use_value("")
    leaving, set_leaving = use_value(False)

    def key(event: ft.KeyboardEvent) -> None:
        if (event.ctrl or event.meta) and event.key.upper() == "Z":
            session.undo()
        elif event.key.isdecimal() and scene.open is not None and 1 <= int(event.key) <= len(scene.open.choices):
            session.choose(scene.open.choices[int(event.key) - 1])

    use_keys(key)
    dialog: ft.DialogControl | None = None
    if clause:
        dialog = clause_dialog(session.game, clause, lambda: set_clause(""))
    elif leaving:
        kept = "" if scene.by_itself is not None else " What was played stays in the record."
        dialog = question_dialog(
            "Leave this table?", f"Every screen that looks at it leaves it.{kept}", "Leave the table", ROOM.leave,
            lambda: set_leaving(False),
        )  # fmt: skip
    ft.use_dialog(dialog)

    picture = [WatchedPicture(table, _picture_label(scene)), state_row(session, scene)]
    talk: list[ft.Control] = []
    if scene.trouble:
        talk.append(remark_card(scene.trouble, None))
    if scene.open is not None:
        talk.append(OpenCard(session, scene, set_clause))
    elif scene.remark is not None:
        talk.append(remark_card(scene.remark.text, session.dismiss))
    drawing = TableDrawing(session, scene.layout, scene.lit)
    rest = [MovesList(session, scene, set_clause), EventList(session, scene)]
    score = score_row(session, scene)
    banner = _banner(session, scene, width)
    if width >= WIDE:
        body: ft.Control = ft.Row(
            [
                ft.Container(content=_column([*picture, *rest]), expand=12),
                ft.Container(content=_column([banner, *talk, score, drawing]), expand=10),
            ],
            spacing=GAP,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    else:
        body = _column([*talk, *picture, score, drawing, *rest])
    side = 10 if width < PHONE else 16
    top: list[ft.Control] = [_header(session, scene, width, set_leaving)]
    if width < WIDE:
        top.append(ft.Container(content=banner, padding=ft.Padding.only(left=side, right=side, bottom=8)))
    return ft.Column(
        [*top, ft.Container(content=body, padding=ft.Padding.only(left=side, right=side), expand=True)],
        spacing=0,
        expand=True,
    )


def _column(controls: list[ft.Control]) -> ft.Column:
    return ft.Column(
        [*controls, ft.Container(height=16)],
        spacing=GAP,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _header(session: MatchSession, scene: MatchScene, width: float, leave: Callable[[bool], None]) -> ft.Control:
    wide = width >= PHONE

    def button(text: str, icon: ft.IconData, act: Callable[[], None], *, disabled: bool = False) -> ft.Control:
        if wide:
            return ft.TextButton(text, icon=icon, height=TAP, disabled=disabled, on_click=lambda _: act())
        return icon_button(text, icon, act, disabled=disabled)

    names = ft.Column(
        [
            heading(session.game.title, size=18 if wide else 16, level=1),
            ft.Text(
                session.name, size=12.5, color=Colors.ON_SURFACE_VARIANT, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS
            ),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    return ft.Container(
        content=ft.Row(
            [
                die_picture(5, "orange", 30),
                names,
                button("Undo", ft.Icons.UNDO_ROUNDED, session.undo, disabled=not scene.lines),
                button("Leave", ft.Icons.LOGOUT_ROUNDED, lambda: leave(True)),
            ],
            spacing=8 if wide else 4,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.only(left=16 if wide else 12, right=8, top=6, bottom=6),
    )


def _banner(session: MatchSession, scene: MatchScene, width: float) -> ft.Control:
    """Whose turn it is and what is awaited, or how the game ended; and what was told last."""
    over = scene.outcome
    seat = over.ranking[0][0] if over is not None else scene.awaited.seat
    colours = session.seated.colours
    colour = colours[seat] if seat is not None and seat < len(colours) else None
    sign: ft.Control = (
        ft.Icon(ft.Icons.EMOJI_EVENTS_ROUNDED, size=34, color=Colors.ON_PRIMARY_CONTAINER)
        if over is not None
        else die_picture(6, colour, 38)
    )
    lines: list[ft.Control] = [
        ft.Text(
            match_sentence(session, scene),
            size=18 if width >= PHONE else 16.5,
            weight=ft.FontWeight.W_600,
            color=Colors.ON_PRIMARY_CONTAINER,
        )
    ]
    if scene.newest is not None and scene.newest is not scene.open:
        lines.append(
            ft.Semantics(
                live_region=True,
                content=ft.Text(scene.newest.text, size=13.5, color=Colors.ON_PRIMARY_CONTAINER, max_lines=2),
            )
        )
    return ft.Container(
        content=ft.Row(
            [sign, ft.Column(lines, spacing=2, tight=True, expand=True)],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=Colors.PRIMARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14 if width >= PHONE else 10),
    )


def _picture_label(scene: MatchScene) -> str:
    view = scene.view
    if view is None:
        return "Live picture of the table, not read yet"
    parts = [f"{len(view.dice)} dice", f"{len(view.pieces)} pieces", f"{len(view.cards)} cards"]
    return f"Live picture of the table: {', '.join(one for one in parts if not one.startswith('0 '))} read"
