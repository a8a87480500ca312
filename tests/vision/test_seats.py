"""An arm is its player's by where it comes in and where it points."""

import numpy as np
import pytest

from vision.plane import Plane
from vision.seats import seats_around

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
