"""The Flet app: one page a browser tab, and whichever screen the tab's place and the table call for."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.text import LANGUAGES, current_language
from ui.app_state import AppState, use_app
from ui.core import (
    Place,
    allowed,
    ask_about_motion,
    dark_theme,
    keyed,
    light_theme,
    may,
    open_tab,
    part,
    tab_of_page,
    use_addresses,
    use_route,
    use_store,
)
from ui.match import LiveCheck, LiveMatch
from ui.screens.camera import CalibrateScreen, CheckScreen, DoctorScreen, EnrolScreen
from ui.screens.dice import DiceScreen, RollerScreen
from ui.screens.history import HistoryScreen, PeopleScreen, RecordedScreen, StatisticsScreen
from ui.screens.match import MatchScreen, MatchViewer, NothingYet
from ui.screens.score_pad import ScoresScreen
from ui.screens.start import KitScreen, StartScreen
from ui.widgets.camera import PairingRequests

SCREENS: dict[Place, Callable[[str], ft.Control]] = {
    Place.HISTORY: HistoryScreen,
    Place.RECORDED: RecordedScreen,
    Place.STATISTICS: StatisticsScreen,
    Place.PEOPLE: PeopleScreen,
    Place.DICE: DiceScreen,
    Place.SCORES: ScoresScreen,
    Place.ROLLER: RollerScreen,
    Place.KIT: KitScreen,
    Place.CALIBRATE: CalibrateScreen,
    Place.DOCTOR: DoctorScreen,
    Place.ENROL: EnrolScreen,
}
"""The component of each place but START; it is handed what the route is about."""


def start_page(page: ft.Page, app: AppState) -> None:
    """Make the page of a newly connected tab of this app."""
    page.title = "Tabletop companion"
    page.theme = light_theme()
    page.dark_theme = dark_theme()
    page.theme_mode = ft.ThemeMode.SYSTEM
    page.padding = 0
    open_tab(page, App, app, app.language.current)


def _in_language(page: ft.Page) -> None:
    """Have the browser told what language the page is in, for those who hear it, and Flutter's own words be in it."""
    spoken = ft.Locale(current_language())
    if page.locale_configuration is None or page.locale_configuration.current_locale != spoken:
        page.locale_configuration = ft.LocaleConfiguration([ft.Locale(one) for one in LANGUAGES], spoken)


@part
def App() -> ft.Control:
    """The page that the tab is on; at START the table when there is one, otherwise the start screen.

    A device is shown the table alone, as its role allows. In another language everything starts anew.
    """
    tab = tab_of_page()
    use_store(use_app().language)
    use_store(tab.language)
    _in_language(tab.page)
    ask_about_motion()
    route = use_route()
    use_addresses(route)
    screen = SCREENS.get(route.place)
    if not allowed("host"):
        return ft.SafeArea(content=keyed(f"{current_language()}-table", OnDevice), expand=True)
    if screen is not None:
        shown = keyed(f"{current_language()}-{route.place.value}-{route.about}", screen, route.about)
    else:
        shown = keyed(f"{current_language()}-table", TableOrStart)
    asked = ft.Column(
        [keyed(f"{current_language()}-requests", PairingRequests), ft.Container(content=shown, expand=True)], spacing=0
    )
    return ft.SafeArea(content=asked, expand=True)


@part
def TableOrStart() -> ft.Control:
    """The table when there is one, otherwise the start screen."""
    host = use_app().host
    use_store(host)
    table = host.table
    if table is None:
        return keyed("start", StartScreen)
    if isinstance(table, LiveCheck):
        return keyed(f"check-{table.session.number}", CheckScreen, table)
    return keyed(f"match-{table.session.number}", MatchScreen, table)


@part
def OnDevice() -> ft.Control:
    """The table, for a player or to be looked at; nothing of the host's."""
    app, tab = use_app(), tab_of_page()

    def shown() -> tuple[str, bool, LiveMatch | None]:
        """What is in the place of a match, whether who looks may play, and the match."""
        who, table = tab.visitor, app.host.table
        if who is not None and who.role is None:
            return "removed", False, None
        if who is not None and app.pairing.is_out(who.id):
            return "put-out", False, None
        return "nothing", may("play", who), table if isinstance(table, LiveMatch) else None

    # Of other devices that come and go only this: the whole match would be drawn anew for each.
    use_store(app.host, shown)
    use_store(app.pairing, shown)
    instead, plays, table = shown()
    if table is None:
        return keyed(instead, NothingYet)
    return keyed(f"match-{table.session.number}", MatchScreen if plays else MatchViewer, table)
