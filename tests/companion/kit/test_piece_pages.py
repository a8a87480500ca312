"""Stickers, pawns and markers: of the right size and number, in colours that the camera tells."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.kit.document import make_kit
from companion.kit.piece_pages import SIZE, Group, pieces_of, places
from companion.kit.sticker_pages import FRAME, REACH, SIDE, STEP_X, STEP_Y, middle_of, stickers_of
from seeds.calibration import COLOURS, DIE
from seeds.drawings import DRAWINGS
from seeds.sheets import pages
from vision.plane.fiducials import cells_of
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.face_sets import Store, vectors_of

DOTS = 8.0
"""Pixels a millimetre."""
EDGE = np.array([(210 - SIZE[0]) / 2, (297 - SIZE[1]) / 2])


def page_of(game: str, part: str, number: int = 0, players: int = 2, light: bool = False) -> np.ndarray:
    """One page of a part, blue green red."""
    kit = make_kit(game, "A4", cells_of, "0.0", players, light, [part])  # type: ignore[list-item]
    document = pypdfium2.PdfDocument(kit.pdf)
    image = np.array(document[number].render(scale=DOTS * 25.4 / 72).to_numpy()[..., :3])
    document.close()
    return image


def around(image: np.ndarray, middle: tuple[float, float], half: float) -> np.ndarray:
    """A square of the page about a place of its printed area."""
    column, row = np.int64((np.array(middle) + EDGE) * DOTS)
    reach = round(half * DOTS)
    return image[row - reach : row + reach + 1, column - reach : column + reach + 1]


@pytest.mark.parametrize(("players", "markers"), [(1, 24), (2, 24), (3, 16), (4, 12)])
def test_markers_are_as_many_as_the_players_take(players: int, markers: int) -> None:
    groups = pieces_of("doubles-wild", players)
    seats = max(players, 2)
    assert [group.colour for group in groups] == ["blue", "red", "green", "yellow"][:seats]
    assert {group.pieces for group in groups} == {markers + 2}  # one counts points, one is to spare


def test_four_fleets_of_twelve_pawns() -> None:
    groups = pieces_of("space-checkers", 2)
    assert [(group.colour, group.pieces) for group in groups] == [
        ("yellow", 12), ("green", 12), ("blue", 12), ("red", 12),
    ]  # fmt: skip
    assert pieces_of("dinosaurs-vs-army-men", 2) == ()


@pytest.mark.parametrize("game", ["doubles-wild", "space-checkers"])
def test_pieces_fit_the_cells_that_they_are_for(game: str) -> None:
    def least(*names: str) -> float:
        grids = [grid for page in pages(game) for grid in page.sheet.grids if grid.id.startswith(names)]
        return min(min(x1 - x0, y1 - y0) for grid in grids for x0, y0, x1, y1 in [grid.cell(0, 0)])

    sizes = {group.across for group in pieces_of(game, 2)}
    if game == "space-checkers":
        assert sizes == {10.0} and least("board", "prison") == 11.0
    else:
        strips = sorted((y0 + y1) / 2 for grid in pages(game)[0].sheet.grids[1:] for _, y0, _, y1 in [grid.box])
        assert sizes == {14.0} and least("board") == 18.0
        assert strips[1] - strips[0] > 14.0 and strips[3] - strips[2] > 14.0  # markers on two strips never touch


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize(("game", "players"), [("doubles-wild", 2), ("doubles-wild", 4), ("space-checkers", 2)])
def test_every_piece_is_a_plain_disc_of_its_colour(game: str, players: int, light: bool) -> None:
    image = page_of(game, "pieces", players=players, light=light).astype(int)
    laid: list[tuple[Group, tuple[float, float]]] = []
    for group, _, middles in places(pieces_of(game, players)):
        assert len(middles) == group.pieces
        for middle in middles:
            inner = around(image, middle, group.across / 2 * 0.6)
            assert np.abs(inner - np.array(COLOURS[group.colour][::-1])).max() <= 2
            across = around(image, middle, group.across / 2 + 0.6)
            row = across[len(across) // 2].min(-1) < 200
            assert abs(row.sum() / DOTS - group.across) < 0.4
            laid.append((group, middle))
    for n, (one, (x, y)) in enumerate(laid):
        for other, (u, v) in laid[n + 1 :]:
            assert np.hypot(x - u, y - v) > (one.across + other.across) / 2 + 0.5
        assert one.across / 2 <= x <= SIZE[0] - one.across / 2 and y + one.across / 2 <= SIZE[1]


def test_the_colours_of_pieces_are_far_from_each_other() -> None:
    named = {name: np.array(colour) for name, colour in COLOURS.items() if name in ("yellow", "green", "blue", "red")}
    for name, colour in named.items():
        for other, value in named.items():
            assert name == other or np.linalg.norm(colour - value) > 120
        assert colour.max() - colour.min() > 120, "a strong colour"


@pytest.mark.parametrize("game", ["army-vs-aliens-2011", "army-vs-aliens-2012"])
def test_each_seat_gets_nine_dice_of_six_drawings(game: str) -> None:
    seats = stickers_of(game, 3)
    assert [page.title for page in seats] == [
        "Stickers of seat 1: Army", "Stickers of seat 2: Aliens", "Stickers of seat 3: Army",
    ]  # fmt: skip
    for page in seats:
        assert page.dice == 9 and len({face.drawing for face in page.faces}) == 6
        assert all(face.drawing in DRAWINGS for face in page.faces)
    assert stickers_of("doubles-wild", 2) == ()


def test_the_direction_die_has_four_colours_and_two_wild_faces() -> None:
    (page,) = stickers_of("space-checkers", 2)
    assert [face.frame for face in page.faces] == ["yellow", "green", "blue", "red", None, None]
    assert [face.drawing for face in page.faces] == ["sun", "ringed", "moon", "rocket", "wild", "wild"]


def test_a_sticker_covers_a_die_and_lies_apart_from_the_next() -> None:
    assert SIDE == DIE - 1 and REACH < SIDE / 2
    assert min(STEP_X, STEP_Y) >= SIDE + 3
    for page in (*stickers_of("army-vs-aliens-2011", 2), *stickers_of("space-checkers", 2)):
        for row in range(page.dice):
            for col in range(6):
                x, y = middle_of(row, col)
                assert SIDE / 2 < x < SIZE[0] - SIDE / 2 and y < SIZE[1] - SIDE / 2


def test_stickers_show_what_they_are() -> None:
    image = page_of("space-checkers", "stickers").astype(int)
    for col, name in enumerate(("yellow", "green", "blue", "red")):
        for half in (SIDE / 2 - FRAME / 2, SIDE / 2 + 0.7):  # the frame, and a little bleed around it
            shown = around(image, middle_of(0, col), half)
            assert np.abs(shown[3, len(shown) // 2] - np.array(COLOURS[name][::-1])).max() <= 2
        inner = around(image, middle_of(0, col), SIDE / 2 - FRAME - 0.4)
        rim = np.concatenate([inner[1], inner[-2], inner[:, 1], inner[:, -2]])
        assert rim.min() > 250, "the drawing keeps off the frame"
        assert 0.1 < (inner.max(-1) < 60).mean() < 0.5
    wild = around(image, middle_of(0, 4), REACH).max(-1)
    assert wild[len(wild) // 2, len(wild) // 2] < 60 and 0.1 < (wild < 128).mean() < 0.5
    army = page_of("army-vs-aliens-2011", "stickers", 1).max(-1)
    looks = [around(army, middle_of(4, col), REACH) < 128 for col in range(6)]
    for n, look in enumerate(looks):
        assert 0.1 < look.mean() < 0.7
        assert all((look != other).mean() > 0.1 for other in looks[n + 1 :])


@pytest.mark.parametrize(("game", "page", "known"), [
    ("army-vs-aliens-2011", 0, "army"), ("army-vs-aliens-2012", 1, "alien"), ("space-checkers", 0, "direction"),
])  # fmt: skip
def test_the_built_in_sets_know_the_stickers(game: str, page: int, known: str, tmp_path: Path) -> None:
    """Each drawing, on a white die, is nearest to its own face of the set."""
    faces = Store(tmp_path).load(known).faces
    image, own = page_of(game, "stickers", page), stickers_of(game, 2)[page].faces
    crops = []
    for col in range(6):
        table = np.full((round(23 * DOTS), round(23 * DOTS), 3), 110, np.uint8)
        for fill, half in ((np.uint8(235), DIE / 2), (around(image, middle_of(0, col), SIDE / 2), SIDE / 2)):
            start = round((11.5 - half) * DOTS)
            end = start + 2 * round(half * DOTS) + 1
            table[start:end, start:end] = fill
        crops.append(cv2.resize(table, (64, 64), interpolation=cv2.INTER_AREA))
    vectors = FaceEmbedder().see(np.stack(crops)).vectors
    for face, vector in zip(own, vectors, strict=True):
        likeness = {one.name: max((vectors_of(look) @ vector).max() for look in one.looks) for one in faces}
        assert max(likeness, key=lambda name: likeness[name]) == face.name and likeness[face.name] > 0.9
