"""One big button a player for those who smack on a screen, and the shuffled pile from which cards are flipped."""

from __future__ import annotations

import flet as ft

from companion.text import say
from ui.core import PHONE, part, use_keys, use_width
from ui.match import MatchScene, MatchSession
from ui.widgets.basic import Colors, card, column, heading, note, pressable
from ui.widgets.match.parts import shown_here

BUTTON = 64
"""Height of a button that is smacked, in pixels: hands come down fast."""
KEYS = "QPALCMTB"
"""By seat: the key that smacks, far apart on a keyboard for two players at its two ends."""
FLIP = "F"
"""The key that flips a card; not the space bar, which presses the button that was pressed last as well."""


@part
def FlipCard(session: MatchSession, scene: MatchScene, bare: bool = False) -> ft.Control:
    """Turns up the next card of the pile of whoever is to flip. `bare`: without a card and what explains it."""
    seat, shown = scene.awaited.seat, shown_here(scene)

    def flip() -> None:
        session.draw_lot(shown)

    def key(event: ft.KeyboardEvent) -> None:
        if event.key.upper() == FLIP and not (event.ctrl or event.alt or event.meta):
            flip()

    use_keys(key)
    name = "" if seat is None else session.game.seat_name(seat)
    left = 0 if seat is None else scene.scores[seat]
    high = ft.ButtonStyle(padding=ft.Padding.symmetric(horizontal=22, vertical=18))
    button = ft.FilledButton(
        say("Flip a card"), icon=ft.Icons.STYLE_ROUNDED, style=high, on_click=lambda _: flip(), expand=True
    )
    if bare:
        return ft.Row([button])
    return card(
        heading(say("The pile of {name}: {cards} cards", name=name, cards=left), size=15),
        note(say("The program has shuffled the cards; nobody knows the next one. Key {key} flips as well.", key=FLIP)),
        ft.Row([button]),
        spacing=8,
    )


@part
def SmackButtons(session: MatchSession, scene: MatchScene, bare: bool = False) -> ft.Control:
    """A button a player: the first on a card that may be smacked wins; on another card it is a false smack. `bare`:
    without a card."""
    waits, players = scene.awaited.need == "smack", range(session.game.players)
    seen, wide = scene.position, use_width() >= PHONE

    def key(event: ft.KeyboardEvent) -> None:
        place = KEYS.find(event.key.upper()) if len(event.key) == 1 else -1
        if place in players and not scene.program[place] and not (event.ctrl or event.alt or event.meta):
            session.smack(place, seen)

    use_keys(key)
    ground, ink = (
        (Colors.PRIMARY, Colors.ON_PRIMARY) if waits else (Colors.SURFACE_CONTAINER_HIGHEST, Colors.ON_SURFACE)
    )

    def button(seat: int) -> ft.Control:
        name = session.game.seat_name(seat)
        words: list[ft.Control] = [
            ft.Text(name, size=17, weight=ft.FontWeight.W_700, color=ink, max_lines=1),
            ft.Text(say("key {key}", key=KEYS[seat]), size=12, color=ink),
        ]
        inside = ft.Column(words, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
        return pressable(
            say("{name} smacks", name=name),
            inside,
            lambda: session.smack(seat, seen),
            height=BUTTON,
            expand=True,
            alignment=ft.Alignment.CENTER,
            border_radius=18,
            bgcolor=ground,
        )

    people = [seat for seat in players if not scene.program[seat]]
    abreast = 4 if wide else 2
    rows: list[ft.Control] = [
        ft.Row([button(seat) for seat in people[first : first + abreast]], spacing=8)
        for first in range(0, len(people), abreast)
    ]
    title = say("Smack now!") if waits else say("Smack (on any other card you lose one)")
    parts = [note(title) if bare else heading(title, size=15), column(rows, spacing=8)]
    return column(parts, spacing=6) if bare else card(*parts, spacing=8)
