"""Dice as the app draws them: own drawings, one picture each, never colour alone."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import flet as ft

from companion.table import Colour, Face, colour_name
from companion.text import say
from ui.widgets.basic.digits import number_marks


class Paint(NamedTuple):
    """The three tones of a drawn die."""

    body: str
    edge: str
    pips: str


PAINTS: dict[Colour | None, Paint] = {
    "white": Paint("#F7F4EC", "#B9B1A2", "#2B2724"),
    "black": Paint("#2E2C2B", "#0E0D0D", "#F4F1EA"),
    "grey": Paint("#8F8C88", "#5F5C59", "#FFFFFF"),
    "red": Paint("#C8372D", "#85201A", "#FFFFFF"),
    "orange": Paint("#E07B1F", "#9A4F0C", "#FFFFFF"),
    "yellow": Paint("#F1C232", "#A98410", "#33290A"),
    "green": Paint("#2C8C4F", "#17592F", "#FFFFFF"),
    "blue": Paint("#2B66C4", "#173F80", "#FFFFFF"),
    "purple": Paint("#7C4BB3", "#4C2A75", "#FFFFFF"),
    "pink": Paint("#E08BAE", "#A24D72", "#3A1526"),
    "brown": Paint("#7B5233", "#4B301C", "#FFFFFF"),
    "mixed": Paint("#5E8A8C", "#35595B", "#FFFFFF"),
    None: Paint("#A79F97", "#6F6861", "#FFFFFF"),
}

_LOW, _MID, _HIGH = 27, 50, 73
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((_MID, _MID),),
    2: ((_LOW, _HIGH), (_HIGH, _LOW)),
    3: ((_LOW, _HIGH), (_MID, _MID), (_HIGH, _LOW)),
    4: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_LOW, _HIGH), (_MID, _MID), (_HIGH, _LOW), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_LOW, _MID), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _MID), (_HIGH, _HIGH)),
}

_QUESTION = "M{x:g} {y:g}m-9 -8c0 -13 19 -13 19 -1c0 7 -9.5 7 -9.5 15m0 8.5l0 .1"
"""A question mark of 20 by 34 units around its start point: a path, because drawings have no fonts."""


_STAR = "M50 18L59.4 41.1L83.2 43.2L65 59.1L70.6 82.3L50 69.6L29.4 82.3L35 59.1L16.8 43.2L40.6 41.1Z"
"""Five points, in a die of 100 by 100 units."""


@lru_cache(maxsize=512)
def die_drawing(value: int | None, colour: Colour | None) -> str:
    """The SVG text of a die of 100 by 100 units; None draws a question mark in place of pips."""
    paint = PAINTS[colour]
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">', _body(paint)]
    parts.append('<rect x="9" y="9" width="82" height="40" rx="17" fill="#FFFFFF" fill-opacity="0.10"/>')
    if value is None:
        mark = _QUESTION.format(x=50, y=46)
        parts.append(
            f'<g transform="translate(50 48) scale(1.5) translate(-50 -48)"><path d="{mark}" fill="none" '
            f'stroke="{paint.pips}" stroke-width="6" stroke-linecap="round"/></g>'
        )
    else:
        parts += _pips(value, paint)
    parts.append("</svg>")
    return "".join(parts)


def _body(paint: Paint) -> str:
    fill = f'fill="{paint.body}" stroke="{paint.edge}"'
    return f'<rect x="5" y="5" width="90" height="90" rx="20" {fill} stroke-width="5"/>'


def _pips(value: int | None, paint: Paint) -> list[str]:
    if value is not None and value not in _PIPS:  # of a die with more sides than six
        return [number_marks(value, 50, 50, 44, paint.pips)]
    return [f'<circle cx="{x}" cy="{y}" r="9.5" fill="{paint.pips}"/>' for x, y in _PIPS.get(value or 0, ())]


def die_picture(value: int | None, colour: Colour | None, size: float = 40) -> ft.Image:
    """A drawn die, silent for screen readers: whatever holds it says what it is."""
    return ft.Image(src=die_drawing(value, colour), width=size, height=size, exclude_from_semantics=True)


def face_picture(face: Face, colour: Colour | None, size: float = 40) -> ft.Control:
    """A drawn die with pips or with another face, a colour or a star for whatever is none; silent."""
    return ft.Image(src=face_drawing(face, colour), width=size, height=size, exclude_from_semantics=True)


def face_drawing(face: Face, colour: Colour | None) -> str:
    """The SVG text of such a die, of 100 by 100 units."""
    if isinstance(face, int):
        return die_drawing(face, colour)
    if face in PAINTS:
        marks = piece_marks(face, 50, 50, 30)
    else:
        marks = f'<path d="{_STAR}" fill="{PAINTS["yellow"].body}" stroke="{PAINTS["yellow"].edge}" stroke-width="3"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{_body(PAINTS["white"])}{marks}</svg>'


def die_words(value: Face | None, colour: Colour | None) -> str:
    """A die in words: `blue die showing 4`."""
    name = say("{colour} die", colour=colour_name(colour, "of dice")) if colour else say("die of unknown colour")
    if value is None:
        return say("{die} with a face that is not known", die=name)
    return say("{die} showing {face}", die=name, face=value)


def die_marks(value: int | None, colour: Colour | None, x: float, y: float, side: float) -> str:
    """A die as a part of a larger SVG drawing, its upper left corner at (x, y); None: a face that means nothing."""
    paint = PAINTS[colour]
    parts = [
        f'<g transform="translate({x:g} {y:g}) scale({side / 100:g})" opacity="{1 if value is not None else 0.6}">',
        _body(paint),
        *_pips(value, paint),
        "</g>",
    ]
    return "".join(parts)


_SIGNS: dict[Colour, str] = {
    "red": "M-40 0L40 0", "blue": "M0 -40L0 40", "green": "M-30 -30L30 30", "yellow": "M-30 30L30 -30",
    "white": "", "black": "", "orange": "M-30 -30L30 30M-30 30L30 -30", "purple": "M-40 0L40 0M0 -40L0 40",
}  # fmt: skip
"""A stroke on a piece for each colour, in a circle of 100 units: colours alone do not tell everybody whose it is."""


def piece_marks(colour: Colour, x: float, y: float, radius: float) -> str:
    """A marker or pawn from above as a part of a larger SVG drawing, its middle at (x, y)."""
    paint = PAINTS[colour]
    sign = _SIGNS.get(colour, "")
    stroke = f'<path d="{sign}" fill="none" stroke="{paint.pips}" stroke-width="14" stroke-linecap="round"/>'
    return (
        f'<g transform="translate({x:g} {y:g}) scale({radius / 100:g})">'
        f'<circle cx="0" cy="0" r="94" fill="{paint.body}" stroke="{paint.edge}" stroke-width="12"/>'
        f'<circle cx="0" cy="0" r="58" fill="none" stroke="{paint.edge}" stroke-width="5" opacity="0.7"/>'
        f"{stroke if sign else ''}</g>"
    )


def piece_picture(colour: Colour, size: float) -> ft.Image:
    """A drawn marker or pawn, silent for screen readers: whatever holds it says what it is."""
    marks = piece_marks(colour, 50, 50, 50)
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{marks}</svg>'
    return ft.Image(src=drawing, width=size, height=size, exclude_from_semantics=True)
