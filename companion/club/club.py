"""Follows the record of a club in a thread of its own, and tells readers of the page what changed.

The database may go away at any time: what was shown stays, one line says so, and once it is back everything that was
written meanwhile is taken in. Readers that are slow get the newest state, not every one in between.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from companion.club.feed import Feed
from companion.club.live_matches import LiveMatches, State
from companion.club.results import Results
from companion.club.tournaments import Tournaments
from companion.record import Record, RecordError
from companion.text import LanguageSource, one_line, say, using_language

SWEEP = 5.0
"""Seconds after which it is asked for what was written, whether anything was told or not."""
AGAIN = 0.25
"""Seconds until the database is asked again after it did not answer."""

SHOWN_FROM = 6 * 3600.0
"""Seconds before the club begins whose matches are shown."""

LOG = logging.getLogger(__name__)


class Reader:
    """One open page: what it does not know yet, the newest of each match alone."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting = asyncio.Event()
        self.dismissed = False
        self._changed: dict[str, State] = {}
        self._others: dict[str, Any] = {}

    def dismiss(self) -> None:
        """Lets the page know that no more comes. Called in the loop."""
        self.dismissed = True
        self._waiting.set()

    async def next(self) -> dict[str, Any]:
        """What changed since the last call; waits for something."""
        await self._waiting.wait()
        self._waiting.clear()
        changed, self._changed = self._changed, {}
        others, self._others = self._others, {}
        return others | ({"matches": list(changed.values())} if changed else {})

    def put(self, states: list[State], others: dict[str, Any]) -> None:
        """Called in the loop."""
        for state in states:
            self._changed.pop(state["id"], None)
            self._changed[state["id"]] = state
        self._others |= others
        self._waiting.set()

    def tell(self, states: list[State], others: dict[str, Any]) -> None:
        """Called from any thread."""
        self._loop.call_soon_threadsafe(self.put, states, others)


class Club:
    """What the page of a club shows. `start` follows the record until `close`."""

    def __init__(
        self, record: Record, language: LanguageSource, complain: Callable[[str], None], sweep: float = SWEEP
    ) -> None:
        """`complain` is given one line about each trouble, once."""
        self._record, self._language, self._complain, self._sweep = record, language, complain, sweep
        self._feed = Feed(record)
        self._live = LiveMatches(self._feed)
        self.results = Results(record)
        self.tournaments = Tournaments(record)
        self._lock = threading.Lock()
        self._readers: set[Reader] = set()
        self._shown: dict[str, Any] = {"matches": [], "trouble": "", "tournaments": [], "ratings": []}
        self._since: float | None = None
        """Up to when everything is known, by the clock of the database."""
        self._swept = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="club", daemon=True)

    def start(self) -> None:
        """Begin to follow the record."""
        self._thread.start()

    def close(self) -> None:
        """Follow it no more."""
        self._ended.set()
        self._feed.close()
        self._thread.join(10.0)

    @property
    def is_known(self) -> bool:
        """Whether the record has been read."""
        return self._since is not None

    @property
    def readers(self) -> int:
        """How many pages are open."""
        return len(self._readers)

    def whole(self) -> dict[str, Any]:
        """Everything that the page shows now."""
        with self._lock:
            return dict(self._shown)

    def join(self, reader: Reader) -> dict[str, Any]:
        """Tell a reader of every change from now on; everything that it is to show before."""
        with self._lock:
            self._readers.add(reader)
            return dict(self._shown)

    def dismiss(self) -> None:
        """Lets all readers go, before the server ends. Called in the loop."""
        with self._lock:
            for reader in self._readers:
                reader.dismiss()

    def leave(self, reader: Reader) -> None:
        with self._lock:
            self._readers.discard(reader)

    # ------------------------------------------------------------------------------------------ following

    def _follow(self) -> None:
        with using_language(self._language()):
            while not self._ended.is_set():
                try:
                    self._step()
                    self._say("")
                except RecordError as fault:
                    if not self._ended.is_set():
                        self._say(one_line(str(fault)))
                    self._feed.let_go()  # which may be dead too and not know it
                    self._swept = 0.0  # what was told may be lost
                    self._ended.wait(AGAIN)
                except Exception:
                    LOG.exception("a step of the club failed")
                    self._ended.wait(AGAIN)

    def _step(self) -> None:
        """Wait for news once, and take it in."""
        first = self._since is None
        told = self._feed.wait(0.0 if first else self._sweep)  # listens from the first call on
        if told:
            self._publish(self._live.take(told))
        if not told or time.monotonic() - self._swept >= self._sweep:
            now = self._feed.now()
            since = now - SHOWN_FROM if self._since is None else self._since
            self._publish(self._live.catch_up(since), now)
            self._since, self._swept = now, time.monotonic()

    def _publish(self, changed: list[State], now: float | None = None) -> None:
        """Tell readers what changed; `now` and then what follows from it."""
        first = self._since is None
        with self._lock:
            self._shown["matches"] = self._live.states(now or self._since or 0.0)
            if changed:
                for reader in self._readers:
                    reader.tell(changed, {})
        if first or any(state.get("state") == "over" for state in changed):
            self.results.catch_up()
            self.tournaments.settle(self.results)
            self._show("ratings", self.results.shown())
        if first or now is not None:
            self._show("tournaments", self.tournaments.shown())

    def _say(self, trouble: str) -> None:
        """Show that the database is away, or back."""
        before = self._shown["trouble"]
        if not trouble or not before:  # why it does not answer may change while it is away
            if trouble != before:
                self._complain(trouble or say("the database is back, and nothing is missing"))
            self._show("trouble", trouble)

    def _show(self, what: str, value: Any) -> None:
        with self._lock:
            if self._shown[what] != value:
                self._shown[what] = value
                for reader in self._readers:
                    reader.tell([], {what: value})
