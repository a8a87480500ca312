"""Holds what was measured of one arm: a sample a frame, and the state of the arm that is being tracked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from vision.hands.card_distance import Grid
from vision.hands.hand_segmentation import Bits
from vision.hands.resting_hand import HandSnapshot

NEAR_CARD_MM = 16.0
"""Millimetres from the card's outline within which a hand is nearly on it."""
RESTS = 2.0
"""Pixels that the tip of a hand at rest may move from one frame to the next."""


class Sample(NamedTuple):
    """Measurements of one arm in one frame; millimetres are those of the card's plane."""

    time: float
    reach: float
    """Millimetres by which it reaches beyond the card's middle, along its way there; below 0 where it falls short."""
    distance: float
    """Millimetres from the card's middle to the hand; 0 where it is covered."""
    outside: float
    """Millimetres from the card's outline to the hand; 0 where it lies on it."""
    shaded: float
    """As `distance`, with the shade for a part of the hand; nan where another's shade may be in it."""
    touched: bool
    """Whether another hand lies where this one is nearest to the middle."""
    hidden: bool
    """Whether another hand lies where this one reaches farthest."""
    beyond: bool
    """Whether it reaches out of the picture again."""
    entry: tuple[float, float]
    """Millimetres: where the arm comes in over the picture's edge."""
    tip: tuple[float, float]
    """Millimetres: where it reaches farthest."""


@dataclass(eq=False)
class Arm:
    """The samples of one arm since it came into view."""

    unseen: float
    """Seconds of the frame before the first in which it was seen; of that one, where it was there from the start."""
    from_start: bool
    """Whether it was in view in the first frame of all."""
    samples: list[Sample] = field(default_factory=list)

    @property
    def on_card(self) -> bool:
        """Whether it ever was on the card, or nearly."""
        return self.nearest <= NEAR_CARD_MM

    nearest: float = float("inf")
    """Millimetres from the card's outline, at the least."""
    largest: int = 0
    """Small pixels that were seen of it, at the most."""


class Track:
    """Tracking state of one arm: its span along the picture's edge, its mask, and its motion in pixels a frame."""

    def __init__(self, arm: Arm, span: tuple[int, int], reach: Grid) -> None:
        self.arm = arm
        self.span = span
        self.reach = reach
        self.mask: Bits | None = None
        self.look: HandSnapshot | None = None
        self.tip: tuple[int, int] | None = None
        self.step = (0.0, 0.0)
        self.seen = 0.0

    @property
    def still(self) -> bool:
        """Whether it hardly moved in the last frame."""
        return self.tip is not None and float(np.hypot(*self.step)) <= RESTS

    def join(self, other: Track) -> None:
        """Merges the samples and the mask of another track of the same hand into this one."""
        both = {one.time: one for one in other.arm.samples}
        for one in self.arm.samples:
            with_it = both.get(one.time)
            both[one.time] = one if with_it is None else _nearer(one, with_it)
        self.arm.samples[:] = [both[time] for time in sorted(both)]
        if other.mask is not None:
            self.mask = other.mask if self.mask is None else np.asarray(cv2.bitwise_or(self.mask, other.mask), np.uint8)


def _nearer(one: Sample, other: Sample) -> Sample:
    """Merges the samples of two fingers of one hand in one frame."""
    near, far = sorted((one, other), key=lambda sample: sample.distance)
    return near._replace(
        reach=max(near.reach, far.reach), outside=min(near.outside, far.outside), touched=False, hidden=False
    )
