"""Before a game: whose dice are of which colour, and the house rules of the sheet with their defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import flet as ft
import msgspec

import seeds
from companion.games.army_vs_aliens.pieces import ArmySeed
from companion.table import Colour
from seeds import Option, OptionValue
from ui.bridge import part, use_store
from ui.room import GAME, ROOM, Setup
from ui.widgets.basics import Folded, choice_row, heading, icon_button, note, tile_button
from ui.widgets.die import die_picture

PLAYERS = 2
COLOURS: tuple[Colour, ...] = get_args(Colour)


def _seed() -> ArmySeed:
    seed: ArmySeed = seeds.read(GAME, ArmySeed)
    return seed


def summary(setup: Setup) -> str:
    """What is agreed, in one line."""
    sides = [f"{_seed().sides[seat].name} {colour}" for seat, colour in enumerate(setup.colours)]
    changed = len(setup.options)
    rules = "rules as printed" if not changed else f"{changed} house rule{'s' if changed > 1 else ''}"
    return ", ".join((*sides, rules))


def with_colour(setup: Setup, seat: int, colour: Colour) -> Setup:
    """The set-up in which `seat` plays `colour`; who had it before takes over the other's."""
    colours = list(setup.colours)
    if colour in colours:
        colours[colours.index(colour)] = colours[seat]
    colours[seat] = colour
    return msgspec.structs.replace(setup, colours=tuple(colours))


def with_option(setup: Setup, option: Option, value: OptionValue) -> Setup:
    """The set-up with one house rule set; at its default it is left out."""
    options = {key: kept for key, kept in setup.options.items() if key != option.id}
    if value != option.default:
        options[option.id] = value
    return msgspec.structs.replace(setup, options=options)


@part
def HouseRules() -> ft.Control:
    """The folded section of the start screen."""
    use_store(ROOM)
    return Folded(
        "Dice colours and house rules",
        _sections,
        subtitle=summary(ROOM.setup),
        icon=ft.Icons.TUNE,
    )


def _sections() -> list[ft.Control]:
    setup = ROOM.setup
    parts: list[ft.Control] = [_colours(seat, setup) for seat in range(PLAYERS)]
    for option in _seed().options:
        if option.least_players <= PLAYERS and not option.series:
            parts.append(ft.Divider(height=1, color=ft.Colors.OUTLINE_VARIANT))
            parts.append(_option(option, setup))
    return parts


def _colours(seat: int, setup: Setup) -> ft.Control:
    side = _seed().sides[seat]
    chosen = setup.colours[seat]

    def button(colour: Colour) -> ft.Control:
        return tile_button(
            f"{side.name} plays {colour}",
            die_picture(seat + 4, colour, 36),
            lambda: ROOM.set_setup(with_colour(ROOM.setup, seat, colour)),
            selected=colour == chosen,
            tooltip=colour,
        )

    return ft.Column(
        [
            heading(f"{side.name}: {chosen} dice", size=15, level=3),
            ft.Row([button(colour) for colour in COLOURS], wrap=True, spacing=4, run_spacing=4),
        ],
        spacing=6,
        tight=True,
    )


def _option(option: Option, setup: Setup) -> ft.Control:
    value = setup.options.get(option.id, option.default)

    def choose(to: OptionValue) -> Callable[[], None]:
        return lambda: ROOM.set_setup(with_option(ROOM.setup, option, to))

    lines: list[ft.Control] = []
    if option.choices:
        lines.append(ft.Row([heading(option.text, size=15, level=3, expand=True), _clause(option)], spacing=8))
        for choice in option.choices:
            words = choice.text + (" (as printed)" if choice.value == option.default else "")
            lines.append(choice_row(words, choose(choice.value), chosen=choice.value == value))
    else:
        assert isinstance(value, int) and option.least is not None and option.most is not None
        title = heading(option.explain(value), size=15, level=3, expand=True)
        lines.append(ft.Row([title, _clause(option)], spacing=8))
        lines.append(
            ft.Row(
                [
                    icon_button("One fewer", ft.Icons.REMOVE, choose(value - 1), disabled=value <= option.least),
                    ft.Text(str(value), size=20, weight=ft.FontWeight.W_600),
                    icon_button("One more", ft.Icons.ADD, choose(value + 1), disabled=value >= option.most),
                    note("as printed" if value == option.default else f"printed: {option.default}"),
                ],
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    return ft.Column(lines, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _clause(option: Option) -> ft.Control:
    return note(", ".join(option.clauses), size=12)
