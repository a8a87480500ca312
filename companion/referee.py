"""What happened at the table: which legal events best explain what is seen, given the position that was.

The referee knows no game and does not read the table twice. It follows every legal event a few steps on, and compares
the table that would be left with the evidence: what is doubtful by its probabilities, what is covered not at all. The
best explanation counts where it leads clearly; otherwise it becomes a question with those that explain the view about
as well. What no legal event explains is a desync, with the clauses that what was done would break.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, inf, log
from typing import Any, NamedTuple, TypeAlias

import msgspec

from companion.evidence import Evidence, Score, Sight
from companion.game import Attempt, BrokenClause, Event, Game, IllegalEvent, Reading
from companion.layout import Layout
from companion.likely import LEAST
from companion.table import Colour
from companion.tasks import Task, tasks_between, tasks_seen

__all__ = [
    "Agreed",
    "Answer",
    "Desync",
    "Explanation",
    "Happened",
    "Hypothesis",
    "Question",
    "Seated",
    "Underway",
    "explain",
    "explain_soon",
]

CONTRADICTED = -4.6
"""Score of a single thing below which an explanation is none: it would be that one time in a hundred. Raising it asks
more and accepts less."""
STRAINED = -15.0
"""The same of all things together: many doubts in one picture are commoner than a single contradiction."""
SURE = 0.99
"""Probability among all explanations from which the best one counts by itself. Raising it asks more."""
WORTH_ASKING = 0.02
"""Probability from which an explanation is offered in a question."""
MOST_CHOICES, MOST_TOLD = 4, 3
"""Choices of a question, and differences that a desync names, at most."""
NOTHING, ONE_MORE, TAKEN_BACK, FORBIDDEN = 0.0, log(0.005), log(0.001), log(0.0005)
"""What is to be expected before one looks, as logarithms of odds: that nothing happened, and for each event that it
did; for each event taken back; and for an act against the rules."""
STILL_POSSIBLE = 0.01
"""Probability that nothing has happened, at least, where an earlier view says otherwise."""
UNSEEN = log(0.05)
"""The same of an event that nothing on the table shows."""
CAME_TO_REST: dict[Sight, float] = {"seen": 12.0, "unsure": 6.0, "carried": 0.0}
"""The logarithm of how much better a roll explains dice that came to lie anew than that nothing happened."""
FURTHEST = 3
"""Events, with the rolls that go with them, that may have happened since the table was last read. Raising it costs
time and finds what hasty players do."""
BREADTH = 12
"""Explanations that are followed on at each step."""
PROGRESS = 0.5
"""How much better an event must make the explanation for what may have come after it to be looked for."""
FAR_FETCHED = 2
"""Events taken back and put in their place that are believed whether or not an act half done explains the view."""
MOST_HYPOTHESES = 12
"""Explanations that are kept for later views where none explains one. Raising it costs time."""
MISSED, MISSED_AT_MOST = 0.25, -6.0
"""How much of what speaks against a hypothesis counts when it is followed on, and how much at most: what is misread
once is mostly misread again, and is no new witness."""
TRIED_PARTLY, TRIED_ON = 40, 24
"""Events that are looked at for being partly done, and explanations after which the next event may be."""


class Seated(NamedTuple):
    """A game at a table: whose pieces are of which colour, by seat."""

    game: Game
    colours: tuple[Colour, ...]

    @classmethod
    def usual(cls, game: Game) -> Seated:
        """With the colours that are in the box."""
        colours = (game.usual_colour(seat) for seat in range(game.players))
        return cls(game, tuple(colour for colour in colours if colour is not None))

    def layout(self, position: Any) -> Layout:
        return self.game.layout(position, self.colours)


class Explanation(msgspec.Struct, frozen=True):
    """One way in which the view can have come about."""

    events: tuple[Event, ...]
    taken_back: int = 0
    """How many of the latest events have been taken back before that."""
    probability: float = 1.0
    """Among all explanations."""
    spent: frozenset[str] = frozenset()
    """The dice and cards that told it, by names of the game's own: they tell nothing more."""
    corrected: tuple[int, Event] | None = None
    """An earlier event, by its place among those that stand, and what it was instead."""

    @property
    def plain(self) -> bool:
        """Whether all that stood before stands."""
        return not self.taken_back and self.corrected is None


