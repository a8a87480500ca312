"""Finds the line and column of a value in a TOML file by its path, such as `$.clauses[3].text`."""

from __future__ import annotations

import re

_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+)\]")
_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]#]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"^\s*(\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)(\s*\.\s*[\w-]+)*\s*=")


def place_of(text: str, path: str) -> tuple[int, int] | None:
    """Line and column, from 1, of what a path names, or of the table around it; None where the text has neither.

    Tables by their headers and keys at the beginnings of lines are found; what stands inside an inline table or list is
    at the key before it.
    """
    steps = [name if name else int(number) for name, number in _STEP.findall(path)]
    lines = text.splitlines()
    counts: dict[str, int] = {}
    here: list[str | int] = []
    best: tuple[int, int] | None = None
    longest = 0
    for number, line in enumerate(lines, 1):
        header = _HEADER.match(line)
        if header:
            here = _entered(header[2], header[1] == "[[", counts)
            place, column = here, line.index("[") + 1
        elif key := _KEY.match(line):
            place, column = [*here, *re.findall(r"[\w-]+", key[0].rstrip("= "))], key.start(1) + 1
        else:
            continue
        if len(place) > longest and place == steps[: len(place)]:
            best, longest = (number, column), len(place)
    return best


def _entered(name: str, listed: bool, counts: dict[str, int]) -> list[str | int]:
    """The path of a table by its header, entries of lists counted."""
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    path: list[str | int] = []
    for depth, part in enumerate(parts, 1):
        path.append(part)
        key = ".".join(map(str, path))
        if listed and depth == len(parts):
            counts[key] = counts.get(key, -1) + 1
            for inner in [one for one in counts if one.startswith(f"{key}.")]:
                del counts[inner]  # lists within the new entry are counted anew
        if key in counts:
            path.append(counts[key])
    return path
