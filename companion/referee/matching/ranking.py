"""Ranks the legal events by how well they explain a view, given the position before it.

The referee knows no game and does not read the table twice. It follows every legal event a few steps on, and compares
the table that would be left with the evidence: what is doubtful by its probabilities, what is covered not at all. The
best explanation counts where it leads clearly; otherwise it becomes a question with those that explain the view about
as well. What no legal event explains is a desync, with the clauses that what was done would break.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Any

import msgspec

from companion.evidence import Evidence
from companion.referee.matching import explanations as answers
from companion.referee.matching.event_search import (
    CONTRADICTED,
    FORBIDDEN,
    FURTHEST,
    NOTHING,
    STRAINED,
    Node,
    Search,
    explanation,
    fits,
)
from companion.referee.matching.explanations import Answer, Desync, Explanation, Hypothesis, InProgress, SeatedGame
from companion.referee.matching.layout_diff import tasks_seen
from companion.rules import Event
from companion.table import Layout
from companion.text import say

SURE = 0.99
"""Probability among all explanations from which the best one counts by itself. Raising it asks more."""
SURE_BY_ACT = 0.7
"""Probability of a reading of dice in doubt from which the act that followed tells what they show, where it fits no
other reading as well: below it the act may as well be one against the rules. Raising it asks more."""
WORTH_ASKING = 0.02
"""Probability from which an explanation is offered in a question."""
MOST_CHOICES, MOST_TOLD = 4, 3
"""Choices of a question, and differences that a desync names, at most."""
FAR_LIKELIER = log(20)
"""Logarithm of how much likelier an explanation must be than one that fits to be asked beside it though it does not."""
STILL_POSSIBLE = 0.01
"""Probability that nothing has happened, at least, where an earlier view says otherwise."""
SEVERAL_MISSED = -4.0
"""Score of the dice of an event from which more than one of them would have to be missed."""
HALF_DONE = 3.0
"""How much likelier, as a logarithm, a table must be after half of an act than after all of it, for the act not to be
done yet: a die that may have been missed where it came to lie costs less, and one more in doubt where it lay more.
Lowering it waits longer."""
FAR_FETCHED = 2
"""Events taken back and put in their place that are believed whether or not an act half done explains the view."""
MOST_HYPOTHESES = 12
"""Explanations that are kept for later views where none explains one. Raising it costs time."""
MISSED, MISSED_AT_MOST = 0.25, -6.0
"""How much of what speaks against a hypothesis counts when it is followed on, and how much at most: what is misread
once is mostly misread again, and is no new witness."""


def explain(
    seated: SeatedGame,
    position: Any,
    seen: Evidence,
    lags: Sequence[Layout] = (),
    earlier: Sequence[tuple[Any, Event]] = (),
    open_choices: Sequence[Explanation] = (),
    hypotheses: Sequence[Hypothesis] = (),
) -> Answer:
    """Returns what `seen` says has happened since `position`.

    `lags`: how the table may lie as long as hands have not done earlier events, or what follows from them. `earlier`:
    the latest events that may be taken back, newest first, each with the position before it. `open_choices`: those of a
    question about an earlier view that nobody has answered. `hypotheses`: those of earlier views that nothing has
    explained.
    """
    search = Search(seated, seen)
    here = search.node(position, (), 0, frozenset(), _nothing(open_choices), lags)
    before = list(search.before(earlier))
    if done := [choice for choice in open_choices if choice.events]:
        told = frozenset.intersection(*(choice.spent for choice in done))
        here, *before = (node._replace(told=told) for node in (here, *before))
        here = here._replace(open_weight=log(min(sum(choice.probability for choice in done), 1.0)))
    roots = [here, *before, *search.chosen(here, open_choices), *search.followed(here, hypotheses)]
    nodes = [node for node in search.reached(roots) if not _does_again(node, earlier)]
    answer = _weighed(search, here, nodes, max(MOST_CHOICES, len(open_choices)))
    if isinstance(answer, answers.Unchanged) and _taken_up(search, open_choices, roots):
        return answers.Question(tuple(open_choices))
    misread = answer is not None and _needs_misreading(answer, nodes)
    if answer is not None and not misread:
        lifts = _takes_up_dice(search, answer)
        far_fetched = _is_far_fetched(here, answer, nodes) or _leaves_dice_out(search, here, answer, nodes)
        far_fetched = far_fetched or _is_half_done(search, here, answer, nodes)
        toward = search.partly(here) if far_fetched or lifts else []
        if toward:  # one act half done is likelier than several taken back and done
            half_done = tuple(explanation(node, 1.0) for node in toward)
            return answers.InProgress(half_done, search.tasks_toward(toward[0]), legal=lifts)
        if not _ends_by_taking_up(search, answer, [*roots, *nodes]):
            return answer
    begun = search.begun([here, *nodes])
    if answer is not None and not begun:
        return answer
    reached = {(node.position, node.taken_back) for node in begun}
    if begun and begun[0] is here:
        toward = search.partly(here)
        return answers.InProgress(tuple(explanation(node, 1.0) for node in toward), search.tasks_toward(toward[0]))
    roll_read = bool(begun) and begun[0].rested and not begun[0].unseen_roll and begun[0].sure >= SURE
    if len(reached) == 1 and roll_read and not begun[0].taken_back:  # a roll lies there, and somebody plays on already
        return answers.Explained(explanation(begun[0], 1.0), (), begun[0].layout)
    asked = [node for node in roots if node.asked and node.prior >= log(WORTH_ASKING)]
    ruling = _ruling(search, here, asked, [node for node in nodes if len(node.events) == 1 and node.rested])
    if ruling is not None:
        return msgspec.structs.replace(ruling, hypotheses=_hypotheses(nodes))
    # Two events in one view, the later one not finished, or something in a hand: what it is a later view will tell.
    if begun or fits(seen.score_partly(here.layout, here.layout.bare)):
        toward_all = tuple(explanation(node, 1.0) for node in begun)
        return answers.InProgress(toward_all, search.tasks_toward(here), _hypotheses(nodes))
    return _desync(search, here, nodes)


def _does_again(node: Node, earlier: Sequence[tuple[Any, Event]]) -> bool:
    """Whether what was taken back first is done again first: it stands, and nothing needs to be taken back for it."""
    return bool(node.taken_back and node.events) and node.events[0] == earlier[node.taken_back - 1][1]


def _ruling(search: Search, here: Node, asked: Sequence[Node], rolled: Sequence[Node]) -> Desync | None:
    """What was done against the rules: after dice that were seen to roll in the same view, after what nothing tells,
    after dice were taken up, or after one of the choices of an open question; after these first where one of them has
    happened for all that is known."""
    happened = here.prior <= log(STILL_POSSIBLE)
    ruling = search.forbidden_after(asked) if happened else None
    ruling = ruling or _after_a_roll(search, rolled) or search.forbidden(here)
    ruling = ruling or search.forbidden_after(search.lifting(here))
    return ruling if ruling is not None or happened else search.forbidden_after(asked)


def _after_a_roll(search: Search, rolled: Sequence[Node]) -> Desync | None:
    """What was done against the rules after a roll that somebody saw: by each of its readings that are worth asking
    about, or else by the likeliest."""
    seen = sorted((node for node in rolled if not node.unseen_roll), key=lambda node: -node.read_weight)
    likely = [node for node in seen if node.read_weight > seen[0].read_weight + log(WORTH_ASKING)]
    return search.forbidden_after(likely) or search.forbidden_after(likely[:1])


def ruled_if_finished(seated: SeatedGame, position: Any, seen: Evidence, begun: InProgress) -> InProgress | Desync:
    """Returns what was done against the rules, if what looks like an act half done is all that was meant; `begun`,
    marked as legal, where nothing of that kind explains the view."""
    if begun.legal:
        return begun
    search = Search(seated, seen)
    ruling = search.forbidden(search.node(position, (), 0, frozenset(), NOTHING))
    return ruling or msgspec.structs.replace(begun, legal=True)


def explain_soon(seated: SeatedGame, position: Any, seen: Evidence) -> Answer | None:
    """As `explain`, where at most one event explains the whole view; None where none does. This is soon known."""
    search = Search(seated, seen)
    here = search.node(position, (), 0, frozenset(), NOTHING)
    return _weighed(search, here, search.reached([here], 1))


def _ways(search: Search, best: Node, share: float, done: Sequence[Node]) -> list[Explanation]:
    """An explanation of this probability, and those that take as many events to the same position and are about as
    likely, which have to share it: the table is the same, and what happened is not. One stands for all between which
    the game makes no difference."""
    least = best.weight + log(WORTH_ASKING)
    found = {best.events: best}
    for node in done:
        same = (node.position, node.taken_back, len(node.events)) == (best.position, best.taken_back, len(best.events))
        if same and node.weight > least and not any(search.game.alike(node.events, one) for one in found):
            found[node.events] = node
    all_in_all = sum(exp(node.weight - best.weight) for node in found.values())
    ranked = sorted(found.values(), key=lambda node: -node.weight)[:MOST_CHOICES]
    return [explanation(node, share * exp(node.weight - best.weight) / all_in_all) for node in ranked]


def _is_simpler(one: Node, best: Node) -> bool:
    """Whether one explains with far fewer events what takes the best more than hands can have done in one go."""
    return len(best.events) > FURTHEST and 2 * len(one.events) <= len(best.events)


def _nothing(open_choices: Sequence[Explanation]) -> float:
    """The prior of the position as it was: where a question is open, what the earlier view left of it."""
    if not open_choices:
        return NOTHING
    done = sum(choice.probability for choice in open_choices if choice.events or not choice.plain)
    return log(min(max(1 - done, STILL_POSSIBLE), 1.0))


def _taken_up(search: Search, open_choices: Sequence[Explanation], roots: Sequence[Node]) -> bool:
    """Whether something has happened by all choices of an open question, and after one of them dice have been taken up:
    which was rolled is asked still, though it lies there no more."""
    happened = bool(open_choices) and all(choice.events and not choice.taken_back for choice in open_choices)
    return happened and any(search.lifted(node) for node in roots if node.asked)


def _is_far_fetched(here: Node, answer: Answer, nodes: Sequence[Node]) -> bool:
    """Whether it takes back what was played and puts more than one event in its place, or has several events happen
    of which no dice or cards tell, or one after which dice may lie anyhow, where nothing but dice has changed: dice
    that are missing may as well be in a hand. A question is, where nothing has happened in its first choice, and all
    others are."""
    if isinstance(answer, answers.Question) and answer.choices:
        nothing, *others = answer.choices
        events = {choice.events for choice in others if choice.plain}
        done = [node for node in nodes if node.events in events and not node.taken_back]
        plain = not nothing.events and nothing.plain and all(choice.plain for choice in others)
        return plain and bool(done) and all(not node.spent and _frees_dice(here, node.layout) for node in done)
    if not isinstance(answer, answers.Explained):
        return False
    best = answer.explanation
    if best.taken_back:
        return best.taken_back + len(best.events) > FAR_FETCHED
    frees = answer.lies is not None and _frees_dice(here, answer.lies)
    return not best.spent and (len(best.events) > 1 or frees)


def _takes_up_dice(search: Search, answer: Answer) -> bool:
    """Whether it asks if dice have been taken up to be thrown, or nothing has happened and they are not seen: what is
    thrown will tell."""
    choices = answer.choices if isinstance(answer, answers.Question) else ()
    lifting = [len(one.events) == 1 and one.plain and search.game.lifts(one.events[0]) for one in choices if one.events]
    return 0 < len(lifting) < len(choices) and all(lifting)


def _ends_by_taking_up(search: Search, answer: Answer, nodes: Sequence[Node]) -> bool:
    """Whether all that shows of the last of several events, by each choice, is that dice have been taken up, and
    somebody who is to throw them again takes them up as well: which of both it is a later view will tell."""
    choices = (answer.explanation,) if isinstance(answer, answers.Explained) else getattr(answer, "choices", ())
    ways = {(node.events, node.taken_back): node for node in nodes}
    done = [choice for choice in choices if choice.events]
    return bool(done) and all(_is_taking_up(search, choice, ways) for choice in done)


def _is_taking_up(search: Search, choice: Explanation, ways: Mapping[Any, Node]) -> bool:
    after = ways.get((choice.events, choice.taken_back))
    before = [ways.get((choice.events[:n], choice.taken_back)) for n in range(1, len(choice.events))]
    return after is not None and any(
        one is not None and one.spent == after.spent and _frees_dice(one, after.layout) and bool(search.lifted(one))
        for one in before
    )


def _leaves_dice_out(search: Search, here: Node, answer: Answer, nodes: Sequence[Node]) -> bool:
    """Whether several dice would have to be missed for what it says has happened, and for each of its choices, and
    somebody who has only taken up dice explains the view better: where some may have been missed, two of two zones are
    soon said to be, though both are in a hand."""
    choices = (answer.explanation,) if isinstance(answer, answers.Explained) else getattr(answer, "choices", ())
    events = {choice.events for choice in choices if choice.events and not choice.taken_back}
    done = [node for node in nodes if node.events in events and not node.taken_back]
    if not done or any(node.spent or node.score.dice > SEVERAL_MISSED for node in done):
        return False
    return search.lifted_weight(here) > max(node.weight for node in done)


def _is_half_done(search: Search, here: Node, answer: Answer, nodes: Sequence[Node]) -> bool:
    """Whether it says that an act is done, and dice or pieces are seen to lie as they lay before it."""
    if not isinstance(answer, answers.Explained) or answer.explanation.taken_back:
        return False
    events = answer.explanation.events
    done = [node for node in nodes if len(events) == 1 and node.events == events and not node.taken_back]
    return any(not node.spent and node.score.total < search.partly_score(here, node).total - HALF_DONE for node in done)


def _needs_misreading(answer: Answer, nodes: Sequence[Node]) -> bool:
    """Whether it asks between events for each of which plain dice or cards would have to be misread."""
    if not isinstance(answer, answers.Question):
        return False
    events = {(choice.events, choice.taken_back) for choice in answer.choices}
    done = [node for node in nodes if (node.events, node.taken_back) in events]
    misread = bool(done) and all(node.read_weight < CONTRADICTED and not node.asked for node in done)
    return misread and len(done) >= len(events)


def _frees_dice(here: Node, lies: Layout) -> bool:
    """Whether dice may lie anyhow as the table `lies` after events, and nothing but dice has changed."""
    return any(here.layout.dice) and not any(lies.dice) and _only_dice(here)


def _only_dice(here: Node) -> bool:
    """Whether nothing but dice has changed since then."""
    return here.score.total - here.score.dice >= CONTRADICTED


def _weighed(search: Search, here: Node, nodes: Sequence[Node], most_choices: int = MOST_CHOICES) -> Answer | None:
    """The answer, where something explains the view as a whole."""
    done = [node for node in nodes if node.fits and node.seen]
    if here.fits:
        done.append(here)
    if not done:
        return None
    likely: dict[tuple[Any, int], tuple[Node, float]] = {}
    most = max(node.weight for node in done)
    for node in done:  # what leads to the same position is the same; the likeliest way there stands for all
        key = (node.position, node.taken_back)
        best, weight = likely.get(key, (node, 0.0))
        likeliest = max(best, node, key=lambda one: (round(one.weight, 6), -len(one.events), one.sure))
        likely[key] = (likeliest, max(weight, exp(node.weight - most)))
    total = sum(weight for _, weight in likely.values())
    ranked = sorted(likely.values(), key=lambda one: -one[1])
    best, weight = ranked[0]
    rival = _rival(best, nodes)
    if rival is not None:
        share = exp(best.weight - rival.weight)
        return answers.Question((explanation(rival, 1 / (1 + share)), explanation(best, share / (1 + share))))
    doubtful = best is not here and best.prior + best.handled < FORBIDDEN
    ruling = search.forbidden(here, best.weight) if doubtful else None
    tasks = search.tasks(best)
    if weight / total >= SURE:
        if best is here:
            return answers.Unchanged(tasks, best.layout)
        # Dice that nobody saw roll, and no piece went where they say; or dice in doubt, of which nothing but the
        # players' next act tells what they show. Or more than hands can have done since a question was left open, or
        # since views that nothing explained, if no table shows some of it: something in between was not seen. Or less
        # than was seen: dice rolled of which it tells nothing, or hands at a pile that could not be read.
        ways = _ways(search, best, weight / total, done)
        silent = _seen_to_roll(search) and not best.rested
        read = best.sure >= (SURE_BY_ACT if best.acted else SURE)
        silent = silent or (best.settled.cards is not None and search.seen.hands.unexplained(best.hands))
        chain = search.acts(best) > FURTHEST and (best.asked or search.leaves_no_trace(here, best))
        confirmed = best.acted and not _only_dice(here) and ruling is None
        if silent or (best.unseen_roll and not confirmed) or not read or chain:
            either = (*ways[: MOST_CHOICES - 1], explanation(here, 1 - weight / total))
            return answers.Question(either, () if ruling is None else ruling.broken, partly=best.partly and not silent)
        if ruling is not None:
            return ruling
        if len(ways) > 1:
            return answers.Question(tuple(ways))
        simpler = next((one for one, _ in ranked if one is not here and _is_simpler(one, best)), None)
        if simpler is not None:
            return answers.Question((explanation(best, weight / total), explanation(simpler, 1 - weight / total)))
        return answers.Explained(explanation(best, weight / total), tasks, best.layout, best.handled)
    if ruling is not None:
        return ruling
    choices = [(node, weight / total) for node, weight in ranked if weight / total >= WORTH_ASKING]
    if len(choices) == 1 and choices[0][0] is here:
        return answers.Unchanged(tasks, here.layout)
    ways = [one for node, share in choices for one in _ways(search, node, share, done)]
    ways.sort(key=lambda one: -one.probability)
    if all(node is here or node.partly for node, _ in choices):
        return answers.Question(tuple(ways), partly=True)
    return answers.Question(tuple(ways[:most_choices]))


def _rival(best: Node, nodes: Sequence[Node]) -> Node | None:
    """A shorter explanation that is far likelier than several events that explain the view, but for a single thing that
    speaks against it: the longer one may only leave that aside, as one after which dice mean nothing does."""
    shorter = (node for node in nodes if node.seen and not node.fits and len(node.events) < len(best.events))
    rival = max(shorter, key=lambda node: node.weight, default=best)
    return rival if rival.weight > best.weight + FAR_LIKELIER and rival.score.total >= STRAINED else None


def _seen_to_roll(search: Search) -> bool:
    """Whether dice in zones were seen to roll, and have told nothing yet."""
    dice = search.seen.dice
    return search.seen.sight == "seen" and any(dice.view.dice[n].zone is not None for n in dice.fresh or ())


def _desync(search: Search, here: Node, nodes: Sequence[Node]) -> answers.Desync:
    nearest = max((here, *nodes), key=lambda node: (node.score.total + 4 * node.prior, -len(node.events)))
    tasks = tasks_seen(search.game, search.seen, nearest.settled)
    text = " ".join([say("The table does not show what the game expects."), *(task.text for task in tasks[:MOST_TOLD])])
    return answers.Desync((), text, explanation(nearest, 0.0), tasks, _hypotheses(nodes))


def _hypotheses(nodes: Sequence[Node]) -> tuple[Hypothesis, ...]:
    """What is worth following on of explanations none of which explains the view: the likeliest positions, each with
    the ways there that are about as likely, for which of them it was is not known."""
    ways: dict[Any, dict[tuple[Event, ...], Hypothesis]] = {}
    for node in nodes:
        if not node.events or node.taken_back:
            continue
        prior = node.prior + max(MISSED * (node.score.total - node.read_weight), MISSED_AT_MOST)
        one = Hypothesis(node.events, node.spent, prior, node.read_weight, node.sure, node.unseen_roll)
        there = ways.setdefault(node.position, {})
        kept = there.setdefault(one.events, one)
        if one.weight > kept.weight:
            there[one.events] = one
    ranked = [sorted(there.values(), key=lambda one: -one.weight) for there in ways.values()]
    ranked.sort(key=lambda there: -there[0].weight)
    least = log(WORTH_ASKING)
    return tuple(
        one
        for best, *others in ranked[:MOST_HYPOTHESES]
        for one in (best, *[other for other in others if other.weight > best.weight + least][: MOST_CHOICES - 1])
    )
