"""The one table that this server looks at, and how it comes about: every browser tab shows the same room."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.text import say
from ui.core import Store, give_back, reason_of, tried

if TYPE_CHECKING:
    from ui.match import LiveCheck, LiveMatch
    from ui.settings import Lines, MatchSetup

PATIENCE = 12.0
"""Seconds that a source gets to open before it is given up; a camera that hangs must not hang the app."""

LOG = logging.getLogger(__name__)


class Room(Store):
    """Holds at most one table. Opening happens in the background; `opening` and `failed` say how it goes."""

    needs = "host"

    def __init__(self) -> None:
        super().__init__()
        self.table: LiveMatch | LiveCheck | None = None
        self.opening: str | None = None
        """What is being opened, while it is."""
        self.failed: str | None = None
        """Why the last try failed, in one line."""
        self._attempt = 0

    def dismiss(self) -> None:
        """The players have read why it failed."""
        with self.change():
            self.failed = None

    def fail(self, line: str) -> None:
        """Something that a screen tried did not work; said in one line."""
        with self.change():
            self.failed = line

    def begin_demo(self, game_id: str) -> None:
        """Open the recorded match of a game, which plays by itself."""
        from ui.match import open_demo

        self._begin(say("the recorded match"), lambda: open_demo(game_id))

    def begin_match(self, setup: MatchSetup, spec: str, lines: Lines | None = None) -> None:
        """Look for the table of a match before a camera, a film or pictures; the match begins when it is found. `lines`
        part its zones, none where sheets have them; by default it goes as it went the last time."""
        from ui.match import open_check
        from ui.sources import shown_source

        self._begin(shown_source(spec), lambda: open_check(setup, spec, self.go_on, lines))

    def go_on(self, check: LiveCheck) -> None:
        """Begin the match of the table that is looked for, found or not."""
        from ui.match import match_of

        with self.change():  # a tap and the check itself may both say so
            if self.table is check and self.opening is None:
                self._begin(say("the match"), lambda: match_of(check), may_hang=False)

    def begin_again(self, table: LiveMatch, moved: bool = False) -> None:
        """One more match like the one on this table, everybody one seat on where `moved`; a recorded one from its
        beginning. Until the next is there the table stays, with how the match ended."""
        from ui.match import open_again
        from ui.sources import shown_source

        what = say("the recorded match") if table.again is None else shown_source(table.again.source)
        with self.change():
            if self.table is table and self.opening is None:
                self._begin(what, lambda: open_again(table, moved, self.go_on))

    def begin_resumed(self, match_id: str, spec: str) -> None:
        """Go on with a recorded match, exactly where it was, before a camera or a film."""
        from ui.match import open_resumed

        self._begin(spec, lambda: open_resumed(match_id, spec))

    def plays(self, match_id: str) -> bool:
        """Whether this recorded match is on the table."""
        return self.table is not None and getattr(self.table.session, "match_id", None) == match_id

    def open_now(self, spec: str) -> None:
        """Open a match without printed mats before anybody looks. Raises vision.camera.sources.SourceError, whatever
        the reason, in one line."""
        from ui.match import open_without_mats
        from vision.camera import SourceError

        try:
            table = open_without_mats(spec)
        except Exception as fault:
            reason = reason_of(fault)
            if reason is None:
                raise
            raise SourceError(reason) from None
        with self.change():
            self.table = table

    def begin_photograph(self, data: bytes, name: str) -> None:
        """Open a match without printed mats before an uploaded photograph."""
        from ui.match import open_photograph

        self._begin(name, lambda: open_photograph(data, name))

    def leave(self) -> None:
        """Clear the table; what it looked through is closed in its own time."""
        self._clear()

    def close(self, seconds: float) -> None:
        """Clear the table, and wait until what it looked through is closed, for `seconds` at most."""
        closing = self._clear()
        if closing is not None:
            closing.join(seconds)

    def _clear(self) -> threading.Thread | None:
        with self.change():
            table, self.table = self.table, None
            self.opening = self.failed = None
            self._attempt += 1
        if table is None:
            return None
        return _closing(table)

    def _begin(self, what: str, make: Callable[[], LiveMatch | LiveCheck], may_hang: bool = True) -> None:
        """`may_hang`: whether a device is waited for, so that it is given up after PATIENCE seconds."""
        with self.change():
            self._attempt += 1
            attempt = self._attempt
            self.opening, self.failed = what, None
        threading.Thread(target=self._open, args=(attempt, make), name="opening", daemon=True).start()
        if not may_hang:
            return
        timer = threading.Timer(PATIENCE, self._give_up, (attempt, what))
        timer.daemon = True
        timer.start()

    def _open(self, attempt: int, make: Callable[[], LiveMatch | LiveCheck]) -> None:
        table, failed = tried(make)
        with self.change():
            late = attempt != self._attempt
            if not late:
                self.opening, self.failed = None, failed
                if table is not None:
                    old, self.table = self.table, table
        if table is None:
            return
        if late:
            _closing(table)
        elif old is not None:
            _closing(old)

    def _give_up(self, attempt: int, what: str) -> None:
        with self.change():
            if attempt == self._attempt and self.opening is not None:
                self._attempt += 1
                self.opening = None
                self.failed = say(
                    "{what}: no answer within {seconds:.0f} s; check that it is plugged in and no other program uses "
                    "it, then try again",
                    what=what,
                    seconds=PATIENCE,
                )


def _closing(table: LiveMatch | LiveCheck) -> threading.Thread:
    """Close it elsewhere, because that waits for threads, and this may be the thread that serves everybody."""

    def close(leaving: list[LiveMatch | LiveCheck]) -> None:
        leaving.pop().close()  # from a list, so that nothing here holds on to it
        give_back()

    closing = threading.Thread(target=close, args=([table],), name="closing", daemon=True)
    closing.start()
    return closing


ROOM = Room()
"""The server's one room."""
