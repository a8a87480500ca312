"""The odds of battles in Doubles Wild: counted by hand, against an independent count, and played out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import companion
from companion.games.doubles_wild.battle_odds import to_win
from companion.games.doubles_wild.pieces import HOLD, Battle, Dice, Throw

GAME = "doubles-wild"


def battle(number: int, attack: Dice, defence: Dice, to_roll: int = 0) -> Battle:
    return Battle(40, 0, 1, number, (attack, defence), to_roll)


def test_the_last_throw_is_counted_by_hand() -> None:
    """Against 18 a defender with 5-5-6 can only hope for two sixes, and then for the extra rounds."""
    last = battle(3, (6, 6, 6), (5, 5, 6), 1)
    tie = 1 - to_win(battle(4, (6, 6, 6), (6, 6, 6)), 0)
    assert to_win(last, 0, Throw((5, 5))) == pytest.approx(tie / 36)
    assert to_win(last, 0, HOLD) == 0.0 and to_win(last, 0) == pytest.approx(tie / 36)
    assert to_win(last, 1, Throw((5, 5))) == pytest.approx((1 - to_win(battle(4, (6, 6, 6), (6, 6, 6)), 1)) / 36)


def test_a_defender_who_leads_for_certain_holds() -> None:
    assert to_win(battle(3, (1, 1, 1), (6, 6, 6), 1), 0, HOLD) == 1.0
    assert to_win(battle(3, (1, 1, 1), (6, 6, 6), 1), 0) == 1.0


@cache
def counted(number: int, attack: Dice, defence: Dice, attacker: bool, cap: int) -> Fraction:
    """The attacker's chance, by nothing but the rules: every choice, every fall of the dice, in exact fractions."""
    own = attack if attacker else defence
    most = 3 if number <= 3 else 2
    ways = []
    for keep in {kept for size in range(most + 1) for kept in combinations(own, size)}:
        falls = list(product(range(1, 7), repeat=3 - len(keep)))
        total = Fraction(0)
        for fall in falls:
            dice = tuple(sorted(keep + fall))
            if attacker:
                total += counted(number, dice, defence, False, cap)
            elif number < 3 or (sum(attack) == sum(dice) and number < 3 + cap):
                total += counted(number + 1, attack, dice, True, cap)
            else:
                total += sum(attack) > sum(dice)
        ways.append(total / len(falls))
    return max(ways) if attacker else min(ways)


@pytest.mark.parametrize(
    ("attack", "defence", "attacker"),
    [((1, 4, 6), (3, 5, 5), False), ((2, 2, 5), (1, 3, 6), False), ((6, 6, 6), (6, 6, 6), False)],
)
def test_the_last_decision_is_that_of_an_independent_count(attack: Dice, defence: Dice, attacker: bool) -> None:
    ours = to_win(battle(3, attack, defence, 0 if attacker else 1), 1)
    theirs = counted(3, attack, defence, attacker, 1)
    assert ours == pytest.approx(float(theirs if attacker else 1 - theirs), abs=1e-9)


@pytest.mark.slow
def test_a_whole_last_round_is_that_of_an_independent_count() -> None:
    ours = to_win(battle(3, (2, 4, 4), (3, 4, 5)), 1)
    assert ours == pytest.approx(float(counted(3, (2, 4, 4), (3, 4, 5), True, 1)), abs=1e-9)


def in_battle(seed: int) -> tuple[Any, Any]:
    game, lot = companion.load(GAME), Random(seed)
    position = game.start()
    while position.battle is None:
        actions = game.actions(position)
        position = game.apply(position, lot.choice(actions) if actions else game.drawn(position, lot))
    return game, position


@pytest.mark.slow
def test_battles_that_are_played_best_end_as_often_as_told() -> None:
    """2,000 battles in which each player takes the action with the highest chance: five standard deviations."""
    game, start = in_battle(3)
    lot, won, runs = Random(7), 0, 2000
    for _ in range(runs):
        position = start
        while position.battle is not None:
            odds = game.odds(position)
            assert odds is not None and odds.seat == game.awaited(position).seat
            if odds.actions:
                event = max(odds.actions, key=lambda one: one[1])[0]
                assert max(chance for _, chance in odds.actions) == pytest.approx(odds.chance)
            else:
                event = game.drawn(position, lot)
            position = game.apply(position, event)
        won += position.owner(start.battle.square) == start.battle.attacker
    told = game.odds(start)
    assert told is not None and told.what.startswith("to win the battle for row ")
    assert abs(won / runs - told.chance) < 5 * (0.25 / runs) ** 0.5


def test_the_chance_before_a_throw_is_the_mean_of_what_may_come() -> None:
    game, position = in_battle(5)
    for _ in range(4):
        odds = game.odds(position)
        assert odds is not None
        chances = game.chances(position)
        if not chances:
            position = game.apply(position, odds.actions[-1][0])
            continue
        mean = 0.0
        for event, share in chances:
            after = game.odds(game.apply(position, event))
            assert after is not None
            mean += float(share) * (after.chance if after.seat == odds.seat else 1 - after.chance)
        assert mean == pytest.approx(odds.chance, abs=1e-9)
        position = game.apply(position, chances[0][0])


def test_nothing_is_reckoned_where_nothing_can_be() -> None:
    for name in companion.GAMES:
        game = companion.load(name)
        assert game.odds(game.start()) is None
