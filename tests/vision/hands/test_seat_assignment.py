"""An arm is its player's by where it comes in and where it points."""

import numpy as np
import pytest

from vision.hands.seat_assignment import SeatEstimator, seats_around
from vision.plane.plane import Plane

FLAT = Plane(np.diag([2.0, 2.0, 1.0]), (260.0, 190.0))
MIDDLE = (130.0, 95.0)


def test_seats_go_clockwise_from_the_bottom_of_the_picture() -> None:
    assert seats_around(4, FLAT, MIDDLE).angles == pytest.approx((90, 180, 270, 0))


def test_a_sheet_that_lies_turned_has_its_seats_turned_too() -> None:
    turned = Plane(FLAT.to_pixels @ np.array([[-1.0, 0, 260], [0, -1, 190], [0, 0, 1]]), (260.0, 190.0))
    assert seats_around(4, turned, MIDDLE).angles == pytest.approx((270, 0, 90, 180))


@pytest.mark.parametrize(("entry", "seat"), [((130, 300), 0), ((-60, 95), 1), ((130, -60), 2), ((330, 95), 3)])
def test_an_arm_from_one_side_is_that_players(entry: tuple[float, float], seat: int) -> None:
    claims = seats_around(4, FLAT, MIDDLE).owners(entry, MIDDLE)
    assert claims[0].seat == seat and claims[0].probability > 0.95


def test_an_arm_from_a_corner_is_in_doubt_between_two() -> None:
    claims = seats_around(4, FLAT, MIDDLE).owners((330, 295), MIDDLE)
    assert {claim.seat for claim in claims[:2]} == {0, 3}
    assert claims[0].probability < 0.6


def test_an_arm_is_told_by_where_it_points_not_by_where_it_ends() -> None:
    seats = seats_around(4, FLAT, MIDDLE)
    assert seats.owners((250, 250), (240, 60))[0].seat == 0
    assert seats.owners((250, 250), (90, 200))[0].seat == 3


def test_eight_players_are_told_apart_or_in_doubt() -> None:
    seats = seats_around(8, FLAT, MIDDLE)
    for n, angle in enumerate(np.radians(seats.angles)):
        entry = (130 + 250 * float(np.cos(angle)), 95 + 250 * float(np.sin(angle)))
        assert seats.owners(entry, MIDDLE)[0].seat == n


def test_given_angles_are_taken_as_they_are() -> None:
    assert seats_around(2, FLAT, MIDDLE, [10.0, 200.0]).angles == (10.0, 200.0)
    for count, angles in ((1, None), (9, None), (2, [1.0]), (2, [1.0, float("nan")])):
        with pytest.raises(ValueError):
            seats_around(count, FLAT, MIDDLE, angles)


def arm_from(angle: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where an arm comes in that leads to a place at so many degrees, and its tip over the middle."""
    x, y = float(np.cos(np.radians(angle))), float(np.sin(np.radians(angle)))
    return (MIDDLE[0] + 200 * x, MIDDLE[1] + 200 * y), MIDDLE


def test_nobody_is_known_before_they_have_acted() -> None:
    claims = SeatEstimator(3, MIDDLE).seats.owners(*arm_from(40))
    assert [claim.probability for claim in claims] == [0.333, 0.333, 0.333]


def test_an_arm_tells_where_its_player_sits_and_more_of_them_make_it_surer() -> None:
    learnt = SeatEstimator(3, MIDDLE)
    learnt.acted(1, *arm_from(40))
    once, far = learnt.seats.owners(*arm_from(44))[0], dict(learnt.seats.owners(*arm_from(150)))[1]
    learnt.acted(1, *arm_from(46))
    twice, farther = learnt.seats.owners(*arm_from(44))[0], dict(learnt.seats.owners(*arm_from(150)))[1]
    assert once.seat == twice.seat == 1 and min(once.probability, twice.probability) > 0.8
    assert farther < 0.05 < far < 0.3
    angle = learnt.seats.angles[1]
    assert angle is not None and 40 < angle < 46


def test_an_arm_from_elsewhere_is_one_of_the_players_who_are_not_known() -> None:
    learnt = SeatEstimator(3, MIDDLE)
    for _ in range(3):
        learnt.acted(1, *arm_from(40))
    claims = learnt.seats.owners(*arm_from(200))
    assert {claim.seat for claim in claims[:2]} == {0, 2} and claims[0].probability < 0.6


def test_a_hand_that_somebody_lent_once_is_outvoted() -> None:
    learnt = SeatEstimator(2, MIDDLE)
    for angle in (-5, 170, 3, 358, 2):
        learnt.acted(0, *arm_from(angle))
    angle = learnt.seats.angles[0]
    assert angle is not None and min(angle, 360 - angle) < 5


def test_whoever_changes_places_is_found_again() -> None:
    learnt = SeatEstimator(2, MIDDLE)
    for angle in [0] * 6 + [90] * 6:
        learnt.acted(0, *arm_from(angle))
    assert learnt.seats.angles[0] == pytest.approx(90, abs=1)
