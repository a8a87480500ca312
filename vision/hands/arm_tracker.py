"""Tracks every arm that reaches in over the picture's edge, and measures how far it reaches and how near it is to the
middle of a card.

An arm is identified by where it crosses the edge. Where arms merge in the picture, each pixel is assigned to the arm
whose last or predicted mask is nearest (distance transform).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.arm_observation import NEAR_CARD_MM, Arm, Sample, Track
from vision.hands.card_distance import CardDistances, Grid
from vision.hands.hand_segmentation import LEAST, Bits, HandPixels, HandSegmenter, covered_anew
from vision.hands.resting_hand import HandSnapshot, RestingHand, match_resting_hand
from vision.motion import Small

GAP, SLIP = 5, 16
"""Pixels along the edge up to which a gap in an arm is closed, and by which an arm may slip along it in one frame."""
WIDEST = 150.0
"""Millimetres of the edge that one arm crosses at most."""
DARK = 12
"""Pixels of the edge from which what looks like mere shade, in a part with a hand in it, may be another arm."""
NARROWEST = 5
"""Pixels of the edge that an arm must cross."""
EDGE = 3
"""Pixels from the picture's edge within which a hand leaves it."""
SHARED = 4
"""Pixels of a piece in which a hand must have been for the piece to be its own."""
LAID = 14.0
"""Pixels from where a hand was going within which what is seen on a resting one is that hand."""
APART = np.float32(6)
"""Pixels by which the surroundings of a hand that has not moved count as farther from it: it has not grown."""
MOVES = 4.0
"""Millimetres by which a hand that moves reaches farther or less from one frame to the next."""
FOLLOWED = 0.25
"""Share of a hand's pixels that must lie in something for it to be that hand a frame later."""
LOST = 0.2
"""Seconds without a trace after which an arm has gone."""
FARTHEST = 90.0
"""Pixels by which a hand may move from one frame to the next."""
TOUCHING = 5
"""Pixels between two hands within which they may lie on each other."""


