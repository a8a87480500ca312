"""What the states are called, whatever light, noise and cameras do; and the clock of a stream."""

import numpy as np
import pytest

from vision.camera.frame import Frame
from vision.motion.hand_mask import filled, hands_among, lifted_away, only_shade
from vision.motion.motion_state import MotionDetector, StreamClock

GENERATOR = np.random.default_rng(1)
GRAIN = np.repeat(np.repeat(GENERATOR.normal(0, 10, (45, 80, 1)), 8, 0), 8, 1)
NOISE = GENERATOR.normal(0, 1, (6, 360, 640, 1)).astype(np.float32)
SKIN = (140, 170, 220)


def table(die_at: int | None, light: int = 0, noise: float = 2.0, hand: int | None = None) -> np.ndarray:
    """A grained table with a die at x, and a hand that reaches in from the left edge to x."""
    image = np.full((360, 640, 3), 110 + light, np.float32) + GRAIN
    if die_at is not None:
        image[170:186, die_at : die_at + 16] = 230 + light
    if hand is not None:
        image[100:240, :hand] = SKIN
    return np.uint8(np.clip(image + noise * NOISE[int(GENERATOR.integers(6))], 0, 255))


def states(frames: list[np.ndarray], rate: float = 30.0) -> list[str]:
    motion = MotionDetector()
    return [motion.see(Frame(image, n / rate)) for n, image in enumerate(frames)]


def still(count: int = 15, **how: int) -> list[np.ndarray]:
    return [table(300, **how) for _ in range(count)]


def test_a_table_at_rest_is_told_exactly_once() -> None:
    seen = states(still(30))
    assert seen[0] == "settling"
    assert seen.count("at rest") == 1
    assert seen[seen.index("at rest") + 1 :] == ["idle"] * (29 - seen.index("at rest"))


def test_rest_is_known_within_three_tenths_of_a_second() -> None:
    seen = states([table(100 + 30 * n) for n in range(8)] + [table(340) for _ in range(20)])
    assert set(seen[2:8]) == {"rolling"}
    assert (seen.index("at rest") - 8) / 30 <= 0.3


def test_a_small_die_that_moves_is_noticed() -> None:
    seen = states([*still(), table(304), *[table(308) for _ in range(15)]])
    assert seen[15] != "idle" and "rolling" in seen[15:18]
    assert seen.count("at rest") == 2


@pytest.mark.parametrize("light", [12, -25, 40])
def test_a_lamp_is_no_motion(light: int) -> None:
    seen = states(still() + still(light=light))
    assert seen.count("at rest") == 1
    assert set(seen[15:]) == {"idle"}


@pytest.mark.slow
def test_a_hand_is_told_from_dice_and_holds_the_reading_back() -> None:
    reaching = [table(300, hand=20 * n) for n in range(1, 13)]
    seen = states([*still(), *reaching, *[table(300, hand=240) for _ in range(30)], *reaching[::-1], *still()])
    assert set(seen[19:68]) == {"hands"}, "coming, lying still for a second and going"
    assert seen.count("at rest") == 2 and seen[-1] == "idle"


@pytest.mark.slow
def test_something_large_that_stays_becomes_part_of_the_table() -> None:
    seen = states(
        [*still(), *[table(300, hand=20 * n) for n in range(1, 13)], *[table(300, hand=240) for _ in range(200)]]
    )
    assert seen[60] == "hands"
    assert seen[-1] == "idle"


def test_what_was_laid_while_a_hand_is_in_view_lies_beside_it() -> None:
    motion = MotionDetector()
    for n, image in enumerate([*still(), *[table(300, hand=20 * n) for n in range(1, 9)]]):
        motion.see(Frame(image, n / 30))
    assert motion.hand is not None and motion.beside_hands(60) == []
    laid = table(300, hand=160)
    laid[200:280, 400:460] = (230, 240, 235)
    motion.see(Frame(laid, 1.0))
    (box,) = motion.beside_hands(60)
    assert np.abs(np.array(box) - (200, 100, 230, 140)).max() <= 16, "in the small picture, half as large"
    assert motion.beside_hands(4000) == []
    for n, image in enumerate([laid] * 240):
        motion.see(Frame(image, 1.1 + n / 30))
    assert motion.beside_hands(60) == [], "that is how the table lies now"


def test_a_hand_that_was_there_from_the_start_may_go() -> None:
    leaving = [table(300, hand=240 - 20 * n) for n in range(12)]
    seen = states([table(300, hand=240) for _ in range(10)] + leaving + still())
    assert seen[-1] == "idle" and "at rest" in seen[22:32]


def test_focus_that_hunts_and_bumps_of_the_camera_are_no_roll() -> None:
    import cv2

    blurs = [1.5, 2.5, 3.5, 2.5, 1.5]
    frames = still() + [np.asarray(cv2.GaussianBlur(table(300), (0, 0), s), np.uint8) for s in blurs] + still()
    assert "rolling" not in states(frames)
    bumped = [np.roll(table(300), shift, 1) for shift in (3, -4, 5, -2)]
    assert "rolling" not in states(still() + bumped + still())


