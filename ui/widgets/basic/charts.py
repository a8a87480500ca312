"""Charts: the course of scores as stepped lines, shares as bars with whiskers.

Drawings have no fonts, so that all words stand around them as texts. Every line has a colour, dashes and a mark of its
own; every chart has a summary in words, which is what screen readers hear in its place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import flet as ft

from companion.text import digits, say
from ui.core import RADIUS
from ui.widgets.basic.basics import Colors, flow, labelled, note

PAPER, INK, GRID_LINE = "#F7F1E5", "#3B332B", "#D3C7B3"
"""Charts are drawn on paper of their own, the same by day and by night."""
PAINTS = ("#1F5FA8", "#B4541F", "#2C7A48", "#7A3C9E", "#8A1F4B", "#5A5A1A", "#1B7680", "#444444")
DASHES = ("", "9 5", "2.5 4", "12 4 2.5 4")
MARKS = ("circle", "square", "triangle", "diamond", "cross")
"""What tells lines apart, by their number, beside their colours; numbers of different cycles repeat late."""

LEFT, TOP, RIGHT, BOTTOM = 44.0, 12.0, 14.0, 34.0
"""Pixels around what is drawn of a line chart, for its words."""
MOST_MARKS = 9
"""Marks on one line, about; more would hide it."""
ROW = 34.0
"""Pixels of one bar with what is free around it."""


class Series(NamedTuple):
    """One line: its value after none, one, two... of the events."""

    name: str
    values: tuple[float, ...]


class Bar(NamedTuple):
    """One bar, its whisker from `low` to `high`, and where it would end if all went as expected."""

    label: str
    text: str
    """What stands behind it, such as `17 %`."""
    value: float
    low: float
    high: float
    expected: float | None = None
    sign: ft.Control | None = None
    """What is shown in place of the label."""


def ticks(low: float, high: float, count: int = 4) -> list[float]:
    """Round numbers for an axis from `low` to `high`: about `count` of them, the outermost at or beyond both ends."""
    span = max(high - low, 1e-9)
    rough = span / count
    power = 10 ** math.floor(math.log10(rough))
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


# ---------------------------------------------------------------------------------------------- lines


def line_chart(
    series: Sequence[Series], summary: str, width: float, height: float = 228, at: int | None = None
) -> ft.Control:
    """Stepped lines over the number of events, all values whole; `at`: where a line stands that marks a moment."""
    values = [value for one in series for value in one.values]
    marks = [mark for mark in ticks(min(0, *values), max(1, *values)) if mark == int(mark)]
    last = max(len(one.values) for one in series) - 1
    drawing = lines_drawing(tuple(series), width, height, marks[0], marks[-1], at)
    shown: list[ft.Control] = [ft.Image(src=drawing, width=width, height=height, exclude_from_semantics=True)]
    high = height - TOP - BOTTOM
    for mark in marks:
        y = TOP + high * (1 - (mark - marks[0]) / (marks[-1] - marks[0]))
        shown.append(_words(digits(mark, "g"), left=0, top=y - 7, width=LEFT - 8, align=ft.TextAlign.RIGHT))
    wide = width - LEFT - RIGHT
    for mark in ticks(0, last, max(2, int(wide / 60))) if last else [0.0]:
        if mark == int(mark) and mark <= last:
            x = LEFT + wide * (mark / last if last else 0)
            shown.append(_words(digits(mark, "g"), left=x - 25, top=height - BOTTOM + 3, width=50))
    paper = ft.Container(
        content=ft.Stack(shown, width=width, height=height), bgcolor=PAPER, border_radius=RADIUS, width=width
    )
    legend = flow([_key(number, one) for number, one in enumerate(series)], spacing=16, run_spacing=2)
    return labelled(summary, ft.Column([legend, paper], spacing=6, tight=True))


def _words(
    text: str, *, left: float, top: float, width: float, align: ft.TextAlign = ft.TextAlign.CENTER
) -> ft.Control:
    return ft.Container(
        content=ft.Text(text, size=12, color=INK, text_align=align, style=ft.TextStyle(height=1.2)),
        left=left,
        top=top,
        width=width,
    )


def _key(number: int, one: Series) -> ft.Control:
    """A piece of the line, and whose it is."""
    paint, dash, mark = _line_style(number)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 20"><rect width="44" height="20" rx="5" '
        f'fill="{PAPER}"/><path d="M4 10H40" stroke="{paint}" stroke-width="3"{dash} fill="none"/>'
        f"{_mark(mark, 22, 10, paint)}</svg>"
    )
    return ft.Row(
        [ft.Image(src=svg, width=44, height=20), ft.Text(f"{one.name}: {digits(one.values[-1], 'g')}", size=14)],
        spacing=8,
        tight=True,
    )


def _line_style(number: int) -> tuple[str, str, str]:
    """Colour, dashes as an attribute, and mark of a line."""
    dash = DASHES[number % len(DASHES)]
    attribute = f' stroke-dasharray="{dash}"' if dash else ""
    return PAINTS[number % len(PAINTS)], attribute, MARKS[number % len(MARKS)]


@lru_cache(maxsize=64)
def lines_drawing(
    series: tuple[Series, ...], width: float, height: float, low: float, high: float, at: int | None = None
) -> str:
    """The SVG text of a line chart without its words; values from `low` to `high`."""
    last = max(len(one.values) for one in series) - 1
    wide, tall = width - LEFT - RIGHT, height - TOP - BOTTOM

    def x(number: float) -> float:
        return round(LEFT + wide * (number / last if last else 0), 1)

    def y(value: float) -> float:
        return round(TOP + tall * (1 - (value - low) / (high - low)), 1)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">']
    for mark in ticks(low, high):
        shade = INK if mark == 0 else GRID_LINE
        parts.append(f'<path d="M{LEFT:g} {y(mark):g}H{width - RIGHT:g}" stroke="{shade}" stroke-width="1"/>')
    if at is not None:
        parts.append(
            f'<path d="M{x(at):g} {TOP:g}V{height - BOTTOM:g}" stroke="{INK}" stroke-width="1.5" '
            'stroke-dasharray="3 3"/>'
        )
    for number, one in enumerate(series):
        paint, dash, mark_kind = _line_style(number)
        path = [f"M{x(0):g} {y(one.values[0]):g}"]
        for place, (was, now) in enumerate(zip(one.values, one.values[1:], strict=False), 1):
            if now != was:
                path.append(f"H{x(place):g}V{y(now):g}")
        path.append(f"H{x(len(one.values) - 1):g}")
        parts.append(f'<path d="{"".join(path)}" fill="none" stroke="{paint}" stroke-width="2.6"{dash}/>')
        every = max(1, math.ceil(len(one.values) / MOST_MARKS))
        offset = every * number // max(1, len(series))  # so that marks of lines that lie on each other stand apart
        places = {*range(offset, len(one.values), every), len(one.values) - 1}
        parts += [_mark(mark_kind, x(place), y(one.values[place]), paint) for place in sorted(places)]
    parts.append("</svg>")
    return "".join(parts)


def _mark(kind: str, x: float, y: float, paint: str) -> str:
    around = f'fill="{paint}" stroke="{PAPER}" stroke-width="1"'
    if kind == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="4.6" {around}/>'
    if kind == "square":
        return f'<rect x="{x - 4.2:g}" y="{y - 4.2:g}" width="8.4" height="8.4" {around}/>'
    if kind == "triangle":
        return f'<path d="M{x:g} {y - 5.6:g}L{x + 5.2:g} {y + 4:g}L{x - 5.2:g} {y + 4:g}Z" {around}/>'
    if kind == "diamond":
        return f'<path d="M{x:g} {y - 6:g}L{x + 6:g} {y:g}L{x:g} {y + 6:g}L{x - 6:g} {y:g}Z" {around}/>'
    return (
        f'<path d="M{x - 4.5:g} {y - 4.5:g}l9 9M{x + 4.5:g} {y - 4.5:g}l-9 9" fill="none" stroke="{paint}" '
        'stroke-width="2.6"/>'
    )


# ---------------------------------------------------------------------------------------------- bars


def bar_chart(bars: Sequence[Bar], summary: str, width: float, *, label: float = 96, text: float = 104) -> ft.Control:
    """Bars that lie one under the other on one scale; `label` and `text`: pixels of the words on both sides."""
    most = max(max(bar.high, bar.expected or 0, bar.value) for bar in bars) or 1.0
    inner = max(60.0, width - label - text - 28)

    def row(bar: Bar) -> ft.Control:
        sign = bar.sign or ft.Text(bar.label, size=13.5, color=INK, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS)
        return ft.Row(
            [
                ft.Container(content=sign, width=label, alignment=ft.Alignment.CENTER_LEFT),
                ft.Image(
                    src=bar_drawing(bar.value, bar.low, bar.high, bar.expected, most, inner),
                    width=inner,
                    height=ROW,
                    exclude_from_semantics=True,
                ),
                ft.Container(content=ft.Text(bar.text, size=12.5, color=INK), width=text),
            ],
            spacing=6,
        )

    paper = ft.Container(
        content=ft.Column([row(bar) for bar in bars], spacing=0, tight=True),
        bgcolor=PAPER,
        border_radius=RADIUS,
        padding=8,
        width=width,
    )
    return labelled(summary, paper)


@lru_cache(maxsize=256)
def bar_drawing(value: float, low: float, high: float, expected: float | None, most: float, width: float) -> str:
    """The SVG text of one bar on a scale from 0 to `most`."""

    def x(share: float) -> float:
        return round(1 + (width - 8) * share / most, 1)

    middle = ROW / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {ROW:g}">',
        f'<path d="M1 0V{ROW:g}" stroke="{INK}" stroke-width="1.5"/>',
        f'<rect x="1" y="{middle - 9:g}" width="{max(0.0, x(value) - 1):g}" height="18" fill="#C98A5E"/>',
    ]
    if expected is not None:
        line = f'stroke="{PAINTS[0]}" stroke-width="2.2" stroke-dasharray="5 3.5"'
        parts.append(f'<path d="M{x(expected):g} 0V{ROW:g}" {line}/>')
    if high > low:
        parts.append(
            f'<path d="M{x(low):g} {middle:g}H{x(high):g}M{x(low):g} {middle - 6:g}v12M{x(high):g} {middle - 6:g}v12" '
            f'fill="none" stroke="{INK}" stroke-width="2"/>'
        )
    parts.append("</svg>")
    return "".join(parts)


def bar_legend(expected: str = "") -> ft.Control:
    """What whiskers and the dashed line mean."""
    words = say("The whiskers hold the true share in 19 of 20 cases.")
    if expected:
        words += " " + say("The dashed line is {expected}.", expected=expected)
    return note(words, size=12.5, color=Colors.ON_SURFACE_VARIANT)
