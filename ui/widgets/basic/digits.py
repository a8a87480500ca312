"""Numbers as strokes of an SVG drawing, which has no fonts."""

from __future__ import annotations

WIDE, HIGH, APART = 5.0, 10.0, 2.5
"""Units of a digit, and what lies between two."""
_STROKES = {
    "0": "M2.5 0C.5 0 0 2.5 0 5S.5 10 2.5 10 5 7.5 5 5 4.5 0 2.5 0",
    "1": "M.8 2.2L3 0V10",
    "2": "M.2 2.4C.4-.8 4.8-.8 4.8 2.6 4.8 5 0 8 0 10H5",
    "3": "M.3 1.6C1-.5 4.7-.6 4.7 2.4 4.7 4.2 3.2 4.8 2 4.8 3.4 4.8 5 5.5 5 7.3 5 10.8.6 10.7 0 8.2",
    "4": "M3.8 10V0L0 6.8H5",
    "5": "M4.5 0H.8L.4 4.6C2 3.4 5 3.8 5 6.8 5 10.6.8 10.8 0 8.4",
    "6": "M4.4 1C2.4-1 0 1.4 0 6 0 11.2 5 11.2 5 6.9 5 3 .8 3 0 6",
    "7": "M0 0H5L1.8 10",
    "8": "M2.5 4.7C-.4 4.2-.2 0 2.5 0S5.4 4.2 2.5 4.7C-.8 5.2-.8 10 2.5 10S5.8 5.2 2.5 4.7",
    "9": "M.6 9C2.6 11 5 8.6 5 4 5-1.2 0-1.2 0 3.1 0 7 4.2 7 5 4",
}


def number_marks(number: int, x: float, y: float, high: float, colour: str) -> str:
    """A whole number from 0 on, `high` units high, its middle at (x, y)."""
    text = str(number)
    wide = len(text) * WIDE + (len(text) - 1) * APART
    scale = high / HIGH
    strokes = "".join(
        f'<path transform="translate({place * (WIDE + APART):g} 0)" d="{_STROKES[digit]}"/>'
        for place, digit in enumerate(text)
    )
    return (
        f'<g transform="translate({x - scale * wide / 2:g} {y - high / 2:g}) scale({scale:g})" fill="none" '
        f'stroke="{colour}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">{strokes}</g>'
    )
