"""The two players with their zones, and the draw counter: the position as the companion has it."""

from __future__ import annotations

from collections import Counter

import flet as ft

from companion.table import Colour, colour_name
from companion.text import say, say_count
from ui.dice_table import Scene, TableSession
from ui.match import zone_name
from ui.widgets.basic import Colors, card, die_picture, heading, labelled, note


def PlayerCard(session: TableSession, scene: Scene, seat: int) -> ft.Control:
    """One player: Combat, Rally and Scoring."""
    game = session.game
    player = scene.position.players[seat]
    colour = session.seating.colours[seat]
    name = game.seat_name(seat)
    active = scene.awaited.seat == seat and scene.outcome is None
    living = scene.position.living(seat)
    head: list[ft.Control] = [
        ft.Row([die_picture(6, colour, 26), heading(name, size=18)], spacing=10, tight=True),
        note(say("{living} dice alive", living=living), size=13),
    ]
    if active:
        head.insert(1, _badge(say("to roll") if scene.awaited.need == "roll" else say("to move")))
    rolling = scene.position.rolling
    air = rolling.dice if rolling is not None and rolling.seat == seat else 0
    enemy_seat = 1 - seat
    ready = say("{count} ready", count=len(player.combat))
    if air:
        ready = say("{count} ready, {air} being rolled", count=len(player.combat), air=air)
    spent = say("{count} spent", count=player.rally) if player.rally else say("none")
    won = say("none yet")
    if player.scored:
        won = say("{count} won, ranks {sum}", count=len(player.scored), sum=sum(player.scored))
    return card(
        ft.Row(
            head,
            spacing=8,
            wrap=True,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        _zone(name, zone_name("combat"), ready, _units(session, seat, player.combat, colour)),
        _zone(name, zone_name("rally"), spent, _spent(player.rally, colour)),
        _zone(
            name,
            zone_name("scoring"),
            won,
            _units(session, enemy_seat, player.scored, session.seating.colours[enemy_seat]),
        ),
        spacing=10,
        border=Colors.PRIMARY if active else Colors.OUTLINE_VARIANT,
    )


def _badge(text: str) -> ft.Control:
    return ft.Container(
        content=ft.Text(text, size=12, weight=ft.FontWeight.W_600, color=Colors.ON_PRIMARY),
        bgcolor=Colors.PRIMARY,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=10, vertical=3),
    )


def _zone(owner: str, title: str, summary: str, content: list[ft.Control]) -> ft.Control:
    name = heading(title, size=13.5, level=3, label=say("{zone} Zone of {owner}", zone=title, owner=owner))
    rows: list[ft.Control] = [ft.Row([name, note(summary, size=12.5)], spacing=8)]
    if content:
        rows.append(ft.Row(content, wrap=True, spacing=6, run_spacing=6))
    return ft.Column(rows, spacing=4, tight=True)


def _units(session: TableSession, seat: int, faces: tuple[int, ...], colour: Colour) -> list[ft.Control]:
    """Dice of one rank side by side, with the name of their unit."""
    chips: list[ft.Control] = []
    for face, count in sorted(Counter(faces).items()):
        unit = session.game.face_name(seat, face)
        label = say("{count} {unit}, rank {face}", count=count, unit=unit, face=face)
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
    return [
        labelled(
            say_count(
                "{count} spent {colour} die",
                "{count} spent {colour} dice",
                count,
                colour=colour_name(colour, "of dice"),
            ),
            drawn,
        )
    ]
