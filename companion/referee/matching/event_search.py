"""Follows what may have happened at a table, step by step: every legal event, and what dice and cards tell, a few steps
on, each with how well the table that it would leave explains the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, inf, log
from typing import Any, NamedTuple

from companion.evidence import MIN_PROBABILITY, Evidence, RollVisibility, Score
from companion.referee.matching.explanations import Desync, Explanation, Hypothesis, SeatedGame
from companion.referee.matching.layout_diff import LayoutDifference, tasks_between, tasks_seen
from companion.rules import Attempt, BrokenClause, Event, IllegalEvent, Reading
from companion.table import DieAt, Layout

PLAIN = 0.99
"""Probability, among all readings of dice, from which one that was in doubt in an earlier view is so no more."""
CONTRADICTED = -4.6
"""Score of a single thing below which an explanation is none: it would be that one time in a hundred. Raising it asks
more and accepts less."""
STRAINED = -15.0
"""The same of all things together: many doubts in one picture are commoner than a single contradiction."""
NOTHING, ONE_MORE, TAKEN_BACK, FORBIDDEN = 0.0, log(0.005), log(0.001), log(0.0005)
"""What is to be expected before one looks, as logarithms of odds: that nothing happened, and for each event that it
did; for each event taken back; and for an act against the rules."""
INVISIBLE = log(0.05)
"""The same of an event that nothing on the table shows."""
CAME_TO_REST: dict[RollVisibility, float] = {"seen": 12.0, "unsure": 6.0, "carried": 0.0}
"""The logarithm of how much better a roll explains dice that came to lie anew than that nothing happened."""
FURTHEST = 3
"""Events, with the rolls that go with them, that may have happened since the table was last read. Raising it costs
time and finds what hasty players do."""
BREADTH = 12
"""Explanations that are followed on at each step."""
PROGRESS = 0.5
"""How much better an event must make the explanation for what may have come after it to be looked for."""
BEATEN = 14.0
"""How much likelier, as a logarithm, an explanation must be than what dice or cards would have to tell on the way to
another for the latter not to be followed on: what comes next adds as much to both."""
TRIED_PARTLY, TRIED_ON, TRIED_LIFTED = 40, 24, 3
"""Events that are looked at for being partly done, explanations after which the next event may be, and events that take
up dice after which an act against the rules may be."""


class Node(NamedTuple):
    """A position that may have been reached, and how well its table explains the view."""

    position: Any
    events: tuple[Event, ...]
    taken_back: int
    spent: frozenset[str]
    settled: Layout
    layout: Layout
    """The one of its layouts that fits best: with what follows from the events, or without."""
    score: Score
    prior: float
    read_weight: float
    """Logarithm of the probability of what was read off dice and cards on the way."""
    seen: bool = True
    """Whether the last event shows on the table."""
    rested: bool = False
    """Whether dice that came to lie anew told a roll on the way."""
    acted: bool = False
    """Whether an act that shows has followed on the newest of such rolls, or on a choice that dice told."""
    unseen_roll: bool = False
    """Whether somebody should have seen a roll, and did not."""
    partly: bool = False
    """Whether the last event was read off some of its dice, and the others are not read, or in doubt."""
    sure: float = 1.0
    """Probability, among all readings of the dice or cards, of the one that was read off them on the way."""
    asked: bool = False
    """Whether it goes on from a choice of a question that nobody has answered."""
    told: frozenset[str] = frozenset()
    """The dice that have told something in each choice of such a question: why they came to lie anew is known."""
    open_weight: float | None = None
    """Logarithm of the probability of all choices of such a question together, before anything is read anew."""
    hands: tuple[int, ...] = ()
    """The seats whose own hands it took, act by act."""
    owed: tuple[int, ...] = ()
    """Those whose hands have still to do what follows from the last event: it took them, too, if another came after."""
    handled: float = 0.0
    """Logarithm of the probability of the hands that were seen, if it took those."""
    expected: float = 0.0
    """What is more to be expected of the players, since they are watched."""

    @property
    def weight(self) -> float:
        return self.score.total + self.prior + self.handled + self.expected

    @property
    def fits(self) -> bool:
        return fits(self.score)


def _different(readings: Sequence[Reading]) -> Iterator[Reading]:
    """One of those that read the dice or cards alike."""
    seen = set()
    for reading in readings:
        if reading.events[-1] not in seen:
            seen.add(reading.events[-1])
            yield reading


def fits(score: Score) -> bool:
    return score.worst >= CONTRADICTED and score.total >= STRAINED


def explanation(node: Node, probability: float) -> Explanation:
    """A node as an answer tells it."""
    probability = round(min(probability, 1.0), 4)
    return Explanation(node.events, node.taken_back, probability, node.spent, sure=node.sure)


class Search:
    """Follows what may have happened, step by step."""

    def __init__(self, seated: SeatedGame, seen: Evidence) -> None:
        self.seated, self.game, self.seen = seated, seated.game, seen

    def node(
        self,
        position: Any,
        events: tuple[Event, ...],
        taken_back: int,
        spent: frozenset[str],
        prior: float,
        lags: Sequence[Layout] = (),
        before: Node | None = None,
        read_weight: float = 0.0,
    ) -> Node:
        """A position with the best of its layouts; `lags`: those without what hands have still to do after the newest
        events."""
        settled = self.seated.layout(position)
        layouts = [settled, *lags]
        if before is not None and before.layout != before.settled:
            layouts += [before.layout.carried(before.settled, layout) for layout in layouts]
        scored = [(self.seen.score(layout), layout) for layout in layouts]
        score, layout = max(scored, key=lambda one: one[0].total)
        if before is not None and before.rested and not layout.dice:  # the dice that told a roll lie there still
            read_weight = min(read_weight, before.score.dice)
        # A layout may claim less of the dice than was read off them; if it claims the same, it is no second witness.
        score = score._replace(total=score.total - score.dice + min(score.dice, read_weight))
        visible = before is None or before.spent != spent or self.seen.shows(before.layout, layout)
        return Node(position, events, taken_back, spent, settled, layout, score, prior, read_weight, visible)

    def forbidden(self, here: Node, over: float = -inf) -> Desync | None:
        """What was done against the rules, where that explains the view better than an explanation of weight `over`."""
        done = self._attempt(here, over)
        return None if done is None else self._ruling(here, done.broken)

    def forbidden_after(self, nodes: Sequence[Node]) -> Desync | None:
        """The same of what was done after one of some nodes: with the clauses that it breaks after each of those after
        which it explains the view."""
        done = [(node, one) for node in nodes if (one := self._attempt(node)) is not None]
        if not done:
            return None
        shared = set.intersection(*({broken.clause for broken in one.broken} for _, one in done))
        node, first = max(done, key=lambda one: one[0].prior + one[0].read_weight)
        broken = tuple(one for one in first.broken if one.clause in shared)
        return self._ruling(node, broken) if broken else None

    def lifting(self, here: Node) -> list[Node]:
        """The events after a node that take up dice, the few that explain the view best."""
        nodes = [self._follow(here, (event,)) for event in self.game.actions(here.position) if self.game.lifts(event)]
        return sorted(nodes, key=lambda node: -node.score.total)[:TRIED_LIFTED]

    def _attempt(self, node: Node, over: float = -inf) -> Attempt | None:
        """The act against the rules after `node` that explains the view best, if better than a weight."""
        done: Attempt | None = None
        for attempt in self.game.attempts(node.position, self.seen, self.seated.colours):
            score = self.seen.score(attempt.layout)
            weight = score.total + FORBIDDEN + self.seen.hands.anybodys
            if fits(score) and weight > over:
                done, over = attempt, weight
        return done

    def _ruling(self, node: Node, broken: tuple[BrokenClause, ...]) -> Desync:
        text = " ".join(dict.fromkeys(self.game.broken_text(one) for one in broken))
        return Desync(broken, text, explanation(node, 0.0), tasks_seen(self.game, self.seen, node.settled))

    def before(self, earlier: Sequence[tuple[Any, Event]]) -> Iterator[Node]:
        """The positions to which events may have been taken back."""
        for count, (position, _) in enumerate(earlier, 1):
            yield self.node(position, (), count, frozenset(), count * TAKEN_BACK)

    def chosen(self, here: Node, choices: Sequence[Explanation]) -> Iterator[Node]:
        """The positions to which choices lead that are still open, and those before the newest act of each, which
        hands may put back."""
        for choice in choices:
            if not choice.events or not choice.plain:
                continue
            likely = log(max(choice.probability, MIN_PROBABILITY))
            try:
                reached = [(self._follow(here, choice.events), likely)]
                if len(choice.events) > 1:
                    earlier = self._follow(here, choice.events[:-1])
                    if choice.events[-1] in self.game.actions(earlier.position):
                        reached.append((earlier, likely + TAKEN_BACK))
            except IllegalEvent:  # players have said meanwhile what makes it impossible
                continue
            for node, prior in reached:
                yield node._replace(prior=prior, spent=choice.spent, seen=True, asked=True, sure=choice.sure)

    def followed(self, here: Node, hypotheses: Sequence[Hypothesis]) -> Iterator[Node]:
        """The positions to which hypotheses lead that are still possible."""
        for one in hypotheses:
            try:
                node = self._follow(here, one.events)
            except IllegalEvent:  # players have said meanwhile what makes it impossible
                continue
            node = node._replace(prior=one.prior, spent=one.spent, read_weight=one.read_weight)
            yield node._replace(sure=one.sure, unseen_roll=one.unseen_roll)

    def reached(self, roots: Sequence[Node], furthest: int = FURTHEST) -> list[Node]:
        """Whatever may have come after the roots, and the roots but the first."""
        found, level = list(roots[1:]), list(roots)
        best = max((node.weight for node in roots if node.fits), default=-inf)
        thrown = bool(self.seen.dice.fresh)  # dice may have been thrown after an event that can be seen no more
        for _ in range(furthest):
            children: list[tuple[Node, bool]] = []
            for node in level:
                for child in self.after(node):
                    better = child.score.total > node.score.total + PROGRESS
                    children.append((child, better or thrown or not child.seen or child.spent != node.spent))
            found += [child for child, _ in children]
            best = max(best, *(child.weight for child, _ in children if child.fits and child.seen), -inf)
            promising = [child for child, leads_on in children if leads_on]
            likeliest = sorted(promising, key=lambda one: -one.weight)[:BREADTH]
            level = [one for one in likeliest if one.prior + one.read_weight > best - BEATEN]
        return found

    def after(self, node: Node) -> Iterator[Node]:
        """What one event more, or what dice and cards tell together, leads to."""
        game, position = self.game, node.position
        for event in game.actions(position):
            if not game.lifts(event):  # the roll that follows tells what it was
                yield self._follow(node, (event,))
        readings = list(game.readings(position, self.seen, self.seated.colours, node.spent))
        total = sum(exp(min(reading.weight, 0.0)) for reading in _different(readings))
        for reading in readings:
            child = self._apply_reading(node, reading)
            if child is None:
                continue
            share = exp(min(reading.weight, 0.0)) / total
            if node.open_weight is not None and share >= PLAIN and reading.spent <= node.told:
                child = child._replace(prior=max(child.prior, node.open_weight))  # in doubt before, and plain now
            yield child._replace(sure=min(node.sure, share))

    def _touches_untouched(self, node: Node, event: Event) -> bool:
        """Whether an event uses dice of a face of which more lie untouched than it leaves; of dice of which nobody says
        what they show nothing is known."""
        touched = Counter(one for one in self.game.touches(node.position, event) if isinstance(one, DieAt))
        heaps = [heap for way in node.settled.dice[:1] for heap in way]
        there = {
            place: sum((heap.faces or ()).count(place.face) for heap in heaps if (heap.area, heap.seat) == place[:2])
            for place in touched
        }
        return any(0 <= there[place] - count < self.seen.dice.untouched_at(place) for place, count in touched.items())

    def _apply_reading(self, node: Node, reading: Reading) -> Node | None:
        try:
            return self._follow(node, reading.events, reading)
        except IllegalEvent:
            return None

    def _follow(self, node: Node, events: tuple[Event, ...], reading: Reading | None = None) -> Node:
        position, lag, steps = node.position, None, []
        for event in events:
            after = self.game.apply(position, event)
            lag = self.game.unsettled(position, event, self.seated.colours)
            steps.append((position, event, after))
            position = after
        prior, read_weight, spent = node.prior + ONE_MORE, node.read_weight, node.spent
        if reading is not None:
            prior += max(reading.weight, 0.0)
            if reading.rested and not reading.unseen and not reading.spent - spent <= node.told:
                prior += CAME_TO_REST["seen" if reading.awaited else self.seen.sight]
            read_weight, spent = read_weight + min(reading.weight, 0.0), reading.spent
        lags = () if lag is None else (lag,)
        child = self.node(position, (*node.events, *events), node.taken_back, spent, prior, lags, node, read_weight)
        if reading is not None and reading.rested and not child.layout.dice:
            child = self._beside_thrown(child, steps[-1][0])
        took, owed = self._hands(steps, child.layout == child.settled)
        hands = (*node.hands, *node.owed, *took)
        handled, expected = self.seen.hands.doubt(hands), self.seen.hands.expected(hands)
        child = child._replace(sure=node.sure, hands=hands, owed=owed, handled=handled, expected=expected)
        if reading is None and not node.events and not node.taken_back and self._touches_untouched(node, events[0]):
            child = child._replace(score=child.score._replace(worst=log(MIN_PROBABILITY)))
        if reading is None and not child.seen:
            child = child._replace(prior=node.prior + INVISIBLE)
        if reading is not None and reading.unseen:  # tells nothing by itself, only where a later event shows
            child = child._replace(seen=False)
        rested = reading is not None and reading.rested
        unseen = reading is not None and (
            reading.unseen or (rested and not reading.awaited and self.seen.sight != "seen")
        )
        unseen_roll = node.unseen_roll or unseen
        told = node.rested or (node.asked and bool(node.spent))
        acted = reading is None and (node.acted or (told and child.seen))
        return child._replace(
            rested=node.rested or rested,
            acted=acted,
            unseen_roll=unseen_roll,
            partly=reading is not None and reading.partly,
            asked=node.asked,
            told=node.told,
        )

    def _beside_thrown(self, child: Node, before: Any) -> Node:
        """A node after a roll from which on dice mean nothing, weighed with those that were not thrown: they lie there
        still as they lay in the position `before` it, unless hands have taken them up since."""
        ways = self.seated.layout(before).dice
        kept = max((sum(self.seen.dice.scores(way)) for way in ways), default=0.0)
        kept = max(kept, CONTRADICTED)
        score = child.score._replace(total=child.score.total + kept)
        return child._replace(score=score, read_weight=child.read_weight + kept)

    def _hands(self, steps: Sequence[tuple[Any, Event, Any]], done: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Whose hands events take, each with the positions before and after it, and whose the last one would take
        besides; `done`: it is, wholly."""
        each = [self.game.hands(*step, True) for step in steps]
        took = each[-1] if done else self.game.hands(*steps[-1], False)
        return tuple(seat for hands in (*each[:-1], took) for seat in hands), each[-1][len(took) :]

    def partly(self, node: Node) -> list[Node]:
        """The single events after `node` that explain the view as partly done, the one nearest to being done first."""
        game = self.game
        actions = game.actions(node.position)
        single = [self._follow(node, (event,)) for event in actions if not game.lifts(event)]
        single = sorted((one for one in single if one.seen), key=lambda one: -one.score.total)[:TRIED_PARTLY]
        return [one for one in single if self._is_partly_done(node, one)] + self.lifted(node)

    def lifted(self, node: Node) -> list[Node]:
        """The event after `node` that takes up dice, where that explains the view."""
        lifting = [event for event in self.game.actions(node.position) if self.game.lifts(event)]
        most = [self._follow(node, (event,)) for event in lifting[-1:]]  # the last takes up as many as any
        return [one for one in most if self._is_partly_done(node, one)]

    def lifted_weight(self, node: Node) -> float:
        """The weight of the event after `node` that takes up dice; -inf where there is none that explains the view."""
        scores = (self.partly_score(node, one).total for one in self.lifted(node))
        return max((node.prior + ONE_MORE + score for score in scores), default=-inf)

    def partly_score(self, node: Node, after: Node) -> Score:
        """How well the view is explained by what leads from one node to another being partly done."""
        return self.seen.score_partly(node.layout, after.settled)

    def _is_partly_done(self, node: Node, after: Node) -> bool:
        return fits(self.partly_score(node, after))

    def begun(self, nodes: Sequence[Node]) -> list[Node]:
        """The explanations after which one event more is partly done, the likeliest first; only those that are about
        as likely as that, and none for which dice or cards would have to be misread that are plain."""
        plain = [node for node in nodes if node.seen and node.read_weight >= CONTRADICTED]
        tried = sorted(plain, key=lambda node: -node.weight)[:TRIED_ON]
        found = [node for node in {id(one): one for one in (nodes[0], *tried)}.values() if self.partly(node)]
        found.sort(key=lambda node: -node.prior - node.read_weight)
        least = found[0].prior + found[0].read_weight + CONTRADICTED if found else 0.0
        return [node for node in found if node.prior + node.read_weight > least]

    def acts(self, node: Node) -> int:
        """How many things have been done, dice taken up and rolled counting as one."""
        return sum(not self.game.lifts(event) for event in node.events)

    def leaves_no_trace(self, start: Node, node: Node) -> bool:
        """Whether one of the acts that lead from a node to another changes nothing on the table, as to throw no die
        again."""
        position, before = start.position, start.settled
        for event in () if node.taken_back else node.events:
            position = self.game.apply(position, event)
            after = self.seated.layout(position)
            if after == before and not self.game.lifts(event):
                return True
            before = after
        return False

    def tasks_toward(self, node: Node) -> tuple[LayoutDifference, ...]:
        """What has to be done for the table to show a position."""
        return tasks_seen(self.game, self.seen, node.settled)

    def tasks(self, node: Node) -> tuple[LayoutDifference, ...]:
        """What has to be done for the table to show a position as it should lie."""
        return () if node.layout == node.settled else tasks_between(self.game, node.layout, node.settled)
