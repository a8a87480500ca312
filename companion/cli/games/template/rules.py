"""Dice Duel, clause by clause (DD-1.1 to DD-3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.authoring import (
    Awaited,
    BrokenClause,
    Count,
    Faces,
    GameEvent,
    Heap,
    Outcome,
    PerSeat,
    Roll,
    Seat,
    SimpleGame,
    breach,
)
from companion.authoring import Position as BasePosition

DICE = 2


class Again(GameEvent, frozen=True):
    """Takes both dice up, to roll them once more (DD-2.2)."""


class Keep(GameEvent, frozen=True):
    """Keeps the roll and ends the turn (DD-2.3)."""


class Position(BasePosition, frozen=True):
    """The state of one game."""

    turn: Seat
    points: PerSeat
    round: Count = 1
    rolled: Faces = ()
    """The roll to be kept or rolled again; none: one is awaited."""
    again: bool = False
    """Whether this turn's second roll has been asked for."""


class Rules(SimpleGame[Position]):
    """The rules for one table."""

    POSITION = Position
    EVENTS = (Roll, Again, Keep)
    LIFTS = (Again, Keep)  # both only take dice up: which it was, the next roll tells

    def start(self) -> Position:
        return Position(0, (0,) * self.players)

    def awaited(self, position: Position) -> Awaited:
        if position.round > self.rule_value("rounds"):
            return Awaited("nothing")
        return Awaited("action", position.turn) if position.rolled else Awaited("roll", position.turn, DICE)

    def actions(self, position: Position) -> list[Any]:
        if not position.rolled or self.outcome(position) is not None:
            return []
        return [Keep()] if position.again else [Again(), Keep()]

    def broken(self, position: Position, event: Any) -> Iterable[BrokenClause]:
        if isinstance(event, Again) and position.again:
            yield breach("DD-2.2", "twice", player=position.turn)

    def after(self, position: Position, event: Any) -> Position:
        turn, points = position.turn, position.points
        if isinstance(event, Roll):
            return Position(turn, points, position.round, event.faces, position.again)
        if isinstance(event, Again):
            return Position(turn, points, position.round, (), True)
        points = (*points[:turn], points[turn] + sum(position.rolled), *points[turn + 1 :])
        following = self.next_seat(turn)
        return Position(following, points, position.round + (following == 0))

    def scores(self, position: Position) -> tuple[int, ...]:
        return position.points

    def outcome(self, position: Position) -> Outcome | None:
        if position.round <= self.rule_value("rounds"):
            return None
        best = max(position.points)
        how = "won" if position.points.count(best) == 1 else "level"
        return self.ended(how, "DD-3.1", position.points, points=best)

    def terms(self, position: Position, event: Any) -> Mapping[str, Any]:
        return {"points": sum(position.rolled)}

    def dice(self, position: Position) -> Iterable[Heap]:
        return [Heap(DICE, position.rolled)] if position.rolled else []
