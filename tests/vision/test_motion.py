"""Moving, settling, at rest once, idle."""

import numpy as np
import pytest

from vision.camera import Frame
from vision.motion import Motion

GENERATOR = np.random.default_rng(1)


def table(die_at: int | None, light: int = 0, noise: float = 2.0) -> np.ndarray:
    image = np.full((360, 640, 3), 110 + light, np.float32)
    if die_at is not None:
        image[170:186, die_at : die_at + 16] = 230 + light
    return np.uint8(np.clip(image + GENERATOR.normal(0, noise, image.shape), 0, 255))


def states(frames: list[np.ndarray], rate: float = 30.0) -> list[str]:
    motion = Motion()
    return [motion.see(Frame(image, n / rate)) for n, image in enumerate(frames)]


def test_a_table_at_rest_is_read_exactly_once() -> None:
    seen = states([table(300) for _ in range(30)])
    assert seen[0] == "moving"
    assert seen.count("at rest") == 1
    assert seen[seen.index("at rest") + 1 :] == ["idle"] * (29 - seen.index("at rest"))


def test_rest_is_known_within_three_tenths_of_a_second() -> None:
    rolling = [table(100 + 30 * n) for n in range(8)]
    seen = states(rolling + [table(340) for _ in range(20)])
    assert set(seen[:8]) == {"moving"}
    assert (seen.index("at rest") - 8) / 30 <= 0.3


def test_a_small_die_that_moves_is_motion() -> None:
    seen = states([table(300) for _ in range(15)] + [table(304)] + [table(308) for _ in range(15)])
    assert seen[15] == "moving"
    assert seen.count("at rest") == 2


@pytest.mark.parametrize("light", [12, -25, 40])
def test_a_lamp_is_no_motion(light: int) -> None:
    seen = states([table(300) for _ in range(15)] + [table(300, light) for _ in range(15)])
    assert seen.count("at rest") == 1
    assert set(seen[15:]) == {"idle"}


def test_creeping_is_noticed() -> None:
    frames = [table(300, noise=0.5) for _ in range(12)]
    for n in range(40):  # a quarter of a pixel a frame: hardly any change from one frame to the next
        image = np.float32(table(None, noise=0.5))
        at = 300 + n / 4
        whole, part = int(at), at - int(at)
        image[170:186, whole : whole + 17] += 120 * np.concatenate([[1 - part], np.ones(15), [part]])[None, :, None]
        frames.append(np.uint8(np.clip(image, 0, 255)))
    assert "moving" in states(frames)[12:]


def test_another_size_of_picture_starts_again() -> None:
    motion = Motion()
    assert [motion.see(Frame(table(300), n / 30)) for n in range(12)][-1] == "idle"
    assert motion.see(Frame(table(300)[:200, :300], 0.5)) == "moving"
