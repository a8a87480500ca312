"""Estimates how far a reading can be trusted: two calibrated probabilities from what the networks output.

That there is a pipped die at all and that its face is read rightly are two questions with different evidence, so each
has a logistic model of its own, fitted on readings of sources that the networks had not seen
(models/train/fit/fit_confidence.py).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.text import say
from vision.inference.networks import AGAIN, ModelError, read_manifest

OF_A_DIE = ("heat", "pips", "worst_pips", "face", "odd_size", "small", "cut", "alike")
"""Log odds of the finder; log odds of pips that are known, on average and in the worst of the looks; log odds of the
best face; how far the die's size is from the others' (natural logarithm); how far it is below 28 pixels; whether the
picture's edge cuts it; how many clear dice of its size and colour there are (see `dice_alike`)."""
OF_A_FACE = ("margin", "agreement", "pips", "small", "blur", "faint", "cut", "leaning", "stacked", "covered", "glare")
"""Log odds of the best face against the next best answer; log odds of that face in the worst of the looks; log odds of
known pips; size as above; how soft and how low in contrast the crop is; the cut; what the reader says of its doubts."""
LEAST_OF_A_LOOK = 1e-3
"""Probability that one look leaves to any face: none is ruled out by one look alone."""
OTHER_SIZE, OTHER_COLOUR = 0.1, np.array([27.0, 8.0, 8.0], np.float32)
"""By how much dice of one make (natural logarithm) and their colours (OpenCV's L*a*b*, 8 bits) differ in a picture:
lamps make some lighter."""
OUT_OF_GROUND = 8.0
"""By how much, in L*a*b*, something stands out of the ground it lies on."""
CLEAR_DIE, MOST_ALIKE = 0.9, 2.0
"""Probability from which a die is a clear one, that others are compared with; and how many of them count at most."""
SMALL_DIE = 28.0
"""Longest side in pixels below which a die counts as small."""
EDGE = 1.5
"""Pixels from the picture's edge within which a box counts as cut by it."""


@dataclass(frozen=True)
class Logistic:
    """One logistic model."""

    bias: float
    weights: tuple[float, ...]

    def probability(self, evidence: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n,) probabilities for evidence (n, k)."""
        x = evidence @ np.asarray(self.weights, np.float32) + self.bias
        return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


class Evidence(NamedTuple):
    """The features of the logistic models; rows are candidates."""

    die: NDArray[np.float32]
    """(n, 8): see OF_A_DIE."""
    face: NDArray[np.float32]
    """(n, 11): see OF_A_FACE."""


@dataclass(frozen=True)
class ConfidenceModel:
    """The two logistic models, for being a die and for its face being right, and their thresholds."""

    die: Logistic = Logistic(0.0, (0.5, 0.3, 0.2, 0.1, -0.5, -0.3, -0.2, 0.0))
    face: Logistic = Logistic(0.0, (0.6, 0.2, 0.1, -0.5, 0.0, 0.0, -0.5, -1.0, -0.5, -0.5, -0.5))
    certain_from: float = 0.985
    """Readings at least this probable count without a question. Raising it asks more, lowering it errs more."""
    report_from: float = 0.3
    """Candidates that are dice with less than this probability are left out."""
    notes: str = field(default="not fitted", compare=False)

    @classmethod
    def load(cls, file: Traversable | Path | None = None) -> ConfidenceModel:
        """The table [trust] of `file`, by default of the installed models/manifest.toml; raises ModelError."""
        try:
            table = (read_manifest() if file is None else tomllib.loads(file.read_text()))["trust"]
            trust = cls(
                _logistic(table["die"], OF_A_DIE),
                _logistic(table["face"], OF_A_FACE),
                _between(table["certain_from"], 0.5, 1.0),
                _between(table["report_from"], 0.0, 1.0),
                str(table.get("notes", "")),
            )
        except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
            where = "models/manifest.toml" if file is None else file
            raise ModelError(
                say(
                    "{where}: its table [trust] cannot be used ({error!r}); {again}",
                    where=where,
                    error=error,
                    again=say(AGAIN),
                )
            ) from None
        return trust

    def of_dice(self, evidence: Evidence) -> NDArray[np.float32]:
        """(n,): the probability that each candidate is a pipped die."""
        return self.die.probability(evidence.die)

    def of_faces(self, evidence: Evidence) -> NDArray[np.float32]:
        """(n,): the probability that each face is right, given that it is a die."""
        return self.face.probability(evidence.face)


def _logistic(table: dict[str, Any], names: tuple[str, ...]) -> Logistic:
    return Logistic(_between(table["bias"]), tuple(_between(table[name]) for name in names))


def _between(value: object, least: float = -30, most: float = 30) -> float:
    """`value` as a number in its range, or ValueError: a damaged number shall not make everything certain."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{value!r} is no number from {least:g} to {most:g}")
    return float(value)


def log_odds(p: NDArray[np.float32]) -> NDArray[np.float32]:
    """ln(p / (1 - p)), p clipped to 0.0001..0.9999."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p / (1 - p)), np.float32)


def softness(crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Measures how soft (n,) and how low in contrast (n,) crops (n, side, side, 3) are; natural logarithms.

    Soft is little curvature for the contrast there is; the middle of the crop is looked at, not what lies around.
    """
    soft, faint = np.zeros(len(crops), np.float32), np.zeros(len(crops), np.float32)
    if not len(crops):
        return soft, faint
    count, side = crops.shape[:2]
    tall = cv2.cvtColor(np.ascontiguousarray(crops).reshape(count * side, side, 3), cv2.COLOR_BGR2GRAY)
    edge = side // 6
    for n, grey in enumerate(tall.reshape(count, side, side)[:, edge:-edge, edge:-edge]):
        spread = float(cv2.meanStdDev(grey)[1][0, 0]) + 1.0
        curved = cv2.norm(cv2.Laplacian(grey, cv2.CV_16S), cv2.NORM_L1) / grey.size + 0.5
        soft[n], faint[n] = np.log(spread / curved), np.log(40.0 / spread)
    return soft, faint


