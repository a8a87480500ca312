"""Fitting what counts as certain."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from models.train.export.manifest import enter
from models.train.fit.fit_confidence import (
    AS_GOOD,
    LEAST_CERTAIN,
    UNKNOWN,
    Readings,
    calibration_error,
    certain_from,
    confidence,
    evaluate,
    exact,
    fit,
    least_as_good,
    source_weights,
    table_of,
    worth,
)
from vision.inference.confidence import OF_A_DIE, OF_A_FACE, ConfidenceModel, Logistic


def readings(count: int, seed: int, source: str = "a") -> Readings:
    """Candidates, four a picture, of which the first evidence alone tells dice, and the margin alone right faces."""
    g = np.random.default_rng(seed)
    die, face = np.zeros((count, len(OF_A_DIE))), np.zeros((count, len(OF_A_FACE)))
    die[:, 0], face[:, 0] = g.uniform(-6, 6, count), g.uniform(-2, 8, count)
    is_die = g.random(count) < 1 / (1 + np.exp(-2 * die[:, 0]))
    right = is_die & (g.random(count) < 1 / (1 + np.exp(-1.5 * face[:, 0])))
    picture = np.array([f"{source}/{n // 4}" for n in range(count)])
    return Readings(
        source=np.full(count, source),
        picture=picture,
        die=die.astype(np.float32),
        face=face.astype(np.float32),
        is_die=is_die,
        right=right.astype(np.int8),
        barred=np.zeros(count, bool),
        labelled=np.repeat(is_die.reshape(-1, 4).sum(1), 4).astype(np.int32),
    )


def test_sources_count_alike_whatever_their_size() -> None:
    weight = source_weights(np.array(["a"] * 90 + ["b"] * 10))
    assert weight[:90].sum() == pytest.approx(0.5)
    assert weight[90:].sum() == pytest.approx(0.5)


def test_fitted_models_are_calibrated_on_fresh_readings() -> None:
    trust, fresh = fit(readings(8000, 1)), readings(8000, 2)
    sure = confidence(trust, fresh)
    for low, high in ((0.2, 0.4), (0.6, 0.8), (0.9, 1.0)):
        chosen = (sure > low) & (sure <= high)
        assert (fresh.right[chosen] == 1).mean() == pytest.approx(sure[chosen].mean(), abs=0.06)
    row = evaluate(trust, fresh)
    assert row["certain"] > 0.3
    assert row["silent"] < 0.015
    assert row["calibration error"] < 0.02


def test_a_face_that_nobody_labelled_teaches_and_judges_nothing_about_faces() -> None:
    some = readings(12000, 3)
    hidden = np.arange(12000) % 2 == 0
    some.right[hidden] = UNKNOWN
    known = evaluate(fit(some), some)
    assert known["readings"] <= (~hidden).sum()
    assert known["calibration error"] < 0.03


def test_certain_begins_where_few_are_wrong_and_never_below_the_least() -> None:
    some = readings(400, 4)
    some.right[:] = 1
    sure = np.linspace(0.5, 1, 400)
    assert certain_from(sure, some) == pytest.approx(LEAST_CERTAIN)
    some.right[sure < 0.98] = 0
    assert 0.979 < certain_from(sure, some) < 0.983
    some.right[:] = 0
    assert certain_from(sure, some) > 0.999


def test_of_thresholds_that_are_as_good_as_alike_the_least_is_taken() -> None:
    assert least_as_good({0.7: 0.9, 0.75: 0.9 + AS_GOOD / 2, 0.8: 0.8}) == 0.7
    assert least_as_good({0.7: 0.9, 0.75: 0.9 + 2 * AS_GOOD, 0.8: 0.8}) == 0.75


def test_a_barred_reading_does_not_move_where_certain_begins() -> None:
    some = readings(400, 5)
    some.right[:] = 1
    some.right[-50:], some.barred[-50:] = 0, True
    assert certain_from(np.linspace(0.5, 1, 400), some) == pytest.approx(LEAST_CERTAIN)


def test_a_picture_is_exact_when_every_die_is_told_and_nothing_else() -> None:
    some = readings(8, 6)
    some.is_die[:] = [1, 1, 0, 0, 1, 1, 1, 0]
    some.right[:] = [1, 1, 0, 0, 1, 1, 0, 0]
    some.labelled[:] = [2] * 4 + [3] * 4
    told = np.float64([0.9, 0.9, 0.1, 0.1, 0.9, 0.9, 0.9, 0.1])
    assert exact(told, some, 0.5) == 0.5
    assert exact(told, some, 0.05) == 0
    assert worth(told, some, 0.5) == (0.5 + 0.8) / 2
    assert worth(told, some, 0.05) == 0.8 / 2


def test_perfect_and_boastful_confidences() -> None:
    g = np.random.default_rng(7)
    sure = g.uniform(0, 1, 20000)
    assert calibration_error(sure, g.random(20000) < sure) < 0.02
    assert calibration_error(np.full(20000, 0.9), g.random(20000) < 0.5) == pytest.approx(0.4, abs=0.02)


def test_written_models_are_read_back_and_take_the_place_of_the_old_ones(tmp_path: Path) -> None:
    file = tmp_path / "manifest.toml"
    file.write_text('[finder]\nversion = "1"\n')
    die = Logistic(-1.5, tuple(0.25 * n for n in range(len(OF_A_DIE))))
    face = Logistic(0.5, tuple(-0.5 * n for n in range(len(OF_A_FACE))))
    for certain in (0.96, 0.975):
        trust = ConfidenceModel(die, face, certain, 0.4)
        enter("trust", table_of(trust, "test"), file)
        assert ConfidenceModel.load(file) == trust
    assert tomllib.loads(file.read_text())["finder"] == {"version": "1"}
    assert file.read_text().count("[trust]") == file.read_text().count("[trust.die]") == 1
