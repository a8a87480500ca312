"""What stands on cells: nothing is claimed of those that nobody sees, and colours are those of the match."""

from __future__ import annotations

import pytest

from companion.evidence.piece_match import PieceEvidence
from companion.table.view import Cell, Colour, Piece, TableView
from tests.support.referee.sightings import piece, view

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


def looks(*others: tuple[Colour | None, float], colour: Colour | None = "green", sure: float = 0.55) -> PieceEvidence:
    seen = piece(Cell("board", 0, 0), colour, sure, *others)
    return PieceEvidence(view(seen))


def test_a_piece_has_one_of_the_colours_that_are_in_the_match() -> None:
    seen = looks(("blue", 0.4))
    assert seen.looks_like(Cell("board", 0, 0)) == "green"
    assert seen.looks_like(Cell("board", 0, 0), ("yellow", "blue")) == "blue"


def test_a_thing_of_another_colour_is_none_of_the_pieces() -> None:
    assert looks(("blue", 0.01), sure=0.95).looks_like(Cell("board", 0, 0), ("yellow", "blue")) == "green"


def test_what_may_be_nothing_is_no_piece_of_another_colour() -> None:
    assert looks((None, 0.3), ("blue", 0.1)).looks_like(Cell("board", 0, 0), ("yellow", "blue")) is None


def test_nothing_stands_on_an_empty_cell() -> None:
    assert looks().looks_like(Cell("board", 3, 3), ("blue",)) is None
