"""Acts of players in the order in which they came. One that was made for a moment that is gone by is not done: of two
tabs that act at once the first one wins, and the other is told."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from companion.referee import Notice


class Shown(NamedTuple):
    """What was on the screen where a player acted."""

    tab: object
    """The tab, by its identity."""
    entries: int
    """How many entries the journal had by what the tab showed."""


class QueuedAct(NamedTuple):
    """One act that waits to be done."""

    do: Callable[[], list[Notice]]
    shown: Shown | None
    repeats: bool
    """Whether it may be done once more before its tab has shown what came of the time before, as undo over several
    steps."""


class ActQueue:
    """A queue of acts; any thread may call, and one thread does them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queued: deque[QueuedAct] = deque()
        self._own: WeakKeyDictionary[object, tuple[int, int]] = WeakKeyDictionary()
        """Of a tab: from which to which number of entries nothing but its own acts has led."""
        self._late: WeakSet[object] = WeakSet()
        self.changed = False
        """Whether an act has come too late since this was last set back: its tab has to be told."""

    def add(self, do: Callable[[], list[Notice]], shown: Shown | None, repeats: bool) -> None:
        """An act of a tab, or of somebody who knows what the match is at (None)."""
        with self._lock:
            self._queued.append(QueuedAct(do, shown, repeats))

    def next(self, entries: int) -> QueuedAct | None:
        """The next act that may be done now that the journal has so many entries, out of the queue; None where there
        is none. The tabs of those that came too late are noted; one that a finger gave twice is done once."""
        with self._lock:
            while self._queued:
                act = self._queued.popleft()
                if act.shown is None:
                    return act
                tab, since = act.shown
                own = self._own.get(tab)
                by_itself = own is not None and own[0] <= since < entries == own[1]
                if since == entries or (by_itself and act.repeats):
                    self._late.discard(tab)
                    return act
                if not by_itself:
                    self._late.add(tab)
                    self.changed = True
            return None

    def done(self, act: QueuedAct, entries: int) -> None:
        """An act has been done, after which the journal has so many entries."""
        if act.shown is None:
            return
        with self._lock:
            tab, since = act.shown
            own = self._own.get(tab)
            begun = own[0] if own is not None and own[0] <= since < own[1] else since
            self._own[tab] = (begun, entries)

    def came_late(self, tab: object) -> bool:
        """Whether the newest act of a tab came too late."""
        return tab in self._late

    def forgive(self, tab: object) -> None:
        """Forget that an act of a tab came too late."""
        self._late.discard(tab)
