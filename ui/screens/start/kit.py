"""The print kit as a page: for which game and how many, on which paper, which parts; then the PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import flet as ft

from companion.drawing import Paper
from companion.games import sound_games, title_of
from companion.kit import Part, parts_of
from companion.text import later, say, say_count
from ui.core import PAPERS, PART_NAMES, keyed, kit_file, part, use_route, use_value, use_width
from ui.settings import usual_game_players
from ui.widgets.basic import (
    Colors,
    card,
    check_row,
    choice_row,
    column,
    heading,
    hint,
    note,
    number_tiles,
    page,
    tile_button,
    tile_words,
    warning,
)

SCALE = later("Print at 100 % (“actual size”): the bar on each page is 100 mm long.")
FOR_PLAYERS = later("For {count} players")
BOTH_SIDES = later("Print the cards on both sides, turned along the long edge.")


@part
def KitScreen(about: str) -> ft.Control:
    """`about`: the game and, after a blank, how many play; or nothing for the first one."""
    route, width = use_route(), use_width()
    asked, _, count = about.partition(" ")
    games = sound_games()
    game, set_game = use_value(asked if asked in games else games[0])
    parts: list[ft.Control] = [
        card(
            heading(say("Game"), size=17),
            *(
                choice_row(title_of(one), lambda one=one: set_game(one), chosen=one == game)  # type: ignore[misc]
                for one in games
            ),
            spacing=2,
        ),
        keyed(f"kit-{game}", Choices, game, int(count) if count.isdecimal() and game == asked else None),
    ]
    return page(say("Print kit"), route, parts, width)


@part
def Choices(game: str, count: int | None) -> ft.Control:
    """Of one game; `count`: how many play, where that is known."""
    there = parts_of(game)
    least, most = usual_game_players(game)
    paper, set_paper = use_value(PAPERS[0])
    players, set_players = use_value(least if count is None else count)
    only, set_only = use_value(frozenset(there))
    light, set_light = use_value(False)
    making, set_making = use_value(False)
    done, set_done = use_value("")
    fault, set_fault = use_value("")
    picker = ft.use_memo(lambda: ft.FilePicker(), [])

    def flip(one: Part) -> None:
        set_only(only ^ {one})

    async def download() -> None:
        set_done("")
        set_fault("" if only else say("Choose at least one part"))
        if not only:
            return
        set_making(True)
        try:
            made = await asyncio.to_thread(kit_file, game, paper, players, only, light)
            how = say(SCALE) + (f" {say(BOTH_SIDES)}" if "deck" in only else "")
            await picker.save_file(file_name=made.name, src_bytes=made.pdf)
            set_done(
                say_count(
                    "{name}: {count} page. {how}", "{name}: {count} pages. {how}", made.pages, name=made.name, how=how
                )
            )
        finally:
            set_making(False)

    controls: list[ft.Control] = [
        card(heading(say("Paper"), size=17), _papers(paper, set_paper), note(say("Letter is usual in North America."))),
        card(heading(say("Players"), size=17), number_tiles(range(least, most + 1), players, set_players, FOR_PLAYERS)),
        card(
            heading(say("What to print"), size=17),
            *(
                check_row(
                    ": ".join(map(say, PART_NAMES[one])),
                    lambda one=one: flip(one),  # type: ignore[misc]
                    checked=one in only,
                )
                for one in there
            ),
            ft.Divider(height=1, color=Colors.OUTLINE_VARIANT),
            check_row(say("Save ink: leave out coloured grounds"), lambda: set_light(not light), checked=light),
            spacing=0,
        ),
    ]
    if fault:
        controls.append(warning(fault, on_close=lambda: set_fault("")))
    if done:
        controls.append(hint(done, icon=ft.Icons.CHECK_CIRCLE_OUTLINE_ROUNDED))
    controls.append(
        ft.FilledButton(
            say("Making the PDF …") if making else say("Download the PDF"),
            icon=ft.Icons.DOWNLOAD_ROUNDED,
            disabled=making,
            on_click=download,
        )
    )
    return column(controls)


def _papers(chosen: Paper, choose: Callable[[Paper], None]) -> ft.Control:
    return ft.Row(
        [
            tile_button(
                say("Paper {one}", one=one),
                tile_words(one),
                lambda one=one: choose(one),  # type: ignore[misc]
                padding=0,
                selected=one == chosen,
                width=96,
            )
            for one in PAPERS
        ],
        spacing=8,
    )
