"""What is drawn over the picture."""

from typing import Any

import msgspec
import numpy as np

from companion.table.view import CardSeen, Die, Piece, TableView, Zones
from vision.overlay.dice_overlay import DOUBT, SURE, draw, label_of
from vision.overlay.table_overlay import draw_table
from vision.plane.plane import Plane


def die(box: tuple[float, float, float, float], certain: bool = True, value: int | None = 5, **more: Any) -> Die:
    return Die(box=box, value=value, colour="red", confidence=0.9, certain=certain, **more)


def test_doubt_is_told_in_words() -> None:
    assert label_of(die((0, 0, 1, 1))) == "5 red"
    assert label_of(die((0, 0, 1, 1), certain=False)) == "5? red unsure"
    assert label_of(die((0, 0, 1, 1), certain=False, value=None)) == "? red unsure"
    assert label_of(die((0, 0, 1, 1), certain=False, doubts=("leaning", "glare"))) == "5? red unsure: leaning"
    assert label_of(die((0, 0, 1, 1), value=None, face="tank")) == "tank red"


def test_the_picture_itself_is_left_alone_and_every_die_is_marked() -> None:
    image = np.full((200, 300, 3), 90, np.uint8)
    drawn = draw(image, [die((100, 80, 140, 120)), die((200, 100, 240, 140), certain=False)])
    assert np.all(image == 90)
    assert np.any(drawn[80:121, 98:103] != 90)
    assert np.any(drawn[100:141, 198:203] != 90)


def test_what_is_hardly_a_die_is_shown_to_nobody() -> None:
    image = np.full((200, 300, 3), 90, np.uint8)
    find = msgspec.structs.replace(die((100, 80, 140, 120), certain=False, doubts=("not a die",)), confidence=0.1)
    assert np.all(draw(image, [find]) == 90)


def test_a_doubtful_outline_has_gaps_and_a_certain_one_has_none() -> None:
    image = np.full((720, 1280, 3), 90, np.uint8)
    edge = np.s_[420:, 300]

    def marked(certain: bool) -> np.ndarray:
        drawn = draw(image, [die((300, 400, 500, 600), certain)])
        return np.any(drawn[edge][:160] != 90, axis=1)

    assert marked(True).all()
    assert 0.2 < marked(False).mean() < 0.9


def test_tags_stay_inside_the_picture() -> None:
    image = np.full((100, 100, 3), 90, np.uint8)
    for box in ((-5, -5, 20, 20), (90, 90, 110, 110), (0, 95, 10, 100)):
        assert draw(image, [die(box)]).shape == image.shape


def test_zones_are_drawn_where_their_lines_are() -> None:
    image = np.full((200, 400, 3), 90, np.uint8)
    view = TableView(time=0, width=400, height=200)
    drawn = draw(image, view, Zones(lines=(0.25, 0.75)))
    changed = np.any(drawn[:120] != 90, axis=(0, 2))
    assert changed[98:103].any()
    assert changed[298:303].any()
    assert not changed[150:250].any()


def test_pieces_and_cards_are_drawn_where_they_lie() -> None:
    image = np.zeros((1200, 1600, 3), np.uint8)
    plane = Plane(np.diag([8.0, 8.0, 1.0]), (200.0, 150.0))
    piece = {"grid": "board", "row": 0, "col": 0, "colour": "red", "confidence": 0.9}
    sure = Piece(**piece, certain=True, place=(50.0, 50.0))  # type: ignore[arg-type]
    unsure = Piece(**piece, certain=False, place=(120.0, 100.0))  # type: ignore[arg-type]
    corners = ((80.0, 800.0), (240.0, 800.0), (240.0, 1040.0), (80.0, 1040.0))
    card = CardSeen(corners=corners, face="D7", face_down=False, confidence=1.0, certain=True)
    view = TableView(time=0, width=1600, height=1200, dice=(), unsure=False, pieces=(sure, unsure), cards=(card,))
    drawn = draw_table(image, view, plane)
    assert not image.any(), "the picture itself stays as it was"

    def colours(x: int, y: int, reach: int = 64) -> set[tuple[int, ...]]:
        part = drawn[y - reach : y + reach, x - reach : x + reach].reshape(-1, 3)
        return {tuple(map(int, one)) for one in part}

    assert SURE in colours(400, 400) and DOUBT not in colours(400, 400)
    assert DOUBT in colours(960, 800) and SURE not in colours(960, 800)
    assert SURE in colours(80, 920)
    without = draw_table(image, view, None)
    assert not without[320:480, 320:480].any() and without[800:1040, 60:260].any()


def test_what_was_read_is_drawn_where_a_camera_has_it_that_has_moved() -> None:
    image = np.zeros((1200, 1600, 3), np.uint8)
    plane = Plane(np.diag([8.0, 8.0, 1.0]), (200.0, 150.0))
    piece = Piece(grid="board", row=0, col=0, colour="red", confidence=0.9, certain=True, place=(50.0, 50.0))
    card = ((80.0, 800.0), (240.0, 800.0), (240.0, 1040.0), (80.0, 1040.0))
    cards = (CardSeen(corners=card, face="D7", face_down=False, confidence=1.0, certain=True),)
    die = Die(box=(900, 300, 960, 360), value=4, colour="red", confidence=1, certain=True)
    view = TableView(time=0, width=1600, height=1200, dice=(die,), pieces=(piece,), cards=cards)
    moved = np.array([[1, 0, 200], [0, 1, 80], [0, 0, 1]], np.float64)
    lines = Zones(names=("a", "b"), lines=(0.5,))
    stood = draw_table(image, view, plane, lines)
    drawn = draw_table(image, view, plane, lines, moved, moved)
    back = np.roll(drawn, (-80, -200), (0, 1))
    for x, y in ((400, 400), (160, 920), (930, 330)):
        place = slice(y - 30, y + 30), slice(x - 90, x + 90)
        assert stood[place].any() and np.array_equal(back[place], stood[place]), (x, y)
    assert drawn[300:900, 990:1010].any() and not drawn[300:900, 790:810].any(), "the line, 200 pixels further"
