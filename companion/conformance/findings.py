"""What the checks of a game found, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from companion.games import error_place, error_text

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
    where = error_place(error, folder)
    place = "" if where is None else f"{where[0]}:{where[1]}"
    if isinstance(error, RecursionError):
        what = what or "calls itself without end"
    text = error_text(error)
    return Finding("fault", f"{what}: {text}" if what else text, place)
