"""Several games between the same people: first to N wins, or best of N, with seats that move on after each game.

A match knows people by number, 0 for whoever sits at seat 0 in the first game. After each game, drawn or not,
everybody moves on by one seat: two players swap sides, partners stay partners, and the right to begin goes round
(AVA-7.1). A game is won by the side that alone is ranked first; otherwise it is drawn and nobody's win.

First to N ends when a side has won N games, however many are drawn. Best of N ends when nobody can catch up with the
leader any more; where it ends level it is drawn, or, with a playoff, goes on game by game until one side leads alone.
"""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from companion.rules import MalformedError, Outcome, Rules, shown
from companion.text import say

__all__ = ["MOST_GAMES", "Match", "Played", "Result"]

MOST_GAMES = 999
"""A longer match is taken for a slip of the finger."""

Kind = Literal["first_to", "best_of"]


class Played(msgspec.Struct, frozen=True):
    """One finished game."""

    outcome: Outcome
    winner: int | None
    """The side that won; None for a drawn game."""
    playoff: bool = False


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    winner: int | None
    """The side that won; None for a drawn match."""
    how: str
    """One sentence for the players."""


class Match(msgspec.Struct, frozen=True):
    """The state of a match. Immutable: `after` gives the one after another game."""

    kind: Kind
    games: int
    """How many wins decide a match of the kind first_to; how many games one of the kind best_of has."""
    sides: tuple[tuple[int, ...], ...]
    """The people who play together, by number; the side's place here is its number."""
    playoff: bool = False
    """Whether a best_of that ends level goes on, game by game, until one side leads alone."""
    played: tuple[Played, ...] = ()

    def __post_init__(self) -> None:
        """Raises MalformedError for a match that cannot be."""
        if self.kind not in ("first_to", "best_of"):
            raise MalformedError("match.kind", f"{shown(self.kind)} is no kind of match (first_to, best_of)")
        if type(self.games) is not int or not 1 <= self.games <= MOST_GAMES:
            raise MalformedError("match.games", f"{shown(self.games)} is no number of games from 1 to {MOST_GAMES}")
        people = sorted(person for side in self.sides for person in side)
        if len(self.sides) < 2 or not all(self.sides) or people != list(range(len(people))):
            raise MalformedError("match.sides", "every person has to be on one of at least two sides")
        moved = {frozenset((person + 1) % len(people) for person in side) for side in self.sides}
        if moved != set(map(frozenset, self.sides)):
            raise MalformedError("match.sides", "partners have to stay partners when everybody moves on by one seat")

    @classmethod
    def of(cls, game: Rules, games: int, kind: Kind | None = None, playoff: bool = False) -> Match:
        """A match at the table of `game`; without a `kind` the game's house rule `match` decides."""
        agreed = game.options.get("match", "first_to") if kind is None else kind
        return cls(cast(Kind, agreed), games, game.sides, playoff)

    @property
    def people(self) -> int:
        return sum(map(len, self.sides))

    def person_at(self, seat: int) -> int:
        """Who sits at a seat in the game to come (or, once the match is decided, would)."""
        return (seat - len(self.played)) % self.people

    def seat_of(self, person: int) -> int:
        """Where somebody sits in the game to come."""
        return (person + len(self.played)) % self.people

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won by each side; playoffs included."""
        return tuple(sum(game.winner == side for game in self.played) for side in range(len(self.sides)))

    @property
    def in_playoff(self) -> bool:
        """Whether the game to come is a playoff: all games of a best_of are played, and it is level."""
        return self.kind == "best_of" and self.playoff and len(self.played) >= self.games and self.result is None

    @property
    def result(self) -> Result | None:
        """None while the match goes on."""
        wins = self.wins
        ranked = sorted(wins, reverse=True)
        leader = wins.index(ranked[0])
        score = ":".join(map(str, wins))
        if self.kind == "first_to":
            how = say("First to {games}: {score}.", games=self.games, score=score)
            return Result(leader, how) if ranked[0] >= self.games else None
        ahead, left = ranked[0] - ranked[1], max(self.games - len(self.played), 0)
        if ahead > left:
            if any(game.playoff for game in self.played):
                how = say("Best of {games} after a playoff: {score}.", games=self.games, score=score)
            else:
                how = say("Best of {games}: {score}.", games=self.games, score=score)
            return Result(leader, how)
        if left or self.playoff:
            return None
        return Result(None, say("Best of {games}: {score}, the match is drawn.", games=self.games, score=score))

    def after(self, outcome: Outcome) -> Match:
        """The match after one more game.

        Raises MalformedError when it is decided, or for an outcome of another table.
        """
        if self.result is not None:
            raise MalformedError("match", f"it is decided: {self.result.how}")
        if sorted(seat for group in outcome.ranking for seat in group) != list(range(self.people)):
            raise MalformedError("match", f"the outcome does not rank the {self.people} seats of this table")
        first = {self.person_at(seat) for seat in outcome.ranking[0]}
        winner = next((number for number, side in enumerate(self.sides) if first <= set(side)), None)
        played = Played(outcome, winner, self.in_playoff)
        return msgspec.structs.replace(self, played=(*self.played, played))
