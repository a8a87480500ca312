"""The board of Space Checkers: measures, areas, and the precomputed ways of pawns over it, as bit sets.

A set of squares is a whole number whose bit `row * n + column` stands for a square, so that fleets are met, counted and
moved by single operations. The ways depend on the measures alone; they are made once for a board and shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias

import msgspec

from companion.rules import Event as BaseEvent

Cell: TypeAlias = Annotated[
    tuple[
        Annotated[int, msgspec.Meta(ge=0, title="row of this board")],
        Annotated[int, msgspec.Meta(ge=0, title="column of this board")],
    ],
    msgspec.Meta(description="a square is [row, column]"),
]
"""Row and column, from 0 in the north-west corner (SC-1.3)."""
Cells: TypeAlias = int
"""A set of squares, a bit for each."""
Step: TypeAlias = tuple[int, int]
"""One square in some direction, as rows and columns."""

COLOUR = "(yellow|green|blue|red)"
"""What matches the colour of a fleet."""

PAWNS = 12
"""Pawns of a fleet, and so squares of a home (SC-1.1, SC-2.1)."""
LARGEST = 30
"""Squares along the side of a custom board, at most; the tables of ways grow with its square."""
FACES = 6
"""The highest number of the die, and so the longest way."""


class Geometry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The measures of a board, in squares (SC-1.2). Raises ValueError where they do not fit together."""

    n: int
    """The side of the board."""
    home: tuple[int, int]
    """Width and depth of a home; it holds one fleet."""
    earth: int
    """The side of the Earth; 0 for a board without one."""
    wild_depth: int
    """How many rows a wild area has."""

    def __post_init__(self) -> None:
        fault = misfit(self.n, self.home, self.earth, self.wild_depth)
        if fault is not None:
            raise ValueError(f"{fault[0]}: {fault[1]}")


def misfit(n: int, home: tuple[int, int], earth: int, wild_depth: int) -> tuple[str, str] | None:
    """The first measure that does not fit, with the reason; None for a board that can be."""
    width, depth = home
    if not 1 <= n <= LARGEST:
        return "n", f"a board of {n} squares a side is not between 1 and {LARGEST}"
    if width < 1 or depth < 1 or width * depth != PAWNS:
        return "home", f"{width} x {depth} squares do not hold a fleet of {PAWNS}"
    if width > n or (n - width) % 2:
        return "home", f"{width} squares cannot lie in the middle of a side of {n}"
    if (n - width) // 2 < depth:
        return "home", f"homes of {width} x {depth} would overlap at the corners of a board of {n}"
    if not 0 <= earth <= n or (earth and (n - earth) % 2):
        return "earth", f"{earth} squares cannot lie in the middle of a board of {n}"
    if earth and (n - earth) // 2 < depth:
        return "earth", f"an Earth of {earth} squares would cover the homes on a board of {n}"
    if not 0 <= wild_depth <= n:
        return "wild_depth", f"a board of {n} has no {wild_depth} rows for a wild area"
    return None


class Move(BaseEvent, frozen=True, gc=False, tag_field="do", tag="move"):
    """One pawn goes as far as was rolled (SC-3.1)."""

    start: Cell = msgspec.field(name="from")
    toward: Annotated[str, msgspec.Meta(title="direction", pattern=f"^{COLOUR}(-{COLOUR})?$")]
    """A colour, or two joined by a hyphen for the diagonal between them."""


class Way(NamedTuple):
    """What a pawn passes on one move. A way that would cross the Earth, or leave the board diagonally, is none."""

    move: Move
    end: Cells
    """The square where it ends."""
    through: Cells
    """The squares passed before that."""
    pairs: tuple[Cells, ...]
    """The neighbouring ones among the squares passed, two by two (SC-3.4)."""


class Ways(NamedTuple):
    """Every way of one length in one direction."""

    ready: Cells
    """The squares from which there is one."""
    by_start: dict[Cells, Way]


