"""Tracks one match from rest to rest: applies the events that explain each view, and asks only where it must.

Hands decide the pace: a view comes only when nothing moves and no hand is in view. What explains the view is
played at once. What needs an answer, or is against the rules, is told after the table has lain still for a while, for
hands may be about to finish it; a question that has been open for long is asked at the next rest, for hands may never
pause. It has no clock: times are those of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from companion.evidence import Evidence, Freshness, Hand, hands_since, is_pile_hidden
from companion.match import Journal, SetUp, Source, StandingEvent, apply_step
from companion.referee import matching
from companion.referee.hand_questions import hands_question
from companion.referee.matching import Answer, Explanation, Hypotheses, LayoutDifference, SeatedGame
from companion.referee.notice_delays import BEFORE_RULING, BEFORE_RULING_UNFINISHED, OVERDUE, delay
from companion.referee.notice_text import NoticeWriter
from companion.referee.notices import Notice
from companion.referee.occlusion_notices import OcclusionNotices
from companion.referee.table_lag import TableLag, TakenBack
from companion.referee.told_faces import ToldFaces
from companion.rules import CompanionError, Event
from companion.table import Colour, Die, TableView
from companion.text import say


class MatchTracker:
    """Tracks one game at one table. Times are seconds of the source."""

    def __init__(
        self,
        seated: SeatedGame,
        journal: Journal | None = None,
        *,
        dated: Callable[[float], float] = float,
        pictured: Callable[[], bytes | None] = lambda: None,
    ) -> None:
        """A journal that holds events already is played on. `dated`: what the journal keeps for a time of the source;
        `pictured`: a JPEG of what was seen last, where one is to be kept."""
        self.seated = seated
        self.journal = journal or Journal(seated.game)
        self._dated, self._pictured = dated, pictured
        self._writer = NoticeWriter(self.journal)
        self.view: TableView | None = None
        """The newest view of the table at rest."""
        self.pending: Answer | None = None
        """What the view says that has not been settled: a question, an act underway, a desync."""
        self._freshness = Freshness()
        self._seen: Evidence | None = None
        self._hypotheses = Hypotheses()
        self._lag = TableLag()
        """How the table may lie as long as hands have not done what was played."""
        self._ahead: TakenBack | None = None
        """What was taken back on screen and lies on the table still."""
        self._watched = True
        """Whether eyes are on the table, so that the newest view tells how it lies."""
        self._hands: tuple[Hand, ...] | None = ()
        """Those over the table since table and game agreed last; None: nobody watches them."""
        self._since = self._still_since = 0.0  # when the newest view was seen; since when nothing has moved
        self._announced: tuple[str, object] | None = None  # what has been told of the pending answer
        self._unasked_since: float | None = None
        """Since when questions have been open that nobody was asked."""
        self._ways: tuple[Evidence, Any, tuple[Explanation, ...]] | None = None
        """In which ways the game may go on from the table as it lies, by the view and the position that they are of."""
        self._occlusions = OcclusionNotices()
        self.told_faces = ToldFaces(self.journal)
        self._take_up()

    def _take_up(self) -> None:
        """What lay on the table when the match was left is nothing new."""
        history, undone = self.journal.history(), self.journal.undone
        lain = (one.played.evidence for one in reversed((*history, *undone)))
        shown = next((view for view in lain if view is not None), None)
        if shown is not None:
            self._freshness.after(shown, ())
            self._freshness.forget()
        if history and not isinstance(history[-1].event, SetUp):
            newest = history[-1]
            self._lag = TableLag(self.seated.game.unsettled(newest.before, newest.event, self.seated.colours))
        if undone:
            self._ahead = TakenBack(self.seated, None, len(undone), TableLag())

    @property
    def position(self) -> Any:
        return self.journal.position

    @property
    def open(self) -> Notice | None:
        """The pending notice: a question, ruling, desync or unfinished act; None where all is settled."""
        notice = None if self._announced is None or self.pending is None else self._announced[1]
        return notice if isinstance(notice, Notice) else None

    @property
    def offered(self) -> tuple[Explanation, ...]:
        """The choices that the players have been offered, and that are open."""
        if self._announced is None:
            return ()
        if isinstance(self.pending, matching.Question):
            return self.pending.choices
        return self._instead(self.pending) if isinstance(self.pending, matching.Desync) else ()

    def _instead(self, desync: matching.Desync) -> tuple[Explanation, ...]:
        """What may be chosen where table and game disagree. An act against the rules is put back, and counts only
        where the players insist."""
        misread = self._hypotheses.misread
        return misread if desync.broken else (*misread, *self.as_it_lies())

    def as_it_lies(self) -> tuple[Explanation, ...]:
        """What players may choose at any time: that the table counts as it lies, one choice for each seat that may be
        next; none where the newest view does not tell."""
        seen, position = self._seen, self.position
        if seen is None:
            return ()
        if self._ways is None or self._ways[0] is not seen or self._ways[1] != position:
            found = self.seated.game.as_it_lies(position, seen, self.seated.colours)
            self._ways = seen, position, tuple(Explanation((SetUp(one),)) for one in found)
        return self._ways[2]

    def base_of(self, choice: Explanation) -> Any:
        """The position to which the events of a choice are added."""
        return self._writer.base_of(choice)

    def label(self, choice: Explanation) -> str:
        """What a choice is called."""
        return self._writer.label(choice)

    def words(self, choice: Explanation) -> tuple[str, ...]:
        """The same, step by step."""
        return self._writer.words(choice)

    # ------------------------------------------------------------------------------------------ what eyes tell

    def observe(self, view: TableView, rolled: Sequence[Die] = (), unsure: bool = False,
                hands: Sequence[Hand] | None = None, again: bool = False) -> list[Notice]:  # fmt: skip
        """Takes a view at rest without hands, and returns the notices it leads to. `rolled`: its dice that rolled since
        the one before; `unsure`: perhaps more, or none; `hands`: those that came since, None: nobody watched;
        `again`: the same table as before, to which the camera has moved."""
        layout, lags, old = self.seated.layout(self.position), bool(self._lag.layouts), self._freshness.now
        fresh = self._freshness.after(view, rolled, unsure, layout, lags)
        self._watched = True
        thrown = self._freshness.thrown
        if thrown or len(fresh) > len(old):
            self._ahead = None  # what lies there is another roll
            if self.journal.undone and self._freshness.sight == "carried":
                self._freshness.sight = "unsure"  # one that was taken back may show the same when it is thrown again
        self._hands = hands_since(self._hands, hands, is_pile_hidden(view, layout.cards))
        self._seen = self._freshness.evidence(view, self._hands)
        self.view, self._since, self._still_since = view, view.time, self._still_since if again else view.time
        if thrown:
            self._forget_spent_dice({None} if unsure else {die.colour for die in rolled})
        elif self._announced is None and isinstance(self.pending, matching.Question) and self.pending.partly:
            self.pending = None if len(fresh) >= len(old) > 0 else self.pending  # what lies there still is read anew
        seen_again = self._occlusions.observe(view)
        notices = [] if seen_again is None else [self.remark(view.time, seen_again)]
        return [*notices, *self._judge(), *self._ask_what_is_overdue()]

    def observe_rezoned(self, view: TableView) -> list[Notice]:
        """The newest view with its dice in other zones, because lines between zones were moved: how they lay before,
        and whether they were rolled, is known no more."""
        self._freshness = Freshness()
        return self.observe(view)

    def _forget_spent_dice(self, thrown: Collection[Colour | None]) -> None:
        """Dice of these colours that have told what may have happened may tell another roll."""
        self._hypotheses.thrown_again(thrown)
        if isinstance(self.pending, matching.Question):
            self.pending = matching.thrown_again(self.pending, thrown)

    def stop_watching(self) -> list[Notice]:
        """The source has ended: what was seen last is compared with the game no more, until there is a view again. What
        is open stays open until players act; a question or a ruling that waited to be told is told now."""
        self._watched, self._ahead = False, None
        waited = self._announced is None and not isinstance(self.pending, matching.InProgress)
        return self._notices_when_due(self.pending, self._since, float("inf")) if waited else []

    def note_motion(self) -> None:
        """Restarts the wait before notices: hands are in view, or dice move."""
        if not isinstance(self.pending, matching.Question) and self._announced is None:
            self.pending = None

    def due_notices(self, time: float) -> list[Notice]:
        """Returns the notices that are due at `time`, after nothing has moved until then."""
        still = time - self._still_since
        line = self._occlusions.line(time) if still >= BEFORE_RULING else None
        notices = [] if line is None else [self.remark(time, line)]
        return notices if self._announced is not None else notices + self._notices_when_due(self.pending, time, still)

    def _notices_when_due(self, pending: Answer | None, time: float, still: float) -> list[Notice]:
        """What is to be told of what is pending, now that the table has lain still for so long."""
        if isinstance(pending, matching.InProgress) and still >= BEFORE_RULING_UNFINISHED and self._seen is not None:
            pending = self.pending = matching.ruled_if_finished(self.seated, self.position, self._seen, pending)
        if still < delay(self.seated.game, pending):
            return []
        if isinstance(pending, matching.Question):
            return self._announce(self._writer.question(pending, time))
        if isinstance(pending, matching.Desync):
            return self._announce(self._writer.ruling(pending, self._instead(pending), time))
        if isinstance(pending, matching.InProgress):
            return self._announce(self._writer.unfinished(pending, time))
        return []

    def _ask_what_is_overdue(self) -> list[Notice]:
        """Asks the open question at once, where hands that never pause have left players unasked for long."""
        pending = self.pending
        if not isinstance(pending, matching.Question) or pending.ahead or pending.waits or self._announced is not None:
            return []
        since = self._unasked_since = self._since if self._unasked_since is None else self._unasked_since
        return self._announce(self._writer.question(pending, self._since)) if self._since - since >= OVERDUE else []

    def report_hands(self, time: float, events: tuple[Event, ...], text: str, sure: bool = True) -> list[Notice]:
        """What hands did, as those who watched them tell: one event, of which they are `sure` or not, or several
        between which the players choose. One counts only when what follows from it is done, for a hand may also have
        touched a card."""
        legal = tuple(event for event in events if self.seated.game.rule(self.position, event).legal)
        forbidden = isinstance(self.pending, matching.Desync) and bool(self.pending.broken)
        if not legal or (forbidden and not (sure and self._announced is None)):  # a hand did what the table shows
            return [self.remark(time, text)]
        before = self.pending if isinstance(self.pending, matching.Question) and self.pending.waits else None
        question = hands_question(self.seated.game, self.position, legal, sure, before)
        self.pending = question
        if not question.waits:
            labels = tuple(map(self._writer.label, question.choices))
            more: dict[str, Any] = {"choices": question.choices, "labels": labels}
            return self._announce(self._writer.notice("question", time, text, cue="question", **more))
        notice = self.remark(time, text)
        if forbidden:  # told after the view of what came of it, as if it had been told before
            self._announced = None
            return [notice, *self._judge()]
        self._announced = ("reminder", notice)
        return [] if before is not None and before.choices[0].events == question.choices[0].events else [notice]

    def remark(self, time: float, text: str) -> Notice:
        """Returns a notice of something that is no event."""
        return self._writer.notice("reminder", time, text, cue="question")

    # ------------------------------------------------------------------------------------------ what players say

    def choose(self, choice: Explanation, source: Source = "chosen", lags: bool = False) -> list[Notice]:
        """Applies the explanation that a player chose. `lags`: whether the table may still lie as before it. Raises
        CompanionError where it does not fit the position, and then nothing has changed."""
        if not 0 <= choice.taken_back <= len(self.journal.history()):
            raise CompanionError(say("{count} events cannot be taken back", count=choice.taken_back))
        position = self.base_of(choice)
        for event in choice.events:
            position = apply_step(self.seated.game, position, event)
        notices = self._fixed(*choice.corrected) if choice.corrected is not None else []
        entered = self._entering().entered
        notices += self._play(choice, source, self._since, ())
        if lags:
            self._lag = self._lag._replace(entered=entered)
        self._announced = self.pending = None
        self._hands = ()
        if self._seen is not None:  # whoever says what happened knows whose hands did it
            self._seen = self._freshness.evidence_told(self._seen.view)
        return notices + self._judge()

    def say(self, event: Event, source: Source = "typed") -> list[Notice]:
        """Applies an event that a player declared or typed. Hands may do it afterwards, so that until then the table
        may lie as before. Raises IllegalEvent."""
        return self.choose(Explanation((event,)), source, lags=True)

    def set_up(self, position: Any) -> list[Notice]:
        """Sets the position by hand: the match goes on from there."""
        return self.choose(Explanation((SetUp(position),)), "typed")

    def take_back(self, count: int | None = None) -> list[Notice]:
        """Undoes the newest `count` events; by default the newest, with those that followed from it by themselves. As
        long as the table shows them still, or they are being put back, they are not told anew. Raises
        CompanionError."""
        steps, agrees = ([1] * self._newest_act(), False) if count is None else ([count], self._agrees_with(count))
        time, taken = self._dated(self._since), list[StandingEvent]()
        for step in steps:
            taken += self.journal.undo(step, table_agrees=agrees, time=time)
        self._hypotheses.forget()
        self._lie_ahead(len(taken))
        return [self._writer.taken_back(taken, self._since), *self._judge()]

    def redo(self) -> list[Notice]:
        """Brings back what was taken back last, with what followed from it by itself. Raises CompanionError where
        nothing can be redone."""
        entered, ahead = self._entering().entered, self._ahead
        notices, count = self._redone(self._since), 1
        while self.journal.undone and self._forced(self.position) == self.journal.undone[0].event:
            notices, count = notices + self._redone(self._since), count + 1
        self._lag = self._lag._replace(entered=entered)
        if ahead is not None:
            self._ahead = ahead if ahead.redone(count) else None
            self._lag = ahead.lag if self._ahead is None else TableLag()
        return notices + self._judge()

    @property
    def put_back(self) -> tuple[LayoutDifference, ...] | None:
        """What hands have to do for the table to show the position again, where events were taken back on screen that
        lie on the table still; None where there are none."""
        ahead, seen = self._ahead, self._seen
        return None if ahead is None or seen is None else ahead.tasks(self.position, seen)

    def _newest_act(self) -> int:
        """How many of the newest events are one act: those that followed from another by themselves go with it."""
        history, count = self.journal.history(), 1
        while count < len(history) and self._forced(history[-count].before) == history[-count].event:
            count += 1
        return count

    def _forced(self, position: Any) -> Event | None:
        return matching.forced_action(self.seated, position)

    def _way_back(self) -> list[Any]:
        """The position, and those after each of the events that can be redone."""
        return [self.position, *(one.after for one in self.journal.undone)]

    def _lie_ahead(self, count: int) -> None:
        """So many events were taken back on screen: the table may lie ahead of the game, unless it lies behind."""
        before, seen = self._lag, self._seen
        self._lag = before.undone_to(len(self.journal.history()))
        if seen is None or not self._sees or any(matching.fits(seen.score(lay)) for lay in self._lag.layouts):
            return
        if self._ahead is None:
            self._ahead = TakenBack(self.seated, seen, count, before)
        else:
            self._ahead.undone(count)
        if self._ahead.place(self._way_back(), seen) == 0:
            self._ahead = None
            self._freshness.cards.forget_hidden(seen.view)

    def _entering(self) -> TableLag:
        """The lag with an event that is entered now: the table lies as before it. Where nobody sees how it lies, only
        this event may be due when somebody does: a table that lies farther behind is asked about."""
        before = [self.seated.layout(self.position)]
        if self._ahead is not None:
            before.append(self._ahead.layout(self._way_back()))
        lag = self._lag if self._sees else TableLag()
        return lag.entering(len(self.journal.history()), *before)

    @property
    def _sees(self) -> bool:
        """Whether it is known how the table lies."""
        return self._watched and self._seen is not None

    def correct(self, index: int, event: Event | None) -> list[Notice]:
        """Replaces the event at `index` of those that stand by another, or none: later ones are read again
        from what was seen of them. Raises CompanionError, IllegalEvent."""
        history = self.journal.history()
        misread = 0 <= index == len(history) - 1 and history[index].played.evidence is self.view is not None
        notices = self._fixed(index, event)
        return notices + (self._agreed() if misread else self._judge())  # what was misread says nothing against it

    def _fixed(self, index: int, event: Event | None) -> list[Notice]:
        standing = self.journal.history()
        again, at = matching.reader(self.seated), self._dated(self._since)
        correction = self.journal.correct(index, event, time=at, reader=again)
        self._lag, self._ahead = TableLag(), None
        self._hypotheses.forget()
        return [self._writer.corrected(standing[index], event, correction, self._since)]

    def _agrees_with(self, count: int) -> bool:
        """Whether the table shows the position before the newest events."""
        history = self.journal.history()
        if self._seen is None or not 1 <= count <= len(history):
            return False
        return isinstance(matching.explain(self.seated, history[-count].before, self._seen), matching.Unchanged)

    # ------------------------------------------------------------------------------------------ judging a view

    def _judge(self) -> list[Notice]:
        """What the newest view says of the position as it stands."""
        if self._seen is None or not self._watched:
            return self._agreed()
        if self._ahead is not None and self._ahead.holds(self._way_back(), self._seen):
            self.pending = self._announced = None
            return []
        notices: list[Notice] = []
        if self._ahead is not None and self._ahead.gone:
            self._freshness.cards.forget_hidden(self._seen.view)
        self._ahead = None
        asked = self.pending if isinstance(self.pending, matching.Question) and not self.pending.ahead else None
        choices = () if asked is None else asked.choices
        seen, lags = self._seen, self._lag.layouts
        earlier, happened = matching.acts_put_back(self.journal), self._hypotheses.happened
        if self._put_right(seen):
            happened, self._hands = (), ()
            seen = self._seen = seen.watched(())
        answer = matching.explain(self.seated, self.position, seen, lags, earlier, choices, happened)
        self._hypotheses.update(answer)
        answer = matching.doubted(self.seated, self.journal, seen, answer, bool(lags))
        waits = self._waits(answer)
        if isinstance(answer, matching.Explained):
            notices += self._play(answer.explanation, "seen", self._since, answer.tasks)
            answer = matching.Unchanged(answer.tasks, answer.lies)
        if self._seen.cards.clear and (waits or isinstance(answer, matching.Unchanged)):
            self._hands = ()
        if isinstance(answer, matching.Unchanged):
            awaited = self.seated.game.awaited(self.position)
            if awaited.need == "action":
                self._freshness.forget()  # whatever has come to lie anew, it changed nothing
            elif awaited.need == "roll":
                self._freshness.forget_in_zones(awaited.seat)
            self._lag = self._lag.settled(answer.lies if answer.tasks else None)
            if not answer.tasks:
                self.told_faces.agree(self._seen, layout := self.seated.layout(self.position))
                self._freshness.agree(self._seen.view, layout.cards, len(self.journal.entries))
            if isinstance(self.pending, matching.Desync) and self._announced is not None:
                notices.append(self._writer.agreed(self._since))
            self._hypotheses.forget()
            return notices if waits else notices + self._agreed()
        if waits:
            return notices
        if not matching.is_same_answer(self.pending, answer):
            self.pending, self._announced = answer, None
        desync = isinstance(answer, matching.Desync)
        if desync and self._hypotheses.find_misreads(self.seated, self.journal, self._seen):
            self._announced = None
        return notices

    def _put_right(self, seen: Evidence) -> bool:
        """Whether an act that was ruled against has been put back, as players were told: what it might have been
        instead, and the hands that did and undid it, tell nothing more."""
        told = self._announced is not None and isinstance(self.pending, matching.Desync) and bool(self.pending.broken)
        return told and matching.fits(seen.score(self.seated.layout(self.position)))

    def _agreed(self) -> list[Notice]:
        """Nothing is open any more; what follows from the position by itself."""
        self.pending = self._announced = self._unasked_since = None
        notices: list[Notice] = []
        while (event := self._forced(self.position)) is not None:
            notices += self._play(Explanation((event,)), "seen" if self._sees else "typed", self._since, ())
        self.pending = matching.undecidable_actions(self.seated, self.position)
        return notices

    def _waits(self, answer: Answer) -> bool:
        """Whether what hands were seen to do is still to be told by what they do next."""
        if not isinstance(self.pending, matching.Question) or not self.pending.waits:
            return False
        known = {choice.events for choice in self.pending.choices}
        if isinstance(answer, matching.Question):
            return all(not choice.events or choice.events in known for choice in answer.choices)
        return isinstance(answer, matching.Unchanged)

    def _play(
        self, explanation: Explanation, source: Source, time: float, tasks: tuple[LayoutDifference, ...]
    ) -> list[Notice]:
        notices = []
        self._hypotheses.forget()
        self._ahead = self._unasked_since = None
        if explanation.taken_back:
            taken = self.journal.undo(explanation.taken_back, table_agrees=True, time=self._dated(time))
            notices.append(self._writer.taken_back(taken, self._since))
        game, seen, last = self.seated.game, self._seen if self._sees else None, len(explanation.events) - 1
        rolls = [event for event in explanation.events if not isinstance(event, SetUp) and game.thrown(event)]
        for place, event in enumerate(explanation.events):
            before = self.position
            if isinstance(event, SetUp):
                notices.append(self._set_up(event, source, time))
                continue
            self._lag = TableLag(game.unsettled(before, event, self.seated.colours))
            sure = explanation.probability
            view, picture = (self.view, self._pictured()) if source == "seen" else (None, None)
            self.journal.play(event, source, view, time=self._dated(time), confidence=sure, picture=picture)
            notices.append(self._writer.newest(time, confidence=sure, tasks=tasks if place == last else ()))
            if rolls == [event]:
                self.told_faces.rolled(seen, game.thrown(event))
            chance = self.journal.history()[-1].chance
            if chance and (explanation.spent or source not in ("seen", "chosen")):  # else thrown again since
                self._freshness.forget()
            cards = self.seated.layout(self.position).cards
            if cards is not None and not cards.central:
                self._freshness.cards.forget()
        if explanation.events:
            notices += self._writer.over(time)
            if self._seen is not None:
                self._seen = self._freshness.evidence_told(self._seen.view)
        return notices

    def _set_up(self, step: SetUp, source: Source, time: float) -> Notice:
        """The table counts as it lies: nothing on it is new, and nothing is left to be done."""
        self.journal.play(step, source, self.view, time=self._dated(time), picture=self._pictured())
        self._lag = TableLag()
        self._freshness.forget()
        self._freshness.cards.forget()
        return self._writer.set_up(step, time)

    def _redone(self, time: float) -> list[Notice]:
        """The event that was taken back last stands again."""
        moment = self.journal.redo()
        self._hypotheses.forget()
        self._ahead = None
        if isinstance(moment.event, SetUp):
            self._lag = TableLag()
            return [self._writer.set_up(moment.event, time)]
        self._lag = TableLag(self.seated.game.unsettled(moment.before, moment.event, self.seated.colours))
        return [self._writer.newest(time, confidence=moment.played.confidence), *self._writer.over(time)]

    # ------------------------------------------------------------------------------------------ telling

    def _announce(self, notice: Notice) -> list[Notice]:
        self._announced, self._unasked_since = (notice.what, notice), None
        return [notice]
