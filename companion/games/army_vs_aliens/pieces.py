"""Positions and events of Army vs Aliens, and the tables of moves built from them.

The 2011 and the 2012 sheet share all of it. Zones are sorted tuples of ranks, so identical dice are not told apart
and equal positions are equal values. Moves that depend on little (which ranks are there, which dice may be rolled)
are made once and shared; the tables are pure functions of their arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Annotated, TypeAlias

import msgspec

from companion.rules import Count, Face, Rank, Seat
from companion.rules import Event as BaseEvent
from companion.rules import Position as BasePosition
from seeds import Seed, Side
from seeds import Zone as SeedZone

NUKE = 6
HERO = 5
"""The rank of General and Overlord: one of them in Combat is the limit (AVA-5.1, AVB-5.1)."""
STRONGEST_FIGHTER = 4
"""The highest rank that takes part in single and triple attacks (AVA-1.5)."""
NUKED = 3
"""The highest rank that a Nuke destroys (AVA-4.1)."""
MOST_SEATS = 8
"""The largest table that a sheet or the digest speaks of (AVA-7.3)."""

Ranks: TypeAlias = tuple[Rank, ...]
"""Ranks of dice, sorted."""
Zone: TypeAlias = Annotated[Ranks, msgspec.Meta(title="zone")]
"""The ranks of the dice in a zone, sorted."""
Target: TypeAlias = Annotated[tuple[Seat, Rank], msgspec.Meta(description="a target is [seat, rank]")]
"""A die to be hit: the seat of its owner and its rank."""


class ArmySeed(Seed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the seed of a sheet adds to that of any game."""

    dice: int
    """Dice of one player."""
    zones: tuple[SeedZone, ...]
    sides: tuple[Side, ...]
    """In seat order: seats take them in turn."""
    endings: dict[str, str]
    """The sentences of `Outcome.how`, by the way a game ends."""


