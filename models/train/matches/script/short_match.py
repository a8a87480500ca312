"""Writes whole short matches for the films that come with the app: brisk, from the set-up to the winner, with one act
against the rules that is put right and one legal act that is taken back.

A match is a function of its seed. Which seeds give a match that is short enough, and in which the referee has
something to ask, is found out by following them (models.train.matches.evaluate.short_matches).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random

from companion.rules.self_play import Step, greedy
from models.train.game_notes import Short, notes_of
from models.train.matches.script.acts import PACES
from models.train.matches.script.conduct import Manner
from models.train.matches.script.illegal import commit
from models.train.matches.script.script import QUIET, Happened, Match, TakenBack, Writer
from models.train.matches.stage import Change, Setting, changes_to, setting

ASKED, SAID = 1.2, 4.2
"""Seconds after which players say a choice of which nothing lies on the table, for it is asked for first; and those
that they take for it."""
ANSWERED = 4.2
"""Seconds that players wait where they know that they will be asked: for the question, and until somebody answers."""
LAST_REST = 3.0
"""Seconds at the end, for the result."""


def short_game(table: Setting, longest: int) -> list[Step] | None:
    """One game to its end, played by a lot whose players take what pays at once; None where it lasts longer."""
    game, lot = table.game, table.lot
    position, steps = game.start(), list[Step]()
    while game.awaited(position).need != "nothing":
        if len(steps) == longest:
            return None
        actions = game.actions(position)
        event = greedy(game, position, actions, lot) if actions else game.drawn(position, lot)
        steps.append(Step(position, event, game.apply(position, event)))
        position = steps[-1].after
    return steps


def write_short_match(
    game: str, seed: int, take: int = 1, asked: Collection[int] = (), hurried: Collection[int] = ()
) -> Match | None:
    """The short match of a seed, from the set-up to its winner; `take`: one of many ways to carry it out; `asked`: how
    many events have happened where players wait to be asked, for nobody could answer while hands go on; `hurried`: the
    same, where the next hand does not wait for the last one to leave. None where the game lasts too long, or something
    that the film is to show finds no place in it."""
    occasion, lot = notes_of(game).short, Random(f"{game} {seed} short")
    if occasion is None:
        raise ValueError(f"{game}: its rendering.toml has no table [short], which says how a short match is played")
    table = setting(game, lot, 2, dict(occasion.options))
    table = replace(table, habits=replace(table.habits, onto=0.0, sorted_by_hand=0.0))
    steps = short_game(table, occasion.longest)
    if steps is None or len(steps) < 12:
        return None
    writer = _ShortWriter(replace(table, lot=Random(f"{game} {seed} take {take}")), seed, occasion, asked, hurried)
    writer.play(steps)
    return writer.match if len(writer.illegal) == len(writer.taken_back) == 1 else None


class _ShortWriter(Writer):
    def __init__(
        self, table: Setting, seed: int, occasion: Short, asked: Collection[int], hurried: Collection[int]
    ) -> None:
        super().__init__(table, seed, QUIET)
        self.occasion, self.asked, self.overlapping = occasion, asked, hurried
        self.pace = PACES[occasion.pace]
        self.table.lot.random()  # without this draw the bundled films would be others

    def play(self, steps: Sequence[Step]) -> None:
        """Carry out all steps, with the two mishaps on the way."""
        lot, course = self.table.lot, self.conduct.course
        wrong_from = lot.uniform(0.15, 0.8) * len(steps)
        back_from = lot.uniform(0.15, 0.8) * len(steps)
        course.rest(2.0, "settled", 0)
        for number, step in enumerate(steps):
            if not self.hurried:
                if number >= back_from and not self.taken_back:
                    self._reconsider(step)
                elif number >= wrong_from and not self.illegal:
                    self._offend(step)
            self._carry_out(step, number + 1 == len(steps))
        course.rest(LAST_REST, "settled", self.conduct.events)

    def _carry_out(self, step: Step, last: bool) -> None:
        lot, course, conduct, pace = self.table.lot, self.conduct.course, self.conduct, self.pace
        self.positions.append(step.after)
        overlaps = not last and lot.random() < self.occasion.overlaps and self._may_overlap(step)
        overlaps = overlaps or conduct.events + 1 in self.overlapping
        done = conduct.carry_out(step, Manner(pace))
        seat = conduct.seat_of(step.before, self.table.game.format_event(step.event))
        self.happened.append(Happened(step, seat, "brisk", overlaps, done))
        self.hurried = overlaps
        if overlaps:
            course.overlap()
        else:
            seconds = conduct.pause(pace)
            if done.said is not None:
                done.said, seconds = done.said + ASKED, SAID
            if conduct.events in self.asked:
                seconds = ANSWERED
            course.rest(seconds, "settled", conduct.events)

    def _may_overlap(self, step: Step) -> bool:
        """Whether the table still tells of this event once the next one has been carried out."""
        if self.table.play == "pairs":  # a marker stays when the dice that sent it there are thrown again
            placed = self.table.game.format_event(step.event)["do"] == "place" and step.after.battle is None
            return placed and self.table.game.awaited(step.after).need == "roll"
        return self._may_be_hasty(step)

    def _offend(self, step: Step) -> None:
        """Somebody does what the rules do not allow, and puts it right."""
        if self.table.game.awaited(step.before).need == "roll":
            return
        committed = commit(self.conduct, step.before, self.done)
        if committed is not None:
            self.illegal.append(committed)
            self.conduct.course.rest(1.2, "settled", self.conduct.events)

    # ------------------------------------------------------------------------------------------ taking back

    def _reconsider(self, step: Step) -> None:
        """The player does something else first, and takes it back."""
        game, conduct, course, lot = self.table.game, self.conduct, self.conduct.course, self.table.lot
        pace = self.pace
        position = step.before
        if game.awaited(position).need != "action" or game.awaited(position).seat is None:
            return
        others = [event for event in game.actions(position) if event != step.event]
        for event in lot.sample(others, len(others)):
            if game.lifts(event) or game.unsettled(position, event, self.table.colours) is not None:
                continue
            after, seat = game.apply(position, event), conduct.seat_of(position, game.format_event(event))
            if game.outcome(after) is not None or game.awaited(after).need == "nothing":
                continue
            changes = changes_to(conduct.stage, game.layout(after, self.table.colours), self.table, seat)
            said = game.format_event(event)["do"] == "chose"
            if bool(changes) == said or len(changes) > 3:
                continue
            before = conduct.stage
            if changes:
                course.hand(seat, changes, pace)
            start = course.now
            course.rest(SAID + 1.0 if said else 2.8, "settled" if said else "reconsidered", conduct.events)
            shown, until = (start + ASKED, course.now - 0.2) if said else (start, course.now)
            self.taken_back.append(TakenBack(event, seat, shown, until, len(self.happened), said))
            if changes:
                course.hand(seat, [Change(one.thing, before.at.get(one.thing)) for one in reversed(changes)], pace)
            course.rest(1.2, "settled", conduct.events)
            return
