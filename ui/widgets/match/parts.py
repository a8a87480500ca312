"""The parts of the screen of a match: whose turn it is, what is open, and the score."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.referee import Notice
from companion.referee.matching import LayoutDifference
from companion.text import later, say, say_count
from ui.core import GAP, TAP, part, tab_of_page
from ui.match import LiveMatch, MatchScene, MatchSession, Move, Seeing, Shown
from ui.widgets.basic import (
    Colors,
    Score,
    card,
    die_picture,
    flow,
    heading,
    icon_button,
    labelled,
    note,
    piece_picture,
    score_boxes,
)
from ui.widgets.drawing import TableDrawing, differences
from ui.widgets.match.answers import answer_button

Say = Callable[[str], None]

STATES: dict[Seeing, tuple[str, ft.IconData]] = {
    "starting": (later("Starting"), ft.Icons.HOURGLASS_EMPTY_ROUNDED),
    "moving": (later("Moving"), ft.Icons.BACK_HAND_OUTLINED),
    "still": (later("At rest"), ft.Icons.CHECK_CIRCLE_OUTLINE_ROUNDED),
    "ended": (later("Ended"), ft.Icons.STOP_CIRCLE_OUTLINED),
    "lost": (later("No picture"), ft.Icons.VIDEOCAM_OFF_OUTLINED),
    "unseen": (later("No camera"), ft.Icons.TOUCH_APP_OUTLINED),
}
CLOSE, MOST_CLOSE = 64, 8
"""Width of a die seen close up, in pixels, and how many are shown."""
SENTENCE_SIZES, REMARK_SIZE = (18, 16.5), 13.5
"""Size of the letters of what is awaited, on a desk and on a phone, and of what stands below it."""
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


def shown_here(scene: MatchScene) -> Shown:
    """What the tab that is being drawn shows, for the acts of its player."""
    return Shown(tab_of_page(), scene.entries)


def rule_button(move: Move, on_clause: Callable[[str], None]) -> ft.Control:
    """The way from a move to the clause that allows it."""
    words = say("The rule for it, {clause}", clause=move.clause)
    return icon_button(words, ft.Icons.INFO_OUTLINE, lambda: on_clause(move.clause), size=18)


@part
def TakenBackCard(session: MatchSession, scene: MatchScene) -> ft.Control:
    """What was taken back and lies on the table still: how to put the table back, and the way to redo it."""
    shown = shown_here(scene)
    parts: list[ft.Control] = [
        heading(say("Taken back"), size=17),
        ft.Semantics(live_region=True, content=ft.Text(say("Put the table back, or redo."), size=15)),
        *map(_task, (scene.put_back or ())[:4]),
    ]
    redo = say("Redo: {event}", event=scene.redo)
    buttons: list[ft.Control] = [
        ft.FilledTonalButton(redo, icon=ft.Icons.REDO_ROUNDED, on_click=lambda _: session.redo(shown))
    ]
    if scene.lines:
        more = say("Undo one more")
        buttons.append(ft.OutlinedButton(more, icon=ft.Icons.UNDO_ROUNDED, on_click=lambda _: session.undo(shown)))
    return card(*parts, flow(buttons), bgcolor=Colors.SURFACE_CONTAINER_HIGH, border=Colors.PRIMARY, spacing=10)


def _task(task: LayoutDifference) -> ft.Control:
    """One thing that hands have to do."""
    return ft.Row([ft.Icon(ft.Icons.ARROW_RIGHT_ROUNDED, size=20), ft.Text(task.text, size=14, expand=True)], spacing=4)


@part
def OpenCard(table: LiveMatch, scene: MatchScene, on_clause: Say) -> ft.Control:
    """A question with its answers as buttons, or what is wrong with the table and what puts it right."""
    session, notice = table.session, scene.open
    assert notice is not None
    close_ups = ft.use_memo(lambda: _close_ups(table, scene), [notice])
    parts: list[ft.Control] = [heading(open_title(notice), size=17)]
    asked = notice.what == "question"
    said = " ".join(map(session.game.broken_text, notice.broken)) if asked else notice.text
    if said:
        parts.append(ft.Semantics(live_region=True, content=ft.Text(said, size=15)))
    if notice.broken:
        clauses = list(dict.fromkeys(one.clause for one in notice.broken))
        buttons = [
            ft.TextButton(one, icon=ft.Icons.MENU_BOOK_OUTLINED, on_click=lambda _, one=one: on_clause(one))
            for one in clauses
        ]
        parts.append(flow(buttons, spacing=4, run_spacing=4))
    parts += map(_task, notice.tasks[:4])
    if scene.seen_layout is not None:
        parts.append(_both_tables(session, scene))
    if close_ups:
        row: list[ft.Control] = [
            ft.Image(src=one, width=CLOSE, height=CLOSE, fit=ft.BoxFit.COVER, border_radius=12) for one in close_ups
        ]
        words = say_count("{count} die in doubt, close up", "{count} dice in doubt, close up", len(row))
        parts.append(labelled(words, flow(row, spacing=6, run_spacing=6)))
    parts += _answers(session, scene, asked)
    colour = Colors.TERTIARY_CONTAINER if asked else Colors.ERROR_CONTAINER
    return card(*parts, bgcolor=colour, spacing=10)


def _close_ups(table: LiveMatch, scene: MatchScene) -> list[bytes]:
    """Pictures of the dice in doubt, where the answers differ in dice."""
    if scene.view is None or not any(offer.dice for offer in scene.offers):
        return []
    doubtful = [die for die in scene.view.dice if not die.certain][:MOST_CLOSE]
    return [shown for die in doubtful if (shown := table.frame_loop.close_up(die.box)) is not None]


def _answers(session: MatchSession, scene: MatchScene, likely: bool) -> list[ft.Control]:
    """Each offer as a button, `likely` the first; the keys 1 to 9 press them."""
    shown = shown_here(scene)
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


def turn_sign(session: MatchSession, scene: MatchScene, size: float) -> ft.Control:
    """What the player on turn plays with, in their colour; a cup, once the game is over."""
    ink, seat, colours = Colors.ON_PRIMARY_CONTAINER, scene.awaited.seat, session.seated.colours
    if scene.outcome is not None:
        return ft.Icon(ft.Icons.EMOJI_EVENTS_ROUNDED, size=size - 4, color=ink)
    if scene.layout.cards is not None:
        return ft.Icon(ft.Icons.STYLE_ROUNDED, size=size - 4, color=ink)
    colour = colours[seat] if seat is not None and seat < len(colours) else None
    if scene.layout.grids and colour is not None:
        return piece_picture(colour, size)
    return die_picture(6, colour, size)


def room_for(sentence: float, remark: float, lines: int) -> ft.Control:
    """The height of a sentence and of so many lines below it, by the size of their letters, however large the browser
    sets them: laid under the words, nothing below moves as these come and go."""
    unseen: list[ft.Control] = [ft.Text("0", size=sentence), ft.Text("\n".join("0" * lines), size=remark)]
    column = ft.Column(unseen, spacing=2, tight=True, opacity=0)
    least = ft.Container(width=0, height=TAP)
    return ft.Semantics(exclude_semantics=True, content=ft.Row([least, column], spacing=0, tight=True))


def score_row(session: MatchSession, scene: MatchScene, scale: float = 1.0) -> ft.Control:
    """What each seat has to show so far; whose turn it is, or who has won, stands out. `scale`: of the letters."""
    first = scene.outcome.ranking[0] if scene.outcome is not None else (scene.awaited.seat,)
    level, game = scene.outcome is not None and len(scene.outcome.ranking) == 1, session.game

    scores = [
        Score(game.seat_name(seat), str(score), seat in first and not level) for seat, score in enumerate(scene.scores)
    ]
    return score_boxes(scores, size=24 * scale)
