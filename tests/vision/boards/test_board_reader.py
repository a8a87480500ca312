"""Grids become pieces; they are read again where they changed, however little, and not where only the lamp did."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.table.view import Cell, Piece
from tests.support.vision.sheets import photographed, seen_from
from tests.support.vision.tables import PlainBoards, on_cells, read_boards, with_pieces
from vision.boards.board_reader import TableBoards, board_pieces, dice_mask, hidden_cells, off_grids, without_pieces
from vision.boards.cell_classifier import BoardReading, CellReading, Grid
from vision.boards.colour_consensus import Seen
from vision.boards.grids import Field
from vision.camera.frame import Image
from vision.plane.plane import Plane
from vision.plane.sheet_tracker import pages_on_table

(BOARD,) = pages_on_table("doubles-wild")
VIEW = seen_from(BOARD, 25, 4)
PLANE = Plane(VIEW, BOARD.sheet.size)
FIELD = Field.of(BOARD.sheet.grid("board"))
PICTURE = photographed(BOARD, VIEW, image=with_pieces(BOARD, {Cell("board", 2, 3): "red"}))


class Scripted:
    """Tells the same of every grid, and keeps how many others it was told of."""

    def __init__(self, *sites: CellReading, witnesses: Seen | None = None) -> None:
        self.sites = sites
        self.witnesses = witnesses
        self.told: list[int] = []

    def read(self, image: Image, plane: Plane, grid: Grid, **given: Any) -> BoardReading:
        self.told.append(len(given["others"]))
        return BoardReading(self.sites, 0.0, self.witnesses)


def test_what_a_reader_doubts_is_doubted_with_its_alternatives() -> None:
    boards = TableBoards(
        Scripted(
            CellReading(0, 0, "red", 0.7, certain=False, covered=False, alternatives=(("blue", 0.2), (None, 0.1))),
            CellReading(0, 1, None, 0.6, certain=False, covered=False, alternatives=(("green", 0.3),)),
            CellReading(0, 2, None, 0.1, certain=False, covered=True),
            CellReading(0, 3, "blue", 0.99, certain=True, covered=False, form="stack"),
        )
    )
    told = read_boards(boards, PICTURE, [(0, FIELD, PLANE)])
    red, perhaps, blue = told.pieces
    assert (red.colour, red.confidence, red.certain) == ("red", 0.7, False)
    assert red.alternatives == (("blue", 0.2), (None, 0.1))
    assert (perhaps.colour, perhaps.confidence) == (None, 0.4)  # that something stands there at all
    assert perhaps.alternatives == ((None, 0.6), ("green", 0.3))
    assert blue == Piece(grid="board", row=0, col=3, colour="blue", confidence=0.99, certain=True, form="stack")
    assert told.covered == (Cell("board", 0, 2),)


@pytest.mark.parametrize("faint", [7, -7])
def test_a_piece_that_hardly_stands_out_makes_its_grid_be_read_again(faint: int) -> None:
    reader = PlainBoards()
    boards = TableBoards(reader)
    read_boards(boards, PICTURE, [(0, FIELD, PLANE)])
    changed = PICTURE.astype(np.int16)
    x, y = PLANE.pixels(np.array([FIELD.middle(6, 6)], np.float64))[0]
    disc = cv2.circle(np.zeros(PICTURE.shape[:2], np.uint8), (round(float(x)), round(float(y))), 9, 1, -1)
    changed[disc > 0] += faint
    noise = np.random.default_rng(1).normal(0, 2, PICTURE.shape)
    assert read_boards(boards, np.clip(PICTURE + noise, 0, 255).astype(np.uint8), [(0, FIELD, PLANE)]).read == 0
    assert read_boards(boards, np.clip(changed + noise, 0, 255).astype(np.uint8), [(0, FIELD, PLANE)]).read == 1
    assert len(reader.calls) == 2


def test_a_brighter_lamp_is_no_reason_to_read_and_forgetting_is() -> None:
    boards = TableBoards(PlainBoards())
    first = read_boards(boards, PICTURE, [(0, FIELD, PLANE)])
    darker = np.asarray(cv2.convertScaleAbs(PICTURE, alpha=0.8), np.uint8)
    again = read_boards(boards, darker, [(0, FIELD, PLANE)])
    assert (again.pieces, again.read) == (first.pieces, 0) and on_cells(first.pieces) == {Cell("board", 2, 3): "red"}
    boards.forget()
    assert read_boards(boards, PICTURE, [(0, FIELD, PLANE)]).read == 1


def test_cells_under_a_hand_are_hidden_whatever_the_size_of_its_picture() -> None:
    plane = FIELD.plane(PLANE)
    x, y = plane.pixels(np.array([[4.5, 4.5]]))[0]
    for scale in (1.0, 0.5, 0.25):
        hand = np.zeros((round(720 * scale), round(1280 * scale)), np.uint8)
        cv2.circle(hand, (round(float(x) * scale), round(float(y) * scale)), max(1, round(14 * scale)), 1, -1)
        hidden = hidden_cells(FIELD.grid, plane, [hand > 0], (1280, 720))
        assert hidden[4, 4] and hidden.sum() <= 5
    assert not hidden_cells(FIELD.grid, plane, [], (1280, 720)).any()


def test_where_a_piece_stands_for_certain_no_die_is_looked_for_closely() -> None:
    sites = (
        CellReading(0, 0, "red", 0.99, certain=True, covered=False),
        CellReading(0, 1, "red", 0.7, certain=False, covered=False),
        CellReading(0, 2, None, 0.1, certain=False, covered=True),
    )
    boards = TableBoards(Scripted(*sites))
    looked = boards.look(PICTURE, [(0, FIELD, PLANE)])
    middles = PLANE.pixels(np.array([FIELD.middle(0, col) for col in range(4)] + [(-20.0, 100.0)], np.float64))
    boxes = np.hstack([middles - 20, middles + 20]).astype(np.float32)
    assert without_pieces(looked, boxes).tolist() == [False, True, True, True, True]
    assert without_pieces(looked, np.zeros((0, 4), np.float32)).tolist() == []
    assert without_pieces((), boxes).all()
    assert off_grids(looked, boxes).tolist() == [False, False, False, False, True]
    assert off_grids((), boxes).all()


def test_what_was_looked_at_is_told_with_what_lies_over_it_by_then() -> None:
    boards = TableBoards(PlainBoards())
    looked = boards.look(PICTURE, [(0, FIELD, PLANE)])
    size = (PICTURE.shape[1], PICTURE.shape[0])
    assert board_pieces(looked, [], size) == read_boards(boards, PICTURE, [(0, FIELD, PLANE)])._replace(read=1)
    over = dice_mask([PLANE.pixels(np.array([[68.0, 88], [86, 88], [86, 106], [68, 106]])) + 0.5], PICTURE)
    assert over is not None
    hidden = board_pieces(looked, [over], size)
    assert hidden.pieces == () and Cell("board", 2, 3) in hidden.covered


def test_each_grid_is_told_of_the_pieces_on_those_before_it() -> None:
    """Whether these are read anew, or look as they did."""
    own = Seen(np.ones(1, np.float32), np.ones((1, 2), np.float32), np.ones((1, 3), np.float32))

    reader = Scripted(witnesses=own)
    boards = TableBoards(reader)
    on_table = [(0, FIELD, PLANE), (0, Field.of(BOARD.sheet.grid("score-0")), PLANE)]
    boards.look(PICTURE, on_table)
    assert reader.told == [0, 1, 2]
    strip = np.ascontiguousarray(photographed(BOARD, VIEW, image=with_pieces(BOARD, {Cell("score-0", 0, 4): "red"})))
    strip[PICTURE.shape[0] // 3 :] = PICTURE[PICTURE.shape[0] // 3 :]
    boards.look(strip, on_table)
    assert set(reader.told[3:]) <= {1, 2} and reader.told[3:]
