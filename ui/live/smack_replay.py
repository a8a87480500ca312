"""The last smacks of a match, to be looked at again: pictures around the moment, and the hands that were seen. Kept in
memory alone, and few of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from vision.camera import KeptFrame
from vision.hands import Smack
from vision.overlay import around_card
from vision.plane import Plane

MOST_KEPT = 3
"""Smacks that can be looked at again, the newest; each is some forty small pictures."""
CLOSE, AFTER = 0.45, 0.35
"""Seconds before the first hand came, and after the last, between which every picture is shown."""
COARSE, FINE = 0.15, 0.028
"""Seconds between two pictures far from the moment, at least, and near it."""
MOST_STILLS = 48


class Still(msgspec.Struct, frozen=True):
    """One picture."""

    since: float
    """Seconds since the first hand came; negative before."""
    jpeg: bytes


class SeenHand(msgspec.Struct, frozen=True):
    """One hand that came down, as it is numbered in the pictures from 1 on."""

    seat: int
    owned: bool
    """Whether it is clear whose it is."""
    since: float
    """Seconds after the first hand."""
    distance: float
    """Millimetres from the bull's-eye; 0 where it covers it."""


class SmackSeen(msgspec.Struct, frozen=True):
    """One smack, or false smack."""

    time: float
    """Seconds of the source, at which the first hand came: what tells it from others."""
    text: str
    """What was made of it, in a sentence."""
    hands: tuple[SeenHand, ...]
    stills: tuple[Still, ...]


def seen_again(smack: Smack, plane: Plane, width: int, text: str) -> SmackSeen:
    """What is kept of a smack. `plane`: of the stream's pictures, which are `width` pixels wide."""
    corners = np.asarray(smack.card, np.float64)
    last = max(hand.arrival.time for hand in smack.hands)
    stills = tuple(
        Still(round(kept.time - smack.time, 3), around_card(kept, plane, width, corners, smack.hands))
        for kept in _chosen(smack.replay, smack.time, last)
    )
    hands = tuple(
        SeenHand(one.seat, one.owned, round(one.arrival.time - smack.time, 3), round(one.arrival.distance, 1))
        for one in smack.hands
    )
    return SmackSeen(smack.time, text, hands, stills)


def _chosen(replay: Sequence[KeptFrame], first: float, last: float) -> list[KeptFrame]:
    """Few pictures long before the moment, all of them around it."""
    chosen: list[KeptFrame] = []
    for kept in replay:
        gap = FINE if first - CLOSE <= kept.time <= last + AFTER else COARSE
        if not chosen or kept.time - chosen[-1].time >= gap:
            chosen.append(kept)
    return chosen[:MOST_STILLS]
