"""Tracks the plane of a sheet or board from picture to picture: found by fiducials or tapped corners, held while partly
covered, tracked by its print when moved.

What it says it can show: a plane is given only where fiducials or the drawing of the thing itself agree with it in this
very picture. Everything else is a named state without a plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from companion.text import later, listed, say
from seeds import Page, page_of
from vision.camera import Image
from vision.plane.fiducials import Corners, FiducialDetector, Fiducials
from vision.plane.planar_tracking import PlanarTracker, TrackedPlacement
from vision.plane.plane import Plane, corners_of_size, plane_of_corners
from vision.plane.sheet_pose import bend, plane_of_fiducials, plane_with_dots, sheet_error

State = Literal[
    "found", "held", "followed", "no sheet", "half a sheet", "two sheets", "another sheet", "mirrored", "bent", "lost"
]
"""Found: enough is seen to give the plane. Held: part of it is covered, the rest is where it was. Followed: it was
moved while part of it was covered, and is told by its drawing. The others are without a plane. No sheet: nothing
printed by us in view. Half a sheet: too little of it to tell. Two sheets: fiducials are there twice. Another sheet: of
another game. Mirrored: a front camera. Bent: it lies in no one plane. Lost: what was tapped is not seen again."""

TITLES = (
    later("Mat"),
    later("Board"),
    later("Board G12"),
    later("Board G12s"),
    later("Board G10"),
    later("Board G10b"),
)
"""Of all that is printed, as the seeds have them."""
BENT = 1.5
"""Millimetres that fiducials or the dots at the edges may lie off the plane; more, and the sheet is not flat."""
BENT_PIXELS = 1.2
"""The same in pixels, which is more on the far side of a sheet that is seen from low down."""
HELD_MM = 1.5
"""Millimetres within which fiducials that are still seen must lie where they were for the plane to be held. Two must
be: about a single one the sheet may have turned by several degrees within that."""
HELD_WITHIN_SHARE = 0.004
"""Share of a board's longer side within which its corners must lie for it not to have moved."""


class TrackedPlane(NamedTuple):
    """The plane in one picture, and its state."""

    state: State
    plane: Plane | None
    missing: tuple[int, ...] = ()
    """Fiducials of the page that are not seen."""
    others: tuple[str, ...] = ()
    """What other sheets are in view: "Board of doubles-wild"."""

    @property
    def sentence(self) -> str:
        """What is wrong and what to do, in one line; empty while there is a plane."""
        return self.sentence_about()

    def sentence_about(self, name: str | None = None) -> str:
        """As `sentence`, of a sheet that is called `name` where there are several."""
        sheet = say("the sheet") if name is None else name
        match self.state:
            case "no sheet":
                return say("no printed sheet in view: point the camera at it, in good light")
            case "half a sheet":
                line = later("only part of {sheet} is in view: show its {corners}, or move the camera back")
                return say(line, sheet=sheet, corners=_corners(self.missing))
            case "two sheets":
                return say(
                    "{sheet} is in view twice: take one away", sheet=say("the same sheet") if name is None else name
                )
            case "another sheet":
                line = later("this is another sheet ({others}): lay down the one of this game")
                return say(line, others=", ".join(self.others))
            case "mirrored":
                return say("the picture is mirrored: use the rear camera, or switch mirroring off")
            case "bent":
                return say("{sheet} does not lie flat: smooth it down, or tape its corners", sheet=sheet)
            case "lost":
                return say("the board is not where it was: show the whole of it, or tap its corners again")
        return ""


def title_of(page: Page) -> str:
    """The name of a printed page, as players read it."""
    title = say(page.sheet.title)
    return title if page.sheet.copies == 1 else say("{sheet} of seat {number}", sheet=title, number=page.copy + 1)


def _corners(numbers: Sequence[int]) -> str:
    names = (say("upper left"), say("upper right"), say("lower right"), say("lower left"))
    shown = [names[number % 4] for number in numbers]
    if len(shown) == 1:
        return say("{corner} corner", corner=shown[0])
    return say("{corners} corners", corners=listed(shown))


