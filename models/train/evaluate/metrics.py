"""Figures of scored readings: intervals, risk against coverage, reliability, confusion of faces, reasons for doubt."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.train.evaluate.scoring import ScoredPicture, Verdict

Rows = NDArray[np.float64]

COVERAGES = (0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
BINS = 15
FORBIDDING = frozenset({"leaning", "cut off", "stacked", "covered", "glare"})
"""Reasons that forbid a reading to be certain, however probable it is (vision/dice/uncertainty.py)."""
_Z = 1.959964
"""Standard deviations on either side of the middle that hold 95 % of a normal distribution."""


def wilson(part: int, whole: int) -> tuple[float, float] | None:
    """The 95 % interval of Wilson for the share `part` of `whole`; None where there is nothing."""
    if not whole:
        return None
    share, z2 = part / whole, _Z * _Z / whole
    middle = (share + z2 / 2) / (1 + z2)
    half = _Z * math.sqrt(share * (1 - share) / whole + z2 / (4 * whole)) / (1 + z2)
    return max(0.0, middle - half) if part else 0.0, min(1.0, middle + half) if part < whole else 1.0


def verdicts_of(pictures: Iterable[ScoredPicture]) -> list[Verdict]:
    return [verdict for picture in pictures for verdict in picture.verdicts]


class Curve(NamedTuple):
    """Risk against coverage; parallel arrays, one entry a threshold, from the highest down."""

    coverage: Rows
    """Share of the readings that would be certain."""
    risk: Rows
    """Share of these that are wrong."""

    def at(self, coverage: float) -> float:
        """The risk at the highest threshold that covers so much."""
        return float(self.risk[np.searchsorted(self.coverage, coverage - 1e-9)])


def risk_against_coverage(verdicts: Sequence[Verdict]) -> Curve | None:
    """What moving the threshold of certainty would do; None without readings.

    What can never be certain (no face named, or a reason that forbids it) comes after all that can. Readings of equal
    confidence come together, since no threshold parts them.
    """
    if not verdicts:
        return None
    ranks = np.array([v.confidence - 2.0 * _never_certain(v) for v in verdicts])
    order = np.argsort(-ranks, kind="stable")
    wrong = np.cumsum([not verdicts[n].right for n in order])
    ends = np.flatnonzero(np.diff(ranks[order], append=-np.inf))
    return Curve((ends + 1) / len(order), wrong[ends] / (ends + 1))


def _never_certain(verdict: Verdict) -> bool:
    return verdict.read is None or not FORBIDDING.isdisjoint(verdict.doubts)


class Reliability(NamedTuple):
    """Confidence against what came true; parallel arrays, one entry a bin, rising."""

    confidence: Rows
    """Mean of the bin."""
    right: Rows
    """Share that is right."""
    count: NDArray[np.int64]

    @property
    def error(self) -> float:
        """Expected calibration error: the mean gap between the two, every reading counting alike."""
        return float(np.average(np.abs(self.confidence - self.right), weights=self.count))


def reliability(verdicts: Iterable[Verdict], bins: int = BINS) -> Reliability | None:
    """The readings that name a face, sorted by confidence and cut into bins of equal count; None without any."""
    named = sorted((v for v in verdicts if v.read is not None), key=lambda v: v.confidence)
    if not named:
        return None
    parts = [part for part in np.array_split(np.arange(len(named)), bins) if len(part)]
    sure, right = np.array([v.confidence for v in named]), np.array([v.right for v in named], float)
    return Reliability(
        np.array([sure[part].mean() for part in parts]),
        np.array([right[part].mean() for part in parts]),
        np.array([len(part) for part in parts]),
    )


UNREAD, MISSED = 6, 7
NO_DIE = 6


def confusion(pictures: Iterable[ScoredPicture]) -> NDArray[np.int64]:
    """(7, 8): rows are the faces 1 ... 6 and "no die", columns the faces 1 ... 6, no face named, and nothing read.

    Dice that are labelled without boxes are left out: nobody knows which reading is of which.
    """
    table = np.zeros((7, 8), np.int64)
    for picture in pictures:
        if picture.counts["dice"] and not picture.by_place:
            continue
        for verdict in picture.verdicts:
            row = NO_DIE if verdict.truth is None else verdict.truth - 1
            table[row, UNREAD if verdict.read is None else verdict.read - 1] += 1
        for face in picture.unread:
            table[face - 1, MISSED] += 1
    return table


class Reason(NamedTuple):
    doubt: str
    count: int
    """Readings that give it."""
    wrong: int
    """Of these."""


def reasons(verdicts: Iterable[Verdict]) -> list[Reason]:
    """How often each reason for doubt was given, the most frequent first."""
    given: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for verdict in verdicts:
        given.update(set(verdict.doubts))
        wrong.update(set(verdict.doubts) if not verdict.right else ())
    return [Reason(doubt, count, wrong[doubt]) for doubt, count in sorted(given.items(), key=lambda e: (-e[1], e[0]))]


def worst(pictures: Iterable[ScoredPicture], count: int) -> list[ScoredPicture]:
    """The pictures with most certain wrong readings, then with most mistakes; none that has no mistake."""
    bad = [picture for picture in pictures if picture.silent or picture.mistakes]
    return sorted(bad, key=lambda p: (-p.silent, -p.mistakes, p.label["image"]))[:count]
