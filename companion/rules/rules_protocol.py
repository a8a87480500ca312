"""The protocol of a game's rules: what is legal, and what an event leads to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, Protocol, TypeAlias

from companion.rules.vocabulary import Awaited, DrawCounter, E, Gain, Odds, Outcome, P, Ruling
from companion.table import Face


class RulesOf(Protocol[P, E]):
    """What one game at one table allows, with its number of players and house rules; stateless, every position is
    handed in."""

    id: str
    players: int

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together, in the order of their first seats: each alone where there are no teams."""

    @property
    def options(self) -> Mapping[str, object]:
        """The house rules that differ from the default."""

    @property
    def die_faces(self) -> tuple[Face, ...]:
        """What each die of a roll that `Awaited.dice` counts can show."""

    @property
    def in_force(self) -> Mapping[str, object]:
        """Every house rule with its value."""

    @abstractmethod
    def start(self) -> P:
        """The first position."""

    @abstractmethod
    def awaited(self, position: P) -> Awaited:
        """What the position needs next."""

    @abstractmethod
    def actions(self, position: P) -> list[E]:
        """Every legal action, identical dice not told apart, in a stable order; empty unless an action is awaited."""

    def rule(self, position: P, event: E) -> Ruling:
        """Legal, or every clause that the event breaks."""

    def apply(self, position: P, event: E) -> P:
        """The position after the event. Raises IllegalEvent, with the ruling, where the position does not allow it."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """None while the game goes on."""

    @abstractmethod
    def chances(self, position: P) -> list[tuple[E, Fraction]]:
        """Every outcome of the chance awaited with its exact probability; empty when none is awaited."""

    @abstractmethod
    def drawn(self, position: P, lot: Random) -> E:
        """One outcome of the chance awaited, drawn by lot at its exact odds."""

    @abstractmethod
    def clause_of(self, position: P, event: E) -> str:
        """The id of the clause that allows the event; `position` is the one before it."""

    @abstractmethod
    def scores(self, position: P) -> tuple[int, ...]:
        """What each seat has to show so far, in the game's own measure: more is better."""

    def gains(self, before: P, event: E, after: P) -> tuple[Gain, ...]:
        """What a legal event changed in the scores, and for what; for each seat it comes to the difference of
        `scores`."""

    def forfeited(self, before: P, event: E, after: P) -> bool:
        """Whether a legal event cost a turn, because what was rolled allowed nothing."""

    def draw_counter(self, position: P) -> DrawCounter | None:
        """How near the game is to an end for want of progress; None where no game ends so."""

    def odds(self, position: P) -> Odds | None:
        """What hangs on what is awaited, where that can be reckoned; None elsewhere."""


Rules: TypeAlias = RulesOf[Any, Any]
"""For callers that hand positions and events through without looking inside."""
