"""The bundled recording: a clip of a table, and what its players chose, by the second."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

import msgspec

import companion
from companion.rules import CompanionError, Event, ZonedGame
from companion.table import Colour, Zones
from companion.text import say


class RecordingError(CompanionError):
    """A recording that cannot be used; one line."""


class Choice(msgspec.Struct, frozen=True):
    """What a recorded player did, and when in the clip."""

    at: float
    event: Event


class Recording(msgspec.Struct, frozen=True):
    """A clip with the game that is played in it."""

    clip: Path
    game: ZonedGame
    zones: Zones
    colours: tuple[Colour, ...]
    """By seat."""
    choices: tuple[Choice, ...]
    """In the order of the clip. Rolls are not among them: they are read off the picture."""


class _ChoiceFile(msgspec.Struct, forbid_unknown_fields=True):
    at: float
    event: dict[str, Any]


class _RecordingFile(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    lines: list[float]
    colours: list[Colour]
    choice: list[_ChoiceFile] = []


def load_recording(path: Path) -> Recording:
    """The recording that a TOML file describes; its clip lies beside it under the same name.

    Raises RecordingError.
    """
    clip = path.with_suffix(".mp4")
    for file in (path, clip):
        if not file.is_file():
            raise RecordingError(
                say("{name}: the bundled recording is missing; install the package again", name=file.name)
            )
    try:
        told = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _RecordingFile)
        game = cast(ZonedGame, companion.load(told.game))
        zones = Zones(lines=tuple(told.lines))
        choices = tuple(
            Choice(one.at, game.parse_event(one.event, f"choice[{i}].event")) for i, one in enumerate(told.choice)
        )
    except (OSError, ValueError, msgspec.ValidationError, CompanionError) as fault:
        raise RecordingError(
            say("{name}: {reason}; install the package again", name=path.name, reason=" ".join(str(fault).split()))
        ) from None
    if len(told.colours) != game.players:
        raise RecordingError(
            say("{name}: colours: one for each of {players} players is needed", name=path.name, players=game.players)
        )
    if [one.at for one in choices] != sorted(one.at for one in choices):
        raise RecordingError(say("{name}: choice: the times must rise", name=path.name))
    return Recording(clip, game, zones, tuple(told.colours), choices)


class Follower:
    """Where a game stands in its recording: which choice comes next, and whether the game still goes the same way.

    `standing` in what follows is the number of events that stand in the record.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.by_itself = True
        """Whether the recorded choices are made without asking anybody."""
        self._made: list[int] = []
        """For each recorded choice that was made, how many events stood then."""
        self._left: int | None = None

    @property
    def follows(self) -> bool:
        """False once the game went another way: the dice in the clip then mean nothing any more."""
        return self._left is None

    @property
    def next(self) -> Choice | None:
        """The recorded choice that comes next; None when there are no more."""
        choices = self.recording.choices
        return choices[len(self._made)] if self.follows and len(self._made) < len(choices) else None

    def due(self, seconds: float) -> bool:
        """Whether the clip has reached the next choice."""
        coming = self.next
        return coming is not None and seconds >= coming.at

    def chosen(self, event: Event, standing: int) -> None:
        """An action was played; where it is not the recorded one, the game has left its recording."""
        coming = self.next
        if coming is not None and coming.event == event:
            self._made.append(standing)
        else:
            self.leave(standing)

    def leave(self, standing: int) -> None:
        """The game goes another way from the newest event on."""
        if self._left is None:
            self._left = standing

    def taken_back(self, standing: int) -> None:
        """Events were undone: choices among them come again, and a game that turns back meets its recording."""
        while self._made and self._made[-1] > standing:
            self._made.pop()
        if self._left is not None and self._left > standing:
            self._left = None
