"""What is measured of pictures follows what was done to them, and hardly anything else."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.support.paths import DATA
from vision.camera.frame import Frame, Image
from vision.camera.frame_buffer import downscaled
from vision.diagnostics.image_quality import burnt_share, edge_width, picture_health, reflection, stream_health

BENCH = DATA / "bench"
BOX = np.float32([[100, 80, 160, 140]])
COLOURS = {"white": (235, 235, 235), "black": (25, 25, 25), "red": (30, 30, 190), "felt": (50, 90, 40)}


def table(
    body: str = "white", pips: str = "black", cloth: str = "felt", gain: float = 1.0, sigma: float = 0.8, side: int = 60
) -> tuple[Image, np.ndarray]:
    """A drawn die of a five on a cloth, and its box; `gain` times its light, blurred by `sigma` pixels."""
    image = np.full((240, 320, 3), COLOURS[cloth], np.uint8)
    cv2.rectangle(image, (100, 80), (99 + side, 79 + side), COLOURS[body], -1)
    for x, y in ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)):
        cv2.circle(
            image, (100 + round(x * side), 80 + round(y * side)), round(0.1 * side), COLOURS[pips], -1, cv2.LINE_AA
        )
    noise = np.random.default_rng(1).normal(0, 1, image.shape)
    soft = cv2.GaussianBlur(image, (0, 0), sigma).astype(float)
    return np.uint8(np.clip(gain * soft + noise, 0, 255)), np.float32([[100, 80, 100 + side, 80 + side]])


DRESSES = [
    ("white", "black", "felt"),
    ("white", "black", "black"),
    ("black", "white", "white"),
    ("black", "white", "black"),
    ("red", "white", "felt"),
    ("red", "black", "white"),
]


@pytest.mark.parametrize("dress", DRESSES)
def test_light_is_that_of_the_dice_whatever_they_lie_on(dress: tuple[str, str, str]) -> None:
    light = [picture_health(*table(*dress, gain=gain)).dice_light for gain in (1.0, 0.5, 0.2)]
    assert all(one is not None for one in light)
    assert light[0] > 150 and 75 < light[1] < 130 and light[2] < 55


@pytest.mark.parametrize("dress", DRESSES)
def test_blur_is_seen_whatever_the_die_and_the_light(dress: tuple[str, str, str]) -> None:
    sharp = [picture_health(*table(*dress, gain=gain)).dice_blur for gain in (1.0, 0.5, 0.25)]
    soft = [picture_health(*table(*dress, sigma=sigma)).dice_blur for sigma in (2, 4, 6)]
    assert all(blur is not None and blur < 8.5 for blur in sharp), sharp
    assert max(sharp) - min(sharp) < 1.0, "light is no sharpness"
    assert max(sharp) < soft[0] < soft[1] < soft[2], (sharp, soft)


def test_blur_counts_in_shares_of_a_die() -> None:
    small = picture_health(*table(sigma=2, side=40)).dice_blur
    large = picture_health(*table(sigma=5, side=100)).dice_blur
    assert small is not None and large == pytest.approx(small, rel=0.15)


@pytest.mark.parametrize("level", [0, 40, 128, 255])
def test_an_even_picture_has_no_edges(level: int) -> None:
    noise = np.random.default_rng(2).normal(0, 1, (120, 160, 3))
    assert edge_width(np.uint8(np.clip(level + noise, 0, 255))) is None


def test_a_picture_without_dice_tells_of_itself_alone() -> None:
    health = picture_health(np.full((90, 160, 3), 200, np.uint8), np.zeros((0, 4), np.float32))
    assert health.dice == health.cut_off == 0
    assert health.light == 200 and health.burnt == 0 and health.blur is None
    assert health.dice_light is health.dice_burnt is health.dice_blur is health.dice_size is health.glare is None


def test_what_is_burnt_out_is_counted() -> None:
    image = np.full((100, 100, 3), 90, np.uint8)
    image[:25] = 255
    image[25:50] = (255, 255, 100)  # a bright yellow holds colour yet
    assert burnt_share(image) == 0.25
    assert picture_health(image, np.zeros((0, 4), np.float32)).burnt == pytest.approx(0.25, abs=0.02)


def test_a_lamp_on_a_die_is_told_from_a_white_die_in_good_light() -> None:
    die = np.full((50, 50, 3), (30, 30, 170), np.uint8)
    assert reflection(die) == 0
    cv2.circle(die, (20, 20), 8, (255, 255, 255), -1)
    assert reflection(die) == pytest.approx(np.pi * 64 / 2500, rel=0.1)
    white = np.full((50, 50, 3), 240, np.uint8)
    white[:30] = 255
    assert reflection(white) == 0
    assert reflection(np.full((50, 50, 3), 255, np.uint8)) == 0
    pips = np.full((50, 50, 3), 20, np.uint8)  # the white pips of a black die are small patches each
    for x in (12, 25, 38):
        cv2.circle(pips, (x, x), 3, (255, 255, 255), -1)
    assert 0 < reflection(pips) < 0.02


def test_sizes_and_edges_are_told() -> None:
    image = np.full((200, 300, 3), 90, np.uint8)
    boxes = np.float32([[10, 10, 40, 30], [100, 100, 150, 150], [0, 60, 20, 80], [280, 100, 300, 120]])
    health = picture_health(image, boxes)
    assert (health.dice, health.dice_size, health.smallest, health.cut_off) == (4, 25, 20, 2)
    assert (health.width, health.height) == (300, 200)


@pytest.mark.parametrize("name", ["1.jpg", "6.jpg", "18.jpg", "40.jpg"])
def test_a_large_picture_is_measured_as_a_small_one_is(name: str) -> None:
    small = cv2.imread(str(BENCH / name))
    large = cv2.resize(small, None, fx=3, fy=3, interpolation=cv2.INTER_LINEAR)
    a, b = (picture_health(image, np.zeros((0, 4), np.float32)) for image in (small, large))
    assert b.light == pytest.approx(a.light, abs=12) and b.burnt == pytest.approx(a.burnt, abs=0.01)
    assert downscaled(large, 640).shape[1] == 640 and downscaled(small, 4000) is small


# ------------------------------------------------------------------------------------------------------- streams


def scene() -> Image:
    return np.asarray(downscaled(cv2.imread(str(BENCH / "18.jpg")), 640), np.uint8)


def stream(change, count: int = 20, rate: float = 30.0) -> list[Frame]:
    g = np.random.default_rng(3)
    frames = []
    for n in range(count):
        image = change(scene(), n).astype(float) + g.normal(0, 2, scene().shape)
        frames.append(Frame(np.uint8(np.clip(image, 0, 255)), 5 + n / rate))
    return frames


@pytest.mark.slow
def test_a_still_stream_is_well() -> None:
    health = stream_health(stream(lambda image, n: image))
    assert health.frames == 20 and health.rate == pytest.approx(30)
    assert health.flicker < 1 and health.shake < 0.1
    assert not health.frozen and health.sizes == 1


@pytest.mark.slow
@pytest.mark.parametrize("pixels", [1, 3])
def test_a_camera_that_shakes_is_measured(pixels: int) -> None:
    health = stream_health(stream(lambda image, n: np.roll(image, pixels * (n % 2), 1)))
    assert health.shake == pytest.approx(1000 * pixels / 640, rel=0.25)


@pytest.mark.slow
def test_a_lamp_that_flickers_is_measured_as_a_whole_and_in_bands() -> None:
    whole = stream_health(stream(lambda image, n: image * (1.0 if n % 2 else 0.9)))
    rows = np.arange(len(scene()))[:, None, None] / len(scene())
    bands = stream_health(stream(lambda image, n: image * (1 + 0.05 * np.sin(9 * rows + 2 * n))))
    assert whole.flicker > 6 and bands.flicker > 4
    assert max(whole.shake, bands.shake) < 0.3


@pytest.mark.slow
def test_a_hand_that_moves_is_neither_flicker_nor_shake() -> None:
    def hand(image: Image, n: int) -> Image:
        image = image.copy()
        image[40 + 8 * n : 140 + 8 * n, 100:260] = (120, 150, 220)
        return image

    health = stream_health(stream(hand))
    assert health.flicker < 3 and health.shake < 0.3


def test_a_frozen_stream_is_known_by_its_missing_noise() -> None:
    still = stream(lambda image, n: image, count=1) * 10
    assert stream_health(still).frozen
    assert not stream_health(still[:1]).frozen, "one frame tells nothing"


def test_frames_of_several_sizes_are_not_compared() -> None:
    frames = [Frame(np.full(size, 100, np.uint8), n / 30) for n, size in enumerate([(90, 160, 3), (72, 128, 3)] * 3)]
    health = stream_health(frames)
    assert health.sizes == 2 and health.flicker == health.shake == 0 and not health.frozen


def test_no_frame_and_times_that_stand_still_have_no_rate() -> None:
    assert stream_health([]).rate is None
    assert stream_health([Frame(scene(), 1.0)] * 2).rate is None
