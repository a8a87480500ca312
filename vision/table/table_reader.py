"""Reads a whole table, from single pictures or a stream of frames, to a `TableView`.

What costs time is done where something changed: fiducials are looked for where one moved or something new lies on the
table, grids are read where their own picture changed, and a frame in which nothing moves ends as with
`vision.dice.dice_reader`. How dice, grids and cards are read is no matter of this module: their readers are given to
it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import msgspec
import numpy as np

from companion.table import Box, CardSeen, Cell, Die, Piece, TableView, Zones, is_hardly_one
from companion.text import later, say
from seeds import Page
from vision.boards import (
    Field,
    Grid,
    GridReader,
    SheetSeen,
    TableBoards,
    board_pieces,
    dice_mask,
    hidden_cells,
    without_pieces,
)
from vision.camera import Frame, Image
from vision.cards import CardReader, assign_zones, card_notes, unread_piles
from vision.dice import DiceReader, DiceReading, IncrementalDiceReader
from vision.inference import box_side
from vision.motion import PATIENCE, Mask, Matrix, Small, StreamReader, TableReading, changes, followed_by
from vision.plane import (
    HELD_MM,
    BoardTracker,
    FiducialDetector,
    Plane,
    TableTracker,
    TrackedTable,
    corner_shift,
)
from vision.symbols import KnownDice
from vision.table.dice_colours import DiceColours
from vision.table.dice_on_table import (
    beside_pieces,
    box_corners,
    coloured_like,
    left_out,
    lost_among,
    place,
    possible,
    worth_reading,
)
from vision.table.rejected_finds import RejectedFinds
from vision.table.sheet_dice_detector import SheetDiceDetector

ELSEWHERE = 0.01
"""Share of the picture, beside dice, that must have changed for new sheets to be looked for."""
SHADOW = 0.6
"""Sides of a die around it in which what changed is taken for the die's doing."""
LEAST = 64
"""Pixels of a frame's shorter side below which it shows nothing."""
LEAST_CARD, MOST_GLANCES = 60, 3
"""Pixels of the small picture that something new must cover to be a card, and in how many places one is looked for at
once."""
AROUND_CARD, WIDEST_GLANCE = 10.0, 220.0
"""Millimetres around something new in which a card may reach; and how wide what is looked at may be."""
LINES_LOST = later("the camera has moved, and how is not known: set the lines anew")
STILL_THERE = 0.1
"""Share of a hand that has come to rest that may have changed while it still lies there."""


class TappedBoard:
    """A board without fiducials, located by four tapped corners and tracked from then on. Its grid is called
    "board"."""

    def __init__(
        self, image: Image, corners: Sequence[tuple[float, float]], grid: Grid, beside: Sequence[Cell] = ()
    ) -> None:
        """`corners` in pixels of `image`, clockwise from the upper left; `beside`: cells of the game that lie nowhere
        in view, such as those of a printed scoring strip. Raises CornerError."""
        self.beside = tuple(beside)
        self.tracker = BoardTracker(image, corners, grid.size)
        self.field = Field("board", grid, (0.0, 0.0, *grid.size))


class _PlacedGrid(NamedTuple):
    """A grid in a picture; the number is that of its sheet."""

    number: int
    field: Field
    plane: Plane


class _Grids(NamedTuple):
    """The grids of one picture."""

    placed: tuple[_PlacedGrid, ...]
    """Those whose plane is known."""
    absent: tuple[Cell, ...]
    """The cells of the others."""
    sentence: tuple[str, ...]
    """What is to be said of a board that was tapped."""


class _Reading(NamedTuple):
    """One reading of the table."""

    view: TableView
    grids: tuple[_PlacedGrid, ...]
    unsorted: tuple[Die, ...]
    """The dice before they were sorted into zones."""