@pytest.mark.slow
def test_key_frames_that_flicker_are_no_roll_and_are_soon_passed_over() -> None:
    flicker = GENERATOR.normal(0, 30, (360, 640, 1)) * (GENERATOR.random((360, 640, 1)) < 0.004)
    frames = [np.uint8(np.clip(table(300) + (flicker if n % 15 == 14 else 0), 0, 255)) for n in range(120)]
    assert "rolling" not in states(frames)


def test_strong_noise_does_not_keep_the_table_awake() -> None:
    assert states([table(300, noise=14.0) for _ in range(30)])[-1] == "idle"


def test_creeping_is_noticed() -> None:
    frames = [table(300, noise=0.5) for _ in range(12)]
    for n in range(40):  # a quarter of a pixel a frame: hardly any change from one frame to the next
        image = np.float32(table(None, noise=0.5))
        at = 300 + n / 4
        whole, part = int(at), at - int(at)
        image[170:186, whole : whole + 17] += 120 * np.concatenate([[1 - part], np.ones(15), [part]])[None, :, None]
        frames.append(np.uint8(np.clip(image, 0, 255)))
    assert "idle" not in states(frames)[30:32] or set(states(frames)[12:]) != {"idle"}


def test_another_size_of_picture_starts_again() -> None:
    motion = MotionDetector()
    assert [motion.see(Frame(table(300), n / 30)) for n in range(12)][-1] == "idle"
    assert motion.see(Frame(table(300)[:200, :300], 0.5)) == "settling"


@pytest.mark.parametrize("grey", [0, 255])
def test_frames_that_show_nothing_are_passed_over(grey: int) -> None:
    motion = MotionDetector()
    for n in range(12):
        motion.see(Frame(table(300), n / 30))
    nothing = np.full((360, 640, 3), grey, np.uint8)
    assert [motion.see(Frame(nothing, (12 + n) / 30)) for n in range(30)] == ["settling"] * 30
    assert motion.blind
    assert motion.see(Frame(table(300), 1.5)) == "idle", "what was known of the table is kept"


@pytest.mark.parametrize("rate", [1.0, 8.0, 30.0, 240.0])
def test_any_rate_of_frames_comes_to_rest(rate: float) -> None:
    seen = states(still(80), rate)
    assert seen.count("at rest") == 1 and seen[-1] == "idle"
    assert seen.index("at rest") / rate <= max(0.25, 1 / rate)


@pytest.mark.parametrize(
    "times", [[0.0] * 30, [-n / 30 for n in range(30)], [float("nan")] * 30, [1e18 * n for n in range(30)]]
)
def test_times_that_stand_still_run_backwards_or_are_none_do_no_harm(times: list[float]) -> None:
    motion = MotionDetector()
    seen = [motion.see(Frame(table(300), time)) for time in times]
    assert seen.count("at rest") == 1 and seen[-1] == "idle"


def test_the_clock_only_runs_forwards() -> None:
    clock = StreamClock()
    readings = [clock.tick(t) for t in (5.0, 5.1, 5.1, 4.0, 4.1, float("inf"), 4.3)]
    assert readings == sorted(readings) and readings[0] == 0.0
    assert len(set(readings)) == len(readings)


@pytest.mark.parametrize("shape", [(1, 1), (4, 900), (900, 4), (240, 320)])
def test_pictures_of_any_shape_are_seen(shape: tuple[int, int]) -> None:
    motion = MotionDetector()
    image = np.full((*shape, 3), 90, np.uint8)
    assert [motion.see(Frame(image, n / 30)) for n in range(12)][-1] == "idle"


def test_thick_things_are_hands_and_dice_at_the_edge_are_not() -> None:
    mask = np.zeros((180, 320), bool)
    mask[40:100, :90] = True
    mask[120:136, :60] = True  # four dice in a row
    hands = hands_among(mask, 16.0)
    assert hands is not None and hands[60, 40] and not hands[128, 30]
    assert hands_among(mask & (np.arange(180)[:, None] > 110), 16.0) is None


def test_an_outline_that_is_open_at_the_edge_is_filled() -> None:
    mask = np.zeros((60, 80), bool)
    mask[10:50, :40] = True
    mask[13:47, :37] = False
    assert filled(mask)[10:50, :40].all()
    assert not filled(mask)[:, 45:].any()


def test_what_went_and_what_is_only_shade_is_no_hand() -> None:
    before, now = np.float32(table(300, hand=200)), table(300)
    mask = np.zeros((360, 640), bool)
    mask[100:240, :200] = True
    assert lifted_away(mask, before, now)
    assert not lifted_away(mask, np.float32(now), np.uint8(before))
    shaded = np.float32(now)
    shaded[mask] *= 0.6
    assert only_shade(mask, np.float32(now), np.uint8(shaded))
    assert not only_shade(mask, np.float32(now), np.uint8(before))
