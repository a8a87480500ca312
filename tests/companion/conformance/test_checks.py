"""Each check finds what it is there for, in a game that is wrong in just that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.conformance import CHECKS, Check, check_game
from tests.support.games.new_game import Change, forgotten, make_game


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of what is otherwise tried is enough for so small a game."""
    monkeypatch.setattr("companion.conformance.random_games.LONGEST", 2_000)
    monkeypatch.setattr("companion.conformance.rulings.EVENTS", 500)


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from forgotten(monkeypatch)


def checks(folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: Change) -> dict[str, Check]:
    game = make_game(folder, monkeypatch, *changes)
    return {check.name: check for check in check_game(game, games=12)}


def test_the_new_game_is_sound_in_all_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = checks(tmp_path, monkeypatch)
    assert tuple(found) == CHECKS and all(check.sound for check in found.values())
    assert found["move tree"].figure == "positions by depth: 1, 21, 12, 252, 143"  # two dice: 21 throws, 11 sums
    assert found["rulings"].figure.startswith("4 of 4 clauses quoted, 1 of 1 ways to break one")
    assert found["layouts"].figure.startswith("100 %")


AFTER = "        turn, points = position.turn, position.points\n"
DECK = 'line = "{Player} keeps {points}"'


@pytest.mark.parametrize(
    ("change", "name", "line"),
    [
        (("game.toml", "count = 2", "count = 2\nspeed = 1"), "game.toml",
         "game.toml:11:1: Object contains unknown field `speed` - at `$.dice[0]`"),
        (("game.toml", "count = 2", "count = 'two'"), "game.toml",
         "game.toml:12:1: Expected `int`, got `str` - at `$.dice[0].count`"),
        (("game.toml", "count = 2", "count = "), "game.toml",
         "game.toml:12:9: Invalid value (at line 12, column 9)"),
        (("game.toml", "api = 1", "api = 2"), "game.toml",
         "game.toml: the file asks for api 2, and this program has 1"),
        (("game.toml", 'clause = "DD-2.1"', 'clause = "DD-9.9"'), "game.toml",
         "game.toml: event roll rests on DD-9.9, which is not in the file"),
        (("rules.py", "DICE = 2", "DICE = ="), "loading", "rules.py:24: SyntaxError: invalid syntax"),
        (("rules.py", "DICE = 2", "DICE = 1 / 0"), "loading", "rules.py:24: ZeroDivisionError: division by zero"),
        (("rules.py", "class Rules(", "class Others("), "loading",
         "AttributeError: module 'dice_duel.rules' has no attribute 'build'"),
        (("rules.py", AFTER, f"{AFTER}        assert turn == 0\n"), "random games", "rules.py:73: AssertionError"),
        (("rules.py", "return [Keep()] if position.again else [Again(), Keep()]", "return []"), "random games",
         "2 players: 'action' is awaited and nothing is legal: a dead position"),
        (("rules.py", "return [Keep()] if", "return [Keep(), Keep()] if"), "random games",
         "2 players: one position has the same legal action twice"),
        (("rules.py", "return [Keep()] if position.again else", "return"), "random games",
         "2 players: 'Player 2 rolls again' is offered and ruled illegal: "
         "Player 2 has rolled again already: the second roll counts."),
        (("rules.py", "position.round + (following == 0)", "position.round"), "random games",
         "2 players: a game is not over after 2,000 events"),
        (("rules.py", "return position.points\n", "return position.points[:1]\n"), "random games",
         "2 players: scores has 1 numbers for 2 players"),
        (("game.toml", DECK, 'line = "{Player} keeps {pints}"'), "random games",
         "2 players: 'keep' is told as 'Player 1 keeps {pints}'"),
        (("rules.py", 'breach("DD-2.2"', 'breach("DD-2.9"'), "rulings",
         "a ruling quotes DD-2.9, which is not in the file"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Change, name: str, line: str
) -> None:
    found = checks(tmp_path, monkeypatch, change)
    assert not found[name].sound
    faults = [finding.line for finding in found[name].findings if finding.level == "fault"]
    assert line in faults


def test_what_the_eyes_cannot_tell_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lifts = ("rules.py", "    LIFTS = (Again, Keep)  # both only take dice up: which it was, the next roll tells\n", "")
    found = checks(tmp_path, monkeypatch, lifts)["layouts"]
    assert found.sound and found.figure.startswith("20 % of")
    assert "the eyes cannot tell: Keep or Roll again" in found.findings[0].text


def test_a_clause_that_is_never_quoted_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = ("game.toml", '[[clauses]]\nid = "DD-3.1"', '[[clauses]]\nid = "DD-2.4"\ntitle = "T"\ntext = "Dust."\n'
            'faults.dust = "Dust."\n[[clauses]]\nid = "DD-3.1"')  # fmt: skip
    found = checks(tmp_path, monkeypatch, more)["rulings"]
    assert [finding.line for finding in found.findings] == [
        "DD-2.4 was never quoted",
        "nothing tried broke DD-2.4 as 'dust'",
    ]
