"""Dinosaurs Vs. Army Men for two to eight players, clause by clause (DVA-1.1 to DVA-7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import ClassVar

from companion.evidence import Evidence
from companion.games.dinosaurs_vs_army_men import format as formats
from companion.games.dinosaurs_vs_army_men import pieces, table
from companion.games.dinosaurs_vs_army_men.decks import read_deck
from companion.games.dinosaurs_vs_army_men.illegal_attempts import attempts
from companion.games.dinosaurs_vs_army_men.pieces import DinosaurSeed, Event, Options, Position
from companion.games.dinosaurs_vs_army_men.readings import readings
from companion.games.dinosaurs_vs_army_men.rulings import judge
from companion.games.dinosaurs_vs_army_men.text import Words, clause_of
from companion.games.dinosaurs_vs_army_men.transitions import after, dealt
from companion.rules import (
    Attempt,
    Awaited,
    BaseGame,
    BrokenClause,
    Gain,
    MalformedError,
    Needs,
    Notation,
    Outcome,
    Reading,
    Value,
    a_list,
    any_object,
)
from companion.table import Colour, Layout
from companion.text import say
from seeds import read

_USUAL_DECK = "reconstruction"
"""The value of the option `deck` that stands for the deck of the seed."""

_CHOICES: tuple[Event, ...] = (pieces.Chose("dinosaurs"), pieces.Chose("army"))


def build(game_id: str, players: int, options: Mapping[str, object] | None) -> DinosaursVsArmyMen:
    """The game for a seed's id. Raises MalformedError for players or options that it does not have."""
    return DinosaursVsArmyMen(read(game_id, DinosaurSeed), players, options)


def for_position(game_id: str, fields: dict[str, object]) -> DinosaursVsArmyMen:
    """The game that a position was played by. Raises MalformedError."""
    if "piles" not in fields:
        raise MalformedError("", 'the key "piles" is missing')
    piles, (least, most) = len(a_list(fields["piles"], "piles")), read(game_id, DinosaurSeed).players
    if not least <= piles <= most:
        raise MalformedError("piles", f"{least} to {most} players have a pile each, not {piles}")
    return build(game_id, piles, any_object(fields["options"], "options"))


def _deck(usual: tuple[str, ...], value: object, path: str) -> Value:
    """A custom deck; one that is the usual one is called so, and differs from nothing."""
    deck = read_deck(value, path)
    return _USUAL_DECK if deck == usual else deck


