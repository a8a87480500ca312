"""The screen of a match, whatever the game: what is seen, how it stands, what is asked, what may be done."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.app_state import use_app
from ui.core import (
    PHONE,
    WIDE,
    allowed,
    is_still,
    keyed,
    part,
    tab_of_page,
    use_height,
    use_keys,
    use_store,
    use_value,
    use_width,
)
from ui.match import LiveMatch, MatchScene, MatchSession
from ui.screens.match.dialogs import MatchDialogs, use_dialogs
from ui.screens.match.panels import MatchView, drawn, others, refused, seen, told
from ui.screens.match.touches import use_touches
from ui.screens.start import draft_game
from ui.widgets.basic import Act, framed, halves, has_bar, header, language_acts, scrolling, to_top
from ui.widgets.match import (
    CorrectionDialog,
    DrawCounterCard,
    EndCard,
    OddsCard,
    PictureControls,
    ToDo,
    board_first,
    has_ended,
    score_row,
    shown_here,
    to_do_bar,
    to_do_unseen,
    turn_banner,
    use_correction,
    use_sounds,
)


@part
def MatchScreen(table: LiveMatch) -> ft.Control:
    """Everything about one match, for one tab."""
    app, session = use_app(), table.session
    use_store(app.host)
    use_store(session)
    use_store(session.hints)
    width, scene = use_width(), session.scene
    pairing, set_pairing = use_value(False)
    replaying, set_replaying = use_value(False)
    correction = use_correction(session)
    dialogs = use_dialogs(session, scene, correction.dialog)
    _use_match_keys(session, scene, correction, lambda: set_replaying(not replaying))
    muted, mute = use_sounds(scene.newest)
    bar = has_bar(width, use_height())
    touches = use_touches(session, scene)
    opens = (dialogs.show_clause, correction.open, set_replaying, dialogs.report)
    view = MatchView(table, scene, width, bar, touches, *opens, replaying)
    side = 10 if width < PHONE else 16

    def play_this() -> None:
        draft_game(session.game.id, app.setups)
        app.host.leave()

    now = ToDo([], [])
    if view.unseen and not has_ended(scene):
        now = to_do_unseen(session, scene, touches.chosen, touches.touch, view.on_clause, bar)
    banner = turn_banner(session, scene, width, view.on_correct)
    body, scrolled = _body(view, now, told(view, pairing), banner, dialogs.share, play_this)
    _use_bring_up(session, scene, scrolled)
    sounds = (
        Act(say("Sounds on"), ft.Icons.VOLUME_OFF_ROUNDED, mute)
        if muted
        else Act(say("Mute"), ft.Icons.VOLUME_UP_ROUNDED, mute)
    )
    acts = [sounds, *_acts(session, scene, dialogs, lambda: set_pairing(not pairing))]
    top: list[ft.Control] = [header(session.game.title, session.name, acts, width)]
    below: list[ft.Control] = []
    if bar:
        below.append(to_do_bar(table, scene, banner, now, view.on_clause, play_this, side))
    elif width < WIDE:
        top.append(ft.Container(content=banner, padding=ft.Padding.only(left=side, right=side, bottom=8)))
    return framed(top, body, side, below)


def _use_match_keys(
    session: MatchSession, scene: MatchScene, correction: CorrectionDialog, turn_replay: Callable[[], None]
) -> None:
    """Keys: Ctrl+Z and Ctrl+Y, 1 to 9 for answers, R for the newest smacks."""
    shown = shown_here(scene)

    def key(event: ft.KeyboardEvent) -> None:
        command = event.key.upper() if event.ctrl or event.meta else ""
        if command == "Z" and not event.shift:
            session.undo(shown)
        elif command in ("Y", "Z"):
            session.redo(shown)
        elif correction.dialog is not None:
            correction.press(event.key)
        elif event.key.upper() == "R" and scene.smacks:
            turn_replay()
        elif event.key.isdecimal() and 1 <= int(event.key) <= len(scene.offers):
            session.choose(scene.offers[int(event.key) - 1].choice, shown)

    use_keys(key)


def _use_bring_up(session: MatchSession, scene: MatchScene, column: ft.Column) -> None:
    """Scroll the column up when something has to be answered or read, and at the end, unless somebody types."""
    tab, still, ended = tab_of_page(), is_still(), has_ended(scene)
    newest: list[ft.Column] = ft.use_memo(list, [])
    newest[:] = [column]
    to_read = session.came_late(tab) or scene.put_back is not None

    async def bring_up() -> None:
        if (scene.open is not None or to_read or ended) and not tab.types:
            await to_top(newest[-1], still)

    ft.use_effect(bring_up, [scene.open, ended, to_read], cleanup=lambda: None)


def _body(
    view: MatchView,
    now: ToDo,
    talk: list[ft.Control],
    banner: ft.Control,
    share: Callable[[], None],
    play_this: Callable[[], None],
) -> tuple[ft.Control, ft.Column]:
    """All panels, in one column or in two, and the column that has what must be answered on top. `share`, `play_this`:
    as in EndCard."""
    session, scene, ended, board = view.session, view.scene, has_ended(view.scene), board_first(view.scene)
    refusal = refused(view)
    picture = [*seen(view, now), *([] if board else refusal)]
    table = [drawn(view, now), *(refusal if board else [])]
    odds = [keyed("odds", OddsCard, session, scene)] if scene.odds is not None and session.hints.allowed else []
    draw_counter = DrawCounterCard(session.game, scene.position, view.on_clause)
    rest = others(view)
    score = (
        keyed("end", EndCard, view.table, scene, 1.0, share, play_this, view.bar)
        if ended
        else score_row(session, scene)
    )
    controls = [keyed("controls", PictureControls, view.table, scene)] if view.unseen else []
    if view.width >= WIDE:
        right = scrolling([banner, *talk, score, *table, draw_counter])
        return halves(scrolling([*picture, *odds, *rest, *controls]), right, expand=True), right
    if ended:
        looked_at = [score, *picture, *odds, *table]
        controls = []
    elif view.unseen:
        looked_at = [*(table + picture if board else picture + table), score, *odds]
    else:
        looked_at = [*picture, score, *odds, *table]
    column = scrolling([*talk, *looked_at, draw_counter, *rest, *controls])
    return column, column


def _acts(
    session: MatchSession, scene: MatchScene, dialogs: MatchDialogs, on_devices: Callable[[], None]
) -> list[Act]:
    """What can be done with the match as a whole, as far as whoever looks may."""
    shown, app = shown_here(scene), use_app()
    acts = [
        Act(say("Undo"), ft.Icons.UNDO_ROUNDED, lambda: session.undo(shown), disabled=not scene.lines),
        Act(say("Redo"), ft.Icons.REDO_ROUNDED, lambda: session.redo(shown), disabled=not scene.redo),
    ]
    if app.pairing.can_open and allowed("host"):
        acts.append(Act(say("Devices"), ft.Icons.DEVICES_ROUNDED, on_devices))
    if allowed("host"):
        acts.append(Act(say("Leave"), ft.Icons.LOGOUT_ROUNDED, dialogs.ask_to_leave))
    else:
        acts += language_acts()
    return acts
