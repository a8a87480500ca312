"""The games on the start screen: watch a recorded match of each, or play one before a camera."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.games import ListedGame, listed_games
from companion.text import current_language, say
from seeds import demo_film, is_translated
from ui.app_state import use_app
from ui.core import GAP, part
from ui.widgets.basic import Colors, card, flow, heading, note
from ui.widgets.start.game_picture import PICTURE_SIZE, game_picture


@part
def Games(busy: bool, choose: Callable[[str], None]) -> ft.Control:
    """A card a game; `choose` takes the id of the one to be played."""
    span: dict[str | ft.ResponsiveRowBreakpoint, int | float] = {"xs": 12, "md": 6}
    cards: list[ft.Control] = [
        ft.Container(content=_game(one, busy, lambda game=one.id: choose(game)), col=span)  # type: ignore[misc]
        for one in listed_games()
    ]
    return ft.ResponsiveRow(cards, spacing=GAP, run_spacing=GAP)


def _game(listed: ListedGame, busy: bool, play: Callable[[], None]) -> ft.Control:
    app, game, header = use_app(), listed.id, listed.header
    if header is None or listed.fault:
        return _broken(listed)
    (least, most), (shortest, longest) = header.players, header.minutes
    facts = say(
        "{least} to {most} players, {shortest} to {longest} minutes",
        least=least,
        most=most,
        shortest=shortest,
        longest=longest,
    )
    width, height = PICTURE_SIZE
    picture = ft.Image(
        src=game_picture(game),
        width=width,
        height=height,
        fit=ft.BoxFit.COVER,
        border_radius=12,
        exclude_from_semantics=True,
    )
    words: list[ft.Control] = [
        heading(header.title, size=17),
        note(facts, size=13),
        ft.Text(header.about, size=14),
        note(say("It takes {things}.", things=header.needs), size=13),
    ]
    if not is_translated(game, current_language()):
        words.append(note(say("Its rules are in English."), size=13))
    top = ft.Row(
        [picture, ft.Column(words, spacing=3, tight=True, expand=True)],
        spacing=14,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    buttons: list[ft.Control] = [
        ft.FilledTonalButton(
            content=_named(say("Play"), say("Play {game}", game=header.title)),
            icon=ft.Icons.PLAY_ARROW_ROUNDED,
            disabled=busy,
            on_click=lambda _: play(),
        )
    ]
    if demo_film(game) is not None:
        buttons.append(
            ft.TextButton(
                content=_named(say("Watch"), say("Watch {game}", game=header.title)),
                icon=ft.Icons.SMART_DISPLAY_OUTLINED,
                disabled=busy,
                tooltip=say("A recorded match that plays by itself"),
                on_click=lambda _: app.host.begin_demo(game),
            )
        )
    return card(top, flow(buttons, run_spacing=4), spacing=8, padding=14)


def _broken(listed: ListedGame) -> ft.Control:
    """A game that cannot be played, and why."""
    words = [
        note(listed.title, size=17, weight=ft.FontWeight.W_600),
        note(say("This game is switched off: {fault}", fault=listed.fault), size=13),
    ]
    return card(*words, bgcolor=Colors.SURFACE_CONTAINER_HIGHEST, spacing=3, padding=14)


def _named(verb: str, spoken: str) -> ft.Control:
    """A word on a button, of which a screen reader also says which game it is for."""
    return ft.Semantics(label=spoken, exclude_semantics=True, content=ft.Text(verb))