class DinosaursVsArmyMen(BaseGame[DinosaurSeed, Position, Event]):
    """The rules for one table; satisfies `companion.Game`."""

    _words: Words
    NEEDS: ClassVar[Needs] = {pieces.Flipped: "flip", pieces.Smacked: "smack", pieces.FalseSmack: "any"}
    NOTATION = Notation(
        {
            "flipped": "flip {card:word}",
            "chose": "choose {kind:word}",
            "smacked": "smack {seat:number}",
            "false-smack": "false smack {seat:number} {card:word}",
        }
    )

    def __init__(self, seed: DinosaurSeed, players: int = 2, options: Mapping[str, object] | None = None) -> None:
        usual = seed.deck
        super().__init__(seed, players, options, {"deck": partial(_deck, usual)})
        values: dict[str, object] = dict(self._values)
        if values["deck"] == _USUAL_DECK:
            values["deck"] = usual
        self._rules = Options(**values)  # type: ignore[arg-type]
        self._event_type = formats.EventData
        self._checks = formats.checks(players, self._rules.deck)
        self._words = Words(seed, self._rules)
        self._flip_by = tuple(Awaited("flip", seat) for seat in range(players))
        self._smacks: tuple[Event, ...] = tuple(pieces.Smacked(seat) for seat in range(players))

    # ------------------------------------------------------------------------------------------ positions

    def start(self) -> Position:
        """Seat 0 has dealt, so seat 1 has the first card and begins (DVA-2.1, DVA-2.2)."""
        piles = dealt(len(self._rules.deck), self.players)
        out = tuple(seat for seat, cards in enumerate(piles) if not cards)
        return Position(1, piles, (), self._rules.deck, out)

    def awaited(self, position: Position) -> Awaited:
        if position.smack:
            return Awaited("smack")
        battle, seat = position.battle, position.turn
        if battle is not None:
            if battle.kind is None:
                return Awaited("action", battle.chooser)
            seat = battle.searching
        elif position.over:
            return Awaited("nothing")
        assert seat is not None
        return self._flip_by[seat]

    def outcome(self, position: Position) -> Outcome | None:
        if not position.over:
            return None
        seats = range(self.players)
        first = tuple(seat for seat in seats if position.piles[seat])
        if not first:  # the last contest took every card out of the game: who was in it is not out
            first = tuple(seat for seat in seats if seat not in position.out)
        rest = tuple(seat for seat in seats if seat not in first)
        ranking = (first, rest) if rest else (first,)
        return Outcome(self._words.ending(ranking), ranking, "DVA-7.1")

    # ------------------------------------------------------------------------------------------ events

    def actions(self, position: Position) -> list[Event]:
        if position.smack:
            barred = position.barred
            return [smack for seat, smack in enumerate(self._smacks) if seat not in barred]
        if position.battle is not None and position.battle.kind is None:
            return list(_CHOICES)
        return []

    def _judge(self, position: Position, event: Event) -> tuple[BrokenClause, ...]:
        return judge(position, event, self._rules)

    def _apply_legal(self, position: Position, event: Event) -> Position:
        return after(position, event, self._rules, [])

    def _consequences(self, before: Position, event: Event, _: Position) -> tuple[str, ...]:
        clauses: list[str] = []
        after(before, event, self._rules, clauses)
        return tuple(clauses)

    def chances(self, position: Position) -> list[tuple[Event, Fraction]]:
        return pieces.flips(position.unseen) if self.awaited(position).need == "flip" else []

    def drawn(self, position: Position, lot: Random) -> pieces.Flipped:
        return pieces.FLIPS[lot.choice(position.unseen)]

    def scores(self, position: Position) -> tuple[int, ...]:
        """The cards that each seat has in its pile."""
        return position.piles

    def _gains(self, before: Position, event: Event, after: Position) -> Iterable[Gain]:
        """Cards that went to the table one by one, and those that came from it together."""
        gone = before.turn if before.battle is None else before.battle.searching
        won = say("Smacks won") if isinstance(event, pieces.Smacked) else say("Battles won")
        for seat, (was, now) in enumerate(zip(before.piles, after.piles, strict=True)):
            points = now - was
            if isinstance(event, pieces.Flipped) and seat == gone:
                yield Gain(seat, say("Cards flipped"), -1)
                points += 1
            if points:
                yield Gain(seat, won if points > 0 else say("False smacks"), points)

    # ------------------------------------------------------------------------------------------ words

    def layout(self, position: Position, colours: Sequence[Colour]) -> Layout:
        return table.layout(position)

    def readings(
        self, position: Position, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        return readings(position, seen, spent)

    def attempts(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        return attempts(position, seen, self.layout(position, colours), self._judge)

    def unsettled(self, before: Position, event: Event, colours: Sequence[Colour]) -> Layout | None:
        return table.unsettled(before, event, self._apply_legal(before, event))

    def hands(self, before: Position, event: Event, after: Position, done: bool) -> tuple[int, ...]:
        """Who flips from their own pile, and who takes the cards that are won (DVA-3.1, DVA-4.2, DVA-6.1)."""
        seat = self.awaited(before).seat
        found = (seat,) if isinstance(event, pieces.Flipped) and seat is not None else ()
        won = (n for n, (had, has) in enumerate(zip(before.piles, after.piles, strict=True)) if has > had)
        return (*found, *won) if done else found

    def card_name(self, card: str) -> str:
        """What is printed on a card, such as Dinosaur 7."""
        return self._words.card(card)

    def clause_of(self, position: Position, event: Event) -> str:
        return clause_of(position, event)

    # ------------------------------------------------------------------------------------------ JSON and notation

    def _parse_position(self, fields: dict[str, object]) -> Position:
        return formats.parse_position(fields, self._rules, self._checks)

    def _normal(self, event: Event) -> Event:
        return pieces.FLIPS[event.card] if isinstance(event, pieces.Flipped) else event

    def format_position(self, position: Position) -> dict[str, object]:
        return formats.format_position(position, self.id, self.format_options())
