"""The study behind the doctor's limits harms pictures as it says, and keeps their labels on the dice."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.train.data.labels import LabelledDie, LabelledPicture
from models.train.evaluate.robustness import HARMS, Scene, bands, rest_share, sample, still_frames, wobble
from tests.support.paths import DATA

G = np.random.default_rng(0)


def scene(side: int = 64) -> Scene:
    """A white die with a black frame on grey, and its label."""
    image = np.full((240, 320, 3), 110, np.uint8)
    cv2.rectangle(image, (120, 90), (119 + side, 89 + side), (235, 235, 235), -1)
    return image, [LabelledDie((120, 90, 120 + side, 90 + side), 3, "d6")]


def inside(harmed: Scene) -> float:
    """Mean brightness of what the label holds, a little of its rim aside."""
    x0, y0, x1, y1 = (round(v) for v in harmed[1][0].box)
    rim = max(1, (x1 - x0) // 8)
    return float(harmed[0][y0 + rim : y1 - rim, x0 + rim : x1 - rim].mean())


@pytest.mark.parametrize("harm", sorted(HARMS))
def test_the_first_step_does_next_to_nothing(harm: str) -> None:
    make, steps = HARMS[harm]
    assert inside(make(scene(), steps[0], G)) == pytest.approx(235, abs=3)


@pytest.mark.parametrize("harm", ["shrunk", "away"])
@pytest.mark.parametrize("step", [40, 20])
def test_labels_stay_on_the_dice(harm: str, step: float) -> None:
    image, dice = HARMS[harm][0](scene(), step, G)
    assert dice[0].size == pytest.approx(step)
    assert inside((image, dice)) > 215
    assert max(image.shape[:2]) == (1280 if harm == "away" else 320 * step / 64)


def test_less_light_is_darker_and_more_is_brighter() -> None:
    make = HARMS["dark"][0]
    assert 235 > inside(make(scene(), 0.5, G)) > inside(make(scene(), 0.1, G)) > inside(make(scene(), 0.01, G))
    assert HARMS["bright"][0](scene(), 6, G)[0].min() > 200


def test_glare_falls_on_the_dice_and_blur_softens_their_edges() -> None:
    dull = scene()[0] // 2, scene()[1]
    spotted = HARMS["glare"][0](dull, 0.2, G)[0]
    assert (spotted[90:154, 120:184].min(2) >= 250).mean() > 0.05
    assert abs(int(spotted[5, 5, 0]) - int(dull[0][5, 5, 0])) <= 2
    edge = [
        np.abs(np.diff(image[120, 100:140, 0].astype(int))).max()
        for image in (scene()[0], HARMS["blurred"][0](scene(), 6, G)[0])
    ]
    assert edge[1] < 0.3 * edge[0]


@pytest.mark.slow
def test_a_still_table_rests_and_one_that_flickers_does_not() -> None:
    image = cv2.resize(cv2.imread(str(DATA / "bench" / "18.jpg")), (640, 360))
    picture = np.asarray(image, np.uint8)
    assert rest_share(still_frames(picture, 24, wobble(0, G), G)) == 1
    for amplitude in (0.5, 1, 2, 4, 10):
        assert rest_share(still_frames(picture, 24, wobble(amplitude, G), G)) == 1, amplitude
    assert rest_share(still_frames(picture, 24, bands(0.3, 0.0), G)) < 0.2


def test_pictures_are_taken_evenly_from_every_source() -> None:
    dice = [LabelledDie((0, 0, 9, 9), 2, "d6")]
    many = [LabelledPicture(Path(f"a{n}"), "a", 9, 9, dice) for n in range(40)]
    few = [LabelledPicture(Path("b"), "b", 9, 9, dice), LabelledPicture(Path("c"), "b", 9, 9, [])]
    assert [str(picture.path) for picture in sample(many + few, 4)] == ["a0", "a10", "a20", "a30", "b"]
