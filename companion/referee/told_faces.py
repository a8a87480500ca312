"""Collects what dice show by the position that they led to: what players answered, what was read, and what the rules
left open. The eyes learn from it what the dice of this table look like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.evidence import Evidence
from companion.match import Journal
from companion.table import Face, Layout, SeenDie


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
        history = self._journal.history()
        if not history or len(layout.dice) != 1:
            return
        view, faces = seen.view, seen.dice.told(layout.dice[0])
        told = {SeenDie(view.time, view.dice[n].box): face for n, face in faces.items()}
        if told:
            self._views[view.time] = _Told(len(history), history[-1].after, told)

    def standing(self) -> Mapping[SeenDie, Face]:
        """All faces that are told by events which still stand: what was taken back or corrected tells nothing."""
        history = self._journal.history()
        found: dict[SeenDie, Face] = {}
        for told in self._views.values():
            if told.events <= len(history) and history[told.events - 1].after == told.position:
                found |= told.faces
        return found
