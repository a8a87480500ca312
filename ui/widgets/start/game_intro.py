"""What a game needs, at its first visit: three pictures with a sentence each, and the film to try it with."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.referee.matching import SeatedGame
from companion.rules import Game
from companion.text import later, localized, say
from seeds import demo_film, pages
from ui.app_state import use_app
from ui.core import PHONE, part, use_width
from ui.settings import usual_game, usual_game_players
from ui.widgets.basic import card, column, flow, heading, note
from ui.widgets.drawing import Marks, drawing_of
from ui.widgets.start.game_picture import DICE, PICTURE_SIZE, SCREEN, game_picture

CAMERA = later("The camera looks down on the whole table, from where nobody sits. A phone can be the camera.")
PLAY = later("Play as always: the screen says whose turn it is, keeps the score, and asks where it is in doubt.")
NO_CAMERA = later("Without a camera nothing has to be put out.")
ABOVE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 112 84"><rect width="112" height="84" fill="#F0E6DA"/>
<path d="M40 26 L16 68 H96 L56 26 Z" fill="#FFEDC9"/>
<path d="M24 58 H88 L100 74 H12 Z" fill="#B07A4B"/><path d="M36 61 H76 L82 71 H30 Z" fill="#FFFCF8"/>
<rect x="44" y="63" width="6" height="5" rx="1" fill="#2A5BD7"/>
<rect x="60" y="64" width="6" height="5" rx="1" fill="#2E8B4F"/>
<path d="M98 74 V18 H50" fill="none" stroke="#5E5148" stroke-width="4" stroke-linejoin="round"/>
<rect x="36" y="12" width="26" height="13" rx="3" fill="#2A211B"/><circle cx="49" cy="25" r="4" fill="#5E5148"/>
</svg>"""
"""A camera on an arm above a table, drawn by us."""


@part
def GameIntro(game: str, busy: bool, close: Callable[[], None]) -> ft.Control:
    """`busy`: something is being opened; `close` is called with the button that goes on."""
    app = use_app()
    usual = usual_game(game, usual_game_players(game)[0])
    sheet = ft.use_memo(lambda: _first_sheet(usual), [game])
    needs = say("It takes {things}.", things=localized(usual.seed).needs)
    shown = [
        _step(sheet or DICE, f"{needs} {say(NO_CAMERA)}", ft.BoxFit.CONTAIN if sheet else ft.BoxFit.COVER),
        _step(ABOVE, say(CAMERA), ft.BoxFit.COVER),
        _step(game_picture(game, SCREEN), say(PLAY), ft.BoxFit.COVER),
    ]
    buttons: list[ft.Control] = [ft.TextButton(say("Go on"), on_click=lambda _: close())]
    if demo_film(game) is not None:
        film = ft.FilledTonalButton(
            say("Try it with the film"),
            icon=ft.Icons.SMART_DISPLAY_OUTLINED,
            disabled=busy,
            on_click=lambda _: app.host.begin_demo(game),
        )
        buttons.insert(0, film)
    steps: ft.Control = column(shown, spacing=10)
    if use_width() >= PHONE:
        steps = ft.Row(
            [ft.Container(content=one, expand=True) for one in shown],
            spacing=14,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    return card(heading(say("What it needs"), size=17), steps, flow(buttons, run_spacing=4), spacing=10)


def _first_sheet(game: Game) -> str:
    """The first printed sheet at the beginning of a match, drawn; empty in a game without any."""
    sheets = pages(game.id)
    if not sheets:
        return ""
    layout = SeatedGame.usual(game).layout(game.start())
    return drawing_of(sheets[0], layout, Marks(closed=game.closed())).svg


def _step(picture: str, words: str, fit: ft.BoxFit) -> ft.Control:
    width, height = PICTURE_SIZE
    across = None if fit is ft.BoxFit.CONTAIN else width
    image = ft.Image(src=picture, width=across, height=height, fit=fit, border_radius=12, exclude_from_semantics=True)
    framed = ft.Container(content=image, width=width, alignment=ft.Alignment.CENTER)
    row: list[ft.Control] = [framed, note(words, expand=True)]
    return ft.Row(row, spacing=12, vertical_alignment=ft.CrossAxisAlignment.START)
