"""Before a match: who plays, what looks on, by which rules; filled in as the last match of the game was."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft
import msgspec

from companion.games import title_of
from companion.text import later, say
from ui.app_state import use_app
from ui.core import WIDE, Place, Tab, keyed, part, tab_of_page, use_route, use_value, use_width
from ui.settings import MatchSetup, SavedSetup, SavedSetups, faults, has_sheets, lines_for, places_of, usual_setup
from ui.sources import NO_CAMERA
from ui.widgets.basic import (
    BottomBar,
    column,
    flow,
    framed,
    halves,
    note,
    page_title,
    scrolling,
    side_of,
    turn_limit_choice,
    warning,
)
from ui.widgets.camera import opening_card, use_camera
from ui.widgets.start import DiceShown, GameIntro, Rules, Seats, name_fields, zones_choice

WIDEST = 1120
"""The form does not grow wider than this, in pixels."""
SHEETS = later("Lay the printed sheets on the table, the camera above them. The match is recorded on this computer.")
UNSEEN = later(
    "Nothing has to be put out: roll by hand and type it, or let the program roll. The match is recorded on this "
    "computer."
)
BARE = later("The camera looks down at the table. The match is recorded on this computer.")
NO_SHEETS = later(
    "The camera looks down at the table: Rally on the left, Combat in the middle, Scoring on the right. The match is "
    "recorded on this computer."
)


class Draft:
    """What was filled in, for a tab that has turned to another page and comes back."""

    def __init__(self, tab: Tab) -> None:
        self.setup: SavedSetup | None = None

    def take(self) -> SavedSetup | None:
        """What it holds, which is then gone."""
        setup, self.setup = self.setup, None
        return setup


def drafted_game() -> str:
    """The game whose form this tab comes back to; empty where it was on none."""
    draft = tab_of_page().own(Draft).setup
    return "" if draft is None else draft.setup.game


def draft_game(game: str, setups: SavedSetups) -> None:
    """Has this tab come to the form of a game next, filled in as the last time."""
    tab_of_page().own(Draft).setup = setups.of(game) or SavedSetup(usual_setup(game))


@part
def SetupScreen(
    game: str, dice_alone: bool, opening: str | None, failed: str | None, close: Callable[[], None]
) -> ft.Control:
    """The form of one game, without printed mats to begin with where it is of `dice_alone`. `opening` and `failed` are
    the table host's."""
    app = use_app()
    draft = tab_of_page().own(Draft)
    remembered = ft.use_memo(lambda: draft.take() or app.setups.of(game) or SavedSetup(usual_setup(game)), [])
    setup, set_setup = use_value(remembered.setup)
    usual = lines_for(setup)
    sheets = ft.use_memo(lambda: has_sheets(game), [game])
    kept_lines = remembered.lines or (usual.lines if dice_alone and usual is not None else ())
    lines, set_lines = use_value(kept_lines)
    lines = () if usual is None else lines
    pick = use_camera(remembered.source, without=not dice_alone)
    wrong: dict[str, str] = {}
    shown_faults, show_faults = use_value(wrong)
    moved, set_moved = use_value((0, remembered.setup.names))
    none_typed: list[Callable[[], MatchSetup]] = []
    typed = ft.use_memo(lambda: none_typed, [])
    fields: list[ft.TextField] = ft.use_memo(lambda: name_fields(game, moved[1], lambda: typed[0]()), [moved[0]])
    intro, show_intro = use_value(ft.use_memo(lambda: not app.setups.was_visited(game), []))
    width, route = use_width(), use_route()
    title = title_of(game)

    def now(of: MatchSetup) -> MatchSetup:
        return msgspec.structs.replace(of, names=tuple(field.value or "" for field in fields[: of.players]))

    def change(edit: Callable[[MatchSetup], MatchSetup]) -> None:
        before = now(setup)
        new = edit(before)
        seats = before.players == new.players and places_of(before) == places_of(new)
        if not seats or new.names != before.names:  # who sits elsewhere now takes the name along
            set_moved((moved[0] + 1, new.names))
        show_faults({})
        set_setup(new)

    def refresh() -> MatchSetup:
        whole = now(setup)
        set_setup(whole)
        return whole

    typed[:] = [refresh]

    def kept(of: MatchSetup, spec: str) -> SavedSetup:
        return SavedSetup(of, spec, remembered.corners if spec == remembered.source else (), lines)

    def play() -> None:
        whole, spec = now(setup), pick.spec
        found = faults(whole)
        if (line := app.cameras.fault(spec)) is not None:
            found["source"] = line
        show_faults(found)
        set_setup(whole)
        if not found:
            app.setups.keep(kept(whole, spec))
            app.host.begin_match(whole, spec, lines)

    def choose(spec: str) -> None:
        show_faults({key: line for key, line in shown_faults.items() if key != "source"})
        pick.choose(spec)

    seats = keyed("seats", Seats, setup, fields, shown_faults, change, refresh)
    looks_on = pick.shown(shown_faults.get("source"), choose)
    dice = keyed("dice", DiceShown, setup, shown_faults, change)
    rules = keyed("rules", Rules, setup, shown_faults, change)
    timer = turn_limit_choice(
        setup.turn_limit, lambda limit: change(lambda one: msgspec.structs.replace(one, turn_limit=limit))
    )
    left = [seats, dice]
    if usual is not None and pick.spec != NO_CAMERA:
        left.insert(1, zones_choice(bool(lines), lambda drawn: set_lines(kept_lines or usual.lines if drawn else ())))

    def read() -> None:
        app.setups.visit(game)
        show_intro(False)

    if intro:
        first: list[ft.Control] = [keyed("intro", GameIntro, game, opening is not None, read)]
    else:
        needs = ft.TextButton(
            say("What it needs"), icon=ft.Icons.HELP_OUTLINE_ROUNDED, on_click=lambda _: show_intro(True)
        )
        first = [ft.Row([needs])]
    if width >= WIDE:
        columns = halves(column(left), column([looks_on, rules, timer]), (1, 1))
        body: ft.Control = scrolling([*first, columns])
    else:
        body = scrolling([*first, seats, looks_on, *left[1:], rules, timer])

    def print_kit() -> None:
        draft.setup = kept(now(setup), pick.spec)
        route.go(Place.KIT, f"{game} {setup.players}")

    ground = UNSEEN if pick.spec == NO_CAMERA else NO_SHEETS if lines else SHEETS if sheets else BARE
    parts: list[ft.Control] = [note(say(ground), size=12.5)]
    if failed:
        parts.append(warning(failed, on_close=app.host.dismiss))
    if opening:
        parts.append(opening_card(opening))
    start = ft.FilledButton(
        say("Play"), icon=ft.Icons.PLAY_ARROW_ROUNDED, disabled=opening is not None, on_click=lambda _: play()
    )
    kit = ft.OutlinedButton(say("Print kit"), icon=ft.Icons.PRINT_OUTLINED, on_click=lambda _: print_kit())
    side = side_of(width, WIDEST)
    top = page_title(say("A match of {title}", title=title), close, width, side)
    below = keyed("play", BottomBar, parts, [flow([start, kit], spacing=10)], side)
    return framed([top], body, side, [below])
