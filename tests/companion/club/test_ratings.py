"""Glicko-2 as Glickman's paper has it: http://www.glicko.net/glicko/glicko2.pdf"""

from __future__ import annotations

import math
import sys

import pytest

from companion.club import Duel, Ratings
from companion.club.ratings import DAY, player_class
from companion.rules import CompanionError

pytest.importorskip("glicko2", reason="the extra `club` is not installed")


def test_the_example_of_the_paper() -> None:
    """One player of 1500 with a deviation of 200 beats 1400 (30) and loses to 1550 (100) and 1700 (300)."""
    player = player_class()(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert player.rating == pytest.approx(1464.06, abs=0.02)
    assert player.rd == pytest.approx(151.52, abs=0.01)
    assert player.vol == pytest.approx(0.059996, abs=1e-6)


@pytest.mark.parametrize("rating", [900, 1500, 2100])
def test_the_volatility_is_the_zero_of_the_function_in_step_5(rating: float) -> None:
    """What release 2.1.0 of the library has wrong for ratings other than 1500."""
    player = player_class()(rating, 200, 0.06)
    others = [(1400.0, 30.0, 1), (1550.0, 100.0, 0), (1700.0, 300.0, 0)]
    mu, phi = (rating - 1500) / 173.7178, 200 / 173.7178
    v = change = 0.0
    for their, deviation, score in others:
        g = 1 / math.sqrt(1 + 3 * (deviation / 173.7178) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (their - 1500) / 173.7178)))
        v += g**2 * expected * (1 - expected)
        change += g * (score - expected)
    v, delta = 1 / v, change / v

    def f(x: float) -> float:
        ex = math.exp(x)
        spread = phi**2 + v + ex
        return ex * (delta**2 - spread) / (2 * spread**2) - (x - math.log(0.06**2)) / 0.5**2

    player.update_player(*map(list, zip(*others, strict=True)))
    assert abs(f(math.log(player.vol**2))) < 1e-4


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


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "glicko2", None)
    player_class.cache_clear()
    ratings = Ratings()
    ratings.add(Duel(0.0, "anna", "ben", 1.0))
    with pytest.raises(CompanionError, match=r"ratings need glicko2: pip install 'tabletop-companion\[club\]'$"):
        ratings.table()
    player_class.cache_clear()