class Hypothesis(NamedTuple):
    """What may have happened at a view that nothing explains: a later view may tell."""

    events: tuple[Event, ...]
    spent: frozenset[str]
    """As in Explanation."""
    prior: float
    """Logarithm of the odds to expect it, with part of what spoke against it."""
    told: float
    """Logarithm of the probability of what was read off dice and cards on the way."""
    sure: float
    """Probability of the least sure of these readings."""
    hearsay: bool
    """Whether somebody should have seen a roll, and did not."""


class Agreed(msgspec.Struct, frozen=True):
    """Nothing new: the table shows the position."""

    tasks: tuple[Task, ...] = ()
    """What is still to be done on the table, after what was played before."""
    lies: Layout | None = None
    """How it lies as long as that has not been done."""


class Happened(msgspec.Struct, frozen=True):
    """The one explanation that leads clearly."""

    explanation: Explanation
    tasks: tuple[Task, ...] = ()
    """What is still to be done on the table."""
    lies: Layout | None = None
    """How it lies as long as that has not been done."""
    handled: float = 0.0
    """Logarithm of the probability of the hands that were seen, if it took those of the players who may do it."""


class Question(msgspec.Struct, frozen=True):
    """Several explanations are about equally good: the players choose."""

    choices: tuple[Explanation, ...]
    """Likeliest first; one without events: nothing has happened."""
    broken: tuple[BrokenClause, ...] = ()
    """What was done would break these, if it was not as the choices have it."""
    ahead: bool = False
    """Whether it is asked before anything has happened: what players will say next."""
    waits: bool = False
    """Whether what hands do next will tell, so that nobody need be asked."""


class Underway(msgspec.Struct, frozen=True):
    """Something is being done and not finished: these would finish it."""

    toward: tuple[Explanation, ...]
    """None: things are in a hand, and nobody can tell what for."""
    tasks: tuple[Task, ...]
    """What would finish the first of them, or put the things back."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What may have happened, likeliest first."""


class Desync(msgspec.Struct, frozen=True):
    """No legal event explains the view."""

    broken: tuple[BrokenClause, ...]
    """What was done would break these; empty where nobody can tell what was done."""
    text: str
    """One line about it."""
    nearest: Explanation
    """The legal explanation that needs least to be put right."""
    tasks: tuple[Task, ...]
    """What would put it right."""
    hypotheses: tuple[Hypothesis, ...] = ()
    """What may have happened, likeliest first."""


Answer: TypeAlias = Agreed | Happened | Question | Underway | Desync


class _Node(NamedTuple):
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
    told: float
    """Logarithm of the probability of what was read off dice and cards on the way."""
    seen: bool = True
    """Whether the last event shows on the table."""
    rested: bool = False
    """Whether dice that came to lie anew told a roll on the way."""
    hearsay: bool = False
    """Whether somebody should have seen a roll, and did not."""
    sure: float = 1.0
    """Probability, among all readings of the dice or cards, of the one that was read off them on the way."""
    asked: bool = False
    """Whether it goes on from a choice of a question that nobody has answered."""
    hands: tuple[int, ...] = ()
    """The seats whose own hands it took, act by act."""
    handled: float = 0.0
    """Logarithm of the probability of the hands that were seen, if it took those."""
    expected: float = 0.0
    """What is more to be expected of the players, since they are watched."""

    @property
    def weight(self) -> float:
        return self.score.total + self.prior + self.handled + self.expected

    @property
    def fits(self) -> bool:
        return _fits(self.score)


def _different(readings: Sequence[Reading]) -> Iterator[Reading]:
    """One of those that read the dice or cards alike."""
    seen = set()
    for reading in readings:
        if reading.events[-1] not in seen:
            seen.add(reading.events[-1])
            yield reading


def _fits(score: Score) -> bool:
    return score.worst >= CONTRADICTED and score.total >= STRAINED


