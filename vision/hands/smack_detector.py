"""Detects hands that smack a card in a stream of frames, and who was first.

`see` takes every frame. While armed (a Smack Attack! lies on top) it waits for smacks; else a hand on the pile that
brings or takes no card is a false smack. What cannot be decided is returned as candidates, with frames for a replay.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np

from companion.text import say
from vision.camera import Frame, FrameBuffer, KeptFrame, downscaled
from vision.hands.arm_observation import Arm
from vision.hands.arm_tracker import ArmTracker
from vision.hands.card_distance import CardDistances
from vision.hands.hand_segmentation import HandSegmenter
from vision.hands.seat_assignment import SeatProbability, Seats
from vision.hands.smack_decision import CLOSE, LENGTH, Kind, SmackHand, decide_smack
from vision.hands.touchdown import FINGERS, Touchdown, detect_touchdown, possible_touchdown
from vision.motion import Small, greatest_channel, small_picture
from vision.plane import Plane, Points

BEFORE, AFTER = 1.5, 1.0
"""Seconds kept before the first hand came down, and after it until the verdict."""
AGAIN = 0.2
"""Seconds after which it is looked again whether a hand near the card has come down on it."""
SLIP = 4.0
"""Millimetres by which a distance is off as a rule, as a standard deviation."""
CALM = 0.5
"""Seconds without a hand in view after which the table is taken as it is now."""
PATIENCE = 6.0
"""Seconds after which a hand that lies still is taken for part of the table."""
FREE = 0.2
"""Seconds for which the card must lie free and still to be taken as it is now."""
REPEATED = 0.25
"""Seconds up to which the same picture, bit for bit, is a stutter of the camera and no hand at rest."""
REWOUND = 1.0
"""Seconds by which a time that falls means another stream."""
STIR, STIRRED = 26, 3
"""Change of brightness that counts, and of how many points of a coarse grid, for something to have stirred."""
GRID = 80
"""Points of the coarse grid along a row."""
REFRESH = 0.5
"""Seconds after which the coarse grid is compared with a newer picture, so that slow daylight does not stir it."""
WENT, MOST_GONE = 40.0, 40
"""Millimetres by which the reach of a hand that came or went changed, and how many are remembered."""
BROUGHT = 0.1
"""Share of the card's small pixels that must have changed for cards to have come or gone."""


class Smack(NamedTuple):
    """What hands did on the card."""

    kind: Kind
    time: float
    """Seconds, as the source counts them, at which the first hand came down."""
    winner: int | None
    """The seat that was first, or that smacked falsely; None where it must be asked."""
    candidates: tuple[int, ...]
    """The winner alone, or all seats between which it must be asked, the likeliest first."""
    sentence: str
    """For the players; {0} stands for the name of the first of `candidates`."""
    hands: tuple[SmackHand, ...]
    """In the order of their coming."""
    replay: tuple[KeptFrame, ...]
    card: Points
    """(4, 2): the corners of the card, in pixels of the stream's pictures."""


class HandVisit(NamedTuple):
    """A hand that came over the table and left."""

    entry: tuple[float, float]
    """Millimetres: where the arm came in over the picture's edge."""
    tip: tuple[float, float]
    """Millimetres: where it reached when it was nearest to the card."""
    outside: float
    """Millimetres from the card's outline to the hand then; 0 where it lay on it."""
    owners: tuple[SeatProbability, ...]
    """Whose it may be, likeliest first."""


