"""Places dice on the table: filters what cannot be a die there, and computes millimetres, zones and outlines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Colour, Die, Doubt, Zones
from seeds import FIDUCIAL, Page
from vision.boards import SheetSeen, off_grids, piece_colours, pieces_in, without_pieces
from vision.dice import Candidates, shared_areas
from vision.inference import box_distance
from vision.motion import Matrix, carried
from vision.plane import Camera, Plane, Points, camera_of
from vision.table.die_footprint import DieFootprint, box_sides, die_sized, feet_of, much_smaller, outline_of, side_of
from vision.table.zones import ZoneAssignment, sort_between, sort_feet, zones_of

ACROSS: Doubt = "across a line"


PART, SMALLER = 0.45, 0.6
"""Share of a die's box that lies in another's, and its area over that one's, from and to which it may be a part of it
that was found twice. On labelled photographs 9 of 4,107 dice are so, and five in six that were certain are dice."""
ROOM, WHOLE = 0.5, 0.75
"""Sides of a die within which the middles of two feet are those of one die: of rendered dice no two are, and eleven
times a die and its side, which was read as another, for certain at times. And area of a find over another's below which
it is a part of that."""
NEAR, AS_ONE = 0.9, 1.2
"""The same where both together look no larger than so many times a single die: on fifty rendered films four times a die
and its side, and no two dice."""
PERHAPS = 0.5
"""Probability of such a die, at most; and of what is shown below which a find that may be no die is likelier none."""
HIDDEN_PART: frozenset[Doubt] = frozenset(("covered", "cut off"))
"""Why a die may look smaller than it is."""
SAME_PLACE = 0.35
"""Sides of a fiducial within which a die's middle lies on that of what is printed there."""
BESIDE_PICTURE = 0.8
"""Sides of a fiducial to the left and right of a legend's picture within which words and digits explain it."""
GROUP, INNER = 2, 0.3
"""Pieces whose feet are seen within so many sides of a find's middle from which they are what was found: two rows of
pawns look like the pips of a six, and a die would hide their feet."""
FEET = 0.4
"""As INNER, where one piece is enough: a find that is doubted, and has its colour, is it."""
LIKE_A_DIE = 0.45
"""Heat from which a find is read that lies where a piece stands for certain: 96 in 100 dice have it, and half of the
markers. What is read there counts only if it is certain."""


MAY_BE_A_DIE = 0.75
"""Probability from which a die whose face alone is in doubt is not taken for the piece that seems to stand there: seen
from above a rounded die with two faint pips looks like a marker, and markers that look like dice have 0.55 at most on
rendered films."""


NUDGED = 0.75
"""Sides of a die by which a sheet that is pushed aside takes its dice along."""


class PlacedDice(NamedTuple):
    """The dice of one picture with all that is known of where they lie."""

    dice: tuple[Die, ...]
    outlines: tuple[Points, ...]
    """(n, 2) pixels each: around what is seen of a die; what shows none of its faces may be none."""
    zones: tuple[str, ...]
    """The zones that are in view as a whole."""


def possible(dice: Sequence[Die], seen: Sequence[tuple[Page, Plane]], size: tuple[int, int]) -> tuple[Die, ...]:
    """Those of `dice` in a picture of `size` (width, height) that are of a die's size on the table, and nothing that is
    printed on a sheet; all of them where no plane is known. What may be a part of another, or its side, is in doubt."""
    if not seen:
        return tuple(dice)
    boxes = np.array([die.box for die in dice], np.float64).reshape(-1, 4)
    sized = die_sized(boxes, seen[0][1], np.array([die.confidence >= PERHAPS for die in dice], np.bool_))
    answers = [
        die for die, fits in zip(dice, sized, strict=True) if fits and not any(_printed(die, *sheet) for sheet in seen)
    ]
    there = np.array([die.box for die in answers], np.float32).reshape(-1, 4)
    parts = _parts(there) | _sides(answers, there, camera_of(seen[0][1], size))
    return tuple(_in_doubt(die) if part else die for die, part in zip(answers, parts, strict=True))


