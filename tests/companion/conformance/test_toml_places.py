"""The place of a value in a TOML file, by its path."""

from __future__ import annotations

import pytest

from companion.conformance import place_of

TEXT = """# a game
game = "x"
"players" = [2, 8]

[summary]
goal = "Win."
  [summary.table]
  title = "T"

[[clauses]]
id = "A-1"
[clauses.faults]
over = "Over."

[[clauses]]   # the second
id = "A-2"
title = 5
faults.soon = "Soon."
[[clauses.notes]]
text = "one"
[[clauses.notes]]
text = "two"

[[clauses]]
[[clauses.notes]]
text = "three"
"""


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ("$.game", 2, 1),
        ("$.players", 3, 1),
        ("$.players[1]", 3, 1),
        ("$.summary.goal", 6, 1),
        ("$.summary.table.title", 8, 3),
        ("$.clauses[0].id", 11, 1),
        ("$.clauses[0].faults.over", 13, 1),
        ("$.clauses[1]", 15, 1),
        ("$.clauses[1].title", 17, 1),
        ("$.clauses[1].faults.soon", 18, 1),
        ("$.clauses[1].missing", 15, 1),
        ("$.clauses[1].notes[1].text", 22, 1),
        ("$.clauses[2].notes[0].text", 26, 1),
    ],
)
def test_a_path_is_found(path: str, line: int, column: int) -> None:
    assert place_of(TEXT, path) == (line, column)


def test_what_is_not_there_has_no_place() -> None:
    assert place_of(TEXT, "$.nothing") is None and place_of("", "$.game") is None
