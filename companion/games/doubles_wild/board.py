"""The board of Doubles Wild: 81 squares as the bits of a whole number, and the 224 windows on them (DW-1.1, DW-5.1).

Bit 0 is the square of red row 3 and blue column 3, bit 1 that of row 3 and column 4, bit 9 that of row 4 and column 3.
A set of squares is the whole number with their bits; `windows` and what follows look at the squares of one seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from msgspec import Meta

LOWEST, HIGHEST = 3, 11
"""The labels along each edge: what two dice can show in all without a double."""
LABELS = range(LOWEST, HIGHEST + 1)
WIDTH = len(LABELS)

Label: TypeAlias = Annotated[int, Meta(ge=LOWEST, le=HIGHEST, title="label")]
Square: TypeAlias = Annotated[tuple[Label, Label], Meta(description="a square is [row, column]")]
"""Labels of the red row and the blue column."""
Bits: TypeAlias = int
"""A set of squares."""

SQUARES: tuple[Square, ...] = tuple((row, column) for row in LABELS for column in LABELS)
"""The square of each bit."""
INDEX: dict[Square, int] = {square: index for index, square in enumerate(SQUARES)}
"""The bit of each square."""


def bits_of(squares: Iterable[Square]) -> Bits:
    """The set of these squares."""
    return sum(1 << INDEX[square] for square in set(squares))


def squares_of(bits: Bits) -> list[Square]:
    """The squares of a set, row by row."""
    return [square for index, square in enumerate(SQUARES) if bits >> index & 1]


ROWS: dict[int, Bits] = {row: bits_of(s for s in SQUARES if s[0] == row) for row in LABELS}
COLUMNS: dict[int, Bits] = {column: bits_of(s for s in SQUARES if s[1] == column) for column in LABELS}
BOARD: Bits = (1 << len(SQUARES)) - 1


def _window(square: Square, down: int, right: int) -> tuple[Square, Square, Square] | None:
    """The three squares from `square` on in one direction; None where the board ends before."""
    row, column = square
    second, third = (row + down, column + right), (row + 2 * down, column + 2 * right)
    return (square, second, third) if third in INDEX else None


_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""As steps in rows and columns: across, down, and the two diagonals."""

WINDOWS: tuple[Bits, ...] = tuple(
    bits_of(window) for step in _DIRECTIONS for square in SQUARES if (window := _window(square, *step))
)
"""Every three consecutive squares in a row, column or diagonal: 63 + 63 + 49 + 49."""

_THROUGH: tuple[tuple[Bits, ...], ...] = tuple(
    tuple(window for window in WINDOWS if window >> index & 1) for index in range(len(SQUARES))
)
"""The windows that each square is part of: 3 for a corner, 12 in the middle."""

_STARTS: tuple[tuple[int, int, Bits], ...] = tuple(
    (
        down * WIDTH + right,
        2 * (down * WIDTH + right),
        bits_of(square for square in SQUARES if _window(square, down, right)),
    )
    for down, right in _DIRECTIONS
)
"""For each direction how far the second and the third square of a window are in bits, and where windows begin."""


def windows(own: Bits) -> int:
    """How many windows these squares complete."""
    return sum(windows_each_way(own))


def windows_each_way(own: Bits) -> tuple[int, ...]:
    """The same across, down, down to the right and down to the left."""
    return tuple((own & own >> one & own >> two & starts).bit_count() for one, two, starts in _STARTS)


def windows_of(own: Bits) -> tuple[Bits, ...]:
    """The windows that these squares complete."""
    return tuple(window for window in WINDOWS if own & window == window)


def in_windows(own: Bits) -> Bits:
    """Those of these squares that are part of a complete window (DW-5.3)."""
    safe = 0
    for one, two, starts in _STARTS:
        begun = own & own >> one & own >> two & starts
        if begun:
            safe |= begun | begun << one | begun << two
    return safe


def windows_through(own: Bits, index: int) -> int:
    """How many windows through one square these squares complete: 0 to 12 (DW-5.2)."""
    return sum(own & window == window for window in _THROUGH[index])


def shared_by_windows(own: Bits) -> Bits:
    """The squares that all windows completed by `own` have in common; the whole board where there is none."""
    shared = BOARD
    for window in windows_of(own):
        shared &= window
    return shared
