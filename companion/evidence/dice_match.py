"""Scores dice: log-likelihood of the dice seen, given the heaps that should lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import log, prod
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from companion.evidence.confidence import DOUBTED, MIN_PROBABILITY, SURELY
from companion.table import PIPS, Colour, Die, DieAt, Face, Heap, TableView, alike, face_of, zone_parts

GHOST = 0.001
"""Probability that a certain die is none."""
MISSED, PERHAPS_MISSED = 0.002, 0.1
"""Probability that a die that lies there is not seen; the second where the eyes say that they may have missed one."""
STRAY = 0.002
"""Probability of a die in a zone in which no such die may lie."""
FOREIGN = 0.5
"""Probability that a die of no player's colour is one of a player's."""
MISNAMED = 0.15
"""Probability that a die in one player's zone is that player's although it looks like another's."""
THROWN = 0.9
"""Probability that a die beside all zones is one that was thrown and belongs to a heap."""
ACROSS = 0.5
"""Probability that a die across a line lies in the one zone."""
MOST_READINGS, LEAST_READING = 120, 1e-8
"""Readings of one heap that are followed, and the probability that the least likely one has against the likeliest;
more cost time, and tell of what is unlikelier still."""
MOST_ASSIGNED, CLEARLY = 4, 20.0
"""Dice of one heap of which it is told which shows which face, at most; and how much likelier than any other that has
to be."""

Faces: TypeAlias = tuple[Face, ...]
"""What dice that are alike show, sorted: all by pips, or all by name."""
Colours: TypeAlias = frozenset[Colour | None]


class _Key(NamedTuple):
    """Identifies the dice that belong to a heap: the cache key of its readings."""

    area: str | None
    seat: int | None
    colour: Colour | None
    named: bool | None
    """Whether their faces have names; None: they mean nothing."""
    thrown: bool
    """As layout.Heap has it."""


_Asked: TypeAlias = tuple[_Key, bool | None, Colours, int]
"""Which dice: of a heap, fresh ones or others, beside which colours, since which throw."""


