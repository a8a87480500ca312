"""Puts hands, throws, bumps and lamps in order of time (seconds), with the rests between them.

A beat is what one hand does between coming into view and leaving it, a throw, a bump or a switched lamp. A rest is a
stretch in which nothing moves and no hand is in view: what eyes can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, NamedTuple

from models.train.matches.stage import Change, Pose, Stage

BeatKind = Literal["hand", "throw", "smack", "bump", "lamp"]
State = Literal["settled", "underway", "unsettled", "misplaced", "lifted", "illegal", "reconsidered"]
"""What the table shows at a rest: all that happened so far; the first part of an act; an act whose follow-up nobody has
done; a thing askew; a thing in somebody's hand that is not to be there; what is not legal; a legal act that will be
taken back."""


class SmackingHand(NamedTuple):
    """One of the hands that come down on a card."""

    seat: int
    time: float
    """Seconds at which it lies on the card."""
    off: tuple[float, float]
    """Millimetres from the card's middle to its finger tips, in the table's frame."""


@dataclass(frozen=True)
class Beat:
    """Something that moves."""

    kind: BeatKind
    start: float
    end: float
    """Seconds; the next beat may start before, while this one's hand still leaves."""
    by: int | None
    """The seat whose hand it is; None: nobody's."""
    changes: tuple[Change, ...] = ()
    """In their order."""
    come: float = 0.0
    """Seconds in which the hand reaches in; 0: it is there already."""
    leave: float = 0.0
    """Seconds in which it withdraws; 0: it stays for the next beat."""
    lifts: bool = False
    """Whether things are lifted on the way although they end where they began."""
    smacks: tuple[SmackingHand, ...] = ()
    poses: tuple[Pose, ...] | None = None
    """How the sheets lie after a bump."""
    lamp: int | None = None
    """Which lamps shine after a switch."""


@dataclass(frozen=True)
class Rest:
    """A stretch in which nothing moves."""

    start: float
    end: float
    stage: Stage
    state: State
    events: int
    """How many events of the match have happened by then, the one underway not counted."""
    rolled: frozenset[int] = frozenset()
    """The dice that were thrown since the rest before, as far as they still lie as they fell."""
    moved: bool = True
    """Whether anything moved since the rest before; else something was said, or a lamp switched."""


@dataclass(frozen=True)
class Pace:
    """How quickly somebody plays."""

    hands: float
    """How many times as long as usual a hand takes."""
    pauses: tuple[float, float]
    """Seconds between events, from and to."""
    each: tuple[float, float] = (0.45, 0.7)
    """Seconds for each of the first four things that a hand moves, from and to, before `hands` stretches them."""
    gathered: tuple[float, float] | None = None
    """The same where it only takes things up; None: as long."""


USUAL, SLOW, HASTY = Pace(1.0, (1.0, 2.2)), Pace(1.5, (3.0, 7.0)), Pace(0.7, (0.6, 0.9))
BRISK = Pace(0.7, (0.65, 0.8), (0.3, 0.45), (0.15, 0.2))
"""Of people who know the game and do not dawdle."""
QUICK = Pace(0.63, (0.58, 0.72), (0.27, 0.4), (0.14, 0.18))
"""Somewhat quicker than that, for a match that would make too long a film."""
PACES = {"usual": USUAL, "slow": SLOW, "hasty": HASTY, "brisk": BRISK, "quick": QUICK}


@dataclass
class Course:
    """Records what happens on one table."""

    stage: Stage
    lot: Random
    now: float = 0.0
    beats: list[Beat] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    _rolled: set[int] = field(default_factory=set)
    _moved: bool = True
    _there: int | None = None
    """The seat whose hand stays over the table."""

    def rest(self, seconds: float, state: State, events: int) -> None:
        """Nothing moves for a while."""
        start = max(self.now, self.beats[-1].end) if self.beats else self.now
        self.now = start + seconds
        self.rests.append(Rest(start, self.now, self.stage, state, events, frozenset(self._rolled), self._moved))
        self._rolled.clear()
        self._moved = False

    def hand(self, by: int, changes: Sequence[Change], pace: Pace, leaves: bool = True, lifts: bool = False) -> None:
        """A hand does these changes one after another; none: it only points."""
        come = 0.0 if self._there == by else self.lot.uniform(0.4, 0.6) * pace.hands
        up = pace.gathered if pace.gathered and all(change.to is None for change in changes) else pace.each
        work = sum(self.lot.uniform(*up) for _ in changes[:4]) + 0.25 * max(0, len(changes) - 4)
        work = max(work + (0.5 if lifts else 0.0), 0.4) * pace.hands
        leave = self.lot.uniform(0.35, 0.5) * pace.hands if leaves else 0.0
        self._there = None if leaves else by
        self._rolled -= {change.thing for change in changes}
        self._add(Beat("hand", self.now, self.now + come + work + leave, by, tuple(changes), come, leave, lifts))
        self.stage = self.stage.after(changes)

    def overlap(self) -> None:
        """The next hand comes while the last one leaves."""
        if self.beats and self.now <= self.beats[-1].end and (not self.rests or self.now > self.rests[-1].end):
            self.now -= self.beats[-1].leave * 0.8

    def throw(self, by: int, changes: Sequence[Change], pace: Pace) -> None:
        """Dice leave a hand, tumble over the table and come to rest by themselves."""
        seconds = self.lot.uniform(1.0, 1.5)
        self._add(Beat("throw", self.now, self.now + seconds, by, tuple(changes), 0.3 * pace.hands, 0.4 * pace.hands))
        self._there = None
        self.stage = self.stage.after(changes)
        self._rolled |= {change.thing for change in changes}

    def smack(self, hands: Sequence[tuple[int, float, tuple[float, float]]], stays: float = 0.6) -> None:
        """Hands come down on the pile: seats with their delays in seconds and how far off the middle they land."""
        come = 0.22
        landed = tuple(SmackingHand(seat, self.now + come + late, off) for seat, late, off in hands)
        end = max(hand.time for hand in landed) + stays + 0.35
        self._add(Beat("smack", self.now, end, landed[0].seat, (), come, 0.35, smacks=landed))

    def bump(self, by: int | None, poses: tuple[Pose, ...]) -> None:
        """Sheets are shifted with all that lies on them."""
        come = 0.0 if by is None else 0.4
        self._add(Beat("bump", self.now, self.now + 2 * come + 0.35, by, (), come, come, poses=poses))
        self.stage = replace(self.stage, poses=poses)

    def switch(self, lamp: int) -> None:
        """Other lamps shine."""
        self._add(Beat("lamp", self.now, self.now + self.lot.uniform(0.1, 0.4), None, lamp=lamp))
        self.stage = replace(self.stage, lamp=lamp)

    def _add(self, beat: Beat) -> None:
        self.beats.append(beat)
        self.now = beat.end
        self._moved = self._moved or beat.kind != "lamp"
