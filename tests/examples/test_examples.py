"""What holds for each example game: it is short, and has a sentence for each way to break a clause."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.authoring.template_words import FAULTS
from companion.conformance import check_game
from tests.support.games.examples import EXAMPLES, example_games  # noqa: F401

LONGEST = {"ludo": 500, "backgammon": 500}
"""Lines of Python and TOML: 300 where nothing else is said."""
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/*/game.toml"))


def test_the_examples_are_these() -> None:
    assert [folder.name for folder in FOLDERS] == ["backgammon", "farkle", "liars_dice", "ludo", "yahtzee"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_is_short(folder: Path) -> None:
    files = [*folder.glob("*.py"), *folder.glob("*.toml")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= LONGEST.get(folder.name, 300)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_fault_has_a_sentence_and_every_sentence_a_fault(folder: Path) -> None:
    clauses = tomllib.loads((folder / "game.toml").read_text("utf-8"))["clauses"]
    said = {(clause["id"], fault) for clause in clauses for fault in clause.get("faults", ())}
    rules = (folder / "rules.py").read_text("utf-8")
    named = set(re.findall(r'breach\("([A-Z]+-[\d.]+)", "(\w+)"', rules))
    by_any = set(re.findall(r'breach\(self\.clause_of\(.*\), "(\w+)"', rules))
    assert named <= said and by_any <= {fault for _, fault in said}
    assert {one for one in said - named if one[1] not in {*by_any, *FAULTS} and f'"{one[1]}"' not in rules} == set()


@pytest.mark.slow
@pytest.mark.spread
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_passes_the_checks_of_any_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.conformance.rulings.EVENTS", 1_500)
    for check in check_game(folder.name.replace("_", "-"), games=6):
        assert check.sound, [finding.line for finding in check.findings if finding.level == "fault"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_is_a_package_that_announces_its_game(folder: Path) -> None:
    project = tomllib.loads((folder.parent / "pyproject.toml").read_text("utf-8"))["project"]
    game = tomllib.loads((folder / "game.toml").read_text("utf-8"))["game"]
    assert project["entry-points"]["tabletop_companion.games"] == {game: folder.name}
    assert game.replace("-", "_") == folder.name == folder.parent.name
