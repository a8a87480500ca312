"""The parts of the screen of a match: whose turn it is, clauses, and the score."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.rules import Game
from companion.text import later, localized, say
from ui.core import TAP, tab_of_page
from ui.match import MatchScene, MatchSession, Move, Seeing, Shown
from ui.widgets.basic import Colors, Score, dialog, die_picture, icon_button, piece_picture, score_boxes

STATES: dict[Seeing, tuple[str, ft.IconData]] = {
    "starting": (later("Starting"), ft.Icons.HOURGLASS_EMPTY_ROUNDED),
    "moving": (later("Moving"), ft.Icons.BACK_HAND_OUTLINED),
    "still": (later("At rest"), ft.Icons.CHECK_CIRCLE_OUTLINE_ROUNDED),
    "ended": (later("Ended"), ft.Icons.STOP_CIRCLE_OUTLINED),
    "lost": (later("No picture"), ft.Icons.VIDEOCAM_OFF_OUTLINED),
    "unseen": (later("No camera"), ft.Icons.TOUCH_APP_OUTLINED),
}
SENTENCE_SIZES, REMARK_SIZE = (18, 16.5), 13.5
"""Size of the letters of what is awaited, on a desk and on a phone, and of what stands below it."""


def shown_here(scene: MatchScene) -> Shown:
    """What the tab that is being drawn shows, for the acts of its player."""
    return Shown(tab_of_page(), scene.entries)


def rule_button(move: Move, on_clause: Callable[[str], None]) -> ft.Control:
    """The way from a move to the clause that allows it."""
    words = say("The rule for it, {clause}", clause=move.clause)
    return icon_button(words, ft.Icons.INFO_OUTLINE, lambda: on_clause(move.clause), size=18)


def clause_dialog(game: Game, clause: str, on_close: Callable[[], None]) -> ft.AlertDialog:
    """Shows a clause of the rules in our words, with the house rule in force."""
    title = localized(game.seed).clause(clause).title
    close = ft.TextButton(say("Close"), on_click=lambda _: on_close())
    return dialog(f"{clause}  {title}", ft.Text(game.clause_text(clause), size=15.5), [close], on_close)


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
