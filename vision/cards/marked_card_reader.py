"""Reads the cards of the printed deck by their marks: face, place, orientation, and order in a pile.

A mark that is large enough is found by the same search as the fiducials of the sheets. Where the plane of the table is
known, cards are found by their outlines as well, and their marks are then read where they must be: smaller ones, and
ones that are seen very flat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.table import Box, CardSeen, Doubt
from seeds import BACK, CARD, Area, face_of, faces, mark_corners, mark_of
from vision.camera import Image
from vision.cards.card_closeup import around, look_closer, places_to_look, unknown
from vision.cards.card_marks import FADED, LIKE, MarkedCard, MarkReading, cards_in_picture, cards_on_plane, read_marks
from vision.cards.card_outlines import Edges, Outline, OutlineDetector, Pose, shares_seen
from vision.cards.card_piles import ACROSS, lowest_first
from vision.plane import Corners, FiducialDetector, Fiducials, Plane, corners_of_size, project

SURE_OUTLINE = 0.85
"""Share of a card's edge that must be seen for a card without legible marks to be reported."""
SURE_CUT, MARKED = 0.93, 25.0
"""The same where the picture's edge cuts it, and the spread of brightness that there must be at its mark: of 35 such
outlines on 52 rendered tables two were none of a card, and of those with less most."""
ON = 12.0
"""Millimetres between an outline and a card that was found by its marks below which both are one card."""
NEAR, TURNED = 5.0, 8.0
"""Millimetres and degrees by which one small mark may be wrong about where its card lies."""
BESIDE = 1.5
"""Millimetres between a mark and where an outline would have it, up to which the outline is that card's."""
SMALL_MARK = 9.0
"""Pixels of a mark's shorter side below which it is too small to be read surely."""
ALONE = 20.0
"""Without a plane, pixels of the only mark seen of a card from which it is believed."""
FREE = 0.6
"""Share of its weakest side that must be seen of a card on which no other was found, to be certain that none does lie.
On painted piles it is above 0.75 of every uppermost card, and below 0.4 of those under one that is missed."""
FREE_MARKED = 0.25
"""The same of a card both whose marks are seen. Another one on it would lie to both sides of them, and hide more than
three quarters of two of its edges; on a heap of white rims an edge is hard to see."""
LEAST_SIDES = 2
"""How many sides of a card must be in the picture for that: what its edge cuts off is hidden by nothing that lies in
it."""
BY_TWO = 0.9995
"""Probability that two marks of one number, as far apart and turned as on a card, are such a card's."""


class _Heap(NamedTuple):
    """The cards of a picture, in no order yet."""

    posed: list[tuple[Pose, CardSeen]]
    marked: list[int]
    """The places in `posed` of those both whose marks are seen."""
    unread: list[Pose]
    """Poses of outlines whose marks are not read."""


