"""What is to be done now, at the lower edge of a page that is held in a hand: whose turn it is, and its buttons."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import say
from ui.core import PHONE, RADIUS, WIDE, keyed
from ui.match import LiveMatch, MatchScene, MatchSession, match_sentence
from ui.widgets.basic import BottomBar, Colors, icon_button
from ui.widgets.match.answers import answer_buttons, clause_buttons, open_title, taken_back_buttons, task_line
from ui.widgets.match.entry import MOST_BELOW, RollEntry, ToDo
from ui.widgets.match.match_end import AgainButtons, has_ended
from ui.widgets.match.parts import REMARK_SIZE, SENTENCE_SIZES, room_for
from ui.widgets.match.turn_clock import TurnRemark, TurnSign


def types_rolls(scene: MatchScene) -> bool:
    """Whether the awaited roll is typed in the bar: no eyes will see it any more."""
    return scene.awaited.need == "roll" and scene.seeing in ("ended", "lost")


def to_do_bar(
    table: LiveMatch,
    scene: MatchScene,
    banner: ft.Control,
    unseen: ToDo,
    on_clause: Callable[[str], None],
    on_play: Callable[[], None],
    side: float,
) -> ft.Control:
    """The bar with the `banner` on top. `unseen`: what is to be done without a camera, nothing where one looks on;
    `on_play`: as in EndCard."""
    session, (shown, buttons) = table.session, unseen
    if has_ended(scene):
        shown, buttons = [], [keyed("again", AgainButtons, table, on_play)]
    elif scene.open is not None:
        answers = answer_buttons(session, scene)
        if scene.open.broken:
            answers.insert(0, clause_buttons(scene.open, on_clause))
        shown, buttons = ([], answers) if len(answers) < MOST_BELOW else (answers, [])
        if not scene.offers:  # hands put it right, and not a button
            shown = list(map(task_line, scene.open.tasks[:1]))
    elif scene.put_back is not None:
        shown, buttons = [], taken_back_buttons(session, scene)
    elif types_rolls(scene):
        buttons = [keyed("roll", RollEntry, session, scene, True)]
    return keyed("to do", BottomBar, [banner, *shown], buttons, side)


def turn_banner(
    session: MatchSession, scene: MatchScene, width: float, on_correct: Callable[[int], None]
) -> ft.Control:
    """Whose turn it is and what is awaited, or how the game ended; and what was told last."""
    sentence = match_sentence(session, scene)
    size = SENTENCE_SIZES[width < PHONE]
    ink = Colors.ON_PRIMARY_CONTAINER
    headline: ft.Control = ft.Text(sentence, size=size, weight=ft.FontWeight.W_600, color=ink)
    remark = None if scene.newest is None or scene.newest is scene.open else scene.newest.text
    if scene.open is not None and width < WIDE:  # what stands first below may be scrolled out of sight
        remark = open_title(scene.open)
    headline = ft.Semantics(live_region=remark == sentence, content=headline)
    known = remark is None or remark == sentence  # how a game ended stands above already
    below = keyed("remark", TurnRemark, session, "" if known else str(remark), REMARK_SIZE, 2)
    shown = ft.Column([headline, below], spacing=2, tight=True)
    room = room_for(size, REMARK_SIZE, 1 if width >= PHONE else 2)
    sign = keyed("sign", TurnSign, session, scene, 38, width)
    row = [sign, ft.Stack([room, shown], alignment=ft.Alignment.CENTER_LEFT, expand=True)]
    if scene.newest is not None and scene.newest.what == "event" and scene.lines:
        newest = scene.lines[0]
        label = say("Correct event {number}: {text}", number=newest.number, text=newest.text)
        row.append(icon_button(label, ft.Icons.EDIT_OUTLINED, lambda: on_correct(newest.number), color=ink))
    return ft.Container(
        content=ft.Row(row, spacing=12),
        bgcolor=Colors.PRIMARY_CONTAINER,
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14 if width >= PHONE else 10),
    )
