"""Any deck, learnt by one look a card: read elsewhere, either way up; strange and alike cards are doubts; files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from seeds.cards import BACK
from tests.support.vision.cards import (
    Image,
    Light,
    Lying,
    corners_of,
    ground,
    marked,
    of_numbers,
    of_suits,
    photographed,
    view,
)
from vision.cards.learnt_card_detector import EnrolledCards, lay_flat, one_card, quadrilaterals
from vision.cards.learnt_card_reader import CardReader
from vision.cards.learnt_decks import MOST_LOOKS, NO_CARD, CardLook, CardSet, decode, encode, load, make_look, save
from vision.plane.plane import Plane
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.enrolment import EnrolError
from vision.symbols.face_sets import SetError

CHOSEN = ("AS", "7S", "8S", "7C", "10H", "9H", "9D", "JS", "JC", "QH", "KD", "KS")


@pytest.fixture(scope="module")
def embedder() -> FaceEmbedder:
    return FaceEmbedder()


def looks_at(deck: dict[str, Image], embedder: FaceEmbedder, name: str = "deck") -> CardSet:
    """One look at each card, from above, half of them without a plane."""
    cards = CardSet(name=name, embedder=embedder.fingerprint)
    for n, (face, image) in enumerate(deck.items()):
        to_pixels = view(12, 180, 25 * n)
        seen = photographed([Lying(image, 5, -3, 40 * n)], to_pixels, ground("wood", 1), Light(seed=n))
        plane = Plane(to_pixels, (300, 200)) if n % 2 else None
        cards = cards.with_look(face, make_look(embedder, one_card(seen, plane, face)))
    return cards


@pytest.fixture(scope="module")
def suits() -> dict[str, Image]:
    deck = of_suits()
    return {name: deck[name] for name in CHOSEN}


@pytest.fixture(scope="module")
def eyes(suits: dict[str, Image], embedder: FaceEmbedder) -> EnrolledCards:
    return EnrolledCards(looks_at({**suits, BACK: marked(BACK)}, embedder), embedder)


@pytest.mark.parametrize(("tilt", "wide", "table"), [(15, 120, "cloth"), (40, 150, "dark"), (50, 160, "wood")])
def test_cards_are_read_under_another_lamp_from_another_side(
    eyes: EnrolledCards, suits: dict[str, Image], tilt: float, wide: float, table: str
) -> None:
    right = 0
    for n, (name, image) in enumerate(suits.items()):
        to_pixels = view(tilt, wide, 31 * n)
        light = Light(level=0.7, tint=(0.85, 1.0, 1.08), gradient=0.3, seed=n)
        seen = photographed([Lying(image, 4, 6, 77 * n)], to_pixels, ground(table, 4), light)
        for card in eyes.read(seen, Plane(to_pixels, (300, 200))):
            assert card.face == name or not card.certain
            right += card.certain
    assert right >= 10


def test_a_face_down_card_is_told_where_the_back_was_learnt(eyes: EnrolledCards) -> None:
    to_pixels = view(20, 150)
    (card,) = eyes.read(
        photographed([Lying(marked(BACK), 0, 0, 100)], to_pixels, ground("wood", 5)), Plane(to_pixels, (300, 200))
    )
    assert (card.face, card.face_down, card.certain) == (None, True, True)


def test_a_card_of_another_deck_is_never_certain(eyes: EnrolledCards) -> None:
    to_pixels = view(15, 150)
    for n, image in enumerate(list(of_numbers().values())[::6]):
        seen = photographed([Lying(image, 0, 0, 50 * n)], to_pixels, ground("dark", 5))
        assert not any(card.certain for card in eyes.read(seen, Plane(to_pixels, (300, 200))))


def test_without_a_plane_a_card_by_itself_is_read(eyes: EnrolledCards, suits: dict[str, Image]) -> None:
    seen = photographed([Lying(suits["QH"], 0, 0, 30)], view(20, 190), ground("dark", 2))
    (card,) = eyes.read(seen)
    assert (card.face, card.certain, card.place) == ("QH", True, None)


def test_cards_that_look_the_same_are_named(suits: dict[str, Image], embedder: FaceEmbedder) -> None:
    twice = CardReader(looks_at({"one": suits["7S"], "AS": suits["AS"], "two": suits["7S"]}, embedder), embedder)
    assert twice.alike() == [("one", "two")]
    flat = lay_flat(suits["7S"], np.array([[0, 0], [503, 0], [503, 703], [0, 703]], float))
    read = twice.read(np.stack([flat, flat[::-1, ::-1]]))
    assert not read.certain and read.name in ("one", "two")


def test_an_empty_place_that_was_learnt_is_no_card(suits: dict[str, Image], embedder: FaceEmbedder) -> None:
    place = np.full((704, 504, 3), 235, np.uint8)
    place[8:-8, 8:-8] = 250
    place[300:330, 120:380] = (60, 110, 30)
    eyes = EnrolledCards(looks_at({**suits, NO_CARD: place}, embedder), embedder)
    to_pixels = view(20, 150, 40)
    plane = Plane(to_pixels, (300, 200))
    assert eyes.read(photographed([Lying(place, 0, 0, 10)], to_pixels, ground("wood", 5)), plane) == ()
    on_it = [Lying(place, 0, 0, 10), Lying(suits["KD"], 3, -4, 30)]
    cards = eyes.read(photographed(on_it, to_pixels, ground("wood", 5)), plane)
    assert [card.face for card in cards if card.certain] == ["KD"]


def test_shapes_are_found_to_a_pixel(suits: dict[str, Image]) -> None:
    for n, table in enumerate(("wood", "cloth", "dark")):
        lying, to_pixels = Lying(suits["KS"], 0, 0, 35 + 40 * n), view(20, 170)
        (found,) = quadrilaterals(photographed([lying], to_pixels, ground(table, n)))
        true = corners_of(lying, to_pixels)
        assert min(np.abs(np.roll(found, k, 0) - true).max() for k in range(4)) < 1.0


def refused(image: Image, plane: Plane | None = None) -> str:
    with pytest.raises(EnrolError) as caught:
        one_card(image, plane, "look\n1.jpg")
    line = str(caught.value)
    assert line.isprintable()
    return line


def test_a_look_that_shows_no_card_or_two_or_a_small_one_is_refused(suits: dict[str, Image]) -> None:
    table, card = ground("dark", 1), suits["KS"]
    assert "no card is seen" in refused(photographed([], view(0, 150), table))
    two = photographed([Lying(card, -50, 0), Lying(card, 50, 0)], view(0, 150), table)
    assert "2 cards are in view" in refused(two)
    assert "2 cards are in view" in refused(two, Plane(view(0, 150), (300, 200)))
    assert "go closer, 100 are needed" in refused(photographed([Lying(card, 0, 0)], view(0, 80), table))


def a_set(embedder: str = "these") -> CardSet:
    look = CardLook(b"png", np.zeros((3, 64), np.float16).tobytes())
    return CardSet(name="mine", embedder=embedder).with_look("AS", look).with_look("KS", look)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "decks" / "mine.cards.json"
    save(a_set(), path)
    assert load(path).names == ["AS", "KS"]
    assert [entry.name for entry in path.parent.iterdir()] == [path.name], "no part file is left"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "damaged or no file of cards"),
        (b"\xff", "damaged or no file of cards"),
        (b'{"format": "something", "version": 1}', "no file of cards"),
        (b'{"format": "tabletop-companion cards", "version": 9}', "newer version"),
        (encode(a_set())[:-20], "damaged"),
        (encode(a_set()).replace(b"KS", b"QS"), "not what was written"),
        (encode(CardSet(name="x", embedder="y")), "not a whole set"),
        (encode(msgspec.structs.replace(a_set(), cards=a_set().cards[:1] * 2)), "two cards have one name"),
    ],
)
def test_what_is_no_file_of_cards_is_refused_in_one_line(data: bytes, words: str) -> None:
    with pytest.raises(SetError) as caught:
        decode(data, "mine.cards.json")
    line = str(caught.value)
    assert line.isprintable() and line.startswith("mine.cards.json: ") and words in line


def test_a_missing_file_and_bad_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SetError, match="No such file"):
        load(tmp_path / "none.cards.json")
    look = a_set().cards[0].looks[0]
    with pytest.raises(SetError, match="may not hold"):
        a_set().with_look("a/b", look)
    full = a_set()
    for _ in range(MOST_LOOKS - 1):
        full = full.with_look("AS", look)
    with pytest.raises(SetError, match="more than"):
        full.with_look("AS", look)


def test_a_set_of_other_networks_is_learnt_again_or_refused(suits: dict[str, Image], embedder: FaceEmbedder) -> None:
    cards = looks_at({name: suits[name] for name in ("AS", "KD")}, embedder)
    other = msgspec.structs.replace(cards, embedder="another")
    assert CardReader(other, embedder).cards == cards
    with pytest.raises(SetError, match="enrol it again"):
        CardReader(a_set(), embedder)
