"""Screen for a television: the match as it stands, large, and nothing that could be tapped to change it."""

from __future__ import annotations

import flet as ft

from companion.text import later, say
from ui.app_state import use_app
from ui.core import GAP, RADIUS, WIDE, allowed, keyed, part, tab_of_page, use_store, use_width
from ui.match import LiveMatch, match_sentence
from ui.widgets.basic import (
    Colors,
    card,
    die_picture,
    framed,
    halves,
    header,
    heading,
    language_buttons,
    note,
    scrolling,
    warning,
)
from ui.widgets.camera import LivePicture
from ui.widgets.drawing import Marks, TableDrawing
from ui.widgets.match import STATES, EndCard, TurnRemark, TurnSign, has_ended, room_for, score_row

NEWEST = 6
"""Events that are shown."""
SENTENCE_SIZE, REMARK_SIZE = 26, 17
"""Size of the letters of what is waited for, and of what was told last."""
SCORE_SCALE = 1.5
"""How much larger than on a desk the score is."""
WAITING = later("The host has not opened a table yet. It appears here by itself.")
REMOVED = later("The host has removed this device. Pair it again to come back.")
PUT_OUT = later("This device asked for too much at once. It comes back by itself in a minute.")
OPEN_ON_HOST = later("The players have something to answer.")


@part
def NothingYet() -> ft.Control:
    """Before there is a table, and after a device was removed or put out."""
    who = tab_of_page().visitor
    away = ""
    text = WAITING
    if who is not None and who.role is None:
        text, away = REMOVED, "/pair"
    elif who is not None and use_app().pairing.is_out(who.id):
        text, away = PUT_OUT, "/"
    launcher = ft.use_memo(ft.UrlLauncher, [])

    async def go_away() -> None:
        if away:  # before the socket is cut, after which the page would only say that it is working
            await launcher.launch_url(ft.Url(away, ft.UrlTarget.SELF))

    ft.use_effect(go_away, [away], cleanup=lambda: None)
    return ft.Container(
        content=ft.Column(
            [
                die_picture(5, "orange", 72),
                heading("Tabletop companion", size=28, level=1),
                ft.Text(say(text), size=20, text_align=ft.TextAlign.CENTER),
                *(language_buttons(wide=True) if allowed("play") else []),
            ],
            spacing=GAP,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            alignment=ft.MainAxisAlignment.CENTER,
            expand=True,
        ),
        alignment=ft.Alignment.CENTER,
        padding=24,
        expand=True,
    )


@part
def MatchViewer(table: LiveMatch) -> ft.Control:
    """A match, to be looked at."""
    session = table.session
    use_store(session)
    width = use_width()
    scene = session.scene
    sentence = match_sentence(session, scene)
    known = scene.newest is None or scene.newest is scene.open or scene.newest.text == sentence
    remark = "" if scene.newest is None or known else scene.newest.text
    talk: list[ft.Control] = []
    if scene.trouble:
        talk.append(warning(scene.trouble))
    if scene.open is not None:
        talk.append(card(heading(say(OPEN_ON_HOST), size=18), ft.Text(scene.open.text, size=18),
                         bgcolor=Colors.TERTIARY_CONTAINER, spacing=6))  # fmt: skip
    score = (
        keyed("end", EndCard, table, scene, SCORE_SCALE) if has_ended(scene) else score_row(session, scene, SCORE_SCALE)
    )
    marks = Marks(lit=frozenset(at for move in scene.moves for at in move.cells), lines=scene.won)
    events = [ft.Text(f"{line.number}. {line.text}", size=16) for line in scene.lines[:NEWEST]]
    happened = card(heading(say("What has happened"), size=16), *events, spacing=6) if events else ft.Container()
    sign = keyed("sign", TurnSign, session, scene, 48, width, False)
    top = _sentence(sentence, keyed("remark", TurnRemark, session, remark, REMARK_SIZE), sign)
    left: list[ft.Control] = [note(say(STATES[scene.seeing][0])), happened]
    if scene.seeing != "unseen":
        left.insert(0, LivePicture(table.frame_loop, say("Live picture of the table")))
    right = [*talk, score, TableDrawing(session.game, scene.layout, marks)]
    if width >= WIDE:
        body: ft.Control = halves(scrolling(left), scrolling([top, *right]), expand=True)
    else:
        body = scrolling([top, *right[:1], *left, *right[1:]])
    return framed([header(session.game.title, session.name, [], width)], body, 16)


def _sentence(text: str, remark: ft.Control, sign: ft.Control) -> ft.Control:
    """What is waited for, to be read from across the room."""
    color = Colors.ON_PRIMARY_CONTAINER
    lines: list[ft.Control] = [
        ft.Semantics(
            live_region=True, content=ft.Text(text, size=SENTENCE_SIZE, weight=ft.FontWeight.W_600, color=color)
        ),
        remark,
    ]
    shown = ft.Stack(
        [room_for(SENTENCE_SIZE, REMARK_SIZE, 1), ft.Column(lines, spacing=2, tight=True)],
        alignment=ft.Alignment.CENTER_LEFT,
        expand=True,
    )
    row = [sign, shown]
    return ft.Container(
        content=ft.Row(row, spacing=16), bgcolor=Colors.PRIMARY_CONTAINER, border_radius=RADIUS, padding=18
    )
