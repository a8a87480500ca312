"""Measures networks on labelled photographs, boards, tables and clips that they never saw.

One program a kind of data (`evaluate_*.py`, `robustness.py`), and what they and the model card share: the scoring of
readings against labels (`scoring`), figures of scored readings (`metrics`), files of labels and readings
(`prediction_files`).
"""

from models.train.evaluate.metrics import (
    BINS,
    COVERAGES,
    MISSED,
    NO_DIE,
    UNREAD,
    Curve,
    Reliability,
    confusion,
    reasons,
    reliability,
    risk_against_coverage,
    verdicts_of,
    wilson,
    worst,
)
from models.train.evaluate.prediction_files import by_source, load_labels, load_lines, score_all
from models.train.evaluate.scoring import SHARES, Figures, Label, Line, ScoredPicture

__all__ = [
    "BINS",
    "COVERAGES",
    "MISSED",
    "NO_DIE",
    "SHARES",
    "UNREAD",
    "Curve",
    "Figures",
    "Label",
    "Line",
    "Reliability",
    "ScoredPicture",
    "by_source",
    "confusion",
    "load_labels",
    "load_lines",
    "reasons",
    "reliability",
    "risk_against_coverage",
    "score_all",
    "verdicts_of",
    "wilson",
    "worst",
]
