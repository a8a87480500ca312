"""The table screen: what is seen, whose turn it is, what may be done, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.rules import Event
from companion.table import Die
from companion.text import say
from ui.app_state import use_app
from ui.core import (
    GAP,
    PHONE,
    RADIUS,
    WIDE,
    allowed,
    is_still,
    keyed,
    part,
    tab_of_page,
    use_keys,
    use_store,
    use_value,
    use_width,
)
from ui.dice_table import LiveTable, Scene, TableSession
from ui.match import advice, awaited_sentence, hands_to_do, zone_name
from ui.widgets.basic import (
    Act,
    Colors,
    Folded,
    card,
    die_picture,
    header,
    heading,
    hint,
    info_button,
    note,
    question_dialog,
    scrolling,
    to_top,
    warning,
)
from ui.widgets.camera import Devices, LivePicture
from ui.widgets.dice_table import AskCard, HistoryList, MovesPanel, PictureControls, PlayerCard, RollEntry, die_button
from ui.widgets.match import SAID, TOLD, DrawCounterCard, clause_dialog, die_dialog, room_for

Say = Callable[[str], None]


@part
def TableScreen(table: LiveTable) -> ft.Control:
    """Everything about one table, for one tab."""
    app = use_app()
    session = table.session
    use_store(session)
    width = use_width()
    scene = session.scene
    nothing: Die | None = None
    die, set_die = use_value(nothing)
    clause, set_clause = use_value("")
    asked, set_asked = use_value("")
    pairing, set_pairing = use_value(False)

    scrolled: list[ft.Column] = ft.use_memo(list, [])

    def chosen(event: Event) -> None:
        """A move was tapped in this tab: play it, and bring what it calls for into sight."""
        session.choose(event)
        if scrolled:
            tab_of_page().run(to_top, scrolled[-1], is_still())

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
            say("Leave this table?"),
            say("The game so far is lost, on every screen that looks at it."),
            say("Leave the table"),
            app.host.leave,
            lambda: set_asked(""),
        )
    elif asked == "new":
        dialog = question_dialog(
            say("Start a new game?"),
            say("The game so far is lost."),
            say("Start a new one"),
            session.new_game,
            lambda: set_asked(""),
        )
    ft.use_dialog(dialog)

    buttons = [
        Act(say("Undo"), ft.Icons.UNDO_ROUNDED, session.undo, disabled=not scene.standing),
    ]
    if allowed("host"):
        if app.pairing.on:
            buttons.append(Act(say("Devices"), ft.Icons.DEVICES_ROUNDED, lambda: set_pairing(not pairing)))
        buttons += [
            Act(say("New game"), ft.Icons.RESTART_ALT_ROUNDED, _restart(session, scene, set_asked)),
            Act(say("Leave"), ft.Icons.LOGOUT_ROUNDED, lambda: set_asked("leave")),
        ]
    picture = [
        LivePicture(table, set_die, _picture_label(scene)),
        PictureControls(table, scene),
    ]
    banner = _banner(session, scene, width, set_clause, set_asked)
    talk = [*([keyed("devices", Devices)] if pairing else []), *_talk(session, scene, set_die)]
    action: list[ft.Control] = []
    if scene.awaited.need == "roll":
        action.append(RollEntry(session, scene))
    elif scene.awaited.need == "action":
        action.append(MovesPanel(session, scene, set_clause, chosen))
    seen = _seen(session, scene, set_die)
    players = [PlayerCard(session, scene, seat) for seat in range(session.game.players)]
    standing = [DrawCounterCard(session.game, scene.position, set_clause)]
    standing.append(
        Folded(
            say("History"),
            lambda: [HistoryList(session, scene)],
            subtitle=say("{count} entries", count=len(scene.entries)) if scene.entries else say("nothing yet"),
            icon=ft.Icons.HISTORY_ROUNDED,
        )
    )
    if width >= WIDE:
        board = ft.Row(
            [ft.Container(content=one, expand=True) for one in players],
            spacing=GAP,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        left = scrolling([*picture, board, seen])
        scrolled[:] = [scrolling([*talk, *action, *standing])]
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
        scrolled[:] = [scrolling([*picture, *talk, *action, board, seen, *standing])]
        body = scrolled[0]
    else:
        scrolled[:] = [scrolling([*picture, *talk, *action, *players, seen, *standing])]
        body = scrolled[0]
    side = 10 if width < PHONE else 16
    top: list[ft.Control] = [header(session.game.title, session.name, buttons, width)]
    if width < WIDE:  # stays in sight while the rest is scrolled
        top.append(ft.Container(content=banner, padding=ft.Padding.only(left=side, right=side, bottom=8)))
    return ft.Column(
        [*top, ft.Container(content=body, padding=ft.Padding.only(left=side, right=side), expand=True)],
        spacing=0,
        expand=True,
    )


def _restart(session: TableSession, scene: Scene, ask: Say) -> Callable[[], None]:
    app = use_app()
    if session.kind == "recording":
        return app.host.begin_recording
    return session.new_game if not scene.standing or scene.outcome is not None else lambda: ask("new")


def _talk(
    session: TableSession,
    scene: Scene,
    on_die: Callable[[Die], None],
) -> list[ft.Control]:
    """Whatever the players have to know now."""
    app = use_app()
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
                say("The recording waits for your move."),
                icon=ft.Icons.PAUSE_CIRCLE_OUTLINE_ROUNDED,
                actions=[
                    ft.FilledTonalButton(say("Let it play by itself"), on_click=lambda _: session.play_by_itself(True))
                ],
            )
        )
    if scene.ended and session.kind == "recording" and allowed("host"):
        parts.append(
            hint(
                say("The recording has ended. The game may go on without it: type the rolls, or draw them by lot."),
                icon=ft.Icons.MOVIE_OUTLINED,
                actions=[
                    ft.FilledTonalButton(
                        say("Start the recording again"),
                        icon=ft.Icons.REPLAY_ROUNDED,
                        on_click=lambda _: app.host.begin_recording(),
                    )
                ],
            )
        )
    if scene.differences:
        jobs = hands_to_do(session.game, scene.to_do, session.seating.colours)
        if jobs:
            parts.append(hint(say("Now on the table: {jobs}.", jobs=jobs), icon=ft.Icons.BACK_HAND_OUTLINED))
        elif scene.ask is None and scene.desync is None:
            first, more = scene.differences[0], len(scene.differences) - 1
            parts.append(
                warning(
                    say(
                        "Table and game differ. {first}{more}.",
                        first=first,
                        more=say(", and {count} more", count=more) if more else "",
                    )
                )
            )
    return parts


def _banner(session: TableSession, scene: Scene, width: float, on_clause: Say, ask: Say) -> ft.Control:
    """Whose turn it is and what is awaited, or how the game ended."""
    over = scene.outcome
    seat = over.ranking[0][0] if over is not None else scene.awaited.seat
    colour = session.seating.colours.get(seat) if seat is not None else None
    quiet, wide = advice(scene, session.kind), width >= PHONE
    lines: list[ft.Control] = [
        ft.Semantics(
            live_region=True,
            content=ft.Text(
                awaited_sentence(session.game, scene),
                size=SAID[not wide],
                weight=ft.FontWeight.W_600,
                color=Colors.ON_PRIMARY_CONTAINER,
            ),
        )
    ]
    if quiet:
        lines.append(ft.Text(quiet, size=TOLD, color=Colors.ON_PRIMARY_CONTAINER))
    room = room_for(SAID[not wide], TOLD, 1 if wide else 2)
    shown = ft.Column(lines, spacing=2, tight=True)
    row: list[ft.Control] = [
        ft.Icon(ft.Icons.EMOJI_EVENTS_ROUNDED, size=34, color=Colors.ON_PRIMARY_CONTAINER)
        if over is not None
        else die_picture(6, colour, 38),
        ft.Stack([room, shown], alignment=ft.Alignment.CENTER_LEFT, expand=True),
    ]
    if over is not None:
        row.append(info_button(over.clause, on_clause))
    parts: list[ft.Control] = [ft.Row(row, spacing=12, vertical_alignment=ft.CrossAxisAlignment.CENTER)]
    if over is not None and allowed("host"):
        parts.append(
            ft.Row(
                [
                    ft.FilledButton(
                        say("New game"),
                        icon=ft.Icons.RESTART_ALT_ROUNDED,
                        on_click=lambda _: _restart(session, scene, ask)(),
                    ),
                    ft.OutlinedButton(say("Another table"), on_click=lambda _: ask("leave")),
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
        return say("Live picture of the table, not read yet")
    doubtful = sum(not die.certain for die in scene.view.dice)
    return say(
        "Live picture of the table: {count} dice read, {doubtful} unsure", count=len(scene.view.dice), doubtful=doubtful
    )


def _seen(session: TableSession, scene: Scene, on_die: Callable[[Die], None]) -> ft.Control:
    """Every die that was read, as a button, zone by zone."""
    view = scene.view
    if view is None:
        return ft.Container()
    parts: list[ft.Control] = []
    doubtful = sum(not die.certain for die in view.dice)
    if doubtful:
        summary = say("{count} dice, {unsure} unsure", count=len(view.dice), unsure=doubtful)
    else:
        summary = say("{count} dice, all certain", count=len(view.dice))
    if view.unsure:
        summary += say("; something may be covered")
    parts.append(
        ft.Row(
            [heading(say("Seen on the table"), size=15, expand=True), note(summary, size=12.5)],
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    )
    if not view.dice:
        parts.append(note(say("No dice lie there.")))
    for zone, dice in scene.zones.sort(view).items():
        if dice:
            ordered = sorted(dice, key=lambda die: (die.colour or "", die.value or 0))
            parts.append(note(zone_name(zone), size=12.5))
            buttons = [die_button(die, on_die, zone_name(zone)) for die in ordered]
            parts.append(ft.Row(buttons, wrap=True, spacing=0, run_spacing=0))
    if view.dice:
        parts.append(note(say("Tap a die, here or in the picture, to correct it."), size=12.5))
    return card(*parts, spacing=4, padding=14)
