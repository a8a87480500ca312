"""Which candidate a labelled die is credited to."""

from pathlib import Path

import numpy as np

from models.train.data.labels import LabelledDie, LabelledPicture
from models.train.evaluate.evaluate_dice import match_candidates
from models.train.fit.fit_confidence import UNKNOWN
from vision.dice.pipped_dice_classifier import ExaminedCandidates
from vision.inference import Evidence


def examined(*boxes: tuple[float, float, float, float], faces: tuple[int, ...]) -> ExaminedCandidates:
    """Candidates, the strongest first, and the face that each seems to show."""
    count = len(boxes)
    shown = np.full((count, 7), 0.01, np.float32)
    shown[np.arange(count), faces] = 0.94
    evidence = Evidence(np.zeros((count, 7), np.float32), np.zeros((count, 11), np.float32))
    crops = np.zeros((count, 64, 64, 3), np.uint8)
    nothing = np.zeros((count, 6), np.float32)
    return ExaminedCandidates(
        np.float32(boxes),
        np.linspace(0.9, 0.2, count, dtype=np.float32),
        shown,
        nothing[:, :4],
        nothing,
        evidence,
        crops,
    )


def picture(*dice: LabelledDie, complete: bool = True) -> LabelledPicture:
    return LabelledPicture(Path("table.jpg"), "ours", 400, 300, list(dice), complete)


ONE = LabelledDie((100, 100, 200, 200), 1, "d6")
PIP, DIE, BESIDE = (140, 140, 160, 160), (98, 101, 203, 199), (300, 100, 340, 140)


def test_a_die_is_its_best_fitting_candidate_however_strong_its_pip_is() -> None:
    seen = examined(PIP, DIE, BESIDE, faces=(2, 1, 3))
    assert match_candidates(seen, picture(ONE)) == [(0, False, 0), (1, True, 1), (2, False, 0)]


def test_a_pip_alone_finds_the_die_and_reads_it_wrongly() -> None:
    assert match_candidates(examined(PIP, faces=(2,)), picture(ONE)) == [(0, True, 0)]


def test_places_that_teach_nothing_are_passed_over() -> None:
    other = LabelledDie((300, 100, 340, 140), None, "ignore")
    unnamed = LabelledDie((100, 100, 200, 200), None, "d6")
    assert match_candidates(examined(DIE, BESIDE, faces=(1, 3)), picture(unnamed, other)) == [(0, True, UNKNOWN)]
    assert match_candidates(examined(PIP, DIE, faces=(2, 1)), picture(ONE, complete=False)) == [(1, True, 1)]
