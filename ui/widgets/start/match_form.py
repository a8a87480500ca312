"""Parts of the form of a match: seats with names and colours, dice, house rules, zones."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import flet as ft
import msgspec

from companion.table import Colour, colour_name
from companion.text import later, localized, say
from ui.core import PHONE, TAP, part, use_value, use_width
from ui.settings import (
    LONGEST_NAME,
    MatchSetup,
    colours_to_choose,
    dice_to_choose,
    rules_to_choose,
    units_of,
    usual_game,
    usual_game_players,
    usual_value,
    value_of,
    with_colour,
    with_option,
    with_players,
    with_program,
)
from ui.widgets.basic import (
    Colors,
    Folded,
    card,
    choice_row,
    column,
    die_picture,
    fault_line,
    heading,
    note,
    number_tiles,
    piece_picture,
    program_choice,
    program_sign,
    tile_button,
)
from ui.widgets.start.house_rules import rule_choice

COUNT_PLAYERS = later("{count} players")
Edit = Callable[[MatchSetup], MatchSetup]
Change = Callable[[Edit], None]
"""Puts what an edit makes of the set-up in its place."""


def colour_picture(setup: MatchSetup, colour: Colour, size: float) -> ft.Control:
    """A piece of this game in a colour: a die, or a marker with the stroke of its colour."""
    if len(colours_to_choose(setup.game)) > 4:
        return die_picture(5, colour, size)
    return piece_picture(colour, size)


def name_fields(game: str, names: tuple[str, ...]) -> list[ft.TextField]:
    """A field for every seat that a game may have: made once, so that typing is never overwritten."""
    most = usual_game_players(game)[1]
    fields = []
    for seat in range(most):
        fields.append(
            ft.TextField(
                label=say("Name of player {number}", number=seat + 1),
                value=names[seat] if seat < len(names) else "",
                border_radius=12,
                border_color=ft.Colors.OUTLINE,
                expand=True,
                max_length=4 * LONGEST_NAME,
                counter="",
                autocorrect=False,
                capitalization=ft.TextCapitalization.WORDS,
            )
        )
    return fields


class _Seat(NamedTuple):
    setup: MatchSetup
    seat: int
    field: ft.TextField
    fault: str | None
    change: Change


@part
def Seats(setup: MatchSetup, fields: list[ft.TextField], faults: dict[str, str], change: Change) -> ft.Control:
    """How many play, and each seat's name and colour."""
    nobody: tuple[int, str] | None = None
    choosing, choose = use_value(nobody)
    width = use_width()
    least, most = usual_game_players(setup.game)
    counts = number_tiles(
        range(least, most + 1), setup.players, lambda count: change(lambda one: with_players(one, count)), COUNT_PLAYERS
    )
    parts: list[ft.Control] = [heading(say("Who plays"), size=17), counts]
    for seat in range(setup.players):
        one = _Seat(setup, seat, fields[seat], faults.get(f"names[{seat}]"), change)
        unfolded = choosing[1] if choosing is not None and choosing[0] == seat else ""

        def toggle(what: str, seat: int = seat, unfolded: str = unfolded) -> None:
            choose(None if unfolded == what else (seat, what))

        def chosen(edit: Edit) -> None:
            choose(None)
            change(edit)

        parts.append(_seat(one, unfolded, toggle, chosen, width))
    parts += fault_line(faults.get("colours"))
    if not setup.colours:
        parts.append(note(say("Everybody plays with the cards in the middle of the table.")))
    return card(*parts, spacing=10)


