"""Ludo for two to four players on the track of forty squares, clause by clause (LU-1.1 to LU-4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from companion.authoring import (
    Awaited,
    BoardGame,
    BrokenClause,
    Cell,
    Colour,
    Count,
    Face,
    GameEvent,
    Heap,
    MalformedError,
    Outcome,
    Roll,
    Seat,
    Square,
    breach,
)
from companion.authoring import Position as BasePosition

PAWNS, TRACK, LAST = 4, 40, 44
"""Pawns of a player; the last step on the track; the last one in a lane. A pawn in the yard has taken no step yet."""
TRIES = 3
"""Rolls of a turn while all pawns are in the yard (LU-2.3)."""
SIXES = 3
"""As many in a row end a turn by the house rule (LU-2.2)."""
QUARTER = [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4), (0, 4), (0, 5)]
"""The track from the start square of the corner in the upper left to that of the next; the rest is the same turned."""
LANE = [(5, 1), (5, 2), (5, 3), (5, 4)]

Steps: TypeAlias = Annotated[tuple[Count, ...], Meta(title="steps of four pawns")]


def turned(square: tuple[int, int], quarters: int) -> tuple[int, int]:
    """A square of the board after so many turns clockwise."""
    for _ in range(quarters):
        square = square[1], 10 - square[0]
    return square


WHOLE = [turned(square, quarter) for quarter in range(4) for square in QUARTER]
WAYS = [WHOLE[10 * n :] + WHOLE[: 10 * n] + [turned(square, n) for square in LANE] for n in range(4)]
"""For each corner, clockwise from the upper left, the squares of its pawns' way: track and lane."""
CLOSED = frozenset(Cell("board", r, c) for r in range(11) for c in range(11) if not any((r, c) in way for way in WAYS))


class Enter(GameEvent, frozen=True):
    """A pawn comes from the yard to the start square (LU-3.1)."""


class Move(GameEvent, frozen=True):
    """A pawn goes on (LU-3.2)."""

    start: Square
    end: Square


class Position(BasePosition, frozen=True):
    """The state of one game."""

    turn: Seat
    pawns: tuple[Steps, ...]
    """How many steps each seat's pawns have taken, sorted: 1 is the start square, 41 to 44 are the lane."""
    rolled: Face | None = None
    """The roll that has to be moved."""
    tries: Count = 0
    """Rolls of this turn that brought no pawn out of a full yard."""
    sixes: Count = 0
    """Sixes rolled in a row."""


