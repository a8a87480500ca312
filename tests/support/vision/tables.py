"""Whole tables for tests: sheets with pieces, dice and hands painted on them, seen by a camera; and readers that know
what was painted, or see it in plain colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.view import Cell, Colour, Die, Piece
from seeds.sheets import Page
from tests.support.vision.sheets import SCALE, Image, painted, photographed
from vision.boards.board_reader import Boards, TableBoards, board_pieces, dice_mask
from vision.boards.cell_classifier import PIXELS, BoardReading, CellReading, Grid
from vision.boards.colour_consensus import Seen
from vision.boards.grids import Field
from vision.camera.frame import Frame
from vision.dice.detector import Candidates, RegionFilter
from vision.dice.dice_reader import DiceReader, DiceReading
from vision.motion.hand_mask import Mask
from vision.plane.plane import Plane, Points, project

LENS = np.array([[950.0, 0, 639.5], [0, 950.0, 359.5], [0, 0, 1]])
"""That of tests.support.vision.sheets.seen_from."""
PAINT: dict[Colour, tuple[int, int, int]] = {
    "red": (40, 30, 200),
    "blue": (200, 90, 20),
    "green": (60, 150, 30),
    "yellow": (40, 210, 240),
}
NOISE = 4
"""By how much of 255 the camera's noise is off at most."""
SKIN, SHADE = (120, 150, 205), (20, 25, 40)


class Lying(NamedTuple):
    """A die on the table; millimetres of the first sheet."""

    x: float
    y: float
    turn: float = 0.0
    """Degrees."""
    value: int = 1
    colour: Colour = "blue"
    side: float = 16.0


def corners_of(lying: Lying) -> NDArray[np.float64]:
    """(4, 2): the square that it stands on."""
    half, turn = lying.side / 2, np.radians(lying.turn)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) @ spin.T + [lying.x, lying.y]


def raised(view: NDArray[np.float64], height: float) -> NDArray[np.float64]:
    """The homography of the plane `height` millimetres above that of `view` (tests.support.vision.sheets.seen_from)."""
    right, down, _ = (np.linalg.inv(LENS) @ view).T
    scale = np.linalg.norm(right)
    up = -np.cross(right / scale, down / scale) * scale
    lifted = view.copy()
    lifted[:, 2] += height * (LENS @ up)
    return lifted


def die_of(view: NDArray[np.float64], lying: Lying, certain: bool = True) -> Die:
    """What perfect eyes say of a die in the picture of `view`."""
    foot = project(view, corners_of(lying)) + 0.5
    top = project(raised(view, lying.side), corners_of(lying)) + 0.5
    (x0, y0), (x1, y1) = np.concatenate([foot, top]).min(0), np.concatenate([foot, top]).max(0)
    return Die(
        box=(float(x0), float(y0), float(x1), float(y1)),
        value=lying.value,
        colour=lying.colour,
        confidence=0.999 if certain else 0.6,
        certain=certain,
        alternatives=() if certain else ((lying.value % 6 + 1, 0.3),),
        top=tuple((float(x), float(y)) for x, y in top),
    )


def with_dice(image: Image, view: NDArray[np.float64], dice: Iterable[Lying]) -> Image:
    """`image` with blocks where the dice are, those far away first."""
    image = image.copy()
    for lying in sorted(dice, key=lambda die: float(project(view, np.array([[die.x, die.y]]))[0, 1])):
        foot, top = (
            project(view, corners_of(lying)),
            project(raised(view, lying.side), corners_of(lying)),
        )
        paint = np.array(PAINT[lying.colour])
        whole = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32))
        cv2.fillConvexPoly(image, np.int32(np.round(whole)), (paint * 0.6).tolist())
        cv2.fillConvexPoly(image, np.int32(np.round(top)), paint.tolist())
        for x, y in (top - top.mean(0)) * 0.45 + top.mean(0):
            cv2.circle(image, (round(float(x)), round(float(y))), 2, (255, 255, 255), -1)
    return image


def with_pieces(page: Page, pieces: Mapping[Cell, Colour]) -> Image:
    """The page as it is printed, with discs on some cells."""
    image = painted(page)
    for cell, colour in pieces.items():
        grid = page.sheet.grid(cell.grid)
        x, y = grid.middle(cell.row, cell.col)
        left, top, right, bottom = grid.cell(cell.row, cell.col)
        room = max if any(grid.crowded) else min  # a marker covers more than one cell of a scoring strip
        radius = round(0.4 * room(right - left, bottom - top) * SCALE)
        cv2.circle(image, (round(x * SCALE), round(y * SCALE)), radius, PAINT[colour], -1, cv2.LINE_AA)
    return image


