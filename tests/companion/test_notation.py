"""Events as lines: what is written is read again, and what is no event is named."""

from __future__ import annotations

from typing import Any

import pytest

from companion import MalformedError
from companion.notation import Notation

NOTATION = Notation(
    {
        "attack": "attack {with:numbers} on {hit:pairs}",
        "nuke": "nuke",
        "place": "place {square:cell}",
        "general": "general {rank:number}",
        "chose": "choose {kind:word}",
        "lost": "false smack by {seat:number} losing {card:word}",
    }
)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"do": "attack", "with": [3, 3, 3], "hit": [[1, 4]]}, "attack 3 3 3 on 1:4"),
        ({"do": "attack", "with": [], "hit": [[1, 4], [0, 2]]}, "attack none on 1:4 0:2"),
        ({"do": "nuke"}, "nuke"),
        ({"do": "place", "square": [5, 11]}, "place 5,11"),
        ({"do": "place", "square": None}, "place none"),
        ({"do": "general", "rank": 2}, "general 2"),
        ({"do": "chose", "kind": "army"}, "choose army"),
        ({"do": "lost", "seat": 1, "card": "D9"}, "false smack by 1 losing D9"),
        ({"do": "lost", "seat": 1, "card": None}, "false smack by 1 losing none"),
    ],
)
def test_a_line_and_its_event(event: dict[str, Any], line: str) -> None:
    assert NOTATION.written(event) == line
    assert NOTATION.read(line) == event


def test_case_and_spacing_do_not_matter() -> None:
    assert NOTATION.read("  ATTACK  3 3   3 on 1:4 ") == NOTATION.read("attack 3 3 3 on 1:4")


@pytest.mark.parametrize("line", ["", "attack", "attack 3", "nuke 1", "place 5.9", "general ٣", "attack 3 on 1:4 x"])
def test_what_is_no_event_is_named_with_the_forms(line: str) -> None:
    with pytest.raises(MalformedError, match=r"is no event of this game \(attack WITH on HIT, nuke, place SQUARE"):
        NOTATION.read(line)
