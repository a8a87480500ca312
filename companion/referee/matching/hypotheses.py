"""Keeps hypotheses from view to view while table and game disagree: events since they agreed, and earlier misreads."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.evidence import Evidence
from companion.match import Journal
from companion.referee.matching.explanations import (
    Answer,
    Desync,
    Explanation,
    Hypothesis,
    InProgress,
    SeatedGame,
    still_spent,
)
from companion.referee.matching.misread_repair import Suspicion, as_choice, repairs
from companion.table import Colour


class Hypotheses:
    """Keeps the hypotheses of one match. They are dropped where something is played, corrected or taken back, and where
    all agrees."""

    def __init__(self) -> None:
        self.happened: tuple[Hypothesis, ...] = ()
        """What may have happened since table and game agreed."""
        self.misread: tuple[Explanation, ...] = ()
        """What may have been misread before that, as choices for the players."""
        self._suspicions: list[Suspicion] = []

    def forget(self) -> None:
        self.happened, self.misread, self._suspicions = (), (), []

    def update(self, answer: Answer) -> None:
        """Replaces the hypotheses by those that the newest view leaves possible."""
        if isinstance(answer, Desync | InProgress) and answer.hypotheses:
            self.happened = answer.hypotheses

    def thrown_again(self, thrown: Collection[Colour | None]) -> None:
        """Dice of these colours that have told what may have happened may tell another roll."""
        self.happened = _unspent(self.happened, thrown)
        self._suspicions = [one._replace(hypotheses=_unspent(one.hypotheses, thrown)) for one in self._suspicions]

    def find_misreads(self, seated: SeatedGame, journal: Journal, seen: Evidence) -> bool:
        """Look for what may have been misread: a die that was misread looks like one that was turned. Whether there is
        something else to be offered than before."""
        before = self.misread
        found, self._suspicions = repairs(seated, journal, seen, self._suspicions)
        self.misread = tuple(map(as_choice, found))
        return bool(self.misread) and self.misread != before


def _unspent(hypotheses: Sequence[Hypothesis], thrown: Collection[Colour | None]) -> tuple[Hypothesis, ...]:
    """Returns copies with the dice that were thrown no longer marked as spent."""
    return tuple(one._replace(spent=still_spent(one.spent, thrown)) for one in hypotheses)
