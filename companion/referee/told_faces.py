"""Collects what dice show by the position that they led to: what players answered, what was read, and what the rules
left open. The eyes learn from it what the dice of this table look like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.evidence import Evidence
from companion.match import Journal
from companion.table import Face, Heap, Layout, SeenDie


class _Told(NamedTuple):
    """What one view told, and the position after so many events that it was told by."""

    events: int
    position: Any
    faces: Mapping[SeenDie, Face]


class ToldFaces:
    """The faces of dice in the views that table and game agreed on, as long as the events that told them stand."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._views: dict[float, _Told] = {}
        """By the time of the view."""

    def agree(self, seen: Evidence, layout: Layout) -> None:
        """Takes a view in which the table shows the position, as `layout` says how it lies."""
        if len(layout.dice) == 1:
            self._take(seen, seen.dice.told(layout.dice[0]))

    def rolled(self, seen: Evidence | None, ways: Sequence[Sequence[Heap]]) -> None:
        """Takes the view of the roll that is the newest event, if there is one, and if its dice can lie there in only
        one of these ways."""
        if seen is not None and seen.dice.fresh is not None:
            told = [faces for way in ways if (faces := seen.dice.told(way, fresh=True))]
            if len(told) == 1:
                self._take(seen, told[0])

    def _take(self, seen: Evidence, faces: Mapping[int, Face]) -> None:
        history, view = self._journal.history(), seen.view
        told = {SeenDie(view.time, view.dice[n].box): face for n, face in faces.items()}
        if history and told:
            self._views[view.time] = _Told(len(history), history[-1].after, told)

    def standing(self) -> Mapping[SeenDie, Face]:
        """All faces that are told by events which still stand: what was taken back or corrected tells nothing."""
        history = self._journal.history()
        found: dict[SeenDie, Face] = {}
        for told in self._views.values():
            if told.events <= len(history) and history[told.events - 1].after == told.position:
                found |= told.faces
        return found