def with_hand(image: Image, view: NDArray[np.float64], place: tuple[float, float], wide: float = 34) -> Image:
    """`image` with an arm that reaches in over its lower edge and ends in a hand `wide` millimetres across at `place`
    of the sheet."""
    image = image.copy()
    (x, y), (side, _) = project(view, np.array([place, (place[0] + wide, place[1])]))
    reach = max(float(side - x), 10.0)
    arm = np.array([[x - reach, y], [x + reach, y], [x + 1.3 * reach, 800], [x - 1.3 * reach, 800]])
    middle, radius = (round(float(x)), round(float(y))), round(reach)
    for paint, more in ((SHADE, 6), (SKIN, 0)):  # with a dark rim, by which it stands out from any table
        cv2.circle(image, middle, radius + more, paint, -1, cv2.LINE_AA)
        cv2.fillConvexPoly(image, np.int32(arm + np.array([[-more, 0], [more, 0], [more, 0], [-more, 0]])), paint)
    return image


def two_mats(
    one: Page, other: Page, view: NDArray[np.float64], scale: float = 1.0
) -> tuple[Image, NDArray[np.float64]]:
    """The mats of two seats that sit opposite each other, and the homography of the second one, which is printed at
    `scale`; `view` is that of the first one, beyond whose upper edge the second lies."""
    width, height = other.sheet.size
    # Turned by half: its lower right corner lies at the upper left of the first mat, a centimetre beyond.
    onto = np.array([[-scale, 0, width], [0, -scale, -10.0], [0, 0, 1]])
    there = view @ onto
    image = photographed(one, view)
    other_image = photographed(other, there)
    size = (round(width * SCALE), round(height * SCALE))
    cover = cv2.warpPerspective(
        np.full(size[::-1], 255, np.uint8), there @ np.diag([1 / SCALE, 1 / SCALE, 1]), (1280, 720)
    )
    image[cover > 0] = other_image[cover > 0]
    return image, there


class ScriptedDice(DiceReader):
    """Finds and reads the dice it is told of, in any picture."""

    def __init__(self, dice: Sequence[Die] = (), unsure: bool = False) -> None:
        self.finder = self
        self.dice = tuple(dice)
        self.unsure = unsure

    def find(self, image: Image, worth: RegionFilter | None = None) -> Candidates:
        boxes = np.array([die.box for die in self.dice], np.float32).reshape(-1, 4)
        return Candidates(boxes, np.ones(len(boxes), np.float32))

    def look_at(self, image: Image, found: Candidates, places: np.ndarray) -> Candidates:
        return found

    def read(self, image: Image, found: Candidates | None = None) -> DiceReading:
        return DiceReading(self.dice, self.unsure)


class PlainBoards:
    """Reads painted boards by the colour in the middle of each cell; counts what it is asked."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []

    def read(
        self,
        image: Image,
        plane: Plane,
        grid: Grid,
        *,
        flat: Image | None = None,
        others: Sequence[Seen] = (),
    ) -> BoardReading:
        self.calls.append((grid.rows, grid.cols))
        flat = grid.rectify(image, plane)
        sites = []
        for row in range(grid.rows):
            for col in range(grid.cols):
                y, x = round((row + 1.5) * PIXELS), round((col + 1.5) * PIXELS)
                light = flat[y - 5 : y + 5, x - 5 : x + 5].reshape(-1, 3).mean(0)
                near = {name: float(np.abs(light - paint).max()) for name, paint in PAINT.items()}
                best = min(near, key=lambda name: near[name])
                if float(np.abs(light - SKIN).max()) < 25:
                    sites.append(CellReading(row, col, None, 0.1, certain=False, covered=True))
                elif near[best] < 60:
                    sites.append(CellReading(row, col, best, 0.99, certain=True, covered=False))
        return BoardReading(tuple(sites), 0.0)


@lru_cache(maxsize=1)
def _noise() -> list[Image]:
    g = np.random.default_rng(5)
    return [np.clip(g.normal(NOISE, 1.2, (720, 1280, 3)), 0, 2 * NOISE).astype(np.uint8) for _ in range(4)]


def frames(images: Iterable[tuple[Image, int]], start: float = 0.0) -> Iterable[Frame]:
    """Each image for so many frames, thirty a second, with a camera's noise."""
    number = 0
    for image, count in images:
        for _ in range(count):
            noisy = cv2.subtract(cv2.add(image, _noise()[number % 4]), (NOISE, NOISE, NOISE, 0))
            yield Frame(np.asarray(noisy, np.uint8), start + number / 30)
            number += 1


def on_cells(pieces: Iterable[Piece]) -> dict[Cell, Colour | None]:
    return {Cell(piece.grid, piece.row, piece.col): piece.colour for piece in pieces}


def read_boards(
    boards: TableBoards,
    image: Image,
    on_table: Sequence[tuple[int, Field, Plane]],
    hiding: Sequence[Points] = (),
    hand: Mask | None = None,
) -> Boards:
    """What the grids of a picture show, under outlines of dice, and a hand in the same picture made small."""
    over = [mask for mask in (dice_mask(hiding, image), hand) if mask is not None]
    return board_pieces(boards.look(image, on_table, over), over, (image.shape[1], image.shape[0]))
