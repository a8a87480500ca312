"""Staged plays: their truth is what physics made of them; and the counting of what was told of them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("mujoco", reason="physics needs the extra `train`")
pytest.importorskip("tqdm", reason="the judge needs the extra `train`")

from companion.table.view import Die
from models.train.evaluate.evaluate_rolls import Score, compare
from models.train.render.clips.camera_faults import Faults, Swing
from models.train.render.clips.clips import Clip, RestingDie, TrueRoll
from models.train.render.clips.grounds import random_ground
from models.train.render.clips.handheld import STYLES, Shutter, smear
from models.train.render.clips.physics import DicePhysics, random_turn
from models.train.render.clips.raster import View, ground_homography
from models.train.render.clips.scenarios import MOVES, TROUBLE, clip
from models.train.render.common import Assets
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


def test_a_ground_changes_the_table_and_nothing_that_happens_on_it() -> None:
    pytest.importorskip("pypdfium2", reason="sheets are drawn from the kit's pages")
    bare, laid = clip("from outside", 3), clip("from outside", 3, ground="sheets")
    assert [roll.ready for roll in laid.rolls] == [roll.ready for roll in bare.rolls]
    values = [[[die.value for die in roll.dice] for roll in one.rolls] for one in (bare, laid)]
    assert values[0] == values[1] != []
    assert not np.array_equal(next(iter(laid.frames()))[0], next(iter(bare.frames()))[0])


def test_a_material_is_laid_side_by_side_from_its_picture(tmp_path: Path) -> None:
    stripes = np.zeros((64, 64, 3), np.uint8)
    stripes[:, :8] = 255
    cv2.imwrite(str(tmp_path / "wood_1.png"), stripes)
    ground = random_ground(np.random.default_rng(1), "wood", Assets(materials=[tmp_path / "wood_1.png"]))
    assert ground.shape == (768, 768, 3) and np.allclose(ground[10], ground[400], atol=0.02)
    assert 0.02 < float((ground > 0.5).mean()) < 0.4
    with pytest.raises(ValueError, match="no picture of carpet"):
        random_ground(np.random.default_rng(1), "carpet", Assets())


@pytest.mark.parametrize("style", STYLES)
def test_a_camera_in_a_hand_moves_and_its_dice_are_where_it_sees_them(style: str) -> None:
    one, two = (clip("from outside", 3, handheld=style) for _ in range(2))
    assert one.views is not None and two.views is not None and len(one.views) == len(one.moments)
    assert all(np.array_equal(a.axes, b.axes) for a, b in zip(one.views, two.views, strict=True))
    steps = [ground_homography(a, b) for a, b in zip(one.views, one.views[1:], strict=False)]
    middle = [np.abs(step @ (320, 180, 1) / (step @ (320, 180, 1))[2] - (320, 180, 1)).max() for step in steps]
    assert 0.1 < float(np.mean(middle)) < 40


def test_what_moves_while_the_shutter_is_open_is_smeared() -> None:
    view = clip("still", 1).painter.view
    image = np.zeros((*view.size[::-1], 3), np.uint8)
    image[:, 300:310] = 255
    assert np.array_equal(smear(image, view, view, Shutter(0.5, 0.5)), image)
    moved = View(view.size, view.eye + np.array([2.0, 0, 0]), view.axes, view.focal)
    blurred = smear(image, view, moved, Shutter(0.9, 0.0))
    assert blurred.max() < 255 and np.count_nonzero(blurred[180, :, 0]) > 20
