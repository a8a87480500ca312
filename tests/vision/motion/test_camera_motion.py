"""The camera's own motion: what it was, where it is not known, and what is none of its doing."""

from collections.abc import Iterable

import cv2
import msgspec
import numpy as np
import pytest

from companion.table.view import Die
from tests.support.vision.moving import HEIGHT, SIDE, WIDTH, Put, Stage
from vision.motion.camera_motion import CameraTracker
from vision.motion.dice_alignment import align, carried
from vision.motion.frame_difference import grey, small_picture
from vision.motion.motion_state import MotionDetector
from vision.motion.picture_alignment import IDENTITY, Matrix

GENERATOR = np.random.default_rng(3)
GROUND = cv2.resize(GENERATOR.normal(110, 30, (90, 160)).astype(np.float32), (640, 360), interpolation=cv2.INTER_CUBIC)
A, B, C = Put(200, 120, 3, 20), Put(420, 200, 5, 50), Put(300, 280, 1, 75)


def motion(x: float, y: float, degrees: float = 0.0, scale: float = 1.0, tilt: float = 0.0) -> Matrix:
    """In pixels of pictures 320 wide, about their middle."""
    turn = np.vstack([cv2.getRotationMatrix2D((160, 90), degrees, scale), [0, 0, 1]])
    turn[:2, 2] += x, y
    leaning = np.eye(3)
    leaning[2, 0] = tilt
    return leaning @ turn


def seen(matrix: Matrix, ground: np.ndarray = GROUND, noise: float = 1.5) -> np.ndarray:
    """The ground (360, 640) as a camera has it that has moved so, small and grey."""
    whole = np.diag([2, 2, 1]) @ matrix @ np.diag([0.5, 0.5, 1])
    moved = cv2.warpPerspective(ground, whole, (640, 360), borderMode=cv2.BORDER_REFLECT)
    picture = np.clip(moved + GENERATOR.normal(0, noise, moved.shape), 0, 255).astype(np.uint8)
    return grey(small_picture(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)))


def off(one: Matrix, other: Matrix) -> float:
    corners = np.array([[[20, 20], [300, 20], [300, 160], [20, 160]]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(corners, one) - cv2.perspectiveTransform(corners, other)).max())


@pytest.mark.parametrize(
    "last", [motion(40, -25), motion(5, 3, degrees=80), motion(0, 0, scale=1.4), motion(12, 4, 10, 0.8, tilt=4e-4)]
)
def test_a_camera_that_swings_turns_nears_and_tilts_is_followed(last: Matrix) -> None:
    tracker = CameraTracker(seen(IDENTITY))
    for share in np.linspace(0, 1, 25)[1:]:
        now = motion(0, 0) + share * (last - motion(0, 0))
        told = tracker.follow(seen(now))
        assert not told.lost and not told.adrift and off(told.matrix, now) < 0.7


def test_a_camera_is_found_again_where_most_of_what_it_saw_looks_otherwise() -> None:
    faint = 110 + (GROUND - 110) / 4
    tracker = CameraTracker(seen(IDENTITY, faint))
    changed = faint.copy()
    changed[:215] = cv2.resize(GENERATOR.normal(110, 8, (59, 160)).astype(np.float32), (640, 215))
    tracker.believe()
    now = motion(9, 4)
    told = tracker.follow(seen(now, changed))
    assert tracker.found and not told.lost and off(told.matrix, now) < 4


def test_a_camera_that_stands_does_not_move_whatever_moves_before_it() -> None:
    tracker = CameraTracker(seen(IDENTITY))
    for n in range(20):
        ground = GROUND.copy()
        ground[:, : 15 * n] = 200 + 10 * np.sin(np.arange(15 * n) / 5)  # an arm that comes in
        assert tracker.follow(seen(IDENTITY, ground)).still


def test_a_ground_without_texture_tells_nothing_and_nothing_is_made_up() -> None:
    bare = np.full((360, 640), 120, np.float32)
    tracker = CameraTracker(seen(IDENTITY, bare))
    assert all(tracker.follow(seen(motion(n, 0), bare)).still for n in range(20))


def test_a_sheet_that_is_pushed_on_a_bare_table_is_no_motion_of_the_camera() -> None:
    """All corners are on it: from where it lies at the next rest any motion is measured."""

    def pushed(x: int) -> np.ndarray:
        ground = np.full((360, 640), 120, np.float32)
        ground[80:280, 150 + x : 450 + x] = GROUND[80:280, 150:450]
        return seen(IDENTITY, ground)

    tracker = CameraTracker(pushed(0))
    tracker.rest(pushed(10))
    assert all(tracker.follow(pushed(10)).still for _ in range(20))


