"""The games on the start screen: watch a recorded match of each, or play one before a camera."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

import companion
from companion.text import localized, say
from ui.app_state import use_app
from ui.core import GAP, part
from ui.widgets.basic import card, flow, heading, note

PICTURE = (112, 84)
"""Width and height on the screen, in pixels."""


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
    seed = localized(companion.load(game).seed)
    (least, most), (shortest, longest) = seed.players, seed.minutes
    facts = say(
        "{least} to {most} players, {shortest} to {longest} minutes",
        least=least,
        most=most,
        shortest=shortest,
        longest=longest,
    )
    width, height = PICTURE
    picture = ft.Image(
        src=f"games/{game}.jpg",
        width=width,
        height=height,
        fit=ft.BoxFit.COVER,
        border_radius=12,
        exclude_from_semantics=True,
    )
    words: list[ft.Control] = [
        heading(seed.title, size=17),
        note(facts, size=13),
        ft.Text(seed.about, size=14),
        note(say("It takes {things}.", things=seed.needs), size=13),
    ]
    top = ft.Row(
        [picture, ft.Column(words, spacing=3, tight=True, expand=True)],
        spacing=14,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return card(
        top,
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
