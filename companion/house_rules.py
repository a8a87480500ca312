"""House rules: the named options of a game, checked against what its seed allows."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import MalformedError
from companion.strict import any_object, shown
from seeds import Option, OptionValue, Seed


def settle(seed: Seed, given: Mapping[str, object] | None) -> dict[str, OptionValue]:
    """Every option of `seed` with the value in force: the given ones over the defaults.

    Each option of the game may be given at any of its values, also where its case does not arise (a rule for teams,
    say, at a table for two): position files carry what was agreed, and screens leave such options out. Raises
    MalformedError with a path like `options.draw_limit`.
    """
    values = {option.id: option.default for option in seed.options}
    known = {option.id: option for option in seed.options}
    if given is None:
        given = {}
    elif isinstance(given, Mapping) and not isinstance(given, dict):
        given = dict(given)
    for key, value in any_object(given, "options").items():
        option = known.get(key)
        if option is None:
            raise MalformedError("options", f"{seed.game} has no option {shown(key)} (it has: {', '.join(known)})")
        values[key] = _checked(option, value)
    return values


def changed(seed: Seed, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that differ from their default, in the order of the seed."""
    return {option.id: values[option.id] for option in seed.options if values[option.id] != option.default}


def notes(seed: Seed, values: Mapping[str, OptionValue], clause: str) -> list[str]:
    """What the house rules in force say about a clause, a sentence each."""
    return [
        option.explain(values[option.id])
        for option in seed.options
        if clause in option.clauses and values[option.id] != option.default
    ]


def _checked(option: Option, value: object) -> OptionValue:
    path = f"options.{option.id}"
    accepted = option.accept(value)
    if accepted is None:
        raise MalformedError(path, f"{_written(value)} is not allowed ({option.allowed})")
    return accepted


def _written(value: object) -> str:
    return str(value) if isinstance(value, list | tuple) and len(value) < 10 else shown(value)
