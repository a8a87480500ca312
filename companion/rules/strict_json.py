"""Reading JSON strictly: what is not exactly right is refused with the path of the fault.

The checks look at plain decoded JSON (dict, list, str, int, float, bool, None) and raise MalformedError with a path
like `players[0].combat[3]`. Refused besides the wrong shape: a key that stands twice, NaN and the infinities, true
and 1.0 where a whole number belongs, nesting deeper than Python reads, and numbers of absurd length.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect

from companion.rules.errors import MalformedError

MOST_DIGITS = 18
"""Longer whole numbers are refused; no count, seat or face comes near. Raising it lets slower numbers in."""

_LONGEST_SHOWN = 40
_WHOLE = "whole number"
_NO_TAG = object()


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


def _path_of_fault(decoded: object, path: str) -> str:
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
    """Decodes JSON text; `an_object` refuses keys that stood twice. Raises MalformedError, in one line."""
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
        raise MalformedError(_path_of_fault(decoded, path), faults[0].fault)
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


def a_list(value: object, path: str) -> list[object]:
    """`value` as a list."""
    if isinstance(value, tuple):
        return list(value)
    if not isinstance(value, list):
        raise MalformedError(path, f"expected a list, not {shown(value)}")
    return value


def a_whole(value: object, path: str, least: int, most: int | None = None, what: str = _WHOLE) -> int:
    """`value` as a whole number from `least` to `most`; `what` names it in the refusal (`7 is no rank`)."""
    if type(value) is not int or value < least or (most is not None and value > most):
        if type(value) is int and what == _WHOLE:
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


Check: TypeAlias = Callable[[object, str], object]
"""Raises MalformedError for a value, given with its path, that cannot be at one table; what it returns is ignored."""


def of_length(count: int, fault: str) -> Check:
    """A check that a list has `count` items; in the refusal `fault` follows how many it has."""

    def check(listed: Any, path: str) -> None:
        if len(listed) != count:
            raise MalformedError(path, f"{len(listed)} {fault}")

    return check


SEAT = "seat at this table"
Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7, title=SEAT)]
"""At most eight play any of the games."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Rank: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6, title="rank")]
Face: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6, title="face")]


def read_struct(value: object, path: str, shape: Any, checks: Mapping[str, Check]) -> Any:
    """Decoded JSON as a msgspec Struct, or as one of a union of Structs tagged by `do`.

    The titles of the fields' types (`msgspec.Meta`) name them in refusals: `7 is no rank`. `checks` holds by title what
    is known only at the table, such as how many seats there are: for numbers and words it stands in place of the check
    of the type, for lists it comes before their items are looked at. Raises MalformedError for the first fault, the
    keys of an object before its values.
    """
    _refuse(value, path, _inspected(shape), checks)
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as fault:  # of types that are not looked into above
        raise MalformedError(path, " ".join(str(fault).split())) from None


@cache
def _inspected(shape: Any) -> inspect.Type:
    return inspect.type_info(shape)


def _refuse(value: object, path: str, shape: inspect.Type, checks: Mapping[str, Check]) -> None:
    """Raise MalformedError unless `value` is of this shape."""
    what, meant = "", ""
    if isinstance(shape, inspect.UnionType) and inspect.NoneType() in shape.types:
        if value is None:
            return
        shape = next(one for one in shape.types if not isinstance(one, inspect.NoneType))
    if isinstance(shape, inspect.Metadata):
        named = shape.extra_json_schema or {}
        what, meant, shape = named.get("title", ""), named.get("description", ""), shape.type
    check = checks.get(what)
    if isinstance(shape, inspect.VarTupleType):
        listed = a_list(value, path)
        if check is not None:
            check(listed, path)
        for i, item in enumerate(listed):
            _refuse(item, f"{path}[{i}]", shape.item_type, checks)
    elif isinstance(shape, inspect.TupleType):
        listed = a_list(value, path)
        if len(listed) != len(shape.item_types):
            first = shape.item_types[0]
            items = "lists" if isinstance(getattr(first, "type", first), inspect.VarTupleType) else "values"
            raise MalformedError(path, f"{meant}, not {len(listed)} {items}")
        for i, item in enumerate(listed):
            _refuse(item, f"{path}[{i}]", shape.item_types[i], checks)
    elif isinstance(shape, inspect.DictType):
        fields = any_object(value, path)
        if check is not None:
            check(fields, path)
        for key, item in fields.items():
            _refuse(item, f"{path}.{key}", shape.value_type, checks)
    elif check is not None:
        check(value, path)
    elif isinstance(shape, inspect.IntType):
        if type(value) is not int:
            raise MalformedError(path, f"{shown(value)} is no {what or _WHOLE}")
        if shape.ge is not None:
            a_whole(value, path, shape.ge, shape.le, what or _WHOLE)
    elif isinstance(shape, inspect.BoolType):
        if type(value) is not bool:
            raise MalformedError(path, meant or f"{shown(value)} is neither true nor false")
    elif isinstance(shape, inspect.UnionType):
        kinds = {str(one.tag): one for one in shape.types if isinstance(one, inspect.StructType)}
        do = any_object(value, path).get("do", _NO_TAG)
        if do is _NO_TAG:
            raise MalformedError(path, 'the key "do" is missing')
        tag = a_text(do, f"{path}.do", kinds, "event of this game")
        _refuse_fields(value, path, kinds[tag], checks)
    elif isinstance(shape, inspect.StructType):
        _refuse_fields(value, path, shape, checks)


def _refuse_fields(value: object, path: str, shape: inspect.StructType, checks: Mapping[str, Check]) -> None:
    tag = () if shape.tag_field is None else (shape.tag_field,)
    required = (field.encode_name for field in shape.fields if field.required)
    fields = an_object(value, path, (*tag, *required), [f.encode_name for f in shape.fields if not f.required])
    for field in shape.fields:
        if field.encode_name in fields:
            place = f"{path}.{field.encode_name}" if path else field.encode_name
            _refuse(fields[field.encode_name], place, field.type, checks)
