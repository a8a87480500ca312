"""Every clause of the rules has its words, can be quoted by a ruling, and is named by a test.

The list of clauses is the one in the digest beside the checkout; where that is absent, the seeds' own list stands for
it. A clause is reached when a ruling of random play, of events tried out of place, or of a golden playthrough quotes
it, as broken or as one that a legal event rests on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
from companion import GAMES, Game
from companion.rules.self_play import played
from tests.support.paths import TESTS

PREFIXES = {
    "AVA": "army-vs-aliens-2011",
    "AVB": "army-vs-aliens-2012",
    "DVA": "dinosaurs-vs-army-men",
    "DW": "doubles-wild",
    "SC": "space-checkers",
}
_STATED = re.compile(r"^\* \*\*([A-Z]{2,3})-(\d+(?:\.\d+)?)(?: / (\d+\.\d+))?", re.MULTILINE)


def stated(text: str) -> dict[str, set[str]]:
    """The clause ids of the digest by game; what the sheet of 2012 does not restate carries over to it."""
    found: dict[str, set[str]] = {prefix: set() for prefix in PREFIXES}
    for prefix, *numbers in _STATED.findall(text):
        found[prefix] |= {f"{prefix}-{number}" for number in numbers if number}
    found["AVB"] |= {clause.replace("AVA", "AVB") for clause in found["AVA"]}
    return {PREFIXES[prefix]: ids for prefix, ids in found.items()}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_seed_has_every_clause_of_the_digest_and_no_other(game_id: str, shared: Path) -> None:
    ids = stated((shared / "rules" / "RULES.md").read_text("utf-8"))[game_id]
    assert len(ids) > 15
    assert {clause.id for clause in companion.load(game_id).seed.clauses} == ids


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_key_of_the_digest_is_a_house_rule(game_id: str, shared: Path) -> None:
    text = (shared / "rules" / "RULES.md").read_text("utf-8")
    prefix = next(prefix for prefix, game in PREFIXES.items() if game == game_id)
    rows = re.findall(rf"^\| {prefix}-Q\d+ .*\| ([^|]*) \|$", text, re.MULTILINE)
    keys = {key.split(" ")[0] for row in rows for key in re.findall(r"`([a-z_]+)[ `]", row)}
    assert keys and keys <= {option.id for option in companion.load(game_id).seed.options}


@cache
def named_in_tests() -> frozenset[str]:
    """Every clause id that stands in a test of the rules."""
    files = [path for path in (TESTS / "companion").rglob("*") if path.suffix in (".py", ".txt")]
    return frozenset(
        re.findall(r"[A-Z]{2,3}-\d+(?:\.\d+)?", "\n".join(path.read_text("utf-8") for path in files)),
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_is_named_by_a_test(game_id: str) -> None:
    missing = [clause.id for clause in companion.load(game_id).seed.clauses if clause.id not in named_in_tests()]
    assert missing == []


def tables(game_id: str) -> Iterator[Game]:
    """The game at every number of players, by the usual rules and with each option at each of its choices."""
    least, most = companion.load(game_id).seed.players
    for players in range(least, most + 1):
        usual = companion.load(game_id, players)
        yield usual
        for option in usual.seed.options:
            for choice in option.choices:
                try:
                    yield companion.load(game_id, players, {option.id: choice.value})
                except companion.MalformedError:
                    continue  # a choice that this number of players cannot make


RARE: dict[str, tuple[tuple[int, dict[str, Any], dict[str, Any], dict[str, Any]], ...]] = {
    "dinosaurs-vs-army-men": (
        (  # the last card of the battle is no fighter either
            2,
            {"deck": ["A1", "D9", "B"]},
            {
                "game": "dinosaurs-vs-army-men",
                "options": {"deck": ["A1", "D9", "B"]},
                "turn": 0,
                "piles": [1, 0],
                "central": ["B"],
                "barred": [],
                "out": [],
                "removed": [],
                "smack": False,
                "battle": {"chooser": 0, "kind": "army", "up": [[], ["D9"]], "fighters": [None, None], "searching": 0},
            },
            {"do": "flipped", "card": "A1"},
        ),
        (  # a false smack is never listed
            2,
            {},
            {
                "game": "dinosaurs-vs-army-men",
                "options": {},
                "turn": 1,
                "piles": [30, 30],
                "central": [],
                "barred": [],
                "out": [],
                "removed": [],
                "smack": False,
            },
            {"do": "false-smack", "seat": 0, "card": "D9"},
        ),
    ),
    "space-checkers": (
        (  # the fourth ninth prisoner: one fleet is left, and nobody can come to ten
            4,
            {},
            {
                "game": "space-checkers",
                "options": {},
                "turn": "red",
                "seats": ["yellow", "green", "blue", "red"],
                "captured": {"yellow": 9, "green": 9, "blue": 9, "red": 8},
                "pawns": {
                    "yellow": [[0, 1]],
                    "green": [],
                    "blue": [],
                    "red": [[0, 0], *([10, column] for column in range(11))],
                },
                "rolled": {"number": 2, "direction": "green"},
            },
            {"do": "move", "from": [0, 0], "toward": "green"},
        ),
    ),
}
"""What random play hardly meets: players, house rules, a position, and an event to be ruled in it."""


for _year in (2011, 2012):
    _sides = ({"side": "army", "team": 0, "combat": [5]}, {"side": "aliens", "team": 1, "combat": [1]})
    RARE[f"army-vs-aliens-{_year}"] = (
        (  # a hero in an ordinary attack, which no list of actions holds
            2,
            {},
            {
                "game": f"army-vs-aliens-{_year}",
                "options": {},
                "turn": 0,
                "quiet": 0,
                "players": [{**side, "rally": 0, "scored": []} for side in _sides],
            },
            {"do": "attack", "with": [5], "hit": [[1, 1]]},
        ),
    )


@cache
def reached(game_id: str) -> frozenset[str]:
    """The clauses that rulings quote."""
    lot, quoted = Random(0), set[str]()
    for table in tables(game_id):
        pool: list[Any] = []
        for step in islice(played(table, lot), 600):
            quoted |= set(table.rule(step.before, step.event).clauses)
            for event in lot.sample(pool, min(len(pool), 3)):
                quoted |= set(table.rule(step.before, event).clauses)
            pool.append(step.event)
    for players, options, position, event in RARE.get(game_id, ()):
        rules = companion.load(game_id, players, options)
        quoted |= set(rules.rule(rules.parse_position(position), rules.parse_event(event)).clauses)
    return frozenset(quoted)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_is_set_up_or_reached_by_a_ruling(game_id: str) -> None:
    seed = companion.load(game_id).seed
    missing = [clause.id for clause in seed.clauses if not clause.setup and clause.id not in reached(game_id)]
    assert missing == []
