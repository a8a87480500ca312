"""Staged plays: their truth is what physics made of them; and the counting of what was told of them."""

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="physics needs the extra `train`")
pytest.importorskip("tqdm", reason="the judge needs the extra `train`")

from companion.table.view import Die
from models.train.evaluate.evaluate_rolls import Score, compare
from models.train.render.clips.camera_faults import Faults, Swing
from models.train.render.clips.clips import Clip, RestingDie, TrueRoll
from models.train.render.clips.physics import DicePhysics, random_turn
from models.train.render.clips.scenarios import MOVES, TROUBLE, clip
from vision.motion.roll_detector import Roll


def test_a_clip_is_a_function_of_its_kind_and_seed() -> None:
    one, two = clip("from outside", 3), clip("from outside", 3)
    assert [roll.ready for roll in one.rolls] == [roll.ready for roll in two.rolls]
    frames = [next(iter(c.frames()))[0] for c in (one, two)]
    assert np.array_equal(*frames)
    assert not np.array_equal(frames[0], next(iter(clip("from outside", 4).frames()))[0])


def test_rolled_dice_lie_in_the_picture_and_show_one_to_six() -> None:
    rolls = [roll for seed in range(4) for roll in clip("from a hand", seed).rolls]
    assert rolls
    for roll in rolls:
        assert roll.start < roll.ready < roll.until
        for die in roll.dice:
            assert 1 <= die.value <= 6 and 0 < die.centre[0] < 640 and 0 < die.centre[1] < 360


@pytest.mark.parametrize("kind", [*MOVES, *TROUBLE])
def test_moves_and_trouble_hold_no_roll(kind: str) -> None:
    assert clip(kind, 1).rolls == []


def test_dice_fall_bounce_and_come_to_rest_on_a_face() -> None:
    g, physics = np.random.default_rng(1), DicePhysics(3)
    for n in range(3):
        physics.put(n, np.array([2.0 * n, 0, 3]), random_turn(g), np.array([10.0, 0, 0]), g.normal(0, 10, 3))
    assert physics.moving() or physics.poses()[0][0][2] > 1
    physics.advance(1.5)
    assert not physics.moving()
    for place, turn in physics.poses():
        assert abs(place[2] - 0.5) < 0.05 and np.abs(turn[2]).max() > 0.99


def test_faults_change_what_they_say_and_nothing_else() -> None:
    g, clean = np.random.default_rng(1), np.full((90, 160, 3), 100, np.uint8)
    clean[40:50, 70:90] = 200
    assert np.array_equal(Faults(noise=0).take(g, clean, 0.0), clean)
    assert Faults(noise=0, gain=[Swing(0, 1, 0.5)]).take(g, clean, 0.25).mean() > 1.2 * clean.mean()
    assert Faults(noise=0, moves=[(1.0, 5, 0)]).take(g, clean, 0.5)[45, 70, 0] == 200
    assert Faults(noise=0, moves=[(1.0, 5, 0)]).take(g, clean, 1.5)[45, 70, 0] == 100
    assert Faults(noise=0, focus=[Swing(0, 1, 4)]).take(g, clean, 0.25)[45, 80, 0] < 200


def staged(*rolls: TrueRoll) -> Clip:
    return Clip("test", 1, None, [None] * 300, list(rolls), Faults())  # type: ignore[arg-type, list-item]


def told(time: float, *values: int, unsure: bool = False) -> tuple[Roll, float]:
    dice = [
        Die(box=(100 * n, 0, 100 * n + 40, 40), value=v, colour=None, confidence=0.99, certain=True)
        for n, v in enumerate(values)
    ]
    return Roll(time, tuple(dice), unsure), 20.0


def resting(n: int, value: int) -> RestingDie:
    return RestingDie((100.0 * n + 20, 20.0), 40.0, value, "red", False)


ROLL = TrueRoll(1.0, 2.0, 4.0, [resting(0, 3), resting(1, 5)], [resting(2, 6)])


def test_counting_once_doubles_misses_and_inventions() -> None:
    score = Score()
    compare(staged(ROLL), [told(2.2, 3, 5), told(3.0, 3, 5), told(6.0, 1)], score)
    compare(staged(ROLL), [], score)
    assert (score.rolls, score.told, score.doubled, score.false) == (2, 1, 1, 1)
    assert score.waits == [pytest.approx(0.2)] and len(score.wrong) == 3


def test_dice_that_were_pushed_may_be_told_and_others_may_not() -> None:
    score = Score()
    compare(staged(ROLL), [told(2.2, 3, 5, 6)], score)
    assert score.exact == 1 and score.right == score.dice == 2
    compare(staged(ROLL), [told(2.2, 3, 5, 6, 1)], score)
    compare(staged(ROLL), [told(2.2, 3)], score)
    assert score.exact == 1 and score.dice == 6 and score.right == 5


def test_a_certain_wrong_face_is_silent() -> None:
    score = Score()
    compare(staged(ROLL), [told(2.2, 3, 4)], score)
    assert (score.certain, score.silent, score.exact) == (2, 1, 0)
