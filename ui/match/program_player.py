"""Plays seats of a match for the program: rolls and flips by lot, smacks, and moves chosen by the hints.

Without a camera what it decides is recorded at once, paced so that people can follow. Before a camera hands have to do
it, so that it only says what it wishes, and the match goes on once the table shows it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.referee import MatchTracker, Notice
from companion.referee.matching import Question
from companion.rules import CompanionError, Event, Game, greedy
from ui.core import start_thread
from ui.match.card_pile import CardPile
from ui.match.hint_worker import HINT_ERRORS, hints_by_process
from ui.rolls import LOT

Strength: TypeAlias = Literal["easy", "medium", "hard"]
STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "hard")


class _Play(NamedTuple):
    """How the program plays at one strength."""

    seconds: float
    """How long games are played on from its moves."""
    share: float
    """Of the moves, the best first, among which one is drawn; 0: the best alone."""
    smacks_after: tuple[float, float]
    """Seconds, least and most, after which its hand is on a card."""


PLAYS: dict[str, _Play] = {
    "easy": _Play(0.15, 0.5, (2.0, 4.0)),
    "medium": _Play(0.2, 0.12, (1.2, 2.4)),
    "hard": _Play(2.0, 0.0, (0.6, 1.2)),
}
PAUSE, AFTER_UNDO = 1.6, 5.0
"""Seconds between two events of the program, so that people can read the first; and after something was taken back, so
that they can take back more."""


class ProgramPlayer:
    """The program at the seats that it plays. Only the thread of the match calls `step`."""

    def __init__(
        self, game: Game, strengths: Sequence[str], pile: CardPile, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`strengths`: one of STRENGTHS for each seat that the program plays, empty for a person's; none: people play
        them all."""
        self.strengths: tuple[str, ...] = (*strengths, *("",) * game.players)[: game.players]
        self._game, self._pile, self._clock = game, pile, clock
        self._entries, self._standing = -1, 0
        """How long the journal was, and how many events stood, at the step before."""
        self._since, self._pause = 0.0, PAUSE
        self._luck = 0.0
        """How quick the program's hands are this time, from 0, as quick as they can be, to 1."""
        self._choosing: Any = None
        """The position for which a move is being chosen, or has been."""
        self._choice: Event | None = None
        self._tried = -1
        """How long the journal was when the program acted last."""
        self.wish: Event | None = None
        """What hands should do for the program, before a camera."""

    @property
    def plays(self) -> bool:
        """Whether the program plays any seat."""
        return any(self.strengths)

    def plays_seat(self, seat: int | None) -> bool:
        return seat is not None and bool(self.strengths[seat])

    def let_play(self, seat: int, strength: str) -> None:
        """Play a seat from now on at this strength; empty: a person does."""
        self.strengths = (*self.strengths[:seat], strength, *self.strengths[seat + 1 :])
        self._choosing = self._choice = self.wish = None

    def turn(self, tracker: MatchTracker, sees: bool) -> list[Notice] | None:
        """What comes of `step`, an act that was refused told as a remark; None where nothing has changed."""
        wish = self.wish
        try:
            notices = self.step(tracker, sees)
        except CompanionError as fault:
            self._tried = len(tracker.journal.entries)  # it would be refused again
            notices = [tracker.remark(0.0, str(fault))]
        return notices if notices or wish != self.wish else None

    def step(self, tracker: MatchTracker, sees: bool) -> list[Notice]:
        """Do what is the program's to do now. `sees`: whether a camera looks on. Raises CompanionError."""
        entries = len(tracker.journal.entries)
        if entries != self._entries:
            self._happened(tracker, entries)
        game, position = self._game, tracker.position
        if not self.plays or entries == self._tried:
            return []
        awaited = game.awaited(position)
        if game.outcome(position) is not None:
            return []
        if awaited.need == "smack":
            return [] if sees else self._smack(tracker, entries)
        if not self.plays_seat(awaited.seat):
            return []
        if awaited.need in ("roll", "flip"):
            if sees or not self._due(self._pause):
                return []
            lot = LOT if awaited.need == "roll" else self._pile.lot(len(tracker.journal.history()))
            self._tried = entries
            return tracker.say(game.drawn(position, lot), "lot")
        assert awaited.seat is not None
        choice = self._chosen(position, self.strengths[awaited.seat])
        if choice is None:
            return []
        if sees:
            return self._wished(tracker, choice)
        if not self._due(self._pause):
            return []
        self._tried = entries
        return tracker.say(choice, "program")

    def _happened(self, tracker: MatchTracker, entries: int) -> None:
        standing = len(tracker.journal.history())
        self._pause = AFTER_UNDO if standing < self._standing else PAUSE
        self._entries, self._standing, self._since = entries, standing, self._clock()
        self._choosing = self._choice = self.wish = None
        self._luck = random.random()

    def _due(self, after: float) -> bool:
        return self._clock() >= self._since + after

    def _smack(self, tracker: MatchTracker, entries: int) -> list[Notice]:
        """The quickest of the program's seats that may smack, once its time has come."""
        game, position = self._game, tracker.position
        ready = []
        for event in game.actions(position):
            seat = game.format_event(event).get("seat")
            if isinstance(seat, int) and self.plays_seat(seat):
                least, most = PLAYS[self.strengths[seat]].smacks_after
                ready.append((least + self._luck * (most - least), seat, event))
        if not ready:
            return []
        after, _, event = min(ready, key=lambda one: one[:2])
        if not self._due(after):
            return []
        self._tried = entries
        return tracker.say(event, "program")

    def _wished(self, tracker: MatchTracker, choice: Event) -> list[Notice]:
        """Say what hands should do, unless something else is open; what leaves the table alike is answered where it is
        asked."""
        self.wish = choice if tracker.open is None else None
        asked = tracker.pending if tracker.open is not None else None
        if isinstance(asked, Question) and asked.ahead:
            for offer in asked.choices:
                if offer.events == (choice,):
                    return tracker.choose(offer, "program")
        return []

    def _chosen(self, position: Any, strength: str) -> Event | None:
        """The move that was chosen for this position; None while it is being chosen."""
        if self._choosing is not position:
            self._choosing, self._choice = position, None
            actions = self._game.actions(position)
            if len(actions) == 1:
                self._choice = actions[0]
            else:
                start_thread("program's move", self._choose, position, strength)
        return self._choice

    def _choose(self, position: Any, strength: str) -> None:
        choice = chosen_move(self._game, position, strength)
        if self._choosing is position:
            self._choice = choice


def chosen_move(game: Game, position: Any, strength: str) -> Event:
    """A move by playing games on from all of them in a process of its own; by the score alone, where that fails."""
    play = PLAYS[strength]
    try:
        best = [hint.event for hint in hints_by_process(game, position, play.seconds)]
    except HINT_ERRORS:
        best = []
    if not best:
        return greedy(game, position, game.actions(position), LOT)
    return best[LOT.randrange(max(1, round(play.share * len(best))))]
