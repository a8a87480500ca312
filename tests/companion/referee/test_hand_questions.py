"""Whose hands came: what that says of flips, of who took the cards, and of what nobody saw."""

from __future__ import annotations

from math import log

import pytest

from companion.evidence.hand_match import AT_ONCE, CAME, LENT, UNLIKELY, UNNOTICED, Hand, HandEvidence
from companion.match.journal import Journal
from companion.referee.matching.explanations import Desync, Question, SeatedGame
from companion.referee.notice_delays import BEFORE_ASKING, BEFORE_ASKING_LIKELY, BEFORE_RULING
from companion.referee.tracker import MatchTracker
from tests.support.games import dinosaurs
from tests.support.referee.sightings import card, view


def hand(seat: int, sure: float = 0.99) -> Hand:
    return Hand(((seat, sure),))


def table(*piles: str, central: str = "") -> MatchTracker:
    """Each player's pile; player 1 flips next."""
    scene = dinosaurs.scene(*piles, central=central)
    return MatchTracker(SeatedGame.usual(scene.rules), Journal(scene.rules, scene.position))


def lines(told: MatchTracker) -> list[str]:
    return [told.seated.game.formatted(moment.event) for moment in told.journal.history()]


# ------------------------------------------------------------------------------------------------- the evidence


def test_nobody_watching_says_nothing() -> None:
    nobody = HandEvidence(None)
    assert nobody.doubt([0, 1]) == nobody.expected([0, 1]) == nobody.anybodys == 0.0


def test_a_players_own_hand_is_no_doubt_and_others_are() -> None:
    seen = HandEvidence([hand(0), hand(1)])
    assert seen.doubt([0]) == pytest.approx(log(0.99))
    assert seen.doubt([2]) == pytest.approx(log(LENT))
    assert log(LENT) < UNLIKELY
    assert seen.expected([0, 1]) == pytest.approx(2 * CAME) and seen.anybodys == pytest.approx(CAME)


def test_a_hand_that_nobody_noticed_is_less_likely_than_one_that_was_lent() -> None:
    none = HandEvidence([])
    assert none.doubt([0]) == pytest.approx(log(UNNOTICED))
    assert UNNOTICED < LENT
    assert none.anybodys == pytest.approx(CAME + log(UNNOTICED))


def test_one_hand_hardly_does_two_acts() -> None:
    assert HandEvidence([hand(0)]).doubt([0, 0]) == pytest.approx(log(0.99) + log(AT_ONCE))
    assert HandEvidence([hand(0), hand(0)]).doubt([0, 0]) == pytest.approx(log(1 - 0.01**2))


# ------------------------------------------------------------------------------------------------- flips


def test_a_card_by_the_hand_of_who_is_to_flip_counts_at_once() -> None:
    told = table("D1 A2", "A1 S", central="D3")
    assert [one.what for one in told.observe(view(card("D1", at=(5, 0))), hands=[hand(0)])] == ["event"]


def test_a_card_by_anothers_hand_is_asked_with_what_may_have_been_covered() -> None:
    """Player 2's hand lays a card where player 1 has to flip: player 1 has, and nobody saw it."""
    told = table("D1 A2 D5 D6 D8", "A1 A9 S A6", central="D3")
    told.observe(view(card("D3", at=(0, 0))), hands=[])
    assert told.observe(view(card("A9", at=(5, 0))), hands=[hand(1)]) == []
    (notice,) = told.due_notices(BEFORE_ASKING_LIKELY)
    assert notice.what == "question" and notice.text.endswith("or one of 4 others")
    assert len(notice.choices) == len(notice.labels) == 8
    both = [[told.seated.game.formatted(event) for event in choice.events] for choice in notice.choices]
    assert ["flip A9"] in both and ["flip D1", "flip A9"] in both
    assert all(len(events) < 2 or events[1] == "flip A9" for events in both)
    told.choose(notice.choices[both.index(["flip D1", "flip A9"])])
    assert lines(told) == ["flip D1", "flip A9"]


