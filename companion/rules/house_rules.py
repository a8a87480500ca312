"""House rules: the named options of a game, checked against what its seed allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from companion.rules.errors import MalformedError
from companion.rules.strict_json import any_object, parse_json, shown
from seeds import Option, OptionValue, Seed

LONGEST_SHOWN = 60
"""Signs of a faulty pair that are repeated at most."""

Value: TypeAlias = OptionValue | tuple[str, ...] | msgspec.Struct
"""An option in force: one that the seed lists, or what a game's module made of a custom one. Immutable."""

Reader: TypeAlias = Callable[[object, str], Value]
"""Reads the custom value of an option from plain data and its path. Raises MalformedError."""


def settle(
    seed: Seed,
    given: Mapping[str, object] | None,
    readers: Mapping[str, Reader] | None = None,
    defaults: Mapping[str, OptionValue] | None = None,
) -> dict[str, Value]:
    """Every option of `seed` with the value in force: the given ones over the defaults.

    `readers` read the options that take custom values; `defaults` are those that depend on the number of players, and
    go before the seed's. Each option of the game may be given at any of its values, also where its case does not arise
    (a rule for teams, say, at a table for two): position files carry what was agreed, and screens leave such options
    out. Raises MalformedError with a path like `options.draw_limit`.
    """
    values: dict[str, Value] = standard(seed, defaults)
    known = {option.id: option for option in seed.options}
    if given is None:
        given = {}
    elif isinstance(given, Mapping) and not isinstance(given, dict):
        given = dict(given)
    for key, value in any_object(given, "options").items():
        option = known.get(key)
        if option is None:
            raise MalformedError("options", f"{seed.game} has no option {shown(key)} (it has: {', '.join(known)})")
        values[key] = _checked(option, value, (readers or {}).get(key))
    return values


def read_pairs(pairs: Iterable[str]) -> dict[str, object]:
    """Options written KEY=VALUE, each once; the value is JSON, and what is not JSON is text. Raises MalformedError."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise MalformedError("", f"{pair[:LONGEST_SHOWN]!a}: expected KEY=VALUE, such as draw_limit=3")
        if key in options:
            raise MalformedError("", f"{key[:LONGEST_SHOWN]}: it is given twice")
        try:
            options[key] = parse_json(text)
        except MalformedError:
            options[key] = text
    return options


def standard(seed: Seed, defaults: Mapping[str, OptionValue] | None = None) -> dict[str, Value]:
    """Every option of `seed` at its default."""
    return {option.id: (defaults or {}).get(option.id, option.default) for option in seed.options}


def changed(values: Mapping[str, Value], usual: Mapping[str, Value]) -> dict[str, Value]:
    """The options whose value differs from the usual one, in the order of the seed."""
    return {key: value for key, value in values.items() if value != usual[key]}


def notes(seed: Seed, differing: Mapping[str, Value], clause: str) -> list[str]:
    """What the house rules that differ from the default say about a clause, a sentence each."""
    sentences = []
    for option in seed.options:
        if clause in option.clauses and option.id in differing:
            listed = option.accept(differing[option.id])
            sentences.append(option.text if listed is None else option.explain(listed))
    return sentences


def _checked(option: Option, value: object, reader: Reader | None) -> Value:
    path = f"options.{option.id}"
    accepted = option.accept(value)
    if accepted is not None:
        return accepted
    if reader is not None and isinstance(value, dict | list | tuple | msgspec.Struct):
        return reader(value, path)
    raise MalformedError(path, f"{_written(value)} is not allowed ({option.allowed})")


def _written(value: object) -> str:
    """A refused value for its line: a short list as it is, anything else in a word."""
    if isinstance(value, list | tuple) and len(value) < 10 and not any(map(_nested, value)):
        text = str(value)
        if len(text) <= LONGEST_SHOWN:
            return text
    return shown(value)


def _nested(item: object) -> bool:
    """Whether an item of a list is more than a value or a flat list of them; deeper ones are not looked into."""
    return isinstance(item, dict) or (
        isinstance(item, list | tuple) and any(isinstance(part, list | tuple | dict) for part in item)
    )
