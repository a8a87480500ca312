"""Scores a referee on a recorded match whose true events are known, and answers it as the players would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from companion.match import Journal, apply_step, format_step
from companion.referee.matching import Explanation, Question
from companion.referee.notices import Notice
from companion.referee.tracker import MatchTracker
from companion.rules import CompanionError, Event, Game

SPOKEN = ("chose", "smacked", "false-smack")
"""Events that nothing on the table shows: players say them, as they do what leaves the table as other events would."""
CHANCES = ("rolled", "flipped", "threw", "drawn")
"""Events that nobody chooses; those of a truth that are marked so as well."""
PATIENCE = 20.0
"""Seconds that players wait for the program to follow before they type what has happened, or, where it has gone astray,
set the table up by hand. Where a question has no true answer they do so at once."""
ROUNDED = 0.001
"""Seconds to which the times of a match are written."""
EVENTS_AHEAD = 1
"""Events by which an answer may be ahead of what has happened, for an act may be seen before it is over."""
EARLY, LATE = 0.15, 0.6
"""Seconds around an act against the rules within which a ruling is about it."""


class Touch(NamedTuple):
    """One thing that players had to do on the screen that hands alone should have told."""

    how: Literal["answered", "typed", "set up"]
    time: float
    """Seconds of the film."""
    event: int
    """Which event of the match it brought, from 1 on; of a table that was set up, the last one that had happened."""


class Verdict(NamedTuple):
    """The score of one match."""

    events: int
    """Those of the truth that eyes could see."""
    alone: int
    """Of them, those that were told without any touch."""
    wrong: int
    """Events that were told as seen, and led where the match never was."""
    questions: int
    illegal: int
    caught: int
    """Of the illegal acts, those at which somebody was told."""
    right: int
    """Of them, those with a clause that was broken."""
    false_alarms: int
    """Rulings and desyncs about nothing illegal."""
    desyncs: int
    resolved: int
    """Of them, those that ended with table and game in agreement."""
    typed: int
    """Events that players typed, because nothing that was offered was true, or nothing was."""
    set_up: int
    """Times that players set the table up by hand, because the program followed another match than theirs."""
    finished: bool
    """Whether the match ended in the true position."""

    @property
    def line(self) -> str:
        share = 100 * self.questions / max(self.events, 1)
        return (
            f"{self.alone} of {self.events} events without a touch, {self.wrong} wrong, {self.questions} questions "
            f"({share:.1f} a hundred events), {self.caught} of {self.illegal} illegal acts caught, {self.right} "
            f"with the right clause, {self.false_alarms} false alarms, {self.resolved} of {self.desyncs} desyncs "
            f"resolved, {self.typed} events typed, set up by hand {self.set_up} times, "
            f"{'ended right' if self.finished else 'ended astray'}"
        )


class ScriptedPlayers:
    """The players of a recorded match, and its score."""

    def __init__(self, game: Game, truth: Mapping[str, Any]) -> None:
        self._game = game
        self._positions = [game.parse_position(truth["start"])]
        self._events: list[Event] = []
        self._times: list[float] = []
        """From when each event can have been seen; that of the next one where it never lay at rest."""
        self._declarations: list[tuple[float, int]] = []
        self._said: set[int] = set()
        """The events that players say."""
        self._chances = {*CHANCES, *(one["event"]["do"] for one in truth["events"] if one.get("chance"))}
        later = float(truth["seconds"])
        for one in truth["events"]:
            event = game.parse_event(one["event"])
            self._events.append(event)
            self._positions.append(game.apply(self._positions[-1], event))
            if one["event"]["do"] in SPOKEN or (one.get("said") is not None and self._looks_like_others(truth)):
                self._said.add(len(self._events))
                self._declarations.append(
                    (one["said"] if one.get("said") is not None else one["from"] or 0.0, len(self._events))
                )
        self._spoken_kinds = {*SPOKEN, *(truth["events"][number - 1]["event"]["do"] for number in self._said)}
        for one in reversed(truth["events"]):
            later = one["from"] if one["from"] is not None else later
            self._times.insert(0, later)
        self._illegal = truth["illegal"]
        self._detours: list[tuple[float, float, int, Event]] = []
        """Acts that are only said, and taken back later: from, until, after how many events, which."""
        self._aside = set[Any]()
        """Positions that the match left again, because an act was taken back."""
        for one in truth.get("taken_back", ()):
            event, after = game.parse_event(one["event"]), int(one["after"])
            self._aside.add(game.apply(self._positions[after], event))
            if one["said"]:
                self._detours.append((one["from"], one["until"], after, event))
        self._played = {0}
        """After how many events the game has stood."""
        self.touches: list[Touch] = []
        """What players had to do, in order."""
        self._spoken: set[int] = set()
        """Events of a journal, or said aloud, that were not told from what was seen."""
        self._notices: list[Notice] = []
        self._answered: list[Notice] = []
        """Events that players have chosen: what is wrong with those is not silent."""
        self._open: list[Any] = []
        self._astray: float | None = None
        """Since when table and game have disagreed, a question has been open that has no true answer, or the game has
        been behind what has happened."""
        self._wrong = self._questions = self._desyncs = self._resolved = 0

    def _looks_like_others(self, truth: Mapping[str, Any]) -> bool:
        """Whether neither the table nor a roll that follows tells the newest event from others that may be done."""
        game, colours = self._game, truth["colours"]
        before, after = self._positions[-2:]
        event = self._events[-1]
        if game.lifts(event) and game.awaited(after).need == "roll":
            return False
        layout = game.layout(after, colours)
        others = (game.apply(before, one) for one in game.actions(before) if one != event)
        return layout == game.layout(before, colours) or any(game.layout(one, colours) == layout for one in others)

    def resume(self, journal: Journal) -> None:
        """Skips the part of the match that a journal holds already."""
        for moment in journal.history():
            if (number := self._place(moment.after)) is not None:
                self._played.add(number)
                if moment.played.source != "seen":
                    self._spoken.add(number)

    def act(self, tracker: MatchTracker, time: float) -> list[Notice]:
        """What players say by `time`: choices and smacks, and answers to what was asked."""
        notices: list[Notice] = self._detour(tracker, time)
        for said, number in list(self._declarations):
            if said <= time and tracker.position == self._positions[number - 1]:
                self._declarations.remove((said, number))
                notices += self._declare(tracker, number)
        offered, behind = tracker.offered, self._behind(tracker, time)
        choice = self._true(tracker, offered, time)
        asked = bool(offered) and not self._waits(tracker)
        astray = bool(self._open) or behind or (asked and choice is None)
        self._astray = (self._astray if self._astray is not None else time) if astray else None
        if choice is not None and (choice.events or not choice.plain):
            return notices + self._chosen(tracker, choice, time)
        unanswerable = asked and behind and isinstance(tracker.pending, Question)
        if self._astray is not None and (unanswerable or time > self._astray + PATIENCE):
            notices += self._get_on(tracker, time)
        return notices

    def _reached(self, tracker: MatchTracker, happened: int) -> int | None:
        """After how many events of the match the game stands, of which so many have happened; None: it is astray."""
        places = [n for n, one in enumerate(self._positions[: happened + 1]) if one == tracker.position]
        return places[-1] if places else None

    def _behind(self, tracker: MatchTracker, time: float) -> bool:
        """Whether more has happened by `time`, and been said, than the program has followed."""
        happened = sum(seen <= time for seen in self._times)
        reached = self._reached(tracker, happened)
        spoken = any(number == (reached or 0) + 1 for _, number in self._declarations)
        return reached is not None and reached < happened and not spoken

    def _detour(self, tracker: MatchTracker, time: float) -> list[Notice]:
        """What players say by `time` and take back on screen later."""
        for detour in list(self._detours):
            said, until, after, event = detour
            if said <= time and tracker.position == self._positions[after]:
                return tracker.say(event, "chosen")
            if until <= time and tracker.position in self._aside:
                self._detours.remove(detour)
                return tracker.take_back()
        return []

    @staticmethod
    def _waits(tracker: MatchTracker) -> bool:
        """Whether a question asks for what players will say, or hands will tell."""
        return isinstance(tracker.pending, Question) and (tracker.pending.ahead or tracker.pending.waits)

    def _get_on(self, tracker: MatchTracker, time: float) -> list[Notice]:
        """The players type what has happened, or, where that does not follow on the position of the program, set the
        game up as the table lies; if it lies as it should."""
        view = tracker.view
        if view is None or any(one["from"] <= view.time <= one["until"] for one in self._illegal):
            return []
        number = sum(seen <= view.time + ROUNDED for seen in self._times)
        self._declarations = [(said, place) for said, place in self._declarations if place > number]
        self._astray = None
        notices: list[Notice] = []
        reached = self._reached(tracker, number)
        if reached == number:  # all of it has been followed, and the table is not understood
            reached = None
        while reached is not None and reached < number:  # what is typed may bring more with it
            self.touches.append(Touch("typed", time, reached + 1))
            notices += tracker.say(self._events[reached])
            reached = self._reached(tracker, number)
        if reached is None and tracker.position not in self._aside:
            self.touches.append(Touch("set up", time, number))
            notices += tracker.set_up(self._positions[number])
        return notices

    def _declare(self, tracker: MatchTracker, number: int) -> list[Notice]:
        self._spoken.add(number)
        try:
            return tracker.say(self._events[number - 1], "chosen")
        except CompanionError:
            return []

    def _chosen(self, tracker: MatchTracker, choice: Explanation, time: float) -> list[Notice]:
        notices = tracker.choose(choice)
        answered = [one for one in notices if one.what == "event"][: len(choice.events)]
        self._answered += answered
        for one in answered:
            if (place := self._place(one.position)) is not None:
                self.touches.append(Touch("answered", time, place))
        return notices

    def _true(self, tracker: MatchTracker, choices: Sequence[Explanation], time: float) -> Explanation | None:
        """The choice that leads farthest in the true match, not beyond what has happened, nor what has been said; of
        those that lead to one position the one whose events are the true ones."""
        reached = [n for n, one in enumerate(self._positions) if one == tracker.position]
        happened = sum(seen <= time for seen in self._times) + EVENTS_AHEAD
        happened = min([happened, *(number - 1 for said, number in self._declarations if said > time)])
        best: tuple[int, bool, Explanation] | None = None
        for choice in choices:
            base = position = tracker.base_of(choice)
            try:
                for event in choice.events:
                    position = apply_step(self._game, position, event)
            except CompanionError:
                continue
            places = [n for n, one in enumerate(self._positions[: happened + 1]) if one == position]
            if choice.plain and choice.events:  # a position may come again
                places = [n for n in places if not reached or n > min(reached)]
            places = [n for n in places if self._has_happened(choice, base, n)]
            if not places:
                continue
            exact = choice.events == tuple(self._events[max(places[-1] - len(choice.events), 0) : places[-1]])
            if best is None or (places[-1], exact) > best[:2]:
                best = places[-1], exact, choice
        return None if best is None else best[2]

    def _has_happened(self, choice: Explanation, base: Any, place: int) -> bool:
        """Whether the rolls and flips of a choice are among those of the match between the position that it is added to
        and a later place: others may lead there as well."""
        first = max((n for n in range(place) if self._positions[n] == base), default=0)
        happened = self._events[first:place]
        return all(
            event in happened for event in choice.events if format_step(self._game, event)["do"] in self._chances
        )

    def observe(self, notices: Sequence[Notice]) -> None:
        """Takes the notices of the referee and queues the answers to them."""
        for notice in notices:
            self._notices.append(notice)
            if notice.what == "event":
                self._event(notice)
            elif notice.what == "question" and not self._is_prompt(notice):
                self._questions += 1
            elif notice.what in ("ruling", "desync"):
                self._desyncs += 1
                self._open.append(notice)
            elif notice.what in ("agreed", "set up"):
                self._resolved += len(self._open)
                self._open.clear()

    def _event(self, notice: Notice) -> None:
        self._resolved += len(self._open)  # table and game agree again by what has happened
        self._open.clear()
        if (place := self._place(notice.position)) is not None:
            self._played.add(place)
        elif (
            notice.position not in self._aside
            and not self._game.lifts(notice.events[0])
            and not any(notice is one for one in self._answered)
        ):
            self._wrong += 1

    def _place(self, position: Any) -> int | None:
        """After how many events of the match a position comes: where it comes again, the first time that has not been
        told yet; None: never."""
        places = [n for n, one in enumerate(self._positions) if one == position]
        return next((n for n in places if n not in self._played), places[-1] if places else None)

    def _is_prompt(self, notice: Notice) -> bool:
        """Whether a question asks for what is spoken anyway."""
        return all(
            len(choice.events) == 1 and self._game.format_event(choice.events[0])["do"] in self._spoken_kinds
            for choice in notice.choices
        )

    def verdict(self, tracker: MatchTracker) -> Verdict:
        """Returns the score at the end."""
        seen = set(range(1, len(self._events) + 1)) - self._said
        over = len(self._events)
        if self._events and self._game.lifts(self._events[-1]):  # what was taken up at the end only a roll would tell
            seen.discard(over)
            over -= 1
        touched = self._spoken | {one.event for one in self.touches if one.how != "set up"}
        about = [self._about(one) for one in self._illegal]
        within = {id(notice) for notices in about for notice in notices}
        alarms = [one for one in self._notices if one.what in ("ruling", "desync") and id(one) not in within]
        right = sum(
            bool({broken.clause for notice in notices for broken in notice.broken} & set(one["clauses"]))
            for one, notices in zip(self._illegal, about, strict=True)
        )
        return Verdict(
            len(seen),
            len((self._played & seen) - touched),
            self._wrong,
            self._questions,
            len(self._illegal),
            sum(map(bool, about)),
            right,
            len(alarms),
            self._desyncs,
            self._resolved,
            sum(one.how == "typed" for one in self.touches),
            sum(one.how == "set up" for one in self.touches),
            tracker.position in self._positions[over:],
        )

    def _about(self, act: Mapping[str, Any]) -> list[Notice]:
        """What was told about an illegal act."""
        return [
            one
            for one in self._notices
            if (one.what in ("ruling", "desync") or one.broken)
            and act["from"] - EARLY <= one.time <= act["until"] + LATE
        ]