class PageTracker:
    """Tracks the plane of one printed page."""

    def __init__(self, page: Page, finder: FiducialDetector | None = None) -> None:
        self.page = page
        self._finder = finder or FiducialDetector()
        self._plane: Plane | None = None
        self._reference: tuple[Image, Plane] | None = None
        """A picture in which the whole page was found, and where; and what follows by it, made when it is needed."""
        self._follower: PlanarTracker | None = None

    def look(self, image: Image, fiducials: Fiducials | None = None) -> TrackedPlane:
        """The plane in the next picture (height, width, 3); `fiducials`: those of the picture, where they are known
        already."""
        seen = self._finder.find(image) if fiducials is None else fiducials
        kept = self._located(image, seen)
        self._plane = kept.plane or self._plane
        return kept

    def _located(self, image: Image, seen: Fiducials) -> TrackedPlane:
        numbers = self.page.numbers
        if seen.mirrored:
            return TrackedPlane("mirrored", None)
        if any(number in seen.repeated for number in numbers):
            return TrackedPlane("two sheets", None)
        own = self._completed(image, {number: corners for number, corners in seen.found.items() if number in numbers})
        missing = tuple(number for number in numbers if number not in own)
        plane = plane_of_fiducials(self.page, own)
        if plane is not None and len(own) >= 3:
            sheet = self.page.sheet
            most = max(BENT, BENT_PIXELS * _coarsest(plane, sheet.marks))
            if sheet_error(plane, sheet) > BENT or bend(image, plane, sheet) > most:
                return TrackedPlane("bent", None, missing)
        if plane is not None and not missing:
            self._remember(image, plane)
            return TrackedPlane("found", plane)
        if len(own) >= 2 and self._plane is not None and self._agrees(self._plane, own):
            return TrackedPlane("held", self._plane, missing)
        dotted = plane_with_dots(image, self.page, own) if len(own) in (2, 3) else None
        if dotted is not None or (plane is not None and len(own) == 3):
            return TrackedPlane("found", dotted or plane, missing)
        others = self._others(seen)
        followed = None if others and not own else self._followed(image)
        if followed is not None and self._agrees(followed.plane, own):
            still = self._plane is not None and corner_shift(self._plane, followed.plane) <= HELD_MM
            return (
                TrackedPlane("held", self._plane, missing)
                if still
                else TrackedPlane("followed", followed.plane, missing)
            )
        if own:
            return TrackedPlane("half a sheet", None, missing)
        return TrackedPlane("another sheet" if others else "no sheet", None, missing, others)

    def _completed(self, image: Image, own: dict[int, Corners]) -> dict[int, Corners]:
        """With those fiducials that are small: they are looked for more closely where the others say they must be."""
        if not 2 <= len(own) < len(self.page.numbers):
            return own
        plane = plane_of_fiducials(self.page, own)
        if plane is None or sheet_error(plane, self.page.sheet) > BENT:
            return own
        for corner, number in enumerate(self.page.numbers):
            if number not in own:
                place = plane.pixels(np.array(self.page.sheet.fiducial(corner), np.float64))
                found = self._finder.find_near(image, number, place)
                if found is not None:
                    own = {**own, number: found}
        return own

    def _others(self, seen: Fiducials) -> tuple[str, ...]:
        """Sheets in view that are none of this page's game."""
        owners = filter(None, map(page_of, seen.found))
        return tuple(
            sorted(
                {
                    say("{sheet} of {game}", sheet=title_of(page), game=game)
                    for game, page in owners
                    if page.sheet != self.page.sheet
                }
            )
        )

    def _agrees(self, plane: Plane, own: dict[int, Corners]) -> bool:
        """Whether the fiducials that are seen lie where `plane` has them."""
        for number, corners in own.items():
            should = np.array(self.page.sheet.fiducial(self.page.numbers.index(number)), np.float64)
            if np.linalg.norm(plane.millimetres(corners.astype(np.float64)) - should, axis=1).max() > HELD_MM:
                return False
        return True

    def _remember(self, image: Image, plane: Plane) -> None:
        """Take a picture to follow by, unless the one that is there shows the sheet in the same place."""
        if self._reference is None or corner_shift(self._reference[1], plane) > HELD_MM:
            self._reference, self._follower = (image.copy(), plane), None

    def _followed(self, image: Image) -> TrackedPlacement | None:
        """The page's placement by its print; None where it is not found, or never was."""
        if self._reference is None:
            return None
        if self._follower is None:
            self._follower = PlanarTracker(*self._reference)
        return self._follower.follow(image)


def _coarsest(plane: Plane, points: Sequence[tuple[float, float]]) -> float:
    """Millimetres that a pixel is at most, around points of the plane."""
    return 1 / max(min(plane.stretches_at(point)[1] for point in points), 1e-6)


class BoardTracker:
    """Tracks the plane of a flat board by its print, from four tapped corners on."""

    def __init__(self, image: Image, corners: Sequence[tuple[float, float]], size: tuple[float, float]) -> None:
        """`corners` in pixels of `image`, clockwise from the upper left. Raises CornerError."""
        self._plane: Plane = plane_of_corners(corners, size)
        self._follower = PlanarTracker(image, self._plane)

    def look(self, image: Image) -> TrackedPlane:
        """The plane in the next picture (height, width, 3)."""
        followed = self._follower.follow(image)
        if followed is None:
            return TrackedPlane("lost", None)
        if corner_shift(self._plane, followed.plane) <= HELD_WITHIN_SHARE * max(self._plane.size):
            return TrackedPlane("held", self._plane)
        self._plane = followed.plane
        return TrackedPlane("followed", self._plane)


def corner_shift(one: Plane, other: Plane) -> float:
    """The largest distance between the corners of two planes, in units of the first (millimetres)."""
    return float(np.linalg.norm(one.millimetres(other.outline) - corners_of_size(one.size), axis=1).max())
