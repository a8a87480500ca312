"""The table screen: what is seen, whose turn it is, what may be done, and how the game stands."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import flet as ft

from companion.game import Event
from companion.table import Die
from ui.bridge import part, tab_of_page, use_keys, use_store, use_value, use_width
from ui.opening import LiveTable
from ui.room import ROOM
from ui.session import Scene, TableSession
from ui.theme import GAP, PHONE, RADIUS, TAP
from ui.widgets.basics import Colors, Folded, card, heading, hint, icon_button, note, warning
from ui.widgets.controls import PictureControls
from ui.widgets.dialogs import clause_dialog, die_dialog, question_dialog
from ui.widgets.die import die_picture
from ui.widgets.history import HistoryList
from ui.widgets.moves import MovesPanel, info_button
from ui.widgets.picture import LivePicture
from ui.widgets.players import DrawCounter, PlayerCard
from ui.widgets.roll import AskCard, RollEntry, die_button
from ui.words import advice, awaited_sentence, hands_to_do

WIDE = 1040
"""From this width of the page on, in pixels, picture and moves stand side by side."""

Say = Callable[[str], None]


@part
def TableScreen(table: LiveTable) -> ft.Control:
    """Everything about one table, for one tab."""
    session = table.session
    use_store(session)
    width = use_width()
    scene = session.scene
    nothing: Die | None = None
    die, set_die = use_value(nothing)
    clause, set_clause = use_value("")
    asked, set_asked = use_value("")

    scrolled: list[ft.Column] = ft.use_memo(list, [])

    def chosen(event: Event) -> None:
        """A move was tapped in this tab: play it, and bring what it calls for into sight."""
        session.choose(event)

        async def to_top() -> None:
            for column in scrolled[-1:]:
                with contextlib.suppress(Exception):  # a comfort, nothing more
                    await column.scroll_to(offset=0, duration=200)

        tab_of_page().page.run_task(to_top)

    def key(event: ft.KeyboardEvent) -> None:
        if (event.ctrl or event.meta) and event.key.upper() == "Z":
            session.undo()

    use_keys(key)
    if die is not None and (scene.view is None or die not in scene.view.dice):
        set_die(None)  # it has been moved or corrected since
        die = None
    dialog: ft.DialogControl | None = None
    if die is not None:
        dialog = die_dialog(table, die, lambda: set_die(None))
    elif clause:
        dialog = clause_dialog(session.game, clause, lambda: set_clause(""))
    elif asked == "leave":
        dialog = question_dialog(
            "Leave this table?",
            "The game so far is lost, on every screen that looks at it.",
            "Leave the table",
            ROOM.leave,
            lambda: set_asked(""),
        )
    elif asked == "new":
        dialog = question_dialog(
            "Start a new game?", "The game so far is lost.", "Start a new one", session.new_game, lambda: set_asked("")
        )
    ft.use_dialog(dialog)

    header = _header(session, scene, width, set_asked)
    picture = [
        LivePicture(table, set_die, _picture_label(scene)),
        PictureControls(table, scene),
    ]
    banner = _banner(session, scene, width, set_clause, set_asked)
    talk = _talk(session, scene, set_die)
    action: list[ft.Control] = []
    if scene.awaited.need == "roll":
        action.append(RollEntry(session, scene))
    elif scene.awaited.need == "action":
        action.append(MovesPanel(session, scene, set_clause, chosen))
    seen = _seen(session, scene, set_die)
    players = [PlayerCard(session, scene, seat) for seat in range(session.game.players)]
    standing = [] if scene.outcome is not None else [DrawCounter(session, scene, set_clause)]
    standing.append(
        Folded(
            "History",
            lambda: [HistoryList(session, scene)],
            subtitle=f"{len(scene.entries)} entries" if scene.entries else "nothing yet",
            icon=ft.Icons.HISTORY_ROUNDED,
        )
    )
    if width >= WIDE:
        board = ft.Row(
            [ft.Container(content=one, expand=True) for one in players],
            spacing=GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        left = _column([*picture, board, seen])
        scrolled[:] = [_column([*talk, *action, *standing])]
        right = ft.Column(
            [banner, *scrolled],
            spacing=GAP,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        body: ft.Control = ft.Row(
            [ft.Container(content=left, expand=13), ft.Container(content=right, expand=9)],
            spacing=GAP,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    elif width >= PHONE:
        board = ft.Row(
            [ft.Container(content=one, expand=True) for one in players],
            spacing=GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        scrolled[:] = [_column([*picture, *talk, *action, board, seen, *standing])]
        body = scrolled[0]
    else:
        scrolled[:] = [_column([*picture, *talk, *action, *players, seen, *standing])]
        body = scrolled[0]
    side = 10 if width < PHONE else 16
    top: list[ft.Control] = [header]
    if width < WIDE:  # stays in sight while the rest is scrolled
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


def _header(session: TableSession, scene: Scene, width: float, ask: Say) -> ft.Control:
    wide = width >= PHONE
    undo_off = not scene.standing

    def button(text: str, icon: ft.IconData, act: Callable[[], None], *, disabled: bool = False) -> ft.Control:
        if wide:
            return ft.TextButton(text, icon=icon, height=TAP, disabled=disabled, on_click=lambda _: act())
        return icon_button(text, icon, act, disabled=disabled)

    return ft.Container(
        content=ft.Row(
            [
                die_picture(5, "orange", 30),
                ft.Column(
                    [
                        heading(session.game.title, size=18 if wide else 16, level=1),
                        ft.Text(
                            session.name,
                            size=12.5,
                            color=Colors.ON_SURFACE_VARIANT,
                            max_lines=1,
                            overflow=ft.TextOverflow.ELLIPSIS,
                        ),
                    ],
                    spacing=0,
                    tight=True,
                    expand=True,
                ),
                button("Undo", ft.Icons.UNDO_ROUNDED, session.undo, disabled=undo_off),
                button("New game", ft.Icons.RESTART_ALT_ROUNDED, _restart(session, scene, ask)),
                button("Leave", ft.Icons.LOGOUT_ROUNDED, lambda: ask("leave")),
            ],
            spacing=8 if wide else 4,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.only(left=16 if wide else 12, right=8, top=6, bottom=6),
    )


def _restart(session: TableSession, scene: Scene, ask: Say) -> Callable[[], None]:
    if session.kind == "recording":
        return ROOM.begin_recording
    return session.new_game if not scene.standing or scene.outcome is not None else lambda: ask("new")


def _talk(
    session: TableSession,
    scene: Scene,
    on_die: Callable[[Die], None],
) -> list[ft.Control]:
    """Whatever the players have to know now."""
    parts: list[ft.Control] = []
    if scene.notice:
        parts.append(warning(scene.notice, on_close=session.dismiss))
    if scene.ask is not None:
        parts.append(AskCard(session, scene, scene.ask, on_die))
    if scene.desync:
        parts.append(warning(scene.desync))
    if scene.waits:
        parts.append(
            hint(
                "The recording waits for your move.",
                icon=ft.Icons.PAUSE_CIRCLE_OUTLINE_ROUNDED,
                actions=[
                    ft.FilledTonalButton(
                        "Let it play by itself", height=TAP, on_click=lambda _: session.play_by_itself(True)
                    )
                ],
            )
        )
    if scene.ended and session.kind == "recording":
        parts.append(
            hint(
                "The recording has ended. The game may go on without it: type the rolls, or draw them by lot.",
                icon=ft.Icons.MOVIE_OUTLINED,
                actions=[
                    ft.FilledTonalButton(
                        "Start the recording again",
                        icon=ft.Icons.REPLAY_ROUNDED,
                        height=TAP,
                        on_click=lambda _: ROOM.begin_recording(),
                    )
                ],
            )
        )
    if scene.differences:
        jobs = hands_to_do(session.game, scene.to_do, session.seating.colours)
        if jobs:
            parts.append(hint(f"Now on the table: {jobs}.", icon=ft.Icons.BACK_HAND_OUTLINED))
        elif scene.ask is None and scene.desync is None:
            first, more = scene.differences[0], len(scene.differences) - 1
            parts.append(warning(f"Table and game differ. {first}{f', and {more} more' if more else ''}."))
    return parts


def _banner(session: TableSession, scene: Scene, width: float, on_clause: Say, ask: Say) -> ft.Control:
    """Whose turn it is and what is awaited, or how the game ended."""
    over = scene.outcome
    seat = over.ranking[0][0] if over is not None else scene.awaited.seat
    colour = session.seating.colours.get(seat) if seat is not None else None
    quiet = advice(scene, session.kind)
    lines: list[ft.Control] = [
        ft.Semantics(
            live_region=True,
            content=ft.Text(
                awaited_sentence(session.game, scene),
                size=18 if width >= PHONE else 16.5,
                weight=ft.FontWeight.W_600,
                color=Colors.ON_PRIMARY_CONTAINER,
            ),
        )
    ]
    if quiet:
        lines.append(ft.Text(quiet, size=13.5, color=Colors.ON_PRIMARY_CONTAINER))
    row: list[ft.Control] = [
        ft.Icon(ft.Icons.EMOJI_EVENTS_ROUNDED, size=34, color=Colors.ON_PRIMARY_CONTAINER)
        if over is not None
        else die_picture(6, colour, 38),
        ft.Column(lines, spacing=2, tight=True, expand=True),
    ]
    if over is not None:
        row.append(info_button(over.clause, on_clause))
    parts: list[ft.Control] = [ft.Row(row, spacing=12, vertical_alignment=ft.CrossAxisAlignment.CENTER)]
    if over is not None:
        parts.append(
            ft.Row(
                [
                    ft.FilledButton(
                        "New game",
                        icon=ft.Icons.RESTART_ALT_ROUNDED,
                        height=TAP,
                        on_click=lambda _: _restart(session, scene, ask)(),
                    ),
                    ft.OutlinedButton("Another table", height=TAP, on_click=lambda _: ask("leave")),
                ],
                wrap=True,
                spacing=8,
                run_spacing=8,
            )
        )
    return ft.Container(
        content=ft.Column(parts, spacing=10, tight=True),
        bgcolor=Colors.PRIMARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14 if width >= PHONE else 10),
    )


def _picture_label(scene: Scene) -> str:
    if scene.view is None:
        return "Live picture of the table, not read yet"
    doubtful = sum(not die.certain for die in scene.view.dice)
    return f"Live picture of the table: {len(scene.view.dice)} dice read, {doubtful} unsure"


def _seen(session: TableSession, scene: Scene, on_die: Callable[[Die], None]) -> ft.Control:
    """Every die that was read, as a button, zone by zone."""
    view = scene.view
    if view is None:
        return ft.Container()
    parts: list[ft.Control] = []
    doubtful = sum(not die.certain for die in view.dice)
    summary = f"{len(view.dice)} dice" + (f", {doubtful} unsure" if doubtful else ", all certain")
    if view.unsure:
        summary += "; something may be covered"
    parts.append(
        ft.Row(
            [heading("Seen on the table", size=15, expand=True), note(summary, size=12.5)],
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    )
    if not view.dice:
        parts.append(note("No dice lie there."))
    for zone, dice in scene.zones.sort(view).items():
        if dice:
            ordered = sorted(dice, key=lambda die: (die.colour or "", die.value or 0))
            parts.append(note(zone.capitalize(), size=12.5))
            buttons = [die_button(die, on_die, zone.capitalize()) for die in ordered]
            parts.append(ft.Row(buttons, wrap=True, spacing=0, run_spacing=0))
    if view.dice:
        parts.append(note("Tap a die, here or in the picture, to correct it.", size=12.5))
    return card(*parts, spacing=4, padding=14)