class DiceEvidence:
    """Scores the dice of one view; `fresh`, `still`, `throws` and `untouched` as in evidence.Evidence."""

    def __init__(
        self,
        view: TableView,
        fresh: frozenset[int] | None,
        still: frozenset[int] = frozenset(),
        throws: Mapping[int, int] = MappingProxyType({}),
        untouched: frozenset[int] = frozenset(),
    ) -> None:
        self.view = view
        self.untouched = untouched
        self.fresh, self.still, self.throws = fresh, still, throws
        self._places = [zone_parts(die.zone) if die.zone is not None else None for die in view.dice]
        self._across = [tuple(map(zone_parts, die.across)) for die in view.dice]
        self._in_view = [zone_parts(zone) for zone in view.zones]
        self._missed = PERHAPS_MISSED if view.unsure else MISSED
        self._readings: dict[_Asked, dict[Faces, float]] = {}
        self._belonging: dict[_Asked, list[tuple[int, float]]] = {}
        self._heaps: dict[tuple[Heap, Colours], float] = {}
        self._changes: dict[tuple[Heap, Faces, Colours], float] = {}
        self._lost: dict[tuple[frozenset[_Key], Colours], list[float]] = {}

    # ------------------------------------------------------------------------------------------ scores

    def scores(self, heaps: Sequence[Heap]) -> list[float]:
        """Returns the log-likelihood of each heap, then of each die that belongs to none."""
        colours = frozenset(heap.colour for heap in heaps)
        return [self._known_heap(heap, colours) for heap in heaps] + self._strays(heaps, colours)

    def _known_heap(self, heap: Heap, colours: Colours) -> float:
        """As _of_heap; the tables that are compared with one view are alike but for a heap or two."""
        known = self._heaps.get((heap, colours))
        if known is None:
            known = self._heaps[heap, colours] = self._of_heap(heap, colours)
        return known

    def scores_partly(self, before: Sequence[Heap], after: Sequence[Heap]) -> list[float]:
        """The same of an act that leads from some heaps to others and is partly done: each die lies as before, or as
        after it, or is in a hand; those of a heap of which nothing is told after it are all taken up."""
        colours = frozenset(heap.colour for heap in (*before, *after))
        later = {(heap.area, heap.seat, heap.colour): heap for heap in after}
        found = []
        for heap in before:
            comes = later.get((heap.area, heap.seat, heap.colour), heap.bare)
            if heap.faces is None or comes.faces is None:
                low, high = sorted((heap.count, comes.count))
                found.append(self._of_number(heap, low, high, colours))
            else:
                found.append(self._known_change(heap, comes.faces, colours))
        return found + self._strays(before, colours)

    def _known_change(self, heap: Heap, comes: Faces, colours: Colours) -> float:
        """As _known_heap, of a heap that is becoming another."""
        known = self._changes.get((heap, comes, colours))
        if known is None:
            was, will = Counter(heap.faces), Counter(comes)
            known = self._changes[heap, comes, colours] = self._between(heap, was & will, was | will, colours)
        return known

    def _of_heap(self, heap: Heap, colours: Colours) -> float:
        if heap.faces is None:
            return self._of_number(heap, heap.count, heap.count + heap.spare, colours)
        return self._between(heap, Counter(heap.faces), Counter(heap.faces), colours)

    def _between(self, heap: Heap, least: Counter[Face], most: Counter[Face], colours: Colours) -> float:
        """How well a heap explains the dice there that has the faces of `least`, and no more than those of `most`."""
        if not self._sees(heap):
            return 0.0
        readings = self._read(_key(heap), None, colours)
        likely, needed, room = 0.0, least.total(), most.total() + heap.spare
        for faces, weight in readings.items():
            if len(faces) <= room and (beyond := _beyond(faces, most)) <= heap.spare:
                beyond = beyond if least == most else _beyond(faces, least)
                likely += weight * self._missed ** (needed - len(faces) + beyond)
        return log(max(likely, MIN_PROBABILITY) / max(readings.values()))

    def _of_number(self, heap: Heap, least: int, most: int, colours: Colours) -> float:
        """How well a heap of `least` to `most` dice explains those there, whatever they show."""
        if not self._sees(heap):
            return 0.0
        numbers: dict[int, float] = {}
        for faces, weight in self._read(_key(heap), None, colours).items():
            numbers[len(faces)] = numbers.get(len(faces), 0.0) + weight
        likely = sum(
            weight * self._missed ** max(0, least - number) for number, weight in numbers.items() if number <= most
        )
        return log(max(likely, MIN_PROBABILITY) / max(numbers.values()))

    def _strays(self, heaps: Sequence[Heap], colours: Colours) -> list[float]:
        """For each die that lies in a zone of the game but is of no heap, how unlikely that is."""
        keys = frozenset(map(_key, heaps))
        known = self._lost.get((keys, colours))
        if known is None:
            known = self._lost[keys, colours] = self._strays_beside(keys, colours)
        return known

    def _strays_beside(self, keys: frozenset[_Key], colours: Colours) -> list[float]:
        areas = {key.area for key in keys}
        found = []
        for n, die in enumerate(self.view.dice):
            place = self._places[n]
            if place is None or place[0] not in areas or any(self._share(n, die, key, colours) for key in keys):
                continue
            found.append(log(min(1.0, STRAY + (GHOST if die.certain else max(1 - die.confidence, GHOST)))))
        return found

    def sees(self, area: str, seat: int | None) -> bool:
        """Whether a zone is in view. On a table without sheets no zones are known, and all is in view that can be."""
        if not self._in_view:
            return not self.view.missing
        return any(_same(area, seat, place) for place in self._in_view)

    def _sees(self, heap: Heap) -> bool:
        return heap.area is None or self.sees(heap.area, heap.seat)

    def untouched_at(self, place: DieAt) -> int:
        """How many dice that show a face in a zone for certain have not been touched since table and game agreed."""
        dice = ((self.view.dice[n], self._places[n]) for n in self.untouched)
        return sum(die.certain and die.value == place.face and zone == place[:2] for die, zone in dice)

    def told(self, heaps: Sequence[Heap], fresh: bool | None = None) -> dict[int, Face]:
        """What dice of the view show, by their number, where heaps that lie there leave only one answer: whatever was
        read of them, and unless another die lies among them or one of them is not seen. Captured ones may have tumbled
        and tell nothing. `fresh`: of those alone that are, or are not."""
        colours = frozenset(heap.colour for heap in heaps)
        found: dict[int, Face] = {}
        several: set[int] = set()
        for heap in heaps:
            dice = self._numbers(heap, fresh, colours)
            if len(dice) > heap.count:
                dice = self._numbers(heap, True, colours)
            if heap.faces is None or heap.captured or len(dice) != heap.count or not self._sees(heap):
                continue
            answers = _assigned({n: self.view.dice[n] for n in dice}, heap.faces)
            several |= found.keys() & answers.keys()
            found |= answers
        return {n: face for n, face in found.items() if n not in several}

    # ------------------------------------------------------------------------------------------ readings

    def faces(
        self, heap: Heap, fresh: bool | None = None, others: Iterable[Colour] = (), since: int = 0
    ) -> list[tuple[Faces, float]]:
        """What the dice of a heap may show, whatever it says itself of that, likeliest first; only those that are
        `fresh`, or that are not, where given. `others`: the colours of all dice in play; `since`: the number of the
        first throw (see evidence.Evidence) whose dice count as fresh."""
        readings = self._read(_key(heap), fresh, frozenset((heap.colour, *others)), since)
        return _ranked(readings)

    def faces_thrown(self, heap: Heap) -> list[tuple[Faces, float]]:
        """As `faces`, of the fresh dice and those that came to lie with any of them: each of these shows what one that
        was taken up showed, and may have been thrown all the same."""
        came = {self.throws.get(n) for n in self.dice_of(heap, True)} - {None}
        known: dict[Faces, float] = {(): 1.0}
        for n, share in self._members(_key(heap), None, frozenset((heap.colour,)), 0):
            if self.throws.get(n) in came:
                known = _with_die(known, options(self.view.dice[n]), share)
        return _ranked(known)

    def likeliest(self, heap: Heap, heaps: Sequence[Heap]) -> Faces:
        """What the dice of one of several heaps show, most likely."""
        readings = self._read(_key(heap), None, frozenset(one.colour for one in heaps))
        return max(readings, key=lambda faces: readings[faces])

    def dice_of(
        self, heap: Heap, fresh: bool | None = None, others: Iterable[Colour] = (), since: int = 0
    ) -> tuple[int, ...]:
        """Which dice of the view may be of a heap; as `faces`."""
        return self._numbers(heap, fresh, frozenset((heap.colour, *others)), since)

    def _numbers(self, heap: Heap, fresh: bool | None, colours: Colours, since: int = 0) -> tuple[int, ...]:
        return tuple(n for n, _ in self._members(_key(heap), fresh, colours, since))

    def newest_throw(self, heap: Heap, others: Iterable[Colour] = ()) -> int:
        """The number of the newest throw of which dice of a heap lie there; 0: none is known."""
        return max((self.throws.get(n, 0) for n in self.dice_of(heap, True, others)), default=0)

    def _read(self, key: _Key, fresh: bool | None, colours: Colours, since: int = 0) -> dict[Faces, float]:
        known = self._readings.get((key, fresh, colours, since))
        if known is None:
            known = {(): 1.0}
            for n, share in self._members(key, fresh, colours, since):
                known = _with_die(known, options(self.view.dice[n]), share)
            self._readings[key, fresh, colours, since] = known
        return known

    def _is_fresh(self, n: int, since: int) -> bool:
        return self.fresh is None or (n in self.fresh and self.throws.get(n, since) >= since)

    def _members(self, key: _Key, fresh: bool | None, colours: Colours, since: int) -> list[tuple[int, float]]:
        """The dice that may be of a heap, each with the probability that it is."""
        known = self._belonging.get((key, fresh, colours, since))
        if known is None:
            known = self._belonging[key, fresh, colours, since] = self._found_members(key, fresh, colours, since)
        return known

    def _found_members(self, key: _Key, fresh: bool | None, colours: Colours, since: int) -> list[tuple[int, float]]:
        found = []
        for n, die in enumerate(self.view.dice):
            if fresh is not None and self._is_fresh(n, since) != fresh:
                continue
            share = self._share(n, die, key, colours)
            if share:
                found.append((n, share))
        return found

    def _share(self, n: int, die: Die, key: _Key, colours: Colours) -> float:
        share = _of_kind(die, key.named)
        place = self._places[n]
        if key.colour is not None and die.colour != key.colour:
            own_zone = key.seat is not None and place is not None and place[1] is not None
            if own_zone:  # whose die it is the zone tells better than its colour
                share *= MISNAMED if die.colour in colours else FOREIGN
            elif alike(die.colour, key.colour) and die.colour is not None and die.colour not in colours:
                share *= THROWN
            elif die.colour in colours or (key.area is None and die.colour is not None and die.certain):
                return 0.0  # another player's; beside all zones also some other die of the household
            else:
                share *= FOREIGN
        if key.area is None:
            return share
        if place is not None:
            return share if _same(key.area, key.seat, place) else 0.0
        if key.thrown and self._in_view and not self._across[n]:
            return THROWN * share
        return ACROSS * share if any(_same(key.area, key.seat, one) for one in self._across[n]) else 0.0


