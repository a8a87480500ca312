"""What the checks of a game found, and where."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Literal

import msgspec

Level = Literal["fault", "warning", "note"]
"""A fault: the game cannot be relied on; a warning: players will miss something; a note: good to know."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that a check found."""

    level: Level
    text: str
    """One line."""
    place: str = ""
    """The file and the line in it, `rules.py:40`, where that is known."""

    @property
    def line(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class Check(msgspec.Struct, frozen=True):
    """One check, done."""

    name: str
    findings: tuple[Finding, ...] = ()
    figure: str = ""
    """What was counted, in a few words."""

    @property
    def sound(self) -> bool:
        return not any(finding.level == "fault" for finding in self.findings)


class Report(msgspec.Struct, frozen=True):
    """All checks of one game that were done; after one that makes the next ones pointless, none is."""

    game: str
    title: str
    checks: tuple[Check, ...]

    @property
    def sound(self) -> bool:
        return all(check.sound for check in self.checks)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for check in self.checks for finding in check.findings)


def fault_of(error: BaseException, folder: Path, what: str = "") -> Finding:
    """An error in the code of a game as a finding, with the innermost line of the game's own."""
    error = error.__cause__ or error  # what companion.games makes one line of
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    place = f"{Path(own[-1].filename).relative_to(folder)}:{own[-1].lineno}" if own else ""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        place = f"{Path(error.filename).relative_to(folder)}:{error.lineno}"
    said = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    if isinstance(error, RecursionError):
        what = what or "calls itself without end"
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return Finding("fault", f"{what}: {text}" if what else text, place)
