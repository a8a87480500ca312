"""Yahtzee for one to eight players, clause by clause (YZ-2.1 to YZ-5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Literal, get_args

from companion.authoring import (
    Awaited,
    BrokenClause,
    Count,
    EachSeat,
    Faces,
    Gain,
    GameEvent,
    Heap,
    MalformedError,
    Outcome,
    Roll,
    Seat,
    SimpleGame,
    breach,
    replace,
    replaced,
)
from companion.authoring import Position as BasePosition

DICE, ROLLS = 5, 3
Upper = Literal["ones", "twos", "threes", "fours", "fives", "sixes"]
Box = Literal[Upper, "three-alike", "four-alike", "full-house", "small-straight", "large-straight", "yahtzee", "chance"]
UPPER, BOXES = get_args(Upper), get_args(Box)
BONUSES = {"upper-bonus": "YZ-4.1", "yahtzee-bonus": "YZ-4.2"}
LINES = (*BOXES, *BONUSES)
"""Of a score sheet."""


class Keep(GameEvent, frozen=True):
    """Leaves these dice as they lie and takes up the others, to roll them again (YZ-2.2)."""

    faces: Faces


class Fill(GameEvent, frozen=True):
    """Fills a box and ends the turn (YZ-2.3)."""

    box: Box


class Position(BasePosition, frozen=True):
    """The state of one game."""

    turn: Seat
    sheets: EachSeat[tuple[Count | None, ...]]
    """The points in each line of each seat's score sheet; None: the box is empty."""
    rolls: Count = 0
    """How often dice were rolled in this turn."""
    lying: Faces = ()
    """What was rolled, or those that were kept of it while the others are in the hand."""

    def filled(self, box: str) -> int | None:
        """The points in a box of whose turn it is."""
        return self.sheets[self.turn][LINES.index(box)]


