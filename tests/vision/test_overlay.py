"""What is drawn over the picture."""

from typing import Any

import numpy as np

from companion.table import Die, TableView, Zones
from vision.overlay import draw, label_of


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
