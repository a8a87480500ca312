"""Farkle for two to eight players, clause by clause (FK-1.1 to FK-4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from companion.authoring import (
    Awaited,
    BrokenClause,
    Count,
    Faces,
    GameEvent,
    Heap,
    MalformedError,
    Outcome,
    PerSeat,
    Roll,
    Seat,
    SimpleGame,
    breach,
    replaced,
)
from companion.authoring import Position as BasePosition

DICE = 6


class Keep(GameEvent, frozen=True):
    """Sets dice aside and takes up the rest, to roll them again (FK-2.2)."""

    faces: Faces


class Bank(GameEvent, frozen=True):
    """Ends the turn with its points and the most that the dice of the roll score (FK-2.3)."""


class Position(BasePosition, frozen=True):
    """The state of one game."""

    turn: Seat
    totals: PerSeat
    """The points that each seat has banked."""
    points: Count = 0
    """Those of this turn that are not banked yet."""
    aside: Faces = ()
    """The dice that were set aside since all six were last rolled."""
    rolled: Faces = ()
    """The roll from which dice have to be set aside; none: one is awaited."""
    last: Seat | None = None
    """Who reached the target first: with the turn before theirs the game ends."""
    over: bool = False


class Rules(SimpleGame[Position]):
    """The rules for one table."""

    POSITION = Position
    EVENTS = (Roll, Keep, Bank)
    LIFTS = (Keep, Bank)

    def start(self) -> Position:
        return Position(0, (0,) * self.players)

    def awaited(self, position: Position) -> Awaited:
        if position.over:
            return Awaited("nothing")
        if position.rolled:
            return Awaited("action", position.turn)
        return Awaited("roll", position.turn, DICE - len(position.aside))

    def actions(self, position: Position) -> list[Any]:
        if position.over or not position.rolled:
            return []
        banked = [] if any(self.broken(position, Bank())) else [Bank()]
        return banked + [Keep(faces) for faces in choices(position.rolled) if self.worth(faces)]

    def broken(self, position: Position, event: Any) -> Iterator[BrokenClause]:
        if isinstance(event, Keep):
            if Counter(event.faces) - Counter(position.rolled):
                yield breach("FK-2.2", "not_rolled", player=position.turn, rolled=position.rolled)
            elif not self.worth(event.faces):
                yield breach("FK-2.2", "no_points", faces=event.faces)
        elif isinstance(event, Bank):
            points, opening = self._points(position, event), self.rule_value("opening")
            if not position.totals[position.turn] and points < opening:
                yield breach("FK-2.4", "too_few", player=position.turn, points=points, opening=opening)

    def after(self, position: Position, event: Any) -> Position:
        turn, totals = position.turn, position.totals
        if isinstance(event, Roll):
            if self.most(event.faces):
                return Position(turn, totals, position.points, position.aside, event.faces, position.last)
            return self._next(turn, totals, position.last)
        points = self._points(position, event)
        if isinstance(event, Keep):
            aside = tuple(sorted((*position.aside, *event.faces)))
            return Position(turn, totals, points, aside if len(aside) < DICE else (), (), position.last)
        totals = replaced(totals, turn, totals[turn] + points)
        reached = position.last is None and totals[turn] >= self.rule_value("target")
        return self._next(turn, totals, turn if reached else position.last)

    def _next(self, turn: int, totals: tuple[int, ...], last: int | None) -> Position:
        following = self.next_seat(turn)
        return Position(following, totals, last=last, over=following == last)

    def consequences(self, before: Position, event: Any, after: Position) -> Iterable[str]:
        if after.last is not None and before.last is None:
            yield "FK-4.1"

    def forfeited(self, before: Position, event: Any, after: Position) -> bool:
        return isinstance(event, Roll) and not after.rolled

    def scores(self, position: Position) -> tuple[int, ...]:
        return position.totals

    def outcome(self, position: Position) -> Outcome | None:
        return self.most_points_win("FK-4.2", position.totals) if position.over else None

    def terms(self, position: Position, event: Any) -> Mapping[str, Any]:
        if isinstance(event, Roll):
            return {"lost": "" if any(map(self.worth, choices(event.faces))) else "farkle"}
        return {"points": self._points(position, event)}

    def dice(self, position: Position) -> Iterable[Heap]:
        lying = tuple(sorted((*position.aside, *position.rolled)))
        return [Heap(len(lying), lying, spare=DICE - len(lying))] if lying else []

    def check(self, position: Position) -> None:
        if len(position.aside) + len(position.rolled) not in (len(position.aside), DICE) or len(position.aside) >= DICE:
            raise MalformedError("rolled", f"there are {DICE} dice")
        if position.rolled and not self.most(position.rolled):
            raise MalformedError("rolled", "none of these dice scores, and then the turn is over")

    def _points(self, position: Position, event: Any) -> int:
        """The points of the turn once dice have been set aside by an event."""
        own = self.worth(event.faces) if isinstance(event, Keep) else self.most(position.rolled)
        return position.points + own

    def most(self, rolled: Faces) -> int:
        """The most points that dice of a roll score; 0 for a farkle."""
        return max(map(self.worth, choices(rolled)), default=0)

    def worth(self, faces: Faces) -> int:
        """The points of dice that are set aside together; 0 where one of them does not score (FK-3.1 to FK-3.4)."""
        scoring, counts = self.seed.scoring, Counter(faces)
        if self.rule_value("combinations") and len(faces) == DICE:
            if len(counts) == DICE:
                return int(scoring["straight"])
            if sorted(counts.values()) in ([2, 2, 2], [2, 4]):
                return int(scoring["three_pairs"])
        points = 0
        for face, count in counts.items():
            single = int(scoring["single"].get(str(face), 0))
            if count >= 3:
                points += int(scoring["three"][face - 1]) * 2 ** (count - 3)
            elif single:
                points += single * count
            else:
                return 0
        return points


@lru_cache(maxsize=1024)
def choices(rolled: Faces) -> tuple[Faces, ...]:
    """Every way to set dice of a roll aside, dice not told apart, the most dice first."""
    return tuple(dict.fromkeys(faces for count in range(len(rolled), 0, -1) for faces in combinations(rolled, count)))
