"""The legal moves: readable lines under headings, and the rally, which is picked die by die."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.rules import Event
from companion.text import listed, say
from ui.core import Line, line_of, part, rally_of, use_value
from ui.dice_table import Scene, TableSession
from ui.match import dice
from ui.widgets.basic import Colors, Folded, card, die_picture, heading, info_button, note, tile_button

SMALL, ARROW = 24, 15
"""Sizes of the dice and the arrow before a move, in pixels."""
PAGE = 40
"""Rallies shown at a time in the list of all of them."""

OnClause = Callable[[str], None]
Done = Callable[[Event], None]


def MovesPanel(session: TableSession, scene: Scene, on_clause: OnClause, on_chosen: Done) -> ft.Control:
    """Every legal move of the player whose turn it is; `on_chosen` gets the one that is tapped."""
    moves = scene.moves
    parts: list[ft.Control] = [
        ft.Row(
            [heading(say("Legal moves"), expand=True), note(say("{total} in all", total=moves.total))],
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )
    ]
    if not moves.groups:
        parts.append(note(say("No attack is possible from here.")))
    for kind, lines in moves.groups:
        parts.append(_group_title(f"{kind} ({len(lines)})"))
        width = max(_width(line) for line in lines)
        parts.append(
            ft.Column(
                [_line(session, scene, line, width, on_clause, on_chosen) for line in lines],
                spacing=6,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            )
        )
    if moves.rallies:
        parts.append(_group_title(say("Rally ({count})", count=len(moves.rallies))))
        parts.append(RallyPicker(session, scene, on_clause, on_chosen))
    return card(*parts, spacing=8)


def _group_title(text: str) -> ft.Control:
    return ft.Container(content=heading(text, size=14.5, level=3), padding=ft.Padding.only(top=6, left=2))


def _runs(line: Line) -> list[int]:
    """How many dice stand beside each other: all in one row, or what hits above what is hit."""
    own, hits = len(line.own), len(line.hits)
    return [own + hits] if own + hits <= 3 else [run for run in (own, hits) if run]


def _width(line: Line) -> float:
    return max(_runs(line)) * (SMALL + 2) + (ARROW + 2 if line.hits else 0)


def _line(
    session: TableSession, scene: Scene, line: Line, width: float, on_clause: OnClause, on_chosen: Done
) -> ft.Control:
    seat = scene.awaited.seat or 0
    colours = session.seating.colours
    own: list[ft.Control] = [die_picture(face, colours[seat], SMALL) for face in line.own]
    hits: list[ft.Control] = []
    if line.hits:
        hits.append(ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=ARROW, color=Colors.ON_SURFACE_VARIANT))
        hits += [die_picture(face, colours[owner], SMALL) for owner, face in line.hits]
    runs = [[*own, *hits]] if len(_runs(line)) == 1 else [own, hits]
    drawn: list[ft.Control] = [ft.Row(run, spacing=2, tight=True) for run in runs if run]
    face = ft.Row(
        [
            ft.Column(drawn, spacing=2, tight=True, width=width),
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
        on_click=lambda _: on_chosen(line.event),
    )
    return ft.Row(
        [button, info_button(line.clause, on_clause)],
        spacing=2,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


@part
def RallyPicker(session: TableSession, scene: Scene, on_clause: OnClause, on_chosen: Done) -> ft.Control:
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
        named = {"unit": session.game.face_name(seat, combat[index]), "rank": combat[index]}
        return tile_button(
            say("keep the {unit} ({rank})", **named) if chosen else say("roll the {unit} ({rank})", **named),
            die_picture(combat[index], colour, 36),
            lambda: set_picked(picked - {index} if chosen else picked | {index}),
            selected=chosen,
        )

    rows: list[ft.Control] = []
    parts = [say("the {dice} in Rally", dice=dice(player.rally))] if player.rally else []
    parts += [say("the Combat dice that you tap")] if combat else []
    rows.append(note(say("Rolls {which}.", which=listed(parts)), size=14))
    if combat:
        rows.append(ft.Row([chip(i) for i in range(len(combat))], wrap=True, spacing=4, run_spacing=4))
        rows.append(
            ft.Row(
                [
                    ft.TextButton(say("All"), on_click=lambda _: set_picked(frozenset(range(len(combat))))),
                    ft.TextButton(say("None"), on_click=lambda _: set_picked(none)),
                ],
                spacing=4,
            )
        )
    rows.append(
        ft.Row(
            [
                ft.FilledButton(
                    say("Rally: roll {dice}", dice=dice(total)) if total else say("Rally: pick a die first"),
                    icon=ft.Icons.CASINO_OUTLINED,
                    expand=True,
                    disabled=total == 0,
                    on_click=lambda _: on_chosen(event),
                ),
                info_button(session.game.clause_of(scene.position, event), on_clause),
            ],
            spacing=2,
        )
    )
    rows.append(
        Folded(
            say("All {count} rallies as a list", count=len(scene.moves.rallies)),
            lambda: [RallyList(session, scene, on_chosen)],
        )
    )
    return ft.Container(
        content=ft.Column(rows, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=12,
        border_radius=12,
        bgcolor=Colors.SURFACE_CONTAINER,
    )


@part
def RallyList(session: TableSession, scene: Scene, on_chosen: Done) -> ft.Control:
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
            on_click=lambda _: on_chosen(event),
        )

    lines = [line(event) for event in rallies[:shown]]
    if shown < len(rallies):
        more = min(PAGE, len(rallies) - shown)
        lines.append(ft.TextButton(say("Show {more} more", more=more), on_click=lambda _: set_shown(shown + PAGE)))
    return ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