def _ranked(readings: Mapping[Faces, float]) -> list[tuple[Faces, float]]:
    """Readings, likeliest first, with their probabilities against that of the likeliest."""
    most = max(readings.values())
    return sorted(((faces, weight / most) for faces, weight in readings.items()), key=lambda one: -one[1])


def _beyond(faces: Faces, counts: Counter[Face]) -> int:
    """How many of the faces are more than `counts` has of them. Asked for each reading of each heap: a Counter would
    take three times as long."""
    left, beyond = dict(counts), 0
    for face in faces:
        if left.get(face, 0) > 0:
            left[face] -= 1
        else:
            beyond += 1
    return beyond


def _key(heap: Heap) -> _Key:
    named = isinstance(heap.faces[0], str) if heap.faces else None
    return _Key(heap.area, heap.seat, heap.colour, named, heap.thrown)


def _same(area: str, seat: int | None, place: tuple[str, int | None]) -> bool:
    """Whether a place is in an area; zones that were drawn, and areas of all, have no seat."""
    return place[0] == area and (seat is None or place[1] is None or place[1] == seat)


def _of_kind(die: Die, named: bool | None) -> float:
    """How likely a die is one whose faces have names, or pips."""
    if named is None:
        return 1.0
    if die.face is None and die.value is None and not die.face_alternatives:
        return 0.5
    return float((die.face is not None or bool(die.face_alternatives)) == named)


