"""Events as short lines and back: a pattern for each kind of event, filled from its JSON and read into it again.

A pattern is words with fields in braces, such as `attack {with:numbers} on {hit:pairs}`. A field is

    number   5            numbers  1 4 4 6 (a list)      word  D3, blue
    cell     5,9 (a row and a column)                    pairs 1:4 1:5 (a list of [seat, rank])

and an empty list or null is written `none`. Lines are read whatever their case and spacing: a word is taken in small
letters, and the name of a card (a letter, or a letter and a number) in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.rules.errors import MalformedError
from companion.rules.strict_json import shown
from companion.text import say

LONGEST_LINE = 500
"""Signs that a line may have; no event comes near. Patterns never see a longer one, so none can be slow on it."""

NONE = "none"

_NUMBER = r"\d{1,9}"
_CARD = re.compile(r"[A-Za-z]\d*", re.ASCII)
_FIELD = re.compile(r"\{(\w+):(\w+)\}")


class _Kind(NamedTuple):
    """How one kind of field is written and read."""

    pattern: str
    write: Callable[[object], str]
    read: Callable[[str], object]


def _listed(value: object) -> list[object]:
    assert isinstance(value, list | tuple)
    return list(value)


def _joined(by: str) -> Callable[[object], str]:
    return lambda value: by.join(str(item) for item in _listed(value))


def _pairs(value: object) -> str:
    return " ".join(_joined(":")(pair) for pair in _listed(value))


def _numbers_in(text: str) -> list[int]:
    return [int(digits) for digits in re.findall("[0-9]+", text)]


def _pairs_in(text: str) -> list[list[int]]:
    return [[int(first), int(second)] for first, second in re.findall(r"([0-9]+)\s*:\s*([0-9]+)", text)]


def _word_in(text: str) -> str:
    return text.upper() if _CARD.fullmatch(text) else text.lower()


_PAIR = rf"{_NUMBER}\s*:\s*{_NUMBER}"
_KINDS = {
    "number": _Kind(_NUMBER, str, int),
    "numbers": _Kind(rf"{_NUMBER}(?:\s+{_NUMBER})*", _joined(" "), _numbers_in),
    "cell": _Kind(rf"{_NUMBER}\s*,\s*{_NUMBER}", _joined(","), _numbers_in),
    "pairs": _Kind(rf"{_PAIR}(?:\s+{_PAIR})*", _pairs, _pairs_in),
    "word": _Kind(r"[A-Za-z][\w-]*", str, _word_in),
}
_LISTS = ("numbers", "pairs")


class _Line(NamedTuple):
    """One pattern, ready to be filled and to be matched."""

    pattern: str
    fields: dict[str, str]
    """The kind of each field, by its key."""
    matching: re.Pattern[str]


class Notation:
    """The lines of one game's events; `patterns` holds one for each value of the events' key `do`."""

    def __init__(self, patterns: Mapping[str, str]) -> None:
        self._lines = {do: _line(pattern) for do, pattern in patterns.items()}

    def written(self, event: Mapping[str, object]) -> str:
        """The line of an event given as plain data."""
        line = self._lines[str(event["do"])]

        def fill(field: re.Match[str]) -> str:
            value = event[field[1]]
            return NONE if value is None or value == [] or value == () else _KINDS[field[2]].write(value)

        return _FIELD.sub(fill, line.pattern)

    def read(self, text: str) -> dict[str, object]:
        """The event of a line, as plain data, whose values are the game's to judge. Raises MalformedError."""
        text = text.strip()
        for do, line in self._lines.items() if len(text) <= LONGEST_LINE else ():
            found = line.matching.fullmatch(text)
            if found:
                return {"do": do, **{key: _value(found[key], kind) for key, kind in line.fields.items()}}
        raise MalformedError(
            "", say("{line} is no event of this game ({forms})", line=shown(text), forms=", ".join(self.forms))
        )

    @property
    def forms(self) -> tuple[str, ...]:
        """How each kind of event is written, for people."""
        return tuple(_FIELD.sub(lambda field: field[1].upper(), line.pattern) for line in self._lines.values())


def _value(text: str, kind: str) -> object:
    if text.lower() == NONE:
        return [] if kind in _LISTS else None
    return _KINDS[kind].read(text)


def _line(pattern: str) -> _Line:
    parts, end = [], 0
    for field in _FIELD.finditer(pattern):
        parts += [_words(pattern[end : field.start()]), f"(?P<{field[1]}>{NONE}|{_KINDS[field[2]].pattern})"]
        end = field.end()
    parts.append(_words(pattern[end:]))
    fields = {field[1]: field[2] for field in _FIELD.finditer(pattern)}
    return _Line(pattern, fields, re.compile("".join(parts), re.IGNORECASE | re.ASCII))


def _words(text: str) -> str:
    """What matches the words between two fields; the space between them may be of any length."""
    return re.sub(r"(?:\\ )+", r"\\s+", re.escape(text))
