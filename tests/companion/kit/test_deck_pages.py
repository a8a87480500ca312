"""The deck of Dinosaurs vs Army Men: 60 cards whose marks the camera finds, with backs that fit behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest

import seeds
from companion.drawing import PAPERS, Paper
from companion.games.dinosaurs_vs_army_men.drawings.card import DINOSAURS, KINDS, SOLDIERS
from companion.games.dinosaurs_vs_army_men.pieces import DinosaurSeed
from companion.kit.deck_pages import COLS, CUT_TO, ROWS, SIZE, deck_of, leaves_of, place_of
from companion.kit.document import leaves, make_kit
from seeds.cards import BACK, CARD, faces, mark_corners, mark_of
from vision.plane.fiducials import cells_of

GAME = "dinosaurs-vs-army-men"
DOTS = 8.0
"""Pixels a millimetre."""
NEAR = 0.3
"""Millimetres by which a mark may be found beside its place."""


@cache
def deck(paper: Paper, light: bool = False) -> bytes:
    return make_kit(GAME, paper, cells_of, "0.0", light=light, only=["deck"]).pdf


def printed(paper: Paper, light: bool = False, first: int = 0, last: int = 14) -> list[np.ndarray]:
    """Some of the deck's pages, blue green red."""
    document = pypdfium2.PdfDocument(deck(paper, light))
    chosen = range(first, last)
    made = [np.array(document[n].render(scale=DOTS * 25.4 / 72).to_numpy()[..., :3]) for n in chosen]
    document.close()
    return made


def edge_of(paper: Paper) -> np.ndarray[Any, Any]:
    """Upper left of the printed area on the paper."""
    return (np.array(PAPERS[paper]) - np.array(SIZE)) / 2


def marks_in(image: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Every mark found with its corners in millimetres of the paper."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), parameters)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    flat = np.asarray(numbers).ravel().tolist()
    return [(n, (np.asarray(c).reshape(4, 2) + 0.5) / DOTS) for n, c in zip(flat, corners, strict=True)]


def expected(cards: Sequence[str], back: bool, paper: Paper) -> list[tuple[int, np.ndarray]]:
    made = []
    for n, face in enumerate(cards):
        for end in (0, 1):
            where = edge_of(paper) + np.array(place_of(n, back)) + np.array(mark_corners(end))
            made.append((mark_of(GAME, BACK if back else face), where))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "light"), [("A4", False), ("Letter", True)])
def test_every_card_carries_its_two_marks_in_their_places(paper: Paper, light: bool) -> None:
    sides = [(cards, back) for cards in leaves_of(GAME) for back in (False, True)]
    for (cards, back), image in zip(sides, printed(paper, light), strict=True):
        found, wanted = marks_in(image), expected(cards, back, paper)
        assert len(found) == len(wanted) == 2 * len(cards)
        for number, corners in wanted:
            assert any(other == number and np.abs(place - corners).max() < NEAR for other, place in found), number


