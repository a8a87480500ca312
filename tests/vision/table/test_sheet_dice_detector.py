"""Dice on sheets far away are looked for once more and more closely, where the sheets lie and something is worth it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.view import Die
from seeds.sheets import pages
from tests.support.vision.sheets import photographed, seen_from
from vision.camera.frame import Frame, Image
from vision.dice.detector import DETECTOR_SIZES, Candidates, DiceDetector, RegionFilter, merge_candidates
from vision.dice.dice_reader import DiceReader
from vision.plane.plane import Plane
from vision.table.sheet_dice_detector import (
    CLOSEUP_ZOOM,
    FINE_ENOUGH,
    HARDLY,
    MOST_PIXELS,
    UNFOUND,
    SheetDiceDetector,
    closer_part,
)
from vision.table.table_reader import TableReader

SIZE = (1280, 720)
SHEET = (260.0, 190.0)


def plane(scale: float, x: float = 0.0, y: float = 0.0) -> Plane:
    """A sheet seen from straight above, so many pixels a millimetre, from a place on."""
    return Plane(np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]]), SHEET)


class SlowFinder(DiceDetector):
    """Finds one die at the same place in each look; clearly only where it looks closely."""

    def __init__(self) -> None:
        self.classified = True
        self.within: list[tuple[tuple[int, int, int, int], float]] = []
        self.worth: RegionFilter | None = None

    def find(self, image: Image, worth: RegionFilter | None = None, possible: RegionFilter | None = None) -> Candidates:
        self.worth = worth
        return Candidates(np.array([[300, 200, 318, 218]], np.float32), np.array([0.4], np.float32))

    def look_within(self, image: Image, box: tuple[int, int, int, int], scale: float) -> Candidates:
        self.within.append((box, scale))
        return Candidates(np.array([[301, 201, 319, 219]], np.float32), np.array([0.9], np.float32))


class Nothing(DiceDetector):
    """Finds nothing in any place."""

    def __init__(self) -> None:
        self.classified = True

    def look_at(
        self, image: Image, found: Candidates, places: np.ndarray, possible: RegionFilter | None = None
    ) -> Candidates:
        return found


def test_small_dice_on_sheets_are_looked_at_twice_as_closely() -> None:
    part = closer_part([plane(1.1, 200, 100)], SIZE)
    assert part is not None and part.scale == pytest.approx(CLOSEUP_ZOOM * DETECTOR_SIZES[0] / SIZE[0])
    x0, y0, x1, y1 = part.box
    assert x0 < 200 - 16 and y0 < 100 - 16 and x1 > 200 + 286 + 16 and y1 > 100 + 209 + 16
    assert x0 >= 0 and y0 >= 0 and x1 <= SIZE[0] and y1 <= SIZE[1]


def test_large_ones_and_tables_without_sheets_are_not() -> None:
    assert closer_part([plane(4.0)], SIZE) is None
    assert closer_part([], SIZE) is None


def test_a_look_at_all_of_the_picture_takes_no_longer_than_it_may() -> None:
    part = closer_part([plane(2.6), plane(2.6, 600, 200)], SIZE)
    assert part is not None
    x0, y0, x1, y1 = part.box
    assert (x1 - x0) * (y1 - y0) * part.scale**2 <= 1.01 * MOST_PIXELS
    assert part.scale >= FINE_ENOUGH * DETECTOR_SIZES[0] / SIZE[0]


def test_only_what_changed_is_worth_it() -> None:
    sheet = plane(1.1, 200, 100)
    whole = closer_part([sheet], SIZE)
    part = closer_part([sheet], SIZE, lambda places: (places[:, 0] < 330) & (places[:, 1] < 170))
    assert whole is not None and part is not None
    assert part.box[:2] == whole.box[:2] and part.box[2] < 420 and part.box[3] < 260
    assert closer_part([sheet], SIZE, lambda places: np.zeros(len(places), np.bool_)) is None


def test_both_looks_tell_of_each_die_once() -> None:
    inner = SlowFinder()
    finder, image = SheetDiceDetector(inner), np.zeros((720, 1280, 3), np.uint8)
    assert finder.find(image).heat.tolist() == pytest.approx([0.4]) and inner.within == []
    finder.sheets = (plane(1.1, 200, 100),)
    assert finder.find(image).heat.tolist() == pytest.approx([0.9]) and len(inner.within) == 1
    assert inner.worth is not None
    places = np.array([[300, 200, 320, 220], [900, 600, 920, 620]], np.float32)
    assert inner.worth(places).tolist() == [False, True], "what is looked at closely anyway needs no look of its own"


def test_no_die_is_lost_to_what_is_larger_than_any() -> None:
    """A sheet may look like a large die, and has the dice that lie on it within its box."""
    sheet, die = (100.0, 50.0, 600.0, 400.0), (300.0, 200.0, 318.0, 218.0)

    class Swallowing(SlowFinder):
        def find(
            self, image: Image, worth: RegionFilter | None = None, possible: RegionFilter | None = None
        ) -> Candidates:
            found = Candidates(np.array([sheet, die], np.float32), np.array([0.9, 0.6], np.float32))
            return merge_candidates([found], SIZE, possible)

    finder, image = SheetDiceDetector(Swallowing()), np.zeros((720, 1280, 3), np.uint8)
    assert finder.find(image).boxes.tolist() == [list(sheet)]
    finder.ground = plane(1.1, 200, 100)
    assert finder.find(image).boxes.tolist() == [list(die)]


class Close(DiceDetector):
    """Finds these boxes in a whole picture, and those when it looks closely."""

    def __init__(self, whole: list[list[float]], closely: list[list[float]]) -> None:
        self.classified, self.whole, self.closely = True, whole, closely
        self.scales: list[float] = []

    def find(self, image: Image, worth: RegionFilter | None = None, possible: RegionFilter | None = None) -> Candidates:
        return self._of(self.whole)

    def look_within(self, image: Image, box: tuple[int, int, int, int], scale: float, *more: object) -> Candidates:
        self.scales.append(scale)
        return self._of(self.closely)

    def _of(self, found: list[list[float]]) -> Candidates:
        return Candidates(
            np.array([box[:4] for box in found], np.float32).reshape(-1, 4),
            np.array([box[4] for box in found], np.float32),
        )


LONG, ONE, OTHER = [300, 200, 340, 260, 0.7], [302, 200, 338, 232, 0.6], [306, 230, 344, 268, 0.5]
"""A find around two dice, and these."""


@pytest.mark.parametrize(
    ("whole", "closely", "parted"),
    [
        ([LONG], [ONE, OTHER], True),
        ([[*LONG[:4], 0.3]], [ONE, OTHER], False),  # it is read, and doubted
        ([[300, 200, 340, 245, 0.7]], [ONE, OTHER], False),  # no longer than a die
        ([LONG], [ONE], False),
        ([LONG], [ONE, [*OTHER[:4], 0.2]], False),
        ([LONG], [ONE, [310, 232, 320, 240, 0.9]], False),  # a pip
        ([LONG], [ONE, [306, 258, 344, 296, 0.5]], False),  # another die below it
        ([LONG, [*OTHER[:4], 0.65]], [ONE, OTHER], False),  # it is known by itself
        ([LONG, [270, 180, 350, 330, 0.25]], [ONE, OTHER], True),  # what is larger than any die is none
    ],
)
def test_a_find_around_two_dice_is_parted_where_a_close_look_shows_both(
    whole: list[list[float]], closely: list[list[float]], parted: bool
) -> None:
    finder = SheetDiceDetector(Close(whole, closely))
    image = np.zeros((720, 1280, 3), np.uint8)
    assert finder.find(image).boxes.tolist() == [box[:4] for box in whole], "no plane tells how large a die is"
    finder.ground = plane(2.0, 100, 100)
    boxes = finder.find(image).boxes.tolist()
    assert (boxes[:2] == [ONE[:4], OTHER[:4]]) == parted and (LONG[:4] in boxes or whole[0][:4] in boxes) != parted
    assert len(boxes) == len(whole) + parted


def test_what_is_larger_than_any_die_stands_for_none_that_came_to_lie_within_it() -> None:
    """Whoever classifies the finds keeps the hotter of two that hold each other."""
    sheet = (100.0, 50.0, 600.0, 400.0)

    class Swallowing(Nothing):
        def find(
            self, image: Image, worth: RegionFilter | None = None, possible: RegionFilter | None = None
        ) -> Candidates:
            return Candidates(np.array([sheet, DIE], np.float32), np.array([0.9, 0.4], np.float32))

    finder, image = SheetDiceDetector(Swallowing(), drawn=True), np.zeros((720, 1280, 3), np.uint8)
    finder.ground = plane(1.1, 200, 100)
    seen = finder.find(image)
    assert seen.boxes.tolist() == [list(DIE), list(sheet)] and seen.heat.tolist() == pytest.approx([0.4, HARDLY])
    other = (400.0, 250.0, 422.0, 274.0)
    after = finder.look_at(image, seen, np.array([other], np.float32))
    assert list(other) in after.boxes.tolist()


def test_places_are_looked_at_that_a_die_or_a_few_may_have_changed() -> None:
    class Asked(SlowFinder):
        def look_at(
            self, image: Image, found: Candidates, places: np.ndarray, possible: RegionFilter | None = None
        ) -> Candidates:
            self.places, self.possible = places.tolist(), possible
            return found

    asked, image = Asked(), np.zeros((720, 1280, 3), np.uint8)
    finder = SheetDiceDetector(asked)
    nothing = Candidates(np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    speck, die, several, sheet = [300, 200, 304, 218], [300, 200, 322, 222], [300, 200, 322, 300], [100, 50, 600, 400]
    places = np.array([speck, die, several, sheet], np.float32)
    finder.look_at(image, nothing, places)
    assert asked.places == places.tolist() and asked.possible is None, "nobody knows how large dice look"
    finder.ground = plane(1.1, 200, 100)
    finder.look_at(image, nothing, places)
    assert asked.places == [die, several] and asked.possible is not None


DIE = (300.0, 200.0, 322.0, 224.0)
"""What came to lie, twenty millimetres across."""


@pytest.mark.parametrize(
    ("found", "after"),
    [
        ([], [(DIE, UNFOUND)]),
        (  # the drawing on its side
            [((300.0, 212.0, 318.0, 224.0), 0.3)],
            [(DIE, UNFOUND), ((300.0, 212.0, 318.0, 224.0), 0.3)],
        ),
        ([((301.0, 201.0, 323.0, 224.0), 0.3)], [((301.0, 201.0, 323.0, 224.0), 0.3)]),  # the die, faintly
        ([((296.0, 196.0, 310.0, 212.0), 0.8)], [((296.0, 196.0, 310.0, 212.0), 0.8)]),  # a clear one, elsewhere there
        (  # drawn around the die and the Earth below it
            [((290.0, 186.0, 334.0, 234.0), 0.8)],
            [((290.0, 186.0, 334.0, 234.0), 0.8), (DIE, UNFOUND)],
        ),
        ([((296.0, 198.0, 326.0, 228.0), 0.8)], [((296.0, 198.0, 326.0, 228.0), 0.8)]),  # half of it as the table looks
        ([((600.0, 200.0, 620.0, 220.0), 0.2)], [(DIE, UNFOUND), ((600.0, 200.0, 620.0, 220.0), 0.2)]),
    ],
)
def test_what_came_to_lie_and_is_no_find_may_be_a_die(
    found: list[tuple[tuple[float, ...], float]], after: list[tuple[tuple[float, ...], float]]
) -> None:
    finder, image = SheetDiceDetector(Nothing(), drawn=True), np.zeros((720, 1280, 3), np.uint8)
    finder.ground = plane(1.1, 200, 100)
    boxes = np.array([box for box, _ in found], np.float32).reshape(-1, 4)
    before = Candidates(boxes, np.array([heat for _, heat in found], np.float32))
    seen = finder.look_at(image, before, np.array([DIE], np.float32))
    told = [(tuple(box), heat) for box, heat in zip(seen.boxes.tolist(), seen.heat.tolist(), strict=True)]
    assert told == [(box, pytest.approx(heat)) for box, heat in after]
    finder.drawn = False
    assert finder.look_at(image, before, np.array([DIE], np.float32)) is before, "pips alone look like much else"


@pytest.mark.parametrize(
    "place", [(300.0, 200.0, 309.0, 216.0), (300.0, 200.0, 318.0, 240.0), (300.0, 200.0, 360.0, 250.0)]
)
def test_a_pawn_or_several_dice_that_came_to_lie_are_no_die(place: tuple[float, ...]) -> None:
    finder, image = SheetDiceDetector(Nothing(), drawn=True), np.zeros((720, 1280, 3), np.uint8)
    finder.ground = plane(1.1, 200, 100)
    nothing = Candidates(np.zeros((0, 4), np.float32), np.zeros(0, np.float32))
    assert len(finder.look_at(image, nothing, np.array([place], np.float32)).heat) == 0


class Sixes:
    """Takes each candidate that is clear for a six."""

    def classify(self, image: Image, found: Candidates) -> tuple[list[Die], bool]:
        return [
            Die(box=tuple(box), value=6, colour=None, confidence=0.99, certain=True)
            for box in found.boxes[found.heat > 0.5].tolist()
        ], False


def test_whole_tables_tell_where_their_sheets_lie() -> None:
    """A stream knows it only once it has come to rest, and reads its dice once more then."""
    page = pages("army-vs-aliens-2011")[0]
    image = photographed(page, seen_from(page, 10, 0, 900))
    for stream in (False, True):
        eyes = TableReader([page], DiceReader(SheetDiceDetector(SlowFinder()), Sixes()))
        if stream:
            views = [eyes.look(Frame(image, n / 30)).view for n in range(30)]
            view = views[-1]
        else:
            view = eyes.read(image)
        assert view is not None and len(view.dice) == 1


def test_a_stream_that_is_forgotten_takes_its_sheets_along() -> None:
    page = pages("army-vs-aliens-2011")[0]
    finder = SheetDiceDetector(SlowFinder())
    eyes = TableReader([page], DiceReader(finder, Sixes()))
    eyes.read(photographed(page, seen_from(page, 10, 0, 900)))
    assert len(finder.sheets) == 1
    eyes.forget()
    assert finder.sheets == ()