def test_dice_carry_the_motion_where_the_ground_does_not() -> None:
    stage = bare_stage()
    stage.show([A, B, C])
    table = cv2.cvtColor(stage.frames[0].image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    tracker = CameraTracker(seen(IDENTITY, table))
    for n in range(1, 25):
        told = tracker.follow(seen(motion(n, -0.5 * n, 0.4 * n), table))
    assert not told.adrift and off(told.matrix, motion(24, -12, 9.6)) < 2.5


def bare(dice: Iterable[Put]) -> np.ndarray:
    """Dice on a ground without texture, in grey."""
    stage = bare_stage()
    stage.show(dice)
    return cv2.cvtColor(stage.frames[0].image, cv2.COLOR_BGR2GRAY).astype(np.float32)


FIVE = (Put(100, 90, 4), Put(500, 80, 6, 30), Put(330, 190, 5, 60), Put(140, 280, 4, 15), Put(520, 270, 6, 70))
"""Dice all over the picture."""


def test_dice_that_slide_to_rest_together_on_a_ground_without_texture_are_no_motion_of_the_camera() -> None:
    tracker = CameraTracker(seen(IDENTITY, bare([])))
    for left in (30.0, 6.0, 0.0):
        slid = bare([die._replace(x=die.x + left, y=die.y + left / 4) for die in FIVE])
        assert tracker.follow(seen(IDENTITY, slid)).still and not tracker.moving


def test_a_camera_that_moves_on_after_a_roll_is_followed_by_dice_as_they_lie_now() -> None:
    """In the first picture that shows the dice some roll still, two of them side by side: as many corners say that the
    camera has moved with these as say that it has not."""
    tracker = CameraTracker(seen(IDENTITY, bare([])))
    tracker.believe()
    for left in (40.0, 25.0, 12.0, 4.0, 0.0):
        ways = (0, 1, 0, 1, -2)
        rolling = [die._replace(x=die.x + left * way) for die, way in zip(FIVE, ways, strict=True)]
        told = tracker.follow(seen(IDENTITY, bare(rolling)))
    start = np.linalg.inv(told.matrix)
    for n in range(1, 16):
        now = motion(2 * n, -n, 0.3 * n)
        told = tracker.follow(seen(now, bare(FIVE)))
        assert not told.lost and off(told.matrix @ start, now) < 3


def test_a_picture_in_the_middle_of_a_roll_tells_nothing_once_the_table_is_at_rest() -> None:
    """The dice do not lie as they were then, however often one looks; with those at rest any motion is measured."""
    tracker = CameraTracker(seen(IDENTITY, bare([])))
    for left in (30.0, 6.0, 0.0):
        now = seen(IDENTITY, bare([die._replace(x=die.x + left) for die in FIVE]))
        tracker.follow(now)
    tracker.rest(now)
    for _ in range(8):
        assert tracker.follow(seen(IDENTITY, bare(FIVE))).still and tracker.found and not tracker.moving
    for n in range(1, 9):
        told = tracker.follow(seen(motion(n, -n), bare(FIVE)))
    assert not told.adrift and off(told.matrix, motion(8, -8)) < 1


@pytest.mark.parametrize("frames", [7, 24])
def test_dice_that_are_all_taken_up_and_thrown_again_on_a_ground_without_texture_are_all_rolled(frames: int) -> None:
    stage = bare_stage()
    stage.show([], 12)
    thrown = []
    for turn in range(3):
        faces = [(die.value + 2 * turn) % 6 + 1 for die in FIVE]
        dice = [
            die._replace(y=360 - die.y if turn % 2 else die.y, value=face)
            for die, face in zip(FIVE, faces, strict=True)
        ]
        stage.throw([], dice, frames)
        stage.show(dice, 14)
        stage.reach(dice, (560, 180))
        stage.reach([], (560, 180), back=True)
        stage.show([], 12)
        thrown.append((sorted(faces), False))
    assert stage.rolls() == thrown


def test_dice_read_in_motions_with_rests_between_them_do_not_tell_that_the_camera_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may have been nudged, or lie a little aside in the shadow of a hand."""
    believed: list[MotionDetector] = []
    monkeypatch.setattr(MotionDetector, "may_move", True)
    monkeypatch.setattr(MotionDetector, "believe", lambda motion: believed.append(motion))
    stage = bare_stage()
    for step in range(9):
        stage.show([die._replace(x=die.x + 2.5 * step) for die in FIVE], 20)
    assert sum(look.settled for look in stage.watch()) >= 9 and not believed


def test_a_camera_that_looked_away_is_known_again_and_is_lost_meanwhile() -> None:
    tracker = CameraTracker(seen(IDENTITY))
    for n in range(1, 12):
        tracker.follow(seen(motion(2 * n, 0)))
    other = cv2.flip(GROUND, 1)
    for n in range(6):
        told = tracker.follow(seen(motion(9 * n, 7 * n, 15 * n), other))
    assert told.adrift
    for _ in range(3):
        told = tracker.follow(seen(motion(22, 0)))
    assert not told.adrift and off(told.matrix, motion(22, 0)) < 0.7


def bare_stage(seed: int = 1) -> Stage:
    stage = Stage(seed)
    stage.table = np.full_like(stage.table, 110)
    return stage


@pytest.mark.parametrize("seed", range(3))
def test_a_roll_before_a_camera_in_a_hand_is_told_once(seed: int) -> None:
    stage = Stage()
    stage.show([A], 20)
    stage.throw([A], [B, C])
    stage.show([A, B, C], 40)
    stage.shake(seed)
    assert [faces for faces, _ in stage.rolls()] == [[1, 5]]


@pytest.mark.parametrize("seed", range(3))
def test_dice_that_lie_still_before_a_camera_that_swings_are_no_roll(seed: int) -> None:
    for stage in (Stage(), bare_stage()):
        stage.show([A, B, C], 90)
        stage.shake(seed, drift=60)
        assert stage.rolls() == []


def test_a_view_of_the_same_table_from_elsewhere_is_told_as_such() -> None:
    stage = Stage()
    stage.show([A], 40)
    for n in range(15, 40):
        stage.move_camera(n, np.array([[1, 0, 5.0 * min(n - 14, 8)], [0, 1, 0], [0, 0, 1]]))
    stage.throw([A], [B])
    stage.show([A, B], 20)
    for n in range(40, len(stage.frames)):
        stage.move_camera(n, np.array([[1, 0, 40.0], [0, 1, 0], [0, 0, 1]]))
    settled = [reading for reading in stage.watch() if reading.settled]
    assert [reading.again for reading in settled] == [False, *[True] * (len(settled) - 2), False] and len(settled) > 2


def test_a_camera_that_never_stops_reads_what_comes_into_view_and_takes_none_of_it_for_rolled() -> None:
    stage = Stage()
    stage.show([A, B], 90)
    for n in range(20, len(stage.frames)):
        stage.move_camera(n, np.array([[1, 0, 260 - 4.0 * (n - 20)], [0, 1, 0], [0, 0, 1]]))
    for n in range(20):
        stage.move_camera(n, np.array([[1, 0, 260.0], [0, 1, 0], [0, 0, 1]]))
    readings = stage.watch()
    seen = [len(reading.view.dice) for reading in readings if reading.settled and reading.view]
    assert seen[0] == 1 and 2 in seen
    assert not any(reading.roll for reading in readings)


@pytest.mark.parametrize("reach", [0.3, 1.0, 2.5])
def test_a_table_that_trembles_rests_and_its_rolls_are_told_once(reach: float) -> None:
    """As where somebody walks by, or a fan stands on the table: `reach` in pixels of 640."""
    stage, generator = Stage(), np.random.default_rng(7)
    stage.show([A], 30)
    stage.throw([A], [B])
    stage.show([A, B], 60)
    for n in range(len(stage.frames)):
        angle = generator.uniform(0, 2 * np.pi)
        stage.move_camera(n, np.array([[1, 0, reach * np.cos(angle)], [0, 1, reach * np.sin(angle)], [0, 0, 1]]))
    readings = stage.watch()
    assert [[die.value for die in reading.roll.dice] for reading in readings if reading.roll] == [[5]]
    assert sum(reading.settled for reading in readings) < 0.05 * len(readings), "it is not read over and over"
    assert sum(reading.state == "idle" for reading in readings[-40:]) > 20


def test_a_view_has_its_dice_where_the_camera_had_them_then() -> None:
    stage = Stage()
    stage.show([A, B, C], 60)
    stage.shake(1)
    for frame, look in zip(stage.frames, stage.watch(), strict=True):
        if look.settled and look.view is not None:
            true = stage.truth[id(frame.image)]
            for die in look.view.dice:
                assert min(np.hypot(*np.subtract(die.centre, other.centre)) for other in true) < 3


def die(x: float, y: float, value: int | None = 1) -> Die:
    return Die(box=(x - 10, y - 10, x + 10, y + 10), value=value, colour="red", confidence=1.0, certain=True)


BEFORE = (die(50, 50, 1), die(120, 60, 4), die(90, 130, 4), die(200, 40, 6))


def test_dice_are_known_again_by_their_constellation() -> None:
    moved = motion(70, -30, 25, 1.2)
    after = (*carried(BEFORE, moved)[:3], die(300, 150, 2))
    matrix, agreeing = align(BEFORE, after, adrift=True)
    assert agreeing == 3 and off(matrix, moved) < 0.01


def test_where_the_motion_is_known_dice_do_not_wander() -> None:
    after = carried(BEFORE, motion(70, -30))
    assert align(BEFORE, after, adrift=False) == (IDENTITY, 0)


def test_dice_that_show_something_else_are_no_constellation() -> None:
    after = tuple(msgspec.structs.replace(one, value=3) for one in carried(BEFORE, motion(70, -30)))
    assert align(BEFORE, after, adrift=True) == (IDENTITY, 0)
    assert align((), after, adrift=True) == (IDENTITY, 0)


def test_a_die_that_was_out_of_view_is_no_roll_when_it_is_back() -> None:
    stage = Stage()
    stage.show([A, B, C], 30)
    stage.show([A, B, C], 90)
    t = np.clip((np.arange(len(stage.frames)) - 30) / 60, 0, 1)
    away = 260 * np.sin(np.pi * t) ** 2  # to the right and back
    for n in range(len(stage.frames)):
        stage.move_camera(n, np.array([[1, 0, -away[n]], [0, 1, 0], [0, 0, 1]], np.float64))
    assert stage.rolls() == []


@pytest.mark.parametrize(("blur", "slow", "swing"), [(4, 8, 0.0), (8, 8, 0.0), (12, 8, 0.0), (8, 1, 6.0)])
def test_dice_that_are_out_of_focus_for_a_while_are_no_roll_when_they_are_sharp_again(
    blur: int, slow: int, swing: float
) -> None:
    stage = Stage()
    stage.show([A, B], 110)
    for n in range(20, 30) if swing else ():  # there and back
        stage.move_camera(n, np.array([[1, 0, swing * np.sin(np.pi * (n - 20) / 10)], [0, 1, 0], [0, 0, 1]]))
    for n in range(70, 110) if swing else ():  # on to elsewhere
        share = min(1.0, (n - 70) / 3)
        turned = np.vstack([cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 8 * share, 1), [0, 0, 1]])
        turned[:2, 2] += 5 * share
        stage.move_camera(n, turned)
    for n in range(26, 70):
        frame, blurred = stage.frames[n], blur * min(1.0, (n - 25) / slow, (70 - n) / slow)
        image = cv2.GaussianBlur(frame.image, (0, 0), blurred)
        stage.truth[id(image)] = stage.truth[id(frame.image)] if blurred < 3 else ()
        stage.frames[n] = frame._replace(image=image)
    readings = stage.watch()
    seen = [len(reading.view.dice) for reading in readings if reading.settled and reading.view]
    assert seen[0] == 2 and 0 in seen and seen[-1] == 2
    assert not any(reading.roll for reading in readings)


def test_dice_that_are_taken_away_while_the_camera_loses_its_focus_are_gone() -> None:
    stage = Stage()
    stage.show([A, B], 30)
    stage.reach([A, B], (430, 200))
    stage.reach([A], (430, 200), back=True)
    stage.show([A], 40)
    for n in range(38, len(stage.frames)):
        frame = stage.frames[n]
        image = cv2.GaussianBlur(frame.image, (0, 0), 5)
        stage.truth[id(image)] = ()
        stage.frames[n] = frame._replace(image=image)
    stage.show([A], 30)
    stage.throw([A], [B])
    stage.show([A, B], 20)
    assert stage.rolls() == [([5], False)]


def test_how_the_camera_has_moved_since_a_view_is_told() -> None:
    stage = Stage()
    stage.show([A, B, C], 90)
    stage.shake(2, drift=50)
    newest: tuple[Die, ...] = ()
    for frame, look in zip(stage.frames, stage.watch(), strict=True):
        true = stage.truth[id(frame.image)]
        for known in newest if look.camera is None else carried(newest, look.camera):
            if 30 < known.centre[0] < WIDTH - 30 and 30 < known.centre[1] < HEIGHT - 30:
                assert min(np.hypot(*np.subtract(known.centre, other.centre)) for other in true) < SIDE / 4
        if look.settled and look.view is not None:
            newest = look.view.dice
    assert newest
