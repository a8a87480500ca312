"""Times turns: how long the seat on turn has taken, of how long it may. It warns, and never acts for anybody.

`TurnClock` has the logic, is immutable and is handed the time; `TurnTimer` holds one for all screens of a match.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from ui.core import Sound, Store
from ui.match.match_scene import MatchScene
from ui.settings import TurnLimit

WARN = 10
"""Seconds before the limit at which it warns."""
Phase = Literal["running", "short", "over"]
"""There is time; there are no more than WARN seconds; there is none left."""


class TurnTime(NamedTuple):
    """What is shown of a turn's time."""

    limit: TurnLimit
    """Seconds that a turn may take; 0: turns are not timed."""
    seat: int | None
    """Whose turn is timed; None: nobody's, as where all act at once."""
    left: int
    """Whole seconds that are left, rounded up; negative: seconds over the limit."""
    paused: bool
    """Whether players have paused it."""
    runs: bool
    """Whether time passes: it is neither paused nor is there anything in the way of the turn."""

    @property
    def is_shown(self) -> bool:
        return self.limit > 0 and self.seat is not None

    @property
    def phase(self) -> Phase:
        return "running" if self.left > WARN else "short" if self.left > 0 else "over"

    @property
    def text(self) -> str:
        """Minutes and seconds that are left, or over."""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{minutes}:{seconds:02}"


class TurnClock(msgspec.Struct, frozen=True):
    """The time of a turn. `now`: seconds of any clock that only goes forward, the same one in every call."""

    limit: TurnLimit = 0
    seat: int | None = None
    paused: bool = False
    held: bool = True
    """Whether something is in the way of the turn (`stands_still`)."""
    spent: float = 0.0
    """Seconds that the turn has taken before `since`."""
    since: float | None = None
    """Since when time passes; None: it stands still."""

    def elapsed(self, now: float) -> float:
        """Seconds that the turn has taken."""
        return self.spent + (0.0 if self.since is None else max(0.0, now - self.since))

    def follow(self, now: float, seat: int | None, held: bool, anew: bool = False) -> TurnClock:
        """It is the turn of `seat`; another one's begins anew, and so does the same one's where `anew`."""
        begins = anew or seat != self.seat
        return self._now(now, 0.0 if begins else self.elapsed(now), seat=seat, held=held)

    def limited(self, now: float, limit: TurnLimit) -> TurnClock:
        """With another limit for this turn and those that follow; begins anew where turns were not timed before."""
        spent = self.elapsed(now) if self.limit else 0.0
        return self._now(now, spent, limit=limit, paused=self.paused and limit > 0)

    def pause(self, now: float, paused: bool) -> TurnClock:
        """Players pause it, or let it go on."""
        return self._now(now, self.elapsed(now), paused=paused)

    def _now(self, now: float, spent: float, **changes: object) -> TurnClock:
        new: TurnClock = msgspec.structs.replace(self, **changes, spent=spent)
        runs = new.limit and new.seat is not None and not new.paused and not new.held
        return msgspec.structs.replace(new, since=now if runs else None)

    def shown(self, now: float) -> TurnTime:
        """What is shown of it."""
        left = math.ceil(self.limit - self.elapsed(now))
        return TurnTime(self.limit, self.seat, left, self.paused, self.since is not None)


class TurnWarning(msgspec.Struct, frozen=True):
    """That time is short, or over; it has a sound (as ui.widgets.match.Cued)."""

    cue: Sound


class TurnTimer(Store):
    """The timer of a match, the same for all its screens. Any thread may call; `tick` often, so that they go on."""

    needs = "play"

    def __init__(
        self,
        limit: TurnLimit = 0,
        *,
        clock: Callable[[], float] = time.monotonic,
        on_limit: Callable[[TurnLimit], None] | None = None,
    ) -> None:
        """`clock` tells seconds; `on_limit` is called when players have chosen another limit, to keep it."""
        super().__init__()
        self._clock, self._on_limit = clock, on_limit
        self._turn = TurnClock(limit)
        self.now = self._turn.shown(clock())
        """What screens show: changes once a second at most, and when something happens."""
        self.warning: TurnWarning | None = None
        """The newest."""

    def choose(self, limit: TurnLimit) -> None:
        """Players choose how long a turn may take; 0: turns are not timed."""
        with self.change():
            self._put(self._turn.limited(self._clock(), limit))
        if self._on_limit is not None:
            self._on_limit(limit)

    def pause(self, paused: bool) -> None:
        """Players pause it, or let it go on."""
        with self.change():
            self._put(self._turn.pause(self._clock(), paused))

    def follow(self, scene: MatchScene, paused: bool, anew: bool = False) -> None:
        """What has become of the match; `paused`: the table is; `anew`: the turn is to be played once more."""
        with self._lock:
            held = paused or stands_still(scene)
            self._put(self._turn.follow(self._clock(), timed_seat(scene), held, anew))

    def tick(self) -> None:
        """Tell the screens, where another second has passed."""
        with self._lock:
            self._put(self._turn)

    def _put(self, turn: TurnClock) -> None:
        self._turn = turn
        before, now = self.now, turn.shown(self._clock())
        if now == before:
            return
        with self.change():
            self.now = now
            if now.is_shown and now.runs and now.phase not in ("running", before.phase):
                self.warning = TurnWarning("time short" if now.phase == "short" else "time over")


def timed_seat(scene: MatchScene) -> int | None:
    """Whose turn is timed: nobody's where all act at once, and not that of the program."""
    seat = scene.awaited.seat
    return None if scene.outcome is not None or seat is None or scene.program[seat] else seat


def stands_still(scene: MatchScene) -> bool:
    """Whether the turn cannot go on: something has to be answered or put right first, or no picture comes any more."""
    unseen = scene.seeing in ("starting", "lost") or (scene.ended and not scene.gone_on)
    return scene.open is not None or scene.put_back is not None or unseen
