"""Computes the exact chance to win a battle where both players play it best (DW-4), by backward induction.

A battle hangs on two throws of three dice and nothing else: 56 different throws a player. From its last round back, the
player who decides keeps those dice that leave the best chance, the attacker's highest and the defender's lowest. Rounds
after the last repeat until they decide; their value is the fixed point of one such round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product

from companion.games.doubles_wild.pieces import LAST_ROUND, TRIO, Battle, Dice, Event, Throw

Chances = list[list[float]]
"""The attacker's chance to win, by the number of the attacker's throw and then of the defender's."""

_LEAST = 1e-12
"""By how much one more extra round may still change a chance."""

_FACES = range(1, 7)
_TRIOS: tuple[Dice, ...] = tuple(sorted({tuple(sorted(faces)) for faces in product(_FACES, repeat=TRIO)}))
_TOTALS = tuple(map(sum, _TRIOS))
_NUMBER = {trio: number for number, trio in enumerate(_TRIOS)}


@cache
def _falls(kept: Dice) -> tuple[tuple[int, float], ...]:
    """The numbers of the throws that dice which are kept become, and how likely each is."""
    ways = Counter(tuple(sorted(kept + faces)) for faces in product(_FACES, repeat=TRIO - len(kept)))
    total = ways.total()
    return tuple((_NUMBER[trio], float(Fraction(count, total))) for trio, count in ways.items())


def _keeps(trio: Dice, most: int) -> frozenset[Dice]:
    """What may be kept of a throw: `most` dice at most."""
    return frozenset(kept for count in range(most + 1) for kept in combinations(trio, count))


@cache
def _all_keeps(most: int) -> tuple[tuple[frozenset[Dice], ...], frozenset[Dice]]:
    """Of each throw, and of any."""
    each = tuple(_keeps(trio, most) for trio in _TRIOS)
    return each, frozenset().union(*each)


def _decided(after: Sequence[float], most: int, best: Callable[[Iterable[float]], float]) -> list[float]:
    """The chance before a player decides, by that player's throw; `after`: once that player's dice lie again."""
    each, known = _all_keeps(most)
    chance = {kept: sum(share * after[fall] for fall, share in _falls(kept)) for kept in known}
    return [best(chance[kept] for kept in keeps) for keeps in each]


class _Rounds:
    """The attacker's chances at each decision; `cap`: extra rounds after which a tie is the defender's, 0 for none."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._before: dict[tuple[int, int], Chances] = {}
        """By round and place in the battle's dice, before that player decides."""
        level: Chances = [[0.0] * len(_TRIOS) for _ in _TRIOS]
        for extra in range(cap, 0, -1):
            level = self._round(LAST_ROUND + extra, _compared(level))
        while not cap:
            before, level = level, self._round(LAST_ROUND + 1, _compared(level))
            if _change(before, level) < _LEAST:
                break
        after = _compared(level)
        for number in range(LAST_ROUND, 1, -1):
            after = self._round(number, after)

    def _round(self, number: int, after: Chances) -> Chances:
        """The chances before a round, from those after it."""
        most = TRIO if number <= LAST_ROUND else TRIO - 1  # of an extra round one die at least is thrown again
        self._before[number, 1] = [_decided(row, most, min) for row in after]
        columns = zip(*self._before[number, 1], strict=True)
        self._before[number, 0] = _turned([_decided(column, most, max) for column in columns])
        return self._before[number, 0]

    def ahead(self, number: int, place: int, dice: tuple[Dice, Dice]) -> float:
        """Before a player decides, or throws for the first time."""
        if number == 1:
            return self.thrown(number, place, (), dice)
        if not self._cap:
            number = min(number, LAST_ROUND + 1)
        return self._before[number, place][_NUMBER[dice[0]]][_NUMBER[dice[1]]]

    def thrown(self, number: int, place: int, kept: Dice, dice: tuple[Dice, Dice]) -> float:
        """While a player has all but the dice `kept` in the hand."""
        return sum(
            share
            * self.chance_with_dice(number, place, (_TRIOS[fall], dice[1]) if place == 0 else (dice[0], _TRIOS[fall]))
            for fall, share in _falls(kept)
        )

    def chance_with_dice(self, number: int, place: int, dice: tuple[Dice, Dice]) -> float:
        """Once a player's dice lie in a round."""
        if place == 0:
            return self.ahead(number, 1, dice)
        attack, defence = sum(dice[0]), sum(dice[1])
        if number < LAST_ROUND or (attack == defence and not (self._cap and number >= LAST_ROUND + self._cap)):
            return self.ahead(number + 1, 0, dice)
        return float(attack > defence)


def _compared(level: Chances) -> Chances:
    """The chances once all dice of a round lie that may be the last; `level`: where the totals are the same."""
    return [
        [float(attack > defence) if attack != defence else level[a][d] for d, defence in enumerate(_TOTALS)]
        for a, attack in enumerate(_TOTALS)
    ]


def _turned(chances: Chances) -> Chances:
    return [list(row) for row in zip(*chances, strict=True)]


def _change(one: Chances, other: Chances) -> float:
    return max(abs(a - b) for row, old in zip(one, other, strict=True) for a, b in zip(row, old, strict=True))


@lru_cache(maxsize=4)
def _rounds(cap: int) -> _Rounds:
    return _Rounds(cap)


def to_win(battle: Battle, cap: int, event: Event | None = None) -> float:
    """The chance of whoever throws or decides next in a battle to win it, at once or after that player's `event`: to
    take dice up, or to hold them all.

    `cap`: the house rule on ties, `Table.battle_tie_cap`.
    """
    rounds, number, place, dice = _rounds(cap), battle.round, battle.whose, battle.dice
    own = dice[place]
    if isinstance(event, Throw):
        chance = rounds.thrown(number, place, _without(own, event.dice), dice)
    elif event is not None:
        chance = rounds.chance_with_dice(number, place, dice)
    elif battle.in_hand:
        chance = rounds.thrown(number, place, own, dice)
    else:
        chance = rounds.ahead(number, place, dice)
    return min(1.0, max(0.0, chance if place == 0 else 1 - chance))


def _without(dice: Dice, taken: Dice) -> Dice:
    return tuple((Counter(dice) - Counter(taken)).elements())
