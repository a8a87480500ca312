"""Boards: laid flat, read, and what is said of a site in doubt."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.vision.cell_answers import Answers
from vision.boards.cell_classifier import FORMS, HOLDS, PIXELS, BoardReader, CellReading, Grid
from vision.plane.plane import Plane, plane_of_corners

SQUARE = [(100.0, 100.0), (300.0, 100.0), (300.0, 300.0), (100.0, 300.0)]


def read(
    holds: dict[tuple[int, int], tuple[float, float, float]], colours: dict[str, float]
) -> tuple[CellReading, ...]:
    grid = Grid(4, 4)
    network = Answers(holds, colours)
    reading = BoardReader(network).read(np.zeros((400, 400, 3), np.uint8), plane_of_corners(SQUARE, grid.size), grid)  # type: ignore[arg-type]
    assert network.shape == (1, 6 * PIXELS, 6 * PIXELS, 3) and network.lean.shape == (1, 6, 6, 2)
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
    flat = grid.rectify(image, plane_of_corners(corners, grid.size))
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


def test_boards_of_the_print_kit_are_believed_a_little_sooner() -> None:
    grid, image = Grid(4, 4), np.zeros((400, 400, 3), np.uint8)
    plane = plane_of_corners(SQUARE, grid.size)
    for share, certain, printed in ((0.96, False, False), (0.96, True, True), (0.94, False, True)):
        network = Answers({(1, 1): (1 - share, share, 0.0), (2, 2): (share, 1 - share, 0.0)}, {"red": 1.0})
        sites = BoardReader(network, printed=printed).read(image, plane, grid).sites  # type: ignore[arg-type]
        assert [site.certain for site in sites if site.colour] == [certain]
        assert ((2, 2) in [(site.row, site.col) for site in sites]) != certain, "empty for certain: not named"


def looked_on(tilt: float, turn: float) -> tuple[Plane, np.ndarray]:
    """A board of 6 x 4 before a camera of 1280 x 720 that looks on `tilt` degrees off the vertical, and the (3, 4)
    matrix that leads from its sites, and what is above them, to pixels."""
    t, r = np.radians(tilt), np.radians(turn)
    spin = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    side = np.array([[1, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]]) @ spin
    away = np.array([0, 0, 14.0]) - side @ np.array([3.0, 2.0, 0.0])
    lens = np.array([[1200.0, 0, 639.5], [0, 1200.0, 359.5], [0, 0, 1]])
    whole = lens @ np.column_stack([side[:, 0], side[:, 1], -side[:, 2], away])  # what is higher is nearer
    return Plane(whole[:, [0, 1, 3]], Grid(4, 6).size), whole


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (25, 40), (50, 200), (62, 300)])
def test_what_stands_leans_over_as_the_camera_sees_it(tilt: float, turn: float) -> None:
    grid = Grid(4, 6)
    plane, whole = looked_on(tilt, turn)
    lean = grid.lean(plane, 1280, 720)
    assert lean.shape == (6, 8, 2)
    for row, col in ((0, 0), (1, 6), (3, 2)):
        foot = np.array([col + 0.5, row + 0.5])
        u, v, w = whole @ [*foot, 1.0, 1.0]
        over = plane.millimetres(np.array([[u / w, v / w]]))[0] - foot
        assert np.linalg.norm(lean[row + 1, col + 1] - over) < 0.06 + 0.12 * np.linalg.norm(over), "the lens is unknown"
    if tilt > 30:
        assert np.linalg.norm(lean, axis=2).min() > 0.5


def test_turned_and_mirrored_looks_lean_as_they_are_turned() -> None:
    """A network that is shown a white line from each foot to where what stands there ends finds it in every look."""

    class Followed(Answers):
        def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            (answer,) = super().run(None, given)
            ends = (np.argwhere(np.ones((6, 6)))[:, ::-1] + 0.5 + 0.9 * given["lean"][0].reshape(-1, 2)) * PIXELS
            x, y = np.clip(ends.astype(int), 0, 6 * PIXELS - 1).T
            followed.append(given["pixels"][0, y, x].max(1).reshape(6, 6)[1:-1, 1:-1] > 100)
            return [answer]

    followed: list[np.ndarray] = []
    grid, image = Grid(4, 4), np.zeros((720, 1280, 3), np.uint8)
    plane, _ = looked_on(55, 30)
    for row, col in np.ndindex(4, 4):
        foot = np.array([col + 0.5, row + 0.5])
        ends = plane.pixels(np.array([foot, foot + grid.lean(plane, 1280, 720)[row + 1, col + 1]]))
        a, b = (tuple(int(v) for v in end) for end in np.round(ends))
        cv2.line(image, a, b, (255, 255, 255), 9)
    BoardReader(Followed({}, {}), patient=True).read(image, plane, grid)  # type: ignore[arg-type]
    assert len(followed) == 4
    for seen in followed:
        assert seen.mean() > 0.9


def test_a_colour_that_no_piece_of_the_game_has_is_hardly_believed() -> None:
    grid, seen = Grid(4, 4), {(1, 1): (0.0, 1.0, 0.0)}
    plane, image = plane_of_corners(SQUARE, grid.size), np.zeros((400, 400, 3), np.uint8)

    def told(colours: dict[str, float]) -> CellReading:
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
