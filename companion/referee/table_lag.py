"""Tracks where the table may lag behind the game, or lie ahead of it, because players act on screen: an event that was
entered and hands have not done yet, and one that was taken back and hands have not put back yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.evidence import Evidence, Score
from companion.referee.matching import LayoutDifference, SeatedGame, fits, tasks_seen
from companion.table import Layout

ALIKE = 0.5
"""Difference of two scores below which layouts explain a view equally well: one that claims nothing of some dice is no
better than one that has them where they lie."""


class TableLag(NamedTuple):
    """The layouts in which the table may lie as long as hands have not done what was played."""

    unsettled: Layout | None = None
    """With the newest event done, and what follows from it not; None: nothing follows."""
    entered: tuple[tuple[int, Layout], ...] = ()
    """The table before each event that was entered and not done yet, with how many events stood then."""

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """All of them, those that lie nearest to the position first."""
        entered = tuple(layout for _, layout in reversed(self.entered))
        return entered if self.unsettled is None else (self.unsettled, *entered)

    def entering(self, standing: int, *before: Layout) -> TableLag:
        """The lag with an event that is entered while so many stand, and the table lies as in one of `before`."""
        return self._replace(entered=(*self.entered, *((standing, layout) for layout in before)))

    def undone_to(self, standing: int) -> TableLag:
        """The lag where so many events stand now: what lay before one that was undone is none any more."""
        return TableLag(None, tuple(one for one in self.entered if one[0] < standing))

    def settled(self, lies: Layout | None) -> TableLag:
        """The lag once the table was seen to lie as `lies`, one of the layouts: it will not go back behind that. None:
        it shows the position."""
        places = [place for place, (_, layout) in enumerate(self.entered) if layout == lies]
        if lies is not None and places:
            return self._replace(entered=self.entered[places[-1] :])
        return TableLag(lies)


class TakenBack:
    """Events that were taken back on screen, and lie on the table still or are being put back.

    The table is told by a place on the way that was taken back: at an even number 2k it shows the position after k of
    the events, at an odd number 2k - 1 the k-th is half put back. It may go down to 0, where table and game agree.
    Where it goes up, something was done anew, or shows what is not on the way, hands have done something else.
    """

    def __init__(self, seated: SeatedGame, view: Evidence | None, count: int, lag: TableLag) -> None:
        """`count` events were taken back at a view (None: before the program was started); `lag`: how the table might
        lie before that."""
        self._seated, self._view, self._place = seated, view, 2 * count
        self.lag = lag

    def undone(self, count: int) -> None:
        """So many more were taken back."""
        self._place += 2 * count

    def redone(self, count: int) -> bool:
        """So many of them were redone; returns whether the table lies ahead of the game still."""
        self._place -= 2 * count
        return self._place > 0

    @property
    def gone(self) -> bool:
        """Whether all of it was put back."""
        return self._place <= 0

    def holds(self, way: Sequence[Any], view: Evidence) -> bool:
        """Whether the table shows in `view` what was taken back, or is being put back. `way`: the position now, and
        those after each of the events that can be redone."""
        if view is self._view:
            return self._place > 0
        place = self.place(way, view)
        if place is None or place > self._place:
            return False
        self._view, self._place = view, place
        return place > 0

    def layout(self, way: Sequence[Any]) -> Layout:
        """How the table lay when it was seen last."""
        return self._seated.layout(way[min((self._place + 1) // 2, len(way) - 1)])

    def place(self, way: Sequence[Any], view: Evidence) -> int | None:
        """The place on the way that a view shows, no later than the newest; None: it shows something else."""
        most = min((self._place + 1) // 2, len(way) - 1)
        layouts = [self._seated.layout(position) for position in way[: most + 1]]
        scores = [self._score(view, layout, last=n == most) for n, layout in enumerate(layouts)]
        good = [n for n, score in enumerate(scores) if fits(score)]
        if good:
            best = max(scores[n].total for n in good)
            at = max(n for n in good if scores[n].total >= best - ALIKE)
            while at and layouts[at].things == layouts[at - 1].things:  # what nobody can see need not be put back
                at -= 1
            return 2 * at
        for n in range(most, 0, -1):
            if fits(view.score_partly(layouts[n - 1], layouts[n])):
                return 2 * n - 1
        return min(self._place, 2 * most - 1) if most and fits(view.score_partly(layouts[0], layouts[most])) else None

    def _score(self, view: Evidence, layout: Layout, last: bool) -> Score:
        ways = [layout, *self.lag.layouts] if last else [layout]
        return max((view.score(one) for one in ways), key=lambda score: score.total)

    def tasks(self, position: Any, view: Evidence) -> tuple[LayoutDifference, ...]:
        """What hands have to do for the table of a view to show the position."""
        return tasks_seen(self._seated.game, view, self._seated.layout(position))
