"""Numbers as a language writes them: 1,234.5 and 12.5% in English are 1.234,5 and 12,5 % in German."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from string import Formatter
from typing import Any

_SIGNS: Mapping[str, Mapping[int, str]] = {
    "de": str.maketrans({",": ".", ".": ",", "%": "\N{NO-BREAK SPACE}%"}),
}
"""What stands for the signs of an English number, by language."""


def numeral(value: float | Real, spec: str, language: str) -> str:
    """A number in Python's format `spec`, such as `.1%` or `,`, with the signs of the language."""
    return format(value, spec).translate(_SIGNS.get(language, {}))


class Numerals(Formatter):
    """Fills in the parameters of a message like str.format, with numbers as the language writes them."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Real) and not isinstance(value, bool):
            return numeral(value, format_spec, self._language)
        return str(super().format_field(value, format_spec))
