"""The page on adding a game, followed to the letter: what it says to write is Farkle, and what it says to run runs."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import seeds
from companion.games import forget_faults
from tests.support.front_door import Ask, asking
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
FILES = re.compile(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.M | re.S)
COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S) for line in block.splitlines()]
SHOWN = re.findall(r"^```text\n(.*?)^```$", PAGE, re.M | re.S)
EXAMPLE = ROOT / "examples" / "games" / "farkle"

ask = pytest.fixture(asking)


def written() -> dict[str, str]:
    """The files that the page says to write, each put together from its blocks."""
    files: dict[str, str] = {}
    for name, text in FILES.findall(PAGE):
        files[name] = files.get(name, "") + text
    return files


def forget_modules() -> None:
    """Have the package of the game imported anew."""
    for name in [name for name in sys.modules if name.split(".")[0] == "farkle"]:
        del sys.modules[name]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(seeds.FOLDERS, "")
    seeds.forget_installed()
    forget_modules()  # of the example, which other tests may have played
    yield tmp_path
    forget_modules()
    monkeypatch.undo()
    seeds.forget_installed()
    forget_faults()


def test_what_the_page_has_written_is_the_example() -> None:
    assert written() == {
        f"farkle/farkle/{name}": (EXAMPLE / "farkle" / name).read_text("utf-8") for name in ("game.toml", "rules.py")
    }


def test_every_block_of_the_page_is_looked_at() -> None:
    kinds = re.findall(r"^```(\w+)$", PAGE, re.M)
    assert len(kinds) == len(FILES.findall(PAGE)) + len(SHOWN) + len(re.findall(r"^```sh$", PAGE, re.M))
    assert [command for command in COMMANDS if command.split()[:2] == ["companion", "try"]] == [COMMANDS[1]] * 2
    assert COMMANDS[-1] == "COMPANION_GAMES=farkle companion app"


@pytest.mark.slow
def test_the_page_leads_from_nothing_to_a_game_that_is_sound(desk: Path, ask: Ask) -> None:
    new, first = (ask(*shlex.split(command)[1:]) for command in COMMANDS[:2])
    assert (new.code, first.code) == (0, 0) and first.out.endswith("farkle: sound\n")
    made = {path.relative_to(desk).as_posix() for path in desk.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert made - {"farkle/farkle/__init__.py"} == set(re.findall(r"^\| `(farkle/\S+)` \|", PAGE, re.M))
    for name, text in written().items():
        Path(name).write_text(text, encoding="utf-8")
    forget_modules()
    seeds.forget_installed()
    for command in COMMANDS[2:-1]:
        answer = ask(*shlex.split(command)[1:])
        assert answer.code == 0, answer
        if "companion try" in command:
            told = [line for line in answer.lines if not line.startswith("   ")]
            assert list(map(counted, told)) == list(map(counted, SHOWN[0].splitlines()))


def counted(line: str) -> str:
    """A line without its figures, which are others on each machine."""
    line = re.sub(r"(recorded, resumed and shared): .*", r"\1", line)
    return re.sub(r"[\d.,]+", "0", line)
