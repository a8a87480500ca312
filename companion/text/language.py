"""Translation of what the program says: every context speaks a language of its own, English until one is set.

Sentences stand in the code in English, with their parameters by name; catalogues beside it hold them in other
languages, as texts/de.po in a package's folder and what it compiles to (scripts/texts.py). A message without a
translation comes out in English. Ask at the time a text is needed and never at import: the language may change at any
moment, and whatever keeps a text has to keep the language with it.

The language belongs to the context (contextvars): an asyncio task has that of the code that created it, a thread begins
in English. Whoever starts a thread hands `language_source()` on, and the thread begins with `use_language` of it.

    say("{player} flips {card}", player=..., card=...)
    say_count("{count} card", "{count} cards", count)
    say_as("heading", "Roll")           the same English word with two translations
    digits(0.125, ".1%")                a number that stands alone; those in messages are written alike
    later("Roll")                       marks a constant that `say` gets afterwards; later_as for `say_as`
    told(game.seed).clause("AVA-3.2")   what seeds say, in the language in use
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from typing import TypeAlias, TypeVar

from companion.text.numbers import Numerals, numeral
from seeds import Seed, in_language

S = TypeVar("S", bound=Seed)

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch"}
"""What can be spoken, by what each calls itself."""

LanguageSource: TypeAlias = Callable[[], str]
"""Answers with a key of LANGUAGES, possibly another one each time."""


def _english() -> str:
    return "en"


_source: ContextVar[LanguageSource] = ContextVar("language", default=_english)
_packages: tuple[str, ...] = ("companion",)


def use_language(language: str | LanguageSource) -> None:
    """Set the language of the current context: one for good, or a source that is asked whenever a text is needed.

    Raises ValueError for a language that is none of LANGUAGES.
    """
    _source.set(_always(language) if isinstance(language, str) else language)


@contextmanager
def using_language(language: str | LanguageSource) -> Iterator[None]:
    """Use a language, as `use_language`, within the block. Raises ValueError."""
    token = _source.set(_always(language) if isinstance(language, str) else language)
    try:
        yield
    finally:
        _source.reset(token)


def language_source() -> LanguageSource:
    """The source of the current context's language, to be handed to a thread."""
    return _source.get()


def current_language() -> str:
    """The language of the current context: a key of LANGUAGES."""
    return _source.get()()


def add_catalogue(package: str) -> None:
    """Read the catalogues in the folder texts/ of this package as well, after those that are read already.

    Catalogues are the same for all contexts; a package adds its own when it is imported.
    """
    global _packages
    if package not in _packages:
        _packages = (*_packages, package)


def say(message: str, /, **params: object) -> str:
    """The message in the language in use, with its parameters put in."""
    return _put(_catalogue(current_language(), _packages).gettext(message), params)


def say_count(one: str, many: str, count: int, /, **params: object) -> str:
    """The message for so many things; `{count}` in it is their number."""
    return _put(_catalogue(current_language(), _packages).ngettext(one, many, count), {"count": count, **params})


def say_as(context: str, message: str, /, **params: object) -> str:
    """The message as `context` has it, where one wording has several translations."""
    return _put(_catalogue(current_language(), _packages).pgettext(context, message), params)


def later(message: str) -> str:
    """The message itself: it is translated when `say` gets it."""
    return message


def later_as(context: str, message: str) -> str:
    """The message itself: it is translated when `say_as` gets it with this context."""
    return message


def digits(value: float, spec: str = "") -> str:
    """A number in Python's format `spec`, such as `.1%`, as the language in use writes it."""
    return numeral(value, spec, current_language())


def localized(seed: S) -> S:
    """The seed of a game with its texts in the language in use: clauses, house rules, units. Raises SeedError."""
    return in_language(seed, current_language())


def listed(parts: Sequence[str]) -> str:
    """Things one after another, as in `a, b and c`; empty for none."""
    if len(parts) < 2:
        return "".join(parts)
    return say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])


def upper(text: str) -> str:
    """The text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def _always(language: str) -> LanguageSource:
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r} is none of: {', '.join(LANGUAGES)}")
    return lambda: language


def _put(text: str, params: dict[str, object]) -> str:
    return Numerals(current_language()).vformat(text, (), params) if params else text


@lru_cache(maxsize=8)
def _catalogue(language: str, packages: tuple[str, ...]) -> NullTranslations:
    """What the packages say in a language, the first that knows a message first."""
    whole = NullTranslations()
    for package in packages if language != "en" else ():
        with (resources.files(package) / "texts" / f"{language}.mo").open("rb") as file:
            whole.add_fallback(GNUTranslations(file))
    return whole