def test_a_fighter_that_is_taken_away_with_the_rest_is_asked_for() -> None:
    told = dinosaurs_in_battle()
    assert told.observe(view(), hands=[hand(0), hand(0)]) == []
    (notice,) = told.due_notices(BEFORE_ASKING)
    game = told.seated.game
    assert notice.what == "question"
    for choice in notice.choices:
        (event,) = choice.events
        assert game.apply(told.position, event).piles[0] > told.position.piles[0]
    told.choose(notice.choices[0])
    assert told.pending is None and told.position.battle is None


def test_a_pile_that_was_taken_and_put_back_as_was_asked_is_no_flip() -> None:
    """A finger has pushed the upper card, as if another of its name lay there, before a hand takes the pile."""
    told = table("D4 A2 D10", "A1 S D10", central="D9")
    told.observe(view(card("D9", at=(100, 90))), hands=[])
    assert [one.what for one in told.observe(view(card("D10", at=(101, 93)), time=1.0), hands=[hand(0)])] == ["event"]
    told.observe(view(card("D10", at=(101, 94.6)), time=2.0), hands=[hand(0)])
    told.note_motion()
    told.observe(view(time=3.0), hands=[hand(1)])
    (ruling,) = told.due_notices(5.0)
    assert ruling.what == "ruling"
    told.note_motion()
    assert [one.what for one in told.observe(view(card("D10", at=(101, 93)), time=6.0), hands=[hand(1)])] == ["agreed"]
    told.observe(view(card("A1", at=(99, 92)), time=8.0), hands=[hand(1)])
    assert lines(told) == ["flip D10", "flip A1"]


def dinosaurs_in_battle() -> MatchTracker:
    """Player 2 has found a fighter, and player 1, who opened the battle, searches."""
    scene = dinosaurs.scene("B A9 A2 A1", "D1 D2 D3 A1", central="D3").play("flip B", "choose dinosaurs", "flip D1")
    return MatchTracker(SeatedGame.usual(scene.rules), Journal(scene.rules, scene.position))


# ------------------------------------------------------------------------------------------------- who took the cards


def smacked() -> MatchTracker:
    waiting = dinosaurs.scene("D1 A2", "A1 S", central="D3").play("flip S")
    return MatchTracker(SeatedGame.usual(waiting.rules), Journal(waiting.rules, waiting.position))


def test_a_smack_counts_when_the_winners_hand_takes_the_cards() -> None:
    told = smacked()
    told.observe(view(card("S", at=(5, 0))), hands=[hand(1)])
    (notice,) = told.report_hands(3.0, (dinosaurs.Smacked(1),), "Player 2 was first")
    assert (notice.what, notice.text) == ("reminder", "Player 2 was first") and told.position.smack
    told.observe(view(card("S", at=(5, 0)), time=4.0), hands=[hand(1)])
    assert told.position.smack and told.due_notices(9.0) == []
    assert [one.what for one in told.observe(view(time=9.0), hands=[hand(1)])] == ["event"]
    assert lines(told) == ["smack 1"]


def test_a_hand_that_only_touched_the_card_loses_to_the_one_that_takes_it() -> None:
    told = smacked()
    told.observe(view(card("S", at=(5, 0))), hands=[hand(1)])
    told.report_hands(3.0, (dinosaurs.Smacked(0),), "Player 1 was first")
    told.observe(view(card("S", at=(5, 0)), time=4.0), hands=[hand(0)])
    assert told.report_hands(6.0, (dinosaurs.Smacked(1),), "Player 2 was first") != []
    told.observe(view(time=9.0), hands=[hand(1)])
    assert lines(told) == ["smack 1"]


def test_what_was_seen_again_of_the_same_hand_is_not_told_twice() -> None:
    told = smacked()
    told.report_hands(3.0, (dinosaurs.Smacked(1),), "Player 2 was first")
    assert told.report_hands(4.0, (dinosaurs.Smacked(1),), "Player 2 smacked it, alone") == []


def test_what_was_told_before_the_table_changed_is_no_choice_any_more() -> None:
    told = smacked()
    told.report_hands(3.0, (dinosaurs.Smacked(1),), "Player 2 was first")
    smack = told.pending
    told.set_up(dinosaurs.scene("D1 A2", "A1 S", central="D3").position)
    told.pending = smack
    flip = told.seated.game.parsed("flip D1")
    told.report_hands(6.0, (flip,), "A hand turned a card")
    assert isinstance(told.pending, Question) and [one.events for one in told.pending.choices] == [(flip,)]


