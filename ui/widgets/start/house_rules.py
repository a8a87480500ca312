"""Before a game: whose dice are of which colour, and the house rules of the sheet with their defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

import flet as ft
import msgspec

import seeds
from companion.games.army_vs_aliens import ArmySeed
from companion.table import Colour, colour_name
from companion.text import localized, say, say_count
from seeds import Clause, Option, OptionValue, Seed
from ui.app_state import use_app
from ui.core import part, use_store, use_value
from ui.settings import GAME, Setup
from ui.widgets.basic import Colors, Folded, choice_row, die_picture, heading, icon_button, note, tile_button

PLAYERS = 2
COLOURS: tuple[Colour, ...] = get_args(Colour)


def _seed() -> ArmySeed:
    seed: ArmySeed = seeds.read(GAME, ArmySeed)
    return localized(seed)


def summary(setup: Setup) -> str:
    """What is agreed, in one line."""
    sides = [
        _seed().sides[seat].name + " " + colour_name(colour, "of dice") for seat, colour in enumerate(setup.colours)
    ]
    changed = len(setup.options)
    rules = say("rules as printed") if not changed else say_count("{count} house rule", "{count} house rules", changed)
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
    app = use_app()
    use_store(app.host)
    return Folded(
        say("Dice colours and house rules"),
        _sections,
        subtitle=summary(app.host.setup),
        icon=ft.Icons.TUNE,
    )


def _sections() -> list[ft.Control]:
    app = use_app()
    setup = app.host.setup
    parts: list[ft.Control] = [_colours(seat, setup) for seat in range(PLAYERS)]
    for option in _seed().options:
        if option.least_players <= PLAYERS and not option.series:
            parts.append(ft.Divider(height=1, color=ft.Colors.OUTLINE_VARIANT))
            parts.append(_option(option, setup))
    return parts


def _colours(seat: int, setup: Setup) -> ft.Control:
    app = use_app()
    side = _seed().sides[seat]
    chosen = setup.colours[seat]

    def button(colour: Colour) -> ft.Control:
        return tile_button(
            say("{side} plays {colour}", side=side.name, colour=colour_name(colour, "of dice")),
            die_picture(seat + 4, colour, 36),
            lambda: app.host.set_setup(with_colour(app.host.setup, seat, colour)),
            selected=colour == chosen,
            tooltip=colour_name(colour, "of dice"),
        )

    return ft.Column(
        [
            heading(
                say("{side}: {colour} dice", side=side.name, colour=colour_name(chosen, "of dice")), size=15, level=3
            ),
            ft.Row([button(colour) for colour in COLOURS], wrap=True, spacing=4, run_spacing=4),
        ],
        spacing=6,
        tight=True,
    )


def _option(option: Option, setup: Setup) -> ft.Control:
    app = use_app()
    value = setup.options.get(option.id, option.default)
    accepted = option.accept(value)
    return rule_choice(
        _seed(),
        option,
        option.default if accepted is None else accepted,
        option.default,
        lambda to: app.host.set_setup(with_option(app.host.setup, option, to)),
    )


def rule_choice(
    seed: Seed, option: Option, value: OptionValue, usual: OptionValue, choose: Callable[[OptionValue], None]
) -> ft.Control:
    """One house rule with the clauses that it bears on: a list to choose from, or a number to count up and down.
    `usual`: the value of the printed rules."""

    def chooser(to: OptionValue) -> Callable[[], None]:
        return lambda: choose(to)

    option = next(one for one in seed.options if one.id == option.id)  # in the words of the seed's language
    title = option.text if option.choices else option.explain(value)
    lines: list[ft.Control] = [heading(title, size=15, level=3), Clauses(seed, option.clauses)]
    if option.choices:
        for choice in option.choices:
            words = say("{choice} (as printed)", choice=choice.text) if choice.value == usual else choice.text
            lines.append(choice_row(words, chooser(choice.value), chosen=choice.value == value))
    else:
        assert isinstance(value, int) and option.least is not None and option.most is not None
        lines.append(
            ft.Row(
                [
                    icon_button(say("One fewer"), ft.Icons.REMOVE, chooser(value - 1), disabled=value <= option.least),
                    ft.Text(str(value), size=20, weight=ft.FontWeight.W_600),
                    icon_button(say("One more"), ft.Icons.ADD, chooser(value + 1), disabled=value >= option.most),
                    note(say("as printed") if value == usual else say("printed: {usual}", usual=usual)),
                ],
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
        )
    return ft.Column(lines, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@part
def Clauses(seed: Seed, clauses: Sequence[str]) -> ft.Control:
    """The clauses by their names; a tap shows what one says."""
    none: str | None = None
    shown, show = use_value(none)
    known = {clause.id: clause for clause in seed.clauses}
    there = [known[name] for name in clauses if name in known]
    if not there:
        return note(", ".join(clauses), size=12)

    def button(clause: Clause) -> ft.Control:
        is_open = clause.id == shown
        return ft.TextButton(
            f"{clause.id} {clause.title}",
            icon=ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE,
            on_click=lambda _: show(None if is_open else clause.id),
        )

    parts: list[ft.Control] = [ft.Row([button(one) for one in there], wrap=True, spacing=4, run_spacing=0)]
    if shown in known:
        text = ft.Text(known[shown].text, size=14)
        ground = Colors.SURFACE_CONTAINER_HIGH
        parts.append(ft.Container(content=text, padding=12, border_radius=12, bgcolor=ground))
    return ft.Column(parts, spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
