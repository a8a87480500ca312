"""Piles of cards: which card lies on which in one picture, and from reading to reading what was laid down or taken.

No pixels and no clock here: readings of the table at rest go in, one after the other, and what happened comes out. What
cannot be told is said to be in doubt; until a later reading, or somebody, settles it, the pile stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table import CardSeen, Place
from companion.text import say
from seeds import CARD
from vision.cards.card_outlines import POINTS, Pose
from vision.plane import mapped

Points = NDArray[np.float64]


ACROSS = float(np.hypot(*CARD))
"""Millimetres between the middles of two cards from which they cannot overlap."""


def _corners(pose: Pose) -> Points:
    width, height = CARD
    return mapped(pose.to_plane(), np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))


def lowest_first(poses: Sequence[Pose], sides: NDArray[np.float64]) -> list[int]:
    """An order of cards in which each comes after those it lies on.

    `sides` (n, 4, POINTS) tells where their edges are seen (Edges.sides): of two cards that overlap, the upper
    one's edge is seen within the lower one."""
    above = np.zeros((len(poses), len(poses)), bool)
    for a in range(len(poses)):
        for b in range(a):
            if poses[a].apart(poses[b]) < ACROSS:
                inside = _share_inside(poses[a], poses[b], sides[a]), _share_inside(poses[b], poses[a], sides[b])
                above[a, b], above[b, a] = inside[0] > inside[1], inside[1] > inside[0]
    order: list[int] = []
    left = list(range(len(poses)))
    while left:
        n = min(left, key=lambda k: int(above[k][left].sum()))
        left.remove(n)
        order.append(n)
    return order


def _share_inside(card: Pose, other: Pose, seen: NDArray[np.float64]) -> float:
    """Of the card's edge that lies within another card, the share that is seen (4, POINTS); 0 where none does."""
    corners = _corners(card)
    shares = (np.arange(POINTS) + 0.5) / POINTS
    edge = corners[:, None] + shares[:, None] * (np.roll(corners, -1, 0) - corners)[:, None]
    outline = _corners(other).astype(np.float32)
    within = np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), True) > 3 for x, y in edge.reshape(-1, 2)])
    return float(seen.reshape(-1)[within].mean()) if within.any() else 0.0


SAME_PLACE = 4.0
"""Millimetres within which a card lies where it lay; readings are not finer."""
PUSHED = 30.0
"""Millimetres by which a card may be pushed and still be taken for the same one."""
OVER = 60.0
"""Millimetres between the middles of two cards below which the upper one may hide the lower one."""
AGREE = 2
"""Readings in a row that must say the same before something has happened."""

Happened = Literal["added", "taken", "doubt"]


class PileEvent(NamedTuple):
    """Something that happened to the cards on the table."""

    kind: Happened
    """Added: a card lies there that did not. Taken: cards are gone from a place and none is left there. Doubt: what is
    seen is not told by either; `why` says what it may be."""
    zone: str | None
    """The area, such as "central"; None: a place beside all areas, as in a battle row."""
    place: Place
    """Middle of the card, in millimetres."""
    card: str | None
    """The face of the card that was added, or about which there is doubt; of cards taken the uppermost. None: face down
    or not known."""
    face_down: bool
    confidence: float
    why: str = ""
    """Of a doubt, in a sentence for the players."""

    @property
    def certain(self) -> bool:
        return self.kind != "doubt"


class _Known(NamedTuple):
    face: str | None
    face_down: bool
    place: Place
    zone: str | None


