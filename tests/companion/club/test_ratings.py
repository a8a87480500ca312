"""Glicko-2 as Glickman's paper has it: http://www.glicko.net/glicko/glicko2.pdf"""

from __future__ import annotations

import pytest

from companion.club import Duel, Ratings
from companion.club.ratings import DAY, Strength, rated


def test_the_example_of_the_paper() -> None:
    """One player of 1500 with a deviation of 200 beats 1400 (30) and loses to 1550 (100) and 1700 (300)."""
    games = [(Strength(1400, 30, 0.06), 1.0), (Strength(1550, 100, 0.06), 0.0), (Strength(1700, 300, 0.06), 0.0)]
    found = rated(Strength(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.059996, abs=1e-6)


@pytest.mark.parametrize("games", [1, 2, 40])
def test_surprises_raise_the_volatility(games: int) -> None:
    """Where somebody wins far above their rating, the other branch of step 5 is taken."""
    found = rated(Strength(1500, 50, 0.06), [(Strength(2400, 30, 0.06), 1.0)] * games)
    assert found.volatility > 0.06 and found.rating > 1500


def test_days_are_rated_in_their_order_however_they_come() -> None:
    duels = [Duel(day * DAY, "anna", "ben", points) for day, points in ((1, 1.0), (2, 0.5), (5, 0.0), (5, 1.0))]
    in_order, backwards = Ratings(), Ratings()
    for one, other in zip(duels, reversed(duels), strict=True):
        in_order.add(one)
        in_order.table()
        backwards.add(other)
        backwards.table()
    assert in_order.table() == backwards.table()
    assert [one.games for one in in_order.table()] == [4, 4]


def test_who_wins_rises_and_who_stays_away_is_less_sure() -> None:
    ratings = Ratings()
    ratings.add(Duel(0.0, "anna", "ben", 1.0))
    before = {one.person: one for one in ratings.table()}
    assert [one.person for one in ratings.table()] == ["anna", "ben"]
    ratings.add(Duel(100 * DAY, "cleo", "dan", 1.0))
    after = {one.person: one for one in ratings.table()}
    assert after["anna"].rating == before["anna"].rating and after["anna"].deviation > before["anna"].deviation
    assert all(one.deviation <= 350 for one in after.values())


def test_nobody_is_rated_where_nobody_played() -> None:
    assert Ratings().table() == []
