"""What is to be done now in a match without a camera: roll, flip, smack, or move; and what was rolled last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import flet as ft

from companion.text import say
from ui.core import keyed
from ui.match import MatchScene, MatchSession, Move, Refusal, Tap, shown
from ui.widgets.basic import Colors, card, flow, heading, note, pressable, warning
from ui.widgets.drawing import dice_beside
from ui.widgets.match.entry.dice_picker import dice_picker, picks_dice
from ui.widgets.match.entry.roll_entry import RollEntry, rolled_dice
from ui.widgets.match.entry.smacks import FlipCard, SmackButtons
from ui.widgets.match.parts import rule_button, shown_here

RECENT = 2
"""Events back to which a roll is shown as the last one."""
MOST_BUTTONS = 40
"""Moves that have a button each; how many are left out is said."""
MOST_BELOW = 4
"""Buttons up to which all show in a bottom bar, without scrolling."""
DIE = 30
"""Side of a die that lies beside the board, in pixels."""


def board_first(scene: MatchScene) -> bool:
    """Whether what is to be done now is done on the drawn board."""
    return scene.awaited.need == "action" and any(move.touches for move in scene.moves) and not picks_dice(scene)


def by_program(scene: MatchScene) -> bool:
    """Whether the program is to do what is awaited."""
    seat = scene.awaited.seat
    return seat is not None and bool(scene.program[seat])


class ToDo(NamedTuple):
    """What is to be done now."""

    shown: list[ft.Control]
    """What is looked at, or chosen from, first."""
    buttons: list[ft.Control]
    """What it leads to: a few buttons."""


def to_do_unseen(
    session: MatchSession,
    scene: MatchScene,
    chosen: Sequence[Tap],
    touch: Callable[..., None],
    on_clause: Callable[[str], None],
    bare: bool,
) -> ToDo:
    """The one thing to do now in a match without a camera; where that is a move, what was `chosen` on the drawn table,
    and what is done without touching any of it. `touch` hears of dice that are pressed; `bare`: for a bottom bar, where
    nothing stands in cards of its own."""
    need, seat = scene.awaited.need, scene.awaited.seat
    upper: list[ft.Control] = []
    lower: list[ft.Control] = []
    rolled = next((line for line in scene.lines[:RECENT] if line.faces), None)
    if not bare and rolled is not None and scene.outcome is None:
        upper.append(card(note(rolled.text, size=12.5), rolled_dice(rolled.faces), spacing=6, padding=10))
    smacks = [keyed("smacks", SmackButtons, session, scene, bare)]
    if scene.layout.cards is None or need == "nothing" or all(scene.program):
        smacks = []
    if by_program(scene) and need != "nothing":
        upper.append(_program_thinks(session, seat, bare))
    elif need == "roll":
        lower.append(keyed("roll", RollEntry, session, scene, bare))
    elif need == "flip":
        lower.append(keyed("flip", FlipCard, session, scene, bare))
    elif need == "action":
        moves = _moves(session, scene, chosen, touch, on_clause, bare)
        if bare:
            return ToDo([*moves.shown, *smacks], moves.buttons)
        upper.insert(0, card(heading(say("Your move"), size=15), *moves.shown, *moves.buttons, spacing=6, padding=12))
    # The button to flip is nearest to the thumb; many players' buttons scroll.
    many = len(scene.program) > MOST_BELOW
    return ToDo(upper + smacks, lower) if bare and many else ToDo(upper, smacks + lower if bare else lower + smacks)


def _program_thinks(session: MatchSession, seat: int | None, bare: bool) -> ft.Control:
    name = "" if seat is None else session.game.seat_name(seat)
    words = ft.Text(say("The program plays for {name}: one moment.", name=name), size=15)
    return ft.Semantics(live_region=True, content=words if bare else card(words, padding=12))


def _moves(
    session: MatchSession,
    scene: MatchScene,
    chosen: Sequence[Tap],
    touch: Callable[..., None],
    on_clause: Callable[[str], None],
    bare: bool,
) -> ToDo:
    """The dice to choose from, where moves are made by them; and buttons for the moves that are shown by what was
    chosen, else for those that are shown by nothing on the table."""
    moves = shown(scene.moves, chosen) or tuple(move for move in scene.moves if not move.touches)
    rows = [_move_button(session, scene, move, on_clause) for move in moves[:MOST_BUTTONS]]
    if len(moves) > MOST_BUTTONS:
        rows.append(note(say("and {number} more; type them under History.", number=len(moves) - MOST_BUTTONS)))
    upper: list[ft.Control] = []
    if picks_dice(scene):
        told = note(say("Tap the dice that take part: first your own, then those that they hit."))
        upper = [told, *dice_picker(session, scene, chosen, touch)]
    elif board_first(scene):
        upper = [note(say("Tap what is lit on the drawn table, or drag it."))]
    if bare and (dice := dice_beside(scene.layout, DIE)):
        middle = ft.CrossAxisAlignment.CENTER
        upper.append(flow([note(say("Dice that count")), *dice], spacing=6, vertical_alignment=middle))
    return ToDo(upper, rows) if len(rows) <= MOST_BELOW else ToDo(upper + rows, [])


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
