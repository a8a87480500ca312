"""Lines of events that nothing but their fields tells how to write."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from companion.authoring import Count, EventTexts, Face, Faces, GameEvent, GameSeed, Roll, Seat
from companion.authoring.event_lines import line_of
from companion.rules.notation import Notation
from tests.support.games.tiny import tiny_seed


class Pass(GameEvent, frozen=True):
    """No field."""


class Bet(GameEvent, frozen=True):
    """Every kind of number and word."""

    count: Count
    face: Face
    who: Seat
    on: Literal["red", "blue"]
    why: str
    whom: Seat | None = None


class Walk(GameEvent, frozen=True):
    """Lists and places."""

    faces: Faces
    at: tuple[int, int]
    hit: tuple[tuple[int, int], ...]
    maybe: tuple[int, ...] | None = None


class Weigh(GameEvent, frozen=True):
    grams: float


class Ask(GameEvent, frozen=True):
    really: bool


class Name(GameEvent, frozen=True):
    names: tuple[str, ...]


class Place(GameEvent, frozen=True):
    cell: tuple[int, int, int]


class Mix(GameEvent, frozen=True):
    either: int | str


@pytest.fixture
def seed() -> GameSeed:
    return tiny_seed()


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (Pass, "pass"),
        (Roll, "roll {faces:numbers}"),
        (Bet, "bet {count:number} {face:number} {who:number} {on:word} {why:word} {whom:number}"),
        (Walk, "walk {faces:numbers} {at:cell} {hit:pairs} {maybe:numbers}"),
    ],
)
def test_a_line_is_the_name_and_then_the_fields(seed: GameSeed, kind: type[GameEvent], line: str) -> None:
    assert line_of(kind, seed) == line


def test_the_file_goes_before_what_is_made_of_the_fields(seed: GameSeed) -> None:
    texts = EventTexts(clause="TY-1.1", heading="", line="", notation="bet {count:number} of {face:number}")
    seed.events["bet"] = texts
    assert line_of(Bet, seed) == "bet {count:number} of {face:number}"


@pytest.mark.parametrize(
    ("kind", "field"),
    [(Weigh, "weigh.grams"), (Ask, "ask.really"), (Name, "name.names"), (Place, "place.cell"), (Mix, "mix.either")],
)
def test_a_field_that_no_line_can_hold_is_named(seed: GameSeed, kind: type[GameEvent], field: str) -> None:
    with pytest.raises(TypeError, match=rf"^{field}: a line of notation holds numbers, words, pairs and lists of them"):
        line_of(kind, seed)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"do": "pass"}, "pass"),
        ({"do": "bet", "count": 3, "face": 6, "who": 0, "on": "red", "why": "luck", "whom": None},
         "bet 3 6 0 red luck none"),
        ({"do": "walk", "faces": [], "at": [2, 3], "hit": [[0, 1], [1, 5]], "maybe": [4, 4]},
         "walk none 2,3 0:1 1:5 4 4"),
    ],
)  # fmt: skip
def test_such_lines_are_read_again(seed: GameSeed, event: dict[str, Any], line: str) -> None:
    notation = Notation({str(kind.__struct_config__.tag): line_of(kind, seed) for kind in (Pass, Bet, Walk)})
    assert notation.written(event) == line and notation.read(line) == event