def explain(
    seated: Seated,
    position: Any,
    seen: Evidence,
    lag: Layout | None = None,
    earlier: Sequence[tuple[Any, Event]] = (),
    open_choices: Sequence[Explanation] = (),
    hypotheses: Sequence[Hypothesis] = (),
) -> Answer:
    """What `seen` says has happened since `position`.

    `lag`: the table as long as what follows from earlier events has not been done. `earlier`: the latest events that
    may be taken back, newest first, each with the position before it. `open_choices`: those of a question about an
    earlier view that nobody has answered. `hypotheses`: those of earlier views that nothing has explained.
    """
    search = _Search(seated, seen)
    here = search.node(position, (), 0, frozenset(), _nothing(open_choices), lag)
    roots = [here, *search.before(earlier), *search.chosen(here, open_choices), *search.followed(here, hypotheses)]
    nodes = search.reached(roots)
    answer = _weighed(search, here, nodes)
    if answer is not None and not _is_far_fetched(answer):
        return answer
    toward = search.partly(here) if answer is not None else []
    if toward:  # one act half done is likelier than several taken back and done
        return Underway(tuple(_explanation(node, 1.0) for node in toward), search.tasks_toward(toward[0]))
    if answer is not None:
        return answer
    begun = search.begun([here, *nodes])
    reached = {(node.position, node.taken_back) for node in begun}
    if begun and begun[0] is here:
        toward = search.partly(here)
        return Underway(tuple(_explanation(node, 1.0) for node in toward), search.tasks_toward(toward[0]))
    told = bool(begun) and begun[0].rested and not begun[0].hearsay and begun[0].sure >= SURE
    if len(reached) == 1 and told:  # a roll lies there, and somebody plays on already
        return Happened(_explanation(begun[0], 1.0), (), begun[0].layout)
    ruling = search.forbidden(here)
    if ruling is not None:
        return msgspec.structs.replace(ruling, hypotheses=_hypotheses(nodes))
    # Two events in one view, the later one not finished, or something in a hand: what it is a later view will tell.
    if begun or _fits(seen.score_partly(here.layout, here.layout.bare)):
        toward_all = tuple(_explanation(node, 1.0) for node in begun)
        return Underway(toward_all, search.tasks_toward(here), _hypotheses(nodes))
    return _desync(search, here, nodes)


def explain_soon(seated: Seated, position: Any, seen: Evidence) -> Answer | None:
    """As `explain`, where at most one event explains the whole view; None where none does. This is soon known."""
    search = _Search(seated, seen)
    here = search.node(position, (), 0, frozenset(), NOTHING, None)
    return _weighed(search, here, search.reached([here], 1))


def _other_ways(best: _Node, done: Sequence[_Node]) -> list[_Node]:
    """The best explanation, and those that take as many events to the same position and are about as likely: the table
    is the same, and what happened is not."""
    least = best.weight + log(WORTH_ASKING)
    found = {best.events: best}
    for node in done:
        same = (node.position, node.taken_back, len(node.events)) == (best.position, best.taken_back, len(best.events))
        if same and node.weight > least:
            found.setdefault(node.events, node)
    return sorted(found.values(), key=lambda node: -node.weight)[:MOST_CHOICES]


def _is_simpler(one: _Node, best: _Node) -> bool:
    """Whether one explains with far fewer events what takes the best more than hands can have done in one go."""
    return len(best.events) > FURTHEST and 2 * len(one.events) <= len(best.events)


def _nothing(open_choices: Sequence[Explanation]) -> float:
    """The prior of the position as it was: where a question is open, what the earlier view left of it."""
    if not open_choices:
        return NOTHING
    told = sum(choice.probability for choice in open_choices if choice.events or not choice.plain)
    return log(min(max(1 - told, STILL_POSSIBLE), 1.0))


def _is_far_fetched(answer: Answer) -> bool:
    """Whether it takes back what was played and puts more than one event in its place, or has several events happen
    of which no dice or cards tell: dice that are missing may as well be in a hand."""
    if not isinstance(answer, Happened):
        return False
    told = answer.explanation
    if told.taken_back:
        return told.taken_back + len(told.events) > FAR_FETCHED
    return len(told.events) > 1 and not told.spent


