"""The two players with their zones, and the draw counter: the position as the companion has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import flet as ft

from companion.games.army_vs_aliens import ArmyVsAliens
from companion.table import Colour
from ui.session import Scene, TableSession
from ui.widgets.basics import Colors, card, heading, labelled, note
from ui.widgets.die import die_picture
from ui.widgets.moves import info_button


def PlayerCard(session: TableSession, scene: Scene, seat: int) -> ft.Control:
    """One player: Combat, Rally and Scoring."""
    game = session.game
    player = scene.position.players[seat]
    colour = session.seating.colours[seat]
    name = game.seat_name(seat)
    active = scene.awaited.seat == seat and scene.outcome is None
    living = scene.position.living(seat)
    head: list[ft.Control] = [
        die_picture(6, colour, 26),
        heading(name, size=18, expand=True),
        note(f"{living} dice alive", size=13),
    ]
    if active:
        head.insert(2, _badge("to roll" if scene.awaited.need == "roll" else "to move"))
    rolling = scene.position.rolling
    air = rolling.dice if rolling is not None and rolling.seat == seat else 0
    enemy_seat = 1 - seat
    return card(
        ft.Row(head, spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        _zone(name, "Combat", f"{len(player.combat)} ready" + (f", {air} being rolled" if air else ""),
              _units(session, seat, player.combat, colour)),
        _zone(name, "Rally", f"{player.rally} spent" if player.rally else "none", _spent(player.rally, colour)),
        _zone(
            name,
            "Scoring",
            f"{len(player.scored)} won, ranks {sum(player.scored)}" if player.scored else "none yet",
            _units(session, enemy_seat, player.scored, session.seating.colours[enemy_seat]),
        ),
        spacing=10,
        border=Colors.PRIMARY if active else Colors.OUTLINE_VARIANT,
    )  # fmt: skip


def _badge(text: str) -> ft.Control:
    return ft.Container(
        content=ft.Text(text, size=12, weight=ft.FontWeight.W_600, color=Colors.ON_PRIMARY),
        bgcolor=Colors.PRIMARY,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=10, vertical=3),
    )


def _zone(owner: str, title: str, summary: str, content: list[ft.Control]) -> ft.Control:
    name = heading(title, size=13.5, level=3, label=f"{title} Zone of {owner}")
    rows: list[ft.Control] = [ft.Row([name, note(summary, size=12.5)], spacing=8)]
    if content:
        rows.append(ft.Row(content, wrap=True, spacing=6, run_spacing=6))
    return ft.Column(rows, spacing=4, tight=True)


def _units(session: TableSession, seat: int, faces: tuple[int, ...], colour: Colour) -> list[ft.Control]:
    """Dice of one rank side by side, with the name of their unit."""
    chips: list[ft.Control] = []
    for face, count in sorted(Counter(faces).items()):
        unit = session.game.face_name(seat, face)
        label = f"{count} {unit}, rank {face}"
        name = f"{count} × {unit}" if count > 1 else unit
        chips.append(
            labelled(
                label,
                ft.Container(
                    content=ft.Row(
                        [
                            ft.Row([die_picture(face, colour, 28) for _ in range(count)], spacing=2, tight=True),
                            ft.Text(name, size=12.5),
                        ],
                        spacing=7,
                        tight=True,
                        wrap=count > 4,
                        vertical_alignment=ft.CrossAxisAlignment.CENTER,
                    ),
                    padding=ft.Padding.only(left=5, right=10, top=4, bottom=4),
                    border_radius=10,
                    bgcolor=Colors.SURFACE_CONTAINER,
                ),
            )
        )
    return chips


def _spent(count: int, colour: Colour) -> list[ft.Control]:
    if not count:
        return []
    drawn = ft.Row([die_picture(None, colour, 24, spent=True) for _ in range(count)], spacing=3, wrap=True)
    return [labelled(f"{count} spent {colour} {'die' if count == 1 else 'dice'}", drawn)]


def DrawCounter(session: TableSession, scene: Scene, on_clause: Callable[[str], None]) -> ft.Control:
    """How near the no-attack ending is, and what it means."""
    game = session.game
    if not isinstance(game, ArmyVsAliens) or scene.outcome is not None:
        return ft.Container()
    quiet, limit = game.draw_counter(scene.position)
    left = limit - quiet
    meaning = (
        f"{left} more {'turn' if left == 1 else 'turns'} without an attack, and the game ends: "
        "most dice in Scoring wins, then the higher ranks."
    )
    return card(
        ft.Row(
            [
                ft.Icon(ft.Icons.HOURGLASS_BOTTOM_ROUNDED, color=Colors.PRIMARY, size=22),
                heading(f"Draw counter: {quiet} of {limit}", size=15, expand=True),
                info_button("AVA-6.3", on_clause),
            ],
            spacing=10,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        ft.ProgressBar(
            value=min(quiet / limit, 1.0) if limit else 0.0, bar_height=8, border_radius=4,
            semantics_label="quiet turns",
            bgcolor=Colors.SURFACE_CONTAINER_HIGHEST,
        ),
        note(meaning, size=13),
        spacing=6,
        padding=14,
    )  # fmt: skip
