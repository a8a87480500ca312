"""Replays a recorded match moment by moment: how the table lay, what happened, what it was worth. No screen in it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.match import ScoreSheet, StandingEvent, score_sheet, step_text
from companion.record import corrections_text
from companion.referee.matching import SeatedGame
from companion.rules import Game, Outcome
from companion.table import Cell, Layout
from companion.text import say
from ui.history.archive import ArchivedMatch
from ui.history.texts import clock_time, confidence_text, full_name, seat_names, source_text


class Replay:
    """The events that stand, between the moments 0 (the start) and `length`. Immutable."""

    def __init__(self, kept: ArchivedMatch) -> None:
        self.summary = kept.summary
        journal = kept.journal
        self.game: Game = journal.game
        self.seated = SeatedGame.of(self.game, kept.summary.colours)
        self.names = seat_names(self.game)
        self.moments: tuple[StandingEvent, ...] = journal.history()
        self.sheet: ScoreSheet = score_sheet(self.game, journal.start, self.moments)
        self.on_the_way = corrections_text(journal)
        """What the players took back and corrected; empty where everything stands as it was told."""
        self._start = journal.start
        self._layout = lru_cache(maxsize=128)(self._laid)

    @property
    def length(self) -> int:
        return len(self.moments)

    def position(self, at: int) -> Any:
        """The position after `at` events."""
        return self.moments[at - 1].after if at else self._start

    def layout(self, at: int) -> Layout:
        """How the table lay, or should have lain, after `at` events."""
        return self._layout(at)

    def changed(self, at: int) -> frozenset[Cell]:
        """The cells on which the event that led to this moment put, took or turned something."""
        if not at:
            return frozenset()
        before, after = self.layout(at - 1).pieces, self.layout(at).pieces
        return frozenset(cell for cell in {*before, *after} if before.get(cell) != after.get(cell))

    def _laid(self, at: int) -> Layout:
        return self.seated.layout(self.position(at))

    def full_name(self, seat: int) -> str:
        """The player with the side that the game's own words speak of: `Anna, Yellow`."""
        return full_name(self.game, seat)

    def text(self, at: int) -> str:
        """What led to a moment, in words."""
        if not at:
            return say("The beginning")
        moment = self.moments[at - 1]
        return step_text(self.game, moment.before, moment.event)

    def origin(self, at: int) -> str:
        """Who said so, how sure that was, and when; empty for the beginning."""
        if not at:
            return ""
        moment = self.moments[at - 1]
        parts = (source_text(moment), confidence_text(moment), clock_time(moment.played.time))
        return ", ".join(part for part in parts if part)

    def outcome(self, at: int) -> Outcome | None:
        """How the game ended, where it had by then."""
        return self.game.outcome(self.position(at))
