"""How long the table lies still before players are asked: longer where the next rest may answer."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.doubles_wild.pieces import Place, Rolled
from companion.match.steps import SetUp
from companion.referee.matching.explanations import Desync, Explanation, InProgress, Question, Unchanged
from companion.referee.notice_delays import (
    BEFORE_ASKING,
    BEFORE_ASKING_LIKELY,
    BEFORE_REMINDING,
    BEFORE_RULING,
    delay,
)
from tests.support.games import checkers, doubles

SC, DW = checkers.game(), doubles.game()
TWO, THREE = checkers.roll("2 blue"), checkers.roll("3 blue")
PAIRS, OTHERS = Rolled((1, 2), (3, 4)), Rolled((1, 2), (3, 5))


def ways(*ways: tuple[Any, float], taken_back: int = 0) -> Question:
    """A question between events with their probabilities."""
    return Question(tuple(Explanation(events, taken_back, probability=share) for events, share in ways))


@pytest.mark.parametrize(
    ("game", "question", "seconds"),
    [
        (SC, ways(((TWO,), 0.6), ((THREE,), 0.3)), BEFORE_ASKING_LIKELY),
        (SC, ways(((TWO,), 0.4), ((THREE,), 0.35), ((), 0.25)), BEFORE_ASKING),  # none is likely
        (SC, ways(((TWO,), 1.0), ((THREE,), 1.0)), BEFORE_ASKING),  # what is said aloud: the table never tells
        (SC, ways(((TWO,), 0.9), ((), 0.1)), BEFORE_ASKING),  # whether anything has happened at all
        (SC, ways(((), 0.6), ((TWO,), 0.2), ((THREE,), 0.2)), BEFORE_ASKING),
        (SC, ways(((TWO,), 0.6), ((THREE,), 0.3), taken_back=1), BEFORE_ASKING),
        (DW, ways(((PAIRS,), 0.7), ((OTHERS,), 0.3)), BEFORE_ASKING),  # a pair may be rolled again at once
        (DW, ways(((PAIRS, Place((3, 7))), 0.7), ((OTHERS, Place((3, 8))), 0.3)), BEFORE_ASKING_LIKELY),
        (DW, ways(((SetUp(None),), 0.7), ((OTHERS,), 0.3)), BEFORE_ASKING_LIKELY),
    ],
)
def test_a_question_waits_for_the_next_rest_where_one_answer_is_likely(
    game: Any, question: Question, seconds: float
) -> None:
    assert delay(game, question) == seconds


def test_what_is_no_such_question_waits_as_long_as_hands_may_pause() -> None:
    one = Explanation((TWO,))
    partly = Question((one, Explanation((THREE,))), partly=True)
    assert delay(SC, partly) == delay(SC, InProgress((one,), ())) == BEFORE_REMINDING
    assert delay(SC, Desync((), "", one, ())) == BEFORE_RULING
    assert delay(SC, None) == delay(SC, Unchanged()) == float("inf")
