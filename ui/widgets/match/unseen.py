"""What is to be done now in a match without a camera: roll, flip, smack, or move; and what was rolled last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.text import say
from ui.core import WIDE, keyed, part, use_width
from ui.match import MatchScene, MatchSession, Move, Refusal, Tap, shown
from ui.widgets.basic import Colors, card, column, heading, note, pressable, warning
from ui.widgets.match.dice_picker import dice_picker, picks_dice
from ui.widgets.match.parts import rule_button, shown_here
from ui.widgets.match.roll_entry import RollEntry, rolled_dice
from ui.widgets.match.smacks import FlipCard, SmackButtons

RECENT = 2
"""Events back to which a roll is shown as the last one."""
MOST_BUTTONS = 8
"""Moves up to which each has a button of its own."""


def board_first(scene: MatchScene) -> bool:
    """Whether what is to be done now is done on the drawn board."""
    return scene.awaited.need == "action" and any(move.touches for move in scene.moves) and not picks_dice(scene)


def by_program(scene: MatchScene) -> bool:
    """Whether the program is to do what is awaited."""
    seat = scene.awaited.seat
    return seat is not None and bool(scene.program[seat])


@part
def UnseenMatch(
    session: MatchSession,
    scene: MatchScene,
    chosen: Sequence[Tap],
    touch: Callable[..., None],
    on_clause: Callable[[str], None],
) -> ft.Control:
    """The one thing to do now; where that is a move, what was `chosen` on the drawn table, and what is done without
    touching any of it. `touch` hears of dice that are pressed."""
    need, seat, wide = scene.awaited.need, scene.awaited.seat, use_width() >= WIDE
    parts: list[ft.Control] = []
    rolled = next((line for line in scene.lines[:RECENT] if line.faces), None)
    lies = any(heap.area is None and heap.faces for heap in (scene.layout.dice[0] if scene.layout.dice else ()))
    if rolled is not None and scene.outcome is None and (wide or not lies):  # else right above
        parts.append(card(note(rolled.text, size=12.5), rolled_dice(rolled.faces), spacing=6, padding=10))
    if by_program(scene) and need != "nothing":
        parts.append(_program_thinks(session, seat))
    elif need == "roll":
        parts.append(keyed("roll", RollEntry, session, scene))
    elif need == "flip":
        parts.append(keyed("flip", FlipCard, session, scene))
    elif need == "action":
        parts.insert(0, _move_card(session, scene, chosen, touch, on_clause))
    if scene.layout.cards is not None and need != "nothing" and not all(scene.program):
        parts.append(keyed("smacks", SmackButtons, session, scene))
    return column(parts)


def _program_thinks(session: MatchSession, seat: int | None) -> ft.Control:
    name = "" if seat is None else session.game.seat_name(seat)
    words = say("The program plays for {name}: one moment.", name=name)
    return ft.Semantics(live_region=True, content=card(ft.Text(words, size=15), padding=12))


def _move_card(
    session: MatchSession,
    scene: MatchScene,
    chosen: Sequence[Tap],
    touch: Callable[..., None],
    on_clause: Callable[[str], None],
) -> ft.Control:
    """The dice to choose from, where moves are made by them; and buttons for the moves that are shown by what was
    chosen, else for those that are shown by nothing on the table."""
    moves = shown(scene.moves, chosen) or tuple(move for move in scene.moves if not move.touches)[:MOST_BUTTONS]
    rows = [_move_button(session, scene, move, on_clause) for move in moves]
    if picks_dice(scene):
        told = note(say("Tap the dice that take part: first your own, then those that they hit."))
        rows = [told, *dice_picker(session, scene, chosen, touch), *rows]
    elif board_first(scene):
        rows.insert(0, note(say("Tap what is lit on the drawn table, or drag it.")))
    return card(heading(say("Your move"), size=15), *rows, spacing=6, padding=12)


def refusal_card(refusal: Refusal, on_clause: Callable[[str], None], on_close: Callable[[], None]) -> ft.Control:
    """Why what was tapped is no legal move, with its clauses."""
    clauses = [
        ft.TextButton(one, icon=ft.Icons.MENU_BOOK_OUTLINED, on_click=lambda _, one=one: on_clause(one))
        for one in refusal.clauses
    ]
    return warning(refusal.text, actions=clauses, on_close=on_close)


def _move_button(session: MatchSession, scene: MatchScene, move: Move, on_clause: Callable[[str], None]) -> ft.Control:
    """A big button that does a move, and the way to its clause. A tap that comes after the match has gone on otherwise
    is told so."""
    shown_now = shown_here(scene)
    button = pressable(
        move.text,
        ft.Text(move.text, size=15, color=Colors.ON_PRIMARY_CONTAINER),
        lambda: session.enter_event(move.event, shown_now),
        padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        border_radius=14,
        bgcolor=Colors.PRIMARY_CONTAINER,
        expand=True,
    )
    return ft.Row([button, rule_button(move, on_clause)], key=move.text, spacing=2)