class SmackDetector:
    """Watches one card in one stream."""

    def __init__(self, plane: Plane, card: Points, seats: Seats) -> None:
        """`card` (4, 2): the corners, in pixels, of the place where the central pile lies."""
        self.plane, self.seats = plane, seats
        self.turn: int | None = None
        """The seat that flips, where known: its hand brings cards to the pile."""
        self._card = np.asarray(card, np.float64)
        self._replay = FrameBuffer(BEFORE + AFTER + 0.5)
        self.forget()

    def forget(self) -> None:
        """Start again, as for another stream."""
        self._armed = self._spent = False
        self._replay.clear()
        self._recent: deque[tuple[float, Small]] = deque()
        self._table: HandSegmenter | None = None
        self._place: CardDistances | None = None
        self._paths: ArmTracker | None = None
        self._glance: Small | None = None
        self._glanced = self._awake_at = self._moved_at = self._free_at = -np.inf
        self._last = -np.inf
        self._scale = 1.0
        """Small pixels a pixel of the frames."""
        self._steps: deque[float] = deque(maxlen=15)
        self._unclear_times: list[float] = []
        self._reported: set[int] = set()
        self._gone: list[Arm] = []
        """Arms that are no longer tracked and not yet returned by `visits`."""
        self._asked = -np.inf

    @property
    def armed(self) -> bool:
        """Whether a smack is awaited."""
        return self._armed

    def arm(self, since: float | None = None, card: Points | None = None) -> None:
        """A Smack Attack! lies on top. `since`: the time of a frame in which it was seen to lie there uncovered; what
        hands did from then on counts, though it is told only now. `card`: its corners in pixels, where they are known
        better than by the place of the pile."""
        self._armed, self._spent = True, False
        if card is not None:
            self._card, self._place = np.asarray(card, np.float64), None
        seen = [one for one in self._recent if since is None or one[0] >= since - 1e-6]
        if since is None:
            seen = seen[-1:]
        self._leave_paths()
        if seen and self._table is not None:
            self._begin(seen[0][1], seen[0][0])
            for time, small in seen:
                self._follow(small, time)

    def disarm(self, turn: int | None) -> None:
        """No Smack Attack! lies on top; the player on seat `turn` flips next."""
        self._armed = self._spent = False
        self.turn = turn
        if self._paths is not None:
            self._reported = {id(arm) for arm in self._paths.arms}

    def visits(self) -> tuple[HandVisit, ...]:
        """The hands that moved over the table since this was asked last."""
        arms = self._gone + ([] if self._paths is None else self._paths.arms)
        self._gone = []
        since, self._asked = self._asked, self._last
        return tuple(one for arm in arms if (one := self._visit(arm, since)) is not None)

    def rest(self, frame: Frame) -> None:
        """No hand is in view: the table lies as it is in this frame, which was seen already. What was pushed is no
        hand any more. Where a smack is awaited nothing changes."""
        if self._armed or self._table is None:
            return
        self._leave_paths()
        self._table, self._glance = HandSegmenter(small_picture(downscaled(frame.image))), None

    def _visit(self, arm: Arm, since: float) -> HandVisit | None:
        samples = [sample for sample in arm.samples if sample.time > since]
        if not samples or arm.largest < FINGERS:
            return None
        reaches = [sample.reach for sample in samples]
        if max(reaches) - min(reaches) < WENT:  # what is left of it in a picture that is compared with an older one
            return None
        nearest = min(samples, key=lambda sample: sample.outside)
        owners = self.seats.owners(nearest.entry, nearest.tip)
        return HandVisit(nearest.entry, nearest.tip, nearest.outside, owners)

    def _leave_paths(self) -> None:
        """Follow the arms no more."""
        if self._paths is not None:
            self._gone = [*self._gone, *self._paths.arms][-MOST_GONE:]
        self._paths = None

    def see(self, frame: Frame) -> Smack | None:
        """Processes the next frame; a smack AFTER seconds after the first touchdown, else None."""
        if frame.time < self._last - REWOUND:
            self.forget()
        if not frame.time > self._last:
            return None
        if self._paths is None and not self._armed and not self._stirs(frame):
            self._replay.stay(frame)
            self._last = frame.time
            return None
        half = downscaled(frame.image)
        small = small_picture(half)
        self._scale = small.shape[1] / frame.image.shape[1]
        if self._repeats(small, frame.time):
            return None
        if np.isfinite(self._last):
            self._steps.append(min(frame.time - self._last, 0.5))
        self._last = frame.time
        self._replay.add(Frame(half, frame.time))
        self._recent.append((frame.time, small))
        while self._recent[0][0] < frame.time - BEFORE:
            self._recent.popleft()
        if self._table is None or self._table.small.shape != small.shape:
            self._table, self._place = HandSegmenter(small), None
        if self._paths is None:
            self._begin(small if self._armed else None, frame.time)
        self._follow(small, frame.time)
        return self._decided_smack(frame.time) if self._armed else self._decided_pile(small, frame.time)

    # ------------------------------------------------------------------------------------------------ watching

    def _stirs(self, frame: Frame) -> bool:
        """Whether anything moves, by a coarse grid of points; what lies there is taken for the table while not."""
        step = max(1, frame.image.shape[1] // GRID)
        now = np.ascontiguousarray(frame.image[step // 2 :: step, step // 2 :: step])
        before, self._glance = self._glance, now
        if before is None or before.shape != now.shape or self._table is None:
            self._table, self._place = HandSegmenter(small_picture(downscaled(frame.image))), None
            self._glanced = frame.time
            return False
        stirs = int(np.count_nonzero(greatest_channel(cv2.absdiff(now, before)) > STIR)) >= STIRRED
        if not stirs and frame.time - self._glanced >= REFRESH:
            self._glanced, self._table = frame.time, HandSegmenter(small_picture(downscaled(frame.image)))
        elif not stirs:
            self._glance = before
        return stirs

    def _repeats(self, small: Small, time: float) -> bool:
        """Whether the camera sent the picture before once more."""
        if not self._recent or time - self._recent[-1][0] > REPEATED:
            return False
        return small.shape == self._recent[-1][1].shape and bool(np.array_equal(small, self._recent[-1][1]))

    def _begin(self, card: Small | None, time: float) -> None:
        """Follow hands from now on; `card`: a picture with the card as it lies now, where it is new."""
        assert self._table is not None
        shape = (self._table.small.shape[0], self._table.small.shape[1])
        if self._place is None:
            self._place = CardDistances(self.plane, self._card, shape, self._scale)
        if card is not None and card.shape == self._table.small.shape:
            self._table = self._table.patched(card, self._place.around)
        self._paths = ArmTracker(self._table, self._place)
        self._awake_at = self._moved_at = self._free_at = time
        self._judge_at: float | None = None
        self._unclear_times.clear()
        self._reported.clear()

    def _follow(self, small: Small, time: float) -> None:
        paths, place = self._paths, self._place
        assert paths is not None and place is not None
        paths.see(small, time)
        if paths.strange:
            self._unclear_times.append(time)
        if paths.moved:
            self._moved_at = time
        if paths.over_card:
            self._free_at = time
            self._judge_at = self._judge_at or time + AFTER

    # ------------------------------------------------------------------------------------------------ judging

    def _hands(self) -> tuple[list[SmackHand], list[tuple[int, float]]]:
        """The hands that came down, by time; and those beside the bull's-eye whose stop was not seen."""
        assert self._paths is not None
        hands, missed = [], []
        for arm in self._paths.arms:
            came = self._came(arm)
            if came is not None:
                owners = self.seats.owners(came.entry, came.tip)
                hands.append(SmackHand(owners[0].seat, owners, came))
                continue
            near = possible_touchdown(arm, CLOSE, LENGTH, self._last)
            if near is not None:
                missed.append((self.seats.owners(near.entry, near.tip)[0].seat, near.time))
        return sorted(hands, key=lambda hand: hand.arrival.time), missed

    def _came(self, arm: Arm) -> Touchdown | None:
        return detect_touchdown(arm, SLIP) if arm.samples else None

    @property
    def _frame(self) -> float:
        return float(np.median(self._steps)) if self._steps else 1 / 30

    def _decided_smack(self, now: float) -> Smack | None:
        assert self._paths is not None
        if self._judge_at is None or now < self._judge_at:
            return None
        hands, missed = self._hands()
        if not hands or now < hands[0].arrival.time + AFTER:
            self._judge_at = hands[0].arrival.time + AFTER if hands else now + AGAIN
            return None
        decision = decide_smack(hands, self._frame, missed)
        first = hands[0].arrival.time
        if decision.winner is not None and any(first - 0.3 <= time <= first + 0.1 for time in self._unclear_times):
            decision = decision._replace(
                winner=None, sentence=say("something lies on the card to which no arm leads: was {0} first?")
            )
        self._armed, self._spent = False, True
        return Smack("smack", first, *decision, tuple(hands), self._replay.since(first - BEFORE), self._card)

    def _decided_pile(self, small: Small, now: float) -> Smack | None:
        """A false smack, once the hand has gone from the pile and what lies there can be compared; then, where all is
        quiet, the table is taken as it is now."""
        paths, place, table = self._paths, self._place, self._table
        assert paths is not None and place is not None and table is not None
        found = None
        if now - self._free_at >= FREE and not paths.over_card:
            fresh = [arm for arm in paths.arms if id(arm) not in self._reported and arm.on_card]
            self._reported |= {id(arm) for arm in fresh}
            changed = fresh and table.changed(small, place.area) >= BROUGHT
            if fresh and not changed and not self._spent:
                found = self._false_smack(fresh)
            if changed:
                self._table = paths.table = table.patched(small, place.around)
        still = now - self._moved_at
        if still >= PATIENCE or (not paths.in_view and min(still, now - self._awake_at) >= CALM):
            self._leave_paths()
            self._table, self._glance = HandSegmenter(small), None
        return found

    def _false_smack(self, arms: list[Arm]) -> Smack | None:
        came = [(arm, one) for arm in arms if (one := self._came(arm)) is not None and "too far" not in one.doubts]
        if not came:
            return None
        hands = [SmackHand((owners := self.seats.owners(one.entry, one.tip))[0].seat, owners, one) for _, one in came]
        hands.sort(key=lambda hand: hand.arrival.time)
        hand = hands[0]
        winner: int | None = None
        if not hand.owned:
            sentence = say("a hand came down on the pile between two players: whose was it, and was it a false smack?")
        elif self.turn is None or hand.seat == self.turn:
            sentence = say("{0} touched the pile and no card came: was it a false smack?")
        elif set(hand.arrival.doubts) - {"before"}:
            sentence = say("{0}'s hand was at the pile: was it a false smack?")
        elif len(hands) > 1:
            sentence = say("several hands came down on the pile: who smacked falsely?")
        else:
            winner, sentence = hand.seat, say("{0} smacked a card that is no Smack Attack!")
        seats: tuple[int, ...] = (hand.seat,)
        if not hand.owned or len(hands) > 1:
            seats = tuple(dict.fromkeys(claim.seat for one in hands for claim in one.owners[: 1 if one.owned else 2]))
        first = hand.arrival.time
        replay = self._replay.since(first - BEFORE)
        return Smack("false smack", first, winner, seats, sentence, tuple(hands), replay, self._card)