def _weighed(search: _Search, here: _Node, nodes: Sequence[_Node]) -> Answer | None:
    """The answer, where something explains the view as a whole."""
    done = [node for node in nodes if node.fits and node.seen]
    if here.fits:
        done.append(here)
    if not done:
        return None
    likely: dict[tuple[Any, int], tuple[_Node, float]] = {}
    most = max(node.weight for node in done)
    for node in done:  # what leads to the same position is the same; the shortest way there stands for all
        key = (node.position, node.taken_back)
        best, weight = likely.get(key, (node, 0.0))
        shortest = max(best, node, key=lambda one: (-len(one.events), one.weight))
        likely[key] = (shortest, max(weight, exp(node.weight - most)))
    total = sum(weight for _, weight in likely.values())
    ranked = sorted(likely.values(), key=lambda one: -one[1])
    best, weight = ranked[0]
    doubtful = best is not here and best.prior + best.handled < FORBIDDEN
    ruling = search.forbidden(here, best.weight) if doubtful else None
    tasks = search.tasks(best)
    if weight / total >= SURE:
        if best is here:
            return Agreed(tasks, best.layout)
        # Dice that nobody saw roll; or dice in doubt, of which nothing but the players' next act tells what they show.
        # Or more than hands can have done since a question was left open: something in between was not seen.
        if best.hearsay or best.sure < SURE or (best.asked and search.acts(best) > FURTHEST):
            either = (_explanation(best, weight / total), _explanation(here, 1 - weight / total))
            return Question(either, () if ruling is None else ruling.broken)
        if ruling is not None:
            return ruling
        ways = _other_ways(best, done)
        if len(ways) > 1:
            all_in_all = sum(exp(node.weight - most) for node in ways)
            return Question(tuple(_explanation(node, exp(node.weight - most) / all_in_all) for node in ways))
        simpler = next((one for one, _ in ranked if one is not here and _is_simpler(one, best)), None)
        if simpler is not None:
            return Question((_explanation(best, weight / total), _explanation(simpler, 1 - weight / total)))
        return Happened(_explanation(best, weight / total), tasks, best.layout, best.handled)
    if ruling is not None:
        return ruling
    choices = [(node, weight / total) for node, weight in ranked if weight / total >= WORTH_ASKING]
    if len(choices) == 1 and choices[0][0] is here:
        return Agreed(tasks, here.layout)
    return Question(tuple(_explanation(node, share) for node, share in choices[:MOST_CHOICES]))


def _desync(search: _Search, here: _Node, nodes: Sequence[_Node]) -> Desync:
    nearest = max((here, *nodes), key=lambda node: (node.score.total + 4 * node.prior, -len(node.events)))
    tasks = tasks_seen(search.game, search.seen, nearest.settled)
    text = "The table does not show what the game expects. " + " ".join(task.text for task in tasks[:MOST_TOLD])
    return Desync((), text.strip(), _explanation(nearest, 0.0), tasks, _hypotheses(nodes))


def _hypotheses(nodes: Sequence[_Node]) -> tuple[Hypothesis, ...]:
    """What is worth following on of explanations none of which explains the view."""
    best: dict[Any, Hypothesis] = {}
    for node in nodes:
        if not node.events or node.taken_back:
            continue
        prior = node.prior + max(MISSED * (node.score.total - node.told), MISSED_AT_MOST)
        one = Hypothesis(node.events, node.spent, prior, node.told, node.sure, node.hearsay)
        kept = best.setdefault(node.position, one)
        if one.prior + one.told > kept.prior + kept.told:
            best[node.position] = one
    return tuple(sorted(best.values(), key=lambda one: -one.prior - one.told)[:MOST_HYPOTHESES])


def _explanation(node: _Node, probability: float) -> Explanation:
    return Explanation(node.events, node.taken_back, round(min(probability, 1.0), 4), node.spent)