class MarkedCardReader:
    """Reads the deck of one game. Not thread-safe."""

    def __init__(self, game: str, finder: FiducialDetector | None = None) -> None:
        """`finder` must look for cards too. Raises seeds.SeedError; ValueError for a game without cards."""
        if not faces(game):
            raise ValueError(f"{game} has no cards")
        self.game = game
        self._numbers = [mark_of(game, face) for face in (*faces(game), BACK)]
        self._finder = finder or FiducialDetector(cards=True)
        self._outlines = OutlineDetector(CARD)

    def read(
        self,
        image: Image,
        plane: Plane | None = None,
        fiducials: Fiducials | None = None,
        areas: Sequence[Area] = (),
        outlines: bool = True,
    ) -> tuple[CardSeen, ...]:
        """The cards in a picture (height, width, 3), of those on each other the lowest first.

        `fiducials`: what a finder of cards found in it already. `areas`: of the sheet whose plane it is, to sort cards
        into. `outlines`: False saves the search for outlines, where marks are
        large."""
        seen = self._finder.find(image) if fiducials is None else fiducials
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        marks = [(number, corners) for number, corners in seen.marks if number in self._numbers]
        if plane is None:
            return tuple(self._by_marks(grey, card, None, areas) for card in cards_in_picture(marks))
        edges = Edges(grey, plane)
        cards = _on_plane(marks, plane)
        closer = look_closer(image, plane, places_to_look(cards, areas), self._finder)
        marks += unknown([one for one in closer.marks if one[0] in self._numbers], marks)
        cards = _on_plane(marks, plane)
        settled = [card.pose for card in cards if card.pose is not None and len(card.marks) == 2]
        likely = [card.pose for card in cards if card.pose is not None and len(card.marks) == 1]
        found = self._outlines.find(edges, likely, settled) if outlines else []
        heap = self._read_heap(grey, plane, marks, closer.pairs, found, areas)
        if heap.unread:
            again = look_closer(image, plane, list(map(around, heap.unread)), self._finder)
            more = unknown([one for one in again.marks if one[0] in self._numbers], marks)
            if more or again.pairs:
                heap = self._read_heap(grey, plane, [*marks, *more], [*closer.pairs, *again.pairs], found, areas)
        poses = [pose for pose, _ in heap.posed]
        return in_order(heap.posed, edges.sides(poses), edges.in_view(poses), heap.marked)

    def read_within(
        self, image: Image, plane: Plane, boxes: Sequence[Box], areas: Sequence[Area] = ()
    ) -> tuple[CardSeen, ...]:
        """The cards in `boxes` (millimetres of the plane) of a picture that show a mark: that costs little, and finds
        no card of which both ends are hidden, and none that lies face down."""
        found = look_closer(image, plane, boxes, self._finder)
        marks = unknown([(number, corners) for number, corners in found.marks if number in self._numbers], ())
        if not marks:
            return ()
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        cards = (self._by_marks(grey, card, plane, areas) for card in _on_plane(marks, plane))
        return tuple(card for card in cards if not card.face_down)

    def _read_heap(
        self,
        grey: NDArray[np.uint8],
        plane: Plane,
        marks: Sequence[tuple[int, Corners]],
        pairs: Sequence[Pose],
        found: Sequence[Outline],
        areas: Sequence[Area],
    ) -> _Heap:
        """Combines cards by marks, by pairs of unread marks, and by outlines, in this order of reliability."""
        posed: list[tuple[Pose, CardSeen]] = []
        marked: list[int] = []
        unread: list[Pose] = []
        for card in _on_plane(marks, plane):
            assert card.pose is not None
            if len(card.marks) == 2:
                marked.append(len(posed))
            pose = card.pose if len(card.marks) == 2 else _on_outline(card, found, plane)
            card = card._replace(pose=pose, corners=pose.corners(plane))
            posed.append((pose, self._by_marks(grey, card, plane, areas)))
        for pair in pairs:
            reading = read_marks(grey, plane.to_pixels @ pair.to_plane(), self._numbers)
            if reading.certain and all(pair.apart(pose) > ON for pose, _ in posed):
                marked.append(len(posed))
                posed.append((pair, self._by_outline(reading, pair, plane, areas)))
        whole = [posed[n][0] for n in marked]
        for outline in found:
            if all(outline.pose.apart(pose) > ON for pose, _ in posed):
                reading = read_marks(grey, plane.to_pixels @ outline.pose.to_plane(), self._numbers)
                if reading.certain or (_surely_unread_card(outline, reading) and not _would_hide(outline.pose, whole)):
                    unread += [] if reading.certain else [outline.pose]
                    posed.append((outline.pose, self._by_outline(reading, outline.pose, plane, areas)))
        return _Heap(posed, marked, unread)

    def _by_marks(
        self, grey: NDArray[np.uint8], card: MarkedCard, plane: Plane | None, areas: Sequence[Area]
    ) -> CardSeen:
        if len(card.marks) == 2:
            return self._seen(card.number, BY_TWO, (), card.corners, card.pose, areas)
        to_pixels = np.asarray(
            cv2.getPerspectiveTransform(corners_of_size(CARD).astype(np.float32), card.corners.astype(np.float32)),
            np.float64,
        )
        reading = read_marks(grey, to_pixels, self._numbers)
        side = float(np.sqrt(abs(cv2.contourArea(card.marks[0]))))
        doubts: list[Doubt] = []
        if reading.number != card.number:
            doubts.append("faces alike")
        elif not reading.certain:
            doubts.append("too small" if side < SMALL_MARK else "covered")
        if plane is None and side < ALONE:
            doubts.append("too small")
        confidence = reading.confidence if reading.number == card.number else 1 - reading.confidence
        return self._seen(card.number, confidence, tuple(doubts), card.corners, card.pose, areas)

    def _by_outline(self, reading: MarkReading, pose: Pose, plane: Plane, areas: Sequence[Area]) -> CardSeen:
        corners = pose.corners(plane)
        if reading.certain:
            return self._seen(reading.number, reading.confidence, (), corners, pose, areas)
        side = plane.scale_at((pose.x, pose.y)) * 9.0
        doubt: Doubt = "too small" if side < SMALL_MARK else "faces alike" if reading.likeness >= LIKE else "covered"
        known = reading.number if reading.likeness >= LIKE and reading.number in self._numbers else None
        return self._seen(known, reading.confidence, (doubt,), corners, pose, areas)

    def _seen(
        self,
        number: int | None,
        confidence: float,
        doubts: tuple[Doubt, ...],
        corners: NDArray[np.float64],
        pose: Pose | None,
        areas: Sequence[Area],
    ) -> CardSeen:
        mark = None if number is None else face_of(number)
        face = None if mark is None else mark.face
        return card_seen(
            None if face == BACK else face, face == BACK, confidence if face else 0.0, doubts, corners, pose, areas
        )


