"""Reads events of Doubles Wild off the dice: throws for the start, rolls and re-rolls, and those of a battle.

Dice lie about from turn to turn, so only those that came to lie anew tell anything; whose they are in a battle their
colour tells, once three of one colour have been thrown. Where one of those that were thrown lies there and is not read,
it may show anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from math import log

from companion.evidence import Evidence
from companion.games.doubles_wild import pieces
from companion.games.doubles_wild.pieces import Battle, Dice, Pair, Position, Roll
from companion.games.doubles_wild.table import DICE
from companion.rules import Reading
from companion.table import Colour, Heap

MOST_READINGS = 6
"""Readings of dice of one colour that are followed, likeliest first."""


_DIE = " die "
"""What stands between a colour and a number in the name of a single die."""
FACES = range(1, 7)
LOG_UNSEEN_ROLL = log(0.02)
"""Logarithm of the probability that eyes miss a roll."""
LOG_AS_BEFORE = log(0.2)
"""The same of dice falling as they lay before, so that they look as if hands had carried them."""
Thrown = list[tuple[Dice, float]]
"""What dice may show, likeliest first, with the logarithms of their probabilities."""


def readings(position: Position, seen: Evidence, spent: frozenset[str]) -> Iterator[Reading]:
    """Yields the events that the dice can show in this position, likeliest first."""
    if position.start is not None:
        yield from _start(seen, spent)
    elif position.battle is not None:
        yield from _battle(position.battle, seen, spent)
    elif position.rolled is None or position.rolled.in_hand:
        yield from _pairs(position.rolled or Roll(None, None, True), (), seen, spent)
    else:
        roll = position.rolled
        for hand in pieces.HANDS:
            lifted = Roll(None if hand != "blue" else roll.red, None if hand != "red" else roll.blue, False)
            for reading in _pairs(lifted, (pieces.Reroll(hand),), seen, spent):
                if seen.dice.fresh is not None or reading.events[-1] != pieces.Rolled(*_known(roll)):
                    yield reading


def _known(roll: Roll) -> tuple[Pair, Pair]:
    return roll.red or (), roll.blue or ()


def _throws(seen: Evidence, colour: Colour | None, count: int, spent: frozenset[str]) -> Thrown:
    """What so many dice that came to lie anew may show."""
    if colour in spent:
        return []
    fresh = None if seen.dice.fresh is None else len(seen.dice.dice_of(Heap(0, (1,)), True))
    if fresh is not None and count > fresh - sum(_DIE in name for name in spent):
        return []  # a die of no clear colour tells one roll, not one of each colour
    return _of_count(seen.dice.faces(Heap(0, (1,), colour), fresh=True), count)


def _as_before(seen: Evidence, colour: Colour | None, count: int, spent: frozenset[str]) -> Thrown:
    """The same where some of them fell as they lay before, so that hands seem to have carried them."""
    if spent or not seen.dice.fresh:
        return []
    thrown = _of_count(seen.dice.faces_thrown(Heap(0, (1,), colour)), count)
    return [(faces, likely + LOG_AS_BEFORE) for faces, likely in thrown]


def _of_count(found: Sequence[tuple[Sequence[int | str], float]], count: int) -> Thrown:
    ways = [(_numbers(faces), log(likely)) for faces, likely in found[: 2 * MOST_READINGS] if len(faces) == count]
    return ways[:MOST_READINGS]


def _unread(seen: Evidence, colour: Colour | None, count: int, spent: frozenset[str]) -> Thrown:
    """The same where one of them is not read: it may show anything."""
    if colour in spent or count < 2 or not seen.view.unsure or seen.sight == "carried" or not seen.dice.fresh:
        return []
    ways: dict[Dice, float] = {}
    for read, likely in _of_count(seen.dice.faces(Heap(0, (1,), colour), fresh=True), count - 1):
        for face in FACES:
            ways.setdefault(tuple(sorted((*read, face))), likely - log(len(FACES)))
    return [*ways.items()]


def _names(colour: str, count: int) -> frozenset[str]:
    """The names of so many dice that have told something, and of their colour."""
    return frozenset((colour, *(f"{colour}{_DIE}{n}" for n in range(count))))


def _start(seen: Evidence, spent: frozenset[str]) -> Iterator[Reading]:
    """Three dice of one colour, or of both."""
    colours: tuple[Colour | None, ...] = (*DICE, None)
    for read, colour in product((_throws, _as_before, _unread), colours):
        name = colour or "all"
        if name in spent or (colour is None and spent):
            continue
        thrown = read(seen, colour, pieces.TRIO, spent)
        told, partly = spent | _names(name, pieces.TRIO) | {"all"}, read is _unread
        for faces, weight in thrown:
            yield Reading((pieces.Threw(faces),), told, weight, partly=partly)
        if thrown:
            return


def _pairs(roll: Roll, before: tuple[pieces.Reroll, ...], seen: Evidence, spent: frozenset[str]) -> Iterator[Reading]:
    """The roll of the pairs that are in the hand (None) beside the one that was kept, if any."""
    lying = {colour: pair for colour, pair in zip(DICE, (roll.red, roll.blue), strict=True) if pair is not None}
    if seen.dice.fresh is not None and any(seen.dice.dice_of(Heap(0, (1,), colour), True) for colour in lying):
        return  # that pair was rolled, too
    options: list[Thrown] = [
        [(lying[colour], 0.0)] if colour in lying else _throws(seen, colour, pieces.PAIR, spent) for colour in DICE
    ]
    used = spent.union(*(_names(colour, pieces.PAIR) for colour in DICE if colour not in lying))
    as_before = [there or _as_before(seen, name, pieces.PAIR, spent) for name, there in zip(DICE, options, strict=True)]
    rolled, partly = as_before, False
    if not all(rolled) and not before and any(options):
        rolled = [there or _unread(seen, name, pieces.PAIR, spent) for name, there in zip(DICE, options, strict=True)]
        partly = True
    for (red, one), (blue, other) in product(*rolled):
        yield Reading((*before, pieces.Rolled(red, blue)), used, one + other, partly=partly)
    if not before and not any(options) and not (set(DICE) & spent) and _may_be_unseen(seen, lying):
        for red, blue in product(*(_lying_pairs(seen, colour) for colour in DICE)):
            yield Reading((pieces.Rolled(red, blue),), used, LOG_UNSEEN_ROLL, unseen=True)


def _may_be_unseen(seen: Evidence, kept: Collection[Colour]) -> bool:
    """Whether dice of each colour that is not kept have been touched, enough of them to be a pair."""
    lie = ({*seen.dice.dice_of(Heap(0, (1,), colour))} for colour in DICE if colour not in kept)
    return all(len(dice - seen.dice.untouched) >= pieces.PAIR for dice in lie)


def _lying_pairs(seen: Evidence, colour: Colour) -> list[Dice]:
    """Any two of the dice of a colour, as they lie: perhaps nobody saw them roll."""
    faces, _ = seen.dice.faces(Heap(0, (1,), colour))[0]
    return sorted({tuple(sorted(pair)) for pair in combinations(_numbers(faces), pieces.PAIR)})


def _battle(battle: Battle, seen: Evidence, spent: frozenset[str]) -> Iterator[Reading]:
    lying = battle.dice[battle.whose]
    for read in (_throws, _as_before):
        some = False
        for colour in DICE:
            hands = {(): 0.0} if battle.in_hand else _lifted(lying, seen, colour)
            for again, stays in hands.items():
                lifted = (pieces.Throw(again),) if again else ()
                for faces, weight in read(seen, colour, battle.in_hand or len(again), spent):
                    if faces:
                        some, told = True, spent | _names(colour, len(faces))
                        yield Reading((*lifted, pieces.Threw(faces)), told, weight + stays)
        if some:
            return
    for colour in DICE:
        for faces, weight in _unread(seen, colour, battle.in_hand, spent):
            yield Reading((pieces.Threw(faces),), spent | _names(colour, len(faces)), weight, partly=True)


def _lifted(lying: Dice, seen: Evidence, colour: Colour) -> dict[Dice, float]:
    """Which of the dice that lay there may have been thrown again, by those of their colour that still lie, with the
    logarithms of their probabilities: whose a die is may be in doubt."""
    found: dict[Dice, float] = {}
    for stay, likely in seen.dice.faces(Heap(0, (1,), colour), fresh=False)[: 2 * MOST_READINGS]:
        kept = Counter(lying) & Counter(_numbers(stay))
        again = tuple(sorted((Counter(lying) - kept).elements()))
        found.setdefault(again, log(likely))
    return found


def _numbers(faces: Sequence[int | str]) -> Dice:
    return tuple(face for face in faces if isinstance(face, int))
