"""The two charts of the model card: risk against coverage, and reliability."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from models.train.evaluate.metrics import BINS, Reliability, reliability, risk_against_coverage, verdicts_of, wilson
from models.train.evaluate.scoring import Figures, Judged
from models.train.plots.charts import COLOURS, INK, Axis, Colour, Image, Line, chart, log_odds

Sources = Mapping[str, Sequence[Judged]]

LEAST_COVERAGE = 0.3
"""Where the chart of risk begins."""
FEW_BINS = 6
"""Into which the readings of one source are cut for the chart: in more of them chance would rule the lines."""
TOGETHER = "all together"
CONFIDENCE = Axis("confidence (log-odds scale)", (0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999), 0.03, 0.9992, log_odds)
RIGHT = Axis("share right", CONFIDENCE.ticks, CONFIDENCE.low, CONFIDENCE.high, log_odds)


def short_names(sources: Sequence[str]) -> dict[str, str]:
    """A source by its owner alone, where that is enough to tell it from the others."""
    owners = [name.split("/")[0] for name in sources]
    return {name: owner if owners.count(owner) == 1 else name for name, owner in zip(sources, owners, strict=True)}


def risk_chart(sources: Sources) -> Image:
    """Each source and all together; a dot for the readings that were in fact given as certain."""
    lines = []
    for name, colour, width, pictures in _series(sources):
        curve = risk_against_coverage(verdicts_of(pictures))
        if curve is not None:
            points = list(zip(curve.coverage.tolist(), curve.risk.tolist(), strict=True))
            figures = Figures(pictures)
            certain, silent = figures.share("certain"), figures.share("silent")
            dots = [(certain, silent)] if certain is not None and silent is not None else []
            lines.append(Line(name, [p for p in points if p[0] >= LEAST_COVERAGE], colour, width, dots))
    top = 1.05 * max([0.02, *(risk for line in lines for _, risk in (*line.points, *line.dots))])
    ticks = [tick for tick in (0, 0.002, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if tick <= top]
    x = Axis("share of all readings", [tick / 10 for tick in range(3, 11)], LEAST_COVERAGE, 1.0)
    y = Axis("wrong among them (root scale)", ticks, 0.0, top, math.sqrt)
    return chart("Wrong among the surest readings", x, y, lines)


def reliability_chart(sources: Sources) -> Image:
    """Each source, and all together with the 95 % interval of each bin."""
    lines = []
    for name, colour, width, pictures in _series(sources):
        together = name == TOGETHER
        found = reliability(verdicts_of(pictures), BINS if together else FEW_BINS)
        if found is not None:
            points = list(zip(found.confidence.tolist(), found.right.tolist(), strict=True))
            lines.append(Line(name, points, colour, width, *((points, _bars(found)) if together else ())))
    return chart("Does confidence come true?", CONFIDENCE, RIGHT, lines, diagonal=True)


def _series(sources: Sources) -> list[tuple[str, Colour, float, list[Judged]]]:
    """Name, colour, width of its line and pictures of each source that has readings, then of all together, on top."""
    names = short_names(list(sources))
    seen = {name: list(pictures) for name, pictures in sources.items() if verdicts_of(pictures)}
    each = [(names[name], COLOURS[n % len(COLOURS)], 2.0, pictures) for n, (name, pictures) in enumerate(seen.items())]
    return [*each, (TOGETHER, INK, 4.5, [picture for pictures in seen.values() for picture in pictures])]


def _bars(found: Reliability) -> list[tuple[float, float, float]]:
    bars = []
    for sure, right, count in zip(found.confidence.tolist(), found.right.tolist(), found.count.tolist(), strict=True):
        ends = wilson(round(right * count), count)
        bars += [(sure, *ends)] if ends else []
    return bars
