"""Finds flips and rolls that nobody saw, because a hand covered or removed them at once.

Nobody can tell what it was, so it is asked; that it was is told by what came after it, and by whose hand did that.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.evidence import UNLIKELY, Evidence
from companion.match import Journal
from companion.referee.matching import explanations as answers
from companion.referee.matching.explanations import Answer, Explanation, SeatedGame
from companion.referee.matching.misread_repair import by_hands
from companion.referee.matching.ranking import explain_soon
from companion.rules import Event

MOST_OUTCOMES = 40
"""Outcomes of one chance that are tried; a game with more of them is not asked about so."""


def missed(seated: SeatedGame, position: Any, seen: Evidence) -> tuple[Explanation, ...]:
    """Returns the chance events that may have been missed, each with the event that followed, if any; none where
    nothing that can be seen speaks for it."""
    game = seated.game
    chances = game.chances(position)
    if not 1 < len(chances) <= MOST_OUTCOMES:
        return ()
    found = []
    for event, odds in chances:
        after = game.apply(position, event)
        hands = game.hands(position, event, after, True)
        if hands and game.awaited(after).need != game.awaited(position).need:
            continue  # what comes next would have been heard
        then = _events_following(seated, after, seen, hands)
        if then is not None:
            found.append((float(odds), Explanation((event, *then))))
    total = sum(odds for odds, _ in found)
    found.sort(key=lambda one: -one[0])
    return tuple(msgspec.structs.replace(one, probability=round(odds / total, 4)) for odds, one in found)


def _events_following(
    seated: SeatedGame, after: Any, seen: Evidence, hands: tuple[int, ...]
) -> tuple[Event, ...] | None:
    """What happened after the event that nobody saw; None where the view, or whose hands came, speak against it."""
    answer = explain_soon(seated, after, seen)
    if isinstance(answer, answers.Unchanged) and not answer.tasks:
        return () if len(hands) > 1 and seen.hands.doubt(hands[1:]) > UNLIKELY else None
    if isinstance(answer, answers.Explained) and not answer.explanation.taken_back and answer.handled > UNLIKELY:
        return answer.explanation.events if len(answer.explanation.events) == 1 else None
    return None


def doubted(seated: SeatedGame, journal: Journal, seen: Evidence, answer: Answer, lags: bool) -> Answer:
    """The answer, or a question where others' hands did it: an earlier act was another player's, or one was not seen
    at all. `lags`: whether what follows from the newest events had not been done."""
    if isinstance(answer, answers.Desync | answers.InProgress):
        unseen = missed(seated, journal.position, seen)
        broken = answer.broken if isinstance(answer, answers.Desync) else ()
        return answers.Question(unseen, broken) if unseen else answer
    otherwise = by_hands(seated, journal, seen, answer, lags)
    if isinstance(answer, answers.Explained):
        if not otherwise and answer.handled < UNLIKELY:
            otherwise = missed(seated, journal.position, seen)
        return answers.Question((answer.explanation, *otherwise)) if otherwise else answer
    return answers.Question((Explanation(()), *otherwise)) if otherwise else answer
