"""The times that the record keeps: seconds of UTC before a camera, seconds from its beginning in a film."""

from __future__ import annotations

from collections.abc import Callable

from companion.match.journal import Journal

LONGEST_FILM = 1e8
"""Seconds that no film lasts, and after which in 1970 no match was recorded."""
LEAD_IN = 10.0
"""Seconds of a film, before the end of what a match knows of it, that are read again so that trackers settle."""


def known_until(journal: Journal) -> float | None:
    """The time of a film until which a match that was recorded from it is known; None for one before a camera."""
    times = [entry.time for entry in journal.entries if entry.time is not None]
    return max(times) if times and max(times) < LONGEST_FILM else None


class TimeConverter:
    """Converts times of a source to those of the record; `clock` tells seconds of UTC."""

    def __init__(self, live: bool, clock: Callable[[], float]) -> None:
        self._live, self._clock = live, clock
        self._began: float | None = None

    def note_frame(self, seconds: float) -> None:
        """Takes the time of a frame that has just come: the first one of a camera sets the offset."""
        if self._live and self._began is None:
            self._began = self._clock() - seconds

    def __call__(self, seconds: float) -> float:
        return seconds if self._began is None else self._began + seconds
