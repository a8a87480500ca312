"""The errors of games, so that callers catch at the level they need::

CompanionError
├── MalformedError      what was handed in is no position, event or option; carries the path of the fault
│   └── UnknownGame     the id names no game
├── IllegalEvent        a well-formed event that the position does not allow; carries the Ruling
│   └── NotAwaited      one whose time is not now: something else is awaited, or nothing any more
├── BrokenSeed          a game's files cannot be used
└── RecordError         the record of matches cannot be read or written; its branches: companion/record/errors.py
"""

from __future__ import annotations

from companion.rules.vocabulary import Ruling


class CompanionError(Exception):
    """Anything the head refuses; the message is one line, fit for a player."""


class MalformedError(CompanionError):
    """Something handed in that no game of this kind can have; `path` says where (empty: the whole)."""

    def __init__(self, path: str, fault: str) -> None:
        super().__init__(f"{path}: {fault}" if path else fault)
        self.path = path
        self.fault = fault


class UnknownGame(MalformedError):
    """An id that names no game."""


class BrokenSeed(CompanionError):
    """A file of a game that cannot be used; the message names the file and the place in it."""


class IllegalEvent(CompanionError):
    """An event that the position does not allow. The position it was applied to is unchanged."""

    def __init__(self, ruling: Ruling, message: str) -> None:
        super().__init__(message)
        self.ruling = ruling


class NotAwaited(IllegalEvent):
    """An event of another kind than the position awaits: a move before the roll, a roll in the middle of a turn."""
