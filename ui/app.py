"""The Flet app: one page a browser tab, and whichever screen the room calls for."""

from __future__ import annotations

import flet as ft

from ui import theme
from ui.bridge import keyed, open_tab, part, use_store
from ui.match_opening import LiveMatch
from ui.room import ROOM
from ui.screens.match import MatchScreen
from ui.screens.start import StartScreen
from ui.screens.table import TableScreen


def start_page(page: ft.Page) -> None:
    """Make the page of a newly connected tab."""
    open_tab(page)
    page.title = "Tabletop companion"
    page.theme = theme.light()
    page.dark_theme = theme.dark()
    page.theme_mode = ft.ThemeMode.SYSTEM
    page.padding = 0
    page.render(App)


@part
def App() -> ft.Control:
    """The table when there is one, otherwise the start screen."""
    use_store(ROOM)
    table = ROOM.table
    if table is None:
        screen = keyed("start", StartScreen)
    elif isinstance(table, LiveMatch):
        screen = keyed(f"match-{id(table)}", MatchScreen, table)
    else:
        screen = keyed(f"table-{id(table)}", TableScreen, table)
    return ft.SafeArea(content=screen, expand=True)
