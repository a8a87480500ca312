"""Which of two cards that overlap lies on the other."""

from __future__ import annotations

import numpy as np

from vision.cards.card_outlines import POINTS, Pose
from vision.cards.card_piles import lowest_first


def test_the_card_whose_edge_is_seen_within_the_other_is_the_upper_one() -> None:
    poses = [Pose(0, 0, 0), Pose(20, 10, 0.3)]
    seen = np.ones((2, 4, POINTS))
    seen[0] = 0
    assert lowest_first(poses, seen) == [0, 1]
    assert lowest_first(poses, seen[::-1]) == [1, 0]
    assert lowest_first([], np.zeros((0, 4, POINTS))) == []
