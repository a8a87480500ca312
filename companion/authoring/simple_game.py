"""Base of the rules of a game that says no more than it has to: everything else is made from `game.toml` and the types
of its position and events."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Self, Union

import msgspec

from companion.authoring.dice_odds import draw_dice, roll_outcomes
from companion.authoring.event_lines import line_of
from companion.authoring.game_seed import GameSeed
from companion.authoring.roll_readings import LOG_UNSAID, rolls_on_table
from companion.authoring.template_words import TemplateWords, tag_of
from companion.authoring.values import FACE, PER_SEAT, Chance, GameEvent, Roll, faces_in
from companion.evidence import Evidence
from companion.rules import (
    LEGAL,
    SEAT,
    BaseGame,
    BrokenClause,
    Check,
    Event,
    MalformedError,
    Need,
    Notation,
    Outcome,
    P,
    Param,
    Position,
    Reading,
    a_whole,
    breach,
    of_length,
    plain,
    read_struct,
)
from companion.table import Cell, Colour, Face, Heap, Layout
from companion.text import upper
from seeds import pages, read

_COMMON = ("game", "options", "players")
"""The keys of every position in JSON beside those of the game."""


class SimpleGame(BaseGame[GameSeed, P, Any]):
    """The rules of one game at one table; stateless, every position is handed in.

    A game derives `Rules` from it, names its types in `POSITION` and `EVENTS`, and writes `start`, `awaited`,
    `actions`, `after`, `scores` and `outcome`; `broken` tells why an event is illegal where "that may not be done now"
    is not enough, `dice` and `pieces` what lies on the table.
    """

    _words: TemplateWords
    POSITION: ClassVar[type[Position]]
    EVENTS: ClassVar[tuple[type[GameEvent], ...]]
    """All kinds of event, `Roll` among them where dice are rolled."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "EVENTS" in cls.__dict__ and "NEEDS" not in cls.__dict__:
            needs: dict[type[Event], Need] = {kind: "roll" for kind in cls.EVENTS if issubclass(kind, Chance)}
            cls.NEEDS = needs

    def __init__(self, seed: GameSeed, players: int = 2, options: Mapping[str, object] | None = None) -> None:
        """Raises MalformedError for players or options that the game does not have."""
        super().__init__(seed, players, options)
        sides = max((die.sides for die in seed.dice), default=6)
        self._event_type = Union[self.EVENTS]  # noqa: UP007
        self._unordered = {kind: faces_in(kind) for kind in self.EVENTS}
        self._checks: dict[str, Check] = {
            SEAT: lambda value, path: a_whole(value, path, 0, self.players - 1, SEAT),
            FACE: lambda value, path: a_whole(value, path, 1, sides, FACE),
            PER_SEAT: of_length(players, f"{PER_SEAT}, and {players} play"),
        }
        self._notation = Notation({str(kind.__struct_config__.tag): line_of(kind, seed) for kind in self.EVENTS})
        self._words = TemplateWords(seed, lambda position: self.awaited(position).seat, self.terms)
        self._die_sides = sides
        self._sheet_grids = tuple(grid.id for page in pages(self.id) for grid in page.sheet.grids)

    @classmethod
    def build(cls, game_id: str, players: int, options: Mapping[str, object] | None) -> Self:
        """The rules of a table. Raises MalformedError, SeedError."""
        return cls(read(game_id, GameSeed), players, options)

    @classmethod
    def for_position(cls, game_id: str, fields: dict[str, object]) -> Self:
        """The rules that a position in decoded JSON was played by. Raises MalformedError, SeedError."""
        if "players" not in fields:
            raise MalformedError("", 'the key "players" is missing')
        players = a_whole(fields["players"], "players", 1)
        return cls.build(game_id, players, fields["options"])  # type: ignore[arg-type]

    # ------------------------------------------------------------------------------------------ what a game may add

    @abstractmethod
    def after(self, position: P, event: Any) -> P:
        """The position after a legal event."""

    def broken(self, position: P, event: Any) -> Iterable[BrokenClause]:
        """Yields why an event is illegal, of a kind that is awaited; none where `actions` tells enough."""
        return ()

    def consequences(self, before: P, event: Any, after: P) -> Iterable[str]:
        """Yields the clauses that decide what a legal event leads to, beside the one that allows it."""
        return ()

    def terms(self, position: P, event: Any) -> Mapping[str, Param]:
        """Further words for the lines of `game.toml`, beside an event's fields; what ends in `player` is a seat."""
        return {}

    def check(self, position: P) -> None:
        """Raise MalformedError for a position that no game reaches."""

    def roll_of(self, position: P, faces: tuple[int, ...]) -> Any:
        """The event of an awaited roll in which the dice show these faces, sorted; several may lead to one event."""
        return Roll(faces)

    def dice(self, position: P) -> Iterable[Heap]:
        """The dice that lie on the table and mean something; none: nothing is claimed of dice."""
        return ()

    def pieces(self, position: P) -> Mapping[Cell, int]:
        """Whose piece stands on which cell of the game's grids."""
        return {}

    def stacks(self, position: P) -> Iterable[Cell]:
        """The cells on which pieces lie on each other."""
        return ()

    # ------------------------------------------------------------------------------------------ helpers

    def rule_value(self, option: str) -> Any:
        """What a house rule is set to at this table."""
        return self._values[option]

    def word(self, value: str) -> str:
        """What players call a word that stands in events, as a heading: `[words]` has it, else it lacks its hyphens."""
        return upper(self._words.said(value))

    def next_seat(self, seat: int, out: Iterable[int] = ()) -> int:
        """Who is next, clockwise, of those who are not out; the same seat where nobody else is left."""
        gone = set(out)
        turns = ((seat + step) % self.players for step in range(1, self.players + 1))
        return next((one for one in turns if one not in gone), seat)

    def ended(
        self, how: str, clause: str, by: Sequence[float] = (), ranking: Sequence[Sequence[int]] = (), /, **params: Param
    ) -> Outcome:
        """How a game ended: `how` names a sentence of `[endings]`, whose {winner_player} is who is first; seats are
        ranked `by` numbers, the highest first, where `ranking` does not say otherwise."""
        groups = tuple(map(tuple, ranking)) or ranked(by)
        words = {"winner_player": groups[0] if len(groups[0]) > 1 else groups[0][0], **params}
        return Outcome(self._words.ending(how, words), groups, clause)

    def most_points_win(self, clause: str, scores: Sequence[int]) -> Outcome:
        """How a game ended in which the most points win; `[endings]` has a sentence `won`, `level` for several who are
        first, and `alone` where one may play; all with {points}."""
        shared = scores.count(max(scores)) > 1
        how = "alone" if self.players == 1 else "level" if shared else "won"
        return self.ended(how, clause, scores, points=max(scores))

    # ------------------------------------------------------------------------------------------ rules

    def _judge(self, position: P, event: Any) -> tuple[BrokenClause, ...]:
        texts = self.seed.events.get(tag_of(event))
        if texts is None:
            raise MalformedError("event.do", f"{tag_of(event)!r} is no event of this game")
        ended = self.outcome(position)
        if ended is not None:
            return (breach(ended.clause, "over"),)
        awaited = self.awaited(position)
        turn = {} if awaited.seat is None else {"player": awaited.seat}
        if not self._awaits(position, event):
            return (breach(texts.clause, "not_now", **turn),)
        if isinstance(event, Roll) and awaited.dice is not None and len(event.faces) != awaited.dice:
            return (breach(texts.clause, "dice", count=awaited.dice, **turn),)
        broken = tuple(self.broken(position, event))
        if broken or isinstance(event, Chance) or event in self.actions(position):
            return broken or LEGAL
        return (breach(texts.clause, "not_allowed", **turn),)

    def _apply_legal(self, position: P, event: Any) -> P:
        return self.after(position, event)

    def _consequences(self, before: P, event: Any, after: P) -> tuple[str, ...]:
        return tuple(self.consequences(before, event, after))

    def clause_of(self, position: P, event: Any) -> str:
        return self.seed.events[tag_of(event)].clause

    def chances(self, position: P) -> list[tuple[Any, Fraction]]:
        awaited = self.awaited(position)
        if awaited.need != "roll" or awaited.dice is None:
            return []
        found: dict[Any, Fraction] = {}
        for faces, odds in roll_outcomes(awaited.dice, self._die_sides):
            event = self.roll_of(position, faces)
            found[event] = found.get(event, Fraction()) + odds
        return list(found.items())

    @property
    def die_faces(self) -> tuple[Face, ...]:
        return tuple(range(1, self._die_sides + 1))

    def drawn(self, position: P, lot: Random) -> Any:
        awaited = self.awaited(position)
        assert awaited.need == "roll" and awaited.dice is not None
        return self.roll_of(position, draw_dice(awaited.dice, lot, self._die_sides))

    # ------------------------------------------------------------------------------------------ table

    def usual_colour(self, seat: int) -> Colour | None:
        return self.seed.colours[seat] if self.seed.colours else None

    def layout(self, position: P, colours: Sequence[Colour]) -> Layout:
        heaps = tuple(self.dice(position))
        standing = {cell: colours[seat] for cell, seat in self.pieces(position).items()}
        return Layout((heaps,) if heaps else (), standing, frozenset(self.stacks(position)), self._sheet_grids)

    def readings(
        self, position: P, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        if self.awaited(position).need == "roll":
            yield from self._rolls(position, (), seen, spent)
        elif seen.dice.fresh is not None:
            things = self.layout(position, colours).things
            for event in self.actions(position):
                after = self.after(position, event)
                if self.awaited(after).need == "roll" and self.layout(after, colours).things == things:
                    yield from self._rolls(after, (event,), seen, spent)

    def _rolls(self, position: P, done: tuple[Any, ...], seen: Evidence, spent: frozenset[str]) -> Iterator[Reading]:
        """The rolls that the dice can show after an action that nothing shows but these."""
        awaited = self.awaited(position)
        if awaited.dice is None:
            return
        lying = tuple(face for heap in self.dice(position) for face in heap.faces or () if isinstance(face, int))
        for one in rolls_on_table(awaited.dice, lying, seen, spent, lambda faces: self.roll_of(position, faces)):
            if not done:
                yield one
            elif not one.unseen:
                said = 0.0 if self.lifts(done[0]) else LOG_UNSAID
                yield one._replace(events=(*done, *one.events), weight=one.weight + said)

    # ------------------------------------------------------------------------------------------ JSON and notation

    def format_position(self, position: P) -> dict[str, object]:
        fields = plain(position)
        assert isinstance(fields, dict)
        return {"game": self.id, "options": self.format_options(), "players": self.players, **fields}

    def _parse_position(self, fields: dict[str, object]) -> P:
        if a_whole(fields.get("players"), "players", 1) != self.players:
            raise MalformedError("players", f"{self.players} play at this table")
        own = {key: value for key, value in fields.items() if key not in _COMMON}
        position: P = read_struct(own, "", self.POSITION, self._checks)
        self.check(position)
        return position

    def _normal(self, event: Any) -> Any:
        fields = {name: tuple(sorted(getattr(event, name))) for name in self._unordered[type(event)]}
        return msgspec.structs.replace(event, **fields) if fields else event

    def formatted(self, event: Any) -> str:
        return self._notation.written(self.format_event(event))

    def parsed(self, line: str) -> Any:
        return self._parse_event(self._notation.read(line), "event")


def ranked(points: Sequence[float]) -> tuple[tuple[int, ...], ...]:
    """The seats by their points, the most first; equals share a group."""
    counts = sorted(set(points), reverse=True)
    return tuple(tuple(seat for seat, own in enumerate(points) if own == count) for count in counts)
