"""Stages every frame of a film from the beats of a match: when which thing goes, flies or is carried, where
hands are, how sheets slide and lamps fade.

Times are seconds of the film, places the renderer's units (16 mm). Things that a hand moves vanish under it and appear
under it; cards, which no hand covers, travel with it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from models.train.matches.film.hands import Arm
from models.train.matches.film.props import Props
from models.train.matches.film.throws import Flight, flight_to
from models.train.matches.script import Beat, Match
from models.train.matches.stage import Change, Placement, Pose, Stage, pile_place
from models.train.render.tables.table_items import MM

Array = NDArray[np.float64]
DWELL = 0.06
"""Seconds that a hand stays on a thing before and after it takes it or lets it go."""
LIFT = 1.3
"""Units by which a hand rises on its way from one thing to the next."""
SLIDE = 0.22
"""Seconds in which a bumped sheet slides."""
FADE = 0.25
"""Seconds in which lamps go on or off."""


@dataclass
class Swing:
    """One arm's way: its finger tips at certain times, smoothly from one to the next."""

    arm: Arm
    times: list[float] = field(default_factory=list)
    tips: list[Array] = field(default_factory=list)

    def add(self, time: float, tip: Array) -> None:
        self.times.append(max(time, self.times[-1] + 1e-3) if self.times else time)
        self.tips.append(np.asarray(tip, np.float64))

    def hold(self, time: float, tip: Array) -> None:
        """Be there around `time`."""
        self.add(time - DWELL, tip)
        self.add(time + DWELL, tip)

    def at(self, time: float) -> Array | None:
        """None while it is not in play."""
        if not self.times or not self.times[0] < time < self.times[-1]:
            return None
        n = bisect_right(self.times, time) - 1
        share = (time - self.times[n]) / (self.times[n + 1] - self.times[n])
        ease = share * share * (3 - 2 * share)
        if n == 0:  # it comes into view, and goes out of it, at full speed
            ease = 1 - (1 - share) ** 2
        elif n == len(self.times) - 2:
            ease = share**2
        tip = self.tips[n] + (self.tips[n + 1] - self.tips[n]) * ease
        far = float(np.linalg.norm(self.tips[n + 1][:2] - self.tips[n][:2]))
        return tip + np.array([0, 0, min(LIFT, 0.2 * far) * np.sin(np.pi * ease)])


@dataclass(frozen=True)
class Flying:
    """A thrown die."""

    start: float
    end: float
    thing: int
    flight: Flight


@dataclass(frozen=True)
class Carried:
    """A card that goes with a hand from one place to another."""

    start: float
    end: float
    thing: int
    first: Placement
    last: Placement


@dataclass(frozen=True)
class Shift:
    """Sheets that slide."""

    start: float
    end: float
    first: tuple[Pose, ...]
    last: tuple[Pose, ...]

    def at(self, time: float) -> tuple[Pose, ...]:
        share = min(max((time - self.start) / (self.end - self.start), 0.0), 1.0)
        pairs = zip(self.first, self.last, strict=True)
        return tuple(
            Pose(a.size, *(v + (w - v) * share for v, w in ((a.x, b.x), (a.y, b.y), (a.turn, b.turn))))
            for a, b in pairs
        )


@dataclass(frozen=True)
class Fade:
    """Lamps that change."""

    start: float
    end: float
    first: int
    last: int


