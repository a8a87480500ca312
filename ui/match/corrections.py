"""Lists what an event that was read wrongly may have been: the likely alternatives first, as buttons show them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from companion.match import Journal, step_text
from companion.referee.matching import Alternative, SeatedGame, alternatives
from companion.rules import CompanionError, Event
from companion.text import say
from ui.match.answer_choices import DrawnDie, drawn, roll_of

LIKELY, OTHERS = 6, 30
"""Alternatives that are offered at once, and how many more on demand."""


class Correction(msgspec.Struct, frozen=True):
    """One event that may stand in the place of the one that was told."""

    event: Event
    text: str
    dice: tuple[DrawnDie, ...]
    """Of a roll; those that were told otherwise are odd."""
    read: bool
    """Whether the eyes saw something that may have been this."""
    fallen: int
    """How many later events would not fit any more as they stand."""


class CorrectionChoices(msgspec.Struct, frozen=True):
    """One event with what it may have been instead, of one moment of the match."""

    number: int
    """1 is the oldest."""
    newest: bool
    """Whether it is the newest event, which is undone rather than left out."""
    text: str
    before: Any
    """The position before it."""
    event: Event
    likely: tuple[Correction, ...]
    others: tuple[Correction, ...]

    def still(self, journal: Journal) -> bool:
        """Whether this event still stands there."""
        history = journal.history()
        if not 1 <= self.number <= len(history):
            return False
        moment = history[self.number - 1]
        return (moment.before, moment.event) == (self.before, self.event)


def corrections_of(seated: SeatedGame, journal: Journal, number: int) -> CorrectionChoices:
    """What may be said of event `number`; it takes a while in a long match. Raises CompanionError where none stands."""
    history = journal.history()
    if not 1 <= number <= len(history):
        raise CompanionError(say("event {number} does not stand any more", number=number))
    moment = history[number - 1]
    shown = Counter(roll_of(seated, moment.before, moment.event))

    def worded(one: Alternative) -> Correction:
        text = seated.game.text(moment.before, one.event)
        dice = drawn(roll_of(seated, moment.before, one.event), shown)
        return Correction(one.event, text, dice, one.read, one.fallen)

    found = tuple(map(worded, alternatives(seated, journal, number - 1, LIKELY + OTHERS)))
    return CorrectionChoices(
        number=number,
        newest=number == len(history),
        text=step_text(seated.game, moment.before, moment.event),
        before=moment.before,
        event=moment.event,
        likely=found[:LIKELY],
        others=found[LIKELY:],
    )
