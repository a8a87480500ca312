"""A match whose beginning is read by the real eyes, and which is then played to its end before perfect ones, by players
who do what they are told: whole matches on the app's screens, in some seconds each.

Tests hand their words to `obey`. `take-over`: the beginning has been read; how many events, or nothing as long as the
table has not been seen at rest. `play COUNT`, or `play`, to the end: so many events more. `misread`: the next roll or
flip will be read wrongly. `cheat`: somebody does something against the rules; `mend`: and puts it back. `where`: how it
goes. `events`: the true match.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, NamedTuple

import msgspec

from companion.evidence.hand_match import Hand
from companion.match.journal import StandingEvent
from companion.match.steps import apply_step, format_step, step_text
from companion.referee.matching.explanations import SeatedGame
from companion.referee.notices import Notice
from companion.rules import CompanionError
from companion.rules.self_play import Step, greedy, played
from companion.table.view import Cell, TableView, Zones, zone_parts
from tests.support.paths import FILMS
from tests.support.referee.carried_out import SPOKEN, HandsOf
from tests.support.referee.tabletop import Lying, Tabletop, placed
from ui.live.match_pipeline import MatchPipeline
from ui.match.answer_choices import Offer
from vision.camera.frame import Frame, Image

__all__ = ["Rehearsed"]

SEEDS = {
    "army-vs-aliens-2011": 5,
    "army-vs-aliens-2012": 2,
    "dinosaurs-vs-army-men": 9,
    "doubles-wild": 8,
    "space-checkers": 6,
}
"""Of the chance with which a game is played on: matches that do not take long."""
FEW = 3
"""Cards of a pile that nobody takes up by mistake."""
AT_ONCE = 4
"""Rests of the table that are seen in one frame at most."""


class Shown(NamedTuple):
    """The table at rest, as it is seen."""

    view: TableView
    fresh: frozenset[int]
    hands: tuple[Hand, ...]


class Cast:
    """The players: what truly happens from a position on, and how they leave the table."""

    def __init__(self, seated: SeatedGame, position: Any, view: TableView) -> None:
        self.seated, self.game, self.position = seated, seated.game, position
        seed = SEEDS[self.game.id]
        dice = [
            Lying(die.face or die.value or 1, die.colour or "white", *zone_parts(die.zone or ""), die.place or (0, 0))
            for die in view.dice
        ]
        self.top = Tabletop(seated, Random(seed), [replace(die, area=die.area or None) for die in dice])
        self.hands = HandsOf(self.top)
        self.hands.settle(position)
        self.done: list[Step] = []
        self.misreads = False
        """Whether the next plain roll or flip is read wrongly."""
        self.misread: Step | None = None
        """What was read wrongly, as it was, until somebody has corrected it."""
        self._steps = played(self.game, Random(seed), greedy, position)

    @property
    def over(self) -> bool:
        return self.game.outcome(self.position) is not None

    def act(self) -> Shown | None:
        """What happens next, and how the table lies then; None for what is only said."""
        steps: list[Step] = []
        for step in self._steps:
            self.done.append(step)
            self.position = step.after
            if not steps and self.game.format_event(step.event)["do"] in SPOKEN:
                self.hands.settle(step.after)
                return None
            steps.append(step)
            if self.hands.carry_out(step):
                break
        shown = self._shown(steps)
        self.hands.settle(self.position)
        return self._misread(steps[-1], shown) if self.misreads else shown

    def follows(self, position: Any) -> bool:
        """Whether this is the position, or comes of it by the only thing that can be done."""
        actions = self.game.actions(self.position) if position != self.position else ()
        if len(actions) == 1 and self.game.apply(self.position, actions[0]) == position:
            self.done.append(next(self._steps))
            self.position = position
            self.hands.settle(position)
        return bool(position == self.position)

    def since(self, position: Any) -> Step | None:
        """What has happened next in a position of the match; None: nothing yet."""
        return next((one for one in reversed(self.done) if one.before == position), None)

    def now(self) -> Shown:
        """The table as it lies."""
        return self._shown(())

    def _shown(self, steps: Any, top: Tabletop | None = None) -> Shown:
        view, fresh = (top or self.top).view()
        seats = [seat for one in steps for seat in self.game.hands(one.before, one.event, one.after, True)]
        return Shown(placed(top or self.top, view), fresh, tuple(Hand(((seat, 0.99),)) for seat in seats))

    def _misread(self, step: Step, shown: Shown) -> Shown:
        """The same with one die, or the card on the pile, taken for another."""
        view = shown.view
        event = self.game.format_event(step.event)
        if shown.fresh:
            number = min(n for n in shown.fresh if view.dice[n].value is not None)
            value = view.dice[number].value or 0
            dice = [*view.dice]
            dice[number] = msgspec.structs.replace(dice[number], value=value % 6 + 1)
            view = msgspec.structs.replace(view, dice=tuple(dice))
        elif event["do"] == "flipped" and str(event["card"])[1:] and step.before.battle is step.after.battle is None:
            card = str(event["card"])
            wrong = next(one for one in step.before.unseen if one != card and one[0] == card[0] and one[1:])
            cards = (msgspec.structs.replace(view.cards[0], face=wrong), *view.cards[1:])
            view = msgspec.structs.replace(view, cards=cards)
        else:
            return shown
        self.misreads, self.misread = False, step
        return shown._replace(view=view)

    # ------------------------------------------------------------------------------------------ against the rules

    def cheated(self) -> Shown | None:
        """The table after an act against the rules; None where this position is not one for it."""
        awaited = self.game.awaited(self.position)
        if awaited.need not in ("action", "flip") or awaited.seat is None:
            return None
        top = replace(self.top, dice=[*self.top.dice], pieces=dict(self.top.pieces), fresh=set())
        done = WRONGS[self.game.id](self, top, awaited.seat)
        return self._shown((), top) if done else None

    def _taken(self, top: Tabletop, seat: int) -> bool:
        """A die of the enemy that nothing legal hits is scored, and nothing is paid for it."""
        events = [self.game.format_event(one) for one in self.game.actions(self.position)]
        hit = {face for one in events for _, face in one.get("hit", ())}
        theirs = [one for one in top.dice if (one.area, one.seat) == ("combat", 1 - seat) and one.face not in hit]
        if not theirs or {one["do"] for one in events} > {"attack", "rally"}:
            return False
        die = theirs[0]
        top.dice.remove(die)
        top.dice.append(replace(die, area="scoring", seat=None if self.game.id.endswith("2012") else seat))
        return True

    def _marked(self, top: Tabletop, seat: int) -> bool:
        """A marker is laid on a square that the roll does not name."""
        return self.position.battle is None and self.position.rolled is not None and self._put(top, seat)

    def _moved(self, top: Tabletop, seat: int) -> bool:
        """A pawn goes farther than was rolled."""
        own = [cell for cell, colour in top.pieces.items() if colour == self.seated.colours[seat]]
        for cell in own:
            if self._put(top, seat, cell):
                del top.pieces[cell]
                return True
        return False

    def _put(self, top: Tabletop, seat: int, pawn: Cell | None = None) -> bool:
        """A piece comes to a free cell to which nothing legal brings one."""
        grid = self.seated.layout(self.position).grids[0]
        then = [self.game.apply(self.position, one) for one in self.game.actions(self.position)]
        legal = {cell for one in then for cell in self.seated.layout(one).pieces if cell.grid == grid}
        rows, cols = ({getattr(cell, name) for cell in legal} for name in ("row", "col"))
        for row in range(min(rows), max(rows) + 1):
            for col in range(min(cols), max(cols) + 1) if pawn is None else (pawn.col,):
                cell = Cell(grid, row, col)
                if cell not in legal and (pawn is None or abs(row - pawn.row) > self.position.rolled.number):
                    top.pieces[cell] = self.seated.colours[seat]
                    return True
        return False

    def _swept(self, top: Tabletop, seat: int) -> bool:
        """The pile is taken, and nobody has won it."""
        top.central = ()
        return len(self.top.central) >= FEW and self.position.battle is None


WRONGS = {
    "army-vs-aliens-2011": Cast._taken,
    "army-vs-aliens-2012": Cast._taken,
    "dinosaurs-vs-army-men": Cast._swept,
    "doubles-wild": Cast._marked,
    "space-checkers": Cast._moved,
}


class Rehearsed(MatchPipeline):
    """Looks for itself, until the players are told what to do."""

    newest: ClassVar[Rehearsed]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._cast: Cast | None = None
        self._before: list[Any] = []
        """The events that the real eyes told."""
        self._goal: float = 0
        self._shows: Shown | None = None
        """The table as it is to be seen next, whatever happens in the game."""
        self._cheating = False
        self._time = 0.0
        """Of the newest frame."""
        Rehearsed.newest = self

    def see(self, frame: Frame) -> list[Notice]:
        cast = self._cast
        self._time = frame.time
        if cast is None:
            return super().see(frame)
        self._moving = False
        told: list[Notice] = []
        for number in range(AT_ONCE):
            shown = self._next(cast)
            if shown is None:
                break
            self.tracker.note_motion()
            view = msgspec.structs.replace(shown.view, time=frame.time + number / 1000)
            told += self.tracker.observe(view, [view.dice[n] for n in sorted(shown.fresh)], hands=shown.hands)
        return told or self.tracker.due_notices(frame.time)

    def draw(self, image: Image, read: bool = True, lines: Zones | None = None) -> Image:
        real = self._cast is None or not self._cast.done
        return super().draw(image, read, lines) if real else image  # what perfect eyes see is in no picture

    def _next(self, cast: Cast) -> Shown | None:
        if self._shows is not None:
            shown, self._shows = self._shows, None
            return shown
        if self._cheating or not cast.follows(self.tracker.position):
            return None
        cast.misread = None
        if self._goal < 0:  # somebody is to cheat as soon as that can be
            cheated = cast.cheated()
            if cheated is not None:
                self._cheating, self._goal = True, 0
                return cheated
        if cast.over or 0 <= self._goal <= len(cast.done):
            return None
        shown = cast.act()
        if cast.misread is not None:  # nobody goes on before it is corrected
            self._goal = 0
        return shown

    # ------------------------------------------------------------------------------------------ what a test says

    def obey(self, offers: tuple[Offer, ...], verb: str, *words: str) -> Any:
        """Do what a word says; `offers` are those on the screens. The answer can be written as JSON."""
        if verb == "take-over":
            self._before = [one.event for one in self.tracker.journal.history()]
            if self.tracker.view is None:
                return None
            self._cast = Cast(self.tracker.seated, self.tracker.position, self.tracker.view)
            return len(self._before)
        if verb == "where":
            return self._where(offers)
        cast = self._cast
        assert cast is not None, "nobody has taken over"
        if verb == "play":
            self._goal = len(cast.done) + int(words[0]) if words else float("inf")
        elif verb == "misread":
            cast.misreads = True
        elif verb == "cheat":
            self._goal = -1
        elif verb == "mend":
            self._cheating, self._shows = False, cast.now()
        elif verb == "events":
            return [format_step(cast.game, one) for one in (*self._before, *(step.event for step in cast.done))]
        else:
            raise ValueError(verb)
        return True

    def _where(self, offers: tuple[Offer, ...]) -> dict[str, Any]:
        """How many events stand, and the newest in words; whether they are the true ones; which offer is the true one,
        by its number; what nobody has seen, and whether nobody will; what was read wrongly with its number, typed and
        in words; whether all have done what they were told; how the match ended; the time of the newest frame."""
        game, cast = self.tracker.seated.game, self._cast
        told = self.tracker.journal.history()
        outcome = game.outcome(self.tracker.position)
        true = self._true(len(told)) if cast is None else cast.position
        behind = None if cast is None else cast.since(self.tracker.position)
        done = () if cast is None else tuple(step.event for step in cast.done)

        def fits(number: int) -> bool:
            """Of several ways to one position it was this one."""
            events = offers[number - 1].choice.events
            return done[len(done) - len(events) :] == events

        return {
            "events": len(told),
            "newest": step_text(game, told[-1].before, told[-1].event) if told else "",
            "agree": self.tracker.position == true if cast is not None else len(told) > 0,
            "asks": max((n for n, one in enumerate(offers, 1) if self._leads(one) == true), key=fits, default=None),
            "unseen": None if behind is None else game.formatted(behind.event),
            "spoken": behind is not None and game.format_event(behind.event)["do"] in SPOKEN,
            "misread": None if cast is None or cast.misread is None else self._wrong(told, cast.misread),
            "idle": cast is None or (self._shows is None and 0 <= self._goal <= len(cast.done)),
            "over": None if outcome is None else outcome.how,
            "time": self._time,
        }

    def _wrong(self, told: tuple[StandingEvent, ...], step: Step) -> tuple[int, str, str] | None:
        """The number of the event that was read wrongly, and what it truly was, as it is typed and in words; None
        before it is told."""
        game = self.tracker.seated.game
        number = next((n for n, one in enumerate(told, 1) if one.before == step.before), None)
        return (
            None if number is None else (number, game.formatted(step.event), step_text(game, step.before, step.event))
        )

    def _true(self, told: int) -> Any:
        """Where the film is after one event more."""
        game = self.tracker.seated.game
        truth = json.loads(FILMS[game.id].with_suffix(".json").read_text())
        # A film may be of a shorter game by a house rule; it begins in the same way.
        position = game.start() if truth["options"] else game.parse_position(truth["start"])
        for one in truth["events"][: told + 1]:
            position = game.apply(position, game.parse_event(one["event"]))
        return position

    def _leads(self, offer: Offer) -> Any:
        """Where an answer leads; None where something has happened meanwhile that it does not fit."""
        try:
            position = self.tracker.base_of(offer.choice)
            for event in offer.choice.events:
                position = apply_step(self.tracker.seated.game, position, event)
        except CompanionError:
            return None
        return position
