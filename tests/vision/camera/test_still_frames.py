"""The frames of a film at which nothing moves, and where one stops to look for them."""

from __future__ import annotations

import numpy as np

from tests.support.sources import ScriptedSource
from vision.camera.frame import Frame
from vision.camera.still_frames import EVERY, frames_at_rest


def film() -> list[Frame]:
    """A still table, then a stir, then another that is still."""
    g = np.random.default_rng(1)
    tables = [np.asarray(g.integers(0, 256, (72, 128, 3)), np.uint8) for _ in range(2)]
    stir = [np.asarray(g.integers(0, 256, (72, 128, 3)), np.uint8) for _ in range(8)]
    images = [tables[0]] * 40 + stir + [tables[1]] * 40
    return [Frame(image, n * EVERY) for n, image in enumerate(images)]


def test_each_pose_is_given_and_nothing_that_moves() -> None:
    frames = film()
    times = [frame.time for frame in frames_at_rest(ScriptedSource(frames))]
    assert any(time < 40 * EVERY for time in times) and any(time > 48 * EVERY for time in times)
    assert not any(40 * EVERY <= time <= 48 * EVERY for time in times)


def test_the_last_moment_that_is_asked_for_belongs_to_it() -> None:
    frames = film()
    times = [frame.time for frame in frames_at_rest(ScriptedSource(frames))]
    for count, limit in enumerate(times, 1):
        found = [frame.time for frame in frames_at_rest(ScriptedSource(frames), limit)]
        assert found == times[:count]
    assert list(frames_at_rest(ScriptedSource(frames), times[0] - EVERY)) == []
