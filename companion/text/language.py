"""The language in which the program speaks: one for the whole process, English until told otherwise.

Sentences stand in the code in English, with their parameters by name; catalogues beside it hold them in other
languages, as texts/de.po in a package's folder and what it compiles to (scripts/texts.py). A message without a
translation comes out in English. Ask at the time a text is needed and never at import: `use` may change the language
at any moment, and whatever keeps a text has to keep the language with it.

    say("{player} flips {card}", player=..., card=...)
    say_count("{count} card", "{count} cards", count)
    say_as("heading", "Roll")           the same English word with two translations
    digits(0.125, ".1%")                a number that stands alone; those in messages are written alike
    later("Roll")                       marks a constant that `say` gets afterwards; later_as for `say_as`
    told(game.seed).clause("AVA-3.2")   what seeds say, in the language in use
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from typing import TypeVar

from companion.text.numbers import Numerals, numeral
from seeds import Seed, in_language

__all__ = [
    "LANGUAGES",
    "current_language",
    "digits",
    "later",
    "later_as",
    "listed",
    "localized",
    "say",
    "say_as",
    "say_count",
    "speak_for",
    "upper",
    "use_language",
]

S = TypeVar("S", bound=Seed)

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch"}
"""What can be spoken, by what each calls itself."""

_current = "en"
_packages: tuple[str, ...] = ("companion",)


def use_language(language: str) -> None:
    """Speak this language from now on, everywhere in the process. Raises ValueError."""
    global _current
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r} is none of: {', '.join(LANGUAGES)}")
    _current = language


def current_language() -> str:
    """The language in use: a key of LANGUAGES."""
    return _current


def speak_for(package: str) -> None:
    """Read the catalogues in the folder texts/ of this package as well, after those that are read already."""
    global _packages
    if package not in _packages:
        _packages = (*_packages, package)


def say(message: str, /, **params: object) -> str:
    """The message in the language in use, with its parameters put in."""
    return _put(_catalogue(_current, _packages).gettext(message), params)


def say_count(one: str, many: str, count: int, /, **params: object) -> str:
    """The message for so many things; `{count}` in it is their number."""
    return _put(_catalogue(_current, _packages).ngettext(one, many, count), {"count": count, **params})


def say_as(context: str, message: str, /, **params: object) -> str:
    """The message as `context` has it, where one wording has several translations."""
    return _put(_catalogue(_current, _packages).pgettext(context, message), params)


def later(message: str) -> str:
    """The message itself: it is translated when `say` gets it."""
    return message


def later_as(context: str, message: str) -> str:
    """The message itself: it is translated when `say_as` gets it with this context."""
    return message


def digits(value: float, spec: str = "") -> str:
    """A number in Python's format `spec`, such as `.1%`, as the language in use writes it."""
    return numeral(value, spec, _current)


def localized(seed: S) -> S:
    """The seed of a game with its texts in the language in use: clauses, house rules, units. Raises SeedError."""
    return in_language(seed, _current)


def listed(parts: Sequence[str]) -> str:
    """Things one after another, as in `a, b and c`; empty for none."""
    if len(parts) < 2:
        return "".join(parts)
    return say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def upper(text: str) -> str:
    """The text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def _put(text: str, params: dict[str, object]) -> str:
    return Numerals(_current).vformat(text, (), params) if params else text


@lru_cache(maxsize=8)
def _catalogue(language: str, packages: tuple[str, ...]) -> NullTranslations:
    """What the packages say in a language, the first that knows a message first."""
    whole = NullTranslations()
    for package in packages if language != "en" else ():
        with (resources.files(package) / "texts" / f"{language}.mo").open("rb") as file:
            whole.add_fallback(GNUTranslations(file))
    return whole
