"""Backgammon for two players, clause by clause (BG-1.1 to BG-5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from backgammon.points import BAR, CHECKERS, HOME, OFF, START, most, number_for, playable, played, steps
from companion.authoring import (
    Awaited,
    BoardGame,
    BrokenClause,
    Cell,
    Count,
    Faces,
    GameEvent,
    Heap,
    MalformedError,
    Outcome,
    Roll,
    Seat,
    breach,
    nth_cell,
)
from companion.authoring import Position as BasePosition

HIGHEST_CUBE = 64
Point = Annotated[int, Meta(ge=OFF, le=BAR, title="point")]
Counts = Annotated[tuple[Count, ...], Meta(title="counts of checkers")]


class Move(GameEvent, frozen=True):
    """One checker goes on by one number; points as the mover counts them, 25 is the bar and 0 off the board."""

    start: Point
    end: Point


class Lift(GameEvent, frozen=True):
    """Takes up the dice without doubling."""


class Double(GameEvent, frozen=True):
    """Offers to play for twice as much."""


class Answer(GameEvent, frozen=True):
    """Plays on for twice as much and owns the cube, or gives the game up."""

    say: Literal["take", "drop"]


class Position(BasePosition, frozen=True):
    """The state of one game."""

    turn: Seat
    checkers: tuple[Counts, ...]
    stage: Literal["opening", "cube", "offered", "dropped", "roll", "move"]
    dice: Faces = ()
    """The roll that is played; in the opening, the die of the first seat."""
    left: Faces = ()
    """The numbers that are still to be played."""
    cube: Count = 1
    owner: Seat | None = None


class Rules(BoardGame[Position]):
    """The rules for one table."""

    POSITION = Position
    EVENTS = (Roll, Move, Lift, Double, Answer)
    LIFTS = (Lift,)

    def start(self) -> Position:
        return Position(0, (START, START), "opening" if self.rule_value("opening") == "high" else "roll")

    def awaited(self, position: Position) -> Awaited:
        seat, stage = position.turn, position.stage
        if self.outcome(position):
            return Awaited("nothing")
        if stage in ("opening", "roll"):
            return Awaited("roll", seat, 2) if stage == "roll" else Awaited("roll", len(position.dice), 1)
        return Awaited("action", 1 - seat if stage == "offered" else seat)

    def actions(self, position: Position) -> list[Any]:
        if position.stage == "cube":
            return [Lift(), Double()]
        if position.stage == "offered":
            return [Answer("take"), Answer("drop")]
        return [] if self.outcome(position) else [Move(*step) for step in self._playable(position)]

    def _playable(self, position: Position) -> tuple[tuple[int, int], ...]:
        return playable(*self._both(position), position.left)

    def _both(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The checkers of the seat on turn, and of the other."""
        return position.checkers[position.turn], position.checkers[1 - position.turn]

    def broken(self, position: Position, event: Any) -> Iterator[BrokenClause]:
        seat, stage = position.turn, position.stage
        if isinstance(event, Answer):
            if stage != "offered":
                yield breach("BG-4.2", "not_offered")
        elif stage == "offered":
            yield breach("BG-4.2", "offered", player=1 - seat)
        elif isinstance(event, Move):
            yield from self._faults(position, event) if stage == "move" else [breach("BG-2.1", "first", player=seat)]
        elif stage == "move" and not isinstance(event, Roll):
            yield breach("BG-4.1", "rolled", player=seat)

    def _faults(self, position: Position, move: Move) -> Iterator[BrokenClause]:
        (own, foe), seat, left = self._both(position), position.turn, position.left
        start, end, number = move.start, move.end, number_for(left, move.start, move.end)
        if start == OFF or not own[start]:
            yield breach("BG-2.3", "empty", player=seat)
        elif own[BAR] and start != BAR:
            yield breach("BG-3.1", "bar", player=seat)
        elif end == OFF and any(own[HOME + 1 :]):
            yield breach("BG-3.2", "away", player=seat)
        elif number is None:
            yield breach("BG-2.3", "distance", left=left)
        elif end != OFF and foe[25 - end] > 1:
            yield breach("BG-2.4", "blocked", player=1 - seat, count=foe[25 - end])
        elif (start, end) not in steps(own, foe, number):
            yield breach("BG-3.2", "behind", number=number)
        elif (start, end) not in self._playable(position):
            yield breach("BG-2.6" if most(own, foe, left) == 1 else "BG-2.5", "leaves", number=number, player=seat)

    def after(self, position: Position, event: Any) -> Position:
        if isinstance(event, Roll):
            return self._rolled(position, event.faces)
        if isinstance(event, Lift | Double):
            return replace(position, stage="roll" if isinstance(event, Lift) else "offered")
        if isinstance(event, Answer):
            taken = replace(position, stage="roll", cube=2 * position.cube, owner=1 - position.turn)
            return taken if event.say == "take" else replace(position, stage="dropped")
        step = (event.start, event.end)
        number = number_for(position.left, *step)
        assert number is not None
        own, foe, left = played(*self._both(position), position.left, number, step)
        return self._gone_on(replace(position, checkers=(foe, own) if position.turn else (own, foe), left=left))

    def _rolled(self, position: Position, faces: Faces) -> Position:
        dice = (*position.dice, *faces)
        if position.stage == "opening":
            if len(dice) < 2 or dice[0] == dice[1]:
                return replace(position, dice=dice if len(dice) < 2 else ())
            position = replace(position, turn=int(dice[1] > dice[0]))
        pair = tuple(sorted(dice))
        return self._gone_on(replace(position, stage="move", dice=pair, left=pair * 2 if pair[0] == pair[1] else pair))

    def _gone_on(self, position: Position) -> Position:
        """The same turn as long as a number can be played; then the next one."""
        if self._playable(position) or self.outcome(position):
            return position
        other = 1 - position.turn
        free = self.rule_value("cube") and position.owner in (None, other) and position.cube < HIGHEST_CUBE
        return replace(position, turn=other, stage="cube" if free else "roll", dice=(), left=())

    def consequences(self, before: Position, event: Any, after: Position) -> Iterable[str]:
        if isinstance(event, Move):
            if after.checkers[1 - before.turn] != before.checkers[1 - before.turn]:
                yield "BG-2.4"
            if event.start == BAR or event.end == OFF:
                yield "BG-3.1" if event.start == BAR else "BG-3.2"
        elif before.stage == "opening":
            yield "BG-2.2"
        if self.forfeited(before, event, after) or (len(before.left) > 1 and after.turn != before.turn):
            yield "BG-2.5"

    def forfeited(self, before: Position, event: Any, after: Position) -> bool:
        return isinstance(event, Roll) and before.stage == "roll" and after.stage != "move"

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(own[OFF] for own in position.checkers)

    def outcome(self, position: Position) -> Outcome | None:
        winner, beaten = position.turn, position.checkers[1 - position.turn]
        ranking = ((winner,), (1 - winner,))
        if position.stage == "dropped":
            return self.ended("dropped", "BG-4.2", (), ranking, points=position.cube)
        if position.checkers[winner][OFF] < CHECKERS:
            return None
        how, times = ("won", 1) if beaten[OFF] else ("backgammon", 3) if any(beaten[25 - HOME :]) else ("gammon", 2)
        return self.ended(how, "BG-5.1", (), ranking, points=times * position.cube)

    def terms(self, position: Position, event: Any) -> Mapping[str, Any]:
        if not isinstance(event, Move):
            return {"stake": 2 * position.cube}
        return {"start": "the bar" if event.start == BAR else event.start, "end": event.end or "off the board"}

    def check(self, position: Position) -> None:
        sides, stage = position.checkers, position.stage
        for own, foe in (sides, sides[::-1]) if len(sides) == 2 else [((), ())]:
            if len(own) != len(START) or sum(own) != CHECKERS or any(own[p] and foe[-1 - p] for p in range(1, BAR)):
                raise MalformedError("checkers", "two players have 15 each in 26 counts, and no point is shared")
        dice = {"move": 2, "opening": min(1, len(position.dice))}.get(stage, 0)
        if len(position.dice) != dice or not set(position.left) <= set(position.dice if stage == "move" else ()):
            raise MalformedError("dice", f"these are no dice of the stage {stage}")
        if stage == "move" and not self._playable(position) and not self.outcome(position):
            raise MalformedError("left", "none of these numbers can be played")
        if position.cube not in (1, 2, 4, 8, 16, 32, HIGHEST_CUBE):
            raise MalformedError("cube", "no cube shows this")

    # ------------------------------------------------------------------------------------------ table

    def dice(self, position: Position) -> Iterable[Heap]:
        return [Heap(len(position.dice), position.dice, spare=2 - len(position.dice))] if position.dice else []

    def piles(self, position: Position) -> Iterable[tuple[int, tuple[Cell, ...], int]]:
        for seat, own in enumerate(position.checkers):
            yield from ((seat, cells(seat, point), own[point]) for point in range(1, BAR + 1))

    def kept(self, position: Position) -> Mapping[str, tuple[int, int]]:
        return {f"off-{seat}": (seat, own[OFF]) for seat, own in enumerate(position.checkers)}

    def ends(self, position: Position, event: Any) -> tuple[Cell, Cell] | None:
        if not isinstance(event, Move):
            return None
        seat, own = position.turn, position.checkers[position.turn]
        start, end = cells(seat, event.start), cells(seat, event.end)
        return nth_cell(start, own[event.start]), nth_cell(end, own[event.end] + 1)

    def moved(self, position: Position, start: Cell, end: Cell | None) -> Any:
        at, longest = point_of(position.turn, start), max(position.left, default=0)
        to = max(OFF, (at or 0) - longest) if end is None else point_of(position.turn, end)
        return None if at is None or to is None else Move(at, to)

    def place_name(self, place: Cell | str) -> str:
        """Points by the number that each of the two has for them."""
        if isinstance(place, Cell) and place.grid == "board" and place.col != 6:
            point = point_of(0, place) or 0
            return f"point {point} of {self.seat_name(0)}, {25 - point} of {self.seat_name(1)}"
        bar, grid = isinstance(place, Cell) and place.grid == "board", place.grid if isinstance(place, Cell) else place
        owner = place.row < 6 if bar else grid == "off-1"
        return f"the {'bar' if bar else 'tray'} of {self.seat_name(int(owner))}"


@cache
def cells(seat: int, point: int) -> tuple[Cell, ...]:
    """The cells of a seat's point, from the rim inward; of its bar, from the middle outward; of its tray."""
    if point == OFF:
        return tuple(Cell(f"off-{seat}", row, col) for row in range(8) for col in range(2))
    if point == BAR:
        return tuple(Cell("board", 5 - n if seat else 6 + n, 6) for n in range(6))
    place = 24 - point if seat else point - 1
    across = place % 12 if place >= 12 else 11 - place
    return tuple(Cell("board", n if place >= 12 else 11 - n, across + (across > 5)) for n in range(6))


def point_of(seat: int, cell: Cell) -> int | None:
    """The point of a cell, as a seat counts; None: of the other's bar and tray."""
    return next((point for point in range(BAR + 1) if cell in cells(seat, point)), None)
