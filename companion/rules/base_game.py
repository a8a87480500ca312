"""Base of the rules of every game: options, rulings, clauses in words, JSON at the edges, notation.

A game derives from `BaseGame` and adds what is its own; the methods to write are those of the four protocols
(`Rules`, `Codec`, `Texts`, `TableModel`) less what stands here, and the hooks at the end of the class.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, Literal, Self, TypeAlias

from companion.evidence import Evidence
from companion.rules import house_rules
from companion.rules.codec import CodecOf
from companion.rules.errors import IllegalEvent, MalformedError, NotAwaited
from companion.rules.house_rules import Reader, Value
from companion.rules.notation import Notation
from companion.rules.rules_protocol import RulesOf
from companion.rules.strict_json import Check, a_text, any_object, parse_json, plain, read_struct
from companion.rules.table_model import TableModelOf, Touched
from companion.rules.vocabulary import (
    Attempt,
    BrokenClause,
    DrawCounter,
    E,
    Event,
    Gain,
    Need,
    Odds,
    P,
    Ruling,
)
from companion.rules.words import GameWords, S
from companion.table import PIPS, Cell, Colour, Face, Heap, Layout, zone_parts
from companion.text import later, localized, say
from seeds import OptionValue

Needs: TypeAlias = Mapping[type[Event], Need | Literal["any"]]
"""What has to be awaited for each kind of event."""

AREAS = (later("combat"), later("rally"), later("scoring"), later("central"), later("battle"))
"""The zones of all games, by what a sentence calls them in English."""

LEGAL: tuple[BrokenClause, ...] = ()
"""The breaches of a legal event: none."""


class BaseGame(RulesOf[P, E], CodecOf[P, E], TableModelOf[P, E], Generic[S, P, E]):
    """The rules of one game at one table; stateless. What is derived from it satisfies the protocol `Game`."""

    NOTATION: ClassVar[Notation]
    """The lines of the game's events."""
    LIFTS: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of event that only take up dice."""
    NEEDS: ClassVar[Needs]
    """When each kind of event that is no action is awaited; `any` for what may come at any time."""
    _event_type: Any
    """The type of the events in JSON, for `read_struct`; `_checks` are its checks at this table."""
    _checks: Mapping[str, Check]
    _words: GameWords[S, P, E]
    """The sentences of the game, with the names of those who play."""

    def __init__(
        self,
        seed: S,
        players: int,
        options: Mapping[str, object] | None = None,
        readers: Mapping[str, Reader] | None = None,
        defaults: Mapping[str, OptionValue] | None = None,
    ) -> None:
        """`readers` and `defaults` are those of `house_rules.settle`. Raises MalformedError."""
        least, most = seed.players
        if not least <= players <= most:
            supported = f"{least}" if least == most else f"{least} to {most}"
            raise MalformedError("players", f"{seed.title} is supported for {supported} players, not {players}")
        self.seed = seed
        self.id = seed.game
        self.title = seed.title
        self.players = players
        self._readers, self._defaults = readers, defaults
        self._values = house_rules.settle(seed, options, readers, defaults)

    def called(self, names: Sequence[str]) -> Self:
        other = copy(self)
        other._words = self._words.called(names)
        return other

    def seat_name(self, seat: int) -> str:
        return self._words.seat_name(seat)

    def seat_word(self, seat: int) -> str:
        return self._words.seat_word(seat)

    def text(self, position: P, event: E) -> str:
        return self._words.event(position, event)

    def kind_of(self, event: E) -> str:
        return self._words.kind_of(event)

    def broken_text(self, broken: BrokenClause) -> str:
        return self._words.broken(broken)

    # ------------------------------------------------------------------------------------------ options and clauses

    @property
    def options(self) -> dict[str, Value]:
        """The house rules that differ from the default."""
        return house_rules.changed(self._values, house_rules.standard(self.seed, self._defaults))

    @property
    def in_force(self) -> dict[str, Value]:
        """Every house rule with its value."""
        return dict(self._values)

    def clause_text(self, clause: str) -> str:
        try:
            text = localized(self.seed).clause(clause).text
        except KeyError:
            raise MalformedError("clause", f"{clause!r} is no clause of {self.title}") from None
        notes = house_rules.notes(localized(self.seed), self.options, clause)
        return " ".join((text, *(say("House rule: {note}", note=note) for note in notes)))

    @property
    def die_faces(self) -> tuple[Face, ...]:
        """Pips by default."""
        return PIPS

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Each seat alone by default."""
        return tuple((seat,) for seat in range(self.players))

    # ------------------------------------------------------------------------------------------ rulings

    def rule(self, position: P, event: E) -> Ruling:
        broken = self._judge(position, event)
        if broken:
            return Ruling(broken, self._awaits(position, event))
        after = self._apply_legal(position, event)
        outcome = self.outcome(after)
        ended = (outcome.clause,) if outcome is not None else ()
        applied = (self.clause_of(position, event), *self._consequences(position, event, after), *ended)
        return Ruling((), True, tuple(dict.fromkeys(applied)))

    def _awaits(self, position: P, event: E) -> bool:
        """Whether an event of this kind is what the position needs next; an action, where `NEEDS` says nothing else."""
        need = self.awaited(position).need
        return need != "nothing" and self.NEEDS.get(type(event), "action") in (need, "any")

    def apply(self, position: P, event: E) -> P:
        broken = self._judge(position, event)
        if broken:
            awaited = self._awaits(position, event)
            error = IllegalEvent if awaited else NotAwaited
            raise error(Ruling(broken, awaited), " ".join(self.broken_text(one) for one in broken))
        return self._apply_legal(position, event)

    def gains(self, before: P, event: E, after: P) -> tuple[Gain, ...]:
        """The lines of `_gains` where they add up to the differences of the scores; else those under the heading of the
        event."""
        data = tuple(self._gains(before, event, after))
        sums = [0] * self.players
        for gain in data:
            sums[gain.seat] += gain.points
        differences = [now - was for was, now in zip(self.scores(before), self.scores(after), strict=True)]
        if sums == differences:
            return data
        return tuple(Gain(seat, self.kind_of(event), points) for seat, points in enumerate(differences) if points)

    def _gains(self, before: P, event: E, after: P) -> Iterable[Gain]:
        """Splits what an event was worth by reasons; none by default, and then its heading is the one reason."""
        return ()

    def forfeited(self, before: P, event: E, after: P) -> bool:
        """False by default."""
        return False

    def draw_counter(self, position: P) -> DrawCounter | None:
        """None by default: turns without progress are not counted."""
        return None

    def odds(self, position: P) -> Odds | None:
        """None by default: no exact odds are known."""
        return None

    def usual_colour(self, seat: int) -> Colour | None:
        """None by default: the game has no pieces of one's own."""
        return None

    def trail(self, position: P, event: E) -> tuple[Cell, ...]:
        """None by default: nothing is moved on a board."""
        return ()

    def touches(self, position: P, event: E) -> tuple[Touched, ...]:
        """None by default: no action is shown by touching things."""
        return ()

    def meant(self, position: P, touched: Sequence[Touched]) -> E | None:
        """None by default: nothing is meant by touching things."""
        return None

    def closed(self) -> frozenset[Cell]:
        """None by default."""
        return frozenset()

    def lines(self, position: P) -> tuple[tuple[Cell, ...], ...]:
        """None by default."""
        return ()

    def attempts(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        """None by default: forbidden acts that leave no event are not searched for."""
        return ()

    def as_it_lies(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[P]:
        """Yields the possible ones of `_positions_on_table`; none where part of the table is not in view."""
        if seen.view.missing:
            return
        for found in self._positions_on_table(position, seen, colours):
            try:
                yield self.parse_position(self.format_position(found))
            except MalformedError:
                continue

    def _positions_on_table(self, position: P, seen: Evidence, colours: Sequence[Colour]) -> Iterable[P]:
        """Yields candidates, impossible ones included; none by default."""
        return ()

    def hands(self, before: P, event: E, after: P, done: bool) -> tuple[int, ...]:
        return ()

    def lifts(self, event: E) -> bool:
        return isinstance(event, self.LIFTS)

    def alike(self, one: Sequence[E], other: Sequence[E]) -> bool:
        """By default only where they are the same."""
        return tuple(one) == tuple(other)

    def place_name(self, place: Cell | str) -> str:
        if isinstance(place, Cell):
            return say(
                "row {row}, column {column} of the {grid}", row=place.row + 1, column=place.col + 1, grid=place.grid
            )
        area, seat = zone_parts(place)
        named = say(area)
        return named if seat is None else say("the {area} of {player}", area=named, player=self.seat_name(seat))

    def card_name(self, card: str) -> str:
        """The card's id by default."""
        return card

    def unsettled(self, before: P, event: E, colours: Sequence[Colour]) -> Layout | None:
        """None by default: nothing is left to be done after an event."""
        return None

    def thrown(self, event: E) -> tuple[tuple[Heap, ...], ...]:
        """None by default: the layout tells where the dice of a roll lie, and what they show."""
        return ()

    # ------------------------------------------------------------------------------------------ JSON and notation

    def seat_id(self, seat: int) -> int | str:
        """What the JSON of this game calls a seat."""
        return seat

    def format_awaited(self, position: P) -> dict[str, object]:
        awaited = self.awaited(position)
        data: dict[str, object] = {"need": awaited.need}
        if awaited.seat is not None:
            data["seat"] = self.seat_id(awaited.seat)
        if awaited.dice is not None:
            data["dice"] = awaited.dice if awaited.by_colour is None else dict(awaited.by_colour)
        return data

    def format_outcome(self, position: P) -> dict[str, object] | None:
        outcome = self.called(()).outcome(position)
        if outcome is None:
            return None
        ranking = [sorted(map(self.seat_id, group)) for group in outcome.ranking]
        return {"how": outcome.how, "ranking": ranking, "clause": outcome.clause}

    def format_options(self) -> dict[str, object]:
        """The house rules that differ from the default, as plain data."""
        return {key: plain(value) for key, value in self.options.items()}

    def parse_position(self, raw: object) -> P:
        value = parse_json(raw) if isinstance(raw, bytes | str) else raw
        fields = any_object(value, "")
        if "game" in fields:
            a_text(fields["game"], "game", (self.id,), "position of this game")
        if "options" in fields:
            given = any_object(fields["options"], "options")
            if house_rules.settle(self.seed, given, self._readers, self._defaults) != self._values:
                raise MalformedError("options", "these are not the house rules of this game")
        return self._parse_position(fields)

    def parse_event(self, raw: object, path: str = "event") -> E:
        value = parse_json(raw, path) if isinstance(raw, bytes | str) else raw
        return self._parse_event(value, path)

    def _parse_event(self, value: object, path: str) -> E:
        """An event from decoded JSON, in its normal form. Raises MalformedError."""
        return self._normal(read_struct(value, path, self._event_type, self._checks))

    def _normal(self, event: E) -> E:
        """An event with what has no order sorted, so that equal events are equal values."""
        return event

    def format_event(self, event: E) -> dict[str, object]:
        formatted = plain(event)
        assert isinstance(formatted, dict)
        return formatted

    def formatted(self, event: E) -> str:
        return self.NOTATION.written(self.format_event(event))

    def parsed(self, line: str) -> E:
        return self._parse_event(self.NOTATION.read(line), "event")

    # ------------------------------------------------------------------------------------------ what each game writes

    @abstractmethod
    def _judge(self, position: P, event: E) -> tuple[BrokenClause, ...]:
        """Every clause that the event breaks; empty (`LEGAL`) when it is legal, which has to be quick."""

    @abstractmethod
    def _apply_legal(self, position: P, event: E) -> P:
        """The position after a legal event."""

    @abstractmethod
    def _consequences(self, before: P, event: E, after: P) -> tuple[str, ...]:
        """The clauses besides `clause_of` that decide what a legal event leads to; the game's end is added to them."""

    @abstractmethod
    def _parse_position(self, fields: dict[str, object]) -> P:
        """A position from decoded JSON whose `game` and `options` are in order. Raises MalformedError."""
