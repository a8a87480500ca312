"""A house rule of the sheet, to be chosen, with the clauses that it bears on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.text import say
from seeds import Clause, Option, OptionValue, Seed
from ui.core import part, use_value
from ui.widgets.basic import Colors, choice_row, column, flow, heading, icon_button, note


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
        step = _step(usual if isinstance(usual, int) else 0)
        fewer, more = max(option.least, (value - 1) // step * step), min(option.most, (value // step + 1) * step)
        less = say("One fewer") if step == 1 else say("{count} fewer", count=value - fewer or step)
        greater = say("One more") if step == 1 else say("{count} more", count=more - value or step)
        lines.append(
            ft.Row(
                [
                    icon_button(less, ft.Icons.REMOVE, chooser(fewer), disabled=value <= option.least),
                    ft.Text(str(value), size=20, weight=ft.FontWeight.W_600),
                    icon_button(greater, ft.Icons.ADD, chooser(more), disabled=value >= option.most),
                    note(say("as printed") if value == usual else say("printed: {usual}", usual=usual)),
                ]
            )
        )
    return column(lines, spacing=2)


def _step(usual: int) -> int:
    """How far a tap counts: one by one; where it is about hundreds, a tenth of what is usual: 10, 20, 50, 100 ..."""
    if usual < 100:
        return 1
    tenth: int = 10 ** (len(str(usual)) - 2)
    return max(step for step in (tenth, 2 * tenth, 5 * tenth) if 10 * step <= usual)


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

    parts: list[ft.Control] = [flow([button(one) for one in there], spacing=4, run_spacing=0)]
    if shown in known:
        text = ft.Text(known[shown].text, size=14)
        ground = Colors.SURFACE_CONTAINER_HIGH
        parts.append(ft.Container(content=text, padding=12, border_radius=12, bgcolor=ground))
    return column(parts, spacing=4)
