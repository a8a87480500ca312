"""What is kept of a smack to be looked at again, and how few of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.support.app.posed import posed
from tests.support.vision.smacking import Clip, told_clip, watched
from ui.live.smack_replay import AFTER, CLOSE, COARSE, MOST_KEPT, MOST_STILLS, SmackSeen, seen_again
from vision.hands.smack_detector import Smack
from vision.overlay.smack_overlay import WIDTH


@lru_cache(maxsize=1)
def watched_clip() -> tuple[Clip, Smack, int]:
    """Two hands, the second 0.15 s after the first; and the width of the pictures."""
    clip = told_clip([(0, 0.8, 20), (2, 0.95, 60)])
    (smack,) = watched(clip)
    return clip, smack, next(iter(clip.frames())).image.shape[1]


def seen() -> SmackSeen:
    clip, smack, width = watched_clip()
    return seen_again(smack, clip.view.plane, width, "it was so")


def picture(jpeg: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.int16)


@pytest.mark.slow
def test_the_hands_are_told_in_their_order_with_time_and_distance() -> None:
    hands = seen().hands
    assert [hand.seat for hand in hands] == [0, 2]
    assert hands[0].since == 0 and 0.1 < hands[1].since < 0.2
    assert 0 <= hands[0].distance < hands[1].distance < 100


@pytest.mark.slow
def test_the_moment_itself_is_shown_picture_by_picture_and_the_rest_coarsely() -> None:
    found = seen()
    times = [still.since for still in found.stills]
    assert times == sorted(times) and len(times) <= MOST_STILLS
    assert times[0] < -CLOSE and times[-1] > found.hands[-1].since + AFTER
    near = [later - one for one, later in pairwise(times) if one > -CLOSE and later < found.hands[-1].since + AFTER]
    far = [later - one for one, later in pairwise(times) if later < -CLOSE]
    assert len(near) > 15 and max(near) < 0.05 and min(far) >= COARSE - 1e-6


@pytest.mark.slow
def test_pictures_are_of_the_card_and_a_hand_carries_its_number_once_it_has_come() -> None:
    clip, smack, width = watched_clip()
    found = seen()
    assert all(picture(still.jpeg).shape[1] == WIDTH for still in found.stills)
    bare = seen_again(smack._replace(hands=smack.hands[:1]), clip.view.plane, width, "")
    for one, other in zip(found.stills, bare.stills, strict=False):
        if one.since != other.since:
            break  # the second hand has its own last moments
        differs = bool((np.abs(picture(one.jpeg) - picture(other.jpeg)) > 60).any())
        assert differs == (one.since >= found.hands[1].since - 0.001)


def test_only_the_newest_are_kept() -> None:
    clip, smack, width = watched_clip()
    session = posed("dinosaurs-vs-army-men", None)
    table = session._table
    table._smacks = type("Watch", (), {"plane": clip.view.plane})()  # type: ignore[attr-defined]
    for number in range(MOST_KEPT + 2):
        table._smacked(smack._replace(time=smack.time + number), width)  # type: ignore[attr-defined]
    assert [round(one.time - smack.time) for one in table.smacks] == [2, 3, 4]