def _seat(one: _Seat, unfolded: str, toggle: Callable[[str], None], chosen: Change, width: float) -> ft.Control:
    """`unfolded`: what is being chosen below the seat, its `colour` or who `plays`; `toggle` unfolds one of them."""
    name = one.setup.names[one.seat].strip() or say("Player {number}", number=one.seat + 1)
    strength = one.setup.program[one.seat] if one.setup.program else ""
    role = usual_game(one.setup.game, one.setup.players).seat_name(one.seat).split(" (")[0]
    row: list[ft.Control] = []
    if one.setup.colours:
        colour = one.setup.colours[one.seat]
        row.append(
            tile_button(
                say("{name} plays {colour}: choose another colour", name=name, colour=colour_name(colour, "of dice")),
                colour_picture(one.setup, colour, 38),
                lambda: toggle("colour"),
                selected=unfolded == "colour",
                tooltip=say("Choose another colour"),
                width=TAP + 6,
                height=TAP + 6,
            )
        )
    row.append(one.field)
    row.append(program_sign(name, strength, lambda: toggle("plays"), selected=unfolded == "plays"))
    if (
        width >= PHONE
        and one.setup.colours
        and role.casefold() not in ("", say("player {number}", number=one.seat + 1).casefold())
    ):
        known = [colour_name(colour, "of dice").casefold() for colour in colours_to_choose(one.setup.game)]
        words = colour_name(one.setup.colours[one.seat], "of dice") if role.casefold() in known else role
        row.append(ft.Container(content=note(words.capitalize()), width=64))
    parts: list[ft.Control] = [ft.Row(row, spacing=10), *fault_line(one.fault)]
    if unfolded == "plays":
        parts.append(program_choice(name, strength, lambda to: chosen(lambda new: with_program(new, one.seat, to))))
    if unfolded == "colour":
        parts.append(
            ft.Row(
                [
                    tile_button(
                        say(
                            "Player {number} plays {colour}", number=one.seat + 1, colour=colour_name(colour, "of dice")
                        ),
                        colour_picture(one.setup, colour, 36),
                        lambda colour=colour: chosen(lambda new: with_colour(new, one.seat, colour)),  # type: ignore[misc]
                        selected=colour == one.setup.colours[one.seat],
                        tooltip=colour_name(colour, "of dice"),
                    )
                    for colour in colours_to_choose(one.setup.game)
                ],
                wrap=True,
                spacing=4,
                run_spacing=4,
            )
        )
    return column(parts, spacing=6)


@part
def DiceShown(setup: MatchSetup, faults: dict[str, str], change: Change) -> ft.Control:
    """What the dice show, in games that are played with more than pips; nothing in others."""
    kinds = ft.use_memo(lambda: dice_to_choose(setup.game), [])
    if not kinds:
        return ft.Container()

    def choose(value: str) -> Callable[[], None]:
        return lambda: change(lambda one: msgspec.structs.replace(one, dice=value))

    rows = [choice_row(kind.text, choose(kind.value), chosen=kind.value == setup.dice) for kind in kinds]
    words = say(
        "Own dice can be chosen once all their units are learnt: {units}.", units=", ".join(units_of(setup.game))
    )
    parts = [heading(say("Dice"), size=17), *rows, *fault_line(faults.get("dice"))]
    if len(kinds) < 3:
        parts.append(note(words, size=12.5))
    return card(*parts, spacing=2)


@part
def Rules(setup: MatchSetup, faults: dict[str, str], change: Change) -> ft.Control:
    """The house rules with their clauses, folded."""
    options = rules_to_choose(setup)
    changed = [option for option in options if value_of(setup, option) != usual_value(setup, option)]
    if not options:
        return note(say("This game has no house rules to choose from."))
    words = (
        say("All as printed") if not changed else say("{count} of {all} changed", count=len(changed), all=len(options))
    )

    def build() -> list[ft.Control]:
        seed = localized(usual_game(setup.game, setup.players).seed)
        parts: list[ft.Control] = []
        for option in options:
            if parts:
                parts.append(ft.Divider(height=1, color=Colors.OUTLINE_VARIANT))
            parts.append(
                rule_choice(
                    seed,
                    option,
                    value_of(setup, option),
                    usual_value(setup, option),
                    lambda to, option=option: change(lambda one: with_option(one, option, to)),  # type: ignore[misc]
                )
            )
        return parts

    folded = Folded(say("House rules"), build, subtitle=words, icon=ft.Icons.TUNE)
    lines = [folded, *fault_line(faults.get("options"))]
    return column(lines, spacing=6)


def zones_choice(by_lines: bool, choose: Callable[[bool], None]) -> ft.Control:
    """Whether printed mats have the zones, or lines on the picture part them."""
    return card(
        heading(say("Zones"), size=17),
        choice_row(say("The printed mats have them"), lambda: choose(False), chosen=not by_lines),
        choice_row(say("Lines on the picture part them: no mats are needed"), lambda: choose(True), chosen=by_lines),
        spacing=4,
    )