class Rules(SimpleGame[Position]):
    """The rules for one table."""

    POSITION = Position
    EVENTS = (Roll, Keep, Fill)
    LIFTS = (Keep,)

    def start(self) -> Position:
        return Position(0, ((*(None,) * len(BOXES), 0, 0),) * self.players)

    def awaited(self, position: Position) -> Awaited:
        if all(None not in sheet for sheet in position.sheets):
            return Awaited("nothing")
        if len(position.lying) == DICE:
            return Awaited("action", position.turn)
        return Awaited("roll", position.turn, DICE - len(position.lying))

    def actions(self, position: Position) -> list[Any]:
        if self.awaited(position).need != "action":
            return []
        numbers = reversed(range(DICE)) if position.rolls < ROLLS else ()
        kept = dict.fromkeys(faces for number in numbers for faces in combinations(position.lying, number))
        filled = [Fill(box) for box in BOXES if not any(self.broken(position, Fill(box)))]
        return [*map(Keep, kept), *filled]

    def broken(self, position: Position, event: Any) -> Iterator[BrokenClause]:
        turn, lying = position.turn, position.lying
        if isinstance(event, Keep):
            if position.rolls == ROLLS:
                yield breach("YZ-2.2", "three_rolls", player=turn)
            if Counter(event.faces) - Counter(lying):
                yield breach("YZ-2.2", "not_rolled", player=turn, rolled=lying)
            elif len(event.faces) == DICE:
                yield breach("YZ-2.2", "nothing_left", player=turn)
        elif isinstance(event, Fill):
            upper = UPPER[lying[0] - 1]
            if position.filled(event.box) is not None:
                yield breach("YZ-2.3", "full", player=turn, box=event.box)
            elif self.rule_value("joker") == "forced" and self._is_further(position) and event.box != upper:
                if position.filled(upper) is None:
                    yield breach("YZ-4.3", "upper_first", player=turn, box=upper)
                elif event.box in UPPER and None in position.sheets[turn][len(UPPER) :]:
                    yield breach("YZ-4.3", "lower_first", player=turn)

    def after(self, position: Position, event: Any) -> Position:
        if isinstance(event, Roll):
            return replace(position, rolls=position.rolls + 1, lying=tuple(sorted((*position.lying, *event.faces))))
        if isinstance(event, Keep):
            return replace(position, lying=event.faces)
        turn, scoring = position.turn, self.seed.scoring
        sheet = dict(zip(LINES, position.sheets[turn], strict=True))
        if self._is_further(position) and sheet["yahtzee"]:
            sheet["yahtzee-bonus"] += scoring["yahtzee-bonus"]
        sheet[event.box] = self.points(position, event.box)
        if sum(sheet[box] or 0 for box in UPPER) >= scoring["upper-least"]:
            sheet["upper-bonus"] = scoring["upper-bonus"]
        return Position(self.next_seat(turn), replaced(position.sheets, turn, tuple(sheet.values())))

    def consequences(self, before: Position, event: Any, after: Position) -> Iterable[str]:
        if isinstance(event, Fill):
            fixed, changed = event.box in self.seed.scoring, self._changed(before, after)
            yield "YZ-3.1" if event.box in UPPER else "YZ-3.3" if fixed else "YZ-3.2"
            if fixed and self._is_joker(before):
                yield "YZ-4.3"
            yield from (clause for line, clause in BONUSES.items() if line in changed)

    def _gains(self, before: Position, event: Any, after: Position) -> Iterable[Gain]:
        changed = self._changed(before, after)
        return [Gain(before.turn, self.word(line), points) for line, points in changed.items()]

    def _changed(self, before: Position, after: Position) -> dict[str, int]:
        """What came to each line of the sheet of whose turn it was."""
        lines = zip(LINES, before.sheets[before.turn], after.sheets[before.turn], strict=True)
        return {line: now - (was or 0) for line, was, now in lines if now is not None and now != was}

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(sum(filter(None, sheet)) for sheet in position.sheets)

    def outcome(self, position: Position) -> Outcome | None:
        ended = self.awaited(position).need == "nothing"
        return self.most_points_win("YZ-5.1", self.scores(position)) if ended else None

    def terms(self, position: Position, event: Any) -> Mapping[str, Any]:
        return {"points": self.points(position, event.box)} if isinstance(event, Fill) else {}

    def dice(self, position: Position) -> Iterable[Heap]:
        count = len(position.lying)
        return [Heap(count, position.lying, spare=DICE - count)] if count else []

    def check(self, position: Position) -> None:
        for seat, sheet in enumerate(position.sheets):
            if len(sheet) != len(LINES) or None in sheet[len(BOXES) :]:
                raise MalformedError(f"sheets[{seat}]", f"a sheet has {len(LINES)} lines, the last two of them full")
        if position.rolls > ROLLS or len(position.lying) > (DICE if position.rolls else 0):
            raise MalformedError("lying", f"{DICE} dice are rolled, up to {ROLLS} times")

    def points(self, position: Position, box: str) -> int:
        """What a box gets for the dice that lie there (YZ-3.1 to YZ-3.3, YZ-4.3)."""
        lying, joker = position.lying, self._is_joker(position)
        if box in UPPER:
            face = UPPER.index(box) + 1
            return face * lying.count(face)
        alike = sorted(Counter(lying).values()) or [0]
        fits = {
            "three-alike": alike[-1] >= 3,
            "four-alike": alike[-1] >= 4,
            "full-house": joker or alike == [2, 3],
            "small-straight": joker or any(set(lying) >= {face, face + 1, face + 2, face + 3} for face in (1, 2, 3)),
            "large-straight": joker or lying in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)),
            "yahtzee": alike == [5],
            "chance": True,
        }
        return int(self.seed.scoring.get(box, sum(lying))) if fits[box] else 0

    def _is_further(self, position: Position) -> bool:
        """Whether five dice show the same, and the box for that is full already (YZ-4.2, YZ-4.3)."""
        alike = len(set(position.lying)) == 1 and position.filled("yahtzee") is not None
        return alike and self.rule_value("joker") != "none"

    def _is_joker(self, position: Position) -> bool:
        return self._is_further(position) and position.filled(UPPER[position.lying[0] - 1]) is not None
