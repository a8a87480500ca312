"""How far a reading can be trusted: the evidence of both networks weighed into one probability."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

EVIDENCE = ("margin", "heat", "agreement", "small", "cut")
"""What is weighed: log odds of the best face against the next best answer; log odds of the finder; log odds of that
face in the worst of the looks; how far the die is below 28 pixels; whether the picture's edge cuts it."""


@dataclass(frozen=True)
class Trust:
    """A logistic model fitted on readings of sources that the networks had not seen (models/train/trust.py)."""

    bias: float = -2.0
    weights: tuple[float, ...] = (0.55, 0.35, 0.25, -1.5, -1.0)
    certain_from: float = 0.985
    """Readings at least this probable count without a question. Raising it asks more, lowering it errs more."""
    notes: str = field(default="not fitted", compare=False)

    @classmethod
    def load(cls, file: Traversable | Path | None = None) -> Trust:
        """The table [trust] of `file`, by default of the installed models/manifest.toml."""
        text = (files("models") / "manifest.toml" if file is None else file).read_text()
        entry = tomllib.loads(text)["trust"]
        weights = tuple(float(entry["weights"][name]) for name in EVIDENCE)
        return cls(float(entry["bias"]), weights, float(entry["certain_from"]), str(entry.get("notes", "")))

    def confidence(self, evidence: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n,) probabilities for evidence (n, 5)."""
        x = evidence @ np.asarray(self.weights, np.float32) + self.bias
        return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def log_odds(p: NDArray[np.float32]) -> NDArray[np.float32]:
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p / (1 - p)), np.float32)


def weigh(
    boxes: NDArray[np.float32], heat: NDArray[np.float32], looks: NDArray[np.float32], width: int, height: int
) -> NDArray[np.float32]:
    """(n, 5) evidence: `boxes` (n, 4), finder's `heat` (n,), the reader's `looks` (views, n, 7), the picture's size."""
    mean = looks.mean(0)
    rows, best = np.arange(len(mean)), 1 + mean[:, 1:].argmax(1)
    others = mean.copy()
    others[rows, best] = 0
    margin = np.log(np.clip(mean[rows, best], 1e-4, 1)) - np.log(np.clip(others.max(1, initial=0), 1e-4, 1))
    agreement = log_odds(looks[:, rows, best].min(0))
    size = np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    small = np.clip(np.log(28 / np.maximum(size, 1)), 0, 3)
    edge = 1.5
    cut = (boxes[:, 0] <= edge) | (boxes[:, 1] <= edge) | (boxes[:, 2] >= width - edge) | (boxes[:, 3] >= height - edge)
    return np.stack([margin, log_odds(heat), agreement, small, cut.astype(np.float32)], 1).astype(np.float32)
