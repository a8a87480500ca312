"""Reads what only the makers of films need to know of a game: `rendering.toml` in its folder, which may be missing."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from seeds import installed_games

NOTES = "rendering.toml"
Side = Literal["south", "west", "north", "east"]

Play = Literal["box", "zones", "pairs", "direction", "cards"]
"""`box`: dice and pieces of which game.toml and the layouts say all; `zones`: dice that are sorted into zones; `pairs`:
pairs of dice that send markers; `direction`: a die and a direction die that send pawns; `cards`: cards on piles."""


class Short(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is played in its short film."""

    longest: int
    """Events of a match, at most."""
    options: dict[str, object] = {}
    """House rules that make a match short."""
    overlaps: float = 0.0
    """Share of the actions after which the next player does not wait for the hand to leave. Where hands overlap, the
    referee now and then has something to ask."""
    pace: Literal["brisk", "quick"] = "brisk"


class Demo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The short film that comes with the app."""

    seed: int
    take: int
    """Of the match, found by models.train.matches.evaluate.short_matches."""
    asked: tuple[float, ...]
    """Seconds at which the referee asks, as it follows the film; captions tell of them."""
    waits: tuple[int, ...] = ()
    """How many events have happened where players wait to be asked."""
    hurried: tuple[int, ...] = ()
    """The same where the next hand does not wait for the last one to leave."""
    view: int = 0
    """Number of its surroundings."""
    beside: bool = False
    """Whether the camera stands at the right of the table."""
    crf: int | None = None
    """Of its encoding: more where a pattern that is hard to encode would make it large."""


class GameNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one game's file says."""

    play: Play = "box"
    """Which of the ways of playing by hand that films know is that of the game."""
    seats: tuple[Side, ...] = ()
    """Where each seat sits, whose colours have no sides of their own."""
    seats_of_four: tuple[Side, ...] = ()
    """The same where four play; none: as `seats`."""
    film_players: tuple[int, ...] = (2,)
    """How many play the film of the first seed, of the second, and so on in turn."""
    table_players: tuple[int, ...] = (2,)
    """How many play at tables of which single pictures are rendered."""
    table_events: int = 60
    """Events of a random game among which a position for such a table is chosen."""
    short: Short | None = None
    demo: Demo | None = None


def own_games() -> tuple[str, ...]:
    """The ids of our own games, in alphabetical order."""
    return tuple(sorted(name for name, game in installed_games().items() if game.is_own))


@cache
def notes_of(game_id: str) -> GameNotes:
    """What the file of an installed game says. Raises msgspec.ValidationError."""
    path = installed_games()[game_id].folder / NOTES
    return msgspec.toml.decode(path.read_bytes(), type=GameNotes) if path.is_file() else GameNotes()
