"""Reading JSON strictly: what is not exactly right is refused with the path of the fault.

The checks look at plain decoded JSON (dict, list, str, int, float, bool, None) and raise MalformedError with a path
like `players[0].combat[3]`. Refused besides the wrong shape: a key that stands twice, NaN and the infinities, true
and 1.0 where a whole number belongs, nesting deeper than Python reads, and numbers of absurd length.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from companion.rules.game import MalformedError

MOST_DIGITS = 18
"""Longer whole numbers are refused; no count, seat or face comes near. Raising it lets slower numbers in."""

_LONGEST_SHOWN = 40


class _Doubled(dict[str, object]):
    """An object in which `key` stands twice; found when its place in the whole is known."""

    key = ""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = _Doubled(found)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            doubled.key = key
            break
        seen.add(key)
    return doubled


class _NoNumber(NamedTuple):
    """Stands in decoded JSON where something stood that is no number here; found when its place is known."""

    fault: str


def _decode(text: str) -> tuple[object, list[_NoNumber]]:
    """JSON decoded, and what stood in it that is no number."""
    faults: list[_NoNumber] = []

    def refused(fault: str) -> _NoNumber:
        faults.append(_NoNumber(fault))
        return faults[-1]

    def whole(digits: str) -> object:
        count = len(digits.lstrip("-"))
        return int(digits) if count <= MOST_DIGITS else refused(f"a number of {count} digits is too long")

    decoded = json.loads(
        text,
        object_pairs_hook=_object,
        parse_constant=lambda name: refused(f"{name} is no number in JSON"),
        parse_int=whole,
    )
    return decoded, faults


def _place(decoded: object, path: str) -> str:
    """Where the first `_NoNumber` stands; `path` alone if it went with a key that stands twice."""
    ahead = [(decoded, path)]
    while ahead:
        value, place = ahead.pop()
        if isinstance(value, _NoNumber):
            return place
        if isinstance(value, dict):
            ahead += reversed([(item, f"{place}.{key}" if place else key) for key, item in value.items()])
        elif isinstance(value, list):
            ahead += reversed([(item, f"{place}[{i}]") for i, item in enumerate(value)])
    return path


def parse_json(raw: bytes | str, path: str = "") -> object:
    """JSON text decoded, repeated keys kept in sight for `an_object`. Raises MalformedError, in one line."""
    try:
        text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
        decoded, faults = _decode(text)
    except RecursionError:
        raise MalformedError(path, "this is nested too deeply to be read") from None
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise MalformedError(path, f"this is no JSON: {fault.msg} ({where})") from None
    except UnicodeDecodeError:
        raise MalformedError(path, "this is no JSON: it is not UTF-8 text") from None
    if faults:
        raise MalformedError(_place(decoded, path), faults[0].fault)
    return decoded


def plain(value: object) -> object:
    """A value as plain data, ready for JSON: structs are objects, and tuples lists at any depth."""
    value = msgspec.to_builtins(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def shown(value: object) -> str:
    """A value as an error line names it: short, in one line, no more than ASCII."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    text = json.dumps(value) if value is None or isinstance(value, str | bool | int | float) else ascii(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def an_object(value: object, path: str, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, object]:
    """`value` as an object that has every required key and none beyond the optional ones."""
    if not isinstance(value, dict):
        raise MalformedError(path, f"expected an object, not {shown(value)}")
    if isinstance(value, _Doubled):
        raise MalformedError(path, f"the key {shown(value.key)} stands twice")
    required = tuple(required)
    known = (*required, *optional)
    for key in value:
        if key not in known:
            raise MalformedError(path, f"unknown key {shown(key)} (known: {', '.join(known)})")
    for key in required:
        if key not in value:
            raise MalformedError(path, f"the key {shown(key)} is missing")
    return value


def any_object(value: object, path: str) -> dict[str, object]:
    """`value` as an object with whatever keys, none of them twice."""
    if not isinstance(value, dict):
        raise MalformedError(path, f"expected an object, not {shown(value)}")
    if isinstance(value, _Doubled):
        raise MalformedError(path, f"the key {shown(value.key)} stands twice")
    return value


def an_event(value: object, path: str, keys: Mapping[str, Iterable[str]]) -> tuple[str, dict[str, object]]:
    """The kind and the fields of an event; `keys` holds those of each kind besides `do`."""
    fields = any_object(value, path)
    if "do" not in fields:
        raise MalformedError(path, 'the key "do" is missing')
    do = a_text(fields["do"], f"{path}.do", keys, "event of this game")
    return do, an_object(value, path, ("do", *keys[do]))


def a_list(value: object, path: str) -> list[object]:
    """`value` as a list."""
    if isinstance(value, tuple):
        return list(value)
    if not isinstance(value, list):
        raise MalformedError(path, f"expected a list, not {shown(value)}")
    return value


def a_whole(value: object, path: str, least: int, most: int | None = None, what: str = "whole number") -> int:
    """`value` as a whole number from `least` to `most`; `what` names it in the refusal (`7 is no rank`)."""
    if type(value) is not int or value < least or (most is not None and value > most):
        if type(value) is int and what == "whole number":
            reach = f"from {least} to {most}" if most is not None else f"of at least {least}"
            raise MalformedError(path, f"{shown(value)} is no {what} {reach}")
        raise MalformedError(path, f"{shown(value)} is no {what}")
    return value


def a_text(value: object, path: str, allowed: Iterable[str], what: str) -> str:
    """`value` as one of the allowed words."""
    allowed = tuple(allowed)
    if not isinstance(value, str) or value not in allowed:
        raise MalformedError(path, f"{shown(value)} is no {what} ({', '.join(allowed)})")
    return value


def wholes(value: object, path: str, least: int, most: int, what: str) -> tuple[int, ...]:
    """`value` as a list of whole numbers from `least` to `most`, sorted."""
    return tuple(sorted(a_whole(item, f"{path}[{i}]", least, most, what) for i, item in enumerate(a_list(value, path))))
