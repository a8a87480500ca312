"""Pairs people: round robin by the Berger tables of FIDE, Swiss, and knock-out. Pure: who has met whom comes in.

People are numbers from 0 on, in the order of their seeds. A pair is who sits first, and who second; None is a bye.
Libraries were looked at: those that pair a Swiss by the Dutch system of FIDE want its report files and colours of
chess, and are kept by one person each; so this is a module of its own, checked against published tables and
tournaments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, combinations, groupby
from typing import NamedTuple

MOST_TRIES = 200_000
"""Pairs that are tried for a round of a Swiss before people may meet once more."""
MOST_SETS, TRIES_OF_A_SET = 3_000, 2_000
"""Sets of people who may be left over that are tried for a round, and pairs that are tried among the rest of a group
for each: enough for the best round of a club, and not more than a second for hundreds of people."""


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
    """The next round of a Swiss: equal scores meet, the upper half of each group the lower one, and nobody meets twice;
    as few as can be are left over from the group with the highest score to meet the next one, and so on down. With an
    odd number the last without a bye yet has one.

    Where no round is found in which nobody meets twice, people may meet once more.
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


class _Round(NamedTuple):
    """Pairs of some groups, from one of them down."""

    left: tuple[int, ...]
    """How many each group leaves over, the first first: fewer are better."""
    pairs: list[tuple[int, int]]


class _Search:
    """Pairs people group by group, and goes back where the rest cannot be paired."""

    def __init__(self, scores: Sequence[float], played: Counter[frozenset[int]]) -> None:
        self._scores, self._played = scores, played
        self._sets = self._tries = 0
        self._known: dict[tuple[int, tuple[int, ...]], _Round | None] = {}

    def pairs(self, ranked: list[int]) -> list[tuple[int, int]] | None:
        groups = [list(group) for _, group in groupby(ranked, key=lambda one: self._scores[one])]
        found = self._round(groups, ())
        if found is not None:
            return found.pairs
        return self._among(ranked, MOST_TRIES)

    def _round(self, groups: list[list[int]], above: tuple[int, ...]) -> _Round | None:
        """The best pairs of these groups, and of those who are left over from above them."""
        if not groups:
            return None if above else _Round((), [])
        key = len(groups), above
        if key not in self._known:
            self._known[key] = self._best(groups, above)
        return self._known[key]

    def _best(self, groups: list[list[int]], above: tuple[int, ...]) -> _Round | None:
        people = [*above, *groups[0]]
        best: _Round | None = None
        fewest = [count % 2 for count in accumulate(map(len, groups[1:]), initial=len(people))]
        for count in range(fewest[0], len(people) + 1 if groups[1:] else 1, 2):
            for left in combinations(reversed(people), count):
                self._sets += 1
                if self._sets > MOST_SETS:
                    return best
                rest = self._round(groups[1:], left[::-1])
                if rest is None or (best is not None and best.left <= (count, *rest.left)):
                    continue
                pairs = self._among([one for one in people if one not in left], TRIES_OF_A_SET)
                if pairs is not None:
                    best = _Round((count, *rest.left), pairs + rest.pairs)
                    if [*best.left] == fewest:
                        return best
            if best is not None:
                return best
        return best

    def _among(self, people: list[int], tries: int) -> list[tuple[int, int]] | None:
        self._tries = tries
        return self._pairs(people)

    def _pairs(self, rest: list[int]) -> list[tuple[int, int]] | None:
        if not rest:
            return []
        top, others = rest[0], rest[1:]
        for other in self._wanted(top, others):
            if self._tries <= 0:
                return None
            self._tries -= 1
            if self._played[frozenset((top, other))]:
                continue
            found = self._pairs([one for one in others if one != other])
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
