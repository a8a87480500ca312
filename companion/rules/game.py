"""The words every game shares: position, event, awaited, ruling, outcome, and the protocol that a game answers.

No game is known here. The error tree, so that callers catch at the level they need::

    CompanionError
    ├── MalformedError      what was handed in is no position, event or option; carries the path of the fault
    │   └── UnknownGame     the id names no game
    ├── IllegalEvent        a well-formed event that the position does not allow; carries the Ruling
    │   └── NotAwaited      one whose time is not now: something else is awaited, or nothing any more
    ├── BrokenSeed          a file of seeds/ cannot be used
    └── RecordError         the record of matches cannot be read or written; its branches: companion/record/errors.py
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

import msgspec

from companion.evidence import Evidence
from companion.table import Cell, Colour, Layout
from seeds import Seed

Need = Literal["action", "roll", "flip", "smack", "nothing"]
"""What a position can wait for; `nothing` means that the game is over."""

Param = int | str | tuple[int, ...]


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
    """A file of seeds/ that cannot be used; the message names the file and the place in it."""


class IllegalEvent(CompanionError):
    """An event that the position does not allow. The position it was applied to is unchanged."""

    def __init__(self, ruling: Ruling, message: str) -> None:
        super().__init__(message)
        self.ruling = ruling


class NotAwaited(IllegalEvent):
    """An event of another kind than the position awaits: a move before the roll, a roll in the middle of a turn."""


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
    """Which way of breaking it; the key of the sentence in seeds/."""
    params: tuple[tuple[str, Param], ...] = ()


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
    """Which of them told it and what was told before, by names of the game's own: they tell nothing else."""
    weight: float
    """Logarithm of its probability against that of the likeliest reading; above 0 where it would be strange for nothing
    to have happened."""
    rested: bool = True
    """Whether dice that came to lie anew told it: that they did is not explained by nothing having happened."""
    awaited: bool = False
    """Whether nothing but the awaited roll can have put them there, so that nobody need have seen it."""
    unseen: bool = False
    """Whether they lie as they lay, and were rolled all the same if what was done afterwards is to be explained."""


class Attempt(NamedTuple):
    """Something that hands can do and the rules forbid."""

    broken: tuple[BrokenClause, ...]
    layout: Layout
    """The table that it leaves."""


class Pile(msgspec.Struct, frozen=True):
    """The dice of one owner that a position puts into one zone of the table."""

    zone: str
    owner: int
    """The seat whose set (and so whose colour) the dice are of, wherever they lie."""
    faces: tuple[int, ...] | None
    """What they show, sorted; None where the faces mean nothing."""
    count: int
    rolling: int = 0
    """How many more dice will lie here once the awaited roll is on the table."""


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


