"""Cells that nobody sees claim nothing of a row of which only the number of pieces counts."""

from __future__ import annotations

import pytest

from companion.evidence.piece_match import PieceEvidence
from companion.table.view import Cell, Piece, TableView

PRISON = "prison-yellow"


def evidence(standing: int, covered: int) -> PieceEvidence:
    """A row on which so many pieces are seen, and so many cells further on are covered."""
    pieces = tuple(
        Piece(grid=PRISON, row=0, col=col, colour="blue", confidence=0.99, certain=True) for col in range(standing)
    )
    hidden = tuple(Cell(PRISON, 0, col) for col in range(standing, standing + covered))
    return PieceEvidence(TableView(time=0.0, width=1280, height=720, pieces=pieces, covered=hidden))


@pytest.mark.parametrize("count", range(13))
def test_a_row_that_is_covered_agrees_with_any_number(count: int) -> None:
    assert evidence(0, 12).of_row(PRISON, count, count) == pytest.approx(0.0)


def test_what_is_seen_beside_covered_cells_still_counts() -> None:
    row = evidence(3, 4)
    for count in (3, 5, 7):
        assert row.of_row(PRISON, count, count) > -0.2
    for count in (2, 8):
        assert row.of_row(PRISON, count, count) < -2
    assert sum(row.counts(PRISON).values()) == pytest.approx(1.0)
