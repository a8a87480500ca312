"""Base of the sentences of every game: the seed in the language in use, and templates filled in."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from companion.rules.vocabulary import BrokenClause, E, P, Param
from companion.text import SeatWords, localized, say, upper
from seeds import Seed

S = TypeVar("S", bound=Seed)


class GameWords(SeatWords, Generic[S, P, E]):
    """The sentences of one game at one table. Seats are numbered, where a game has no other word for them."""

    def __init__(self, seed: S) -> None:
        self._english = seed

    @property
    def _seed(self) -> S:
        """In the language in use."""
        return localized(self._english)

    def seat_word(self, seat: int) -> str:
        return upper(self.within(seat))

    def within(self, seat: int) -> str:
        return say("player {number}", number=seat + 1)

    @abstractmethod
    def kind_of(self, event: E) -> str:
        """The heading under which an event is listed."""

    @abstractmethod
    def event(self, position: P, event: E) -> str:
        """The event as a line; `position` is the one before it."""

    def broken(self, broken: BrokenClause) -> str:
        """Why an event is illegal, in one sentence."""
        template = self._seed.clause(broken.clause).faults[broken.fault]
        return template.format(**self._terms(dict(broken.params)))

    @abstractmethod
    def _terms(self, params: dict[str, Param]) -> dict[str, str]:
        """The words that a template may use, made from the parameters of a ruling or an ending."""
