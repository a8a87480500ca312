"""Validates JSON by the committed schemas of docs/schemas."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from scripts.schemas.__main__ import FOLDER


@cache
def validator(name: str) -> Draft202012Validator:
    """For the schema NAME.json, which may refer to the others."""
    registry: Registry[Any] = Registry()
    for path in FOLDER.glob("*.json"):
        registry = registry.with_resource(path.name, Resource.from_contents(json.loads(path.read_text("utf-8"))))
    return Draft202012Validator({"$ref": f"{name}.json"}, registry=registry)


def check(name: str, value: Any) -> None:
    """Asserts that a value fits the schema NAME.json."""
    fault = next(validator(name).iter_errors(value), None)
    assert fault is None, f"{name}: {fault}"
