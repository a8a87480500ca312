"""Small marks are found by a closer look, and a card is where its mark is and not where a place is printed."""

from __future__ import annotations

import numpy as np
import pytest

from seeds.cards import mark_of
from seeds.sheets import pages
from tests.support.thoroughness import NIGHTLY
from tests.support.vision.cards import GAME, Light, Lying, marked, photographed
from tests.support.vision.sheets import photographed as photographed_page
from tests.support.vision.sheets import seen_from
from vision.cards.card_closeup import around, look_closer, places_to_look, unknown
from vision.cards.card_marks import cards_on_plane
from vision.cards.card_outlines import Pose
from vision.cards.marked_card_reader import MarkedCardReader
from vision.plane.fiducials import FiducialDetector
from vision.plane.plane_tracker import PageTracker

MAT = pages(GAME)[0]
FAR = Light(blur=0.7, noise=3.0)
"""A mark has 13 pixels, and the lens is not the best."""


@pytest.fixture(scope="module")
def reader() -> MarkedCardReader:
    return MarkedCardReader(GAME)


def far_pile(seed: int, *faces: str) -> tuple[np.ndarray, list[Lying]]:
    """A pile on its place, seen from so far that the search of the whole picture finds few marks."""
    g = np.random.default_rng(seed)
    lying = [Lying(marked(face), 130 + g.normal(0, 3), 95 + g.normal(0, 3), g.normal(0, 5)) for face in faces]
    to_pixels = seen_from(MAT, 30, float(g.uniform(-10, 10)), 780)
    return photographed(lying, to_pixels, photographed_page(MAT, to_pixels, seed), FAR._replace(seed=seed)), lying


@pytest.mark.slow
def test_of_far_piles_the_uppermost_card_is_read(reader: MarkedCardReader) -> None:
    for seed in range(12 if NIGHTLY else 4):
        image, lying = far_pile(seed, "D3", "A4", "B", "D12")
        plane = PageTracker(MAT).look(image).plane
        assert plane is not None
        assert FiducialDetector(cards=True).find(image).marks == ()
        *_, card = reader.read(image, plane, areas=MAT.sheet.areas)
        assert (card.face, card.certain, card.zone) == ("D12", True, "central") and card.place is not None
        assert np.hypot(card.place[0] - lying[-1].x, card.place[1] - lying[-1].y) < 1.5


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y"), [(127.0, 94.0), (134.5, 97.0), (130.5, 99.0)])
def test_a_card_beside_its_printed_place_is_not_moved_onto_it(reader: MarkedCardReader, x: float, y: float) -> None:
    to_pixels = seen_from(MAT, 30, 4, 640)
    image = photographed([Lying(marked("A12"), x, y, 1)], to_pixels, photographed_page(MAT, to_pixels), Light(blur=0.6))
    plane = PageTracker(MAT).look(image).plane
    assert plane is not None
    marks = [one for one in FiducialDetector(cards=True).find(image).marks if one[0] == mark_of(GAME, "A12")]
    (card,) = reader.read(image, plane, areas=MAT.sheet.areas)
    assert len(marks) <= 2 and (card.face, card.certain) == ("A12", True)
    assert card.place is not None and np.hypot(card.place[0] - x, card.place[1] - y) < 1.0


@pytest.mark.slow
def test_dark_squares_that_lie_as_the_marks_of_a_card_are_a_pair() -> None:
    """Where noise keeps the marks from being read, they are compared with each that there is."""
    image, lying = far_pile(3, "D9")
    plane = PageTracker(MAT).look(image).plane
    assert plane is not None

    class Blind(FiducialDetector):
        """Finds what is dark and square, and reads nothing."""

        def find_marks(self, flat):  # type: ignore[no-untyped-def]
            marks, squares = super().find_marks(flat)
            return [], [*(corners for _, corners in marks), *squares]

    finder = Blind(cards=True)
    closer = look_closer(image, plane, places_to_look((), MAT.sheet.areas), finder)
    assert closer.marks == [] and any(pose.apart(Pose(lying[0].x, lying[0].y, 0.0)) < 1.0 for pose in closer.pairs)
    read = [card for card in MarkedCardReader(GAME, finder).read(image, plane, None, MAT.sheet.areas) if card.face]
    assert [(card.face, card.certain) for card in read] == [("D9", True)]


def test_it_is_looked_where_a_pile_or_a_half_read_card_lies() -> None:
    to_pixels = seen_from(MAT, 10, 0, 480)
    lying = [Lying(marked("D2"), 45, 95, 85)]
    image = photographed(lying, to_pixels, photographed_page(MAT, to_pixels))
    plane = PageTracker(MAT).look(image).plane
    assert plane is not None
    marks = list(FiducialDetector(cards=True).find(image).marks)
    both, one = cards_on_plane(marks, plane), cards_on_plane(marks[:1], plane)
    pile = next(area.box for area in MAT.sheet.areas if area.pile)
    assert len(places_to_look(both, MAT.sheet.areas)) == 1 and len(places_to_look(one, MAT.sheet.areas)) == 2
    left, top, right, bottom = places_to_look(both, MAT.sheet.areas)[0]
    assert left < pile[0] and top < pile[1] and right > pile[2] and bottom > pile[3]
    assert places_to_look(both, ()) == [] and len(unknown([*marks, *marks], marks[:1])) == len(marks) - 1
    x0, y0, x1, y1 = around(Pose(10.0, 20.0, 1.0))
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((10, 20)) and min(x1 - x0, y1 - y0) > 108


@pytest.mark.slow
def test_no_unread_card_is_told_where_it_would_hide_marks_that_are_seen(reader: MarkedCardReader) -> None:
    for seed in range(6 if NIGHTLY else 3):
        image, lying = far_pile(seed + 40, "B")
        plane = PageTracker(MAT).look(image).plane
        assert plane is not None
        central = [card for card in reader.read(image, plane, areas=MAT.sheet.areas) if card.zone == "central"]
        assert [card.face for card in central] == ["B"], (seed, lying[0].x, lying[0].y)
