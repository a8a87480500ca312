"""The picture of a result: of every game, with the drawn table, in any language, whatever players are called."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import companion
from companion.record import Record
from companion.text import using_language
from tests.support.app.archives import play_into, shelf
from tests.support.record.recording import clock
from ui.share import picture_text
from ui.share.forms import shared
from ui.share.picture_text import Image, Style, _ordered, can_write, fitted, width_of, wrapped
from ui.share.result_picture import WIDTH
from ui.share.svg_raster import rasterised

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'


@pytest.fixture(scope="module")
def ids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    path = tmp_path_factory.mktemp("shared") / "shelf.sqlite"
    return shelf(path) | {"path": str(path)}


def picture_of(path: str | Path, match_id: str) -> Image:
    with Record(path, clock=clock) as record:
        png = shared("png", record.summary(match_id), record.journal(match_id))
    assert png.startswith(b"\x89PNG") and len(png) < 2_000_000
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*companion.GAMES, "open"])
def test_the_result_of_every_game_is_drawn(game: str, ids: dict[str, str]) -> None:
    picture = picture_of(ids["path"], ids[game])
    assert picture.shape[1] == WIDTH and picture.shape[0] > 600
    with using_language("de"):
        assert not np.array_equal(picture_of(ids["path"], ids[game])[:400], picture[:400])


def test_eight_players_have_room(tmp_path: Path) -> None:
    path = tmp_path / "eight.sqlite"
    with Record(path, clock=clock) as record:
        match_id = play_into(record, "army-vs-aliens-2011", players=8, names=8, events=30)
    assert picture_of(path, match_id).shape[0] > 1000


def test_names_that_no_font_has_are_told_by_their_seats(tmp_path: Path) -> None:
    """The picture with them is that of players without names, at the same seats."""
    pictures = []
    for number, names in enumerate((("हिन्दी", "دوست"), ())):
        path = tmp_path / f"{number}.sqlite"
        with Record(path, clock=clock) as record:
            match = record.begin(companion.load("space-checkers"), names)
        pictures.append(picture_of(path, match.id))
    assert np.array_equal(*pictures)


@pytest.mark.parametrize("name", ["Anna Müller", "Łódź", "Ελένη", "Иван", "田中さくら", "김민준", "אבג", "</script>"])
def test_what_can_be_written(name: str) -> None:
    assert can_write(name)


@pytest.mark.parametrize("name", ["हिन्दी", "ไทย", "دوست", "😀"])
def test_what_cannot_be_written(name: str) -> None:
    assert not can_write(name)


def test_names_that_would_be_boxes_are_told_by_their_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where OpenCV has no font with Hebrew letters, and draws a box for each."""
    box, drawn = np.full((48, 48, 3), 255, np.uint8), picture_text._drawn
    lacked = (*"אבג", "\u0378", "\U0010ffff")
    monkeypatch.setattr(picture_text, "_drawn", lambda sign: box if sign in lacked else drawn(sign))
    picture_text._has.cache_clear()
    try:
        assert not can_write("אבג") and can_write("Anna")
        pictures = []
        for number, names in enumerate((("אבג", "Anna"), ("", "Anna"))):
            path = tmp_path / f"{number}.sqlite"
            with Record(path, clock=clock) as record:
                match = record.begin(companion.load("space-checkers"), names)
            pictures.append(picture_of(path, match.id))
        assert np.array_equal(*pictures)
    finally:
        picture_text._has.cache_clear()


def test_words_from_right_to_left_are_turned_and_the_rest_is_not() -> None:
    assert _ordered("<אב גד> wins") == "<דג בא> wins" and _ordered("Anna (Army)") == "Anna (Army)"


def test_long_texts_keep_their_room() -> None:
    style = Style(28)
    long = "W" * 200
    assert width_of(fitted(long, style, 300), style) <= 300 and fitted("Anna", style, 300) == "Anna"
    lines = wrapped("a few words that need more than one line of this width", style, 200)
    assert len(lines) > 2 and all(width_of(line, style) <= 200 for line in lines)


@pytest.mark.parametrize(
    ("element", "at", "colour"),
    [
        ('<rect x="10" y="10" width="20" height="20" fill="#FF0000"/>', (20, 20), (0, 0, 255)),
        ('<rect x="10" y="10" width="20" height="20" rx="10" fill="#FF0000"/>', (11, 11), (255, 255, 255)),
        ('<circle cx="50" cy="25" r="10" fill="#00FF00"/>', (50, 25), (0, 255, 0)),
        ('<circle cx="50" cy="25" r="10" fill="none" stroke="#0000FF" stroke-width="4"/>', (60, 25), (255, 0, 0)),
        ('<line x1="0" y1="25" x2="100" y2="25" stroke="#0000FF" stroke-width="4"/>', (70, 25), (255, 0, 0)),
        ('<path d="M80 10L90 10V40H80Z" fill="#FF0000"/>', (85, 25), (0, 0, 255)),
        ('<path d="M20 25c0 -10 20 -10 20 0" fill="none" stroke="#0000FF" stroke-width="4"/>', (30, 17), (255, 0, 0)),
        (
            '<g transform="translate(50 0) scale(2)" fill="#FF0000" opacity="0.5"><rect width="10" height="10"/></g>',
            (60, 10),
            (128, 128, 255),
        ),
    ],
)
def test_drawings_are_rasterised(element: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    picture = rasterised(f"{HEAD}{element}</svg>", 200, "#FFFFFF")
    assert picture.shape == (100, 200, 3)
    x, y = at
    assert np.abs(picture[2 * y, 2 * x].astype(int) - colour).max() <= 2