def test_cards_taken_by_another_than_the_winner_are_asked_about() -> None:
    told = smacked()
    told.say(dinosaurs.Smacked(0))
    told.observe(view(card("S", at=(5, 0))), hands=[])
    assert told.observe(view(time=5.0), hands=[hand(1)]) == []
    (notice,) = told.due_notices(6.0 + BEFORE_ASKING)
    assert notice.what == "question" and notice.choices[1].corrected == (0, dinosaurs.Smacked(1))
    told.choose(notice.choices[1])
    assert lines(told) == ["smack 1"] and told.position.piles[1] > 2


def test_whoever_says_that_all_is_right_is_not_asked_again() -> None:
    told = smacked()
    told.say(dinosaurs.Smacked(0))
    told.observe(view(card("S", at=(5, 0))), hands=[])
    told.observe(view(time=5.0), hands=[hand(1)])
    (notice,) = told.due_notices(6.0 + BEFORE_ASKING)
    told.choose(notice.choices[0])
    assert told.pending is None and lines(told) == ["smack 0"]


def test_a_card_laid_on_a_smack_attack_is_ruled_on_though_its_player_might_have_won() -> None:
    told = smacked()
    told.observe(view(card("S", at=(5, 0))), hands=[hand(1)])
    told.report_hands(3.0, (dinosaurs.Smacked(1),), "Player 2 smacked it, alone")
    told.observe(view(card("A1", at=(2, 0)), time=4.0), hands=[hand(1)])
    assert isinstance(told.pending, Desync) and told.pending.broken[0].clause == "DVA-5.3"


@pytest.mark.parametrize("sure", [True, False])
def test_so_it_is_where_the_hand_that_laid_it_is_told_afterwards_as_one_that_smacked(sure: bool) -> None:
    told = smacked()
    told.observe(view(card("A1", at=(2, 0)), time=4.0), hands=[hand(1)])
    assert isinstance(told.pending, Desync)
    (notice,) = told.report_hands(3.5, (dinosaurs.Smacked(1),), "Player 2 smacked it, alone", sure)
    assert notice.what == "reminder"
    (ruling,) = told.due_notices(4.0 + BEFORE_RULING)
    assert ruling.what == "ruling" and ruling.broken[0].clause == "DVA-5.3"
    told.observe(view(card("S", at=(5, 0)), time=9.0), hands=[hand(1)])
    assert told.position.smack and not isinstance(told.pending, Desync)


@pytest.mark.parametrize("before", [True, False])
def test_so_it_is_in_a_battle_whose_cards_nobody_has_taken_home(before: bool) -> None:
    scene = dinosaurs.scene("B S A2 A1", "D1 D2 D3 A1", central="D3")
    scene = scene.play("flip B", "choose dinosaurs", "flip D1", "flip S")
    told = MatchTracker(SeatedGame.usual(scene.rules), Journal(scene.rules, scene.position))
    beside = [card("D1", None, at=(320, 0)), card("S", None, at=(-70, 25))]
    told.observe(view(card("B", at=(5, 0)), *beside), hands=[hand(1)])
    if before:
        told.report_hands(3.5, (dinosaurs.Smacked(0),), "Player 1 smacked it, alone")
    told.observe(view(card("A2", at=(2, 0)), *beside, time=4.0), hands=[hand(0)])
    if not before:
        told.report_hands(3.5, (dinosaurs.Smacked(0),), "Player 1 smacked it, alone")
    assert isinstance(told.pending, Desync) and told.pending.broken[0].clause == "DVA-5.3"


def test_a_question_asked_ahead_says_nothing_of_what_has_happened() -> None:
    told = table("S D1", "A1 D2", central="D3")
    told.observe(view(card("S", at=(5, 0))), hands=[hand(0)])
    assert isinstance(told.pending, Question) and told.pending.ahead
    told.due_notices(BEFORE_ASKING)
    told.observe(view(card("S", at=(5, 0)), time=3.0), hands=[])
    assert isinstance(told.pending, Question) and told.pending.ahead and lines(told) == ["flip S"]
