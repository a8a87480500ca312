"""Checks before a match whether the table is found and the picture is good enough, and says in sentences what is
missing. No screen in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from companion.table import Zones
from companion.text import later, listed, say, upper
from seeds import Page
from ui.sources.frame_loop import FrameSession
from vision.camera import Frame, Image
from vision.diagnostics import FAR, TOO_SMALL_RANK, TROUBLES, Finding, PictureHealth, health_of, look_size
from vision.dice import DiceReader
from vision.overlay import SURE, draw, write
from vision.plane import CornerError, Points, TableTracker, TrackedTable, in_image, plane_of_corners
from vision.table import CLOSEUP_ZOOM

EVERY, HEALTH_EVERY = 0.2, 1.0
"""Seconds between two looks for the sheets, and between two at light, sharpness and size."""
STEADY = 1.5
"""Seconds for which everything has to be found before the match goes on by itself: long enough to read that it is."""
START = ((0.2, 0.15), (0.8, 0.15), (0.8, 0.85), (0.2, 0.85))
"""Where the corners of a board are put to begin with, as shares of the picture."""
NUDGE = 0.005
"""How far one tap moves a corner, as a share of the picture's longer side."""
EDGE = 0.03
"""Share of the way from a sheet's corner to its middle that may lie out of the picture: nothing is printed there."""
ALL_FOUND, LOOKING = later("The table is found."), later("Looking for the table …")
NOTHING_PRINTED = later("This game needs no sheet: the picture is all there is to check.")
TAPPING = later("Put the four corners of the board in place, clockwise from its upper left one as it is printed.")
TAPPED = later("Does the outline follow the edge of the squares? Then begin.")
PARTED = later("Drag the lines so that each zone lies between its own. Then begin.")
CUT_OFF = later("{sheet} reaches out of the picture: show its {corners} corner, or move the camera back")
CUT_OFF_MORE = later("{sheet} reaches out of the picture: show its {corners} corners, or move the camera back")
CORNER_NAMES = (later("Upper left"), later("Upper right"), later("Lower right"), later("Lower left"))
PAPER, INK, CHOSEN = (250, 250, 250), (20, 20, 20), (36, 140, 255)
Corners = tuple[tuple[float, float], ...]
"""Four, as shares of the picture's width and height, clockwise from the board's upper left."""


def corner_name(corner: int) -> str:
    """`Upper left`, for corner 0."""
    return say(CORNER_NAMES[corner])


class SheetState(msgspec.Struct, frozen=True):
    """One printed sheet of the table."""

    title: str
    found: bool


class CheckScene(msgspec.Struct, frozen=True):
    """What a screen shows of the check, of one moment."""

    sentence: str
    """What is missing, or that all is found."""
    sheets: tuple[SheetState, ...]
    notes: tuple[str, ...]
    """What is worth knowing of the sheets, such as one that is printed too small."""
    verdicts: tuple[Finding, ...]
    """Light, sharpness and size of the dice."""
    found: bool
    trouble: str | None
    """One line about the source."""
    ended: bool
    tapping: bool
    corners: Corners
    chosen: int
    """The corner that the next tap or key moves."""
    corner_fault: str | None
    lines: Zones | None
    """The zones between lines on the picture, while they stand for printed sheets."""


class _Seen(NamedTuple):
    number: int
    table: TrackedTable | None


def verdicts(health: PictureHealth, with_dice: bool, on_sheets: bool) -> tuple[Finding, ...]:
    """Light, sharpness and size, what is wrong or that it is right; without dice only what a picture alone tells.
    `on_sheets`: the dice finder looks more closely at sheets that are found."""
    found = [Finding("change", one.part, one.says(health), one.rank) for one in TROUBLES if one.ails(health)]
    if on_sheets and look_size(health) * CLOSEUP_ZOOM >= FAR:
        found = [one for one in found if one.rank != TOO_SMALL_RANK]
    bad = {one.part for one in found}
    if "light" not in bad:
        found.append(
            Finding("fine", "light", say("bright enough, {value:.0f} of 255", value=health.dice_light or health.light))
        )
    if with_dice and health.dice:
        if "sharpness" not in bad and health.dice_blur is not None:
            found.append(
                Finding(
                    "fine", "sharpness", say("edges are {dice_blur:.0f} % of a die wide", dice_blur=health.dice_blur)
                )
            )
        if "dice" not in bad:
            found.append(
                Finding(
                    "fine",
                    "dice",
                    say("{dice} seen, {dice_size:.0f} pixels across", dice=health.dice, dice_size=health.dice_size),
                )
            )
    elif with_dice:
        found.append(Finding("note", "dice", say("none seen; lay some down to have their size and sharpness checked")))
    order: dict[str, int] = {"light": 0, "sharpness": 1, "dice": 2}
    return tuple(sorted((one for one in found if with_dice or one.part == "light"), key=lambda one: order[one.part]))


