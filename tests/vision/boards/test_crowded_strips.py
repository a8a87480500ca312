"""Pieces on strips whose cells are narrower than they: each counts on one cell."""

import pytest

from companion.table.view import Cell, Colour
from seeds.sheets import pages
from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import PlainBoards, on_cells, read_boards, with_pieces
from vision.boards.board_reader import TableBoards
from vision.boards.cell_classifier import CellReading, covered_site
from vision.boards.crowded_strips import by_middle, piece_share
from vision.boards.grids import Field
from vision.plane.plane import Plane

BOARD = pages("doubles-wild")[0]
ALONG_X, ALONG_Y = (True, False), (False, True)


def site(col: int, piece: float = 0.99, certain: bool = True, colour: str | None = "red", row: int = 0) -> CellReading:
    others = ((None, 1 - piece),) if colour else (("red", piece),)
    return CellReading(row, col, colour, piece if colour else 1 - piece, certain, covered=False, alternatives=others)


def at(*sites: CellReading, down: bool = False) -> dict[Cell, CellReading]:
    return {Cell("strip", one.col if down else 0, 0 if down else one.col): one for one in sites}


def test_a_piece_counts_on_one_cell_though_its_edges_are_seen_on_the_next() -> None:
    seen = (site(4), site(3, 0.2, False, None), site(5, 0.4, False, None))
    assert by_middle(at(*seen), ALONG_X) == at(seen[0])
    assert by_middle(at(*seen, down=True), ALONG_Y) == at(seen[0], down=True)
    assert by_middle(at(*seen), (False, False)) == at(*seen)


@pytest.mark.parametrize("next_to_it", [0.5, 0.8, 0.99])
def test_over_which_of_two_cells_a_piece_stands_is_asked(next_to_it: float) -> None:
    left = by_middle(at(site(4), site(5, next_to_it, certain=next_to_it > 0.98)), ALONG_X)
    assert [cell.col for cell in left] == [4, 5] and not any(one.certain for one in left.values())
    assert piece_share(left[Cell("strip", 0, 4)]) == pytest.approx(0.99)


def test_what_is_in_doubt_everywhere_stays_in_doubt_and_what_is_hidden_stays_hidden() -> None:
    doubtful = at(site(4, 0.7, False), site(5, 0.3, False, None), site(9, 0.2, False, None))
    assert by_middle(doubtful, ALONG_X) == doubtful
    hidden = at(site(4), covered_site(0, 5))
    assert by_middle(hidden, ALONG_X) == hidden


def test_markers_on_any_number_of_a_strip_are_read() -> None:
    view = seen_from(BOARD, 25, 7, 420)
    plane = Plane(view, BOARD.sheet.size)
    fields = [(0, Field.of(grid), plane) for grid in BOARD.sheet.grids[1:]]
    for first in range(0, 14, 3):
        pieces: dict[Cell, Colour] = {Cell(f"score-{seat}", 0, (first + seat) % 14): "red" for seat in range(4)}
        image = photographed(BOARD, view, image=with_pieces(BOARD, pieces))
        found = read_boards(TableBoards(PlainBoards()), image, fields)
        assert on_cells(found.pieces) == pieces and found.covered == () and found.read == 4
