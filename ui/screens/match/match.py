"""The screen of a match, whatever the game: what is seen, how it stands, what is asked, what may be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.record import Summary
from companion.table import Cell, DieAt
from companion.text import later, say
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
from ui.history import played_match
from ui.match import LiveMatch, MatchScene, MatchSession, Refusal, Tap, fitting, next_touches, tap
from ui.screens.start import draft_game
from ui.widgets.basic import (
    Act,
    die_words,
    framed,
    halves,
    has_bar,
    header,
    hint,
    language_acts,
    question_dialog,
    scrolling,
    to_top,
    warning,
)
from ui.widgets.camera import Devices, LivePicture, Spot, opening_card
from ui.widgets.drawing import Marks, TableDrawing, Touch
from ui.widgets.history import export_dialog
from ui.widgets.match import (
    DrawCounterCard,
    EndCard,
    EventList,
    MovesList,
    OddsCard,
    OpenCard,
    PictureControls,
    ProgramSeats,
    RollEntry,
    SmackCard,
    TakenBackCard,
    ToDo,
    again_button,
    board_first,
    by_program,
    clause_dialog,
    has_ended,
    refusal_card,
    score_row,
    shown_here,
    to_do_bar,
    to_do_unseen,
    touching,
    turn_banner,
    types_rolls,
    use_correction,
    use_sounds,
)

CAME_LATE = later("The match had gone on before your tap, so nothing was done: look again, and choose anew.")


@part
def MatchScreen(table: LiveMatch) -> ft.Control:
    """Everything about one match, for one tab."""
    app = use_app()
    session = table.session
    use_store(app.host)
    use_store(session)
    use_store(session.hints)
    width = use_width()
    scene = session.scene
    clause, set_clause = use_value("")
    leaving, set_leaving = use_value(False)
    pairing, set_pairing = use_value(False)
    nobody: tuple[Summary, str] | None = None
    shared, set_shared = use_value(nobody)
    untouched: tuple[Any, Cell | None] = (None, None)
    tapped, set_tapped = use_value(untouched)
    nothing: tuple[Any, tuple[Tap, ...], Refusal | None] = (None, (), None)
    picked, set_picked = use_value(nothing)
    newest = ft.use_ref(picked)
    correction = use_correction(session)
    replaying, set_replaying = use_value(False)
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
            set_replaying(not replaying)
        elif event.key.isdecimal() and 1 <= int(event.key) <= len(scene.offers):
            session.choose(scene.offers[int(event.key) - 1].choice, shown)

    use_keys(key)
    muted, mute = use_sounds(scene.newest)
    cell = tapped[1] if tapped[0] == scene.position else None
    unseen, bar = scene.seeing == "unseen", has_bar(width, use_height())
    chosen, refusal = picked[1:] if picked[0] == scene.position else ((), None)
    tab, still = tab_of_page(), is_still()
    late = session.came_late(tab)
    scrolled: list[ft.Column] = ft.use_memo(list, [])

    ended = has_ended(scene)

    async def bring_up() -> None:
        """What has to be answered or read comes into sight, and how it ended, unless somebody types."""
        if (scene.open is not None or to_read or ended) and not tab.types:
            await to_top(scrolled[-1], still)

    to_read = late or scene.put_back is not None
    ft.use_effect(bring_up, [scene.open, ended, to_read], cleanup=lambda: None)

    def touch(*what: Touch) -> None:
        if not unseen:  # the eyes see what is done: a tap only lists what may be
            at = what[-1][0]
            if isinstance(at, Cell):
                set_tapped((scene.position, None if at == cell else at))
            return
        if by_program(scene) or scene.outcome is not None:
            return
        before = newest.current or nothing  # two taps may come before the next drawing
        now: tuple[Tap, ...] = before[1] if len(what) == 1 and before[0] == scene.position else ()
        for one in what:
            done = tap(session.game, scene.position, scene.moves, now, Tap(*one))
            now = done.chosen
        newest.current = scene.position, now, done.refusal
        set_picked(newest.current)
        if done.play is not None:
            session.enter_event(done.play.event, shown)

    def share() -> None:
        played = played_match(session)
        token = app.downloads.offer(played.summary.id, match=lambda: played)
        set_shared((played.summary, token))

    def play_this() -> None:
        draft_game(session.game.id, app.setups)
        app.host.leave()

    dialog: ft.DialogControl | None = correction.dialog
    if shared is not None:
        dialog = export_dialog(*shared, lambda: set_shared(None))
    elif clause:
        dialog = clause_dialog(session.game, clause, lambda: set_clause(""))
    elif leaving:
        kept = "" if scene.by_itself is not None else " " + say("What was played stays in the record.")
        dialog = question_dialog(
            say("Leave this table?"),
            say("Every screen that looks at it leaves it.") + kept,
            say("Leave the table"),
            app.host.leave,
            lambda: set_leaving(False),
        )
    ft.use_dialog(dialog)

    talk: list[ft.Control] = [keyed("devices", Devices)] if pairing else []
    if app.host.opening and not ended:
        talk.append(opening_card(app.host.opening))
    if app.host.failed and not ended:
        talk.append(warning(app.host.failed, on_close=app.host.dismiss))
    if late:
        talk.append(warning(say(CAME_LATE), on_close=lambda: session.dismiss_late(tab)))
    if scene.trouble:
        talk.append(warning(scene.trouble))
    if scene.caption and not ended:
        talk.append(hint(scene.caption, icon=ft.Icons.VISIBILITY_OUTLINED))
    if scene.wish:
        talk.append(hint(say("The program plays, please do it on the table: {move}", move=scene.wish)))
    if scene.open is not None:
        talk.append(keyed("open", OpenCard, table, scene, set_clause, bar))
    elif scene.put_back is not None:
        talk.append(keyed("taken back", TakenBackCard, session, scene, bar))
    elif scene.remark is not None:
        talk.append(warning(scene.remark.text, on_close=session.dismiss))
    picture: list[ft.Control] = []
    nothing_to_do = ToDo([], [])
    now = to_do_unseen(session, scene, chosen, touch, set_clause, bar) if unseen and not ended else nothing_to_do
    if unseen:
        picture += [] if bar else [*now.shown, *now.buttons]
    elif replaying and scene.smacks:
        replay = keyed("again", SmackCard, session, scene.smacks, width >= PHONE, lambda: set_replaying(False))
        picture.append(replay)
    else:
        spots = _die_spots(session, scene, correction.open)
        lined = None if session.lines is None else session
        picture += [
            keyed("picture", LivePicture, table.frame_loop, _picture_label(scene), lined=lined, spots=spots),
            keyed("controls", PictureControls, table, scene),
        ]
        if scene.smacks:
            asked = scene.open is not None and scene.awaited.need == "smack"
            (talk if asked else picture).append(again_button(lambda: set_replaying(True)))
    on_touch = touch if scene.layout.grids or unseen else None
    drags = unseen and not by_program(scene) and any(move.trail for move in scene.moves)
    marks = _touch_marks(scene, chosen) if unseen else _marks(scene, cell)
    beside = not (bar and now.shown and scene.awaited.need == "action")  # else the bar shows the dice that lie there
    drawn: list[ft.Control] = [
        keyed("table", TableDrawing, session.game, scene.layout, marks, False, on_touch, drags, beside)
    ]
    if refusal is not None:  # beside what was tapped
        said = refusal_card(refusal, set_clause, lambda: set_picked((scene.position, chosen, None)))
        (drawn if board_first(scene) else picture).append(said)
    odds = [keyed("odds", OddsCard, session, scene)] if scene.odds is not None and session.hints.allowed else []
    draw_counter = DrawCounterCard(session.game, scene.position, set_clause)
    rest = [keyed("moves", MovesList, session, scene, cell, set_clause)] if scene.moves else []
    if scene.awaited.need == "roll" and not unseen and not (bar and types_rolls(scene)):
        rest.append(keyed("roll", RollEntry, session, scene))
    rest.append(keyed("events", EventList, session, scene, correction.open))
    if scene.by_itself is None and not ended:
        rest.append(keyed("program", ProgramSeats, session, scene))
    score = keyed("end", EndCard, table, scene, 1.0, share, play_this, bar) if ended else score_row(session, scene)
    banner = turn_banner(session, scene, width, correction.open)
    if width >= WIDE:
        scrolled[:] = [scrolling([banner, *talk, score, *drawn, draw_counter])]
        controls = [keyed("controls", PictureControls, table, scene)] if unseen else []
        body: ft.Control = halves(scrolling([*picture, *odds, *rest, *controls]), scrolled[-1], expand=True)
    else:
        seen = [score, *picture, *odds, *drawn] if ended else [*picture, score, *odds, *drawn]
        if unseen and not ended:
            seen = [*(drawn + picture if board_first(scene) else picture + drawn), score, *odds]
            rest.append(keyed("controls", PictureControls, table, scene))
        scrolled[:] = [scrolling([*talk, *seen, draw_counter, *rest])]
        body = scrolled[-1]
    side = 10 if width < PHONE else 16
    buttons = [
        Act(say("Sounds on"), ft.Icons.VOLUME_OFF_ROUNDED, mute)
        if muted
        else Act(say("Mute"), ft.Icons.VOLUME_UP_ROUNDED, mute),
        Act(say("Undo"), ft.Icons.UNDO_ROUNDED, lambda: session.undo(shown), disabled=not scene.lines),
        Act(say("Redo"), ft.Icons.REDO_ROUNDED, lambda: session.redo(shown), disabled=not scene.redo),
    ]
    if app.pairing.can_open and allowed("host"):
        buttons.append(Act(say("Devices"), ft.Icons.DEVICES_ROUNDED, lambda: set_pairing(not pairing)))
    if allowed("host"):
        buttons.append(Act(say("Leave"), ft.Icons.LOGOUT_ROUNDED, lambda: set_leaving(True)))
    else:
        buttons += language_acts()
    top: list[ft.Control] = [header(session.game.title, session.name, buttons, width)]
    below: list[ft.Control] = []
    if bar:
        below.append(to_do_bar(table, scene, banner, now, set_clause, play_this, side))
    elif width < WIDE:
        top.append(ft.Container(content=banner, padding=ft.Padding.only(left=side, right=side, bottom=8)))
    return framed(top, body, side, below)


def _marks(scene: MatchScene, cell: Cell | None) -> Marks:
    """Where something may be done; of a cell that was tapped, what may be done from there."""
    moves = touching(scene.moves, cell)
    lit = frozenset(at for move in moves for at in move.cells)
    chosen = cell is not None and len(moves) < len(scene.moves)
    trails = tuple(move.trail for move in moves if move.trail and move.trail[0] == cell)
    return Marks(lit=lit, chosen=cell if chosen else None, trails=trails, lines=scene.won)


def _touch_marks(scene: MatchScene, chosen: tuple[Tap, ...]) -> Marks:
    """What may be touched to make a move, after what was chosen."""
    if by_program(scene):
        return Marks(lines=scene.won)
    first = frozenset(move.touches[0] for move in scene.moves if move.touches)
    lit = next_touches(scene.moves, chosen) if chosen else first
    cells = [one.what for one in chosen if isinstance(one.what, Cell)]
    fits = fitting(scene.moves, chosen) if cells else ()
    return Marks(
        lit=frozenset(one for one in lit if isinstance(one, Cell)),
        chosen=cells[0] if cells else None,
        trails=tuple(move.trail for move in fits if move.trail),
        lines=scene.won,
        lit_dice=frozenset(one for one in lit if isinstance(one, DieAt)),
        chosen_dice=frozenset((one.what, one.number) for one in chosen if isinstance(one.what, DieAt)),
    )


def _die_spots(session: MatchSession, scene: MatchScene, on_correct: Callable[[int], None]) -> list[Spot]:
    """A button over each die in the picture that corrects the event in which it was read; none while things move."""
    if scene.view is None or scene.seeing == "moving":
        return []
    found = [(die, number) for die in scene.view.dice if (number := session.event_of(scene, die)) is not None]
    return [
        Spot(
            die.box,
            say("Correct the {die}, read in event {number}", die=die_words(die.value, die.colour), number=number),
            lambda number=number: on_correct(number),  # type: ignore[misc]
        )
        for die, number in found
    ]


def _picture_label(scene: MatchScene) -> str:
    view = scene.view
    if view is None:
        return say("Live picture of the table, not read yet")
    parts = (
        (len(view.dice), say("{count} dice", count=len(view.dice))),
        (len(view.pieces), say("{count} pieces", count=len(view.pieces))),
        (len(view.cards), say("{count} cards", count=len(view.cards))),
    )
    return say("Live picture of the table: {things} read", things=", ".join(text for count, text in parts if count))
