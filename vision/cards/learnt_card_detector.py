"""Eyes for decks that were learnt by one look a card: finds the cards in a picture and names them; and takes the looks.

cards = CardSet(name="my-deck", embedder=embedder.fingerprint)
for name, picture in pictures:                                           # one card in each picture
    cards = cards.with_look(name, make_look(embedder, one_card(picture, None, name)))
eyes = EnrolledCards(cards, embedder)
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import CardSeen, Doubt
from companion.text import one_line, say
from seeds import BACK, CARD, Area
from vision.camera import Image
from vision.cards.card_outlines import Edges, OutlineFinder, Pose
from vision.cards.learnt_card_reader import CardReader, Read
from vision.cards.learnt_decks import CardSet, flat_size
from vision.cards.marked_card_reader import SURE_OUTLINE, card_seen, in_order
from vision.plane import Plane, Points, corners_of_size
from vision.symbols import EnrolError, FaceEmbedder

SIDE = 720
"""Longest side in pixels of the picture in which cards are sought by shape."""
LEAST, LARGEST = 0.004, 0.9
"""Shares of the picture that a card may cover."""
REACH = 7.0
"""Pixels to either side of a card's side in which its edge is sought."""
EDGES = ((30, 80), (90, 220))
"""Weak and strong edges (Canny) of a faint card, and of one on a table with a grain of its own."""
RIM = 0.85
"""Share of the larger one's area from which two shapes at one place are the two rims of one edge."""
OBLONG = 2.6
"""How many times as long as wide a card may look."""
SMALL = 80.0
"""Pixels of a card's shorter side below which no reading counts."""
WORTH, CLEAR = 100.0, 0.85
"""The same for a look from which a card is learnt, and how clear its edge must be (see `clearness`)."""
OUTER = 0.5
"""Share of the strongest edge near a card's side from which one further out is the card's own."""
FAINT = 6.0
"""Change of brightness (0..255) over a pixel and a half below which there is no edge."""
RIVAL = 0.05
"""Probability of another card from which the two are called alike."""