class ArmTracker:
    """Tracks the arms in one stream of small pictures, by difference from a reference picture of the table."""

    def __init__(self, table: HandSegmenter, card: CardDistances) -> None:
        self.table, self.card = table, card
        self.arms: list[Arm] = []
        """All that were seen, in the order of their coming."""
        self.strange = False
        """Whether something lies on the card, in the newest frame, to which no arm leads."""
        self.over_card = self.moved = False
        """Whether in the newest frame a hand is on the card, or nearly; and whether one moves."""
        self._tracks: list[Track] = []
        self._last: float | None = None
        self._before: Small | None = None
        self._card_box = cv2.boundingRect(card.area)
        height, width = card.shape
        top, side = np.arange(width), np.arange(2, height - 2)
        self._ring_y = np.concatenate([np.full(width, 1), side, np.full(width, height - 2), side[::-1]])
        self._ring_x = np.concatenate([top, np.full(len(side), width - 2), top[::-1], np.full(len(side), 1)])

    def see(self, small: Small, time: float) -> HandPixels | None:
        """Tracks the arms into the next picture (h, w, 3) at `time` in seconds; returns its hand pixels, None where
        nothing differs from the reference."""
        pixels = self.table.hands(small)
        first = self._last is None
        self.strange = self.over_card = self.moved = False
        if pixels is not None:
            owners = self._owners(pixels, time, first)
            self._follow_on(pixels, owners, time)
            shared = any(len(tracks) > 1 for tracks in owners.values())
            fresh = covered_anew(self._before, small) if shared and self._before is not None else None
            self._measure(pixels, owners, time, fresh)
            self.strange = self._lone(pixels, owners)
        self._tracks = [track for track in self._tracks if time - track.seen <= LOST]
        self._last, self._before = time, small
        return pixels

    @property
    def in_view(self) -> bool:
        """Whether an arm is in view."""
        return bool(self._tracks)

    def _lone(self, pixels: HandPixels, owners: dict[int, list[Track]]) -> bool:
        x, y, w, h = self._card_box
        box = np.s_[y : y + h, x : x + w]
        there = pixels.solid[box] & self.card.area[box]
        if int(cv2.countNonZero(there)) < LEAST:
            return False
        count = np.bincount(pixels.parts[box][there > 0])
        return int(count.sum() - sum(int(count[part]) for part in owners if part < len(count))) >= LEAST

    def _owners(self, pixels: HandPixels, time: float, first: bool) -> dict[int, list[Track]]:
        """The arms in each part that reaches in."""
        edge = pixels.parts[self._ring_y, self._ring_x]
        firm = pixels.solid[self._ring_y, self._ring_x] > 0
        owners: dict[int, list[Track]] = {}
        for part in pixels.reaching:
            here = edge == part
            spans = [span for span in _spans(here & firm) if span[1] - span[0] >= NARROWEST]
            certain = bool(spans)
            if not spans:
                spans = sorted(_spans(here), key=lambda span: span[0] - span[1])[:1]
            else:
                spans += [
                    span
                    for span in _spans(here)
                    if span[1] - span[0] >= DARK and not any(_near(span, other, len(edge)) for other in spans)
                ]
            mine: list[Track] = []
            for span in spans:
                known = [track for track in self._tracks if _near(track.span, span, len(edge))]
                if len(known) > 1 and self._width(span) <= WIDEST:
                    known = [self._merge_tracks(known, [mine, *owners.values()])]
                for track in known:
                    track.seen = time
                    if len(known) == 1:
                        track.span = span
                    if track not in mine:
                        mine.append(track)
                if not known and (certain or not mine) and self._has_hand(pixels, part):
                    track = self._new(span, time, first)
                    mine.append(track)
            if mine:
                owners[part] = mine
        return owners

    def _width(self, span: tuple[int, int]) -> float:
        """Millimetres along the edge."""
        x, y = (self._ring_x[n % len(self._ring_x)] for n in span), (self._ring_y[n % len(self._ring_x)] for n in span)
        (x0, y0), (x1, y1) = zip(x, y, strict=True)
        card = self.card
        return float(np.hypot(card.x[y1, x1] - card.x[y0, x0], card.y[y1, x1] - card.y[y0, x0]))

    def _merge_tracks(self, tracks: Sequence[Track], owners: Sequence[list[Track]]) -> Track:
        """What came in as several fingers turns out to be one arm: the oldest goes on for all, in `owners` too."""
        oldest, *others = sorted(tracks, key=lambda track: self.arms.index(track.arm))
        for other in others:
            oldest.join(other)
            self._tracks.remove(other)
            self.arms.remove(other.arm)
        for group in owners:
            if any(other in group for other in others):
                kept = [track for track in group if track not in others and track is not oldest]
                group[:] = [oldest, *kept]
        return oldest

    def _has_hand(self, pixels: HandPixels, part: int) -> bool:
        return int(np.count_nonzero(pixels.solid[pixels.parts == part])) >= LEAST

    def _new(self, span: tuple[int, int], time: float, first: bool) -> Track:
        n = (span[0] + span[1]) // 2 % len(self._ring_x)
        y, x = self._ring_y[n], self._ring_x[n]
        card = self.card
        entry = (float(card.x[y, x]), float(card.y[y, x]))
        along = np.array(card.middle) - entry
        along /= max(float(np.linalg.norm(along)), 1e-6)
        u, v = float(along[0]), float(along[1])
        reach = (card.x - np.float32(card.middle[0])) * np.float32(u) + (
            card.y - np.float32(card.middle[1])
        ) * np.float32(v)
        arm = Arm(time if self._last is None else self._last, first)
        track = Track(arm, span, np.asarray(reach, np.float32))
        track.seen = time
        self._tracks.append(track)
        self.arms.append(arm)
        return track

    def _follow_on(self, pixels: HandPixels, owners: dict[int, list[Track]], time: float) -> None:
        """Where a sleeve looks like the table, the hand alone is seen: it is known by where it was."""
        for track in self._tracks:
            if track.mask is None:
                continue
            there = np.bincount(pixels.parts[track.mask > 0])
            least = max(LEAST // 2, FOLLOWED * there.sum())
            for part in np.flatnonzero(there >= least):
                if part and track not in owners.get(int(part), ()):
                    owners.setdefault(int(part), []).append(track)
                    track.seen = time

    def _measure(self, pixels: HandPixels, owners: dict[int, list[Track]], time: float, fresh: Bits | None) -> None:
        hands: dict[int, Bits] = {}
        shades: dict[int, Bits | None] = {}
        sure: dict[Track, Bits] = {}
        for part, tracks in owners.items():
            inside = (pixels.parts == part).view(np.uint8)
            hand = np.asarray(cv2.bitwise_and(pixels.solid, inside), np.uint8)
            if not cv2.countNonZero(hand):
                continue
            rests = [self._rest(track, pixels, len(tracks) == 1) for track in tracks]
            masks = [hand] if len(tracks) == 1 else self._shared_out(hand, tracks, rests, fresh)
            for track, mask, rest in zip(tracks, masks, rests, strict=True):
                if rest is not None and rest.sure:
                    sure[track] = rest.mask & hand
                n = self._tracks.index(track)
                shades[n] = inside if len(tracks) == 1 and n not in hands else None
                hands[n] = mask if n not in hands else np.asarray(cv2.bitwise_or(hands[n], mask), np.uint8)
        for n, mask in hands.items():
            if int(cv2.countNonZero(mask)) >= LEAST // 2:
                others = [other for k, other in hands.items() if k != n]
                track = self._tracks[n]
                self._sample(track, mask, sure.get(track), shades[n], others, time)
                if shades[n] is not None:
                    track.look = HandSnapshot(
                        pixels.soft, mask, track.reach, track.still and len(track.arm.samples) > 1
                    )

    def _rest(self, track: Track, pixels: HandPixels, alone: bool) -> RestingHand | None:
        """The mask of an arm at rest that another arm partly covers, by its snapshot from before; None without a
        snapshot, after it has moved, or where too little of it is seen. The snapshot is dropped once the arm has
        moved."""
        if alone or track.look is None:
            return None
        rest = match_resting_hand(track.look, pixels.soft)
        if rest is None:
            track.look = None
        elif rest.tips:
            track.look.still = True
        return rest if rest is not None and rest.sure else None

    def _sample(
        self,
        track: Track,
        mask: Bits,
        whole: Bits | None,
        shaded: Bits | None,
        others: Sequence[Bits],
        time: float,
    ) -> None:
        """`whole`: where the hand lies, where that is known though another covers it."""
        card = self.card
        known = whole is not None and bool(whole.any())
        if whole is not None and known:
            mask = whole
        _, reach, _, tip = cv2.minMaxLoc(track.reach, mask)
        _, _, at, _ = cv2.minMaxLoc(card.distance, mask)
        outside = cv2.minMaxLoc(card.outside, mask)[0]
        loose = float("nan")
        if shaded is not None:
            _, _, spot, _ = cv2.minMaxLoc(card.distance, shaded)
            loose = card.true_distance(*spot)
        touched = not known and any(_beside(at, other) for other in others)
        hidden = not known and any(_beside(tip, other) for other in others)
        if track.tip is not None:
            step = (tip[0] - track.tip[0], tip[1] - track.tip[1])
            track.step = step if np.hypot(*step) <= FARTHEST else (0.0, 0.0)
        track.tip, track.mask = (tip[0], tip[1]), mask
        n = (track.span[0] + track.span[1]) // 2 % len(self._ring_x)
        arm = track.arm
        arm.nearest = min(arm.nearest, float(outside))
        arm.largest = max(arm.largest, int(cv2.countNonZero(mask)))
        self.over_card |= outside <= NEAR_CARD_MM
        self.moved |= not arm.samples or abs(arm.samples[-1].reach - reach) > MOVES
        height, width = card.shape
        beyond = reach > 0 and not (EDGE <= tip[0] < width - EDGE and EDGE <= tip[1] < height - EDGE)
        entry = self._at(int(self._ring_x[n]), int(self._ring_y[n]))
        arm.samples.append(
            Sample(
                time,
                float(reach),
                card.true_distance(*at),
                float(outside),
                loose,
                touched,
                hidden,
                beyond,
                entry,
                self._at(*tip),
            )
        )

    def _at(self, x: int, y: int) -> tuple[float, float]:
        return float(self.card.x[y, x]), float(self.card.y[y, x])

    def _shared_out(
        self, hand: Bits, tracks: Sequence[Track], rests: Sequence[RestingHand | None], fresh: Bits | None
    ) -> list[Bits]:
        """Each arm's pixels of a part in which several have run together: those nearest to where it was going. Where
        something else is seen on a hand that rests (`fresh`), another lies on it."""
        x, y, w, h = cv2.boundingRect(hand)
        box = np.s_[y : y + h, x : x + w]
        count, pieces = cv2.connectedComponents(hand[box], connectivity=4, ltype=cv2.CV_16U)
        known = np.zeros((len(tracks), count), np.bool_)
        places = [self._places(track, box) for track in tracks]
        for n, (was, will) in enumerate(places):
            there = was if will is None else was | will
            known[n] = np.bincount(pieces[there > 0], minlength=count) >= SHARED
        alone = known.sum(0) == 1  # joined by their shade only: a hand that shoots forward keeps its tip
        alone[0] = False
        whose = known.argmax(0).astype(np.uint8)[pieces]
        if not alone[1:].all():
            nearest = self._nearest(tracks, places, rests, box, fresh)
            whose = np.where(alone[pieces], whose, nearest) if alone.any() else nearest
        masks = []
        for n in range(len(tracks)):
            mask = np.zeros_like(hand)
            mask[box] = hand[box] & (whose == n)
            masks.append(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SQUARE), np.uint8))
        return masks

    def _places(self, track: Track, box: tuple[slice, slice]) -> tuple[Bits, Bits | None]:
        """Where in a box an arm was, or comes in; and where it was going, if it moved."""
        if track.mask is None:
            was = np.zeros(self.card.shape, np.uint8)
            span = np.arange(track.span[0], track.span[1] + 1) % len(self._ring_x)
            was[self._ring_y[span], self._ring_x[span]] = 1
            return was[box], None
        if track.still:
            return track.mask[box], None
        height, width = self.card.shape
        move = np.array([[1, 0, track.step[0]], [0, 1, track.step[1]]], np.float32)
        will = cv2.warpAffine(track.mask, move, (width, height), flags=cv2.INTER_NEAREST)
        return track.mask[box], np.asarray(will, np.uint8)[box]

    def _nearest(
        self,
        tracks: Sequence[Track],
        places: Sequence[tuple[Bits, Bits | None]],
        rests: Sequence[RestingHand | None],
        box: tuple[slice, slice],
        fresh: Bits | None,
    ) -> NDArray[np.uint8]:
        """The number of the arm that each pixel of a box lies nearest to: to where it was, or was going."""
        best: Grid | None = None
        whose = np.zeros(places[0][0].shape, np.uint8)
        for n, (track, rest, (was, will)) in enumerate(zip(tracks, rests, places, strict=True)):
            if rest is not None and track.look is not None:
                far = track.look.far[box] + APART * (rest.mask[box] == 0)
                far[rest.covered[box] > 0] = LAID
            else:
                far = np.asarray(cv2.distanceTransform(1 - was, cv2.DIST_L2, 3), np.float32)
                if will is not None:  # what was another's stays so
                    far = cv2.min(far, cv2.distanceTransform(1 - will, cv2.DIST_L2, 3) + np.float32(1))
                elif fresh is not None and track.mask is not None and track.still:
                    far[(fresh[box] > 0) & (was > 0)] = LAID
            if best is None:
                best = far
            else:
                np.copyto(whose, n, where=far < best)
                best = np.asarray(cv2.min(best, far), np.float32)
        return whose


_SQUARE = np.ones((3, 3), np.uint8)


def _beside(at: Sequence[int], other: Bits) -> bool:
    x, y, more = at[0], at[1], TOUCHING
    return bool(other[max(0, y - more) : y + more + 1, max(0, x - more) : x + more + 1].any())


def _spans(marked: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last places of the runs in a ring of marks, gaps up to GAP closed; a run may end beyond the ring's."""
    places = np.flatnonzero(marked)
    if not len(places):
        return []
    breaks = np.flatnonzero(np.diff(places) > GAP)
    firsts = places[np.concatenate([[0], breaks + 1])]
    lasts = places[np.concatenate([breaks, [len(places) - 1]])]
    spans = [(int(a), int(b)) for a, b in zip(firsts, lasts, strict=True)]
    if len(spans) > 1 and spans[0][0] + len(marked) - spans[-1][1] <= GAP:
        spans[-1] = (spans[-1][0], spans.pop(0)[1] + len(marked))
    return spans


def _near(one: tuple[int, int], other: tuple[int, int], round_: int) -> bool:
    """Whether two runs of a ring overlap, or nearly."""
    return any(one[0] + turn - SLIP <= other[1] and other[0] <= one[1] + turn + SLIP for turn in (-round_, 0, round_))
