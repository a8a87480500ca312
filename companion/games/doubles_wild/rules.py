"""Doubles Wild, clause by clause (DW-1.1 to DW-7.2): two to four players, alone or in two teams of two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar, cast

import msgspec

from companion.evidence import Evidence
from companion.games.doubles_wild import format as formats
from companion.games.doubles_wild import pieces, table, transitions
from companion.games.doubles_wild.battle_odds import to_win
from companion.games.doubles_wild.board import INDEX, LOWEST, squares_of, windows, windows_each_way, windows_of
from companion.games.doubles_wild.clause_trace import clause_of, consequences
from companion.games.doubles_wild.illegal_attempts import attempts
from companion.games.doubles_wild.layout_positions import positions_on_table
from companion.games.doubles_wild.legal_actions import actions, is_void
from companion.games.doubles_wild.pieces import DoublesSeed, Event, Position, Table
from companion.games.doubles_wild.readings import readings
from companion.games.doubles_wild.rulings import judge
from companion.games.doubles_wild.text import Words, square_name
from companion.rules import (
    Attempt,
    Awaited,
    BaseGame,
    BrokenClause,
    Gain,
    MalformedError,
    Needs,
    Notation,
    Odds,
    Outcome,
    Reading,
    Touched,
    a_list,
    any_object,
)
from companion.table import Cell, Colour, Heap, Layout
from companion.text import later, say
from seeds import read

WAYS = (
    later("Three in a row"),
    later("Three in a column"),
    later("Three on a diagonal"),
    later("Three on a diagonal"),
)
"""How windows lie, in the order of `windows_each_way`."""


def build(game_id: str, players: int, options: Mapping[str, object] | None) -> DoublesWild:
    """The game for a seed's id. Raises MalformedError for players or options that it does not have."""
    return DoublesWild(read(game_id, DoublesSeed), players, options)


def for_position(game_id: str, fields: dict[str, object]) -> DoublesWild:
    """The game that a position was played by. Raises MalformedError."""
    if "supply" not in fields:
        raise MalformedError("", 'the key "supply" is missing')
    supplies, (least, most) = len(a_list(fields["supply"], "supply")), read(game_id, DoublesSeed).players
    if not least <= supplies <= most:
        raise MalformedError("supply", f"{least} to {most} players have a supply each, not {supplies}")
    return build(game_id, supplies, any_object(fields["options"], "options"))