class TableReader:
    """Reads one table. Not thread-safe."""

    def __init__(
        self,
        pages: Sequence[Page] = (),
        dice: DiceReader | None = None,
        boards: GridReader | None = None,
        cards: CardReader | None = None,
        tapped: TappedBoard | None = None,
        lines: Zones | None = None,
    ) -> None:
        """`pages`: the sheets on the table, see vision.plane.pages_on_table; the first one's millimetres are those of
        the views. Without a reader, dice and cards are not looked for. `lines`: zones on the picture, by which dice are
        sorted instead of by the sheets' areas. Raises ValueError where a grid has no reader."""
        if boards is None and (tapped is not None or any(page.sheet.grids for page in pages)):
            raise ValueError("a table with a board needs a reader of boards")
        self._pages = tuple(pages)
        self._dice, self._reader, self._cards, self._tapped = dice, boards, cards, tapped
        self._finder = FiducialDetector(cards=cards is not None)
        self._lines = lines
        self.known = KnownDice()
        """What the dice of the stream look like; dropped where another stream begins."""
        self.colours = DiceColours()
        """Names the colours of dice: those in play are told to it."""
        self._size: tuple[int, ...] | None = None
        """Height and width of the newest frame."""
        self._incremental = None if dice is None else IncrementalDiceReader(dice)
        self._watch = _TableWatch(self._read_dice if self._incremental is None else self._incremental.read)
        self._start_again()

    @property
    def blind(self) -> bool:
        """Whether the newest frame of the stream shows nothing at all: it is black, or glares."""
        return self._watch.blind

    @property
    def tapped(self) -> bool:
        """Whether the board is one whose corners were tapped."""
        return self._tapped is not None

    @property
    def reads_dice(self) -> bool:
        """Whether dice are looked for."""
        return self._dice is not None

    def forget(self) -> None:
        """Forget the stream, as when another source is opened."""
        self._watch.forget()
        self._start_again()

    def _start_again(self) -> None:
        if self._incremental is not None:
            self._incremental.forget()
        self.known.forget()
        self.plane: Plane | None = None
        """Of the first sheet, at the newest rest."""
        self._sheets_lie(())
        self._tracker = TableTracker(self._pages, self._finder)
        self._boards = None if self._reader is None else TableBoards(self._reader)
        self._rejected = RejectedFinds()
        self._lost: tuple[Die, ...] = ()
        """Dice that may lie where something was found at the newest rest that is none by its size."""
        self._sight: _Reading | None = None
        self._searched: Small | None = None
        """The small picture at the newest search for fiducials."""
        self._boxes: list[Box] = []
        """Of all dice seen since then, in pixels."""
        self.since_view: Matrix | None = None
        """How the camera has moved since the newest view, in pixels of frames; None: not."""
        self._since_lines: Matrix | None = None
        """The same from the picture on which the lines were drawn to that of the newest view."""
        self._lines_lost = False
        """Whether it is not known how the camera has moved since they were drawn."""
        self._resting: tuple[Mask, Small] | None = None
        """A hand that has lain still so long that it counts as part of the table, and the small picture of it."""

    @property
    def lines(self) -> Zones | None:
        """The zones on the picture; None: the sheets have them."""
        return self._lines

    def move_lines(self, lines: Zones) -> TableView | None:
        """Sort dice by these lines from now on; the newest view of the stream with its dice sorted so, if there is one.
        What hands do while lines are moved is seen with the next frames."""
        self._lines, self._lines_lost = lines, False
        moved = self.since_view
        self._since_lines = None if moved is None else np.asarray(np.linalg.inv(moved), np.float64)
        sight = self._sight
        if sight is None:
            return None
        size = sight.view.width, sight.view.height
        placed = place(sight.unsorted, size, None, (), lines, self._since_lines)
        missing = tuple(line for line in sight.view.missing if line != say(LINES_LOST))
        view = msgspec.structs.replace(sight.view, dice=placed.dice, zones=placed.zones, missing=missing)
        self._sight = sight._replace(view=view)
        return view

    @property
    def since_lines(self) -> Matrix | None:
        """How the camera has moved since the picture on which the lines were drawn, in pixels of frames; None: not."""
        return followed_by(self._since_lines, self.since_view)

    def read(self, image: Image, at: float = 0.0) -> TableView:
        """Reads one picture (height, width, 3) uint8 blue green red, taken at second `at`, independently of the
        stream."""
        kept = TableTracker(self._pages, self._finder).look(image)
        grids = self._grids(image, kept)
        boards = None if self._reader is None else TableBoards(self._reader)
        looked = () if boards is None else boards.look(image, grids.placed)
        self._sheets_lie(kept.seen)
        if looked and self._dice is not None:  # a marker looks a little like a die, and is known by now
            found = self._dice.finder.find(image, lambda places: without_pieces(looked, places))
            seen = self._dice.read(image, found.some(worth_reading(found, looked)))
        else:
            seen = self._read_dice(image)
        dice = beside_pieces(possible(seen.dice, kept.seen, image.shape[1::-1]), looked, self.colours.in_play)
        unsure = seen.unsure or left_out(seen.dice, dice, looked)
        dice = tuple(die for die in dice if not is_hardly_one(die))  # nothing else tells that it is one
        return self._seen(image, at, dice, unsure, kept, grids, looked, None).view

    def look(self, frame: Frame) -> TableReading:
        """Processes the stream's next frame. The table is read only when it has come to rest."""
        start = time.perf_counter()
        size = frame.image.shape[:2]
        if min(size) < LEAST:
            view = None if self._sight is None else self._sight.view
            return TableReading("settling", view, False, (time.perf_counter() - start) * 1000)
        if self._size not in (None, size):  # another camera, or the same one switched: no place holds any more
            self._watch.forget()
            self._start_again()
        self._size = size
        if self._incremental is not None and self._sight is not None:
            self._incremental.tell(self.known.told, self._sight.view.time)
        before = self._watch.hand
        look = self._watch.look(frame)
        roll = look.roll
        self.since_view = look.camera
        if look.settled and look.view is not None:
            self._since_lines, self.since_view = self.since_lines, None
            self._lines_lost |= look.adrift
            placed = self._settle(frame, look.view, before)
            if roll is not None:
                roll = roll._replace(dice=tuple(placed.get(die.box, die) for die in roll.dice))
        elif look.state in ("idle", "at rest"):
            self.known.learn()
        view = None if self._sight is None else self._sight.view
        hand = self._watch.hand
        if self._sight is not None and hand is not None:
            view = under(hand, self._sight.view, self._sight.grids)
        ms = (time.perf_counter() - start) * 1000
        return TableReading(look.state, view, look.settled, ms, roll, look.camera, look.adrift, look.again)

    # ------------------------------------------------------------------------------------------ one reading

    def _sheets_lie(self, seen: Sequence[tuple[Page, Plane]]) -> bool:
        """Tell the finder of dice where the sheets lie; whether it was told otherwise before."""
        finder = None if self._dice is None else self._dice.finder
        if not isinstance(finder, SheetDiceDetector):
            return False
        before, finder.sheets = finder.sheets, tuple(plane for page, plane in seen if page.sheet.areas)
        unknown, finder.ground = finder.ground is None, seen[0][1] if seen else None
        if unknown and finder.ground is not None:
            return True
        both = zip(before, finder.sheets, strict=False)
        return len(before) != len(finder.sheets) or any(corner_shift(was, now) > HELD_MM for was, now in both)

    def _read_dice(self, image: Image) -> DiceReading:
        return DiceReading((), False) if self._dice is None else self._dice.read(image)

    def _seen(
        self,
        image: Image,
        at: float,
        dice: Sequence[Die],
        unsure: bool,
        kept: TrackedTable,
        grids: _Grids,
        looked: Sequence[SheetSeen],
        hand: Mask | None,
    ) -> _Reading:
        """All of a picture, of which the dice have been read, the planes are known and the grids were looked at."""
        height, width = image.shape[:2]
        seen = kept.seen
        first = kept.pages[0].kept.plane if kept.pages else None
        placed = place(dice, (width, height), first, seen, self._lines, self._since_lines, self._lines_lost)
        over = [mask for mask in (dice_mask(placed.outlines, image), hand) if mask is not None]
        found = board_pieces(looked, over, (width, height))
        cards = () if self._cards is None else self._cards_on(image, kept, first, seen)
        piles = () if self._cards is None else unread_piles(image, cards, seen)
        view = TableView(
            time=at,
            width=width,
            height=height,
            dice=placed.dice,
            unsure=unsure,
            pieces=tuple(_placed(piece, grids.placed, first) for piece in found.pieces),
            covered=tuple(sorted((*found.covered, *grids.absent))),
            cards=cards,
            missing=(*kept.missing, *kept.cut_off((width, height)), *grids.sentence, *piles, *self._lost_lines()),
            notes=(*kept.notes, *card_notes(cards)),
            zones=placed.zones,
        )
        return _Reading(view, grids.placed, tuple(dice))

    def _lost_lines(self) -> tuple[str, ...]:
        return (say(LINES_LOST),) if self._lines is not None and self._lines_lost else ()

    def _cards_on(
        self, image: Image, kept: TrackedTable, first: Plane | None, seen: Sequence[tuple[Page, Plane]]
    ) -> tuple[CardSeen, ...]:
        assert self._cards is not None
        areas = kept.pages[0].page.sheet.areas if kept.pages else ()
        return assign_zones(self._cards.read(image, first, kept.fiducials, areas), first, seen)

    def glance_at_cards(self, image: Image) -> tuple[CardSeen, ...]:
        """The cards that lie in the newest frame of the stream where they did not in the newest view, and no hand is:
        what can be read of them while hands are at work."""
        if self._cards is None or self.plane is None or self._watch.small is None:
            return ()
        page, scale = self._pages[0], image.shape[1] / self._watch.small.shape[1]
        boxes = [self._plane_box(box, scale) for box in self._watch.beside_hands(LEAST_CARD)[:MOST_GLANCES]]
        moved = self.since_view
        plane = self.plane if moved is None else self.plane.moved(moved, self.plane.error)
        cards = self._cards.read_within(image, plane, [box for box in boxes if box is not None], page.sheet.areas)
        return assign_zones(cards, plane, [(page, plane)])

    def _plane_box(self, box: Box, scale: float) -> Box | None:
        """A box of the small picture in millimetres of the first sheet; None where that is too far away."""
        assert self.plane is not None
        x0, y0, x1, y1 = (edge * scale for edge in box)
        corners = self.plane.millimetres(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64))
        (left, top), (right, bottom) = corners.min(0) - AROUND_CARD, corners.max(0) + AROUND_CARD
        near = np.isfinite(corners).all() and max(right - left, bottom - top) <= WIDEST_GLANCE
        return (float(left), float(top), float(right), float(bottom)) if near else None

    def _grids(self, image: Image, kept: TrackedTable) -> _Grids:
        placed: list[_PlacedGrid] = []
        absent: list[Cell] = []
        for number, (page, there) in enumerate(kept.pages):
            for field in map(Field.of, page.sheet.grids):
                if there.plane is not None:
                    placed.append(_PlacedGrid(number, field, there.plane))
                else:
                    absent += field.cells
        if self._tapped is None:
            return _Grids(tuple(placed), tuple(absent), ())
        absent += self._tapped.beside
        there = self._tapped.tracker.look(image)
        if there.plane is None:
            return _Grids(tuple(placed), (*absent, *self._tapped.field.cells), (there.sentence,))
        tapped = _PlacedGrid(len(kept.pages), self._tapped.field, there.plane)
        return _Grids((*placed, tapped), tuple(absent), ())

    # ------------------------------------------------------------------------------------------ a stream

    def _settle(self, frame: Frame, rested: TableView, before: Mask | None) -> dict[Box, Die]:
        """Read the table that has come to rest, whose dice are known; what they are in the new view, by their boxes.
        `before`: the hand in the frame before."""
        now = self._watch.small
        assert now is not None
        if before is not None and self._watch.still_for >= PATIENCE:
            self._resting = (before, now)
        elif self._resting is not None and _left(*self._resting, now):
            self._resting = None
        self._boxes += [die.box for die in rested.dice]
        search = self._cards is not None or self._searched is None  # cards are found by the same search
        if not search and self._searched is not None:
            search = self._elsewhere(self._searched, now, frame.image.shape[1]) > ELSEWHERE
        kept = self._tracker.look(frame.image, search)
        self.plane = kept.pages[0].kept.plane if kept.pages else None
        if kept.fiducials is not None:
            self._searched, self._boxes = now, [die.box for die in rested.dice]
        if self._sheets_lie(kept.seen):  # nobody knew where to look closely
            again = self._read_dice(frame.image)
            rested = msgspec.structs.replace(rested, dice=again.dice, unsure=again.unsure)
        hand = None if self._resting is None else self._resting[0]
        dice = possible(rested.dice, kept.seen, frame.image.shape[1::-1])
        grids = self._grids(frame.image, kept)
        looked: tuple[SheetSeen, ...] = ()
        if self._boards is not None:
            sure = dice_mask([box_corners(die) for die in dice if die.certain], frame.image)
            over = [mask for mask in (sure, hand) if mask is not None]
            looked = self._boards.look(frame.image, grids.placed, over)
            dice = beside_pieces(dice, looked, self.colours.in_play)
        dice = self._rejected.without(rested.dice, dice, now, frame.image.shape[1])
        lay = (*self._lost, *(() if self._sight is None else self._sight.view.dice))
        self._lost = lost_among(rested.dice, dice, lay, kept.seen, looked)
        unsure = rested.unsure or bool(self._lost) or left_out(rested.dice, dice, looked)
        misplaced = {die.box for die in dice if die not in rested.dice}  # in doubt for where they lie
        dice = coloured_like(self.colours.named(frame.image, dice), self.colours.in_play)
        known = self.known.recall(frame.image, dice, frame.time, misplaced)
        self.known.note(frame.image, dice, frame.time)
        if self.colours.in_play:  # what looks like none of the dice that lay there is none: white dice look like paper
            known = tuple(die for die in known if not is_hardly_one(die))
        dice = known
        sight = self._seen(frame.image, frame.time, dice, unsure, kept, grids, looked, hand)
        self._sight = sight
        if self._incremental is not None:
            # What is known for certain of a die by its looks is not forgotten as long as it lies there.
            told = {die.box: die for die in dice if die.certain}
            lie = tuple(told.get(die.box, die) for die in rested.dice)
            self._incremental.rested(frame.image, lie, unsure, partial(without_pieces, looked))
        return {die.box: die for die in sight.view.dice}

    def _elsewhere(self, before: Small, now: Small, width: int) -> float:
        """Share of the picture that changed where no dice are or were."""
        if before.shape != now.shape:
            return 1.0
        moved = changes(before, now)
        scale = now.shape[1] / width
        for box in self._boxes:
            more = SHADOW * box_side(box)
            x0, y0, x1, y1 = ((edge + way * more) * scale for edge, way in zip(box, (-1, -1, 1, 1), strict=True))
            moved[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1] = False
        return float(moved.mean())


