"""The games on the start screen: watch a recorded match of each, or play one before a camera."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

import companion
from companion.table import Colour
from companion.text import say
from ui.app_state import use_app
from ui.core import GAP, part
from ui.widgets.basic import card, die_picture, flow, heading, note


@part
def Games(busy: bool, choose: Callable[[str], None]) -> ft.Control:
    """A card a game; `choose` takes the id of the one to be played."""
    span: dict[str | ft.ResponsiveRowBreakpoint, int | float] = {"xs": 12, "md": 6}
    cards: list[ft.Control] = [
        ft.Container(content=_game(game, busy, lambda game=game: choose(game)), col=span)  # type: ignore[misc]
        for game in companion.GAMES
    ]
    return ft.ResponsiveRow(cards, spacing=GAP, run_spacing=GAP)


def _game(game: str, busy: bool, play: Callable[[], None]) -> ft.Control:
    app = use_app()
    seed = companion.load(game).seed
    least, most = seed.players
    return card(
        ft.Row(
            [
                die_picture(5, _SIGNS[game], 34),
                ft.Column(
                    [
                        heading(seed.title, size=17),
                        note(say("{least} to {most} players", least=least, most=most), size=13),
                    ],
                    spacing=0,
                    tight=True,
                    expand=True,
                ),
            ],
            spacing=12,
        ),
        flow(
            [
                ft.FilledTonalButton(
                    content=_named(say("Play"), say("Play {game}", game=seed.title)),
                    icon=ft.Icons.PLAY_ARROW_ROUNDED,
                    disabled=busy,
                    on_click=lambda _: play(),
                ),
                ft.TextButton(
                    content=_named(say("Watch"), say("Watch {game}", game=seed.title)),
                    icon=ft.Icons.SMART_DISPLAY_OUTLINED,
                    disabled=busy,
                    tooltip=say("A recorded match that plays by itself"),
                    on_click=lambda _: app.host.begin_demo(game),
                ),
            ],
            run_spacing=4,
        ),
        spacing=8,
        padding=14,
    )


def _named(verb: str, spoken: str) -> ft.Control:
    """A word on a button, of which a screen reader also says which game it is for."""
    return ft.Semantics(label=spoken, exclude_semantics=True, content=ft.Text(verb))


_SIGNS: dict[str, Colour] = {
    "army-vs-aliens-2011": "blue",
    "army-vs-aliens-2012": "green",
    "dinosaurs-vs-army-men": "orange",
    "doubles-wild": "red",
    "space-checkers": "yellow",
}
