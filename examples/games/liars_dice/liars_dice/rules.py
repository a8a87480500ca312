"""Liar's Dice for two to six players, clause by clause (LD-2.1 to LD-4.2).

What lies under the cups nobody knows before they are lifted, and then only the number of dice matters that count for
the bid: this is what the event says, so that thirty dice have no more than 31 outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from companion.authoring import (
    Awaited,
    BrokenClause,
    Chance,
    Count,
    Face,
    GameEvent,
    MalformedError,
    Outcome,
    PerSeat,
    Seat,
    SimpleGame,
    breach,
    hit_outcomes,
    replace,
    replaced,
)
from companion.authoring import Position as BasePosition

DICE, FACES = 5, (1, 2, 3, 4, 5, 6)


class Bid(GameEvent, frozen=True):
    """Says that all dice show a face at least so many times (LD-2.1)."""

    count: Count
    face: Face


class Doubt(GameEvent, frozen=True):
    """Does not believe the bid (LD-2.3)."""


class Exact(GameEvent, frozen=True):
    """Believes that just as many dice count as were bid (LD-2.4)."""


class Lift(Chance, frozen=True):
    """All cups are lifted, and so many dice count for the bid (LD-3.1)."""

    hits: Count


class Position(BasePosition, frozen=True):
    """The state of one game."""

    turn: Seat
    dice: PerSeat
    """How many dice each seat has left."""
    bid: Bid | None = None
    """The newest of the round."""
    bidder: Seat | None = None
    called: Literal["doubt", "exact"] | None = None
    """For what the cups are being lifted."""
    out: tuple[Seat, ...] = ()
    """Who has no dice left, in order."""


class Rules(SimpleGame[Position]):
    """The rules for one table."""

    POSITION = Position
    EVENTS = (Bid, Doubt, Exact, Lift)
    LIFTS = (Bid, Doubt, Exact)

    def start(self) -> Position:
        return Position(0, (DICE,) * self.players)

    def awaited(self, position: Position) -> Awaited:
        if len(position.out) == self.players - 1:
            return Awaited("nothing")
        if position.called is not None:
            return Awaited("roll", position.turn, sum(position.dice))
        return Awaited("action", position.turn)

    def actions(self, position: Position) -> list[Any]:
        if self.awaited(position).need != "action":
            return []
        bids = [Bid(count, face) for count in range(1, sum(position.dice) + 1) for face in FACES]
        return [one for one in (*bids, Doubt(), Exact()) if not any(self.broken(position, one))]

    def broken(self, position: Position, event: Any) -> Iterator[BrokenClause]:
        in_play, last = sum(position.dice), position.bid
        if isinstance(event, Lift):
            if event.hits > in_play:
                yield breach("LD-3.1", "too_many", hits=event.hits, dice=in_play)
        elif isinstance(event, Bid):
            if event.count == 0:
                yield breach("LD-2.1", "no_dice")
            if event.count > in_play:
                yield breach("LD-2.1", "too_many", count=event.count, dice=in_play)
            if last is not None and (event.count, event.face) <= (last.count, last.face):
                bids = {"count": event.count, "face": event.face, "than_count": last.count, "than_face": last.face}
                yield breach("LD-2.2", "too_low", **bids)
        elif isinstance(event, Exact) and not self.rule_value("exact"):
            yield breach("LD-2.4", "not_played", player=position.turn)
        elif last is None:
            yield breach(self.clause_of(position, event), "no_bid", player=position.turn)

    def after(self, position: Position, event: Any) -> Position:
        turn, out = position.turn, position.out
        if isinstance(event, Bid):
            return replace(position, turn=self.next_seat(turn, out), bid=event, bidder=turn)
        if not isinstance(event, Lift):
            return replace(position, called="doubt" if isinstance(event, Doubt) else "exact")
        seat, left = self._decided(position, event)
        out = out if left else (*out, seat)
        turn = seat if left else self.next_seat(seat, out)
        return Position(turn, replaced(position.dice, seat, left), out=out)

    def _decided(self, position: Position, event: Lift) -> tuple[int, int]:
        """Whose dice the lifted cups change, and how many they have then (LD-3.2, LD-3.3)."""
        bid, bidder, turn = position.bid, position.bidder, position.turn
        assert bid is not None and bidder is not None
        if position.called == "exact" and event.hits == bid.count:
            return turn, min(position.dice[turn] + 1, DICE)
        loser = bidder if position.called == "doubt" and event.hits < bid.count else turn
        return loser, position.dice[loser] - 1

    def consequences(self, before: Position, event: Any, after: Position) -> Iterable[str]:
        if isinstance(event, Bid) and before.bid is not None:
            yield "LD-2.2"
        elif isinstance(event, Lift):
            yield "LD-3.2" if before.called == "doubt" else "LD-3.3"
            yield from () if self.outcome(after) else ("LD-4.1",)

    def roll_of(self, position: Position, faces: tuple[int, ...]) -> Lift:
        return Lift(sum(face in self._counting(position) for face in faces))

    def chances(self, position: Position) -> list[tuple[Any, Fraction]]:
        dice = self.awaited(position).dice
        return [(Lift(hits), odds) for hits, odds in hit_outcomes(dice, len(self._counting(position)))] if dice else []

    def _counting(self, position: Position) -> set[int]:
        """The faces that count for the bid (LD-3.1)."""
        assert position.bid is not None
        return {position.bid.face, 1} if self.rule_value("wild") else {position.bid.face}

    def scores(self, position: Position) -> tuple[int, ...]:
        return position.dice

    def outcome(self, position: Position) -> Outcome | None:
        if self.awaited(position).need != "nothing":
            return None
        last = self.next_seat(position.out[-1], position.out)
        return self.ended("won", "LD-4.2", (), [(seat,) for seat in (last, *reversed(position.out))])

    def terms(self, position: Position, event: Any) -> Mapping[str, Any]:
        if position.bid is None or position.bidder is None:
            return {}
        if not isinstance(event, Lift):
            return {"bidder_player": position.bidder}
        seat, left = self._decided(position, event)
        change = "loses" if left < position.dice[seat] else "regains" if left > position.dice[seat] else "keeps"
        return {"bid": position.bid.count, "hit_player": seat, "change": change}

    def check(self, position: Position) -> None:
        dice, bid, bidder = position.dice, position.bid, position.bidder
        if max(dice) > DICE or sorted(position.out) != [seat for seat, left in enumerate(dice) if not left]:
            raise MalformedError("dice", f"nobody has more than {DICE} dice, and whoever has none is out")
        if not dice[position.turn] or (bidder is not None and (bidder == position.turn or not dice[bidder])):
            raise MalformedError("turn", "the turn and the bid are those of two players who have dice")
        if (bid is None) != (bidder is None) or (bid is None and position.called):
            raise MalformedError("bid", "a bid has a bidder, and nothing else is called")
        if bid is not None and not 1 <= bid.count <= sum(dice):
            raise MalformedError("bid.count", f"there are {sum(dice)} dice in play")