class Player(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One seat's side and zones."""

    side: Annotated[str, msgspec.Meta(title="side", pattern="^(army|aliens)$")]
    team: Count
    combat: Zone
    rally: Count
    scored: Zone
    """The faces of the dice this seat has destroyed, sorted."""

    @property
    def living(self) -> int:
        """Dice in Combat and Rally (AVA-1.4); those in the air are `Position.rolling`."""
        return len(self.combat) + self.rally


class Rolling(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Dice that are in no zone because their roll is awaited."""

    seat: Seat
    dice: Annotated[int, msgspec.Meta(ge=1, le=9, title="dice")]


class Position(BasePosition, frozen=True, gc=False):
    """The state of one game. In the set-up `turn` is None, and `rolling` names who rolls or `drawing` who may begin."""

    turn: int | None
    quiet: int
    """Turns since the last attack (2012, or with `draw_reset = "destroyed"`: since a die was last destroyed)."""
    players: tuple[Player, ...]
    rolling: Rolling | None = None
    drawing: tuple[int, ...] = ()
    """The seats, level in every rank, among which the one to begin is drawn by lot (AVB-2.2, a house rule)."""

    @property
    def in_setup(self) -> bool:
        """Whether the first turn is still to come: somebody rolls nine dice, or the first seat is drawn."""
        return self.turn is None and (self.rolling is not None or bool(self.drawing))

    def living(self, seat: int) -> int:
        """The living dice of a seat, those in the air included."""
        air = self.rolling.dice if self.rolling is not None and self.rolling.seat == seat else 0
        return self.players[seat].living + air


class Rolled(BaseEvent, frozen=True, gc=False, tag_field="do", tag="rolled"):
    """The awaited dice have come to rest."""

    faces: tuple[Face, ...]


class Drawn(BaseEvent, frozen=True, gc=False, tag_field="do", tag="drawn"):
    """The lot has fallen on the seat to begin (AVB-2.2, a house rule)."""

    seat: Seat


class Attack(BaseEvent, frozen=True, gc=False, tag_field="do", tag="attack"):
    """A single or a triple attack (AVA-3.2, AVA-3.3)."""

    using: Ranks = msgspec.field(name="with")
    hit: tuple[Target, ...]


class Nuke(BaseEvent, frozen=True, gc=False, tag_field="do", tag="nuke"):
    """The Army's three rank 6 dice (AVA-4.1)."""


class General(BaseEvent, frozen=True, gc=False, tag_field="do", tag="general"):
    """The Army's rank 5 die promotes all dice of one rank (AVA-4.2)."""

    rank: Rank


class Mothership(BaseEvent, frozen=True, gc=False, tag_field="do", tag="mothership"):
    """The Aliens' three rank 6 dice (AVA-4.3)."""

    hit: tuple[Target, ...]


class Overlord(BaseEvent, frozen=True, gc=False, tag_field="do", tag="overlord"):
    """The Aliens' rank 5 die (AVA-4.4)."""

    hit: tuple[Target, ...]


class Rally(BaseEvent, frozen=True, gc=False, tag_field="do", tag="rally"):
    """All dice of the Rally Zone and these of Combat are rolled (AVA-3.4)."""

    roll: Ranks


Event: TypeAlias = Rolled | Drawn | Attack | Nuke | General | Overlord | Mothership | Rally


def without(zone: Ranks, taken: Iterable[int]) -> Ranks:
    """`zone` less the dice taken, which must be in it."""
    rest = list(zone)
    for rank in taken:
        rest.remove(rank)
    return tuple(rest)


@cache
def _presence(zone: Ranks) -> tuple[int, int, int]:
    """Bit sets of the ranks of which `zone` holds at least one, two, three dice; at most 5005 zones exist."""
    counts = Counter(zone)
    one, two, three = (sum(1 << rank for rank, count in counts.items() if count >= least) for least in (1, 2, 3))
    return one, two, three


@cache
def _attack(rank: int, dice: int, target: Target) -> Attack:
    return Attack((rank,) * dice, (target,))


@cache
def _single_attacks(own: int, seat: int, enemy: int) -> tuple[Attack, ...]:
    return tuple(
        _attack(rank, 1, (seat, target))
        for rank in range(1, STRONGEST_FIGHTER + 1)
        if own >> rank & 1
        for target in range(1, rank + 1)
        if enemy >> target & 1
    )


@cache
def _triple_attacks(own: int, seat: int, enemy: int) -> tuple[Attack, ...]:
    return tuple(
        _attack(rank, 3, (seat, rank + 1))
        for rank in range(1, STRONGEST_FIGHTER + 1)
        if own >> rank & 1 and enemy >> (rank + 1) & 1
    )


_FIGHTERS = 0b0011110
"""The bits of the ranks that can attack and be hit by one die; with the others masked out the tables stay small."""


def single_attacks(own: Ranks, seat: int, enemy: Ranks) -> tuple[Attack, ...]:
    """Every single attack with a die of `own` on one of `enemy`, the Combat Zone of `seat` (AVA-3.2)."""
    return _single_attacks(_presence(own)[0] & _FIGHTERS, seat, _presence(enemy)[0] & _FIGHTERS)


def triple_attacks(own: Ranks, seat: int, enemy: Ranks) -> tuple[Attack, ...]:
    """Every triple attack with dice of `own` on one of `enemy`, the Combat Zone of `seat` (AVA-3.3)."""
    fighters = _presence(own)[2] & _FIGHTERS
    return _triple_attacks(fighters, seat, _presence(enemy)[0] & _FIGHTERS << 1) if fighters else ()


Volley: TypeAlias = Mothership | Overlord


@cache
def _volley(kind: type[Volley], *hit: Target) -> Volley:
    return kind(hit)


@cache
def _volleys_with(kind: type[Volley], die: Target) -> dict[Target, Volley]:
    """The events that hit `die` and another one, by the other, which does not sort before it."""
    dice = ((seat, rank) for seat in range(MOST_SEATS) for rank in range(1, 7))
    return {other: _volley(kind, die, other) for other in dice if other >= die}


def volleys(kind: type[Volley], zones: Iterable[tuple[int, Ranks]]) -> tuple[Volley, ...]:
    """Every choice of two dice of Combat Zones given as (seat, ranks); of the only die, or none, where no two are."""
    return _volleys(kind, tuple([(seat, *_presence(zone)[:2]) for seat, zone in zones]))


@lru_cache(maxsize=1024)
def _volleys(kind: type[Volley], zones: tuple[tuple[int, int, int], ...]) -> tuple[Volley, ...]:
    found: list[Volley] = []
    dice = [(seat, rank) for seat, once, _ in zones for rank in range(1, 7) if once >> rank & 1]
    twice = {(seat, rank) for seat, _, bits in zones for rank in range(1, 7) if bits >> rank & 1}
    if len(dice) < 2 and not twice:
        return (_volley(kind, *dice),)
    for i, die in enumerate(dice):
        by_other = _volleys_with(kind, die)
        found += [by_other[other] for other in dice[i + (die not in twice) :]]
    return tuple(found)


@cache
def rallies(combat: Ranks, empty: bool) -> tuple[Rally, ...]:
    """Every rally with dice of `combat`, fewest first; `empty` tells whether one without Combat dice is among them."""
    counts = sorted(Counter(combat).items())
    rolls: list[Ranks] = [()]
    for rank, count in counts:
        rolls = [(*roll, *(rank,) * some) for roll in rolls for some in range(count + 1)]
    rolls.sort(key=lambda roll: (len(roll), roll))
    return tuple(_rally(roll) for roll in rolls if roll or empty)


@cache
def _rally(roll: Ranks) -> Rally:
    return Rally(roll)


@cache
def rolls(dice: int) -> tuple[tuple[Rolled, Fraction], ...]:
    """Every result of rolling this many alike dice, with its probability: 2002 results for nine dice."""
    ways = factorial(dice)
    return tuple(
        (Rolled(faces), Fraction(ways // prod(factorial(n) for n in Counter(faces).values()), 6**dice))
        for faces in combinations_with_replacement(range(1, 7), dice)
    )
