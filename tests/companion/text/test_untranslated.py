"""No sentence escapes the catalogues: what is handed to `say` and its kin is a text that stands in the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import texts
from scripts.escapes import escapes

HEAD = (
    "from companion.text.language import later, later_as, say, say_as, say_count\nfrom other import ELSEWHERE, OPEN\n"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "other.py").write_text(
        "from companion.text.language import later\nOPEN = later('a')\nELSEWHERE = 'far'\n"
    )
    (tmp_path / "ui").mkdir()
    return tmp_path


def told(checkout: Path, code: str) -> list[str]:
    """What is wrong with a line of code, without where."""
    (checkout / "ui" / f"line_{abs(hash(code))}.py").write_text(HEAD + code + "\n")
    found = escapes(checkout, "ui")
    assert all(line.startswith("ui/line_") for line in found)
    return [line.split(": ", 1)[1] for line in found]


@pytest.mark.slow
def test_the_code_says_nothing_that_no_catalogue_can_hold() -> None:
    folders = [folder for package in texts.speaking() for folder in texts.SOURCES[package]]
    assert [line for folder in folders for line in escapes(texts.ROOT, folder)] == []
    assert {"companion", "vision", "ui"} == set(folders)


@pytest.mark.parametrize(
    "code",
    [
        "say(f'{a} moves', a=1)",
        "say('moves ' + a)",
        "say('{} moves'.format(a))",
        "say(str(a))",
        "say('moves' if a else f'{a} moves')",
        "later(f'{a} moves')",
        "later(a)",
        "say_count('one', f'{a} of them', 3)",
        "say_count(one, 'many', 3)",
        "say_as('dice', f'{a}')",
        "say_as(f'{a}', 'dice')",
        "later_as('dice', a)",
        "PLAIN = 'moves'\nsay(PLAIN)",
        "PLAIN = f'{a} moves'\nsay(PLAIN)",
        "SOME = {'a': later('moves'), 'b': 'rests'}\nsay(SOME['b'])",
        "line = 'moves'\nOTHER = later('rests') if a else line\nsay(OTHER)",
        "say(ELSEWHERE)",
        "raise SetError('no such set')",
        "raise ui.SourceError(f'{a} is gone')",
        """print(f"{say('moves')}.")""",
        """print(f"{a:{say_count('one', 'many', 3)}}")""",
    ],
)
def test_what_would_escape_is_told_with_its_place(checkout: Path, code: str) -> None:
    assert len(told(checkout, code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "say('moves')",
        "say('a long '\n    'sentence {a}', a=f'{b}')",
        "say_count('{count} die', '{count} dice', n)",
        "say(later('moves'))",
        "say('moves' if a else 'rests')",
        "MOVES = later('moves')\nsay(MOVES)",
        "SOME = (later_as('dice', 'one'), later_as('dice', 'two'))\nsay_as('dice', SOME[1])",
        "line = later('moves') if a else later('rests')\nsay(line, a=1)",
        "say(OPEN)",
        "say(given)",
        "self.say(f'{a}')",
        "raise SetError(say('no such set'))",
        "raise SetError(f'{a}: {b}; {c}')",
        "raise ValueError('for programmers')",
        """MOVES = later_as('dice', 'moves')\nprint(f"{say_as('dice', MOVES)}")""",
    ],
)
def test_what_is_known_is_left_alone(checkout: Path, code: str) -> None:
    assert told(checkout, code) == []


def test_what_is_wrong_is_named(checkout: Path) -> None:
    code = "say(f'{a} moves')\nsay(ELSEWHERE)"
    assert told(checkout, code) == [
        "say(f'{a} moves'): no text as it stands; use {parameters}, or a constant marked by later",
        "say(ELSEWHERE): 'far' is not marked by later",
    ]