class Board:
    """A board with its areas; `steps` maps each side's colour to the step toward it, clockwise from the north."""

    def __init__(self, geometry: Geometry, steps: tuple[tuple[str, Step], ...]) -> None:
        self.geometry = geometry
        self.n = geometry.n
        self.steps = dict(steps) | _diagonals(steps)
        self.straight = tuple(colour for colour, _ in steps)
        self.diagonal = tuple(name for name in self.steps if name not in self.straight)
        self.cells: tuple[Cell, ...] = tuple((row, column) for row in range(self.n) for column in range(self.n))
        self.bits: dict[Cell, Cells] = {cell: 1 << i for i, cell in enumerate(self.cells)}
        self.earth = self._bits(self._is_earth(cell) for cell in self.cells)
        self.homes = {c: self._bits(self._is_home(cell, step) for cell in self.cells) for c, step in steps}
        self.wild = {c: self._bits(self._is_wild(cell, step) for cell in self.cells) for c, step in steps}
        """The wild area of each colour (SC-4.1)."""
        self._ways: dict[tuple[str, int], Ways] = {}

    def listed(self, squares: Cells) -> tuple[Cell, ...]:
        """The squares of a set, sorted."""
        found = []
        while squares:
            lowest = squares & -squares
            found.append(self.cells[lowest.bit_length() - 1])
            squares ^= lowest
        return tuple(found)

    def walk(self, start: Cell, toward: str, number: int) -> list[Cell]:
        """The squares of a way one after another; fewer than `number` where it leaves the board (SC-3.3)."""
        row, column = start
        down, right = self.steps[toward]
        walked: list[Cell] = []
        for _ in range(number):
            row, column = row + down, column + right
            if toward in self.straight:
                row, column = row % self.n, column % self.n
            elif not (0 <= row < self.n and 0 <= column < self.n):
                break
            walked.append((row, column))
        return walked

    def toward(self, start: Cell, end: Cell) -> str:
        """The direction in which a square lies from another, as nearly as there is one."""
        down, right = end[0] - start[0], end[1] - start[1]
        if abs(down) > 2 * abs(right):
            right = 0
        elif abs(right) > 2 * abs(down):
            down = 0
        sign = (down > 0) - (down < 0), (right > 0) - (right < 0)
        return next((name for name, step in self.steps.items() if step == sign), self.straight[0])

    def is_warp(self, start: Cell, toward: str, number: int) -> bool:
        """Whether a way goes over the edge of the board."""
        down, right = self.steps[toward]
        row, column = start[0] + down * number, start[1] + right * number
        return not (0 <= row < self.n and 0 <= column < self.n)

    def ways(self, toward: str, number: int) -> Ways:
        """Every way of `number` squares toward a side, or toward the corner between two."""
        found = self._ways.get((toward, number))
        if found is None:
            found = self._ways[toward, number] = self._make_ways(toward, number)
        return found

    def _make_ways(self, toward: str, number: int) -> Ways:
        by_start: dict[Cells, Way] = {}
        for start in self.cells:
            walked = [self.bits[cell] for cell in self.walk(start, toward, number)]
            if len(walked) < number or self.earth & (sum(walked) | self.bits[start]):
                continue
            passed = walked[:-1]
            pairs = tuple(one | two for one, two in pairwise(passed))
            by_start[self.bits[start]] = Way(Move(start, toward), walked[-1], sum(passed), pairs)
        return Ways(sum(by_start), by_start)

    def _bits(self, chosen: Iterator[bool]) -> Cells:
        return sum(1 << i for i, one in enumerate(chosen) if one)

    def _is_earth(self, cell: Cell) -> bool:
        edge = (self.n - self.geometry.earth) // 2
        return all(edge <= place < edge + self.geometry.earth for place in cell)

    def _depth(self, cell: Cell, step: Step) -> int:
        """How many rows lie between a square and the side that the step leads to."""
        place = cell[0] if step[0] else cell[1]
        return place if sum(step) < 0 else self.n - 1 - place

    def _is_home(self, cell: Cell, step: Step) -> bool:
        width, depth = self.geometry.home
        edge = (self.n - width) // 2
        along = cell[1] if step[0] else cell[0]
        return self._depth(cell, step) < depth and edge <= along < edge + width

    def _is_wild(self, cell: Cell, step: Step) -> bool:
        return self._depth(cell, step) >= self.n - self.geometry.wild_depth


@lru_cache(maxsize=4)
def board_of(geometry: Geometry, steps: tuple[tuple[str, Step], ...]) -> Board:
    """The board of these measures; as many as are in play at a time are kept."""
    return Board(geometry, steps)


def _diagonals(steps: tuple[tuple[str, Step], ...]) -> dict[str, Step]:
    """The step toward the corner between each side and the next one clockwise."""
    following = (*steps[1:], steps[0])
    return {f"{one}-{two}": (a[0] + b[0], a[1] + b[1]) for (one, a), (two, b) in zip(steps, following, strict=True)}
