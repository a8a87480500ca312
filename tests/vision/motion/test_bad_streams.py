"""Streams as hands and networks give them: ceilings and pockets, few frames, frames late or twice, a phone that is
turned. No roll is made up, and none is told twice."""

import cv2
import numpy as np
import pytest

from tests.support.vision.moving import HEIGHT, WIDTH, Put, Stage

A, B, C = Put(200, 120, 3, 20), Put(420, 200, 5, 50), Put(300, 280, 1, 75)


def thrown(seed: int = 1, rate: float = 30.0) -> Stage:
    """A lies there, B and C are thrown."""
    stage = Stage(seed, rate=rate)
    each = rate / 30
    stage.show([A], round(25 * each))
    stage.throw([A], [B, C], frames=max(3, round(14 * each)))
    stage.show([A, B, C], round(40 * each))
    return stage


def turned(stage: Stage, first: int, degrees: float, frames: int) -> None:
    """The phone is turned so far within some frames, from frame `first` on."""
    for n in range(first, len(stage.frames)):
        share = min((n - first + 1) / frames, 1.0)
        moved = np.vstack([cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees * share, 0.8), [0, 0, 1]])
        stage.move_camera(n, moved)


@pytest.mark.parametrize("seed", range(3))
def test_a_ceiling_holds_no_roll(seed: int) -> None:
    stage = Stage(seed)
    stage.show([], 120)
    stage.shake(seed, drift=80)
    assert stage.rolls() == []


def test_a_pocket_holds_no_roll_on_the_way_in_and_out() -> None:
    stage = Stage()
    stage.show([A, B], 30)
    for gain in (*np.linspace(1, 0.02, 6), *[0.02] * 40, *np.linspace(0.02, 1, 6)):
        stage.show([A, B] if gain > 0.3 else [], gain=float(gain))
    stage.show([A, B], 30)
    assert stage.rolls() == []


@pytest.mark.parametrize("rate", [5.0, 10.0, 60.0])
def test_a_roll_is_told_once_at_any_rate(rate: float) -> None:
    rolls = thrown(rate=rate).rolls()
    assert [faces for faces, _ in rolls] == [[1, 5]]


def test_frames_that_come_twice_tell_nothing_twice() -> None:
    stage = thrown()
    stage.frames = [frame for frame in stage.frames for _ in range(2)]
    assert [faces for faces, _ in stage.rolls()] == [[1, 5]]


def test_frames_that_come_late_or_out_of_time_tell_no_roll_more() -> None:
    stage, late = thrown(), np.random.default_rng(4)
    stage.frames = [frame._replace(time=frame.time + float(late.exponential(0.15))) for frame in stage.frames]
    assert [faces for faces, _ in stage.rolls()] == [[1, 5]]


@pytest.mark.parametrize("degrees", [90, -90])
@pytest.mark.parametrize("first", [5, 27, 33, 45])
def test_a_phone_that_is_turned_makes_up_no_roll(degrees: float, first: int) -> None:
    """Before, in the middle of and after a roll, from upright to across in a third of a second: what is told is the
    roll, or it is in doubt; and it is told once."""
    stage = thrown()
    turned(stage, first, degrees, frames=10)
    rolls = stage.rolls()
    assert len(rolls) <= 1
    assert all(faces == [1, 5] or unsure for faces, unsure in rolls), rolls
