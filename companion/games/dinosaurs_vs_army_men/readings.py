"""Reads the flipped card of Dinosaurs Vs. Army Men off the cards that lie face up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log

from companion.evidence import Evidence
from companion.games.dinosaurs_vs_army_men.pieces import FLIPS, Position, is_unseen
from companion.rules import Reading

LEAST_PROBABILITY = 0.001
"""Probability below which a card is not taken for another."""
MOVED, BARED, STAYED, EXACT = 5.0, 6.5, -2.0, -1.8
"""Logarithms: of how much better a second card of a name explains that one lies elsewhere on top than a nudge does; the
same where others lay on the first one, which must have been taken away; of the probability that the second falls
where the first lay; and of that it then falls just so."""


def readings(position: Position, seen: Evidence, spent: frozenset[str]) -> Iterator[Reading]:
    """Yields the flips that new cards can be, likeliest first: on the central pile, or beside it in a battle."""
    if position.smack:
        return
    battle = position.battle
    if battle is None:
        lying, lain = seen.cards.new_central, Counter(position.central[-1:])
    else:
        lying, lain = seen.cards.new_beside, Counter(card for cards in battle.up for card in cards)
    if seen.cards.knows_new:  # a card of the same name that lies elsewhere is another one, perhaps
        known = _covered(seen.cards.beside, lain) if battle is not None else Counter(position.central)
        flipped = {
            card: log(likely)
            + (_by_chance(position, card) if known[card] else 0)
            + (_moved_weight(position, card) if known[card] and card not in seen.cards.first else 0)
            for card, likely in _new_cards(lying, Counter())
        }
        if battle is not None:  # two of a name that are seen at once are two
            more = _new_cards(seen.cards.beside, lain)
            flipped |= {card: log(likely) for card, likely in more if lain[card] and card not in flipped}
        if battle is None:  # what lies on top now and lay there before, under others, may be another of its name
            flipped |= {
                card: log(likely) + STAYED + (EXACT if card in seen.cards.same else 0) + _by_chance(position, card)
                for card, likely in _new_cards(seen.cards.central, lain)
                if card not in flipped and known[card]
            }
    else:
        flipped = {card: log(likely) for card, likely in _new_cards(lying, lain)}
    for card, weight in flipped.items():
        if card in FLIPS and card not in spent and is_unseen(position, card):
            yield Reading((FLIPS[card],), spent | {card}, weight, rested=False)


def _covered(lying: Sequence[Mapping[str, float]], lain: Counter[str]) -> Counter[str]:
    """Those that lay there and are not all seen still: one that lies elsewhere may be one of them, pushed."""
    seen = Counter(max(one, key=lambda face: one[face]) for one in lying if one)
    return Counter({card: count for card, count in lain.items() if seen[card] <= count})


def _moved_weight(position: Position, card: str) -> float:
    return MOVED if position.battle is not None or card == position.central[-1] else BARED


def _by_chance(position: Position, card: str) -> float:
    """Logarithm of the odds that this card comes next; LEAST where none is left."""
    return log(max(position.unseen.count(card), LEAST_PROBABILITY) / max(len(position.unseen), 1))


def _new_cards(lying: Sequence[Mapping[str, float]], lain: Counter[str]) -> list[tuple[str, float]]:
    """What the cards that lie there may be, likeliest first, with probabilities: but for those that lay there."""
    likely: dict[str, float] = {}
    count: Counter[str] = Counter()
    for one in lying:
        count.update(sorted(one, key=lambda face: one[face])[-1:])
        for face, probability in one.items():
            if probability >= LEAST_PROBABILITY:
                likely[face] = max(likely.get(face, 0.0), probability)
    new = [(face, value) for face, value in likely.items() if not lain[face] or count[face] > lain[face]]
    return sorted(new, key=lambda one: -one[1])
