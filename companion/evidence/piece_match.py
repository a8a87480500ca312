"""Scores pieces: log-likelihood of what is seen on the cells of grids, given the pieces that should stand there."""

from __future__ import annotations

from collections.abc import Collection
from math import log
from typing import TypeAlias

from companion.evidence.confidence import DOUBTED, MIN_PROBABILITY, SURELY
from companion.table import Cell, Colour, Form, Piece, TableView

UNSEEN = 0.0005
"""Probability that a piece stands on a cell that is claimed to be empty."""
FORMS: dict[bool, dict[Form | None, float]] = {True: {"stack": 1.0, "flat": 0.1, None: 0.5}, False: {"stack": 0.1}}
"""How likely a stack (True), and a single piece, is to look like what is seen; 1 where it says nothing."""
HARDLY = 0.05
"""Probability below which a piece is not taken for one of a colour that is in the match."""
COLOURS = 4
"""Colours that share the probability which a reading leaves over."""

What: TypeAlias = Colour | None
"""What stands on a cell; None: nothing."""


class PieceEvidence:
    """The grids of one view."""

    def __init__(self, view: TableView) -> None:
        self._covered = frozenset(view.covered)
        self._seen = {Cell(piece.grid, piece.row, piece.col): _Seen(piece) for piece in view.pieces}

    @property
    def occupied(self) -> tuple[Cell, ...]:
        """The cells on which something seems to stand."""
        return tuple(self._seen)

    def is_covered(self, cell: Cell) -> bool:
        """Whether nothing is known of a cell."""
        return cell in self._covered

    def looks_like(self, cell: Cell, among: Collection[Colour] = ()) -> What:
        """Returns the colour of the piece that most likely stands on a cell; None for an empty one. `among`: those that
        pieces have in this match, one of which it is if that may be at all."""
        seen = self._seen.get(cell)
        return None if seen is None else seen.best_of(among)

    def of_cell(self, cell: Cell, what: What, stack: bool = False) -> float:
        """Returns the log-likelihood of a cell, given a piece of this colour (None: nothing)."""
        if cell in self._covered:
            return 0.0
        seen = self._seen.get(cell)
        if seen is None:
            return 0.0 if what is None else log(UNSEEN)
        form = 1.0 if what is None else FORMS[stack].get(seen.form, 1.0)
        return log(max(seen.likely(what) * form, MIN_PROBABILITY) / seen.most)

    def of_row(self, grid: str, least: int, most: int) -> float:
        """Returns the log-likelihood of a grid on which only the number of pieces counts, given `least` to `most` of
        them."""
        counts = self.counts(grid)
        likely = sum(counts.get(number, 0.0) for number in range(least, most + 1))
        return log(max(likely, MIN_PROBABILITY) / max(counts.values()))

    def counts(self, grid: str) -> dict[int, float]:
        """How many pieces may stand on a grid, with the probability of each number."""
        counts = {0: 1.0}
        for cell, seen in self._seen.items():
            if cell.grid == grid and cell not in self._covered:
                counts = _one_more(counts, 1 - seen.likely(None))
        return _some_more(counts, sum(cell.grid == grid for cell in self._covered))


class _Seen:
    """What one cell may hold."""

    def __init__(self, piece: Piece) -> None:
        self.form = piece.form
        known: dict[What, float] = dict(piece.alternatives)
        if piece.colour is not None:
            likely = max(piece.confidence, known.get(piece.colour, 0.0))
            known[piece.colour] = max(likely, SURELY) if piece.certain else min(likely, DOUBTED)
        if piece.colour is None:
            known.setdefault(None, 1 - piece.confidence)
        rest = max(1 - sum(known.values()), 0.0)
        most = (1 - SURELY) / COLOURS if piece.certain else 1.0
        self._known = {
            what: max(value if what == piece.colour else min(value, most), MIN_PROBABILITY)
            for what, value in known.items()
        }
        self._rest = max(min(rest / (COLOURS + 1), most), MIN_PROBABILITY)
        self.best = max(self._known, key=lambda what: self._known[what])
        self.most = max(self._known[self.best], self._rest)

    def best_of(self, colours: Collection[Colour]) -> What:
        """What it most likely is, nothing or a piece of one of these colours; of any, where none are given or it is
        hardly of these."""
        named = [what for what in self._known if what is None or what in colours or not colours]
        best = max(named, key=lambda what: self._known[what], default=self.best)
        return best if self._known[best] >= HARDLY else self.best

    def likely(self, what: What) -> float:
        return self._known.get(what, self._rest)


def _some_more(counts: dict[int, float], hidden: int) -> dict[int, float]:
    """With cells of which nothing is known: any number of them may be taken, each as likely as another."""
    grown: dict[int, float] = {}
    for number, weight in counts.items():
        for more in range(hidden + 1):
            grown[number + more] = grown.get(number + more, 0.0) + weight / (hidden + 1)
    return grown


def _one_more(counts: dict[int, float], there: float) -> dict[int, float]:
    grown: dict[int, float] = {}
    for number, weight in counts.items():
        grown[number] = grown.get(number, 0.0) + weight * (1 - there)
        grown[number + 1] = grown.get(number + 1, 0.0) + weight * there
    return grown
