"""Parts of the form of a match besides its seats: dice, house rules, zones."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft
import msgspec

from companion.text import localized, say
from ui.core import part
from ui.settings import (
    TEAMS,
    MatchSetup,
    dice_to_choose,
    rules_to_choose,
    units_of,
    usual_game,
    usual_value,
    value_of,
    with_option,
)
from ui.widgets.basic import Colors, Folded, card, choice_row, column, fault_line, heading, note
from ui.widgets.start.house_rules import rule_choice
from ui.widgets.start.seat_table import Change


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
    """The house rules with their clauses, folded; who plays together is chosen with the seats."""
    options = [option for option in rules_to_choose(setup) if option.id != TEAMS]  # which are chosen at the table
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