class _Search:
    """Follows what may have happened, step by step."""

    def __init__(self, seated: Seated, seen: Evidence) -> None:
        self.seated, self.game, self.seen = seated, seated.game, seen

    def node(
        self,
        position: Any,
        events: tuple[Event, ...],
        taken_back: int,
        spent: frozenset[str],
        prior: float,
        lag: Layout | None,
        before: _Node | None = None,
        told: float = 0.0,
    ) -> _Node:
        """A position with the best of its layouts; `lag`: the one without what follows from the last event."""
        settled = self.seated.layout(position)
        layouts = [settled] if lag is None else [settled, lag]
        if before is not None and before.layout != before.settled:
            layouts += [before.layout.carried(before.settled, layout) for layout in layouts]
        scored = [(self.seen.score(layout), layout) for layout in layouts]
        score, layout = max(scored, key=lambda one: one[0].total)
        if before is not None and before.rested and not layout.dice:  # the dice that told a roll lie there still
            told = min(told, before.score.dice)
        # A layout may claim less of the dice than was read off them; if it claims the same, it is no second witness.
        score = score._replace(total=score.total - score.dice + min(score.dice, told))
        visible = before is None or before.spent != spent or self.seen.shows(before.layout, layout)
        return _Node(position, events, taken_back, spent, settled, layout, score, prior, told, visible)

    def forbidden(self, here: _Node, over: float = -inf) -> Desync | None:
        """What was done against the rules, where that explains the view better than an explanation of weight `over`."""
        done: Attempt | None = None
        for attempt in self.game.attempts(here.position, self.seen, self.seated.colours):
            score = self.seen.score(attempt.layout)
            weight = score.total + FORBIDDEN + self.seen.hands.anybodys
            if _fits(score) and weight > over:
                done, over = attempt, weight
        if done is None:
            return None
        text = " ".join(dict.fromkeys(self.game.broken_text(one) for one in done.broken))
        return Desync(done.broken, text, _explanation(here, 0.0), tasks_seen(self.game, self.seen, here.settled))

    def before(self, earlier: Sequence[tuple[Any, Event]]) -> Iterator[_Node]:
        """The positions to which events may have been taken back."""
        for count, (position, _) in enumerate(earlier, 1):
            yield self.node(position, (), count, frozenset(), count * TAKEN_BACK, None)

    def chosen(self, here: _Node, choices: Sequence[Explanation]) -> Iterator[_Node]:
        """The positions to which choices lead that are still open."""
        for choice in choices:
            if not choice.events or not choice.plain:
                continue
            likely = log(max(choice.probability, LEAST))
            try:
                yield self._with(here, choice.events)._replace(prior=likely, spent=choice.spent, seen=True, asked=True)
            except IllegalEvent:  # players have said meanwhile what makes it impossible
                continue

    def followed(self, here: _Node, hypotheses: Sequence[Hypothesis]) -> Iterator[_Node]:
        """The positions to which hypotheses lead that are still possible."""
        for one in hypotheses:
            try:
                node = self._with(here, one.events)
            except IllegalEvent:  # players have said meanwhile what makes it impossible
                continue
            yield node._replace(prior=one.prior, spent=one.spent, told=one.told, sure=one.sure, hearsay=one.hearsay)

    def reached(self, roots: Sequence[_Node], furthest: int = FURTHEST) -> list[_Node]:
        """Whatever may have come after the roots, and the roots but the first."""
        found, level = list(roots[1:]), list(roots)
        thrown = bool(self.seen.dice.fresh)  # dice may have been thrown after an event that can be seen no more
        for _ in range(furthest):
            children: list[tuple[_Node, bool]] = []
            for node in level:
                for child in self.after(node):
                    better = child.score.total > node.score.total + PROGRESS
                    children.append((child, better or thrown or not child.seen or child.spent != node.spent))
            found += [child for child, _ in children]
            promising = [child for child, leads_on in children if leads_on]
            level = sorted(promising, key=lambda one: -one.weight)[:BREADTH]
        return found

    def after(self, node: _Node) -> Iterator[_Node]:
        """What one event more, or what dice and cards tell together, leads to."""
        game, position = self.game, node.position
        for event in game.actions(position):
            if not game.lifts(event):  # the roll that follows tells what it was
                yield self._with(node, (event,))
        readings = list(game.readings(position, self.seen, self.seated.colours, node.spent))
        total = sum(exp(min(reading.weight, 0.0)) for reading in _different(readings))
        for reading in readings:
            child = self._told(node, reading)
            if child is not None:
                yield child._replace(sure=min(node.sure, exp(min(reading.weight, 0.0)) / total))

    def _told(self, node: _Node, reading: Reading) -> _Node | None:
        try:
            return self._with(node, reading.events, reading)
        except IllegalEvent:
            return None

    def _with(self, node: _Node, events: tuple[Event, ...], reading: Reading | None = None) -> _Node:
        position, lag, steps = node.position, None, []
        for event in events:
            after = self.game.apply(position, event)
            lag = self.game.unsettled(position, event, self.seated.colours)
            steps.append((position, event, after))
            position = after
        prior, told, spent = node.prior + ONE_MORE, node.told, node.spent
        if reading is not None:
            prior += max(reading.weight, 0.0)
            if reading.rested and not reading.unseen:
                prior += CAME_TO_REST["seen" if reading.awaited else self.seen.sight]
            told, spent = told + min(reading.weight, 0.0), reading.spent
        child = self.node(position, (*node.events, *events), node.taken_back, spent, prior, lag, node, told)
        hands = (*node.hands, *self._hands(steps, child.layout == child.settled))
        handled, expected = self.seen.hands.doubt(hands), self.seen.hands.expected(hands)
        child = child._replace(sure=node.sure, hands=hands, handled=handled, expected=expected)
        if reading is None and not child.seen:
            child = child._replace(prior=node.prior + UNSEEN)
        if reading is not None and reading.unseen:  # tells nothing by itself, only where a later event shows
            child = child._replace(seen=False)
        rested = reading is not None and reading.rested
        unseen = reading is not None and (
            reading.unseen or (rested and not reading.awaited and self.seen.sight != "seen")
        )
        hearsay = node.hearsay or unseen
        return child._replace(rested=node.rested or rested, hearsay=hearsay, asked=node.asked)

    def _hands(self, steps: Sequence[tuple[Any, Event, Any]], done: bool) -> Iterator[int]:
        """Whose hands events take, each with the positions before and after it; `done`: the last one, wholly."""
        last = len(steps) - 1
        for n, (before, event, after) in enumerate(steps):
            yield from self.game.hands(before, event, after, done or n < last)

    def partly(self, node: _Node) -> list[_Node]:
        """The single events after `node` that explain the view as partly done, the one nearest to being done first."""
        game = self.game
        actions = game.actions(node.position)
        single = [self._with(node, (event,)) for event in actions if not game.lifts(event)]
        single = sorted((one for one in single if one.seen), key=lambda one: -one.score.total)[:TRIED_PARTLY]
        return [one for one in single if self._is_begun(node, one)] + self.lifted(node)

    def lifted(self, node: _Node) -> list[_Node]:
        """The event after `node` that takes up dice, where that explains the view."""
        lifting = [event for event in self.game.actions(node.position) if self.game.lifts(event)]
        most = [self._with(node, (event,)) for event in lifting[-1:]]  # the last takes up as many as any
        return [one for one in most if self._is_begun(node, one)]

    def _is_begun(self, node: _Node, after: _Node) -> bool:
        return _fits(self.seen.score_partly(node.layout, after.settled))

    def begun(self, nodes: Sequence[_Node]) -> list[_Node]:
        """The explanations after which one event more is partly done, the likeliest first; only those that are about
        as likely as that."""
        tried = sorted((node for node in nodes if node.seen), key=lambda node: -node.weight)[:TRIED_ON]
        found = [node for node in {id(one): one for one in (nodes[0], *tried)}.values() if self.partly(node)]
        found.sort(key=lambda node: -node.prior - node.told)
        return [node for node in found if node.prior + node.told > found[0].prior + found[0].told + CONTRADICTED]

    def acts(self, node: _Node) -> int:
        """How many things have been done, dice taken up and rolled counting as one."""
        return sum(not self.game.lifts(event) for event in node.events)

    def tasks_toward(self, node: _Node) -> tuple[Task, ...]:
        """What has to be done for the table to show a position."""
        return tasks_seen(self.game, self.seen, node.settled)

    def tasks(self, node: _Node) -> tuple[Task, ...]:
        """What has to be done for the table to show a position as it should lie."""
        return () if node.layout == node.settled else tasks_between(self.game, node.layout, node.settled)
