"""Space Checkers for two to four players, clause by clause (SC-1.1 to SC-5.2), on a board whose measures are data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from companion.evidence import Evidence
from companion.games.space_checkers import format as formats
from companion.games.space_checkers import table
from companion.games.space_checkers.board import Board, Cell, Cells, Geometry, Move, board_of
from companion.games.space_checkers.illegal_attempts import Attempts
from companion.games.space_checkers.layout_positions import positions_on_table
from companion.games.space_checkers.pieces import WILD, Event, Options, Position, Rolled, SpaceSeed, two_dice
from companion.games.space_checkers.readings import readings
from companion.games.space_checkers.rulings import Movement, mixed_neighbours
from companion.games.space_checkers.text import Words
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
    Touched,
    Value,
    any_object,
)
from companion.table import Cell as Placed
from companion.table import Colour, Layout
from companion.text import say
from seeds import read


def build(game_id: str, players: int, options: Mapping[str, object] | None) -> SpaceCheckers:
    """The game for a seed's id. Raises MalformedError for players or options that it does not have."""
    return SpaceCheckers(read(game_id, SpaceSeed), players, options)


def for_position(game_id: str, fields: dict[str, object]) -> SpaceCheckers:
    """The game that a position was played by, its colours where they sit there. Raises MalformedError."""
    if "seats" not in fields:
        raise MalformedError("", 'the key "seats" is missing')
    seed = read(game_id, SpaceSeed)
    seats = formats.parse_colours(fields["seats"], "seats", seed)
    return SpaceCheckers(seed, len(seats), any_object(fields["options"], "options"), seats)


