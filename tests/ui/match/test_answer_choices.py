"""Answers as players tell them apart, and the sounds of what is told."""

from __future__ import annotations

import io
import wave
from typing import get_args

import pytest

import companion
from companion.referee.matching.explanations import Explanation, SeatedGame
from companion.referee.notices import Cue
from companion.referee.tracker import MatchTracker
from tests.support.referee.sightings import die, view
from tests.ui.match.test_session import played, rules
from ui.core.sounds import wav_of
from ui.match.answer_choices import offered


def test_answers_that_differ_in_a_roll_show_their_dice() -> None:
    tracker = MatchTracker(SeatedGame.usual(companion.load("army-vs-aliens-2011")))
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate((1, 1, 2, 3, 3, 4, 5, 6, 6))]
    dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.5, alternatives=((5, 0.3), (2, 0.2)))
    tracker.observe(view(), ())
    tracker.observe(view(*dice, time=1.0), tuple(dice))
    (question,) = tracker.due_notices(9.0)
    offers, _ = offered(tracker, question.choices)
    assert len(offers) >= 2 and len({offer.brief for offer in offers}) == len(offers)
    for offer in offers:
        assert len(offer.dice) == 9 and {one.colour for one in offer.dice} == {"blue"}
        assert 0 < sum(one.odd for one in offer.dice) < 9
        assert str(offer.dice[0].face) in offer.brief


def test_what_all_answers_end_with_is_said_once() -> None:
    game = companion.load("army-vs-aliens-2011")
    tracker = MatchTracker(SeatedGame.usual(game))
    last = game.parsed("roll 1 2 2 3 4 4 5 6 6")
    firsts = [game.parsed(line) for line in ("roll 1 1 2 3 3 4 5 6 6", "roll 1 1 2 3 4 4 5 6 6")]
    offers, shared = offered(tracker, [Explanation((first, last)) for first in firsts])
    assert shared and len({offer.brief for offer in offers}) == 2
    for offer in offers:
        assert offer.text == f"{offer.brief}, then {shared}" and shared not in offer.brief


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_a_single_way_on_keeps_its_whole_text() -> None:
    scene = played("army-vs-aliens-2012", until=rules).scene
    assert [offer.brief for offer in scene.offers] == [offer.text for offer in scene.offers] and not scene.shared


@pytest.mark.parametrize("cue", get_args(Cue))
def test_every_cue_has_a_short_sound(cue: Cue) -> None:
    with wave.open(io.BytesIO(wav_of(cue))) as file:
        assert file.getnchannels() == 1 and 0.05 < file.getnframes() / file.getframerate() < 1.0
        assert max(file.readframes(file.getnframes())) > 0
