"""Tracks the planes of all sheets of one table: one search for fiducials a picture, and none while nothing moved.

What is wrong is told once, in a sentence a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.text import say
from seeds import Page, pages
from vision.camera import Image
from vision.plane.fiducials import Corners, FiducialDetector, Fiducials
from vision.plane.plane import Plane, corners_of_box, corners_of_size
from vision.plane.plane_tracker import PageTracker, TrackedPlane, title_of

SAME_FIDUCIAL = 0.985
"""Correlation from which the picture of a fiducial shows it where it was; one that moved by half a pixel has less."""
SAME_PRINT = 0.012
"""Share by which two sheets may seem to be printed in different sizes and are not."""
COPLANAR = 2.0
"""Millimetres by which one sheet may differ from its true form on another's plane for the two to be compared."""
WORTH_SAYING = 0.015
"""Difference in print size from which a note is made."""


class TrackedPage(NamedTuple):
    """One sheet in one picture."""

    page: Page
    kept: TrackedPlane


class TrackedTable(NamedTuple):
    """All sheets in one picture."""

    pages: tuple[TrackedPage, ...]
    fiducials: Fiducials | None
    """What was found; None: nothing was looked for, since all is where it was or there is no sheet."""

    @property
    def seen(self) -> tuple[tuple[Page, Plane], ...]:
        """The sheets whose plane is known."""
        return tuple((page, kept.plane) for page, kept in self.pages if kept.plane is not None)

    @property
    def missing(self) -> tuple[str, ...]:
        """What of the table is not in view, one sentence each."""
        wrong = [(page, kept) for page, kept in self.pages if kept.plane is None]
        states = {kept.state for _, kept in wrong}
        if len(self.pages) == 1 or states == {"mirrored"}:
            return tuple(dict.fromkeys(kept.sentence for _, kept in wrong))
        absent = [(page, kept) for page, kept in wrong if kept.state in ("no sheet", "another sheet")]
        if absent and len(absent) == len(self.pages):  # said once for all of them
            worst = next((kept for _, kept in absent if kept.state == "another sheet"), absent[0][1])
            return (worst.sentence,)
        twice = [page for page, kept in wrong if kept.state == "two sheets"]
        return tuple(_sentence(page, kept, twice) for page, kept in wrong)

    def cut_off(self, size: tuple[int, int]) -> tuple[str, ...]:
        """What of the sheets whose plane is known the edge of a picture of `size` cuts off, one sentence each."""
        sentences = []
        for page, plane in self.seen:
            boxes = [area.box for area in page.sheet.areas] + [grid.box for grid in page.sheet.grids]
            if boxes and not plane.shows(np.concatenate([corners_of_box(box) for box in boxes]), size).all():
                hidden = tuple(np.flatnonzero(~plane.shows(corners_of_size(plane.size), size)).tolist())
                kept = TrackedPlane("half a sheet", None, hidden)
                sentences.append(kept.sentence_about(None if len(self.pages) == 1 else title_of(page)))
        return tuple(sentences)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which sheet is printed smaller than the first one that is seen, or than which the first one is smaller."""
        seen, sentences = self.seen, []
        for page, plane in seen[1:]:
            first, reference = seen[0]
            ratio = print_ratio(reference, plane)
            if ratio is not None and abs(ratio - 1) > WORTH_SAYING:
                small, large, share = (page, first, ratio) if ratio < 1 else (first, page, 1 / ratio)
                sentences.append(
                    say(
                        "{small} is printed at {share} % of the size of {large}: it can be played on; print both at "
                        "100 % another time",
                        small=title_of(small),
                        share=f"{100 * share:.0f}",
                        large=title_of(large),
                    )
                )
        return tuple(sentences)


def _sentence(page: Page, kept: TrackedPlane, twice: Sequence[Page]) -> str:
    if kept.state not in ("no sheet", "another sheet"):
        return kept.sentence_about(title_of(page))
    sheet = title_of(page)
    if any(other.sheet == page.sheet for other in twice):
        return say("{sheet} is not in view: print the page of each seat, and lay it down", sheet=sheet)
    if not kept.others:
        return say("{sheet} is not in view: lay it down, or move the camera back", sheet=sheet)
    others = ", ".join(kept.others)
    return say("{sheet} is not in view ({others} is): lay it down, or move the camera back", sheet=sheet, others=others)


def pages_on_table(game: str, seats: int = 1, sheet: str | None = None) -> tuple[Page, ...]:
    """The printed pages that lie on the table of a game: one a seat where each has its own, and of several boards the
    one called `sheet`, else the first. Raises KeyError for a sheet that the game has not, and seeds.SeedError."""
    every = pages(game)
    if not every:
        return ()
    name = every[0].sheet.id if sheet is None else sheet
    chosen = tuple(page for page in every if page.sheet.id == name)
    if not chosen:
        raise KeyError(name)
    return chosen[:seats] if chosen[0].sheet.copies > 1 else chosen


class TableTracker:
    """Tracks the planes of some pages. Not thread-safe."""

    def __init__(self, on_table: Sequence[Page], finder: FiducialDetector | None = None) -> None:
        self._finder = finder or FiducialDetector()
        self._trackers = [PageTracker(page, self._finder) for page in on_table]
        self._newest: TrackedTable | None = None
        self._patches: list[tuple[tuple[int, int, int, int], NDArray[np.float32]]] = []
        """Left, top, right and bottom of what was seen of each fiducial, and how it looked."""

    def look(self, image: Image, search: bool = True) -> TrackedTable:
        """What the next picture says. Without `search`, which is for pictures in which little changed, fiducials are
        looked for only if one that was seen before does not look as it did."""
        if not search and self._newest is not None and self._unmoved(image):
            return self._newest._replace(fiducials=None)
        seen = self._found(image) if self._trackers else None
        found = tuple(TrackedPage(tracker.page, tracker.look(image, seen)) for tracker in self._trackers)
        self._newest = TrackedTable(found, seen)
        self._patches = []
        if seen is not None and all(kept.plane is not None for _, kept in found):
            self._patches = [_patch(image, _around(corners, image)) for corners in seen.found.values()]
        return self._newest

    def _found(self, image: Image) -> Fiducials:
        """The fiducials of a picture; where too few of a page are among them, of a closer look too."""
        seen = self._finder.find(image)
        few = any(len(seen.found.keys() & set(tracker.page.numbers)) < 2 for tracker in self._trackers)
        return self._finder.find_closer(image, seen) if few and not seen.mirrored and not seen.repeated else seen

    def _unmoved(self, image: Image) -> bool:
        """Whether every fiducial that was seen looks as it did."""
        return bool(self._patches) and all(_alike(was, _patch(image, box)[1]) for box, was in self._patches)


def _around(corners: Corners, image: Image) -> tuple[int, int, int, int]:
    height, width = image.shape[:2]
    (left, top), (right, bottom) = np.floor(corners.min(0)) - 1, np.ceil(corners.max(0)) + 2
    return max(int(left), 0), max(int(top), 0), min(int(right), width), min(int(bottom), height)


def _patch(image: Image, box: tuple[int, int, int, int]) -> tuple[tuple[int, int, int, int], NDArray[np.float32]]:
    left, top, right, bottom = box
    grey = cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    return box, np.asarray(grey, np.float32)


def _alike(was: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
    if was.shape != now.shape:
        return False
    return float(cv2.matchTemplate(now, was, cv2.TM_CCOEFF_NORMED)[0, 0]) >= SAME_FIDUCIAL


def print_ratio(one: Plane, other: Plane) -> float | None:
    """The printed size of the second sheet over that of the first; None where they are not coplanar.

    How large a single sheet is no picture of it tells: only another one beside it does. Nothing that is read depends on
    it, since cells and zones are known by their place on their own sheet.
    """
    own = corners_of_size(other.size)
    there = one.millimetres(other.outline)
    (x, y), (u, v) = (own - own.mean(0)).T, (there - there.mean(0)).T
    square = float(np.sum(x**2 + y**2))
    turn = np.array([np.sum(x * u + y * v), np.sum(x * v - y * u)]) / square
    fitted = np.stack([turn[0] * x - turn[1] * y, turn[1] * x + turn[0] * y])
    if np.abs(fitted - np.stack([u, v])).max() > COPLANAR:
        return None
    ratio = float(np.hypot(*turn))
    return 1.0 if abs(ratio - 1) <= SAME_PRINT else ratio
