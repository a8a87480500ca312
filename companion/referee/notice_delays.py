"""How long the table lies still before players are asked or told: hands that only pause are not interrupted, and what
the next rest may tell is not asked before it."""

from __future__ import annotations

from companion.match import SetUp
from companion.referee import matching
from companion.referee.matching import Answer, Explanation
from companion.rules import Game

BEFORE_ASKING, BEFORE_RULING, BEFORE_RULING_UNFINISHED, BEFORE_REMINDING = 0.8, 1.2, 3.0, 6.0
"""Seconds before a question is asked, a ruling told, one on what may be unfinished as well, and an unfinished act
called to mind, or asked what the next act tells. Shorter ones interrupt hands that only pause."""
BEFORE_ASKING_LIKELY = 1.5
"""Seconds before a question is asked that the next rest may answer: it answers one in nine on rendered films, one in
five of scripted matches. Longer ones ask less, and take a die for as rolled that was turned meanwhile: 2.0 has two more
wrong events in 95 scripted matches."""
OVERDUE = 6.0
"""Seconds after which an open question is asked at the next rest, however short: players who never pause would never be
asked. Shorter ones ask what the next act of the hands would have told."""


def delay(game: Game, pending: Answer | None) -> float:
    """Seconds that the table lies still before players are told what is pending; infinite where nothing is."""
    if isinstance(pending, matching.Question):
        if pending.partly:
            return BEFORE_REMINDING
        return BEFORE_ASKING_LIKELY if _next_rest_may_tell(game, pending) else BEFORE_ASKING
    if isinstance(pending, matching.Desync):
        return BEFORE_RULING
    return BEFORE_REMINDING if isinstance(pending, matching.InProgress) else float("inf")


def _next_rest_may_tell(game: Game, question: matching.Question) -> bool:
    """Whether several things may have happened, one of them likelier than all others together, and how the table lies
    from then on may tell which: it does not tell a roll whose dice may be thrown again at once."""
    acts = [choice for choice in question.choices if choice.events]
    likely = max(question.choices, key=lambda choice: choice.probability)
    others = sum(choice.probability for choice in question.choices) - likely.probability
    if len(acts) < 2 or likely not in acts or likely.taken_back or likely.probability <= others:
        return False
    return not all(_only_rolls(game, choice) for choice in acts)


def _only_rolls(game: Game, choice: Explanation) -> bool:
    (event, *others) = choice.events
    return not others and not choice.taken_back and not isinstance(event, SetUp) and bool(game.thrown(event))
