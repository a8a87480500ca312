"""What is open in a match: a question with its answers, what is wrong with the table, or what was taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.referee import Notice
from companion.referee.matching import LayoutDifference
from companion.table import is_hardly_one
from companion.text import say, say_count, upper
from ui.core import GAP, part
from ui.match import DrawnDie, LiveMatch, MatchScene, MatchSession
from ui.widgets.basic import Colors, card, column, die_picture, flow, heading, labelled, note, pressable
from ui.widgets.drawing import TableDrawing, differences
from ui.widgets.match.parts import shown_here

DIE, SMALL_DIE, FEW = 26, 20, 7
"""Side of a die of an answer in pixels, and of one among more than a few, so that nine fit a phone's width."""
CLOSE, MOST_CLOSE = 64, 8
"""Width of a die seen close up, in pixels, and how many are shown."""
TABLE_WIDTH = 240.0
"""Width of each of two tables side by side, in pixels."""


def open_title(notice: Notice) -> str:
    """What is open, in a few words."""
    titles = {
        "question": say("Which was it?"),
        "ruling": say("Against the rules"),
        "desync": say("Table and game differ"),
    }
    return titles.get(notice.what, say("Not finished"))


@part
def TakenBackCard(session: MatchSession, scene: MatchScene, bare: bool = False) -> ft.Control:
    """What was taken back and lies on the table still: how to put the table back, and the way to redo it, where that is
    not elsewhere (`bare`)."""
    parts: list[ft.Control] = [
        heading(say("Taken back"), size=17),
        ft.Semantics(live_region=True, content=ft.Text(say("Put the table back, or redo."), size=15)),
        *map(task_line, (scene.put_back or ())[:4]),
    ]
    if not bare:
        parts.append(flow(taken_back_buttons(session, scene)))
    return card(*parts, bgcolor=Colors.SURFACE_CONTAINER_HIGH, border=Colors.PRIMARY, spacing=10)


def taken_back_buttons(session: MatchSession, scene: MatchScene) -> list[ft.Control]:
    """Redo what was taken back, or undo one more."""
    shown = shown_here(scene)
    redo = say("Redo: {event}", event=scene.redo)
    buttons: list[ft.Control] = [
        ft.FilledTonalButton(redo, icon=ft.Icons.REDO_ROUNDED, on_click=lambda _: session.redo(shown))
    ]
    if scene.lines:
        more = say("Undo one more")
        buttons.append(ft.OutlinedButton(more, icon=ft.Icons.UNDO_ROUNDED, on_click=lambda _: session.undo(shown)))
    return buttons


def task_line(task: LayoutDifference) -> ft.Control:
    """One thing that hands have to do."""
    return ft.Row([ft.Icon(ft.Icons.ARROW_RIGHT_ROUNDED, size=20), ft.Text(task.text, size=14, expand=True)], spacing=4)


@part
def OpenCard(
    table: LiveMatch, scene: MatchScene, on_clause: Callable[[str], None], bare: bool = False
) -> ft.Control:
    """A question with its answers as buttons, or what is wrong with the table and what puts it right. `bare`: the
    buttons are elsewhere."""
    session, notice = table.session, scene.open
    assert notice is not None
    close_ups = ft.use_memo(lambda: _close_ups(table, scene), [notice])
    parts: list[ft.Control] = [heading(open_title(notice), size=17)]
    asked = notice.what == "question"
    said = " ".join(map(session.game.broken_text, notice.broken)) if asked else notice.text
    if said:
        parts.append(ft.Semantics(live_region=True, content=ft.Text(said, size=15)))
    if notice.broken and not bare:
        parts.append(clause_buttons(notice, on_clause))
    parts += map(task_line, notice.tasks[:4])
    if scene.seen_layout is not None:
        parts.append(_both_tables(session, scene))
    if close_ups:
        row: list[ft.Control] = [
            ft.Image(src=one, width=CLOSE, height=CLOSE, fit=ft.BoxFit.COVER, border_radius=12) for one in close_ups
        ]
        words = say_count("{count} die in doubt, close up", "{count} dice in doubt, close up", len(row))
        parts.append(labelled(words, flow(row, spacing=6, run_spacing=6)))
    if not bare:
        parts += answer_buttons(session, scene)
    colour = Colors.TERTIARY_CONTAINER if asked else Colors.ERROR_CONTAINER
    return card(*parts, bgcolor=colour, spacing=10)


