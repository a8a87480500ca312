"""The games on the start screen: watch a recorded match of each, or play one before a camera."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

import companion
from companion.table import Colour
from ui.bridge import part, use_field, use_value, use_width
from ui.match_opening import MatchSetup
from ui.room import ROOM
from ui.theme import GAP, PHONE, TAP
from ui.widgets.basics import Colors, card, heading, note, tile_button
from ui.widgets.die import die_picture

__all__ = ["Games"]


@part
def Games(busy: bool) -> ft.Control:
    """A card a game; one of them unfolds into what is agreed before a match."""
    chosen, set_chosen = use_value("")
    span: dict[str | ft.ResponsiveRowBreakpoint, int | float] = {"xs": 12, "md": 6}
    cards: list[ft.Control] = [
        ft.Container(content=_game(game, busy, lambda game=game: set_chosen(game)), col=span)  # type: ignore[misc]
        for game in companion.GAMES
    ]
    if chosen:
        cards.insert(0, ft.Container(content=MatchForm(chosen, busy, lambda: set_chosen("")), col=12))
    return ft.ResponsiveRow(cards, spacing=GAP, run_spacing=GAP)


def _game(game: str, busy: bool, play: Callable[[], None]) -> ft.Control:
    seed = companion.load(game).seed
    least, most = seed.players
    return card(
        ft.Row(
            [
                die_picture(5, _SIGNS[game], 34),
                ft.Column(
                    [heading(seed.title, size=17), note(f"{least} to {most} players", size=13)],
                    spacing=0,
                    tight=True,
                    expand=True,
                ),
            ],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        ft.Row(
            [
                ft.FilledTonalButton(
                    "Play",
                    icon=ft.Icons.PLAY_ARROW_ROUNDED,
                    height=TAP,
                    disabled=busy,
                    tooltip=f"Play {seed.title}",
                    on_click=lambda _: play(),
                ),
                ft.TextButton(
                    f"Watch {seed.title}",
                    icon=ft.Icons.SMART_DISPLAY_OUTLINED,
                    height=TAP,
                    disabled=busy,
                    on_click=lambda _: ROOM.begin_demo(game),
                ),
            ],
            wrap=True,
            spacing=8,
            run_spacing=4,
        ),
        spacing=8,
        padding=14,
    )


_SIGNS: dict[str, Colour] = {
    "army-vs-aliens-2011": "blue",
    "army-vs-aliens-2012": "green",
    "dinosaurs-vs-army-men": "orange",
    "doubles-wild": "red",
    "space-checkers": "yellow",
}


@part
def MatchForm(game: str, busy: bool, close: Callable[[], None]) -> ft.Control:
    """Who plays, and what looks on."""
    seed = companion.load(game).seed
    least, most = seed.players
    players, set_players = use_value(least)
    width = use_width()
    names = use_field(
        lambda: ft.TextField(label="Names, by seat", hint_text="Anna, Ben", border_radius=12, expand=True)
    )
    source = use_field(
        lambda: ft.TextField(
            label="Camera number, stream address or film", value="0", border_radius=12, expand=True, autocorrect=False
        )
    )

    def begin() -> None:
        told = tuple(one.strip() for one in (names.value or "").split(",") if one.strip())
        if told and len(told) != players:
            ROOM.fail(f"{len(told)} names for {players} players: give one for each, or none")
            return
        spec = (source.value or "").strip()
        if not spec:
            ROOM.fail("No camera given: 0 is the first one of this computer")
            return
        ROOM.begin_match(MatchSetup(game=game, players=players, names=told), spec)

    counts = ft.Row(
        [
            tile_button(
                f"{count} players",
                ft.Text(str(count), size=17, weight=ft.FontWeight.W_600),
                lambda count=count: set_players(count),  # type: ignore[misc]
                selected=count == players,
            )
            for count in range(least, most + 1)
        ],
        spacing=4,
        wrap=True,
    )
    fields: list[ft.Control] = [names, source]
    return card(
        ft.Row(
            [
                heading(f"A match of {seed.title}", size=18, expand=True),
                ft.TextButton("Close", on_click=lambda _: close()),
            ]
        ),
        ft.Row([note("Players"), counts], spacing=10, wrap=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        ft.Row(fields, spacing=10) if width >= PHONE else ft.Column([ft.Row([one]) for one in fields], spacing=10),
        note(f"Print and lay the sheets first: companion kit {game}. The match is recorded on this computer."),
        ft.Row(
            [
                ft.FilledButton(
                    "Begin the match",
                    icon=ft.Icons.PLAY_ARROW_ROUNDED,
                    height=TAP,
                    disabled=busy,
                    on_click=lambda _: begin(),
                )
            ]
        ),
        bgcolor=Colors.SECONDARY_CONTAINER,
    )
