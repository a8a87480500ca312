"""Events as lines: what is written is read again, and what is no event is named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import MalformedError
from companion.rules.notation import LONGEST_LINE, Notation

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


@pytest.mark.parametrize(
    ("line", "usual"),
    [
        ("CHOOSE Army", "choose army"),
        ("False Smack BY 1 Losing d9", "false smack by 1 losing D9"),
        ("false smack by 1 losing s", "false smack by 1 losing S"),
        ("false smack by 1 losing NONE", "false smack by 1 losing none"),
        ("place 5 , 11", "place 5,11"),
        ("attack 03 on 1 : 4   0 :2", "attack 3 on 1:4 0:2"),
        ("attack\t3\x0b3 on 1:4", "attack 3 3 on 1:4"),
    ],
)
def test_a_line_means_what_its_usual_form_means(line: str, usual: str) -> None:
    """A word is taken in small letters, the name of a card in capitals."""
    assert NOTATION.read(line) == NOTATION.read(usual)
    assert NOTATION.written(NOTATION.read(line)) == usual


def test_a_line_that_is_longer_than_any_event_is_none() -> None:
    """`attack 3 ... on 1:4` with so many dice that the line has 500 signs, and with one more."""
    line = f"attack{' 3' * ((LONGEST_LINE - len('attack on 1:4')) // 2)} on 1:4"
    line = line.replace(" on", " " * (LONGEST_LINE - len(line)) + " on")
    assert len(line) == LONGEST_LINE and NOTATION.read(line)["hit"] == [[1, 4]]
    with pytest.raises(MalformedError, match="is no event of this game"):
        NOTATION.read(line.replace(" on", "  on"))
    blanks = " " * LONGEST_LINE
    assert NOTATION.read(f"{blanks}nuke{blanks}") == {"do": "nuke"}, "blanks at the ends do not count"


numbers = st.integers(0, 999_999_999)


@given(st.lists(numbers), st.lists(st.lists(numbers, min_size=2, max_size=2), max_size=8), numbers)
def test_any_numbers_go_there_and_back(dice: list[int], pairs: list[list[int]], rank: int) -> None:
    for event in (
        {"do": "attack", "with": dice[:20], "hit": pairs},
        {"do": "general", "rank": rank},
        {"do": "place", "square": [rank, rank]},
    ):
        assert NOTATION.read(NOTATION.written(event)) == event


@given(st.text(max_size=40))
def test_whatever_is_typed_is_an_event_or_named(line: str) -> None:
    try:
        event = NOTATION.read(line)
    except MalformedError as fault:
        assert str(fault).isprintable() and len(str(fault)) < 300
    else:
        assert NOTATION.read(NOTATION.written(event)) == event


@pytest.mark.parametrize(
    "line",
    [
        "",
        "attack",
        "attack 3",
        "nuke 1",
        "place 5.9",
        "general ٣",
        "attack 3 on 1:4 x",
        "general 1234567890",
        "place 5,",
        "place -5,9",
        "choose 5",
        "nuke\0",
    ],
)
def test_what_is_no_event_is_named_with_the_forms(line: str) -> None:
    with pytest.raises(MalformedError, match=r"is no event of this game \(attack WITH on HIT, nuke, place SQUARE"):
        NOTATION.read(line)
