"""Writes the notices of the referee in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from companion.match import Correction, Journal, SetUp, StandingEvent, apply_step, step_text
from companion.referee.matching import Desync, Explanation, InProgress, Question
from companion.referee.notices import Cue, Notice
from companion.rules import BrokenClause, Event
from companion.text import say, say_count

MOST_SPOKEN = 4
"""Choices of a question that its text names; all have their labels."""


class NoticeWriter:
    """Writes the notices of one match."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self._game = journal, journal.game

    def notice(self, what: Any, time: float, text: str, **more: Any) -> Notice:
        """One thing told; `more` as in Notice."""
        return Notice(what=what, time=time, text=text, position=self._journal.position, **more)

    def newest(self, time: float, **more: Any) -> Notice:
        """The newest event as it was played; `more` as in Notice."""
        history = self._journal.history()
        moment, game = history[-1], self._game
        scored = game.scores(moment.before) != game.scores(moment.after)
        cue = cue_of(game.format_event(moment.event), moment.chance, scored)
        text = game.text(moment.before, moment.event)
        return self.notice("event", time, text, events=(moment.event,), number=len(history), cue=cue, **more)

    def over(self, time: float) -> list[Notice]:
        """How the game has ended, where it has."""
        outcome = self._game.outcome(self._journal.position)
        return [] if outcome is None else [self.notice("over", time, outcome.how, cue="over")]

    def base_of(self, choice: Explanation) -> Any:
        """The position to which the events of a choice are added."""
        if choice.corrected is not None:
            return self._journal.foreseen(*choice.corrected).after
        return self._journal.history()[-choice.taken_back].before if choice.taken_back else self._journal.position

    def label(self, choice: Explanation) -> str:
        """Returns the label of a choice."""
        words = self.words(choice)
        if not words:
            return say("nothing has happened")
        line = words[0]
        for word in words[1:]:
            line = say("{first}, then {next}", first=line, next=word)
        return line

    def words(self, choice: Explanation) -> tuple[str, ...]:
        """The steps of a choice one by one; none of one by which nothing has happened."""
        position = self.base_of(choice)
        words = [say("taken back")] if choice.taken_back else []
        if choice.corrected is not None:
            index, event = choice.corrected
            read = self._game.text(self._journal.history()[index].before, event)
            words.append(say("it was misread: {event}", event=read))
        for event in choice.events:
            words.append(step_text(self._game, position, event))
            position = apply_step(self._game, position, event)
        return tuple(words)

    def unfinished(self, begun: InProgress, time: float) -> Notice:
        """An act that has been left half done."""
        text = say("This is not finished.")
        if begun.tasks:
            text = say("This is not finished: {task}", task=begun.tasks[0].text)
        return self.notice("reminder", time, text, tasks=begun.tasks, cue="question")

    def question(self, question: Question, time: float) -> Notice:
        """A question with its choices; what was done too early, or is against the rules, comes first."""
        labels = tuple(map(self.label, question.choices))
        broken = question.broken or self._too_early(question)
        words = [self._game.broken_text(one) for one in broken]
        others = len(labels) - MOST_SPOKEN
        more = [say_count("or {count} other", "or one of {count} others", others)] if others > 1 else []
        spoken = labels[:MOST_SPOKEN] if more else labels
        text = " ".join([*words, say("Which was it?"), "; ".join([*spoken, *more])])
        choices = question.choices
        return self.notice("question", time, text, choices=choices, labels=labels, broken=broken, cue="question")

    def _too_early(self, question: Question) -> tuple[BrokenClause, ...]:
        """What was done before something had been said: a card was flipped, and the choice is open."""
        both = [choice.events for choice in question.choices if len(choice.events) > 1 and choice.plain]
        if (
            any(choice.corrected is not None for choice in question.choices)
            or len(both) != len(question.choices)
            or len({events[1] for events in both}) != 1
        ):
            return ()
        return self._game.rule(self._journal.position, both[0][1]).broken

    def ruling(self, desync: Desync, choices: tuple[Explanation, ...], time: float) -> Notice:
        """What is wrong with the table, and what may have been misread instead, or how the game may go on."""
        what: Literal["ruling", "desync"] = "ruling" if desync.broken else "desync"
        labels = tuple(map(self.label, choices))
        asks = say("Or was something misread?") if any(choice.corrected is not None for choice in choices) else ""
        text = f"{desync.text} {asks}".strip()
        more = {"broken": desync.broken, "tasks": desync.tasks, "choices": choices, "labels": labels}
        return self.notice(what, time, text, cue="illegal", **more)

    def agreed(self, time: float) -> Notice:
        """Returns the notice that the table shows what the game expects again."""
        return self.notice("agreed", time, say("Table and game agree again."), cue="agreed")

    def taken_back(self, taken: Sequence[StandingEvent], time: float) -> Notice:
        """Returns the notice of events that no longer count."""
        lines = "; ".join(step_text(self._game, moment.before, moment.event) for moment in taken)
        events = tuple(moment.event for moment in taken)
        return self.notice("taken back", time, say("Taken back: {events}", events=lines), events=events, cue="done")

    def corrected(self, was: StandingEvent, event: Event | None, correction: Correction, time: float) -> Notice:
        """Another event counts in the place of one, or none, and what that has done to the later ones."""
        old = step_text(self._game, was.before, was.event)
        if event is None:
            parts = [say("Taken out: {event}", event=old)]
        else:
            parts = [
                say("Corrected to: {new}; instead of: {old}", new=step_text(self._game, was.before, event), old=old)
            ]
        changed, fallen = len(correction.changed), len(correction.fallen)
        if changed:
            parts.append(say("{number} later read otherwise", number=changed))
        if fallen:
            parts.append(say("{number} no longer count: {reason}", number=fallen, reason=correction.reason))
        events = () if event is None else (event,)
        return self.notice("corrected", time, "; ".join(parts), events=events, cue="done")

    def set_up(self, step: SetUp, time: float) -> Notice:
        """The table as the players have set it up; the match goes on from there."""
        history = self._journal.history()
        text = step_text(self._game, history[-1].before, step)
        return self.notice("set up", time, text, events=(step,), number=len(history), cue="done")


def cue_of(event: dict[str, Any], chance: bool, scored: bool) -> Cue:
    """The sound of an event in JSON, a `chance` or something done, that `scored` or did not."""
    if chance:
        return "card" if "card" in event else "roll"
    return "capture" if scored else "move"
