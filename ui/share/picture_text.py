"""Writes text into pictures with the fonts that OpenCV carries: the same on every computer, for many scripts."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules import CompanionError
from companion.text import say

Image = NDArray[np.uint8]

FONT = "sans"
"""Of OpenCV's own fonts; what it lacks is taken from one that has most scripts."""
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
"""Signs around names that keep directions of writing apart; here each text has one direction of its own."""
JOINED = ("ARABIC", "SYRIAC", "MONGOLIAN", "THAANA", "NKO")
"""Scripts whose letters take the shape that fits their neighbours, which is not done here."""

LACKED = ("?", "\u0378", "\U0010ffff")
"""What stands for all that the fonts lack, as the one or the other build of OpenCV has it: a question mark, or the box
that is drawn for signs which no script has."""


class PictureError(CompanionError):
    """No picture can be drawn; one line that says why."""


class Style(NamedTuple):
    """How a text looks."""

    size: int
    """Pixels."""
    colour: str = "#24211D"
    weight: int = 400
    """100..900; 700 is bold."""


def can_write(text: str) -> bool:
    """Whether every sign of a text can be written as people write it."""
    plain = unicodedata.normalize("NFC", text).translate(ISOLATES)
    return all(map(_has, plain))


@lru_cache(maxsize=4096)
def _has(sign: str) -> bool:
    if sign in " ?" or sign.isascii():
        return sign.isprintable()
    if unicodedata.category(sign)[0] in "MC" or unicodedata.name(sign, "").startswith(JOINED):
        return False
    drawn = _drawn(sign)
    return bool(drawn.any()) and not any(np.array_equal(drawn, _drawn(lacked)) for lacked in LACKED)


def _drawn(sign: str) -> Image:
    image = np.zeros((48, 48, 3), np.uint8)
    cv2.putText(image, sign, (4, 36), (255, 255, 255), _font(), 28, 400)
    return image


def width_of(text: str, style: Style) -> int:
    """Pixels that a text takes in one line."""
    return int(cv2.getTextSize((0, 0), _ordered(text), (0, 0), _font(), style.size, style.weight)[2])


def write(image: Image, text: str, x: float, y: float, style: Style, right: bool = False) -> None:
    """Writes one line whose letters stand on `y`, from `x` on, or ending there where it stands at the `right`."""
    left = x - width_of(text, style) if right else x
    colour = bgr(style.colour)
    cv2.putText(image, _ordered(text), (round(left), round(y)), colour, _font(), style.size, style.weight)


def fitted(text: str, style: Style, width: float) -> str:
    """The text, shortened where it is wider than this."""
    if width_of(text, style) <= width:
        return text
    plain = text.translate(ISOLATES)
    while plain and width_of(plain + "…", style) > width:
        plain = plain[:-1].rstrip()
    return plain + "…"


def wrapped(text: str, style: Style, width: float) -> list[str]:
    """The text in lines of at most this width."""
    lines: list[str] = []
    line = ""
    for word in text.translate(ISOLATES).split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, style) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [fitted(one, style, width) for one in (*lines, line) if one]


def bgr(colour: str) -> tuple[int, int, int]:
    """A colour such as `#2F8F5B` as OpenCV has it."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def _ordered(text: str) -> str:
    """The text with words that are written from right to left turned around: the font goes from left to right."""
    plain = unicodedata.normalize("NFC", text).translate(ISOLATES)
    done, run, after = "", "", ""
    """What is in order already; signs from right to left; and those behind them that have no direction of their own."""
    for sign in plain:
        kind = unicodedata.bidirectional(sign)
        if kind in ("R", "AL"):
            run, after = run + after + sign, ""
        elif run and kind in ("WS", "ON", "CS", "ES", "ET"):
            after += sign
        else:
            done, run, after = done + run[::-1] + after + sign, "", ""
    return done + run[::-1] + after


def _font() -> cv2.FontFace:
    if not hasattr(cv2, "FontFace"):
        old = cv2.__version__
        raise PictureError(
            say("pictures of matches need OpenCV 5, and this is {version}: upgrade opencv-python", version=old)
        )
    return cv2.FontFace(FONT)
