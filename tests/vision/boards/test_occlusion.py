"""Heads of pawns: what tall pieces hide, and what is taken for a piece and is the head of another."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support.vision.cell_answers import Answers
from vision.boards.cell_classifier import COLOURS, FORMS, BoardReader, CellReading, Grid
from vision.boards.occlusion import with_heads
from vision.camera import Image
from vision.plane import Plane, camera_of

GRID = Grid(8, 8)
SIZE = (900, 700)
PAPER = (225, 230, 235)
PAINT = {"red": (40, 40, 200), "green": (60, 170, 60), "blue": (190, 90, 40), "yellow": (50, 210, 230)}
HIGH = 1.6
"""Height of a pawn, in sites."""
ROW = {(0, 0): "red", (0, 2): "green", (0, 4): "blue", (0, 6): "yellow"}
"""Pieces at the far edge, behind which there are none: they tell how tall all are."""


def plane_from(elevation: float) -> Plane:
    """The board in the picture of a camera so many degrees above the table, seen from the side of the last row."""
    angle, focal, (width, height) = np.radians(elevation), 1.1 * SIZE[0], SIZE
    turn = np.array([[1, 0, 0], [0, np.sin(angle), np.cos(angle)], [0, -np.cos(angle), np.sin(angle)]])
    middle = np.array([4.0, 4.0, 0.0])
    lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    shift = np.array([0.0, 0.0, 14.0]) - turn @ middle
    return Plane(lens @ np.column_stack([turn[:, 0], turn[:, 1], shift]), GRID.size, 0.0)


class Drawn(NamedTuple):
    image: Image
    plane: Plane


def draw(pieces: dict[tuple[int, int], str], elevation: float = 50.0, high: float = HIGH) -> Drawn:
    """A board of paper with pawns, each as discs upon each other, those in front over those behind."""
    plane = plane_from(elevation)
    camera = camera_of(plane, SIZE)
    image = np.full((SIZE[1], SIZE[0], 3), PAPER, np.uint8)
    ring = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    for (row, col), colour in sorted(pieces.items()):
        for height in np.arange(0, high, 0.04):
            wide = 0.3 if height < 0.2 or height > high - 0.45 else 0.2
            rim = np.stack([col + 0.5 + wide * np.cos(ring), row + 0.5 + wide * np.sin(ring)], 1)
            outline = np.round(camera.lifted(float(height)).pixels(rim)).astype(np.int32)
            cv2.fillConvexPoly(image, outline, PAINT[colour], cv2.LINE_AA)
    return Drawn(image, plane)


def read(
    drawn: Drawn, surely: dict[tuple[int, int], str], perhaps: dict[tuple[int, int], tuple[str, float]]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What is said, by row and column, of a board on which pieces were read `surely` and `perhaps`."""
    standing = np.full((8, 8), 0.001, np.float32)
    colours = np.full((8, 8, len(COLOURS)), 1e-4, np.float32)
    sure = np.zeros((8, 8), np.bool_)
    for place, colour in surely.items():
        standing[place], colours[(*place, COLOURS.index(colour))], sure[place] = 0.99, 0.99, True
    for place, (colour, share) in perhaps.items():
        standing[place], colours[(*place, COLOURS.index(colour))] = share, 0.99
        sure[place] = share >= 0.98
    there, called = with_heads(
        drawn.image, drawn.plane, GRID.middles.reshape(-1, 2), standing.ravel(), colours.reshape(64, -1), sure.ravel()
    )
    return there.reshape(8, 8), called.reshape(8, 8, -1)


def named(colours: NDArray[np.float32], place: tuple[int, int]) -> tuple[str, float]:
    best = int(colours[place].argmax())
    return COLOURS[best], float(colours[place][best])


def test_a_head_is_no_piece_on_the_site_behind() -> None:
    pieces = ROW | {(5, 3): "red"}
    there, _ = read(draw(pieces), pieces, {(4, 3): ("red", 0.75)})
    assert there[4, 3] < 0.1
    assert there[5, 3] == pytest.approx(0.99)


@pytest.mark.parametrize(("share", "after"), [(0.3, 0.9), (0.75, 0.9), (0.95, 0.95)])
def test_a_piece_of_which_the_head_alone_is_seen_is_likely_and_never_certain(share: float, after: float) -> None:
    pieces = ROW | {(5, 3): "red", (4, 3): "red"}
    there, colours = read(draw(pieces), {**ROW, (5, 3): "red"}, {(4, 3): ("red", share)})
    assert there[4, 3] == pytest.approx(after, abs=0.02) and named(colours, (4, 3))[0] == "red"


@pytest.mark.parametrize(("share", "after"), [(0.6, 0.6), (0.99, 0.9)])
def test_a_head_of_the_same_colour_may_be_of_a_piece_further_behind(share: float, after: float) -> None:
    """And then tells nothing, and what the one in front may have shown there is certain no more."""
    pieces = ROW | {(5, 3): "red", (3, 3): "red"}
    there, _ = read(draw(pieces), pieces, {(4, 3): ("red", share)})
    assert there[4, 3] == pytest.approx(after)


@pytest.mark.parametrize("share", [0.75, 0.99])
def test_a_piece_whose_foot_is_hidden_has_the_colour_of_its_head(share: float) -> None:
    """And is not certain of it, however certain another colour was."""
    pieces = ROW | {(5, 3): "yellow", (4, 3): "blue"}
    there, colours = read(draw(pieces), {**ROW, (5, 3): "yellow"}, {(4, 3): ("yellow", share)})
    colour, likely = named(colours, (4, 3))
    assert colour == "blue" and 0.8 < likely < 0.95
    assert there[4, 3] == pytest.approx(share)


