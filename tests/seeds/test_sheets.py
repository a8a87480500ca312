"""The printed sheets: one geometry for the print kit and for the camera."""

from itertools import combinations

import pytest

import seeds
from companion.games.space_checkers.pieces import SpaceSeed
from seeds.sheets import FIDUCIAL, QUIET, Area, Grid, Page, Sheet, page_of, pages

PAGES = [(game, page) for game in seeds.game_ids() for page in pages(game)]
A4, LETTER, PRINTERS_EDGE = (210.0, 297.0), (215.9, 279.4), 6.0


@pytest.mark.parametrize("game", seeds.game_ids())
def test_every_game_has_a_sheet(game: str) -> None:
    assert pages(game)


@pytest.mark.parametrize(("game", "page"), PAGES, ids=lambda value: getattr(value, "title", value))
def test_sheets_fit_on_both_papers(game: str, page: Page) -> None:
    short, long = sorted(page.sheet.size)
    for paper in (A4, LETTER):
        assert short <= paper[0] - 2 * PRINTERS_EDGE and long <= paper[1] - 2 * PRINTERS_EDGE


def test_a_fiducial_tells_game_page_and_corner() -> None:
    assert page_of(33) == ("doubles-wild", pages("doubles-wild")[0])
    mats = pages("army-vs-aliens-2011")
    assert [page.numbers for page in mats[:3]] == [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)]
    game, page = page_of(6) or ("", mats[0])
    assert (game, page.copy, page.title) == ("army-vs-aliens-2011", 1, "Mat of seat 2")
    assert page_of(49) is None


def test_only_sheets_of_one_grid_share_fiducials() -> None:
    """Two editions of a game use one mat, two geometries of one size one set of cells; all else is told apart."""
    for (game, one), (other_game, other) in combinations(PAGES, 2):
        if set(one.numbers) & set(other.numbers):
            assert one.copy == other.copy
            assert (one.sheet.areas, one.sheet.grids) == (other.sheet.areas, other.sheet.grids), (game, other_game)


def test_fiducials_lie_at_the_corners_clockwise() -> None:
    sheet = pages("doubles-wild")[0].sheet
    assert sheet.fiducial(0) == ((4, 4), (24, 4), (24, 24), (4, 24))
    assert sheet.fiducial(1)[0] == (190 - 4 - FIDUCIAL, 4)
    assert sheet.fiducial(2)[2] == (186, 256)
    assert sheet.fiducial(3)[3] == (4, 256)


def test_cells_and_points_of_a_grid() -> None:
    board = pages("doubles-wild")[0].sheet.grid("board")
    assert board.cell(0, 0) == (14, 52, 32, 70)
    assert board.middle(8, 8) == (167, 205)
    assert board.at((14, 52)) == (0, 0)
    assert board.at((175.9, 52)) == (0, 8)
    assert board.at((176, 60)) is None
    assert all(board.at(board.middle(row, col)) == (row, col) for row in range(9) for col in range(9))


@pytest.mark.parametrize("game", seeds.game_ids())
def test_nothing_on_a_sheet_overlaps(game: str) -> None:
    for page in pages(game):
        parts = [*page.sheet.areas, *page.sheet.grids]
        for one, other in combinations(parts, 2):
            apart_x = one.box[2] <= other.box[0] or other.box[2] <= one.box[0]
            apart_y = one.box[3] <= other.box[1] or other.box[3] <= one.box[1]
            assert apart_x or apart_y, (one.id, other.id)


def test_the_board_of_every_geometry_has_its_cells() -> None:
    boards = {page.sheet.id: page.sheet.grid("board") for page in pages("space-checkers")}
    geometries = seeds.read("space-checkers", SpaceSeed).geometries
    assert {name: (grid.rows, grid.cols) for name, grid in boards.items()} == {
        name: (geometry.n, geometry.n) for name, geometry in geometries.items()
    }
    for page in pages("space-checkers"):
        assert sum(grid.rows * grid.cols for grid in page.sheet.grids if grid.id.startswith("prison")) == 40


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"areas": (Area("a", (0, 0, 50, 10)),)}, "reaches into a fiducial"),
        ({"areas": (Area("a", (60, 60, 300, 90)),)}, "beyond the sheet"),
        ({"legend": ((20, 60), (300, 60))}, "the legend lies beyond the sheet"),
        ({"first_fiducial": 48}, "not among 0 to 49"),
        ({"size": (50.0, 260.0)}, "no room"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(parts: dict, message: str) -> None:
    given = {"id": "x", "title": "X", "size": (190.0, 260.0), "first_fiducial": 0, **parts}
    with pytest.raises(ValueError, match=message):
        Sheet(**given)


def test_areas_and_grids_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="left < right"):
        Area("a", (10, 0, 5, 5))
    with pytest.raises(ValueError, match="rows and columns"):
        Grid("g", (0, 0, 5, 5), 0, 4)
    assert QUIET * 6 > FIDUCIAL  # more than one of its cells
