"""`companion board`: read the pieces on a board in a photograph; a plan for people, or JSON (docs/formats.md)."""

from __future__ import annotations

import argparse
import json
import re
import time
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal, complain

if TYPE_CHECKING:
    from vision.boards import BoardReader, BoardReading, Grid, NamedColours
    from vision.camera import Image
    from vision.plane import Plane

_LEAST, _MOST = 2, 32  # rows and columns of a board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    # A corner beyond the picture's left edge, -5,120, is no option; argparse has no public way to say so.
    parser._negative_number_matcher = re.compile(r"-\d")
    parser.add_argument("image", metavar="IMAGE", help="a picture of the board")
    parser.add_argument("--grid", metavar="RxC", required=True, help="rows and columns, such as 8x8")
    parser.add_argument(
        "--corners",
        metavar="X,Y",
        nargs="+",
        help="the board's four corners in pixels, upper left first, clockwise; without them fiducials are looked for",
    )
    parser.add_argument("--points", action="store_true", help="pieces stand on crossings of lines, which are counted")
    parser.add_argument(
        "--tap",
        metavar="NAME=X,Y",
        action="append",
        default=[],
        help="a piece of a colour, which is called so from then on; once or more for each colour",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--draw", metavar="FILE", help="write a copy with what was read drawn in, as JPEG or PNG")


def run(arguments: argparse.Namespace) -> int:
    """Read one board; 1 when the picture or the board cannot be read."""
    from vision.boards import BoardNotFound, BoardReader
    from vision.camera import PictureError, read_picture
    from vision.inference import ModelError, load_network

    grid = _grid(arguments.grid, arguments.points)
    corners = None if arguments.corners is None else [_point(text, "--corners") for text in arguments.corners]
    taps = [_tap(text) for text in arguments.tap]
    try:
        reader = BoardReader(load_network("cells"), patient=True)
        image = read_picture(arguments.image)
    except (ModelError, PictureError) as error:
        raise Refusal(str(error)) from None
    start = time.perf_counter()
    try:
        plane = _plane(image, grid, corners)
    except BoardNotFound as none:
        complain(f"{arguments.image}: {none}")
        if arguments.json:
            print(_json(arguments.image, grid, None, None, (time.perf_counter() - start) * 1000))
        return UNREAD
    reading = reader.read(image, plane, grid, _tapped(reader, image, plane, grid, taps))
    ms = (time.perf_counter() - start) * 1000
    if arguments.draw:
        _draw(arguments.draw, image, plane, grid, reading)
    if arguments.json:
        print(_json(arguments.image, grid, plane, reading, ms))
    else:
        print(_table(arguments.image, grid, reading, ms))
    return 0


def _grid(text: str, points: bool) -> Grid:
    from vision.boards import Grid

    match = re.fullmatch(r"(\d{1,9})[xX×](\d{1,9})", text.strip())
    if match is None:
        raise Refusal(f"--grid {text}: rows and columns are wanted, such as 8x8", WRONG_USE)
    rows, cols = int(match[1]), int(match[2])
    if not (_LEAST <= rows <= _MOST and _LEAST <= cols <= _MOST):
        raise Refusal(f"--grid {text}: a board has {_LEAST} to {_MOST} rows and columns", WRONG_USE)
    return Grid(rows, cols, points)


def _point(text: str, option: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise Refusal(f"{option} {text}: a point is x,y in pixels, such as 120,85.5", WRONG_USE) from None
    return x, y


def _tap(text: str) -> tuple[str, tuple[float, float]]:
    name, is_there, point = text.partition("=")
    if not is_there or not name.strip():
        raise Refusal(f"--tap {text}: a name and a point are wanted, such as red=120,85", WRONG_USE)
    return name.strip(), _point(point, "--tap")


def _plane(image: Image, grid: Grid, corners: list[tuple[float, float]] | None) -> Plane:
    """Where the board lies. Raises BoardNotFound, and Refusal for corners that are none."""
    from vision.boards import find_board, plane_of_given
    from vision.plane import CornerError

    if corners is None:
        return find_board(image, grid)
    try:
        return plane_of_given(corners, grid, image)
    except CornerError as error:
        raise Refusal(f"--corners: {error}", WRONG_USE) from None


def _tapped(
    reader: BoardReader, image: Image, plane: Plane, grid: Grid, taps: list[tuple[str, tuple[float, float]]]
) -> NamedColours | None:
    """The colours that were pointed at; None when nothing was."""
    from vision.boards import NamedColourError, NamedColours

    if not taps:
        return None
    own, bodies = NamedColours(), grid.bodies(grid.rectify(image, plane))
    there = {(site.row, site.col) for site in reader.read(image, plane, grid).sites if site.colour is not None}
    for name, (x, y) in taps:
        at = grid.site_at(plane, (x, y))
        if at not in there:
            where = "beside the board" if at is None else f"on row {at[0]}, column {at[1]}, where no piece is seen"
            raise Refusal(f"--tap {name}={x:g},{y:g} points {where}; point at the foot of a piece", WRONG_USE)
        try:
            own.point(name, bodies[at])
        except NamedColourError as error:
            raise Refusal(f"--tap {name}: {error}", WRONG_USE) from None
    return own


def _json(name: str, grid: Grid, plane: Plane | None, reading: BoardReading | None, ms: float) -> str:
    """One board as docs/formats.md has it."""
    corners = None if plane is None else [[round(float(x), 1), round(float(y), 1)] for x, y in plane.outline]
    cells = None
    if reading is not None:
        cells = [[site.row, site.col, site.colour, site.confidence, site.certain] for site in reading.sites]
    data = {"image": name, "rows": grid.rows, "cols": grid.cols, "corners": corners, "cells": cells}
    return json.dumps(data | {"ms": round(ms, 2)}, separators=(",", ":"), ensure_ascii=False)


def _table(name: str, grid: Grid, reading: BoardReading, ms: float) -> str:
    """One board for people: a letter a piece, small where it is in doubt."""
    from companion.text import one_line

    pieces = [site for site in reading.sites if site.colour is not None]
    letters = _letters(sorted({str(site.colour) for site in pieces}))
    rows = [["."] * grid.cols for _ in range(grid.rows)]
    for site in reading.sites:
        letter = letters.get(str(site.colour), "?")
        rows[site.row][site.col] = (
            "#" if site.covered else "?" if site.colour is None else letter if site.certain else letter.lower()
        )
    lines = [f"{one_line(name)}  {grid.rows} x {grid.cols}, {_count(len(pieces), 'piece')}, {ms:.0f} ms"]
    lines += [f"  {' '.join(row)}" for row in rows]
    for colour, letter in letters.items():
        own = [site for site in pieces if site.colour == colour]
        doubtful = sum(not site.certain for site in own)
        lines.append(
            f"  {letter} {colour}: {len(own)}"
            + (f", of which {doubtful} unsure ({letter.lower()})" if doubtful else "")
        )
    hidden, open_ = (
        sum(site.colour is None and site.covered == covered for site in reading.sites) for covered in (True, False)
    )
    lines += [f"  # covered, or out of the picture: {hidden}"] if hidden else []
    lines += [f"  ? perhaps a piece: {open_}"] if open_ else []
    return "\n".join(lines)


def _letters(colours: list[str]) -> dict[str, str]:
    """A letter for each colour, the first of its name that is free."""
    given: dict[str, str] = {}
    for colour in colours:
        free = [
            c.upper() for c in colour + "abcdefghijklmnopqrstuvwxyz" if c.isalpha() and c.upper() not in given.values()
        ]
        given[colour] = free[0] if free else "*"
    return given


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _draw(target: str, image: Image, plane: Plane, grid: Grid, reading: BoardReading) -> None:
    import os

    import cv2

    from vision.overlay import draw_board

    ending = os.path.splitext(target)[1].lower()
    if ending not in (".jpg", ".jpeg", ".png"):
        raise Refusal(f"--draw {target}: a name that ends in .jpg or .png is wanted", WRONG_USE)
    try:
        coded = cv2.imencode(ending, draw_board(image, plane, grid, reading))[1]
        with open(target, "wb") as file:
            file.write(coded.tobytes())
    except OSError as error:
        raise Refusal(f"--draw {target}: cannot be written ({error.strerror})") from None
