"""The two charts of the model card: risk against coverage, and reliability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from models.train.evaluate import (
    BINS,
    Figures,
    Reliability,
    ScoredPicture,
    reliability,
    risk_against_coverage,
    verdicts_of,
    wilson,
)
from models.train.plots import COLOURS, GREY, INK, Axis, chart, draw_dots, draw_line

Sources = Mapping[str, Sequence[ScoredPicture]]

LEAST_COVERAGE = 0.3
"""Where the chart of risk begins."""
FEW_BINS = 6
"""Into which the readings of one source are cut for the chart: in more of them chance would rule the lines."""
TOGETHER = "all together"
CONFIDENCE = Axis("confidence (log-odds scale)", (0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999), 0.03, 0.9992, "log-odds")
RIGHT = CONFIDENCE._replace(title="share right")
RISKS = (0, 0.002, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
COVERAGE = Axis("share of all readings", [tick / 10 for tick in range(3, 11)], LEAST_COVERAGE, 1.0)


def short_names(sources: Sequence[str]) -> dict[str, str]:
    """A source by its owner alone, where that is enough to tell it from the others."""
    owners = [name.split("/")[0] for name in sources]
    return {name: owner if owners.count(owner) == 1 else name for name, owner in zip(sources, owners, strict=True)}


def risk_chart(sources: Sources, file: Path) -> None:
    """Draw the risk of each source and of all together; a dot marks the readings that were in fact given as certain."""
    series = []
    for name, colour, width, pictures in _series(sources):
        curve = risk_against_coverage(verdicts_of(pictures))
        if curve is not None:
            points = list(zip(curve.coverage.tolist(), curve.risk.tolist(), strict=True))
            figures = Figures(pictures)
            certain, silent = figures.share("certain"), figures.share("silent")
            dots = [(certain, silent)] if certain is not None and silent is not None else []
            series.append((name, colour, width, [p for p in points if p[0] >= LEAST_COVERAGE], dots))
    top = 1.05 * max([0.02, *(risk for *_, points, dots in series for _, risk in (*points, *dots))])
    x, y = COVERAGE, Axis("wrong among them (root scale)", [tick for tick in RISKS if tick <= top], 0.0, top, "root")
    with chart(file, "Wrong among the surest readings", x, y) as axes:
        for name, colour, width, points, dots in series:
            draw_line(axes, x, y, points, name, colour, width)
            draw_dots(axes, x, y, dots, colour, 6 + 2 * width)


def reliability_chart(sources: Sources, file: Path) -> None:
    """Draw the reliability of each source, and of all together with the 95 % interval of each bin."""
    x, y = CONFIDENCE, RIGHT
    with chart(file, "Does confidence come true?", x, y) as axes:
        axes.plot([x.low, x.high], [y.low, y.high], "--", color=GREY, linewidth=1.5)
        for name, colour, width, pictures in _series(sources):
            together = name == TOGETHER
            found = reliability(verdicts_of(pictures), BINS if together else FEW_BINS)
            if found is None:
                continue
            points = list(zip(found.confidence.tolist(), found.right.tolist(), strict=True))
            draw_line(axes, x, y, points, name, colour, width)
            if together:
                for sure, ends in _intervals(found):
                    draw_line(axes, x, y, [(sure, end) for end in ends], "", colour, 1.5)
                draw_dots(axes, x, y, points, colour, 8)


def _series(sources: Sources) -> list[tuple[str, str, float, list[ScoredPicture]]]:
    """Name, colour, width of its line and pictures of each source that has readings, then of all together, on top."""
    names = short_names(list(sources))
    seen = {name: list(pictures) for name, pictures in sources.items() if verdicts_of(pictures)}
    each = [(names[name], COLOURS[n % len(COLOURS)], 1.5, pictures) for n, (name, pictures) in enumerate(seen.items())]
    return [*each, (TOGETHER, INK, 3.5, [picture for pictures in seen.values() for picture in pictures])]


def _intervals(found: Reliability) -> list[tuple[float, tuple[float, float]]]:
    """Confidence, and the 95 % interval of the share right, of each bin."""
    bins = zip(found.confidence.tolist(), found.right.tolist(), found.count.tolist(), strict=True)
    return [(sure, ends) for sure, right, count in bins if (ends := wilson(round(right * count), count))]
