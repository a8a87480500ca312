"""The times that the record keeps: seconds of UTC before a camera, seconds from its beginning in a film."""

from __future__ import annotations

from collections.abc import Callable

from companion.match.journal import Journal

LONGEST_FILM = 1e8
"""Seconds that no film lasts, and after which in 1970 no match was recorded."""
LEAD = 10.0
"""Seconds of a film, before what a match knows of it ends, in which the eyes get used to the table again."""


def known_until(journal: Journal) -> float | None:
    """The time of a film until which a match that was recorded from it is known; None for one before a camera."""
    times = [entry.time for entry in journal.entries if entry.time is not None]
    return max(times) if times and max(times) < LONGEST_FILM else None


class TimeConverter:
    """What the record keeps for a time of a source; `clock` tells seconds of UTC."""

    def __init__(self, live: bool, clock: Callable[[], float]) -> None:
        self._live, self._clock = live, clock
        self._began: float | None = None

    def note_frame(self, seconds: float) -> None:
        """The frame of this time has just come."""
        if self._live and self._began is None:
            self._began = self._clock() - seconds

    def __call__(self, seconds: float) -> float:
        return seconds if self._began is None else self._began + seconds
