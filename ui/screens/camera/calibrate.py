"""Screen that shows live how well a camera sees a game's table: sheets, light, sharpness, size of the dice."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.games import sound_games, title_of
from companion.text import later, say
from ui.app_state import use_app
from ui.core import WIDE, BackgroundOpener, keyed, part, use_closing, use_route, use_store, use_value, use_width
from ui.match import LiveCheck, open_check
from ui.screens.camera.check import found_banner
from ui.settings import MatchSetup, has_sheets, usual_game_players, usual_setup, with_players
from ui.widgets.basic import card, choice_row, column, columns, flow, heading, note, number_tiles, page, warning
from ui.widgets.camera import LivePicture, use_camera, verdict_card

ABOUT = later(
    "Choose the game whose sheets lie on the table, and the camera. Lay some dice down to have their size told."
)
FOR_PLAYERS = later("For {count} players")


@part
def CalibrateScreen(about: str) -> ft.Control:
    """`about` is empty."""
    app = use_app()
    route, width = use_route(), use_width()
    preview = ft.use_memo(BackgroundOpener[LiveCheck], [])
    use_store(preview)
    use_closing(preview.clear)
    last = ft.use_memo(lambda: app.setups.last, [])
    setup, set_setup = use_value(usual_setup(next(filter(has_sheets, sound_games()))) if last is None else last.setup)
    pick = use_camera()
    wrong: str | None = None
    fault, set_fault = use_value(wrong)

    def look() -> None:
        spec = pick.spec
        line = app.cameras.fault(spec)
        set_fault(line)
        if line is None:
            preview.begin(spec, lambda: open_check(setup, spec, app.stores))

    def take(new: MatchSetup) -> None:
        preview.clear()
        set_setup(new)

    if preview.live is not None:
        shown = keyed(f"live-{preview.live.session.number}", Live, preview.live)
        stop = ft.OutlinedButton(
            say("Choose another camera or game"), icon=ft.Icons.TUNE, on_click=lambda _: preview.clear()
        )
        return page(say("Camera and light"), route, [shown, stop], width)
    controls: list[ft.Control] = [note(say(ABOUT), size=14.5), _games(setup, take), pick.shown(fault)]
    if preview.failed:
        controls.append(warning(preview.failed))
    controls.append(
        ft.FilledButton(
            say("Opening …") if preview.opening else say("Look"),
            icon=ft.Icons.CENTER_FOCUS_STRONG_OUTLINED,
            disabled=preview.opening is not None,
            on_click=lambda _: look(),
        )
    )
    return page(say("Camera and light"), route, controls, width)


@part
def Live(live: LiveCheck) -> ft.Control:
    """The picture with what is found in it, and the figures."""
    session = live.session
    use_store(session)
    width, scene = use_width(), session.scene
    picture = LivePicture(live.frame_loop, say("Live picture of the table with the sheets that are found"))
    side: list[ft.Control] = [found_banner(scene, width)]
    if scene.trouble:
        side.append(warning(scene.trouble))
    elif scene.ended:
        side.append(warning(say("The film is over; what was seen last is shown.")))
    side.append(verdict_card(scene))
    beside = column(side)
    return columns(picture, beside, (3, 2), width >= WIDE)


def _games(setup: MatchSetup, take: Callable[[MatchSetup], None]) -> ft.Control:
    app = use_app()
    least, most = usual_game_players(setup.game)

    def game(one: str) -> MatchSetup:
        kept = app.setups.of(one)
        return usual_setup(one) if kept is None else kept.setup

    counts = number_tiles(
        range(least, most + 1), setup.players, lambda count: take(with_players(setup, count)), FOR_PLAYERS
    )
    return card(
        heading(say("Game"), size=17),
        *(
            choice_row(title_of(one), lambda one=one: take(game(one)), chosen=one == setup.game)  # type: ignore[misc]
            for one in filter(has_sheets, sound_games())
        ),
        flow([note(say("Players")), counts], run_spacing=4),
        spacing=2,
    )