class PileWatcher:
    """Knows the cards that lie on the table, uppermost last, and tells what changes."""

    def __init__(self) -> None:
        self._known: list[_Known] = []
        self._before: tuple[tuple[object, ...], ...] | None = None
        self._again = 0
        self._told: set[tuple[object, ...]] = set()

    def top(self, zone: str) -> str | None:
        """The face of the card that lies uppermost in an area; None: no card, or one that lies face down."""
        return next((card.face for card in reversed(self._known) if card.zone == zone), None)

    def cards(self, zone: str | None) -> tuple[str | None, ...]:
        """The faces of the cards in an area (None: beside all), lowest first, those that are covered by now too."""
        return tuple(card.face for card in self._known if card.zone == zone)

    def look(self, cards: Sequence[CardSeen], hidden: bool = False) -> tuple[PileEvent, ...]:
        """What has happened, by the next reading of the table at rest: `cards` with their places, of those on each
        other the lowest first. `hidden`: something covers part of the table, so that nothing is taken for gone."""
        sign = tuple((card.face, card.face_down, card.certain, *_coarse(card.place)) for card in cards)
        self._again = self._again + 1 if sign == self._before else 1
        self._before = sign
        if self._again < AGREE:
            return ()
        events, known = self._compared([card for card in cards if card.place is not None], hidden)
        self._known = known
        fresh = [event for event in events if event.kind != "doubt" or _doubt_sign(event) not in self._told]
        self._told = {_doubt_sign(event) for event in events if event.kind == "doubt"}
        return tuple(fresh)

    def settle(self, event: PileEvent, added: bool, face: str | None = None) -> None:
        """What a player says of a doubt: that a card was added (`face`: which, where the reading is not right), or that
        nothing was."""
        if added:
            self._known.append(_Known(face or event.card, event.face_down, event.place, event.zone))
        else:
            self._known = [
                card._replace(place=event.place) if card.face == event.card and _apart(card, event) <= PUSHED else card
                for card in self._known
            ]

    def _compared(self, seen: list[CardSeen], hidden: bool) -> tuple[list[PileEvent], list[_Known]]:
        """What happened, and what lies there now."""
        events: list[PileEvent] = []
        lying = list(self._known)
        matched: dict[int, int] = {}  # index of what is known -> of what is seen
        pairs = sorted(
            (_distance(card.place, one.place), n, k)
            for n, card in enumerate(lying)
            for k, one in enumerate(seen)
            if one.place is not None and (card.face, card.face_down) == (one.face, one.face_down)
        )
        for distance, n, k in pairs:
            if distance <= PUSHED and n not in matched and k not in matched.values():
                matched[n] = k
        new = [k for k in range(len(seen)) if k not in matched.values()]
        added: list[_Known] = []
        for k in new:
            one = seen[k]
            assert one.place is not None
            if not one.certain:
                why = say("a card that nobody can read lies here: show it uncovered, or say which it is")
                if one.face is not None:
                    why = say("perhaps {card} lies here: show it uncovered, or say which it is", card=one.face)
                events.append(_event("doubt", one, why))
            else:
                events.append(_event("added", one))
                added.append(_Known(one.face, one.face_down, one.place, one.zone))
        uncertain = [one for one in seen if not one.certain and one.place is not None]
        kept: list[_Known] = []
        for n, card in enumerate(lying):
            if n in matched:
                one = seen[matched[n]]
                assert one.place is not None
                moved = _distance(card.place, one.place) > SAME_PLACE
                if moved and self._may_hide_its_like(card, one, seen):
                    why = say("{card} was moved, or another {card} was laid on it: which?", card=one.face)
                    events.append(_event("doubt", one, why))
                    kept.append(card)
                else:
                    kept.append(_Known(one.face, one.face_down, one.place, one.zone if moved else card.zone))
                continue
            over = [k for k, one in enumerate(seen) if one.place and _distance(card.place, one.place) <= OVER]
            fresh = [k for k in over if k in new]
            below = n < max((m for m in matched if matched[m] in over), default=-1)
            if (
                hidden
                or fresh
                or below
                or any(_distance(card.place, one.place or (1e9, 0)) <= OVER for one in uncertain)
            ):
                kept.append(card)
        gone = [card for card in lying if card not in kept and lying.index(card) not in matched]
        events += self._taken(gone, kept + added)
        return events, kept + added

    def _may_hide_its_like(self, card: _Known, one: CardSeen, seen: Sequence[CardSeen]) -> bool:
        """Whether a card that lies elsewhere than before may be another one of its face, laid over it: not when both
        are seen, nor when it lies beside all areas by itself."""
        return one.face is not None and sum(other.face == one.face for other in seen) == 1 and card.zone is not None

    def _taken(self, gone: Sequence[_Known], left: Sequence[_Known]) -> list[PileEvent]:
        """What is gone, one event for each area and each place beside them."""
        events: list[PileEvent] = []
        groups: list[list[_Known]] = []
        for card in gone:
            for group in groups:
                if group[-1].zone == card.zone and (card.zone or _distance(group[-1].place, card.place) <= OVER):
                    group.append(card)
                    break
            else:
                groups.append([card])
        for group in groups:
            top = group[-1]
            rest = [
                card
                for card in left
                if card.zone == top.zone and (top.zone is not None or _distance(card.place, top.place) <= OVER)
            ]
            told = (top.zone, top.place, top.face, top.face_down)
            if rest:
                why = say("a card is gone and other cards still lie here: put it back?")
                if top.face is not None:
                    why = say("{card} is gone and other cards still lie here: put it back?", card=top.face)
                events.append(PileEvent("doubt", *told, 0.5, why))
            else:
                events.append(PileEvent("taken", *told, 1.0))
        return events


def _coarse(place: Place | None) -> tuple[int, ...]:
    return () if place is None else (round(place[0] / SAME_PLACE), round(place[1] / SAME_PLACE))


def _distance(one: Place | None, other: Place | None) -> float:
    return float("inf") if one is None or other is None else float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _apart(card: _Known, event: PileEvent) -> float:
    return _distance(card.place, event.place)


def _doubt_sign(event: PileEvent) -> tuple[object, ...]:
    return (event.zone, event.card, event.why, *_coarse(event.place))


def _event(kind: Happened, one: CardSeen, why: str = "") -> PileEvent:
    assert one.place is not None
    return PileEvent(kind, one.zone, one.place, one.face, one.face_down, one.confidence, why)
