"""What Army vs Aliens is played with: positions, events, options, and the tables of moves built from them.

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
from typing import Literal, TypeAlias

import msgspec

from companion import game
from seeds import Seed, Side, Zone

NUKE = 6
HERO = 5
"""The rank of General and Overlord: one of them in Combat is the limit (AVA-5.1)."""
STRONGEST_FIGHTER = 4
"""The highest rank that takes part in single and triple attacks (AVA-1.5)."""
NUKED = 3
"""The highest rank that a Nuke destroys (AVA-4.1)."""

Ranks: TypeAlias = tuple[int, ...]
"""Ranks of dice, sorted."""
Target: TypeAlias = tuple[int, int]
"""A die to be hit: the seat of its owner and its rank."""


class ArmySeed(Seed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the seed of a sheet adds to that of any game."""

    dice: int
    """Dice of one player."""
    zones: tuple[Zone, ...]
    sides: tuple[Side, ...]
    """In seat order: seats take them in turn."""
    endings: dict[str, str]
    """The sentences of `Outcome.how`, by the way a game ends."""


class Options(msgspec.Struct, frozen=True):
    """The house rules that bear on one game of two players."""

    draw_counter: Literal["streak", "aligned", "turns"]
    draw_limit: int
    draw_reset: Literal["attack", "destroyed"]
    allow_noop_ability: bool
    general_ranks: Ranks
    two_target_strict: bool


class Player(msgspec.Struct, frozen=True, gc=False):
    """One seat's side and zones."""

    side: str
    team: int
    combat: Ranks = ()
    rally: int = 0
    scored: Ranks = ()
    """The faces of the dice this seat has destroyed, sorted."""

    @property
    def living(self) -> int:
        """Dice in Combat and Rally (AVA-1.4); those in the air are `Position.rolling`."""
        return len(self.combat) + self.rally


class Rolling(msgspec.Struct, frozen=True, gc=False):
    """Dice that are in no zone because their roll is awaited."""

    seat: int
    dice: int


class Position(game.Position, frozen=True, gc=False):
    """The state of one game. During the set-up `turn` is None and `rolling` names who rolls."""

    turn: int | None
    quiet: int
    """Turns since the last attack (with `draw_reset = "destroyed"`: since a die was last destroyed)."""
    players: tuple[Player, ...]
    rolling: Rolling | None = None

    def living(self, seat: int) -> int:
        """The living dice of a seat, those in the air included."""
        air = self.rolling.dice if self.rolling is not None and self.rolling.seat == seat else 0
        return self.players[seat].living + air


class Rolled(game.Event, frozen=True, gc=False, tag_field="do", tag="rolled"):
    """The awaited dice have come to rest."""

    faces: Ranks


class Attack(game.Event, frozen=True, gc=False, tag_field="do", tag="attack"):
    """A single or a triple attack (AVA-3.2, AVA-3.3)."""

    using: Ranks = msgspec.field(name="with")
    hit: tuple[Target, ...]


class Nuke(game.Event, frozen=True, gc=False, tag_field="do", tag="nuke"):
    """The Army's three rank 6 dice (AVA-4.1)."""


class General(game.Event, frozen=True, gc=False, tag_field="do", tag="general"):
    """The Army's rank 5 die promotes all dice of one rank (AVA-4.2)."""

    rank: int


class Mothership(game.Event, frozen=True, gc=False, tag_field="do", tag="mothership"):
    """The Aliens' three rank 6 dice (AVA-4.3)."""

    hit: tuple[Target, ...]


class Overlord(game.Event, frozen=True, gc=False, tag_field="do", tag="overlord"):
    """The Aliens' rank 5 die (AVA-4.4)."""

    hit: tuple[Target, ...]


class Rally(game.Event, frozen=True, gc=False, tag_field="do", tag="rally"):
    """All dice of the Rally Zone and these of Combat are rolled (AVA-3.4)."""

    roll: Ranks


Event: TypeAlias = Rolled | Attack | Nuke | General | Mothership | Overlord | Rally


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
def _single_attacks(own: int, seat: int, enemy: int) -> tuple[Attack, ...]:
    return tuple(
        Attack((rank,), ((seat, target),))
        for rank in range(1, STRONGEST_FIGHTER + 1)
        if own >> rank & 1
        for target in range(1, rank + 1)
        if enemy >> target & 1
    )


@cache
def _triple_attacks(own: int, seat: int, enemy: int) -> tuple[Attack, ...]:
    return tuple(
        Attack((rank,) * 3, ((seat, rank + 1),))
        for rank in range(1, STRONGEST_FIGHTER + 1)
        if own >> rank & 1 and enemy >> (rank + 1) & 1
    )


def single_attacks(own: Ranks, seat: int, enemy: Ranks) -> tuple[Attack, ...]:
    """Every single attack with a die of `own` on one of `enemy`, the Combat Zone of `seat` (AVA-3.2)."""
    return _single_attacks(_presence(own)[0], seat, _presence(enemy)[0])


def triple_attacks(own: Ranks, seat: int, enemy: Ranks) -> tuple[Attack, ...]:
    """Every triple attack with dice of `own` on one of `enemy`, the Combat Zone of `seat` (AVA-3.3)."""
    return _triple_attacks(_presence(own)[2], seat, _presence(enemy)[0])


def target_sets(zones: Iterable[tuple[int, Ranks]]) -> tuple[tuple[Target, ...], ...]:
    """Every choice of two dice among Combat Zones given as (seat, ranks); the single die, or none, where no two are."""
    return _target_sets(tuple((seat, *_presence(zone)[:2]) for seat, zone in zones))


@lru_cache(maxsize=4096)
def _target_sets(zones: tuple[tuple[int, int, int], ...]) -> tuple[tuple[Target, ...], ...]:
    dice = [
        (seat, rank)
        for seat, once, twice in zones
        for rank in range(1, 7)
        for bits in (once, twice)
        if bits >> rank & 1
    ]
    if len(dice) < 2:
        return (tuple(dice),)
    pairs = {(a, b) for i, a in enumerate(dice) for b in dice[i + 1 :]}
    return tuple(sorted(pairs))


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
