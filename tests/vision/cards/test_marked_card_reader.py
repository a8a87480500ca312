"""Cards of the printed deck are read by their marks: by themselves, in piles, small and from the side; and nothing else
is taken for one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from seeds.cards import BACK, CARD, mark_corners, mark_of
from seeds.sheets import Area, pages
from tests.support.vision.cards import (
    GAME,
    Light,
    Lying,
    corners_of,
    ground,
    marked,
    of_card,
    of_the_kit,
    photographed,
    view,
)
from tests.support.vision.sheets import photographed as photographed_page
from tests.support.vision.sheets import seen_from
from vision.cards.card_marks import cards_on_plane, read_marks
from vision.cards.card_outlines import Edges, OutlineDetector, Pose
from vision.cards.marked_card_reader import MarkedCardReader, zone_at
from vision.plane.fiducials import FiducialDetector
from vision.plane.plane import Plane
from vision.plane.plane_tracker import PageTracker

SIZE = (300.0, 200.0)
MAT = pages(GAME)[0]


@pytest.fixture(scope="module")
def reader() -> MarkedCardReader:
    return MarkedCardReader(GAME)


def plane_of(to_pixels: np.ndarray) -> Plane:
    return Plane(to_pixels, SIZE)


def off(card: tuple[tuple[float, float], ...], lying: Lying, to_pixels: np.ndarray) -> float:
    """How many pixels the worst corner of what was seen is off; equal ends are not told apart."""
    true = corners_of(lying, to_pixels)
    seen = np.array(card)
    return min(float(np.linalg.norm(np.roll(seen, n, 0) - true, axis=1).max()) for n in (0, 2))


@pytest.mark.slow
@pytest.mark.parametrize(("tilt", "wide"), [(0, 110), (30, 110), (45, 135), (60, 160)])
@pytest.mark.parametrize("table", ["wood", "cloth", "dark"])
def test_cards_that_lie_apart_are_read_with_their_corners_and_places(
    reader: MarkedCardReader, tilt: float, wide: float, table: str
) -> None:
    lying = [Lying(marked("D7"), -70, 5, 20), Lying(marked("B"), 10, -10, 205), Lying(marked(BACK), 85, 8, 90)]
    to_pixels = view(tilt, wide, 10)
    image = photographed(lying, to_pixels, ground(table, 3), Light(gradient=0.3))
    cards = sorted(reader.read(image, plane_of(to_pixels)), key=lambda card: card.corners[0][0] + card.corners[2][0])
    assert [(card.face, card.face_down, card.certain) for card in cards] == [
        ("D7", False, True),
        ("B", False, True),
        (None, True, True),
    ]
    for card, true in zip(cards, lying, strict=True):
        assert off(card.corners, true, to_pixels) < 8.0
        assert card.place is not None and np.hypot(card.place[0] - true.x, card.place[1] - true.y) < 3.0
        assert card.confidence > 0.99


def test_within_a_box_cards_are_read_by_their_marks_alone(reader: MarkedCardReader) -> None:
    lying = [Lying(marked("D7"), -70, 5, 20), Lying(marked("B"), 10, -10, 205), Lying(marked(BACK), 85, 8, 90)]
    to_pixels = view(45, 135, 10)
    image, plane = photographed(lying, to_pixels, ground("wood", 3)), plane_of(to_pixels)
    (card,) = reader.read_within(image, plane, [(-130.0, -60.0, -25.0, 70.0)])
    assert (card.face, card.certain) == ("D7", True)
    assert card.place is not None and np.hypot(card.place[0] + 70, card.place[1] - 5) < 3.0
    assert reader.read_within(image, plane, []) == () == reader.read_within(image, plane, [(50.0, -60.0, 140.0, 70.0)])


def test_a_far_card_whose_mark_no_search_finds_is_read_by_its_outline(reader: MarkedCardReader) -> None:
    to_pixels = view(45, 85)
    lying = Lying(marked("A12"), 0, 0, 35)
    image = photographed([lying], to_pixels, ground("wood", 1))
    assert FiducialDetector(cards=True).find(image).marks == ()
    (card,) = reader.read(image, plane_of(to_pixels))
    assert (card.face, card.certain) == ("A12", True)
    assert off(card.corners, lying, to_pixels) < 2.0


@pytest.mark.parametrize("seed", range(6))
def test_of_a_pile_the_uppermost_card_comes_last(reader: MarkedCardReader, seed: int) -> None:
    g = np.random.default_rng(seed)
    faces = ["D3", "A4", "B", "S", "D12"]
    pile = [Lying(marked(face), g.normal(0, 6), g.normal(0, 6), 15 + g.normal(0, 12)) for face in faces]
    to_pixels = view(30, 130, 60 * seed)
    image = photographed(pile, to_pixels, ground(("wood", "cloth", "dark")[seed % 3], seed))
    cards = reader.read(image, plane_of(to_pixels))
    assert (cards[-1].face, cards[-1].certain) == ("D12", True)


def test_a_card_under_something_unknown_is_in_doubt(reader: MarkedCardReader) -> None:
    """A sheet of paper over one end leaves one mark to be read; what lies on the rest nobody knows."""
    to_pixels = view(20, 140)
    lying = Lying(marked("D5"), 0, 0, 0)
    paper = Lying(np.full((704, 504, 3), 90, np.uint8), -20, 55, 12)
    image = photographed([lying, paper], to_pixels, ground("wood", 2))
    cards = [card for card in reader.read(image, plane_of(to_pixels)) if card.face == "D5"]
    assert len(cards) == 1 and not cards[0].certain and "covered" in cards[0].doubts


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.1, 0.3])
def test_a_card_that_the_pictures_edge_cuts_is_read_by_what_is_in_it(reader: MarkedCardReader, share: float) -> None:
    """Nothing in the picture lies on it; where something does, it is in doubt as any other."""
    to_pixels = view(20, 140)
    lying = Lying(marked("D5"), 0, 0, 0)
    corners = corners_of(lying, to_pixels)
    end = round(float(corners[:, 0].max() - share * np.ptp(corners[:, 0])))
    paper = Lying(np.full((704, 504, 3), 90, np.uint8), -40, 20, 12)
    for things, certain in (([lying], True), ([lying, paper], False)):
        image = np.ascontiguousarray(photographed(things, to_pixels, ground("wood", 2))[:, :end])
        cards = [card for card in reader.read(image, plane_of(to_pixels)) if card.face == "D5"]
        assert any(card.certain for card in cards) == certain and len(cards) <= 1


@pytest.mark.parametrize("seed", range(4))
def test_a_cut_card_whose_mark_no_search_finds_is_read_by_what_is_left_of_its_outline(
    reader: MarkedCardReader, seed: int
) -> None:
    to_pixels = view(50, 78)
    lying = Lying(marked("A12"), 0, 0, 90 * seed + 20)
    image = photographed([lying], to_pixels, ground("wood", seed))
    corners = corners_of(lying, to_pixels)
    left = round(float(corners[:, 0].min() + 0.25 * np.ptp(corners[:, 0])))
    image = np.ascontiguousarray(image[:, left:])
    moved = plane_of(np.array([[1, 0, -left], [0, 1, 0], [0, 0, 1]]) @ to_pixels)
    assert FiducialDetector(cards=True).find(image).marks == ()
    cards = reader.read(image, moved)
    assert [card.face for card in cards] == ["A12"]
    assert np.hypot(*np.subtract(cards[0].place or (99, 99), (0, 0))) < 4


@pytest.mark.parametrize("seed", range(3))
def test_a_cut_card_whose_marks_nobody_can_read_is_told(reader: MarkedCardReader, seed: int) -> None:
    to_pixels = view(55, 62)
    lying = Lying(marked("A12"), 0, 0, 90 * seed + 20)
    image = photographed([lying], to_pixels, ground("wood", seed), Light(blur=1.6))
    corners = corners_of(lying, to_pixels)
    left = round(float(corners[:, 0].min() + 0.25 * np.ptp(corners[:, 0])))
    moved = plane_of(np.array([[1, 0, -left], [0, 1, 0], [0, 0, 1]]) @ to_pixels)
    (card,) = reader.read(np.ascontiguousarray(image[:, left:]), moved)
    assert not card.certain and np.hypot(*(card.place or (99, 99))) < 4


@pytest.mark.parametrize(("left", "noise", "certain"), [(0.06, 1.0, True), (0.03, 3.0, False)])
def test_a_card_that_glare_has_faded_is_read_or_in_doubt_and_never_left_out(
    reader: MarkedCardReader, left: float, noise: float, certain: bool
) -> None:
    """`left`: what is left of its ink; its marks are read where they must be by then."""
    to_pixels = view(30, 90)
    faded = cv2.addWeighted(marked("B"), left, np.full_like(marked("B"), 255), 1 - left, 0)
    image = photographed([Lying(faded, 0, 0, 35)], to_pixels, ground("dark", 1), Light(noise=noise))
    assert FiducialDetector(cards=True).find(image).marks == ()
    (card,) = reader.read(image, plane_of(to_pixels))
    assert (card.face if certain else None, card.certain) == ("B" if certain else None, certain)


def test_two_equal_cards_are_two(reader: MarkedCardReader) -> None:
    to_pixels = view(20, 140)
    lying = [Lying(marked("D7"), -40, 0, 10), Lying(marked("D7"), 40, 5, 170)]
    image = photographed(lying, to_pixels, ground("wood", 2))
    assert [card.face for card in reader.read(image, plane_of(to_pixels))] == ["D7", "D7"]
    assert [card.face for card in reader.read(image)] == ["D7", "D7"]


def test_without_a_plane_two_marks_give_the_corners(reader: MarkedCardReader) -> None:
    to_pixels = view(25, 200)
    lying = Lying(marked("S"), 0, 0, 75)
    (card,) = reader.read(photographed([lying], to_pixels, ground("cloth", 2)))
    assert (card.face, card.certain, card.place, card.zone) == ("S", True, None, None)
    assert off(card.corners, lying, to_pixels) < 4.0


def test_a_mark_of_another_size_is_no_card_of_the_table() -> None:
    to_pixels = view(10, 150)
    known = [np.column_stack([np.array(mark_corners(n)), np.ones(4)]) for n in (0, 1)]
    for factor, cards in ((1.0, 1), (0.6, 0), (1.6, 0)):
        larger = np.diag([factor, factor, 1.0])
        matrix = to_pixels @ larger @ of_card(Lying(marked("D1"), 0, 0, 30))
        marks = []
        for corners in known:
            place = corners @ matrix.T
            marks.append((mark_of(GAME, "D1"), np.float32(place[:, :2] / place[:, 2:])))
        assert len(cards_on_plane(marks, plane_of(to_pixels))) == cards


def test_cards_on_the_mat_are_in_its_areas_and_do_not_disturb_its_plane(reader: MarkedCardReader) -> None:
    to_pixels = seen_from(MAT, 25, 3, 480)
    table = photographed_page(MAT, to_pixels)
    lying = [Lying(marked("A9"), 131, 94, 8), Lying(marked("D2"), 45, 95, 85)]
    image = photographed(lying, to_pixels, table)
    seen = FiducialDetector(cards=True).find(image)
    assert set(seen.found) == set(MAT.numbers) and seen.repeated == ()
    assert {number for number, _ in seen.marks} == {mark_of(GAME, "A9"), mark_of(GAME, "D2")}
    kept = PageTracker(MAT).look(image, seen)
    assert kept.state == "found" and kept.plane is not None
    cards = reader.read(image, kept.plane, seen, MAT.sheet.areas)
    assert {(card.face, card.zone, card.certain) for card in cards} == {("A9", "central", True), ("D2", None, True)}


def test_an_empty_mat_and_a_finder_of_sheets_have_no_cards(reader: MarkedCardReader) -> None:
    image = photographed_page(MAT, seen_from(MAT, 25, 3, 480))
    plane = PageTracker(MAT).look(image).plane
    assert reader.read(image, plane, areas=MAT.sheet.areas) == ()
    assert FiducialDetector().find(photographed([Lying(marked("D1"), 0, 0)], view(0, 160), ground("wood"))).marks == ()


def test_what_lies_at_a_marks_place_is_read_or_plain() -> None:
    to_pixels = view(0, 150)
    lying = Lying(marked("D4"), 0, 0, 0)
    grey = cv2.cvtColor(photographed([lying], to_pixels, ground("wood", 2)), cv2.COLOR_BGR2GRAY)
    numbers = [mark_of(GAME, "D4")]
    told = read_marks(grey, to_pixels @ of_card(lying), numbers)
    assert told.certain and told.number == numbers[0] and not told.plain
    assert not read_marks(grey, to_pixels @ of_card(lying), [mark_of(GAME, "D5")]).certain
    bare = cv2.cvtColor(photographed([], to_pixels, ground("white", 2)), cv2.COLOR_BGR2GRAY)
    nothing = read_marks(bare, to_pixels @ of_card(lying), numbers)
    assert nothing.plain and not nothing.certain


def test_where_no_edge_is_seen_no_card_is_found_though_one_is_likely() -> None:
    edges = Edges(np.full((720, 1280), 120, np.uint8), plane_of(view(20, 120, 30)))
    assert OutlineDetector(CARD).find(edges, [Pose(12, -7, np.radians(40))]) == []


def test_a_game_without_cards_has_no_reader() -> None:
    with pytest.raises(ValueError, match="no cards"):
        MarkedCardReader("doubles-wild")


def test_a_place_is_in_an_area_or_in_none() -> None:
    area = Area("central", (10, 10, 70, 90))
    assert zone_at((40, 50), [area]) == "central" and zone_at((5, 50), [area]) is None


@pytest.mark.slow
def test_the_kits_own_deck_is_read_to_the_last_card(reader: MarkedCardReader) -> None:
    pytest.importorskip("pypdfium2")
    faces = ["D1", "D5", "D12", "A2", "A7", "A12", "B", "S", BACK]
    deck = of_the_kit(faces)
    for n, (tilt, wide) in enumerate(((0, 110), (30, 120), (50, 150))):
        for start in range(0, 9, 3):
            names = faces[start : start + 3]
            lying = [Lying(deck[face], 95 * (k - 1), 8 * k, 40 * k + 25 * n + start) for k, face in enumerate(names)]
            to_pixels = view(tilt, wide, 17 * n)
            image = photographed(lying, to_pixels, ground(("wood", "cloth", "dark")[n], n), Light(gradient=0.25))
            cards = reader.read(image, plane_of(to_pixels))
            assert {card.face or BACK for card in cards if card.certain} == set(names)
            assert all(card.certain for card in cards)


@pytest.mark.slow
def test_on_photographs_without_cards_nothing_is_certain(reader: MarkedCardReader, shared: Path) -> None:
    paths = [path for path in sorted((shared / "photos").glob("*/*")) if path.suffix.lower() in (".jpg", ".png")]
    for path in paths[:: len(paths) // 60]:
        image = cv2.imread(str(path))
        assert not [card for card in reader.read(image) if card.certain], path.name