def pixels_in(image: Image, corners: Corners) -> list[tuple[float, float]]:
    """Shares of a picture as pixels of it."""
    height, width = image.shape[:2]
    return [(x * (width - 1), y * (height - 1)) for x, y in corners]


class TableCheck(FrameSession[CheckScene]):
    """What looks at the frames until the match begins. All methods may be called from any thread; `see` and `draw` from
    one."""

    def __init__(
        self,
        pages: Sequence[Page],
        *,
        name: str = "table",
        live: bool = False,
        with_dice: bool = True,
        size: tuple[float, float] | None = None,
        dice_reader: DiceReader | None = None,
        on_found: Callable[[], None] | None = None,
        corners: Corners | None = None,
        lines: Zones | None = None,
        by_lines: bool = False,
    ) -> None:
        """`size`: columns and rows of the game's board, where it may be tapped instead; `corners`: where it was tapped
        the last time, as shares of the picture; `lines`: zones on the picture that may stand for printed sheets, and do
        so to begin with where it goes `by_lines`; `on_found` is called once, when all has been found for a while.
        Raises vision.inference.ModelError."""
        super().__init__(live)
        self.name = name
        self.size = size
        self._pages, self._with_dice, self._on_found = tuple(pages), with_dice, on_found
        self._tracker = TableTracker(self._pages)
        self._dice_reader = dice_reader or DiceReader()
        self._tracked_at = self._judged_at = -1e9
        self._found_since: float | None = None
        self._health: PictureHealth | None = None
        self._seen = _Seen(0, None)
        self._began = False
        self._tapping = corners is not None and size is not None
        self._corners: Corners = corners or START
        self._chosen = 0
        self.may_have_lines = lines is not None
        self._lines, self._by_lines = lines or Zones(), by_lines and lines is not None
        self.image: Image | None = None
        """The newest picture, in which tapped corners are."""
        self._refresh()

    # ------------------------------------------------------------------------------------------ what the eyes tell

    def see(self, frame: Frame) -> None:
        """The next frame of the source."""
        self.image = frame.image
        if 0 <= frame.time - self._tracked_at < EVERY:
            return
        self._tracked_at = frame.time
        table = self._tracker.look(frame.image)
        health = self._health
        if not 0 <= frame.time - self._judged_at < HEALTH_EVERY:
            self._judged_at = frame.time
            health = health_of(self._dice_reader, frame.image)
        with self.change():
            self._trouble = None
            self._seen, self._health = _Seen(self._seen.number + 1, table), health
            self._refresh()
            scene = self._scene
        if (
            not scene.found
            or self._tapping
            or self._by_lines
            or any(one.level == "change" and one.rank <= 12 for one in scene.verdicts)
        ):
            self._found_since = None
        elif self._found_since is None:
            self._found_since = frame.time
        elif frame.time - self._found_since >= STEADY and self._on_found is not None and not self._began:
            self._began = True
            self._on_found()

    def stalled(self, line: str) -> None:
        with self.change():
            self._found_since = None
            super().stalled(line)

    # ------------------------------------------------------------------------------------------ what players do

    def tap_board(self, tapping: bool) -> None:
        """Whether the board is told by its corners instead of by printed sheets."""
        with self.change():
            self._tapping, self._chosen, self._found_since = tapping and self.size is not None, 0, None
            self._refresh()

    def choose_corner(self, corner: int) -> None:
        """The corner that is moved from now on."""
        with self.change():
            self._chosen = corner % 4
            self._refresh()

    def put_corner(self, x: float, y: float) -> None:
        """The chosen corner lies there, in shares of the picture; the next one is chosen."""
        self._move(x, y, self._chosen + 1)

    def nudge_corner(self, right: int, down: int) -> None:
        """Move the chosen corner by so many steps."""
        x, y = self._corners[self._chosen]
        height, width = (9, 16) if self.image is None else self.image.shape[:2]
        step = NUDGE * max(width, height)
        self._move(x + right * step / width, y + down * step / height, self._chosen)

    def _move(self, x: float, y: float, chosen: int) -> None:
        with self.change():
            corners = list(self._corners)
            corners[self._chosen] = (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))
            self._corners, self._chosen = tuple(corners), chosen % 4
            self._refresh()

    def draw_lines(self, by_lines: bool) -> None:
        """Whether lines on the picture part the zones instead of printed sheets."""
        with self.change():
            self._by_lines, self._found_since = by_lines and self.may_have_lines, None
            self._refresh()

    @property
    def lines(self) -> Zones | None:
        """The zones between lines, while they stand for printed sheets."""
        return self._lines if self._by_lines else None

    def set_line(self, index: int, share: float) -> None:
        """Move a line; it stays between its neighbours."""
        with self.change():
            self._lines = self._lines.moved(index, share)
            self._refresh()

    def apply_lines(self) -> None:
        """The lines stay where they are: nothing is sorted by them before the match."""

    def pixels_of(self, image: Image) -> list[tuple[float, float]]:
        """The tapped corners in pixels of a picture."""
        return pixels_in(image, self._corners)

    # ------------------------------------------------------------------------------------------ telling

    def _now(self) -> CheckScene:
        table = self._seen.table
        fault = self._corner_fault() if self._tapping else None
        sheets = () if self._tapping or self._by_lines or table is None else tuple(
            SheetState(page.title, kept.plane is not None) for page, kept in table.pages
        )  # fmt: skip
        if self._tapping:
            moved = all(now != first for now, first in zip(self._corners, START, strict=True))
            found = moved and fault is None
            sentence = fault or say(TAPPED if moved else TAPPING)
        elif self._by_lines:
            found, sentence = self.image is not None, say(PARTED)
        elif table is None:
            found, sentence = False, say(LOOKING)
        else:
            missing = (*table.missing, *self._cut_off(table))
            found = not missing
            sentence = missing[0] if missing else say(ALL_FOUND if self._pages else NOTHING_PRINTED)
        on_sheets = found and not self._tapping and not self._by_lines
        judged = () if self._health is None else verdicts(self._health, self._with_dice, on_sheets)
        return CheckScene(
            sentence=upper(sentence),
            sheets=sheets,
            notes=() if table is None or self._tapping or self._by_lines else table.notes,
            verdicts=judged,
            found=found,
            trouble=self._trouble,
            ended=self._ended,
            tapping=self._tapping,
            corners=self._corners,
            chosen=self._chosen,
            corner_fault=fault,
            lines=self.lines,
        )

    def _cut_off(self, table: TrackedTable) -> list[str]:
        """The sheets that are found and yet not whole in the picture: what lies on the rest nobody sees."""
        assert self.image is not None
        height, width = self.image.shape[:2]
        lines = []
        for page, plane in table.seen:
            middle = plane.outline.mean(0)
            corners = middle + (1 - EDGE) * (plane.outline - middle)
            out = [corner_name(int(n)).lower() for n in np.flatnonzero(~in_image(corners, width, height))]
            if out:
                name = say("the sheet") if len(self._pages) == 1 else page.title
                lines.append(say(CUT_OFF_MORE if len(out) > 1 else CUT_OFF, sheet=name, corners=listed(out)))
        return lines

    def _corner_fault(self) -> str | None:
        assert self.size is not None
        image = self.image if self.image is not None else np.zeros((720, 1280, 3), np.uint8)
        try:
            plane_of_corners(self.pixels_of(image), self.size)
        except CornerError as fault:
            return str(fault)
        return None

    @property
    def drawn(self) -> object:
        return (self._seen.number, self._tapping, self._corners, self._chosen, self.lines)

    def draw(self, image: Image) -> Image:
        """A copy with every sheet that is found outlined and named, or with the corners that were tapped, or the lines
        between zones."""
        if self._by_lines:
            return draw(image, (), self._lines)
        picture = image.copy()
        scale = max(picture.shape[:2]) / 1280
        if self._tapping:
            points = np.array(self.pixels_of(picture))
            _outline(picture, points, SURE if self._corner_fault() is None else CHOSEN, scale)
            for number, (x, y) in enumerate(points):
                colour = CHOSEN if number == self._chosen else PAPER
                cv2.circle(picture, (round(x), round(y)), round(15 * scale), INK, round(7 * scale), cv2.LINE_AA)
                cv2.circle(picture, (round(x), round(y)), round(15 * scale), colour, round(4 * scale), cv2.LINE_AA)
                write(picture, str(number + 1), round(x + 18 * scale), round(y - 12 * scale), 0.8 * scale, colour)
            return picture
        for page, plane in () if self._seen.table is None else self._seen.table.seen:
            points = plane.outline
            _outline(picture, points, SURE, scale)
            x, y = points[points[:, 1].argmin()]
            write(picture, page.title, round(x), round(y), 0.8 * scale, SURE)
        return picture


def _outline(picture: Image, points: Points, colour: tuple[int, int, int], scale: float) -> None:
    line = [np.round(points).astype(np.int32).reshape(-1, 1, 2)]
    cv2.polylines(picture, line, True, INK, max(2, round(8 * scale)), cv2.LINE_AA)
    cv2.polylines(picture, line, True, colour, max(1, round(4 * scale)), cv2.LINE_AA)
