"""The eyes of each game's table, as they come, on a rendered picture and on painted sheets."""

import json

import cv2
import numpy as np
import pytest

from companion.table.view import Cell
from seeds import game_ids
from seeds.pieces import symbols_of
from seeds.sheets import pages
from tests.support.paths import DATA
from tests.support.vision.sheets import painted
from vision.symbols.face_sets import all_of
from vision.table.table_factory import sheet_in, table_reader_for

BOARD = DATA / "board.jpg"
"""A rendered table of Doubles Wild: 32 markers, one for each of two seats on its strip, and three dice, of which one
stands on the board."""
UNITS = BOARD.with_name("units.jpg")
"""A rendered table of Army vs Aliens whose dice have the kit's stickers; what lies where, in units.json."""


def test_a_table_of_doubles_wild_is_seen_whole() -> None:
    image = np.asarray(cv2.imread(str(BOARD)), np.uint8)
    view = table_reader_for("doubles-wild").read(image)
    assert view.missing == () and len(view.dice) == 3
    pieces = {Cell(piece.grid, piece.row, piece.col): piece for piece in view.pieces if piece.colour}
    board = [cell for cell in pieces if cell.grid == "board"]
    assert len(board) == 32 and {pieces[cell].colour for cell in board} == {"blue", "red"}
    strips = {cell: piece.colour for cell, piece in pieces.items() if cell.grid != "board"}
    assert strips == {Cell("score-0", 0, 1): "blue", Cell("score-1", 0, 4): "red"}
    assert all(pieces[cell].certain for cell in strips)
    assert all(piece.place is not None for piece in view.pieces)
    doubtful = {Cell(p.grid, p.row, p.col) for p in view.pieces if not p.certain} | set(view.covered)
    assert Cell("board", 6, 2) in doubtful, "a die lies there: never taken for empty"


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_eyes_for_its_table(game: str) -> None:
    view = table_reader_for(game).read(np.full((360, 640, 3), 90, np.uint8))
    assert view.dice == view.pieces == view.cards == ()
    assert bool(view.missing) == bool(pages(game)) and not view.certain


def test_the_board_that_lies_there_is_told_by_its_fiducials() -> None:
    for page in pages("space-checkers"):
        image = cv2.copyMakeBorder(painted(page), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(120, 130, 140))
        told = sheet_in(np.asarray(image, np.uint8), "space-checkers")
        assert told is not None and told[:3] == page.sheet.id[:3], "G12 and G12s have the same cells"
    assert sheet_in(np.full((360, 640, 3), 90, np.uint8), "space-checkers") is None


@pytest.mark.slow
def test_dice_may_have_the_stickers_of_the_games_units() -> None:
    """On a rendered table each is read for what it is or asked; and the mats' own legends, with the same drawings, are
    no dice."""
    image = np.asarray(cv2.imread(str(UNITS)), np.uint8)
    view = table_reader_for("army-vs-aliens-2011", symbols=True).read(image)
    left = json.loads(UNITS.with_suffix(".json").read_text())
    right = 0
    for die in (die for die in view.dice if die.certain):
        x, y = die.centre
        (truth,) = [one for one in left if one["box"][0] < x < one["box"][2] and one["box"][1] < y < one["box"][3]]
        left.remove(truth)
        assert (die.face, die.value) == (truth["face"], None)
        assert die.zone == truth["zone"] or truth["across"]
        right += 1
    assert right >= 10
    for die in table_reader_for("army-vs-aliens-2011").read(image).dice:
        assert not die.certain and die.face is None, "eyes for pips"


def test_of_which_games_dice_may_have_stickers() -> None:
    assert symbols_of("army-vs-aliens-2012") == ("army", "alien")
    assert symbols_of("space-checkers") == symbols_of("doubles-wild") == ()
    both = all_of(symbols_of("army-vs-aliens-2011"))
    assert len(both.names) == len(set(both.names)) == 12