class SpaceCheckers(BaseGame[SpaceSeed, Position, Event]):
    """The rules for one table; satisfies `companion.Game`."""

    _words: Words
    NEEDS: ClassVar[Needs] = {Rolled: "roll"}
    NOTATION = Notation({"rolled": "roll {number:number} {direction:word}", "move": "move {from:cell} {toward:word}"})

    def __init__(
        self,
        seed: SpaceSeed,
        players: int = 2,
        options: Mapping[str, object] | None = None,
        seats: tuple[str, ...] | None = None,
    ) -> None:
        """`seats` are the colours that sit at this table, the one that began first; None: as the house rules say."""

        def colours(value: object, path: str) -> Value:
            agreed = formats.parse_colours(value, path, seed)
            if len(agreed) != players:
                raise MalformedError(path, f"{len(agreed)} colours, and {players} play")
            return "advised" if agreed == seed.advised[str(players)] else agreed

        super().__init__(seed, players, options, {"geometry": formats.parse_geometry, "seats": colours})
        self.seats = self._seated(seats)
        """The colours clockwise from the one that begins; a seat's number is its place here."""
        geometry = self._values["geometry"]
        if isinstance(geometry, str):
            geometry = seed.geometries[geometry]
        assert isinstance(geometry, Geometry)
        self._rules = Options(geometry, self._values["diagonals"])  # type: ignore[arg-type]
        self.board: Board = board_of(geometry, tuple((fleet.id, fleet.step) for fleet in seed.fleets))
        self._movement = Movement(self.board, self.seats, self._rules.diagonals)
        self._event_type = formats.EventData
        self._checks = formats.checks(self.board, self.seats, seed)
        self._words = Words(seed, self.seats, self._movement)
        self._lots, self._chances = two_dice(seed.directions)
        pawns = seed.pawns * players
        # SC-5.2 needs, for each seat with pawns, its captures and all pawns but its own to be under `to_win`
        self._least_for_draw = pawns - seed.to_win - seed.pawns + 1 if players > 2 else pawns

    def _seated(self, seats: tuple[str, ...] | None) -> tuple[str, ...]:
        agreed = self._values["seats"]
        if seats is not None:
            # Who began is the table's affair, who plays is not
            if isinstance(agreed, tuple) and set(agreed) != set(seats):
                raise MalformedError("seats", f"{', '.join(map(str, agreed))} were agreed on, not {', '.join(seats)}")
            return seats
        colours = agreed if isinstance(agreed, tuple) else self.seed.advised[str(self.players)]
        named = tuple(str(colour) for colour in colours)
        first = named.index(str(self._values["start"])) if self._values["start"] in named else 0
        return named[first:] + named[:first]

    # ------------------------------------------------------------------------------------------ positions

    def start(self) -> Position:
        """Every fleet in its home, the first seat to roll (SC-2.1, SC-2.2)."""
        return Position(0, tuple(self.board.homes[colour] for colour in self.seats), (0,) * self.players)

    def pawns(self, position: Position, seat: int) -> tuple[Cell, ...]:
        """Where the pawns of a seat stand, sorted."""
        return self.board.listed(position.pawns[seat])

    def awaited(self, position: Position) -> Awaited:
        if self._ending(position) is not None:
            return Awaited("nothing")
        return Awaited("roll" if position.rolled is None else "action", position.turn)

    def outcome(self, position: Position) -> Outcome | None:
        ending = self._ending(position)
        if ending is None:
            return None
        captured, seats = position.captured, range(self.players)
        if ending == "SC-5.2":
            return Outcome(self._words.ending("drawn"), (tuple(seats),), ending)
        counts = sorted(set(captured), reverse=True)
        ranking = tuple(tuple(seat for seat in seats if captured[seat] == count) for count in counts)
        return Outcome(self._words.ending("won", seat=ranking[0][0], count=counts[0]), ranking, ending)

    def _ending(self, position: Position) -> str | None:
        """The clause that ends the game in this position, or None."""
        captured, to_win = position.captured, self.seed.to_win
        if max(captured) >= to_win:
            return "SC-5.1"
        if sum(captured) < self._least_for_draw:
            return None
        standing = [fleet.bit_count() for fleet in position.pawns]
        board = sum(standing)
        if all(held + board - own < to_win for held, own in zip(captured, standing, strict=True) if own):
            return "SC-5.2"
        return None

    def forfeited(self, before: Position, event: Event, after: Position) -> bool:
        """Whether a roll allowed no move, so that the turn passed (SC-3.1)."""
        return isinstance(event, Rolled) and after.rolled is None

    def scores(self, position: Position) -> tuple[int, ...]:
        """The pawns that each seat has captured."""
        return position.captured

    def _gains(self, before: Position, event: Event, after: Position) -> Iterable[Gain]:
        """The pawns that were captured, by whose they were."""
        lost = [was.bit_count() - now.bit_count() for was, now in zip(before.pawns, after.pawns, strict=True)]
        for seat, (had, has) in enumerate(zip(before.captured, after.captured, strict=True)):
            if has > had:
                for whose, count in enumerate(lost):
                    if count:
                        yield Gain(seat, say("{side} pawns", side=self.seat_word(whose)), count)

    # ------------------------------------------------------------------------------------------ events

    def actions(self, position: Position) -> list[Event]:
        rolled, seat = position.rolled, position.turn
        if rolled is None or seat is None or self._ending(position) is not None:
            return []
        return list[Event](self._movement.moves(position.pawns, seat, rolled))

    def _judge(self, position: Position, event: Event) -> tuple[BrokenClause, ...]:
        return self._movement.judge(position, event, self._over(position))

    def _over(self, position: Position) -> BrokenClause | None:
        """What a finished game answers to every event."""
        ending = self._ending(position)
        if ending is None:
            return None
        if ending == "SC-5.2":
            return BrokenClause(ending, "over")
        most = max(position.captured)
        return BrokenClause(ending, "over", (("seat", position.captured.index(most)), ("count", most)))

    def _apply_legal(self, position: Position, event: Event) -> Position:
        seat, pawns = position.turn, position.pawns
        assert seat is not None
        if type(event) is Rolled:
            if self._movement.can_move(pawns, seat, event):
                return Position(seat, pawns, position.captured, event)
            return Position(_next(pawns, seat), pawns, position.captured)
        assert type(event) is Move and position.rolled is not None
        start = self.board.bits[event.start]
        _, end, through, _ = self._movement.way(event, position.rolled.number)
        left = tuple([fleet & ~through for fleet in pawns])
        moved = (*left[:seat], left[seat] ^ start ^ end, *left[seat + 1 :])
        if left == pawns:
            return Position(_next(moved, seat), moved, position.captured)
        taken = sum([(fleet & through).bit_count() for fleet in pawns])
        captured = (*position.captured[:seat], position.captured[seat] + taken, *position.captured[seat + 1 :])
        last = Position(seat, moved, captured)
        return last if self._ending(last) is not None else Position(_next(moved, seat), moved, captured)

    def clause_of(self, position: Position, event: Event) -> str:
        if isinstance(event, Rolled) or position.turn is None:
            return "SC-3.1"
        rolled = position.rolled
        if rolled is not None and event.toward == rolled.direction and self._is_wild(position, event):
            return "SC-4.3"
        return "SC-3.2"

    def _is_wild(self, position: Position, move: Move) -> bool:
        """Whether a move starts in the wild area of the seat to move (SC-4.2)."""
        assert position.turn is not None
        return bool(self.board.bits.get(move.start, 0) & self._movement.wild[position.turn])

    def _consequences(self, before: Position, event: Event, after: Position) -> tuple[str, ...]:
        seat = before.turn
        assert seat is not None
        clauses: list[str] = []
        if isinstance(event, Move):
            assert before.rolled is not None
            number, face = before.rolled.number, before.rolled.direction
            way = self._movement.way(event, number)
            was_wild = self._is_wild(before, event)
            if event.toward not in self._movement.open[face]:
                clauses.append("SC-4.1")
            if was_wild != bool(way.end & self._movement.wild[seat]):
                clauses.append("SC-4.2")
            if self.board.is_warp(event.start, event.toward, number):
                clauses.append("SC-3.3")
            if after.captured != before.captured:
                clauses.append("SC-3.5")
            if mixed_neighbours(before.pawns, way):
                clauses.append("SC-3.6")
        if after.rolled is None and after.turn not in (seat, (seat + 1) % self.players):
            clauses.append("SC-5.2")
        return tuple(clauses)

    def chances(self, position: Position) -> list[tuple[Event, Fraction]]:
        if position.rolled is not None or self._ending(position) is not None:
            return []
        return list[tuple[Event, Fraction]](self._chances)

    def drawn(self, position: Position, lot: Random) -> Rolled:
        return self._lots[lot.randrange(len(self._lots))]

    # ------------------------------------------------------------------------------------------ words

    def clause_text(self, clause: str) -> str:
        text = super().clause_text(clause)
        option = next(option for option in self.seed.options if option.id == "geometry")
        if isinstance(self._values["geometry"], Geometry) and clause in option.clauses:
            return f"{text} {self._words.measures(self._rules.geometry)}"
        return text

    def seat_id(self, seat: int) -> str:
        """The colour of a seat."""
        return self.seats[seat]

    def usual_colour(self, seat: int) -> Colour:
        """The colour of a seat's pawns."""
        return next(fleet.id for fleet in self.seed.fleets if fleet.id == self.seats[seat])

    def layout(self, position: Position, colours: Sequence[Colour]) -> Layout:
        return table.layout(position, self.board, self.seats, colours)

    def closed(self) -> frozenset[Placed]:
        """The Earth (SC-1.2)."""
        return frozenset(Placed(table.BOARD, row, col) for row, col in self.board.listed(self.board.earth))

    def trail(self, position: Position, event: Event) -> tuple[Placed, ...]:
        """The way of a pawn, square by square, as far as it stays on the board."""
        if not isinstance(event, Move) or position.rolled is None:
            return ()
        way = [event.start, *self.board.walk(event.start, event.toward, position.rolled.number)]
        return tuple(Placed(table.BOARD, row, col) for row, col in way)

    def touches(self, position: Position, event: Event) -> tuple[Touched, ...]:
        """The pawn and the square where its way ends."""
        way = self.trail(position, event)
        return (way[0], way[-1]) if way else ()

    def meant(self, position: Position, touched: Sequence[Touched]) -> Event | None:
        """A move of the pawn in the direction of the other square, or in that of the roll."""
        cells = [(one.row, one.col) for one in touched if isinstance(one, Placed) and one.grid == table.BOARD]
        if not cells:
            return None
        rolled = position.rolled
        face = self.board.straight[0] if rolled is None or rolled.direction == WILD else rolled.direction
        return Move(cells[0], self.board.toward(cells[0], cells[1]) if len(cells) > 1 else face)

    def readings(
        self, position: Position, seen: Evidence, colours: Sequence[Colour], spent: frozenset[str]
    ) -> Iterable[Reading]:
        return readings(position, seen, frozenset(self.seed.directions), spent)

    def alike(self, one: Sequence[Event], other: Sequence[Event]) -> bool:
        """Where the same dice were thrown and the same pawns moved: six squares lead to one square both ways round."""
        return len(one) == len(other) and all(
            a == b or (isinstance(a, Move) and isinstance(b, Move) and a.start == b.start)
            for a, b in zip(one, other, strict=True)
        )

    def place_name(self, place: Placed | str) -> str:
        """Squares as the events name them."""
        if isinstance(place, Placed):
            if place.grid == table.BOARD:
                return f"{place.row},{place.col}"
            return say("the {grid}", grid=place.grid)
        prisons = {table.prison_of(colour): self._words.player(seat) for seat, colour in enumerate(self.seats)}
        if place in prisons:
            return say("the prison cells of {side}", side=prisons[place])
        return super().place_name(place)

    def _positions_on_table(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Position]:
        return positions_on_table(position, seen, self.board, self.seats, colours, self.seed.pawns)

    def attempts(self, position: Position, seen: Evidence, colours: Sequence[Colour]) -> Iterable[Attempt]:
        return Attempts(position, seen, self.board, self.seats, colours).all(self._judge)

    def unsettled(self, before: Position, event: Event, colours: Sequence[Colour]) -> Layout | None:
        if not isinstance(event, Move):
            return None
        return table.unsettled(before, event, self._apply_legal(before, event), self.board, self.seats, colours)

    # ------------------------------------------------------------------------------------------ JSON

    def _parse_position(self, fields: dict[str, object]) -> Position:
        position = formats.parse_position(fields, self.board, self.seats, self.seed, self._checks)
        self._check_turn(position)
        return position

    def _check_turn(self, position: Position) -> None:
        """Refuse a turn or a roll that cannot be where the game stands."""
        turn, rolled, pawns = position.turn, position.rolled, position.pawns
        if self._ending(position) is not None:
            if rolled is not None:
                raise MalformedError("rolled", "nobody rolls once the game is over")
            return
        if turn is None:
            raise MalformedError("turn", "a colour has to be on turn while the game goes on")
        if not pawns[turn]:
            raise MalformedError("turn", f"{self.seats[turn]} has no pawns, so its turn is passed over (SC-5.2)")
        if rolled is not None and not self._movement.can_move(pawns, turn, rolled):
            raise MalformedError("rolled", f"no pawn of {self.seats[turn]} can move so: the turn is lost (SC-3.1)")

    def format_position(self, position: Position) -> dict[str, object]:
        return formats.format_position(position, self.id, self.format_options(), self.board, self.seats)


def _next(pawns: tuple[Cells, ...], seat: int) -> int:
    """The seat whose turn follows that of `seat`; those without pawns are passed over (SC-5.2)."""
    players = len(pawns)
    for step in range(1, players + 1):
        other = (seat + step) % players
        if pawns[other]:
            return other
    raise AssertionError("the pawn that has just moved is on the board")
