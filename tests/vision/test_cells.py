"""Boards: laid flat, read, and what is said of a site in doubt."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.cell_answers import Answers
from vision.cells import FORMS, HOLDS, PIXELS, BoardReader, Grid, Site
from vision.plane import plane_of_corners

SQUARE = [(100.0, 100.0), (300.0, 100.0), (300.0, 300.0), (100.0, 300.0)]


def read(holds: dict[tuple[int, int], tuple[float, float, float]], colours: dict[str, float]) -> tuple[Site, ...]:
    grid = Grid(4, 4)
    network = Answers(holds, colours)
    reading = BoardReader(network).read(np.zeros((400, 400, 3), np.uint8), plane_of_corners(SQUARE, grid.size), grid)  # type: ignore[arg-type]
    assert network.shape == (1, 6 * PIXELS, 6 * PIXELS, 3)
    return reading.sites


def test_an_empty_board_names_no_site() -> None:
    assert read({}, {}) == ()


def test_a_clear_piece_is_certain_and_lies_where_the_network_saw_it() -> None:
    (site,) = read({(1, 3): (0.005, 0.99, 0.005)}, {"red": 0.98, "brown": 0.02})
    assert site[:3] == (1, 3, "red") and site.certain and site.confidence == pytest.approx(0.96, abs=0.01)
    assert site.form == "stack"


def test_other_answers_are_told_the_likeliest_first() -> None:
    (site,) = read({(1, 3): (0.2, 0.8, 0.0)}, {"red": 0.6, "brown": 0.4})
    assert [name for name, _ in site.alternatives] == ["brown", None]
    (site,) = read({(1, 3): (0.6, 0.4, 0.0)}, {"red": 1.0})
    assert (site.colour, site.form) == (None, None) and site.alternatives[0][0] == "red"


@pytest.mark.parametrize(
    ("holds", "colours", "colour", "covered"),
    [
        ((0.3, 0.7, 0.0), {"red": 1.0}, "red", False),  # perhaps no piece
        ((0.0, 1.0, 0.0), {"red": 0.6, "brown": 0.4}, "red", False),  # which colour?
        ((0.9, 0.1, 0.0), {"red": 1.0}, None, False),  # perhaps a piece
        ((0.1, 0.1, 0.8), {"red": 1.0}, None, True),  # a hand
    ],
)
def test_what_is_in_doubt_is_never_certain(
    holds: tuple[float, float, float], colours: dict[str, float], colour: str | None, covered: bool
) -> None:
    (site,) = read({(0, 0): holds}, colours)
    assert (site.colour, site.certain, site.covered) == (colour, False, covered)


def test_crossings_of_lines_are_the_middles_of_sites() -> None:
    """Corners of a board of points are its outermost crossings."""
    image = np.zeros((400, 400, 3), np.uint8)
    corners = [(100.0, 100.0), (300.0, 100.0), (300.0, 300.0), (100.0, 300.0)]
    grid = Grid(5, 5, points=True)
    cv2.circle(image, (150, 100), 8, (255, 255, 255), -1)  # row 0, column 1
    flat = grid.laid_flat(image, plane_of_corners(corners, grid.size))
    assert flat.shape == (7 * PIXELS, 7 * PIXELS, 3)
    row, col = np.argwhere(flat[..., 0] > 128).mean(0) / PIXELS
    assert abs(row - 1.5) < 0.05 and abs(col - 2.5) < 0.05


def test_a_patient_reader_looks_at_every_side_and_means_them() -> None:
    """A network that sees a piece wherever the board is bright there."""

    class Bright(Answers):
        def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            (answer,) = super().run(None, given)
            sites = given["pixels"][0, PIXELS // 2 :: PIXELS, PIXELS // 2 :: PIXELS].max(2) > 128
            answer[0, 0], answer[0, 1] = ~sites, sites
            answer[0, len(HOLDS)] = 1.0
            return [answer]

    image = np.zeros((400, 400, 3), np.uint8)
    cv2.circle(image, (275, 125), 20, (255, 255, 255), -1)  # row 0, column 3
    grid = Grid(4, 4)
    for patient in (False, True):
        reader = BoardReader(Bright({}, {}), patient)  # type: ignore[arg-type]
        (site,) = reader.read(image, plane_of_corners(SQUARE, grid.size), grid).sites
        assert (site.row, site.col, site.colour, site.certain) == (0, 3, "white", True)


def test_a_colour_that_no_piece_of_the_game_has_is_hardly_believed() -> None:
    grid, seen = Grid(4, 4), {(1, 1): (0.0, 1.0, 0.0)}
    plane, image = plane_of_corners(SQUARE, grid.size), np.zeros((400, 400, 3), np.uint8)

    def told(colours: dict[str, float]) -> Site:
        network = Answers(seen, colours)
        return BoardReader(network, among=("red", "blue")).read(image, plane, grid).sites[0]  # type: ignore[arg-type]

    assert (told({"red": 0.85, "pink": 0.15}).colour, told({"red": 0.85, "pink": 0.15}).certain) == ("red", True)
    assert told({"pink": 0.97, "red": 0.03}).certain is False, "something else lies there"
    assert told({"red": 0.5, "blue": 0.5}).certain is False


def test_from_above_nobody_can_tell_what_stands_from_what_lies_flat() -> None:
    class Standing(Answers):
        def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            (answer,) = super().run(None, given)
            answer[0, -len(FORMS) :] = 0
            answer[0, -len(FORMS) + FORMS.index("standing")] = 1
            return [answer]

    grid, image = Grid(4, 4), np.zeros((400, 400, 3), np.uint8)
    network = Standing({(1, 1): (0.0, 1.0, 0.0)}, {"red": 1.0})
    low = [(150.0, 150.0), (250.0, 150.0), (300.0, 250.0), (100.0, 250.0)]
    for corners, form in ((SQUARE, None), (low, "standing")):
        (site,) = BoardReader(network).read(image, plane_of_corners(corners, grid.size), grid).sites  # type: ignore[arg-type]
        assert (site.form, site.certain) == (form, True)
