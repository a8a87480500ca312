"""Painted cards, and photographs of them on a table: piles, tilted views, lamps, noise.

The cards are of our own plain design: a number and a drawing that differ, and, on the printed deck, the marks of
seeds/cards.py where they belong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from seeds.cards import BACK, CARD, CARD_MARK, CARD_ROUNDED, QUIET, mark_corners, mark_of
from seeds.drawings import DRAWINGS

Image = NDArray[np.uint8]
GAME = "dinosaurs-vs-army-men"
SCALE = 8.0
"""Pixels a millimetre of a painted card."""
SIDE = (round(CARD[0] * SCALE), round(CARD[1] * SCALE))
SIZE = (1280, 720)
LENS = 950.0
"""Focal length in pixels of such a picture: 68 degrees across."""
FINER = 2
"""How many times finer a photograph is painted than it becomes."""


class Lying(NamedTuple):
    """One card on the table; later ones lie on earlier ones."""

    image: Image
    x: float
    """Of its middle, in millimetres of the table."""
    y: float
    turn: float = 0.0
    """Degrees clockwise."""


class Light(NamedTuple):
    """How a photograph is lit and taken."""

    level: float = 0.9
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Of blue, green, red."""
    gradient: float = 0.0
    """How much darker the far end of the picture is; 0..1."""
    blur: float = 0.6
    """Standard deviation of the lens's blur, in pixels."""
    noise: float = 3.0
    seed: int = 1


def blank(colour: tuple[int, int, int] = (252, 252, 252)) -> Image:
    return np.full((SIDE[1], SIDE[0], 3), colour, np.uint8)


def _put(image: Image, text: str, x: float, y: float, high: float, ink: tuple[int, int, int], font: int = 2) -> None:
    """Text `high` millimetres high with its middle at x, y (millimetres)."""
    thick = max(2, round(high * SCALE / 7))
    (w, h), _ = cv2.getTextSize(text, font, 1.0, 1)
    size = high * SCALE / h
    (w, h), _ = cv2.getTextSize(text, font, size, thick)
    cv2.putText(image, text, (round(x * SCALE - w / 2), round(y * SCALE + h / 2)), font, size, ink, thick, cv2.LINE_AA)


def _drawn(image: Image, name: str, x: float, y: float, half: float, ink: tuple[int, int, int]) -> None:
    for shape in DRAWINGS[name]:
        points = np.round([((x + half * u) * SCALE * 16, (y + half * v) * SCALE * 16) for u, v in shape.points])
        colour = ink if shape.ink else (252, 252, 252)
        cv2.fillPoly(image, [points.astype(np.int32)], colour, cv2.LINE_AA, 4)


def _both_ends(image: Image) -> None:
    """The lower half as the upper one, turned by half."""
    half = SIDE[1] // 2
    image[half:] = image[:half][::-1, ::-1]


def marked(face: str) -> Image:
    """A card of the printed deck (seeds/cards.py): "D7", "B", BACK..."""
    image = blank() if face != BACK else blank((150, 90, 40))
    if face == BACK:
        for n in range(-12, 24):
            cv2.line(image, (n * 40, 0), (n * 40 + SIDE[1], SIDE[1]), (190, 140, 90), 9, cv2.LINE_AA)
        cv2.rectangle(image, (0, 0), (SIDE[0] - 1, SIDE[1] - 1), (252, 252, 252), 40)
    else:
        ink = {"D": (60, 120, 40), "A": (40, 80, 120), "B": (40, 40, 190), "S": (160, 30, 120)}[face[0]]
        names = {"D": "saucer", "A": "tank", "B": "general", "S": "nuke"}
        known = [name for name in DRAWINGS if names[face[0]] in name] or list(DRAWINGS)
        cv2.rectangle(image, (16, 16), (SIDE[0] - 17, SIDE[1] - 17), ink, 6)
        _put(image, face[1:] or face, 11, 12, 9, ink)
        _both_ends(image)
        _drawn(image, known[0], CARD[0] / 2, CARD[1] / 2, 17, ink)
    number = mark_of(GAME, face)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    side = round(CARD_MARK * SCALE)
    black = cv2.aruco.generateImageMarker(dictionary, number, side)[..., None]
    for end in (0, 1):
        left, top = np.round(np.min(mark_corners(end), axis=0) * SCALE).astype(int)
        q = round(QUIET * SCALE)
        image[top - q : top + side + q, left - q : left + side + q] = 252
        image[top : top + side, left : left + side] = black if end == 0 else black[::-1, ::-1]
    return image


def _outline(image: Image) -> Image:
    """(height, width): 255 inside a card of rounded corners."""
    height, width = image.shape[:2]
    r = round(CARD_ROUNDED * width / CARD[0])
    inside = np.zeros((height, width), np.uint8)
    cv2.rectangle(inside, (r, 0), (width - r - 1, height - 1), 255, -1)
    cv2.rectangle(inside, (0, r), (width - 1, height - r - 1), 255, -1)
    for x in (r, width - r - 1):
        for y in (r, height - r - 1):
            cv2.circle(inside, (x, y), r, 255, -1)
    return inside