def test_the_deck_is_the_one_that_is_played_with() -> None:
    assert tuple(sorted(deck_of(GAME))) == seeds.read(GAME, DinosaurSeed).deck
    assert len(deck_of(GAME)) == 60 and [len(cards) for cards in leaves_of(GAME)] == [9] * 6 + [6]
    assert Counter(deck_of(GAME))["S"] == 6 and set(deck_of(GAME)) == set(faces(GAME))
    assert deck_of("doubles-wild") == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_cards_and_their_cut_marks_fit_both_papers(paper: Paper) -> None:
    assert (COLS * CARD[0], ROWS * CARD[1]) == SIZE == (189.0, 264.0)
    assert min(edge_of(paper)) - CUT_TO > 4.0
    places = [place_of(n, back=False) for n in range(COLS * ROWS)]
    for n, (x, y) in enumerate(places):
        assert 0 <= x <= SIZE[0] - CARD[0] and 0 <= y <= SIZE[1] - CARD[1]
        for u, v in places[n + 1 :]:
            assert abs(x - u) >= CARD[0] or abs(y - v) >= CARD[1]


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_cut_marks_lie_outside_the_cards_and_nothing_else_does_near_them(paper: Paper) -> None:
    image = cv2.cvtColor(printed(paper, last=1)[0], cv2.COLOR_BGR2GRAY)
    left, top = edge_of(paper)

    def darkest(x: float, y: float) -> int:
        column, row = round((left + x) * DOTS), round((top + y) * DOTS)
        return int(image[row - 2 : row + 3, column - 2 : column + 3].min())

    for col in range(COLS + 1):
        for y in (-2.2, SIZE[1] + 2.2):
            assert darkest(col * CARD[0], y) < 150 and darkest(col * CARD[0] + 4, y) == 255
    for row in range(ROWS + 1):
        for x in (-2.2, SIZE[0] + 2.2):
            assert darkest(x, row * CARD[1]) < 150 and darkest(x, row * CARD[1] + 4) == 255
    for col in (1, 2):  # between cards there is but the pale line that they are cut out along
        assert darkest(col * CARD[0], 44) > 180


@pytest.mark.slow
def test_backs_lie_behind_their_cards_when_the_paper_is_turned_along_its_long_edge() -> None:
    for n in range(COLS * ROWS):
        (x, y), (u, v) = place_of(n, back=False), place_of(n, back=True)
        assert x + u + CARD[0] == SIZE[0] and y == v
    numbers = [n for n, leaf in enumerate(leaves(GAME, cells_of), 1) if leaf.part == "deck"]
    assert numbers == list(range(1, 15)), "fronts on odd pages, backs on even ones, of the whole kit as well"
    (back,) = printed("A4", first=13)
    found = marks_in(back)
    assert {number for number, _ in found} == {mark_of(GAME, BACK)} and len(found) == 2 * len(leaves_of(GAME)[-1])


def test_the_bulls_eye_is_exactly_in_the_middle_of_the_smack_attack() -> None:
    cards = leaves_of(GAME)[-1]
    image = printed("A4", first=12, last=13)[0].astype(int)
    for n, face in enumerate(cards):
        if face != "S":
            continue
        middle = edge_of("A4") + np.array(place_of(n, back=False)) + np.array(CARD) / 2
        x0, y0 = np.int64((middle - 24) * DOTS)
        piece = image[y0 : y0 + round(48 * DOTS), x0 : x0 + round(48 * DOTS)]
        red = (piece[..., 2] > 170) & (piece[..., 1] < 80) & (piece[..., 0] < 90)
        row, column = (np.mean(place) / DOTS for place in np.nonzero(red))
        assert abs(column - 24) < 0.1 and abs(row - 24) < 0.1
        ends = np.nonzero(red.any(0))[0]
        assert abs((ends[-1] - ends[0]) / DOTS - 40) < 0.7, "the line round it is dark"


def test_cards_of_two_kinds_and_each_special_look_different() -> None:
    assert len({name for name, _ in (*DINOSAURS, *SOLDIERS)}) == 12
    assert len({kind.sky for kind in KINDS.values()}) == len(KINDS) == 2
    for _, figure in (*DINOSAURS, *SOLDIERS):
        points = np.array([point for part in figure for shape in part.shapes for point in shape])
        assert np.abs(points).max() <= 1.05, "a figure stays within its square"


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 7, 12])
def test_the_number_is_big_and_stands_at_both_ends(number: int) -> None:
    document = pypdfium2.PdfDocument(deck("A4"))
    place = deck_of(GAME).index(f"A{number}")
    text = document[2 * (place // 9)].get_textpage()
    x, y = np.array(place_of(place % 9, back=False)) + edge_of("A4")
    said = []
    for left, top in ((x + 3, y + 4), (x + 38, y + 70)):
        box = [value * 72 / 25.4 for value in (left, 297 - top - 15, left + 22, 297 - top)]
        said.append(text.get_text_bounded(*box).strip())
    document.close()
    assert said[0] == str(number) and str(number) in said[1]