def test_a_head_much_more_like_another_colour_than_its_own_is_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the two are not far apart: as a lime and a green pawn."""
    monkeypatch.setitem(PAINT, "yellow", (60, 168, 100))
    pieces = ROW | {(5, 3): "yellow", (4, 3): "green"}
    _, colours = read(draw(pieces), {**ROW, (5, 3): "yellow"}, {(4, 3): ("yellow", 0.99)})
    colour, likely = named(colours, (4, 3))
    assert colour == "green" and 0.8 < likely < 0.95


def test_a_piece_that_is_not_certain_itself_hides_what_stands_behind() -> None:
    pieces = ROW | {(5, 3): "yellow", (4, 3): "blue"}
    _, colours = read(draw(pieces), ROW, {(5, 3): ("yellow", 0.9), (4, 3): ("yellow", 0.99)})
    colour, likely = named(colours, (4, 3))
    assert colour == "blue" and 0.8 < likely < 0.95


def test_a_head_that_may_be_the_body_of_a_piece_further_behind_is_doubted() -> None:
    """A blue pawn two sites behind is seen where one on the site behind would have its head."""
    pieces = ROW | {(5, 3): "red", (3, 3): "blue"}
    there, colours = read(draw(pieces), {**ROW, (5, 3): "red", (3, 3): "blue"}, {(4, 3): ("red", 0.97)})
    assert there[4, 3] <= 0.5 and named(colours, (4, 3))[0] == "blue"


def test_what_nothing_hides_is_left_as_it_was() -> None:
    pieces = ROW | {(5, 3): "red"}
    there, _ = read(draw(pieces), pieces, {(5, 5): ("red", 0.6), (6, 3): ("red", 0.6), (4, 3): ("blue", 0.6)})
    assert there[5, 5] == there[6, 3] == there[4, 3] == pytest.approx(0.6)


def test_of_a_board_seen_from_above_nothing_changes() -> None:
    pieces = ROW | {(5, 3): "red"}
    there, _ = read(draw(pieces, elevation=88.0), pieces, {(4, 3): ("red", 0.75)})
    assert there[4, 3] == pytest.approx(0.75)


def test_flat_pieces_hide_nothing() -> None:
    pieces = ROW | {(5, 3): "red"}
    there, _ = read(draw(pieces, high=0.2), pieces, {(4, 3): ("red", 0.75)})
    assert there[4, 3] == pytest.approx(0.75)


def test_too_few_pieces_tell_nothing_of_heads() -> None:
    pieces = {(5, 3): "red", (0, 0): "red"}
    there, _ = read(draw(pieces), pieces, {(4, 3): ("red", 0.75)})
    assert there[4, 3] == pytest.approx(0.75)


def test_a_head_beyond_the_edge_of_the_picture_may_be_there() -> None:
    drawn = draw(ROW | {(5, 3): "red"})
    cut = round(float(camera_of(drawn.plane, SIZE).lifted(HIGH - 0.2).pixels(np.array([[3.5, 4.5]]))[0, 1])) + 10
    below = np.array([[1, 0, 0], [0, 1, -cut], [0, 0, 1.0]]) @ drawn.plane.to_pixels
    lower = Drawn(drawn.image[cut:], Plane(below, drawn.plane.size, drawn.plane.error))
    there, _ = read(lower, ROW | {(5, 3): "red"}, {(4, 3): ("red", 0.75)})
    assert there[4, 3] == pytest.approx(0.75)


class Half(Answers):
    """Sees pawns that stand but for some, which others hide in part."""

    lie: tuple[tuple[int, int], ...] = ((5, 3),)

    def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        (answer,) = super().run(None, given)
        stack, standing = (len(answer[0]) - len(FORMS) + FORMS.index(form) for form in ("stack", "standing"))
        for row, col in self.holds:
            share = 0.3 if (row, col) in self.lie else 0.95
            answer[0, [stack, standing], row + 1, col + 1] = 1 - share, share
        return [answer]


def half_read(pieces: dict[tuple[int, int], str], network: Half) -> dict[tuple[int, int], CellReading]:
    drawn = draw(pieces)
    reading = BoardReader(network).read(drawn.image, drawn.plane, GRID)  # type: ignore[arg-type]
    return {(site.row, site.col): site for site in reading.sites}


def test_of_pieces_that_mostly_stand_one_that_is_seen_in_part_stands_too() -> None:
    """And hides what is behind it."""
    pieces = dict.fromkeys([*ROW, (5, 3), (5, 6)], "red")
    seen = dict.fromkeys(pieces, (0.01, 0.99, 0.0)) | {(4, 3): (0.2, 0.8, 0.0)}
    sites = half_read(pieces, Half(seen, {"red": 1.0}))
    assert {place for place, site in sites.items() if site.colour == "red"} == set(pieces)


def test_a_head_that_shows_makes_no_piece_likelier_than_certain() -> None:
    pieces = dict.fromkeys([*ROW, (5, 3), (4, 3), (6, 6)], "red")
    network = Half(dict.fromkeys(pieces, (0.01, 0.99, 0.0)), {"red": 1.0})
    network.lie = (4, 3), (6, 6)
    sites = half_read(pieces, network)
    assert set(sites) == set(pieces) and max(site.confidence for site in sites.values()) <= 1