Options: TypeAlias = list[tuple[Any, float]]
"""Faces, or None for no die at all, with their probabilities."""


def options(die: Die) -> Options:
    """Returns the faces that a die may show, each with its probability."""
    none = max(1 - die.confidence, GHOST) if "not a die" in die.doubts else GHOST
    named = die.face is not None or bool(die.face_alternatives)
    shown: dict[Any, float] = dict(die.face_alternatives if named else die.alternatives)
    best = die.face if named else die.value
    if best is not None:
        sure = die.certain or die.doubts == ("across a line",)
        shown[best] = max(die.confidence, SURELY) if sure else min(die.confidence, DOUBTED)
        if die.doubts == ("not a die",):  # what it shows, if it is one, is not in doubt
            none = max(none, 1 - shown[best])
        if sure:  # what else it may be shares what is left
            rest = sum(value for face, value in shown.items() if face != best)
            scale = min(1.0, (1 - shown[best]) / rest) if rest else 1.0
            shown = {face: value if face == best else value * scale for face, value in shown.items()}
    others = [] if named else [face for face in PIPS if face not in shown]
    room, taken = max(1 - none - MIN_PROBABILITY * len(others), 0.0), sum(shown.values())
    if taken > room:
        shown = {face: value * room / taken for face, value in shown.items()}
        taken = room
    shown |= {face: (1 - none - taken) / len(others) for face in others}
    return [(None, none), *((face, max(value, MIN_PROBABILITY)) for face, value in shown.items())]


def _assigned(dice: Mapping[int, Die], faces: Faces) -> dict[int, Face]:
    """Which of the dice shows which of so many faces, for those of which it is clear."""
    left, sure = Counter(faces), {n: face_of(die) for n, die in dice.items() if die.certain}
    numbers = Counter(sure.values())
    found: dict[int, Face] = {n: face for n, face in sure.items() if face is not None and numbers[face] <= left[face]}
    left -= Counter(found.values())
    open_dice = [n for n in dice if n not in found]
    if len(open_dice) > MOST_ASSIGNED:
        return found
    shown = [dict(options(dice[n])) for n in open_dice]
    ways: dict[Faces, float] = {}
    for way in set(permutations(left.elements())):
        shares = [die.get(face, MIN_PROBABILITY) for die, face in zip(shown, way, strict=True)]
        ways[way] = prod(shares)
    first, *others = sorted(ways, key=lambda way: -ways[way])
    if not others or ways[others[0]] * CLEARLY < ways[first]:
        found |= dict(zip(open_dice, first, strict=True))
    return found


def _sorted(faces: Faces, face: Face) -> Faces:
    """The faces with one more; where they mean nothing pips and names may lie together, pips first."""
    longer: list[Any] = [*faces, face]
    try:
        longer.sort()
    except TypeError:
        longer.sort(key=lambda one: (isinstance(one, str), one))
    return tuple(longer)


def _with_die(readings: Mapping[Faces, float], shown: Options, share: float) -> dict[Faces, float]:
    """The readings of a heap with one more die, which is of it with a probability of `share`."""
    grown: dict[Faces, float] = {}
    for faces, weight in readings.items():
        for face, probability in shown:
            if face is None:
                key, likely = faces, weight * (probability * share + 1 - share)
            else:
                key, likely = _sorted(faces, face), weight * probability * share
            grown[key] = grown.get(key, 0.0) + likely
    weights = sorted(grown.values(), reverse=True)
    limit = max(weights[0] * LEAST_READING, weights[min(len(weights), MOST_READINGS) - 1])
    return {faces: weight for faces, weight in grown.items() if weight >= limit}
