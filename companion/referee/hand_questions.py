"""Turns what hand trackers report into a question that the next acts of the hands answer, or the players."""

from __future__ import annotations

from typing import Any

from companion.referee.matching import Explanation, Question
from companion.rules import Event, Rules

WATCHED, DOUBTED = 0.9, 0.5
"""Probability of what those who watch hands are sure of, and of what they doubt; the rest is another player's, or
nobody's where they doubt."""
OTHERS = 0.1
"""Probability that it was another player's hand."""


def hands_question(
    game: Rules, position: Any, events: tuple[Event, ...], sure: bool, before: Question | None
) -> Question:
    """The choices that hands leave open: one event of which those who watched are `sure` or not, or several between
    which the players choose. `before`: what hands left open earlier, and nothing has answered."""
    alone = len(events) == 1
    others = [event for event in game.actions(position) if event not in events] if alone else []
    told = (WATCHED if sure else DOUBTED) if alone else 1.0
    shares = {event: told / len(events) for event in events}
    shares |= {event: OTHERS / len(others) for event in others}
    if before is not None:
        # Since then the players may have taken something back, or set the table up anew.
        still = [choice for choice in before.choices if game.rule(position, choice.events[0]).legal]
        earlier = {choice.events[0]: choice.probability for choice in still}
        shares = {event: (shares.get(event, 0.0) + earlier.get(event, 0.0)) / 2 for event in shares | earlier}
    ranked = sorted(shares, key=lambda event: -shares[event])
    return Question(tuple(Explanation((event,), 0, round(shares[event], 4)) for event in ranked), waits=alone)
