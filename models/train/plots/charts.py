"""Charts of shares as PNG files, drawn by matplotlib in one style: percent on both axes, lines named at the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis as DrawnAxis
from matplotlib.figure import Figure
from numpy.typing import NDArray

INK, GREY, GRID = "#222222", "#6e6e6e", "#e2e2e2"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#a03c3c")
"""Told apart by people who see colours differently as well (after Okabe and Ito)."""
SIZE, DOTS_PER_INCH = (12.0, 6.8), 100
"""Inches of a chart, and pixels an inch."""
SCALES: dict[str, dict[str, Any]] = {
    "linear": {"value": "linear"},
    "root": {"value": "function", "functions": (np.sqrt, np.square)},
    "log-odds": {"value": "logit"},
}


class Axis(NamedTuple):
    """One axis of shares, 0 to 1."""

    title: str
    ticks: Sequence[float]
    low: float
    high: float
    scale: str = "linear"
    """One of SCALES."""

    def within(self, values: Iterable[float]) -> NDArray[np.float64]:
        """What lies beyond an end of the axis, put on it."""
        return np.clip(np.array([*values], float), self.low, self.high)


@contextmanager
def chart(file: Path, title: str, x: Axis, y: Axis) -> Iterator[Axes]:
    """Axes to draw lines on; in the end `file` is written, the labelled lines named at the right, the last on top."""
    figure = Figure(SIZE, dpi=DOTS_PER_INCH, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", fontsize=18, fontweight="bold", color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color=GRID)
    axes.set_axisbelow(True)
    axes.set_xscale(**SCALES[x.scale])
    axes.set_yscale(**SCALES[y.scale])
    axes.set_xlim(x.low, x.high)
    axes.set_ylim(y.low, y.high)
    for drawn, axis in ((axes.xaxis, x), (axes.yaxis, y)):
        _label(drawn, axis)
    yield axes
    lines, names = axes.get_legend_handles_labels()
    if lines:
        axes.legend(lines[::-1], names[::-1], loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=16)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, metadata={"Software": None}, pil_kwargs={"optimize": True})


def draw_line(
    axes: Axes, x: Axis, y: Axis, points: Sequence[tuple[float, float]], name: str, colour: str, width: float = 2.0
) -> None:
    """A line through (x, y) points; those beyond an axis are put on its end."""
    axes.plot(*_within(x, y, points), label=name, color=colour, linewidth=width, clip_on=False)


def draw_dots(axes: Axes, x: Axis, y: Axis, points: Sequence[tuple[float, float]], colour: str, size: float) -> None:
    """Marks at points, ringed in white."""
    axes.plot(
        *_within(x, y, points), "o", color=colour, markersize=size, markeredgecolor="white", clip_on=False, zorder=3
    )


def _within(x: Axis, y: Axis, points: Sequence[tuple[float, float]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return x.within(p[0] for p in points), y.within(p[1] for p in points)


def _label(drawn: DrawnAxis, axis: Axis) -> None:
    drawn.set_label_text(axis.title, fontsize=16, color=INK)
    drawn.set_ticks(list(axis.ticks), [f"{100 * tick:g} %" for tick in axis.ticks], fontsize=14, color=GREY)
    drawn.set_ticks([], minor=True)