def _on_plane(marks: Sequence[tuple[int, Corners]], plane: Plane) -> list[MarkedCard]:
    return [card for card in cards_on_plane(marks, plane) if card.pose is not None]


def _surely_unread_card(outline: Outline, reading: MarkReading) -> bool:
    """Whether an outline is surely a card's, though its marks cannot be read."""
    if outline.cut:
        return reading.likeness >= FADED or (outline.seen >= SURE_CUT and reading.contrast >= MARKED)
    return outline.seen >= SURE_OUTLINE and not reading.plain


def _would_hide(pose: Pose, marked: Sequence[Pose]) -> bool:
    """Whether a card that lies so would hide a mark that is seen: then what looks like one is made up of the edges of
    others."""
    from_plane = np.asarray(np.linalg.inv(pose.to_plane()), np.float64)
    for other in marked:
        for end in (0, 1):
            x, y = project(from_plane @ other.to_plane(), np.array(mark_corners(end), np.float64)).mean(0)
            if 0 < x < CARD[0] and 0 < y < CARD[1]:
                return True
    return False


def _on_outline(card: MarkedCard, outlines: Sequence[Outline], plane: Plane) -> Pose:
    """Where one mark alone puts a card, made finer by an outline that is found there and has the mark where it is: the
    place of a pile is printed as large as a card, and most cards lie a little beside it."""
    assert card.pose is not None
    pose, mark = card.pose, plane.millimetres(card.marks[0].astype(np.float64)).mean(0)
    near = []
    for one in (one.pose for one in outlines if not one.cut):
        if one.apart(pose) <= NEAR and one.turned_from(pose) <= TURNED:
            same = one if np.cos(one.turn - pose.turn) > 0 else one._replace(turn=one.turn + np.pi)
            there = project(same.to_plane(), np.array(mark_corners(0), np.float64)).mean(0)
            near.append((float(np.linalg.norm(there - mark)), same))
    off, best = min(near, key=lambda one: one[0], default=(np.inf, pose))
    return best if off <= BESIDE else pose


def card_seen(
    face: str | None,
    face_down: bool,
    confidence: float,
    doubts: tuple[Doubt, ...],
    corners: NDArray[np.float64],
    pose: Pose | None,
    areas: Sequence[Area],
    alternatives: tuple[tuple[str, float], ...] = (),
) -> CardSeen:
    """One sighting, in the table's words; `corners` (4, 2) in pixels. It is certain without a doubt."""
    return CardSeen(
        corners=tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners),
        face=face,
        face_down=face_down,
        confidence=round(confidence, 4),
        certain=not doubts and (face is not None or face_down),
        alternatives=alternatives,
        place=None if pose is None else (round(pose.x, 1), round(pose.y, 1)),
        zone=None if pose is None else zone_at((pose.x, pose.y), areas),
        turn=None if pose is None else round(float(np.degrees(pose.turn)) % 180, 1) % 180,
        doubts=doubts,
    )


def doubted(card: CardSeen, doubt: Doubt) -> CardSeen:
    """The same card, with one more reason why it may not count."""
    if doubt in card.doubts:
        return card
    return msgspec.structs.replace(card, certain=False, doubts=(*card.doubts, doubt))


def in_order(
    posed: Sequence[tuple[Pose, CardSeen]],
    sides: NDArray[np.float64],
    in_view: NDArray[np.bool_],
    marked: Collection[int] = (),
) -> tuple[CardSeen, ...]:
    """Cards, of those on each other the lowest first; in doubt where a card may lie on one that was not found.

    `sides` (n, 4, POINTS): where their edges are seen (Edges.sides), of those places that are `in_view`; `marked`: the
    places in `posed` of those both whose marks are seen."""
    poses = [pose for pose, _ in posed]
    order = lowest_first(poses, sides)
    weakest, _ = shares_seen(sides, in_view, LEAST_SIDES)
    cards = []
    for rank, n in enumerate(order):
        uppermost = all(poses[n].apart(poses[other]) > ACROSS for other in order[rank + 1 :])
        hidden = uppermost and weakest[n] < (FREE_MARKED if n in marked else FREE)
        cards.append(doubted(posed[n][1], "covered") if hidden else posed[n][1])
    return tuple(cards)


def zone_at(place: tuple[float, float], areas: Sequence[Area]) -> str | None:
    """The area in which a place of the sheet lies; None beside all."""
    for area in areas:
        left, top, right, bottom = area.box
        if left <= place[0] <= right and top <= place[1] <= bottom:
            return area.id
    return None