class DoublesWild(BaseGame[DoublesSeed, Position, Event]):
    """The rules for one table; satisfies `companion.Game`."""

    _words: Words
    LIFTS = (pieces.Reroll, pieces.Throw)
    NEEDS: ClassVar[Needs] = {pieces.Rolled: "roll", pieces.Threw: "roll"}
    NOTATION = Notation(
        {
            "rolled": "roll red {red:numbers} blue {blue:numbers}",
            "reroll": "reroll {dice:word}",
            "place": "place {square:cell}",
            "leave": "leave {square:cell}",
            "hold": "hold",
            "throw": "throw {dice:numbers}",
            "threw": "threw {faces:numbers}",
        }
    )

    def __init__(self, seed: DoublesSeed, players: int = 2, options: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, players, options)
        if self._values["teams"] and players != 4:
            raise MalformedError("options.teams", f"teams are for four players, not {players} (DW-6.1)")
        self._table = self._seated()
        self._event_type = formats.EventData
        self._checks = formats.checks(self._table)
        self._words = Words(seed, self._table)

    def _seated(self) -> Table:
        """The table that the number of players and the house rules make."""
        rules = {name: self._values[name] for name in Table.__struct_fields__ if name in self._values}
        seats, teams = range(self.players), self._values["teams"]
        usual = next(supply.markers for supply in self.seed.supplies if supply.players == self.players)
        full = cast("int", self._values["markers"]) if self.players == 3 else usual
        return Table(
            **rules  # type: ignore[arg-type]
            | {
                "players": self.players,
                "seats": tuple(seats),
                "markers": full // 2 if self._values["short_match"] else full,
                "sides": tuple(seat % 2 for seat in seats) if teams else tuple(seats),
                "partners": tuple((seat + 2) % 4 for seat in seats) if teams else (None,) * self.players,
            },
        )

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together: partners sit opposite each other (DW-6.1)."""
        return tuple(self._table.seats_of(side) for side in range(max(self._table.sides) + 1))

    # ------------------------------------------------------------------------------------------ positions

    def start(self) -> Position:
        return transitions.first(self._table)

    def awaited(self, position: Position) -> Awaited:
        start, battle, roll = position.start, position.battle, position.rolled
        if start is not None:
            return Awaited("roll", start.among[len(start.totals)], pieces.TRIO)
        if battle is not None:
            dice = battle.in_hand
            return Awaited("roll", battle.to_roll, dice) if dice else Awaited("action", battle.to_roll)
        if roll is not None:
            if not roll.in_hand:
                return Awaited("action", position.turn)
            hand = {colour: pieces.PAIR for colour, pair in (("red", roll.red), ("blue", roll.blue)) if pair is None}
            return Awaited("roll", position.turn, pieces.PAIR * len(hand), hand)
        if transitions.ending(position) is not None:
            return Awaited("nothing")
        return Awaited("roll", position.turn, 2 * pieces.PAIR, {"red": pieces.PAIR, "blue": pieces.PAIR})

    def outcome(self, position: Position) -> Outcome | None:
        clause = transitions.ending(position)
        if clause is None:
            return None
        order = sorted(set(position.score), reverse=True)
        groups = [[side for side, points in enumerate(position.score) if points == score] for score in order]
        if position.playoff is not None:
            won = next(self._table.sides[seat] for seat, own in enumerate(position.markers) if windows(own))
            groups[:1] = [[won], [side for side in groups[0] if side != won]]
        seated = self.sides
        ranking = tuple(tuple(sorted(seat for side in group for seat in seated[side])) for group in groups)
        best = sorted(position.score, reverse=True)
        way = "points" if position.playoff is None else "playoff"
        return Outcome(self._words.ending(way, ranking[0], best[0], best[1]), ranking, clause)

    # ------------------------------------------------------------------------------------------ events

    def actions(self, position: Position) -> list[Event]:
        if position.rolled is not None:
            return [] if position.rolled.in_hand else actions(position, self._table)
        battle = position.battle
        if battle is None or battle.in_hand:
            return []
        throws = pieces.throws_of(battle.dice[battle.whose])
        return [*throws] if battle.round > pieces.LAST_ROUND else [pieces.HOLD, *throws]

    def _judge(self, position: Position, event: Event) -> tuple[BrokenClause, ...]:
        if position.rolled is None:
            clause = transitions.ending(position)
            if clause is not None:
                return (BrokenClause(clause, "over"),)
        return judge(position, event, self._table)

    def _apply_legal(self, position: Position, event: Event) -> Position:
        if type(event) is pieces.Place or type(event) is pieces.Leave:
            return transitions.played(position, event, self._table)
        if type(event) is pieces.Rolled:
            return transitions.rolled(position, event, self._table)
        if type(event) is pieces.Reroll:
            return transitions.reroll(position, event)
        if type(event) is pieces.Threw:
            return transitions.threw(position, event, self._table)
        assert type(event) is pieces.Throw or type(event) is pieces.Hold
        return transitions.lifted(position, event, self._table)

    def chances(self, position: Position) -> list[tuple[Event, Fraction]]:
        battle, roll = position.battle, position.rolled
        if position.start is not None:
            return list(pieces.chances_of_throw(pieces.TRIO))
        if battle is not None:
            return list(pieces.chances_of_throw(battle.in_hand)) if battle.in_hand else []
        if roll is not None:
            return list(pieces.chances_of_roll(roll.red, roll.blue)) if roll.in_hand else []
        return [] if transitions.ending(position) is not None else list(pieces.chances_of_roll(None, None))

    def drawn(self, position: Position, lot: Random) -> Event:
        if position.battle is not None:
            ways: tuple[Event, ...] = pieces.THROWS[position.battle.in_hand]
        elif position.start is not None:
            ways = pieces.THROWS[pieces.TRIO]
        else:
            roll = position.rolled
            ways = pieces.rolls(None, None) if roll is None else pieces.rolls(roll.red, roll.blue)
        return ways[lot.randrange(len(ways))]

    def odds(self, position: Position) -> Odds | None:
        """Of a battle: whether it is won."""
        battle = position.battle
        if battle is None:
            return None
        square = self.place_name(table.cell_of(battle.square))
        cap = self._table.battle_tie_cap
        actions = tuple((event, to_win(battle, cap, event)) for event in self.actions(position))
        return Odds(say("to win the battle for {square}", square=square), battle.to_roll, to_win(battle, cap), actions)

    def scores(self, position: Position) -> tuple[int, ...]:
        """The points of each seat, those of its team where there are teams."""
        return tuple(position.score[side] for side in self._table.sides)

    def _gains(self, before: Position, event: Event, after: Position) -> Iterable[Gain]:
        """The windows that a marker completed, by how they lie (DW-5.1); partners score together."""
        square = before.battle.square if before.battle is not None else None
        if isinstance(event, pieces.Place) and event.square is not None:
            square = INDEX[event.square]
        if before.turn is None or square is None:
            return
        own = before.markers[before.turn]
        made = zip(WAYS, windows_each_way(own), windows_each_way(own | 1 << square), strict=True)
        gains = [(lying, now - was) for lying, was, now in made if now > was]
        for seat in self._table.seats_of(self._table.sides[before.turn]):
            yield from (Gain(seat, say(lying), count) for lying, count in gains)

    def forfeited(self, before: Position, event: Event, after: Position) -> bool:
        """Whether the turn ended without effect because nothing could come of any square the roll let one select."""
        return (type(event) is pieces.Place or type(event) is pieces.Leave) and is_void(before, self._table)

    # ------------------------------------------------------------------------------------------ table and words

    def usual_colour(self, seat: int) -> Colour:
        """The colour of this seat's markers where the players have chosen no other."""
        return self.seed.colours[seat]

    def layout(self, position: Position, colours: Sequence[Colour]) -> Layout:
        return table.layout(position, colours, self.seed, self._table)

    def lines(self, position: Position) -> tuple[tuple[Cell, ...], ...]:
        """The complete windows (DW-5.1)."""
        return tuple(
            tuple(table.cell_of(INDEX[square]) for square in squares_of(window))
            for own in position.markers
            for window in windows_of(own)
        )

    def touches(self, position: Position, event: Event) -> tuple[Touched, ...]:
        """The square that is played or left alone."""
        if not isinstance(event, pieces.Place | pieces.Leave) or event.square is None:
            return ()
        return (table.cell_of(INDEX[event.square]),)

    def meant(self, position: Position, touched: Sequence[Touched]) -> Event | None:
        """A square to be played."""
        cells = [one for one in touched if isinstance(one, Cell) and one.grid == table.BOARD]
        return pieces.Place((cells[-1].row + LOWEST, cells[-1].col + LOWEST)) if cells else None

    def thrown(self, event: Event) -> tuple[tuple[Heap, ...], ...]:
        """The pairs of a roll; a throw, of which nobody tells whose the dice are, by their colours (DW-1.2)."""
        if isinstance(event, pieces.Rolled):
            return ((Heap(len(event.red), event.red, "red"), Heap(len(event.blue), event.blue, "blue")),)
        if isinstance(event, pieces.Threw):
            return tuple((Heap(len(event.faces), event.faces, colour),) for colour in table.DICE)
        return ()

    def readings(
        self, position: Position, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        return readings(position, seen, spent)

    def place_name(self, place: Cell | str) -> str:
        """Squares by their labels, as the sheet has them."""
        if not isinstance(place, Cell):
            return super().place_name(place)
        if place.grid == table.BOARD:
            return square_name(place.row + LOWEST, place.col + LOWEST)
        sides = {table.strip_of(side): self._table.seats_of(side)[0] for side in self._table.sides}
        if place.grid not in sides:
            return say("{number} on the scoring strip", number=place.col)
        whose = self.seat_name(sides[place.grid])
        return say("{number} on the scoring strip of {player}", number=place.col, player=whose)

    def _positions_on_table(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Position]:
        return positions_on_table(position, seen, colours, self._table)

    def attempts(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        return attempts(
            position, seen, colours, self.layout(position, colours), [side[0] for side in self.sides], self._judge
        )

    def unsettled(self, before: Position, event: Event, colours: Sequence[Colour]) -> Layout | None:
        return table.unsettled(before, event, self._apply_legal(before, event), colours, self.seed, self._table)

    def clause_of(self, position: Position, event: Event) -> str:
        return clause_of(position, event, self._table)

    def _consequences(self, before: Position, event: Event, after: Position) -> tuple[str, ...]:
        return tuple(consequences(before, event, after, self._table))

    def _awaits(self, position: Position, event: Event) -> bool:
        """As for any game; besides, a battle and the throw for the start have other events than a turn."""
        fighting = position.battle is not None or position.start is not None
        of_battle = isinstance(event, pieces.Hold | pieces.Throw | pieces.Threw)
        return fighting == of_battle and super()._awaits(position, event)

    # ------------------------------------------------------------------------------------------ JSON

    def _parse_position(self, fields: dict[str, object]) -> Position:
        return formats.parse_position(fields, self._table, self._checks)

    def _normal(self, event: Event) -> Event:
        if isinstance(event, pieces.Rolled | pieces.Throw | pieces.Threw):
            return type(event)(*(tuple(sorted(dice)) for dice in msgspec.structs.astuple(event)))
        return event

    def format_position(self, position: Position) -> dict[str, object]:
        return formats.format_position(position, self.id, self.format_options())