class Staging:
    """A whole match, frame by frame."""

    def __init__(self, match: Match, props: Props, arms: list[Arm]) -> None:
        self.match, self.props, self.arms = match, props, arms
        stage = match.rests[0].stage
        self.cues: list[tuple[float, Stage]] = [(-1.0, stage)]
        """From when on the table shows which stage, hands and flying things left out."""
        self.swings: list[Swing] = []
        self.flying: list[Flying] = []
        self.carried: list[Carried] = []
        self.shifts: list[Shift] = []
        self.fades: list[Fade] = []
        for beat in match.beats:
            getattr(self, f"_{beat.kind}")(beat)
            self._piles(beat.end)
        self.cues.sort(key=lambda cue: cue[0])
        self._times = [time for time, _ in self.cues]

    def stage_at(self, time: float) -> Stage:
        return self.cues[bisect_right(self._times, time) - 1][1]

    @property
    def _now(self) -> Stage:
        return self.cues[-1][1]

    def _cue(self, time: float, stage: Stage) -> None:
        self.cues.append((time, stage))

    def _piles(self, time: float) -> None:
        """Face-down piles are as high as at the next rest."""
        following = next((rest.stage for rest in self.match.rests if rest.start >= time - 1e-6), None)
        if following is not None and following.piles != self._now.piles:
            self._cue(time, replace(self._now, piles=following.piles))

    # --------------------------------------------------------------------------------------------------- hands

    def _swing(self, beat: Beat, seat: int) -> Swing:
        """A swing that begins at home, or where the same hand has stayed."""
        last = self.swings[-1] if self.swings else None
        if beat.come == 0 and last is not None and last.arm is self.arms[seat]:
            return last
        swing = Swing(self.arms[seat])
        swing.add(beat.start, self.arms[seat].home)
        self.swings.append(swing)
        return swing

    def _hand(self, beat: Beat) -> None:
        assert beat.by is not None
        arm, swing = self.arms[beat.by], self._swing(beat, beat.by)
        start, end = beat.start + beat.come, beat.end - beat.leave
        each = (end - start) / max(len(beat.changes), 1)
        if not beat.changes:
            x, y = self._somewhere(beat)
            swing.hold((start + end) / 2, arm.over(x, y, 1.5))
        taken = [change for change in beat.changes if change.to is None and self._is_card(change.thing)]
        for number, change in enumerate(beat.changes):
            if change not in taken:
                self._moved(beat, swing, change, start + number * each, each)
        if taken:
            self._take(beat, swing, taken, end)
        if beat.leave:
            swing.add(beat.end, arm.home)

    def _is_card(self, thing: int) -> bool:
        return self._now.things[thing].kind == "card"

    def _somewhere(self, beat: Beat) -> tuple[float, float]:
        """What a hand points at: this thing or that, as the time falls."""
        things = sorted(self._now.at)
        if not things:
            return 0.0, 0.0
        x, y, _ = self._now.on_table(self._now.at[things[int(beat.start * 10) % len(things)]])
        return x * MM, y * MM

    def _moved(self, beat: Beat, swing: Swing, change: Change, start: float, seconds: float) -> None:
        """One thing goes from where it lies, or from out of view, to where it has to be."""
        stage, arm, thing = self._now, swing.arm, change.thing
        first = stage.at.get(thing)
        if first is None and self._is_card(thing) and beat.by is not None:
            x, y, yaw = pile_place(stage, self.match.table.ways[beat.by])
            first = Placement(None, x, y, yaw)
        if first is None or change.to is None or (not beat.lifts and _close(stage, first, change.to)):
            where = change.to or first
            assert where is not None
            time = start + 0.6 * seconds
            swing.hold(time, self._over(arm, stage, where))
            self._cue(time, stage.after([change]))
            return
        taken, left = start + 0.3 * seconds, start + 0.85 * seconds
        swing.hold(taken, self._over(arm, stage, first))
        if beat.lifts:
            away = self._over(arm, stage, first) + arm.out(arm.home * 0.5) * 2.5 + np.array([0, 0, 1.5])
            swing.add((taken + left) / 2, away)
        swing.hold(left, self._over(arm, stage, change.to))
        self._cue(taken, stage.after([Change(thing, None)]))
        self._cue(left, stage.after([change]))
        if self._is_card(thing):
            self.carried.append(Carried(taken, left, thing, first, change.to))

    def _over(self, arm: Arm, stage: Stage, placed: Placement) -> Array:
        x, y, _ = stage.on_table(placed)
        return arm.over(x * MM, y * MM)

    def _take(self, beat: Beat, swing: Swing, taken: list[Change], time: float) -> None:
        """Cards leave with the hand."""
        stage, arm = self._now, swing.arm
        top = max((change.thing for change in taken), key=lambda n: stage.at[n].level)
        swing.hold(time - DWELL, self._over(arm, stage, stage.at[top]))
        self._cue(time, stage.after(taken))
        out = 1.15 * (arm.home - self._over(arm, stage, stage.at[top])) / MM
        for change in taken:
            x, y, yaw = stage.on_table(stage.at[change.thing])
            first = Placement(None, x, y, yaw, level=stage.at[change.thing].level)
            last = first._replace(x=x + float(out[0]), y=y + float(out[1]))
            self.carried.append(Carried(time, beat.end, change.thing, first, last))

    # ------------------------------------------------------------------------------------------------- the rest

    def _throw(self, beat: Beat) -> None:
        assert beat.by is not None
        arm = self.arms[beat.by]
        stage, first = self._now, beat.start + max(beat.come, 0.2)
        after = stage.after(beat.changes)
        ends = [after.on_table(after.at[change.thing])[:2] for change in beat.changes]
        middle = np.array([*np.mean(ends, 0), 0.0]) * MM
        out = arm.out(middle)
        hand = middle + out * max(7.0, 0.45 * float(np.linalg.norm((arm.home - middle)[:2]))) + np.array([0, 0, 2.5])
        flights = []
        for change in beat.changes:
            thing = self.props.laid(change.thing, after.at[change.thing], after)
            size, seconds = 2 * float(thing.half[2]), beat.end - first
            flights.append(flight_to(hand, np.float64(thing.place), np.float64(thing.turn), size, seconds))
        longest = max(flight.seconds for flight in flights)
        release = beat.end - longest  # the last die comes to rest as the beat ends
        swing = Swing(arm) if self.swings and self.swings[-1].arm is arm else self._swing(beat, beat.by)
        if not swing.times:
            swing.add(release - max(beat.come, 0.2), arm.home)
            self.swings.append(swing)
        swing.add(release, hand)
        swing.add(release + 0.12, hand - out * 1.0)
        swing.add(release + max(0.35, min(beat.leave, longest - 0.1)), arm.home)
        self._cue(release, after)
        for change, flight in zip(beat.changes, flights, strict=True):
            self.flying.append(Flying(release, release + flight.seconds, change.thing, flight))

    def _smack(self, beat: Beat) -> None:
        stage = self._now
        number, area = next((number, area) for _, number, area in stage.zones())
        left, top, right, bottom = area.box
        x, y = stage.poses[number].table(((left + right) / 2, (top + bottom) / 2))
        for hand in beat.smacks:
            arm = self.arms[hand.seat]
            swing = Swing(arm)
            tip = np.array([(x + hand.off[0]) * MM, (y + hand.off[1]) * MM, 0.5])
            swing.add(hand.time - 0.22, arm.home)
            swing.add(hand.time, tip)
            swing.add(beat.end - beat.leave, tip)
            swing.add(beat.end, arm.home)
            self.swings.append(swing)

    def _bump(self, beat: Beat) -> None:
        assert beat.poses is not None
        middle = (beat.start + beat.end) / 2
        if beat.by is not None:
            arm = self.arms[beat.by]
            swing = Swing(arm)
            self.swings.append(swing)
            moved = next(n for n, pose in enumerate(beat.poses) if pose != self._now.poses[n])
            pose = beat.poses[moved]
            edge = np.array([pose.x, pose.y, 0.0]) + arm.out(np.zeros(3)) * 0.5 * min(pose.size)
            swing.add(beat.start, arm.home)
            swing.add(middle - SLIDE / 2, edge * MM + np.array([0, 0, 0.5]))
            swing.add(middle + SLIDE / 2, edge * MM + np.array([0.2, 0.3, 0.5]))
            swing.add(beat.end, arm.home)
        self.shifts.append(Shift(middle - SLIDE / 2, middle + SLIDE / 2, self._now.poses, beat.poses))
        self._cue(middle - SLIDE / 2, replace(self._now, poses=beat.poses))

    def _lamp(self, beat: Beat) -> None:
        assert beat.lamp is not None
        seconds = min(FADE, beat.end - beat.start)
        self.fades.append(Fade(beat.start, beat.start + seconds, self._now.lamp, beat.lamp))
        self._cue(beat.start, replace(self._now, lamp=beat.lamp))


def _close(stage: Stage, one: Placement, other: Placement) -> bool:
    """Whether a thing is not moved but turned, or shoved a little."""
    (ax, ay, _), (bx, by, _) = stage.on_table(one), stage.on_table(other)
    return float(np.hypot(ax - bx, ay - by)) < 6.0
