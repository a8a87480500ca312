"""Debounces notices of what is hidden: one when it begins and one when it is over, however often views repeat it."""

from __future__ import annotations

from companion.table import TableView
from companion.text import later, say

ALL_SEEN = later("All of the table is in view again.")
REPEAT_AFTER = 20.0
"""Seconds within which what comes and goes is not told again."""


class OcclusionNotices:
    """Tracks the sentences about what is missing, and the notes, from view to view; silent for REPEAT_AFTER seconds."""

    def __init__(self) -> None:
        self._missing: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        self._open = False
        """Whether something was said to be missing, and not yet that all is in view again."""
        self._there: set[str] = set()
        """Of what was told, what has been missing ever since."""
        self._announced_at: dict[str, float] = {}
        """When each sentence was last told."""

    def observe(self, view: TableView) -> str | None:
        """Takes the newest view at rest; returns a sentence where all of the table is in view again."""
        self._missing, self._notes = view.missing, view.notes
        self._there &= {*view.missing, *view.notes}
        if view.missing or not self._open:
            return None
        self._open = False
        return say(ALL_SEEN)

    def line(self, time: float) -> str | None:
        """Returns the sentence that is due at `time` (seconds), when nothing has moved for a while; None: nothing
        new."""
        lines = [one for one in (*self._missing, *self._notes) if one not in self._there and self._is_due(one, time)]
        self._there.update(lines)
        self._announced_at.update(dict.fromkeys(lines, time))
        self._open = self._open or any(line in self._missing for line in lines)
        return "; ".join(lines) or None

    def _is_due(self, line: str, time: float) -> bool:
        return line not in self._announced_at or time - self._announced_at[line] >= REPEAT_AFTER
