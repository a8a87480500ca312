"""The legal moves: readable lines under headings, and the rally, which is picked die by die."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.game import Event
from ui.bridge import part, use_value
from ui.moves import Line, line_of, rally_of
from ui.session import Scene, TableSession
from ui.theme import TAP
from ui.widgets.basics import Colors, Folded, card, heading, icon_button, note, tile_button
from ui.widgets.die import die_picture
from ui.words import dice

PAGE = 40
"""Rallies shown at a time in the list of all of them."""

OnClause = Callable[[str], None]


def MovesPanel(session: TableSession, scene: Scene, on_clause: OnClause) -> ft.Control:
    """Every legal move of the player whose turn it is."""
    moves = scene.moves
    parts: list[ft.Control] = [
        ft.Row(
            [heading("Legal moves", expand=True), note(f"{moves.total} in all")],
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    if not moves.groups:
        parts.append(note("No attack is possible from here."))
    for kind, lines in moves.groups:
        parts.append(_group_title(f"{kind} ({len(lines)})"))
        parts.append(
            ft.Column(
                [_line(session, scene, line, on_clause) for line in lines],
                spacing=6,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            )
        )
    if moves.rallies:
        parts.append(_group_title(f"Rally ({len(moves.rallies)})"))
        parts.append(RallyPicker(session, scene, on_clause))
    return card(*parts, spacing=8)


def _group_title(text: str) -> ft.Control:
    return ft.Container(content=heading(text, size=14.5, level=3), padding=ft.Padding.only(top=6, left=2))


def _line(session: TableSession, scene: Scene, line: Line, on_clause: OnClause) -> ft.Control:
    seat = scene.awaited.seat or 0
    colours = session.seating.colours
    own: list[ft.Control] = [die_picture(face, colours[seat], 24) for face in line.own]
    hits: list[ft.Control] = []
    if line.hits:
        hits.append(ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=15, color=Colors.ON_SURFACE_VARIANT))
        hits += [die_picture(face, colours[owner], 24) for owner, face in line.hits]
    runs = [[*own, *hits]] if len(own) + len(line.hits) <= 3 else [own, hits]
    drawn: list[ft.Control] = [ft.Row(run, spacing=2, tight=True) for run in runs if run]
    face = ft.Row(
        [
            ft.Column(drawn, spacing=2, tight=True, width=94),
            ft.Text(line.text, size=14, expand=True),
        ],
        spacing=10,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    button = ft.Container(
        content=ft.Semantics(label=line.text, button=True, exclude_semantics=True, content=face),
        padding=ft.Padding.symmetric(horizontal=10, vertical=10),
        border_radius=12,
        bgcolor=Colors.SURFACE_CONTAINER,
        ink=True,
        expand=True,
        on_click=lambda _: session.choose(line.event),
    )
    return ft.Row(
        [button, info_button(line.clause, on_clause)],
        spacing=2,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def info_button(clause: str, on_clause: OnClause) -> ft.Control:
    """Opens the text of a clause."""
    return icon_button(f"What {clause} says", ft.Icons.INFO_OUTLINE, lambda: on_clause(clause), size=20)


@part
def RallyPicker(session: TableSession, scene: Scene, on_clause: OnClause) -> ft.Control:
    """All rally dice, and those of the Combat dice that are tapped."""
    seat = scene.awaited.seat or 0
    player = scene.position.players[seat]
    combat: tuple[int, ...] = player.combat
    colour = session.seating.colours[seat]
    position, set_position = use_value(scene.position)
    none: frozenset[int] = frozenset()
    picked, set_picked = use_value(none)
    if position != scene.position:  # another turn: nothing is picked yet
        set_position(scene.position)
        set_picked(none)
        picked = none
    faces = tuple(combat[i] for i in sorted(picked) if i < len(combat))
    total = player.rally + len(faces)
    event = rally_of(session.game, faces)

    def chip(index: int) -> ft.Control:
        chosen = index in picked
        verb = "keep" if chosen else "roll"
        return tile_button(
            f"{verb} the {session.game.face_name(seat, combat[index])} ({combat[index]})",
            die_picture(combat[index], colour, 36),
            lambda: set_picked(picked - {index} if chosen else picked | {index}),
            selected=chosen,
        )

    rows: list[ft.Control] = []
    lead = f"All {dice(player.rally)} in Rally, and these Combat dice:" if player.rally else "These Combat dice:"
    if player.rally == 1:
        lead = "The one die in Rally, and these Combat dice:"
    rows.append(note(lead if combat else lead.split(",")[0] + ".", size=14))
    if combat:
        rows.append(ft.Row([chip(i) for i in range(len(combat))], wrap=True, spacing=4, run_spacing=4))
        rows.append(
            ft.Row(
                [
                    ft.TextButton("All", on_click=lambda _: set_picked(frozenset(range(len(combat))))),
                    ft.TextButton("None", on_click=lambda _: set_picked(none)),
                ],
                spacing=4,
            )
        )
    rows.append(
        ft.Row(
            [
                ft.FilledButton(
                    f"Rally: roll {dice(total)}" if total else "Rally: pick a die first",
                    icon=ft.Icons.CASINO_OUTLINED,
                    height=TAP,
                    expand=True,
                    disabled=total == 0,
                    on_click=lambda _: session.choose(event),
                ),
                info_button(session.game.clause_of(event), on_clause),
            ],
            spacing=2,
        )
    )
    rows.append(
        Folded(
            f"All {len(scene.moves.rallies)} rallies as a list",
            lambda: [RallyList(session, scene)],
        )
    )
    return ft.Container(
        content=ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=12,
        border_radius=12,
        bgcolor=Colors.SURFACE_CONTAINER,
    )


@part
def RallyList(session: TableSession, scene: Scene) -> ft.Control:
    """Every rally as a line, a page at a time."""
    shown, set_shown = use_value(PAGE)
    rallies = scene.moves.rallies

    def line(event: Event) -> ft.Control:
        text = line_of(session.game, scene.position, event).text
        return ft.Container(
            content=ft.Semantics(label=text, button=True, exclude_semantics=True, content=ft.Text(text, size=14)),
            padding=ft.Padding.symmetric(horizontal=8, vertical=13),
            border_radius=10,
            ink=True,
            on_click=lambda _: session.choose(event),
        )

    lines = [line(event) for event in rallies[:shown]]
    if shown < len(rallies):
        more = min(PAGE, len(rallies) - shown)
        lines.append(ft.TextButton(f"Show {more} more", height=TAP, on_click=lambda _: set_shown(shown + PAGE)))
    return ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
