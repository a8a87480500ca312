"""A hand that ran into another before its stop was seen may have come earlier; one that vanished, at all."""

import pytest

from vision.hands.arm_observation import Arm, Sample
from vision.hands.touchdown import detect_touchdown, possible_touchdown


def arm(reaches: list[float], hidden: tuple[int, ...] = (), from_start: bool = False, size: int = 900) -> Arm:
    """One that is seen thirty times a second, `reaches` in millimetres; the card's middle at 0, its outline at 44."""
    samples = [
        Sample(
            n / 30, reach, abs(min(reach, 0.0)), max(0.0, -reach - 44), float("nan"),
            n in hidden, n in hidden, False, (0.0, 300.0), (0.0, -reach),
        )
        for n, reach in enumerate(reaches)
    ]  # fmt: skip
    return Arm(-1 / 30, from_start, samples, largest=size)


WAY = [-200.0, -150.0, -100.0, -50.0, -10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]


def test_a_stop_in_the_open_is_no_earlier() -> None:
    came = detect_touchdown(arm(WAY), 4.0)
    assert came is not None and came.earlier == 0.0


def test_what_comes_after_the_stop_neither_blurs_its_time_nor_hides_its_place() -> None:
    open_ = detect_touchdown(arm([*WAY[:4], *([-12.0] * 7)]), 4.0)
    after = detect_touchdown(arm([*WAY[:4], *([-12.0] * 7)], hidden=(6, 7, 8, 9, 10)), 4.0)
    upon = detect_touchdown(arm([*WAY[:4], *([-12.0] * 7)], hidden=(4, 5, 6, 7, 8, 9, 10)), 4.0)
    assert open_ is not None and after is not None and upon is not None
    assert after == open_._replace(at_rest=after.at_rest) and not after.touched
    assert upon.touched and upon.give_or_take > open_.give_or_take


def test_a_hand_that_creeps_in_another_may_have_come_when_it_ran_into_it() -> None:
    creeping = [-200.0, -150.0, -100.0, -60.0, -45.0, -30.0, -12.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    open_, merged = (
        detect_touchdown(arm(creeping), 4.0),
        detect_touchdown(arm(creeping, hidden=tuple(range(4, 12))), 4.0),
    )
    assert open_ is not None and merged is not None
    assert open_.earlier == 0.0 and 0.05 < merged.earlier < 0.12


def test_one_that_shot_on_within_another_had_not_come_before() -> None:
    came = detect_touchdown(arm(WAY, hidden=tuple(range(2, 11))), 4.0)
    assert came is not None and came.earlier < 0.04


def test_a_hand_that_shoots_into_another_and_stops_short_of_the_card_is_lost() -> None:
    short = [-300.0, -250.0, -200.0, -150.0, -110.0, -110.0, -110.0]
    near = possible_touchdown(arm(short, hidden=(4, 5, 6)), 60.0, 130.0, 6 / 30)
    assert near is not None and near.time == pytest.approx(4 / 30)
    assert possible_touchdown(arm(short), 60.0, 130.0, 6 / 30) is None
    assert (
        possible_touchdown(arm([-110.0] * 20, hidden=(18, 19)), 60.0, 130.0, 19 / 30) is None
    )  # waits, and one comes to it
    assert possible_touchdown(arm(short, hidden=(4, 5, 6), from_start=True), 60.0, 130.0, 6 / 30) is None


def test_a_hand_that_vanishes_as_it_shoots_forward_is_lost() -> None:
    assert possible_touchdown(arm([-300.0, -240.0, -180.0]), 60.0, 130.0, 2 / 30 + 0.3) is not None
    assert possible_touchdown(arm([-300.0, -240.0, -180.0]), 60.0, 130.0, 2 / 30) is None
    assert possible_touchdown(arm([-180.0, -240.0, -300.0]), 60.0, 130.0, 2 / 30 + 0.3) is None
    assert possible_touchdown(arm([-200.0], size=50), 60.0, 130.0, 0.3) is None  # a shimmer at the edge
    assert possible_touchdown(arm([-200.0]), 60.0, 130.0, 0.3) is not None