def ground(kind: str, seed: int = 0, size: tuple[int, int] = SIZE) -> Image:
    """A table from above: "wood", "cloth", "dark" or "white"."""
    g = np.random.default_rng(seed)
    width, height = size
    if kind == "wood":
        lines = cv2.resize(g.normal(0, 1, (height // 5, 8)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        base = np.array((70, 110, 160)) * (1 + 0.13 * lines[..., None])
    elif kind == "cloth":
        base = np.array((60, 95, 50)) * (1 + 0.16 * g.normal(0, 1, (height, width, 1)))
    elif kind == "white":
        base = np.full((height, width, 3), 205.0) + g.normal(0, 3, (height, width, 1))
    else:
        spots = cv2.resize(g.normal(0, 1, (height // 16, width // 16)).astype(np.float32), size)
        base = np.array((48, 46, 44)) * (1 + 0.2 * spots[..., None])
    return np.uint8(np.clip(base, 0, 255))


def view(
    tilt: float, wide: float, turn: float = 0.0, at: tuple[float, float] = (0.0, 0.0), size: tuple[int, int] = SIZE
) -> NDArray[np.float64]:
    """(3, 3), millimetres of the table (0, 0 is what the camera looks at) to pixels.

    `tilt` degrees off the vertical, from where a card in the middle is `wide` pixels wide; the table is turned by
    `turn` degrees and moved `at` millimetres.
    """
    t, r = np.radians(tilt), np.radians(turn)
    spin = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]])
    pose = lean @ spin
    flat = np.column_stack([pose[:, 0], pose[:, 1], lean @ np.array([*at, 0.0]) + [0, 0, LENS * CARD[0] / wide]])
    lens = np.array([[LENS, 0, (size[0] - 1) / 2], [0, LENS, (size[1] - 1) / 2], [0, 0, 1]])
    return np.asarray(lens @ flat)


def of_card(card: Lying) -> NDArray[np.float64]:
    """(3, 3), millimetres of the card (seeds/cards.py) to those of the table."""
    c, s = np.cos(np.radians(card.turn)), np.sin(np.radians(card.turn))
    middle = np.array([[1, 0, -CARD[0] / 2], [0, 1, -CARD[1] / 2], [0, 0, 1]])
    return np.array([[c, -s, card.x], [s, c, card.y], [0, 0, 1]]) @ middle


def corners_of(card: Lying, to_pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """(4, 2): where the card's corners are in the picture."""
    edge = np.array([[0, 0, 1], [CARD[0], 0, 1], [*CARD, 1], [0, CARD[1], 1]]) @ (to_pixels @ of_card(card)).T
    return np.asarray(edge[:, :2] / edge[:, 2:])


def photographed(
    cards: Sequence[Lying], to_pixels: NDArray[np.float64], table: Image, light: Light | None = None
) -> Image:
    """What a camera with the homography `to_pixels` sees of cards that lie on `table` (a picture of its size)."""
    light = light or Light()
    g = np.random.default_rng(light.seed)
    height, width = table.shape[:2]
    fine = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]])
    picture = cv2.resize(table, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
    for card in cards:
        matrix = fine @ to_pixels @ of_card(card)
        shape = corners_of(card, fine @ to_pixels)
        low = np.floor(shape.min(0) - 12).astype(int).clip(0)
        high = np.ceil(shape.max(0) + 12).astype(int)
        high = np.minimum(high, [width * FINER, height * FINER])
        if (high <= low).any():
            continue
        # No more detail than the picture can show, so that nothing flickers.
        longest = float(np.linalg.norm(shape - np.roll(shape, 1, 0), axis=1).max())
        less = min(1.0, 1.3 * longest / card.image.shape[0])
        image = cv2.resize(card.image, None, fx=less, fy=less, interpolation=cv2.INTER_AREA)
        across = CARD[0] / image.shape[1]
        texture = np.array([[across, 0, across / 2], [0, across, across / 2], [0, 0, 1]])
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
        local = (int(high[0] - low[0]), int(high[1] - low[1]))
        whole = shift @ matrix @ texture
        lying = cv2.warpPerspective(image, whole, local, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(_outline(image), whole, local).astype(np.float32)[..., None] / 255
        shade = cv2.GaussianBlur(np.pad(cover[..., 0], 0), (0, 0), 5)[..., None]
        there = picture[low[1] : high[1], low[0] : high[0]]
        under = there * (1 - 0.35 * shade * (1 - cover))
        there[:] = np.uint8(np.clip(under * (1 - cover) + lying * cover, 0, 255))
    seen = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    if light.blur > 0:
        seen = cv2.GaussianBlur(seen, (0, 0), light.blur)
    along = np.linspace(1, 1 - light.gradient, width, dtype=np.float32)[None, :, None]
    seen = seen * (light.level * along) * np.float32(light.tint)
    return np.uint8(np.clip(seen + g.normal(0, light.noise, seen.shape), 0, 255))


def of_the_kit(faces: Sequence[str]) -> dict[str, Image]:
    """Cards as our print kit draws them; needs fpdf2 and pypdfium2."""
    import pypdfium2
    from fpdf import FPDF

    from companion.drawing import Pen
    from companion.kit.deck_pages import COLS, ROWS, SIZE, draw_leaf, place_of
    from vision.plane.fiducials import cells_of

    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(False)
    each, deck = COLS * ROWS, {}
    pages = [tuple(faces[n : n + each]) for n in range(0, len(faces), each)]
    places = []
    for names in pages:
        pen = Pen(pdf, "A4", SIZE, False)
        draw_leaf(pen, GAME, names, False, cells_of)
        places.append((pen.left, pen.top))
    document = pypdfium2.PdfDocument(bytes(pdf.output()))
    for number, names in enumerate(pages):
        page = document[number]
        picture = np.ascontiguousarray(page.render(scale=SCALE * 25.4 / 72).to_numpy()[..., :3])
        page.close()
        for n, face in enumerate(names):
            x, y = (round((a + b) * SCALE) for a, b in zip(places[number], place_of(n, False), strict=True))
            deck[face] = picture[y : y + SIDE[1], x : x + SIDE[0]].copy()
    document.close()
    return deck