def _close_ups(table: LiveMatch, scene: MatchScene) -> list[bytes]:
    """Pictures of the dice in doubt, where the answers differ in dice."""
    if scene.view is None or not any(offer.dice for offer in scene.offers):
        return []
    doubtful = sorted((die for die in scene.view.dice if not die.certain), key=is_hardly_one)[:MOST_CLOSE]
    return [shown for die in doubtful if (shown := table.frame_loop.close_up(die.box)) is not None]


def clause_buttons(notice: Notice, on_clause: Callable[[str], None]) -> ft.Control:
    """The way to each clause that was broken."""
    clauses = dict.fromkeys(one.clause for one in notice.broken)
    buttons = [
        ft.TextButton(one, icon=ft.Icons.MENU_BOOK_OUTLINED, on_click=lambda _, one=one: on_clause(one))
        for one in clauses
    ]
    return flow(buttons, spacing=4, run_spacing=4)


def answer_buttons(session: MatchSession, scene: MatchScene) -> list[ft.Control]:
    """Each offer as a button, the first of a question as the likeliest; the keys 1 to 9 press them."""
    shown = shown_here(scene)
    likely = scene.open is not None and scene.open.what == "question"
    found = [
        answer_button(
            f"{number}. ",
            offer.brief or offer.text,
            offer.dice,
            number == 1 and likely,
            lambda offer=offer: session.choose(offer.choice, shown),  # type: ignore[misc]
            spoken=offer.text,
        )
        for number, offer in enumerate(scene.offers, 1)
    ]
    if scene.shared:
        found.append(note(say("Then, in each case: {shared}.", shared=scene.shared)))
    return found


def _both_tables(session: MatchSession, scene: MatchScene) -> ft.Control:
    """Seen and expected side by side, what differs marked."""
    assert scene.seen_layout is not None
    differ = differences(scene.seen_layout, scene.layout)

    def one(title: str, drawing: ft.Control) -> ft.Control:
        return ft.Container(
            content=ft.Column([note(title, size=12.5), drawing], spacing=4, tight=True), width=TABLE_WIDTH
        )

    both = [
        one(say("Seen"), TableDrawing(session.game, scene.seen_layout, differ, True)),
        one(say("Expected"), TableDrawing(session.game, scene.layout, differ, True)),
    ]
    return flow(both, spacing=GAP, run_spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def answer_button(
    number: str,
    text: str,
    dice: Sequence[DrawnDie],
    strong: bool,
    on_click: Callable[[], None],
    below: str = "",
    *,
    spoken: str | None = None,
) -> ft.Control:
    """`number` as it stands before the words; `strong`: the likeliest; `below`: a smaller line; `spoken`: what a screen
    reader says in place of `text`. A tap that comes after another answer has taken its place does nothing."""
    ink = Colors.ON_PRIMARY if strong else Colors.ON_SECONDARY_CONTAINER
    parts: list[ft.Control] = [ft.Text(f"{number}{upper(text)}", size=15, color=ink)]
    if dice:
        parts.append(drawn_dice(dice, ink))
    if below:
        parts.append(ft.Text(below, size=12.5, color=ink))
    face = column(parts, spacing=8)
    label = " ".join(filter(None, (f"{number}{spoken or text}", below)))
    return pressable(
        label,
        face,
        on_click,
        key=label,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        border_radius=14,
        bgcolor=Colors.PRIMARY if strong else Colors.SECONDARY_CONTAINER,
    )


def drawn_dice(dice: Sequence[DrawnDie], ink: str) -> ft.Control:
    """The dice of a roll; one that not all answers have stands in a ring."""
    side = DIE if len(dice) <= FEW else SMALL_DIE
    return flow([_die(one, ink, side) for one in dice], spacing=2, run_spacing=3)


def _die(die: DrawnDie, ink: str, side: float) -> ft.Control:
    ring = ft.Border.all(2.5, ink if die.odd else ft.Colors.TRANSPARENT)
    return ft.Container(content=die_picture(die.face, die.colour, side), border=ring, border_radius=9, padding=2)