class Rules(BoardGame[Position]):
    """The rules for one table."""

    POSITION = Position
    EVENTS = (Roll, Enter, Move)

    def corner(self, seat: int) -> int:
        """Where a seat's yard is: two players sit opposite each other."""
        return seat * 2 if self.players == 2 else seat

    def start(self) -> Position:
        return Position(0, ((0,) * PAWNS,) * self.players)

    def awaited(self, position: Position) -> Awaited:
        if self.outcome(position):
            return Awaited("nothing")
        return Awaited("roll", position.turn, 1) if position.rolled is None else Awaited("action", position.turn)

    def square(self, seat: int, steps: int) -> tuple[int, int]:
        return WAYS[self.corner(seat)][steps - 1]

    def hit(self, position: Position, steps: int) -> tuple[int, int] | None:
        """Whose pawn, after how many steps, one of the seat on turn would capture where it takes so many."""
        if steps > TRACK:
            return None
        there = self.square(position.turn, steps)
        standing = ((seat, one) for seat, own in enumerate(position.pawns) if seat != position.turn for one in own)
        return next(
            ((seat, one) for seat, one in standing if 0 < one <= TRACK and self.square(seat, one) == there), None
        )

    def fault(self, position: Position, steps: int) -> BrokenClause | None:
        """What keeps a pawn that has taken so many steps from its move; whether it has to capture is not looked at."""
        own, number, seat = position.pawns[position.turn], position.rolled or 0, position.turn
        if not steps:
            if number != 6:
                return breach("LU-3.1", "no_six", player=seat, number=number)
            return breach("LU-3.1", "taken", player=seat) if 1 in own else None
        end = steps + number
        if end > LAST:
            return breach("LU-3.5", "beyond", player=seat, number=number, left=LAST - steps)
        if end in own:
            return breach("LU-3.3", "own", player=seat, place=self.named(seat, end))
        if any(max(steps, TRACK) < other < end for other in own):
            return breach("LU-3.5", "jump", player=seat)
        return None

    def ways(self, position: Position) -> list[tuple[int, int]]:
        """The pawns that can move, by the steps they have taken, each with those that it has taken then."""
        number, own = position.rolled, sorted(set(position.pawns[position.turn]))
        found = [(one, one + number if one else 1) for one in own if number and not self.fault(position, one)]
        hits = [way for way in found if self.hit(position, way[1])]
        return hits if hits and self.rule_value("must_capture") else found

    def event(self, seat: int, steps: int, end: int) -> Any:
        return Move(self.square(seat, steps), self.square(seat, end)) if steps else Enter()

    def actions(self, position: Position) -> list[Any]:
        if position.rolled is None or self.outcome(position):
            return []
        return [self.event(position.turn, *way) for way in self.ways(position)]

    def steps(self, position: Position, event: Any) -> int | None:
        """The steps that the pawn of an event has taken; None: the seat on turn has no such pawn."""
        own = position.pawns[position.turn]
        if isinstance(event, Enter):
            return 0 if 0 in own else None
        return next((one for one in own if one and self.square(position.turn, one) == event.start), None)

    def broken(self, position: Position, event: Any) -> Iterator[BrokenClause]:
        if isinstance(event, Roll):
            return
        seat, steps = position.turn, self.steps(position, event)
        if steps is None:
            clause = "LU-3.1" if isinstance(event, Enter) else "LU-3.2"
            yield breach(clause, "none", player=seat)
        elif fault := self.fault(position, steps):
            yield fault
        else:
            end = steps + (position.rolled or 0) if steps else 1
            if event != self.event(seat, steps, end):
                yield breach("LU-3.2", "distance", number=position.rolled or 0, place=self.named(seat, end))
            elif (steps, end) not in self.ways(position):
                yield breach("LU-3.4", "has_to", player=seat)

    def after(self, position: Position, event: Any) -> Position:
        seat, pawns = position.turn, position.pawns
        if isinstance(event, Roll):
            number = event.faces[0]
            sixes = position.sixes + 1 if number == 6 else 0
            ended = sixes == SIXES and self.rule_value("third_six")
            rolled = Position(seat, pawns, number, position.tries, sixes)
            if not ended and self.ways(rolled):
                return rolled
            tries = position.tries + 1 if self.rule_value("three_rolls") and not any(pawns[seat]) else TRIES
            if not ended and (number == 6 or tries < TRIES):
                return Position(seat, pawns, None, position.tries if number == 6 else tries, sixes)
            return Position(self.next_seat(seat), pawns)
        steps = self.steps(position, event)
        assert steps is not None and position.rolled
        end = steps + position.rolled if steps else 1
        hit = self.hit(position, end)
        moved = [list(own) for own in pawns]
        moved[seat][moved[seat].index(steps)] = end
        if hit:
            moved[hit[0]][moved[hit[0]].index(hit[1])] = 0
        pawns = tuple(tuple(sorted(own)) for own in moved)
        if position.rolled == 6 or min(pawns[seat]) > TRACK:
            return Position(seat, pawns, sixes=position.sixes)
        return Position(self.next_seat(seat), pawns)

    def consequences(self, before: Position, event: Any, after: Position) -> Iterable[str]:
        if isinstance(event, Roll):
            if after.rolled is None:
                yield "LU-2.2" if event.faces[0] == 6 else "LU-2.3" if after.turn == before.turn else "LU-3.6"
            return
        steps = self.steps(before, event)
        end = 1 if not steps else steps + (before.rolled or 0)
        if self.hit(before, end):
            yield "LU-3.4"
        if end > TRACK:
            yield "LU-3.5"
        if before.rolled == 6 and not self.outcome(after):
            yield "LU-2.2"

    def forfeited(self, before: Position, event: Any, after: Position) -> bool:
        return isinstance(event, Roll) and after.turn != before.turn

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(map(sum, position.pawns))

    def outcome(self, position: Position) -> Outcome | None:
        if all(min(own) <= TRACK for own in position.pawns):
            return None
        return self.ended("won", "LU-4.1", self.scores(position))

    def check(self, position: Position) -> None:
        if [len(own) for own in position.pawns] != [PAWNS] * self.players or max(map(max, position.pawns)) > LAST:
            raise MalformedError("pawns", f"{self.players} players have {PAWNS} pawns each, of 0 to {LAST} steps")
        squares = [self.square(seat, one) for seat, own in enumerate(position.pawns) for one in own if one]
        if len(set(squares)) < len(squares):
            raise MalformedError("pawns", "two pawns stand on one square")
        if sum(min(own) > TRACK for own in position.pawns) > 1 or any(
            list(own) != sorted(own) for own in position.pawns
        ):
            raise MalformedError("pawns", "the steps of pawns are sorted, and one player at most is home")
        if position.rolled is not None and not self.ways(position):
            raise MalformedError("rolled", "no pawn can move so")

    # ------------------------------------------------------------------------------------------ table

    def dice(self, position: Position) -> Iterable[Heap]:
        return [Heap(1, (position.rolled,))] if position.rolled else []

    def pieces(self, position: Position) -> Mapping[Cell, int]:
        standing = ((seat, one) for seat, own in enumerate(position.pawns) for one in own if one)
        return {Cell("board", *self.square(seat, one)): seat for seat, one in standing}

    def kept(self, position: Position) -> Mapping[str, tuple[int, int]]:
        return {self.yard(seat): (seat, own.count(0)) for seat, own in enumerate(position.pawns)}

    def yard(self, seat: int) -> str:
        return f"yard-{self.corner(seat)}"

    def closed(self) -> frozenset[Cell]:
        return CLOSED

    def usual_colour(self, seat: int) -> Colour | None:
        return self.seed.colours[self.corner(seat)]

    def ends(self, position: Position, event: Any) -> tuple[Cell, Cell] | None:
        if isinstance(event, Enter):
            return Cell(self.yard(position.turn), 0, 0), Cell("board", *self.square(position.turn, 1))
        return super().ends(position, event)

    def trail(self, position: Position, event: Any) -> tuple[Cell, ...]:
        steps = self.steps(position, event) if isinstance(event, Move) else None
        if not steps or not position.rolled:
            return ()
        way = WAYS[self.corner(position.turn)][steps - 1 : steps + position.rolled]
        return tuple(Cell("board", *square) for square in way)

    def moved(self, position: Position, start: Cell, end: Cell | None) -> Any:
        """A pawn in a yard enters; one on the board goes where it is put, or as far as was rolled."""
        if start.grid != "board":
            return Enter() if start.grid == self.yard(position.turn) else None
        square = (start.row, start.col)
        if end is not None:
            return Move(square, (end.row, end.col)) if end.grid == "board" else None
        steps = self.steps(position, Move(square, square))
        return Move(square, self.square(position.turn, min(LAST, (steps or 1) + (position.rolled or 0))))

    def named(self, seat: int, steps: int) -> str:
        return self.place_name(Cell("board", *self.square(seat, steps)))

    def place_name(self, place: Cell | str) -> str:
        """Squares of the track by the numbers that are printed on them."""
        if isinstance(place, Cell) and place.grid == "board":
            square = (place.row, place.col)
            if square in WHOLE:
                return f"square {WHOLE.index(square) + 1}"
            for seat in range(self.players):
                if square in (lane := WAYS[self.corner(seat)][TRACK:]):
                    return f"lane square {lane.index(square) + 1} of {self.seat_name(seat)}"
            return "a square beside the track"
        yard = place.grid if isinstance(place, Cell) else place
        owner = next((seat for seat in range(self.players) if self.yard(seat) == yard), None)
        return "an unused yard" if owner is None else f"the yard of {self.seat_name(owner)}"
