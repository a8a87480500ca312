"""Pairs people: round robin by the Berger tables of FIDE, Swiss, and knock-out. Pure: who has met whom comes in.

People are numbers from 0 on, in the order of their seeds. A pair is who sits first, and who second; None is a bye.
Libraries were looked at: those that pair a Swiss by the Dutch system of FIDE want its report files and colours of
chess, and are kept by one person each; so this is a module of its own, checked against published tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

MOST_TRIES = 200_000
"""Pairs that are tried for a round of a Swiss before people may meet once more."""


class Pair(NamedTuple):
    """Two who meet; or one, who has a bye."""

    first: int
    second: int | None


class Met(NamedTuple):
    """What happened so far, for the next round."""

    scores: Sequence[float]
    """By person."""
    pairs: Collection[Pair]
    """Of all rounds."""


def berger_rounds(people: int) -> list[list[Pair]]:
    """The rounds of a round robin, as the Berger tables have them; of an odd number, who meets the last has a bye."""
    even = people + people % 2
    ring = even - 1
    rounds = []
    for number in range(1, even):
        home = number % 2 == 1
        other = (number + 1) // 2 if home else (even + number) // 2
        pairs = [(other, even) if home else (even, other)]
        for step in range(1, even // 2):
            pairs.append(((other + step - 1) % ring + 1, (other - step - 1) % ring + 1))
        rounds.append([_without(even, people, one, two) for one, two in pairs])
    return rounds


def _without(even: int, people: int, one: int, two: int) -> Pair:
    if people == even or even not in (one, two):
        return Pair(one - 1, two - 1)
    return Pair((two if one == even else one) - 1, None)


def knock_out_start(people: int) -> list[Pair]:
    """The first round of a knock-out: the seeds are spread so that the first two can meet in the final alone, and where
    they are no power of two, the first have byes."""
    order = [0]
    while len(order) < people:
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size - 1 - one)]
    return [Pair(one, two if two < people else None) for one, two in zip(order[::2], order[1::2], strict=True)]


def knock_out_next(winners: Sequence[int]) -> list[Pair]:
    """The next round, given the winners of the last one by board."""
    return [Pair(one, two) for one, two in zip(winners[::2], winners[1::2], strict=True)]


def swiss_round(met: Met) -> list[Pair]:
    """The next round of a Swiss: equal scores meet, the upper half of each group the lower one, as far as nobody meets
    twice; who is left over meets the next group. With an odd number the last without a bye yet has one.

    Where everybody has met all that are left, people meet once more, as few as can be found.
    """
    ranked = sorted(range(len(met.scores)), key=lambda one: (-met.scores[one], one))
    byes = {pair.first for pair in met.pairs if pair.second is None}
    over = [one for one in reversed(ranked) if one not in byes] or ranked[::-1]
    for again in (False, True):
        played = Counter() if again else _times(met.pairs)
        for bye in over if len(ranked) % 2 else [None]:
            found = _Search(met.scores, played).pairs([one for one in ranked if one != bye])
            if found is not None:
                seated = [_seated(met.pairs, one, two) for one, two in found]
                return seated + ([] if bye is None else [Pair(bye, None)])
    raise AssertionError("people who may meet again can always be paired")


def _times(pairs: Iterable[Pair]) -> Counter[frozenset[int]]:
    return Counter(frozenset((pair.first, pair.second)) for pair in pairs if pair.second is not None)


class _Search:
    """Pairs people from the top down, and goes back where the rest cannot be paired."""

    def __init__(self, scores: Sequence[float], played: Counter[frozenset[int]]) -> None:
        self._scores, self._played, self._left = scores, played, MOST_TRIES

    def pairs(self, rest: list[int]) -> list[tuple[int, int]] | None:
        if not rest:
            return []
        top, others = rest[0], rest[1:]
        for other in self._wanted(top, others):
            if self._left <= 0:
                return None
            self._left -= 1
            if self._played[frozenset((top, other))]:
                continue
            found = self.pairs([one for one in others if one != other])
            if found is not None:
                return [(top, other), *found]
        return None

    def _wanted(self, top: int, others: list[int]) -> list[int]:
        """Whom the first of the rest should meet: the one half a group below, then those around."""
        group = [one for one in others if self._scores[one] == self._scores[top]]
        half = max(0, (len(group) + 1) // 2 - 1)
        return [*group[half:], *reversed(group[:half]), *others[len(group) :]]


def _seated(pairs: Iterable[Pair], one: int, two: int) -> Pair:
    """Who sat first less often sits first; else who did not the last time; else the better seed."""
    firsts: Counter[int] = Counter()
    last: dict[int, bool] = {}
    for pair in pairs:
        if pair.second is not None:
            firsts[pair.first] += 1
            firsts[pair.second] -= 1
            last[pair.first], last[pair.second] = True, False
    order = sorted((one, two), key=lambda who: (firsts[who], last.get(who, False), who))
    return Pair(order[0], order[1])
