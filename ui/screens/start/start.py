"""The start screen: which game is played, and what looks at the table."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.games import title_of
from companion.text import later, say
from seeds import installed_games
from ui.app_state import use_app
from ui.core import GAP, PHONE, TAP, Place, keyed, part, tab_of_page, use_route, use_store, use_value, use_width
from ui.screens.start.loading import fault_in_loading
from ui.screens.start.setup import SetupScreen, drafted_game
from ui.settings import SavedSetup, game_by_lines
from ui.sources import shown_source
from ui.widgets.basic import Colors, card, column, die_picture, flow, heading, language_buttons, note, warning
from ui.widgets.camera import Devices, UploadButton, opening_card
from ui.widgets.start import Games, PlayedBefore, ReadDice

WIDEST = 940
"""The cards do not grow wider than this together, in pixels."""
PAGES: tuple[tuple[str, ft.IconData, Place], ...] = (
    (later("Score sheet"), ft.Icons.EDIT_NOTE_ROUNDED, Place.SCORES),
    (later("Roll dice"), ft.Icons.CASINO_OUTLINED, Place.ROLLER),
    (later("Print kit"), ft.Icons.PRINT_OUTLINED, Place.KIT),
    (later("Check camera and light"), ft.Icons.CENTER_FOCUS_STRONG_OUTLINED, Place.CALIBRATE),
    (later("Learn own dice"), ft.Icons.CASINO_OUTLINED, Place.ENROL),
    (later("Is this computer fit?"), ft.Icons.MONITOR_HEART_OUTLINED, Place.DOCTOR),
)
"""Those that help before a match: what they are called, their sign, and where they are."""


@part
def StartScreen() -> ft.Control:
    """The games and the last match again, two ways to a match of dice alone, and the pages that help; or the form of
    the game that was chosen."""
    app = use_app()
    use_store(app.host)
    use_store(app.setups)
    width = use_width()
    chosen, choose = use_value((ft.use_memo(drafted_game, []), False))
    game, dice_alone = chosen
    if game:
        key = f"setup-{game}-{dice_alone}"
        host = app.host
        return keyed(key, SetupScreen, game, dice_alone, host.opening, host.failed, lambda: choose(("", False)))
    busy = app.host.opening is not None
    tab = tab_of_page()

    def open_form(game: str) -> None:
        async def load() -> None:
            if line := await fault_in_loading(game):
                app.host.fail(line)
            else:
                choose((game, False))

        if installed_games()[game].is_own:
            choose((game, False))
        else:
            tab.run(load)

    parts: list[ft.Control] = [_hero(width)]
    if app.language.trouble:
        parts.append(warning(app.language.trouble, on_close=app.language.dismiss))
    if app.host.failed:
        parts.append(warning(app.host.failed, on_close=app.host.dismiss))
    last = app.setups.last
    if app.setups.trouble:
        parts.append(warning(app.setups.trouble, on_close=app.setups.dismiss))
    if busy:
        parts.append(opening_card(str(app.host.opening)))
    parts.append(keyed("read-dice", ReadDice))
    if last is not None:
        parts.append(_again(last, busy))
    parts.append(keyed("played", PlayedBefore, busy=busy))
    parts.append(keyed("devices", Devices))  # above the games: a code must not come up below the screen
    parts.append(heading(say("Games"), size=18))
    parts.append(keyed("games", Games, busy=busy, choose=open_form))
    span: dict[str | ft.ResponsiveRowBreakpoint, int | float] = {"xs": 12, "md": 6}
    if (by_lines := game_by_lines()) is not None:
        cards = [_without_mats(by_lines, busy, lambda: choose((by_lines, True))), _photograph(busy)]
        places: list[ft.Control] = [ft.Container(content=one, col=span) for one in cards]
        parts.append(heading(say("Dice alone"), size=18))
        parts.append(ft.ResponsiveRow(places, spacing=GAP, run_spacing=GAP))
    parts.append(heading(say("Besides"), size=18))
    parts.append(keyed("pages", GuidedPages))
    parts.append(note(say("Pictures never leave this computer and are not kept."), text_align=ft.TextAlign.CENTER))
    side = 12 if width < PHONE else max(24, (width - WIDEST) / 2)
    whole = ft.Container(content=column(parts), padding=ft.Padding.symmetric(horizontal=side, vertical=16))
    return ft.Column([whole], scroll=ft.ScrollMode.AUTO, expand=True)


def _again(last: SavedSetup, busy: bool) -> ft.Control:
    """The match before, once more, with one tap."""
    app = use_app()

    def play() -> None:
        if (line := app.cameras.fault(last.source)) is not None:
            app.host.fail(line)
        else:
            app.host.begin_match(last.setup, last.source)

    title = title_of(last.setup.game)
    names = ", ".join(name for name in last.setup.names if name) or say("{players} players", players=last.setup.players)
    camera = say("camera {source}", source=last.source) if last.source.isdecimal() else shown_source(last.source)
    words = ft.Column([heading(title, size=17), note(f"{names}, {camera}")], spacing=1, tight=True, expand=True)
    again, sign = say("Play again as last time"), ft.Icons.REPLAY_ROUNDED
    button = ft.FilledButton(again, icon=sign, disabled=busy, on_click=lambda _: play())
    return card(ft.Row([words]), ft.Row([button]), bgcolor=Colors.SECONDARY_CONTAINER, spacing=8)


@part
def GuidedPages() -> ft.Control:
    """The pages that help before a match."""
    route = use_route()
    buttons: list[ft.Control] = [
        ft.OutlinedButton(say(text), icon=icon, on_click=lambda _, place=place: route.go(place))
        for text, icon, place in PAGES
    ]
    return flow(buttons)


def _hero(width: float) -> ft.Control:
    wide = width >= PHONE
    size = 1.0 if wide else 0.68
    dice = ft.Stack(
        [
            ft.Container(content=die_picture(5, "blue", 54 * size), left=0, top=10 * size, rotate=-0.16),
            ft.Container(content=die_picture(3, "green", 46 * size), left=46 * size, top=0, rotate=0.2),
        ],
        width=98 * size,
        height=72 * size,
    )
    words = ft.Column(
        [
            heading("Tabletop companion", size=32 if wide else 21, level=1),
            note(say("Reads the real table, referees the game, keeps the score."), size=15 if wide else 13.5),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    return ft.Container(
        content=ft.Row([dice, words, *language_buttons(wide)], spacing=14 if wide else 8),
        padding=ft.Padding.symmetric(vertical=8 if wide else 0),
    )


def _source(icon: ft.IconData, title: str, text: str, *controls: ft.Control) -> ft.Control:
    sign = ft.Container(
        content=ft.Icon(icon, color=Colors.ON_PRIMARY_CONTAINER, size=24),
        bgcolor=Colors.PRIMARY_CONTAINER,
        border_radius=14,
        width=TAP,
        height=TAP,
        alignment=ft.Alignment.CENTER,
    )
    words = ft.Column([heading(title, size=17), note(text)], spacing=1, tight=True, expand=True)
    return card(ft.Row([sign, words], spacing=14), *controls)


def _without_mats(game: str, busy: bool, set_up: Callable[[], None]) -> ft.Control:
    return _source(
        ft.Icons.CASINO_OUTLINED,
        say("Without printed mats"),
        say("{title} with any dice of two colours: lines on the picture part the zones.", title=title_of(game)),
        ft.FilledButton(say("Set up"), icon=ft.Icons.PLAY_ARROW_ROUNDED, disabled=busy, on_click=lambda _: set_up()),
    )


def _photograph(busy: bool) -> ft.Control:
    app = use_app()
    return _source(
        ft.Icons.ADD_A_PHOTO_OUTLINED,
        say("Photograph"),
        say("Upload a picture of your table, or take one with the phone."),
        UploadButton(say("Upload a photograph"), app.host.begin_photograph, app.host.fail, disabled=busy),
    )