class _TableWatch(StreamReader):
    """A StreamReader that also tells where hands are."""

    @property
    def hand(self) -> Mask | None:
        """In the newest small picture; None: no hand is in view, or it counts as part of the table by now."""
        return self._motion.hand

    @property
    def blind(self) -> bool:
        return self._motion.blind

    @property
    def small(self) -> Small | None:
        """The newest picture that shows anything, small and grey."""
        return self._motion.now

    @property
    def still_for(self) -> float:
        return self._motion.still_for

    def beside_hands(self, least: int) -> list[Box]:
        return self._motion.beside_hands(least)


def under(hand: Mask, view: TableView, grids: Sequence[tuple[int, Field, Plane]]) -> TableView:
    """`view` with the cells below a hand's mask marked as covered."""
    below = {
        Cell(field.name, int(row), int(col))
        for _, field, plane in grids
        for row, col in np.argwhere(hidden_cells(field.grid, field.plane(plane), [hand], (view.width, view.height)))
    }
    if not below:
        return view
    pieces = tuple(one for one in view.pieces if Cell(one.grid, one.row, one.col) not in below)
    return msgspec.structs.replace(view, pieces=pieces, covered=tuple(sorted({*view.covered, *below})))


def _left(hand: Mask, was: Small, now: Small) -> bool:
    """Whether a hand that lay still in one small picture is gone in another."""
    if was.shape != now.shape:
        return True
    return float(changes(was, now)[hand].mean()) > STILL_THERE


def _placed(piece: Piece, grids: Sequence[_PlacedGrid], first: Plane | None) -> Piece:
    if first is None:
        return piece
    placed = next(grid for grid in grids if grid.field.name == piece.grid)
    middle = np.array([placed.field.middle(piece.row, piece.col)], np.float64)
    x, y = (middle if placed.plane is first else first.millimetres(placed.plane.pixels(middle)))[0]
    return msgspec.structs.replace(piece, place=(round(float(x), 1), round(float(y), 1)))
