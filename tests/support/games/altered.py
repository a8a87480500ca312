"""Positions in JSON with one thing in them altered, for tests of what is refused."""

from __future__ import annotations

import copy
from typing import Any

ABSENT = object()
"""Stands for a key that is taken away."""


def changed(base: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """`base` with another value at a path such as players.0.combat; `ABSENT` takes the key away."""
    whole = copy.deepcopy(base)
    *steps, last = path.split(".")
    there: Any = whole
    for step in steps:
        there = there[int(step) if isinstance(there, list) else step]
    if value is ABSENT:
        del there[last]
    else:
        there[int(last) if isinstance(there, list) else last] = value
    return whole
