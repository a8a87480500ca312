"""The score sheet of a match: sub-sums a seat, and what scored when."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.match import Line, ScoreSheet, SubSum
from companion.text import say, say_count
from ui.core import part, use_value
from ui.widgets.basic import Colors, Folded, card, column, heading, labelled, note, place_number, row_button

PAGE = 30
"""Lines of what scored when that are listed at a time."""
NUMBER = 62
"""Width of a column of numbers, in pixels."""


@part
def SubSums(sheet: ScoreSheet, names: Sequence[str]) -> ft.Control:
    """What each seat had for what, and together."""
    if not any(sheet.sums):
        return card(heading(say("Score sheet"), size=17), note(say("Nothing has scored yet.")), spacing=6)
    if len(names) > 3:  # no room for so many columns on a phone
        parts: list[ft.Control] = []
        for seat, name in enumerate(names):
            parts.append(_table([name], [sheet.sums[seat]], [sheet.totals[seat]]))
        return card(heading(say("Score sheet"), size=17), *parts, spacing=14)
    return card(heading(say("Score sheet"), size=17), _table(names, sheet.sums, sheet.totals), spacing=6)


def _table(names: Sequence[str], sums: Sequence[Sequence[SubSum]], totals: Sequence[int]) -> ft.Control:
    """One line for each thing that was scored; screen readers hear a sentence a line."""
    alone = len(names) == 1
    head = _line(names[0], [], ft.FontWeight.W_600) if alone else _line("", [*names], ft.FontWeight.W_600)
    lines: list[ft.Control] = [head]
    whats = dict.fromkeys(one.what for own in sums for one in own)
    for what in whats:
        points = [next((one.points for one in own if one.what == what), None) for own in sums]
        said = ", ".join(f"{name} {count}" for name, count in zip(names, points, strict=True) if count is not None)
        cells = ["" if count is None else f"{count}" for count in points]
        lines.append(labelled(f"{what}: {said}", _line(what, cells)))
    lines.append(ft.Divider(height=1, color=Colors.OUTLINE))
    said = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    together = _line(say("Together"), [f"{total}" for total in totals], weight=ft.FontWeight.W_700)
    lines.append(labelled(say("Together: {said}", said=said), together))
    return column(lines, spacing=4)


def _line(what: str, cells: Sequence[str], weight: ft.FontWeight | None = None) -> ft.Control:
    return ft.Row(
        [
            ft.Text(what, size=14, weight=weight, expand=True),
            *(
                ft.Text(
                    cell,
                    size=14,
                    weight=weight,
                    width=NUMBER + 16,
                    text_align=ft.TextAlign.RIGHT,
                    max_lines=2,
                    overflow=ft.TextOverflow.ELLIPSIS,
                )
                for cell in cells
            ),
        ],
        spacing=4,
    )


@part
def ScoredList(sheet: ScoreSheet, names: Sequence[str], seek: Callable[[int], None]) -> ft.Control:
    """Every event that changed a score, newest last; a tap shows its moment."""
    shown, set_shown = use_value(PAGE)

    def build() -> list[ft.Control]:
        rows = [_scored(line, names, seek) for line in sheet.lines[:shown]]
        if shown < len(sheet.lines):
            more = min(PAGE, len(sheet.lines) - shown)
            rows.append(ft.TextButton(say("Show {more} more", more=more), on_click=lambda _: set_shown(shown + PAGE)))
        return rows

    if not sheet.lines:
        return ft.Container()
    return Folded(
        say("What scored when"),
        build,
        subtitle=say_count("{count:,} event", "{count:,} events", len(sheet.lines)),
        icon=ft.Icons.FORMAT_LIST_NUMBERED_ROUNDED,
    )


def _scored(line: Line, names: Sequence[str], seek: Callable[[int], None]) -> ft.Control:
    words = "; ".join(f"{names[one.seat]}: {one.what} {one.points:+}" for one in line.gains)
    totals = " : ".join(map(str, line.totals))
    spoken = say(" to ").join(map(str, line.totals))
    row = ft.Row(
        [
            place_number(line.number),
            ft.Text(words, size=14, expand=True),
            ft.Text(totals, size=14, weight=ft.FontWeight.W_600),
        ],
        spacing=10,
    )
    label = say("Event {number}. {gains}. The score is then {score}", number=line.number, gains=words, score=spoken)
    return row_button(label, row, lambda: seek(line.number), inset=4)
