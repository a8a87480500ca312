"""The types that every game shares: position, event, awaited, ruling, outcome, and what they are made of."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

import msgspec

from companion.table import Layout

Need = Literal["action", "roll", "flip", "smack", "nothing"]
"""What a position can wait for; `nothing` means that the game is over."""

Param = int | str | tuple[int, ...]


class Position(msgspec.Struct, frozen=True, gc=False):
    """The immutable state of one game; each game has its own fields."""


class Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What changes a position: a player's action, or an outcome of chance."""


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a position needs next."""

    need: Need
    seat: int | None = None
    """Whose action, roll or flip it is."""
    dice: int | None = None
    """How many dice are to be rolled."""
    by_colour: dict[str, int] | None = None
    """How many of them are of which colour, where a roll mixes colours."""


class BrokenClause(msgspec.Struct, frozen=True):
    """One way in which an event breaks one clause: a code and its parameters; `Game.broken_text` makes the sentence."""

    clause: str
    """Id of the clause, such as AVA-3.2."""
    fault: str
    """Which way of breaking it; the key of the sentence in game.toml."""
    params: tuple[tuple[str, Param], ...] = ()


def breach(clause: str, fault: str, **params: Param) -> BrokenClause:
    """The breach of a clause, with the parameters of its sentence by name."""
    return BrokenClause(clause, fault, tuple(params.items()))


class Ruling(msgspec.Struct, frozen=True):
    """Whether an event is legal, and otherwise every clause that it breaks."""

    broken: tuple[BrokenClause, ...] = ()
    awaited: bool = True
    """Whether the event is of a kind that the position awaits; one that is not is always illegal."""
    applied: tuple[str, ...] = ()
    """For a legal event the ids of the clauses it rests on: the one that allows it first, then those that decide what
    comes of it, the end of the game included."""

    @property
    def legal(self) -> bool:
        return not self.broken

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses to quote, each once: those broken, or those that a legal event rests on."""
        return tuple(dict.fromkeys(broken.clause for broken in self.broken)) or self.applied


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    how: str
    """One sentence for the players."""
    ranking: tuple[tuple[int, ...], ...]
    """Groups of seats from first to last; equals and partners share a group."""
    clause: str
    """The clause that ended the game."""


class Reading(NamedTuple):
    """What dice or cards tell by how they lie: the chance that was awaited, or what a player did to roll again."""

    events: tuple[Event, ...]
    spent: frozenset[str]
    """Which of them told it and what was told before, by names of the game's own: they tell nothing else. A name that
    begins with a colour is one of dice of that colour: once others are thrown, it stays; the rest may tell again."""
    weight: float
    """Logarithm of its probability against that of the likeliest reading; above 0 where it would be strange for nothing
    to have happened."""
    rested: bool = True
    """Whether dice that came to lie anew told it: that they did is not explained by nothing having happened."""
    awaited: bool = False
    """Whether nothing but the awaited roll can have put them there, so that nobody need have seen it."""
    unseen: bool = False
    """Whether they lie as they lay, and were rolled all the same if what was done afterwards is to be explained."""
    partly: bool = False
    """Whether one of them is not read, or in doubt, so that it may be one of several events, of which what is done next
    tells which it was."""


class Attempt(NamedTuple):
    """Something that hands can do and the rules forbid."""

    broken: tuple[BrokenClause, ...]
    layout: Layout
    """The table that it leaves."""


class Odds(NamedTuple):
    """What hangs on what is awaited, where that can be reckoned exactly, both sides doing what is best for them."""

    what: str
    """What it is the chance of, for players: `to win the battle for row 5, column 8`."""
    seat: int
    """Whose chance it is: the one who rolls or decides next."""
    chance: float
    actions: tuple[tuple[Event, float], ...]
    """The chance after each action that is legal now; empty where a roll is awaited."""


class DrawCounter(NamedTuple):
    """How near a game is to an end for want of progress."""

    quiet: int
    """Turns without any."""
    limit: int
    """At how many of them the game ends."""
    clause: str


class Gain(msgspec.Struct, frozen=True):
    """What one event added to a seat's score, or took from it: a line of a score sheet."""

    seat: int
    what: str
    """What it was had for, by which a score sheet adds up: a unit that was destroyed, say, or a row."""
    points: int


P = TypeVar("P", bound=Position)
E = TypeVar("E", bound=Event)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)