def lay_flat(image: Image, corners: Points, size: tuple[float, float] = CARD) -> Image:
    """The card with `corners` (4, 2), clockwise from its upper left, as seen from straight above it."""
    width, height = flat_size(size)
    flat = (corners_of_size((width, height)) - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    found = cv2.warpPerspective(
        image,
        matrix,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(found, np.uint8)


def quadrilaterals(image: Image) -> list[Points]:
    """(4, 2) pixels each, clockwise with a shorter side first: what is shaped like a card, the largest first."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, SIDE / max(grey.shape))
    small = cv2.GaussianBlur(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), (0, 0), 1)
    outlines: list[NDArray[np.int32]] = []
    for weak, strong in EDGES:
        edges = cv2.dilate(cv2.Canny(small, weak, strong), np.ones((3, 3), np.uint8))
        outlines += [
            np.asarray(one, np.int32) for one in cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
        ]
    found: list[tuple[float, Points]] = []
    for outline in outlines:
        area = cv2.contourArea(outline)
        if not LEAST * small.size <= area <= LARGEST * small.size:
            continue
        rough = cv2.approxPolyDP(outline, 0.03 * cv2.arcLength(outline, True), True).reshape(-1, 2)
        if len(rough) != 4 or not cv2.isContourConvex(rough):
            continue
        corners = _by_sides(outline.reshape(-1, 2).astype(np.float64), rough.astype(np.float64))
        if corners is not None:
            found.append((area, (corners + 0.5) / scale - 0.5))
    found.sort(key=lambda one: -one[0])
    alone: list[list[tuple[float, Points]]] = []
    for area, corners in found:
        middle, reach = corners.mean(0), np.linalg.norm(corners[0] - corners[2])
        like = (group for group in alone if np.linalg.norm(group[0][1].mean(0) - middle) <= 0.2 * reach)
        group = next(like, None)
        if group is None:
            alone.append([(area, corners)])
        elif area >= RIM * group[0][0]:
            group.append((area, corners))
    # An edge has two rims, and the card ends halfway between the outer and the inner one.
    halfway = ((group[0][1] + _nearest(group[-1][1], group[0][1])) / 2 for group in alone)
    return [_on_edges(np.asarray(grey, np.float32), corners) for corners in halfway]


def _nearest(corners: Points, other: Points) -> Points:
    """The corners in the order in which they lie nearest to those of another card."""
    return min((np.roll(corners, n, 0) for n in range(4)), key=lambda way: float(np.linalg.norm(way - other)))


def _by_sides(outline: Points, rough: Points) -> Points | None:
    """Corners where the straight parts of an outline's sides meet, since cards have rounded corners; None where it is
    no card's shape."""
    if cv2.contourArea(rough.astype(np.float32), True) < 0:
        rough = rough[::-1]
    sides = np.roll(rough, -1, 0) - rough
    lengths = np.linalg.norm(sides, axis=1)
    wide, high = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    if max(wide, high) > OBLONG * min(wide, high):
        return None
    parts = []
    for corner, side, length in zip(rough, sides / lengths[:, None], lengths, strict=True):
        along = (outline - corner) @ side
        off = np.abs((outline - corner) @ np.array([-side[1], side[0]]))
        parts.append(outline[(along > 0.12 * length) & (along < 0.88 * length) & (off < 0.04 * length + 2)])
    found = _meeting(parts)
    if found is None:
        return None
    return found if wide <= high else np.roll(found, -1, 0)


def _meeting(sides: Sequence[Points]) -> Points | None:
    """(4, 2): where lines through the points of four sides meet, the last side and the first one first."""
    if min(len(points) for points in sides) < 6:
        return None
    lines = []
    for points in sides:
        dx, dy, x, y = np.asarray(cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)).ravel()
        lines.append((float(dy), -float(dx), float(dy * x - dx * y)))
    corners = []
    for n in range(4):
        (a, b, c), (d, e, f) = lines[n - 1], lines[n]
        across = a * e - b * d
        if abs(across) < 1e-6:
            return None
        corners.append([(c * e - b * f) / across, (a * f - c * d) / across])
    return np.array(corners)


def _changes(grey: NDArray[np.float32], corners: Points) -> tuple[Points, Points, NDArray[np.float64]]:
    """Along the four sides: (4, n, 2) places, (4, 2) which way is out, and (4, n, offsets) how much brightness changes
    there, from REACH pixels within to as many without."""
    shares = np.linspace(0.12, 0.88, 32)
    reach = np.arange(-REACH, REACH + 0.5, 0.5)
    side = np.roll(corners, -1, 0) - corners
    out = np.stack([side[:, 1], -side[:, 0]], 1) / np.maximum(np.linalg.norm(side, axis=1), 1e-6)[:, None]
    places = corners[:, None] + shares[:, None] * side[:, None]
    at = (places[:, :, None] + reach[:, None] * out[:, None, None]).astype(np.float32).reshape(4 * len(shares), -1, 2)
    seen = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return places, out, np.abs(seen[:, 3:] - seen[:, :-3]).reshape(4, len(shares), -1).astype(np.float64)


def clearness(grey: NDArray[np.uint8], corners: Points) -> float:
    """Share of the least clear side's places where an edge is seen just there: whether the corners (4, 2) are to be
    trusted to a pixel."""
    _, _, change = _changes(np.asarray(grey, np.float32), corners)
    middle = change.shape[2] // 2
    there = change[..., middle - 2 : middle + 3].max(2)
    return float((there >= np.maximum(0.5 * change.max(2), FAINT)).mean(1).min())


def _on_edges(grey: NDArray[np.float32], corners: Points) -> Points:
    """The corners where the picture's strongest edges near the sides meet; as they are where those lead elsewhere."""
    places, out, change = _changes(grey, corners)
    sides = []
    for n in range(4):
        usual = change[n].mean(0)
        peaks = [
            k for k in range(1, len(usual) - 1) if usual[k] >= max(usual[k - 1], usual[k + 1], OUTER * usual.max())
        ]
        rim = peaks[-1] if peaks else int(usual.argmax())  # many cards have a frame drawn just within their edge
        low = max(rim - 4, 0)
        off = (low + change[n, :, low : rim + 5].argmax(1) - (len(usual) - 1) / 2) / 2
        sides.append((places[n] + off[:, None] * out[n])[np.abs(off - np.median(off)) < 1.5])
    found = _meeting(sides)
    if found is None or np.linalg.norm(found - corners, axis=1).max() > 2 * REACH:
        return corners
    return found


def one_card(image: Image, plane: Plane | None, where: str, size: tuple[float, float] = CARD) -> Image:
    """The one card in a picture, laid flat, to be learnt; `where` is what the picture is called in the line of an
    EnrolError."""
    where = one_line(where)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    if plane is None:
        found = quadrilaterals(image)
    else:
        light = np.asarray(grey, np.float32)
        outlines = OutlineFinder(size).find(Edges(grey, plane))
        whole = [one.pose.corners(plane, size) for one in outlines if one.seen >= SURE_OUTLINE and not one.cut]
        found = [_on_edges(light, corners) for corners in whole]
    if not found:
        raise EnrolError(
            say("{where}: no card is seen; lay one card flat on a ground of another colour, in good light", where=where)
        )
    if len(found) > 1:
        raise EnrolError(
            say(
                "{where}: {count} cards are in view; show one card at a time and clear away the others",
                where=where,
                count=len(found),
            )
        )
    side = float(np.linalg.norm(found[0] - np.roll(found[0], 1, 0), axis=1).min())
    if side < WORTH:
        raise EnrolError(
            say(
                "{where}: the card is {side:.0f} pixels wide; go closer, {least:.0f} are needed",
                where=where,
                side=side,
                least=WORTH,
            )
        )
    if clearness(grey, found[0]) < CLEAR:
        raise EnrolError(
            say("{where}: the card's edges are not clear; lay it on a plain ground of another colour", where=where)
        )
    return lay_flat(image, found[0], size)


class EnrolledCards:
    """Finds and names the cards of one set. Not for several threads at once."""

    def __init__(self, cards: CardSet, embedder: FaceEmbedder | None = None) -> None:
        """Raises SetError and networks.ModelError."""
        self.reader = CardReader(cards, embedder)
        self.size = cards.size
        self._outlines = OutlineFinder(cards.size)

    def read(
        self, image: Image, plane: Plane | None = None, areas: Sequence[Area] = (), expected: Sequence[Pose] = ()
    ) -> tuple[CardSeen, ...]:
        """The cards in a picture (height, width, 3), of those on each other the lowest first; see PrintedCards.read.

        Without a plane a card is found only where it lies alone on a ground of another colour."""
        if plane is None:
            told = (self._by_shape(image, corners) for corners in quadrilaterals(image))
            return tuple(card for card in told if card is not None)
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        edges = Edges(grey, plane)
        posed: list[tuple[Pose, CardSeen]] = []
        for outline in self._outlines.find(edges, expected):
            if outline.cut:  # what is cut off may be all that tells it from another card
                continue
            corners = outline.pose.corners(plane, self.size)
            read = self.reader.read(np.stack([lay_flat(image, np.roll(corners, n, 0), self.size) for n in (0, 2)]))
            if (read.empty and read.certain) or (read.strange and outline.seen < SURE_OUTLINE):
                continue
            posed.append((outline.pose, self._seen(read, corners, outline.pose, areas)))
        poses = [pose for pose, _ in posed]
        return in_order(posed, edges.sides(poses, self.size), edges.in_view(poses, self.size))

    def _by_shape(self, image: Image, corners: Points) -> CardSeen | None:
        ways = [np.roll(corners, n, 0) for n in (0, 2, 1, 3)]
        read = self.reader.read(np.stack([lay_flat(image, way, self.size) for way in ways]))
        return None if read.empty or read.strange else self._seen(read, corners, None, ())

    def _seen(self, read: Read, corners: Points, pose: Pose | None, areas: Sequence[Area]) -> CardSeen:
        doubts: list[Doubt] = []
        if float(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min()) < SMALL:
            doubts.append("too small")
        if read.strange:
            doubts.append("covered")
        elif not read.certain or (read.alternatives and read.alternatives[0][1] >= RIVAL):
            doubts.append("faces alike")
        down = read.name == BACK
        turned = np.roll(corners, 2, 0) if read.upside_down else corners
        name = None if down else read.name
        return card_seen(name, down, read.confidence, tuple(doubts), turned, pose, areas, read.alternatives)
