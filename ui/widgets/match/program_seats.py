"""Which seats the program plays, to be changed in the middle of a match."""

from __future__ import annotations

import flet as ft

from companion.text import listed, say
from ui.core import part
from ui.match import MatchScene, MatchSession
from ui.widgets.basic import Folded, column, note, program_choice


@part
def ProgramSeats(session: MatchSession, scene: MatchScene) -> ft.Control:
    """A person or the program, for each seat."""
    game = session.game

    def build() -> list[ft.Control]:
        rows: list[ft.Control] = []
        for seat, strength in enumerate(scene.program):
            name = game.seat_name(seat)
            choice = program_choice(name, strength, lambda to, seat=seat: session.let_program_play(seat, to))  # type: ignore[misc]
            rows.append(column([note(name, weight=ft.FontWeight.W_600), choice], spacing=4))
        return rows

    played = [game.seat_name(seat) for seat, strength in enumerate(scene.program) if strength]
    words = say("The program plays for {names}", names=listed(played)) if played else say("People play all seats")
    return Folded(say("Play against the program"), build, subtitle=words, icon=ft.Icons.SMART_TOY_OUTLINED)
