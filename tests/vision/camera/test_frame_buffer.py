"""What is kept for a replay is bounded, and encoded only when it is looked at."""

import cv2
import numpy as np
import pytest

from vision.camera.frame import Frame
from vision.camera.frame_buffer import MOST_BYTES, FrameBuffer, downscaled


def picture(height: int, width: int) -> np.ndarray:
    """Smooth colours, as a JPEG keeps them."""
    y, x = np.mgrid[:height, :width]
    return np.stack([40 + 160 * x / width, 200 - 120 * y / height, np.full((height, width), 90.0)], 2).astype(np.uint8)


@pytest.mark.parametrize("shape", [(720, 1280), (360, 640), (233, 311), (1280, 720)])
def test_a_picture_comes_back_as_it_was_at_its_size(shape: tuple[int, int]) -> None:
    replay, image = FrameBuffer(3.0), picture(*shape)
    replay.add(Frame(image, 1.0))
    (kept,) = replay.since(0.0)
    told = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    small = downscaled(image)
    assert told is not None and max(small.shape) <= 640
    assert all(0 <= was - now <= 1 for was, now in zip(small.shape[:2], told.shape[:2], strict=True))  # even sides
    apart = np.abs(told.astype(int) - small[: told.shape[0], : told.shape[1]])
    assert apart.mean() < 3 and kept.time == 1.0


def test_nothing_is_encoded_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = []
    imencode = cv2.imencode
    monkeypatch.setattr(cv2, "imencode", lambda *given: encoded.append(given) or imencode(*given))
    replay = FrameBuffer(3.0)
    for n in range(5):
        replay.add(Frame(picture(360, 640), n / 30))
    kept = replay.since(2 / 30 - 1e-6)
    assert len(kept) == 3 and not encoded
    assert kept[0].jpeg == kept[0].jpeg and len(encoded) == 1


def test_the_seconds_and_the_bytes_bound_what_is_kept() -> None:
    image = picture(360, 640)
    replay = FrameBuffer(1.0)
    for n in range(90):
        replay.add(Frame(image, n / 30))
    assert 30 <= len(replay.since(0.0)) <= 32
    fast = FrameBuffer(10.0)
    for n in range(300):
        fast.add(Frame(image, n / 60))
    kept = fast.since(0.0)
    assert sum(one.size for one in kept) <= MOST_BYTES and kept[-1].time == 299 / 60 and len(kept) > 150