class GameOf(Protocol[P, E]):
    """The rules of one game with its number of players and house rules; stateless, every position is handed in."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def players(self) -> int: ...

    @property
    def seed(self) -> Seed:
        """Components, options and clauses, as the game's file holds them."""

    @property
    def in_force(self) -> Mapping[str, object]:
        """Every house rule with its value."""

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules that differ from the default."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together, in the order of their first seats: each alone where there are no teams."""

    def start(self) -> P:
        """The first position."""

    def awaited(self, position: P) -> Awaited:
        """What the position needs next."""

    def actions(self, position: P) -> list[E]:
        """Every legal action, identical dice not told apart, in a stable order; empty unless an action is awaited."""

    def rule(self, position: P, event: E) -> Ruling:
        """Legal, or every clause that the event breaks."""

    def apply(self, position: P, event: E) -> P:
        """The position after the event. Raises IllegalEvent, with the ruling, where the position does not allow it."""

    def outcome(self, position: P) -> Outcome | None:
        """None while the game goes on."""

    def chances(self, position: P) -> list[tuple[E, Fraction]]:
        """Every outcome of the chance awaited with its exact probability; empty when none is awaited."""

    def drawn(self, position: P, lot: Random) -> E:
        """One outcome of the chance awaited, drawn by lot at its exact odds."""

    def draw_counter(self, position: P) -> DrawCounter | None:
        """How near the game is to an end for want of progress; None where no game ends so."""

    def odds(self, position: P) -> Odds | None:
        """What hangs on what is awaited, where that can be reckoned; None elsewhere."""

    def scores(self, position: P) -> tuple[int, ...]:
        """What each seat has to show so far, in the game's own measure: more is better."""

    def gains(self, before: P, event: E, after: P) -> tuple[Gain, ...]:
        """What a legal event changed in the scores, and for what; for each seat it comes to the difference of
        `scores`."""

    def forfeited(self, before: P, event: E, after: P) -> bool:
        """Whether a legal event cost a turn, because what was rolled allowed nothing."""

    def usual_colour(self, seat: int) -> Colour | None:
        """The colour that this seat's pieces have in the box; None in a game without pieces of one's own."""

    def layout(self, position: P, colours: Sequence[Colour]) -> Layout:
        """What has to lie on the table; `colours`: of each seat's pieces."""

    def trail(self, position: P, event: E) -> tuple[Cell, ...]:
        """The cells that a piece passes by an action, from where it stands to where it comes to stand."""

    def closed(self) -> frozenset[Cell]:
        """The cells of the board on which nothing may ever lie."""

    def lines(self, position: P) -> tuple[tuple[Cell, ...], ...]:
        """Cells side by side whose pieces count together."""

    def unsettled(self, before: P, event: E, colours: Sequence[Colour]) -> Layout | None:
        """The table right after a legal event, as long as nobody has done what follows from it: surplus heroes lie in
        Combat, a pawn that was jumped still stands there. None where nothing follows."""

    def readings(
        self, position: P, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        """What dice or cards may tell by how they lie, likeliest first; `spent`: those that told something already.
        Not all of it need be legal."""

    def attempts(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        """What may have been done against the rules, as far as `seen` leaves it open."""

    def as_it_lies(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[P]:
        """The positions that the table may be in as it lies, whatever has happened since `position`: one for each seat
        that may be next, that of `position` first. None where the table does not tell, or shows what cannot be."""

    def hands(self, before: P, event: E, after: P, done: bool) -> tuple[int, ...]:
        """The seats whose own hands an event takes, where the rules say whose; `done`: with what follows from it."""

    def lifts(self, event: E) -> bool:
        """Whether an action only takes up dice, so that nobody can tell what it was before they are rolled."""

    def place_name(self, place: Cell | str) -> str:
        """What players call a cell of the game's sheets, or a zone (as companion.table.view.zone_name has it)."""

    def card_name(self, card: str) -> str:
        """What players call a card."""

    def called(self, names: Sequence[str]) -> Self:
        """The same rules, for players of these names in all their words; none, or `""` for one: nobody knows them.
        Names are for words only: what is written for other programs knows nothing of them."""

    def seat_name(self, seat: int) -> str:
        """What the player at this seat is called: by name where it is known."""

    def seat_word(self, seat: int) -> str:
        """What the game calls this seat, whoever sits there."""

    def seat_id(self, seat: int) -> int | str:
        """What the JSON of this game calls a seat."""

    def text(self, position: P, event: E) -> str:
        """The event as a line for players; `position` is the one before it."""

    def kind_of(self, event: E) -> str:
        """The heading under which the event is listed."""

    def clause_of(self, position: P, event: E) -> str:
        """The id of the clause that allows the event; `position` is the one before it."""

    def clause_text(self, clause: str) -> str:
        """The clause in our words, with the house rule in force. Raises MalformedError for an id it does not know."""

    def broken_text(self, broken: BrokenClause) -> str:
        """Why the event is illegal, as a sentence."""

    def parse_position(self, raw: object) -> P:
        """The position in JSON bytes, text or decoded JSON. Raises MalformedError."""

    def format_options(self) -> dict[str, object]:
        """The house rules that differ from the default, as plain data, ready for JSON."""

    def format_position(self, position: P) -> dict[str, object]:
        """The position as plain data, ready for JSON."""

    def format_awaited(self, position: P) -> dict[str, object]:
        """What is awaited as plain data, ready for JSON, seats as the game's positions name them."""

    def format_outcome(self, position: P) -> dict[str, object] | None:
        """The outcome as plain data, ready for JSON; None while the game goes on."""

    def parse_event(self, raw: object, path: str = "event") -> E:
        """The event in JSON bytes, text or decoded JSON. Raises MalformedError."""

    def format_event(self, event: E) -> dict[str, object]:
        """The event as plain data, ready for JSON."""

    def formatted(self, event: E) -> str:
        """The event as one short line, from which `parsed` makes it again."""

    def parsed(self, line: str) -> E:
        """The event of a line. Raises MalformedError."""


Game: TypeAlias = GameOf[Any, Any]
"""Any game: for callers that hand positions and events through without looking inside."""


class ZonedGameOf(GameOf[P, E], Protocol[P, E]):
    """A game of dice that lie in zones, each player's in a colour of their own."""

    def piles(self, position: P) -> tuple[Pile, ...]:
        """What has to lie on the table."""

    def rolled(self, faces: Sequence[int]) -> E:
        """The event of a roll that shows these faces."""

    def usual_colour(self, seat: int) -> Colour:
        """The colour that this seat's dice have in the box."""

    def face_name(self, seat: int, face: int) -> str:
        """What this face means on a die of this seat."""


ZonedGame: TypeAlias = ZonedGameOf[Any, Any]
"""Any game whose dice lie in zones: what the referee can explain."""
