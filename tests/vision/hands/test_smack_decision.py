"""First on the card has it; of hands that come at once the nearest to the bull's-eye; what cannot be told is asked."""

import pytest

from vision.hands.seat_assignment import SeatProbability
from vision.hands.smack_decision import SmackHand, decide_smack
from vision.hands.touchdown import Doubt, Touchdown

FRAME = 1 / 30


def hand(
    seat: int,
    time: float,
    distance: float,
    *,
    touched: bool = False,
    hidden: bool = False,
    doubts: tuple[Doubt, ...] = (),
    probability: float = 0.98,
) -> SmackHand:
    came = Touchdown(time, 0.01, distance, 4.0, distance, 1500.0, touched, hidden, (0, 300), (0, 20), doubts)
    rest = (SeatProbability((seat + 1) % 4, 1 - probability),)
    return SmackHand(seat, (SeatProbability(seat, probability), *rest), came)


def test_a_lead_of_more_than_a_frame_and_a_half_decides_whatever_the_distance() -> None:
    told = decide_smack([hand(2, 1.0, 40), hand(0, 1.1, 0)], FRAME)
    assert (told.winner, told.candidates) == (2, (2,))
    assert told.sentence == "{0} was first, 100 ms ahead"


def test_within_a_frame_and_a_half_the_nearer_has_it() -> None:
    told = decide_smack([hand(2, 1.0, 40), hand(0, 1.02, 5)], FRAME)
    assert told.winner == 0
    assert told.sentence == "{0} was nearest: 5 mm from the bull's-eye against 40 mm, 20 ms apart"


def test_at_the_limit_both_must_agree() -> None:
    assert decide_smack([hand(2, 1.0, 40), hand(0, 1.06, 5)], FRAME).winner is None
    assert decide_smack([hand(2, 1.0, 5), hand(0, 1.06, 40)], FRAME).winner == 2


def test_as_near_at_the_same_time_is_asked() -> None:
    told = decide_smack([hand(1, 1.0, 12), hand(3, 1.01, 9)], FRAME)
    assert told.winner is None and told.candidates == (1, 3)


def test_slower_frames_make_more_hands_simultaneous() -> None:
    hands = [hand(1, 1.0, 12), hand(3, 1.09, 10)]
    assert decide_smack(hands, FRAME).winner == 1
    assert decide_smack(hands, 1 / 15).winner is None


def test_a_hand_beneath_another_may_be_nearer_and_later_than_it_seems() -> None:
    assert decide_smack([hand(1, 1.0, 5), hand(3, 1.01, 40, touched=True)], FRAME).winner is None
    assert decide_smack([hand(1, 1.0, 5, hidden=True), hand(3, 1.1, 8)], FRAME).winner is None


def test_none_is_nearer_than_the_hand_that_already_covers_the_bulls_eye() -> None:
    assert decide_smack([hand(1, 1.0, 0), hand(3, 1.03, 30, touched=True)], FRAME).winner == 1


@pytest.mark.parametrize("doubt", ["slow", "brief", "beside", "before", "too far"])
def test_a_winner_in_doubt_is_asked_and_the_next_is_named(doubt: Doubt) -> None:
    told = decide_smack([hand(1, 1.0, 5, doubts=(doubt,)), hand(3, 1.3, 5)], FRAME)
    assert told.winner is None and told.candidates == (1, 3)
    assert told.sentence.endswith("?")


def test_a_hand_between_two_players_is_asked_about() -> None:
    told = decide_smack([hand(1, 1.0, 5, probability=0.6)], FRAME)
    assert told.winner is None and told.candidates == (1, 2)


def test_a_hand_whose_stop_was_not_seen_may_have_been_first() -> None:
    assert decide_smack([hand(1, 1.0, 5)], FRAME, [(3, 1.02)]).candidates == (1, 3)
    assert decide_smack([hand(1, 1.0, 5)], FRAME, [(3, 1.4)]).winner == 1


def test_a_hand_that_may_have_come_earlier_than_it_was_seen_to_stop_is_asked_about() -> None:
    first, second = hand(1, 1.0, 12), hand(3, 1.12, 10)
    assert decide_smack([first, second], FRAME).winner == 1
    late = second._replace(arrival=second.arrival._replace(earlier=0.1))
    assert decide_smack([first, late], FRAME).winner is None


def test_two_hands_that_both_seem_to_cover_the_bulls_eye_are_asked_about() -> None:
    assert decide_smack([hand(1, 1.0, 0), hand(3, 1.04, 0)], FRAME).winner is None
