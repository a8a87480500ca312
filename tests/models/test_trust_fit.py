"""Fitting what counts as certain."""

from pathlib import Path

import numpy as np
import pytest

from models.train.trust import fit, source_weights, threshold, to_toml
from vision.trust import EVIDENCE, Trust


def readings(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Evidence whose first column alone decides, with a soft edge."""
    g = np.random.default_rng(seed)
    x = np.zeros((count, len(EVIDENCE)))
    x[:, 0] = g.uniform(-3, 6, count)
    return x, g.random(count) < 1 / (1 + np.exp(-2 * x[:, 0]))


def test_sources_count_alike_whatever_their_size() -> None:
    weight = source_weights(np.array(["a"] * 90 + ["b"] * 10))
    assert weight[:90].sum() == pytest.approx(0.5)
    assert weight[90:].sum() == pytest.approx(0.5)


def test_the_fitted_model_ranks_and_calibrates() -> None:
    x, right = readings(6000, 1)
    trust = fit(x, right, np.array(["a"] * 6000))
    fresh, truth = readings(6000, 2)
    confidence = trust.confidence(fresh.astype(np.float32))
    for low, high in ((0.2, 0.4), (0.6, 0.8), (0.9, 1.0)):
        chosen = (confidence > low) & (confidence <= high)
        assert truth[chosen].mean() == pytest.approx(confidence[chosen].mean(), abs=0.06)
    sure = confidence >= trust.certain_from
    assert sure.any()
    assert (~truth[sure]).mean() < 0.01


def test_the_threshold_lets_few_wrong_readings_through() -> None:
    confidence = np.array([0.99, 0.98, 0.97, 0.96, 0.95])
    right = np.array([True, True, True, False, True])
    assert threshold(confidence, right, np.ones(5)) == 0.97


def test_a_written_model_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "trust.toml"
    trust = Trust(-1.5, (1.0, 0.5, 0.25, -2.0, -1.0), 0.975)
    file.write_text(to_toml(trust, "test"))
    assert Trust.load(file) == trust