def _parts(boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(n,): whether each of `boxes` (n, 4) may be a part of another that is larger."""
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    shared = shared_areas(boxes, boxes)
    return np.asarray(((shared > PART * areas[:, None]) & (areas[:, None] < SMALLER * areas[None])).any(1))


def _sides(dice: Sequence[Die], boxes: NDArray[np.float32], camera: Camera) -> NDArray[np.bool_]:
    """(n,): which of `dice` may be sides of others: both would stand where one has room, and a side is seen below the
    upper face, unless the whole die is."""
    if not (shared_areas(boxes, boxes) > 0).sum(1).max(initial=0) > 1:  # none lies before another
        return np.zeros(len(boxes), np.bool_)
    side, _ = side_of(dice, camera)
    feet = np.array([foot.middle for foot in feet_of(dice, camera)], np.float64).reshape(-1, 2)
    apart = np.linalg.norm(feet[:, None] - feet[None], axis=2) / side
    crowded = (apart < ROOM) | ((apart < NEAR) & _look_like_one(boxes, camera.plane))
    middles, areas = (boxes[:, :2] + boxes[:, 2:]) / 2, (boxes[:, 2:] - boxes[:, :2]).prod(1)
    up = camera.lifted(side).pixels(feet) - camera.plane.pixels(feet)
    below = ((middles[:, None] - middles[None]) * up[:, None]).sum(2) < 0
    smaller = areas[:, None] < WHOLE * areas[None]
    return np.asarray((crowded & (smaller | (below & ~smaller.T))).any(1))


def _look_like_one(boxes: NDArray[np.float32], plane: Plane) -> NDArray[np.bool_]:
    """(n, n): which two of `boxes` (n, 4) lie within one that is hardly larger than most are."""
    low, high = np.minimum(boxes[:, None, :2], boxes[None, :, :2]), np.maximum(boxes[:, None, 2:], boxes[None, :, 2:])
    usual = float(np.median(np.sqrt(box_sides(boxes, plane).prod(1))))
    both = np.sqrt(box_sides(np.concatenate([low, high], 2).reshape(-1, 4), plane).prod(1))
    return np.asarray((both <= AS_ONE * usual).reshape(len(boxes), len(boxes)))


def _in_doubt(die: Die) -> Die:
    doubts = (*die.doubts, *(() if "not a die" in die.doubts else ("not a die",)))
    return msgspec.structs.replace(die, certain=False, confidence=min(die.confidence, PERHAPS), doubts=doubts)


def _likely(die: Die) -> bool:
    return die.confidence >= MAY_BE_A_DIE and "not a die" not in die.doubts


def _perhaps_none(die: Die) -> bool:
    """Whether it may be no die at all: it shows no face, or is likelier none than one that shows what was read. A
    drawing that looks like one of a set and no other is likelier on a die than anywhere else."""
    shows_none = die.value is None and die.face is None
    named = die.face is not None and not die.face_alternatives
    return "not a die" in die.doubts and (shows_none or (die.confidence < PERHAPS and not named))


def _printed(die: Die, page: Page, plane: Plane) -> bool:
    """Whether it is a fiducial of the sheet, or a picture of its legend or what is written beside that: its middle lies
    where that has its own, and it shows no pips, or none that are likely."""
    perhaps_none = _perhaps_none(die) or (not die.certain and die.confidence < PERHAPS)
    if not (perhaps_none or (die.value is None and die.face)):
        return False
    middle = plane.millimetres(np.array([die.centre], np.float64))[0]
    squares = np.array([page.sheet.fiducial(corner) for corner in range(4)], np.float64).mean(1)
    pictures = np.array(page.sheet.legend, np.float64).reshape(-1, 2)
    places = pictures if die.face is not None else np.concatenate([squares, pictures])
    at_one = np.abs(places - middle).max(1, initial=0) < FIDUCIAL * SAME_PLACE
    beside = (np.abs(pictures - middle) < (FIDUCIAL * BESIDE_PICTURE, FIDUCIAL * SAME_PLACE)).all(1) & perhaps_none
    return bool(at_one.any() or beside.any())


def beside_pieces(
    dice: Sequence[Die], looked: Sequence[SheetSeen], in_play: Collection[Colour] = ()
) -> tuple[Die, ...]:
    """Those of `dice` that are no markers or pawns: one that is hardly a die where a piece stands for certain is that
    piece, and what shows no face on a cell, and may be no die, is what the grid says of that cell. Where both are
    likely one of them is wrong: the die is asked about, and what it hides as well; unless it has the piece's colour and
    none of the dice `in_play` has, or looks much smaller than they do. The reader of boards took none of 125 rendered
    dice on cells for a piece, and glossy marbles look like dice."""
    boxes = np.array([die.box for die in dice], np.float32).reshape(-1, 4)
    free, grouped = without_pieces(looked, boxes), pieces_in(looked, _inner(boxes)) >= GROUP
    doubted = [die.colour if "not a die" in die.doubts else None for die in dice]
    grouped |= pieces_in(looked, _inner(boxes, FEET), doubted) > 0
    grouped |= _small_on_cells(dice, boxes, looked)
    colours = piece_colours(looked, boxes) if in_play else [None] * len(boxes)
    kept = []
    for die, box, beside, group, colour in zip(dice, boxes, free, grouped, colours, strict=True):
        if group or (colour is not None and colour == die.colour and colour not in in_play):
            continue
        if not beside and (die.certain or _likely(die)):
            kept.append(msgspec.structs.replace(die, certain=False, doubts=(*die.doubts, "not a die")))
        elif die.certain or (beside and (not _perhaps_none(die) or off_grids(looked, box[None])[0])):
            kept.append(die)
    return tuple(kept)


def _small_on_cells(dice: Sequence[Die], boxes: NDArray[np.float32], looked: Sequence[SheetSeen]) -> NDArray[np.bool_]:
    """(n,): which of `dice` in `boxes` (n, 4) on cells are doubted and look too small for dice of their colour."""
    doubted = np.array([not die.certain and not HIDDEN_PART & set(die.doubts) for die in dice], np.bool_)
    small = doubted & ~off_grids(looked, boxes)
    if small.any():
        plane = next(part.plane for sheet in looked for part in sheet.parts)
        alike = np.array([[other.certain and other.colour == die.colour for other in dice] for die in dice], np.bool_)
        small &= much_smaller(boxes, plane, alike)
    return np.asarray(small)


def coloured_like(dice: Sequence[Die], in_play: Collection[Colour]) -> tuple[Die, ...]:
    """Those of `dice` that are likely ones, or have the colour of dice `in_play`, where that is known. What is printed
    on sheets has other colours: of what was hardly a die on sixteen rendered films all that was none, but beside white
    dice."""
    return tuple(die for die in dice if not in_play or die.colour in in_play or not _perhaps_none(die))


def left_out(read: Sequence[Die], kept: Sequence[Die], looked: Sequence[SheetSeen]) -> bool:
    """Whether something of what was `read` that is likely a die is not among those that were `kept`, though no grid
    tells what lies there."""
    places = {die.box for die in kept}
    boxes = [die.box for die in read if die.box not in places and "not a die" not in die.doubts]
    return bool(off_grids(looked, np.array(boxes, np.float32).reshape(-1, 4)).any())


def lost_among(
    read: Sequence[Die],
    kept: Sequence[Die],
    before: Sequence[Die],
    seen: Sequence[tuple[Page, Plane]],
    looked: Sequence[SheetSeen],
) -> tuple[Die, ...]:
    """Those of the dice that lay there for certain `before` and are not among those that are `kept` now, each where
    something lies that was `read` and is neither: it may be the die, which a nudge of the sheet has brought there.
    What is printed there, or what a grid tells of, is not."""
    places = {die.box for die in kept}
    rest = [die for die in read if die.box not in places and not any(_printed(die, *sheet) for sheet in seen)]
    off = off_grids(looked, np.array([die.box for die in rest], np.float32).reshape(-1, 4))
    rest = [die for die, free in zip(rest, off, strict=True) if free]
    gone = [die for die in before if die.certain and not any(_beside(die, other) for other in kept)]
    near = [(die, next((find for find in rest if _beside(die, find)), None)) for die in gone]
    return tuple(msgspec.structs.replace(die, box=find.box) for die, find in near if find is not None)


def _beside(die: Die, other: Die) -> bool:
    return box_distance(die.box, other.box) < NUDGED


def _inner(boxes: NDArray[np.float32], share: float = INNER) -> NDArray[np.float32]:
    """The middles of boxes (n, 4), to a `share` of the sides around them: what a die hides however it is turned."""
    middle, side = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    return np.concatenate([middle - side * share, middle + side * share], 1)


def worth_reading(found: Candidates, looked: Sequence[SheetSeen]) -> NDArray[np.bool_]:
    """(n,): which finds may be dice: where a piece stands for certain, only those that look much like one."""
    return np.asarray(without_pieces(looked, found.boxes) | (found.heat >= LIKE_A_DIE))


def box_corners(die: Die) -> Points:
    """(4, 2): the corners of a die's box, in pixels with the first pixel's middle at 0, 0."""
    x0, y0, x1, y1 = die.box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64) - 0.5


def place(
    dice: Sequence[Die],
    size: tuple[int, int],
    first: Plane | None,
    seen: Sequence[tuple[Page, Plane]],
    lines: Zones | None = None,
    since_lines: Matrix | None = None,
    lost: bool = False,
) -> PlacedDice:
    """`dice` of a picture of `size` (width, height) with their places on the plane `first`, which is one of those that
    are `seen`, and their zones: the areas of the sheets, or the bands between `lines` on the picture instead: on that
    one from which the camera has moved by `since_lines`, in pixels, to this one. `lost`: that is not known,
    so that no die is known to be in any of them."""
    feet = [feet_of(dice, camera_of(plane, size)) for _, plane in seen]
    if lines is not None:
        zones = lines.names
        then = dice if since_lines is None else carried(dice, np.asarray(np.linalg.inv(since_lines), np.float64))
        found = [ZoneAssignment(None, zones)] * len(dice) if lost else sort_between(then, lines, size[0])
    else:
        areas = [zones_of(page) for page, _ in seen]
        zones = tuple(
            zone.name
            for known, (_, plane) in zip(areas, seen, strict=True)
            for zone in known
            if plane.shows(zone.outline, size).all()
        )
        found = _merge_zones([sort_feet(there, known) for there, known in zip(feet, areas, strict=True)], len(dice))
    places: list[DieFootprint | None] = [None] * len(dice)
    for (_, plane), there in zip(seen, feet, strict=True):
        if plane is first:
            places = list(there)
    outlines: tuple[Points, ...] = ()
    if seen:
        likely = [(die, foot) for die, foot in zip(dice, feet[0], strict=True) if not _perhaps_none(die)]
        outlines = tuple(outline_of(die, foot, seen[0][1]) for die, foot in likely)
    placed = tuple(_placed(*each) for each in zip(dice, places, found, strict=True))
    return PlacedDice(placed, outlines, zones)


def _merge_zones(each: Sequence[Sequence[ZoneAssignment]], count: int) -> list[ZoneAssignment]:
    """What several sheets say of the same dice."""
    answers = []
    for n in range(count):
        here = [sheet[n] for sheet in each]
        sure = [one.zone for one in here if one.zone is not None]
        touched = (*sure, *(name for one in here for name in one.across))
        answers.append(ZoneAssignment(sure[0]) if sure and len(touched) == 1 else ZoneAssignment(None, touched))
    return answers


def _placed(die: Die, foot: DieFootprint | None, found: ZoneAssignment) -> Die:
    where = None if foot is None else (round(float(foot.middle[0]), 1), round(float(foot.middle[1]), 1))
    doubts = (*die.doubts, ACROSS) if found.across else die.doubts
    certain = die.certain and not found.across
    return msgspec.structs.replace(
        die, place=where, zone=found.zone, across=found.across, certain=certain, doubts=doubts
    )