def mean_of_looks(looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 7): the probabilities of no pips, 1 ... 6 by several looks (views, n, 7) together.

    The mean of what they say of no pips; among the faces the geometric mean, since looks at one die that err do so in
    ways of their own: a face that one of them all but rules out is unlikely."""
    none = looks[:, :, :1].mean(0)
    shares = looks[:, :, 1:] / np.maximum(looks[:, :, 1:].sum(2, keepdims=True), 1e-6)
    faces = np.exp(np.log(np.maximum(shares, LEAST_OF_A_LOOK)).mean(0))
    return np.hstack([none, (1 - none) * faces / faces.sum(1, keepdims=True)]).astype(np.float32)


def evidence_of(
    boxes: NDArray[np.float32],
    heat: NDArray[np.float32],
    looks: NDArray[np.float32],
    doubts: NDArray[np.float32],
    crops: NDArray[np.uint8],
    size: tuple[int, int],
    alike: NDArray[np.float32],
) -> Evidence:
    """Computes the features of n candidates for the logistic models.

    `boxes` (n, 4) in pixels; the detector's `heat` (n,); the reader's `looks` (views, n, 7) and `doubts` (n, 4);
    `crops` (n, side, side, 3), what it saw first; `size`, the picture's width and height; `alike` (n,),
    see `dice_alike`.
    """
    mean = mean_of_looks(looks)
    rows, best = np.arange(len(mean)), 1 + mean[:, 1:].argmax(1)
    others = mean.copy()
    others[rows, best] = 0
    margin = np.log(np.clip(mean[rows, best], 1e-4, 1)) - np.log(np.clip(others.max(1, initial=0), 1e-4, 1))
    agreement = log_odds(looks[:, rows, best].min(0))
    of_a_die = die_evidence_of(boxes, heat, looks, size, alike)
    small, cut = of_a_die[:, OF_A_DIE.index("small")], of_a_die[:, OF_A_DIE.index("cut")]
    of_a_face = (margin, agreement, log_odds(1 - mean[:, 0]), small, *softness(crops), cut, *doubts.T)
    return Evidence(of_a_die, np.stack(of_a_face, 1).astype(np.float32))


def die_evidence_of(
    boxes: NDArray[np.float32],
    heat: NDArray[np.float32],
    looks: NDArray[np.float32],
    size: tuple[int, int],
    alike: NDArray[np.float32],
) -> NDArray[np.float32]:
    """(n, 8): OF_A_DIE of n candidates; what is given, as in `evidence_of`."""
    mean = mean_of_looks(looks)
    pips, worst = log_odds(1 - mean[:, 0]), log_odds(1 - looks[:, :, 0].max(0))
    longest = np.maximum(np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]), 1)
    odd = odd_sizes(longest, heat * (1 - mean[:, 0]))
    small, cut = np.clip(np.log(SMALL_DIE / longest), 0, 3), cut_off(boxes, size)
    face = log_odds(mean[:, 1:].max(1))
    return np.stack([log_odds(heat), pips, worst, face, odd, small, cut, alike], 1).astype(np.float32)


def dice_alike(
    boxes: NDArray[np.float32],
    bodies: NDArray[np.float32],
    grounds: NDArray[np.float32],
    is_die: NDArray[np.float32],
) -> NDArray[np.float32]:
    """(n,): how many clear dice, up to MOST_ALIKE, each candidate is like: those of a game are of one make or two.

    `boxes` (n, 4) in pixels; `bodies` and `grounds` (n, 3), the colours in L*a*b* of them and of what they lie on:
    among white dice white paper is like them, so that what has its ground's colour counts less. `is_die` (n,): the
    probability of each by itself.
    """
    longest = np.maximum((boxes[:, 2:] - boxes[:, :2]).max(1), 1)
    apart = (bodies[:, None] - bodies) / OTHER_COLOUR
    larger = np.log(longest[:, None] / longest) / OTHER_SIZE
    like = np.exp(-0.5 * ((apart**2).sum(2) + larger**2)) * np.where(is_die >= CLEAR_DIE, is_die, 0)
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    beside = np.abs(middles[:, None] - middles).max(2) >= longest[:, None] / 2  # nearer it is the same die
    stands_out = 1 - np.exp(-0.5 * (((bodies - grounds) / OUT_OF_GROUND) ** 2).sum(1))
    return np.asarray(np.minimum((like * beside).sum(1), MOST_ALIKE) * stands_out, np.float32)


def cut_off(boxes: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,): whether the edge of a picture of `size` (width, height) cuts each of `boxes` (n, 4)."""
    beyond = boxes[:, 2:] >= np.array(size) - EDGE
    return np.asarray((boxes[:, :2] <= EDGE).any(1) | beyond.any(1))


def odd_sizes(longest: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n,): how far each size is from the weighted median of all (natural logarithm); dice of one game are alike."""
    if not len(longest) or weight.sum() <= 0:
        return np.zeros(len(longest), np.float32)
    order = np.argsort(longest)
    middle = order[np.searchsorted(np.cumsum(weight[order]), weight.sum() / 2)]
    return np.asarray(np.abs(np.log(longest / longest[middle])), np.float32)
