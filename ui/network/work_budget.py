"""Measures how much of the processor each device makes the server's loop spend, and says who has to wait for it.

Every step of every task that is begun for a device is measured, whoever wrote it: handlers, the drawing of its pages,
files that it fetches. What is drawn because something has happened on the table is not: a match that goes quickly, on a
slow computer, would put out those who follow it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from ui.core import visitor
from ui.network.rate_limits import TokenBucket

T = TypeVar("T")

SHARE, BURST = 0.06, 1.5
"""Share of the processor that a device may take for long, and seconds of it that it may take at once."""
WAITS, WAITS_EACH = 20.0, 1 / 6
"""Seconds that a device may be kept waiting for having spent too much, and how many more it gets each second."""
LONGEST_WAIT = 1.0
"""Seconds after which whoever waits looks again."""
DRAWING = "Session.__updates_scheduler"
"""The one of Flet's tasks that draws a page anew, whatever the cause."""
OPENING = "FletApp.__on_session_created"
"""The one that draws it first."""
REST = 1.0
"""Pause after one page was drawn for a device until the next one is, in times of what that took: what else waits for
the loop, the host's own page above all, comes in between, and need not wait for the pages of all devices."""


class WorkBudget:
    """What each device has left, by its id. For one loop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """Seconds of the processor, and when that was."""
        self._waits = TokenBucket(WAITS / LONGEST_WAIT, WAITS_EACH / LONGEST_WAIT, clock)
        self._answered: str | None = None
        """The device for which something is being done at this moment."""
        self._undrawn: set[str] = set()
        """Devices that have asked for something, and for which nothing has been drawn since."""
        self._drawn_until = 0.0
        """The moment, of the loop, before which no page is drawn for a device."""

    def measure(self, loop: asyncio.AbstractEventLoop) -> None:
        """Measure all tasks of a loop from now on."""

        def make(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
            who = visitor() if (context := more.get("context")) is None else context.run(visitor)
            if who is not None:
                name = getattr(work, "__qualname__", "")
                charge = self._charge_drawing if name == DRAWING else self.charge
                work = (
                    _Paced(work, who.id, charge, self, loop)
                    if name in (DRAWING, OPENING)
                    else _Measured(work, who.id, charge)
                )
            return asyncio.Task(work, loop=loop, **more)

        loop.set_task_factory(make)

    def turn(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[None] | None:
        """What a page that is to be drawn waits for; None where it may be drawn now."""
        if loop.time() >= self._drawn_until:
            return None
        waiting = loop.create_future()
        loop.call_at(self._drawn_until, _wake, waiting)
        return waiting

    def drawn(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        """Note that a page has been drawn for so long."""
        self._drawn_until = loop.time() + REST * seconds

    def asked(self, device: str) -> None:
        """Note that a device has asked for something: what is drawn for it next is at its cost."""
        self._undrawn.add(device)

    @contextmanager
    def answering(self, device: str | None) -> Iterator[None]:
        """All that is drawn for a device within this is at its cost."""
        self._answered = device
        try:
            yield
        finally:
            self._answered = None

    def _charge_drawing(self, device: str, seconds: float) -> None:
        if device == self._answered or device in self._undrawn:
            self._undrawn.discard(device)
            self.charge(device, seconds)

    def charge(self, device: str, seconds: float) -> None:
        """Note what a device has cost."""
        now = self._clock()
        self._left[device] = self._now(device, now) - seconds, now

    def in_debt(self, device: str) -> float:
        """Seconds for which a device has to wait before anything more is done for it."""
        return max(0.0, -self._now(device, self._clock()) / SHARE)

    async def admit(self, device: str) -> bool:
        """Wait until something more may be done for a device; False where it has been made to wait for too long."""
        while wait := self.in_debt(device):
            if not self._waits.take(device):
                return False
            await asyncio.sleep(min(wait, LONGEST_WAIT))
        return True

    def forgive(self, device: str) -> None:
        """Begin anew with a device."""
        self._left.pop(device, None)
        self._undrawn.discard(device)

    def _now(self, device: str, now: float) -> float:
        left, then = self._left.get(device, (BURST, now))
        return min(BURST, left + (now - then) * SHARE)


class _Measured(Coroutine[Any, Any, T]):
    """A coroutine each of whose steps is charged to a device."""

    def __init__(self, work: Coroutine[Any, Any, T], device: str, charge: Callable[[str, float], None]) -> None:
        self._work, self._device, self._charge = work, device, charge

    def __getattr__(self, name: str) -> Any:  # `cr_running` and the like, by which others know a coroutine's state
        return getattr(self._work, name)

    def send(self, value: Any) -> Any:
        began = time.thread_time()
        try:
            return self._work.send(value)
        finally:
            self._charge(self._device, time.thread_time() - began)

    def throw(self, fault: Any, *more: Any) -> Any:
        began = time.thread_time()
        try:
            return self._work.throw(fault, *more)
        finally:
            self._charge(self._device, time.thread_time() - began)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, None, T]:
        return self._work.__await__()


class _Paced(_Measured[T]):
    """A coroutine that draws pages for a device, each in its turn."""

    def __init__(
        self,
        work: Coroutine[Any, Any, T],
        device: str,
        charge: Callable[[str, float], None],
        budget: WorkBudget,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        super().__init__(work, device, charge)
        self._budget, self._loop = budget, loop

    def send(self, value: Any) -> Any:
        if (waiting := self._budget.turn(self._loop)) is not None:
            waiting._asyncio_future_blocking = True  # as `await` says to the task that it waits for this
            return waiting
        began = self._loop.time()
        try:
            return super().send(value)
        finally:
            self._budget.drawn(self._loop, self._loop.time() - began)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
