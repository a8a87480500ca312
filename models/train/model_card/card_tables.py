"""The tables of the model card, as Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from models.train.evaluate import (
    COVERAGES,
    MISSED,
    NO_DIE,
    SHARES,
    UNREAD,
    Curve,
    Figures,
    ScoredPicture,
    confusion,
    reasons,
    reliability,
    risk_against_coverage,
    verdicts_of,
    wilson,
)
from models.train.plots import faces_labelled, faces_read

Sources = Mapping[str, Sequence[ScoredPicture]]

NOTHING = "–"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _decimal(value: float | None, digits: int = 3) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def everything(sources: Sources) -> list[ScoredPicture]:
    return [picture for pictures in sources.values() for picture in pictures]


def sources_table(sources: Sources) -> str:
    """All figures a source, and the mean of the sources."""
    figures = [Figures(pictures) for pictures in sources.values()]
    columns: list[tuple[str, Callable[[Figures], float | None], int]] = [
        ("found", lambda f: f.share("found"), 3),
        ("right", lambda f: f.share("right"), 3),
        ("false", lambda f: f.false, 2),
        ("exact", lambda f: f.share("exact"), 3),
        ("certain", lambda f: f.share("certain"), 3),
        ("silent", lambda f: f.share("silent"), 3),
        ("clean", lambda f: f.share("clean"), 3),
        ("colour", lambda f: f.share("colour"), 3),
        ("ms", lambda f: f.ms, 0),
    ]
    rows = []
    for name, f in zip(sources, figures, strict=True):
        size = f"{f.counts['images']} / {f.counts['dice']}"
        rows.append([name, size, *(_decimal(get(f), digits) for _, get, digits in columns)])
    size = f"{sum(f.counts['images'] for f in figures)} / {sum(f.counts['dice'] for f in figures)}"
    means = [_decimal(_mean(get(f) for f in figures), digits) for _, get, digits in columns]
    rows.append(["**mean of the sources**", size, *(f"**{mean}**" for mean in means)])
    return table(["source, left out of training", "pictures / dice", *(name for name, _, _ in columns)], rows)


def intervals_table(sources: Sources) -> str:
    """What each share may be in truth, given how few or many were counted."""
    rows = []
    for name, pictures in sources.items():
        figures = Figures(pictures)
        wrong, certain = figures.of("silent")
        rows.append([name, *(_interval(figures, share) for share in SHARES), f"{wrong} of {certain}"])
    return table(["source", *SHARES, "silent: how many"], rows)


def _interval(figures: Figures, share: str) -> str:
    ends = wilson(*figures.of(share))
    return NOTHING if ends is None else f"{ends[0]:.3f}–{ends[1]:.3f}"


def risk_table(sources: Sources) -> str:
    """Share wrong among the surest readings, for several shares of all readings."""
    curves = {name: risk_against_coverage(verdicts_of(pictures)) for name, pictures in sources.items()}
    rows = [[name, *_risks(curve)] for name, curve in curves.items() if curve is not None]
    means = [_mean(None if c is None else c.at(coverage) for c in curves.values()) for coverage in COVERAGES]
    rows.append(["**mean of the sources**", *(f"**{_decimal(mean)}**" for mean in means)])
    together = risk_against_coverage(verdicts_of(everything(sources)))
    rows += [["all together", *_risks(together)]] if together is not None else []
    return table(["source", *(f"{coverage:g}" for coverage in COVERAGES)], rows)


def _risks(curve: Curve) -> list[str]:
    return [_decimal(curve.at(coverage)) for coverage in COVERAGES]


def reliability_table(sources: Sources) -> str:
    rows, errors = [], []
    for name, pictures in [*sources.items(), ("all together", everything(sources))]:
        found = reliability(verdicts_of(pictures))
        if found is None:
            continue
        means = [float(np.average(values, weights=found.count)) for values in (found.confidence, found.right)]
        rows.append([name, str(found.count.sum()), *map(_decimal, means), _decimal(found.error)])
        errors.append(found.error)
    if len(errors) > 1:
        mean = f"**{_decimal(_mean(errors[:-1]))}**"
        rows.insert(-1, ["**mean of the sources**", "", "", "", mean])
    return table(["source", "readings with a face", "mean confidence", "share right", "calibration error"], rows)


def confusion_table(sources: Sources) -> str:
    counts = confusion(everything(sources))
    rows = []
    for row, name in enumerate(["1", "2", "3", "4", "5", "6", "no die of ours"]):
        cells = [str(count) if count else "·" for count in counts[row]]
        if row == NO_DIE:
            cells[MISSED] = ""
        else:
            cells[row] = f"**{cells[row]}**"
        rows.append([name, *cells])
    heads = [f"read {face}" for face in range(1, 7)] + [""] * 2
    heads[UNREAD], heads[MISSED] = "no face", "not read"
    return table(["is", *heads], rows)


def reasons_table(sources: Sources) -> str:
    """How often each reason for doubt was given, and how often the readings that give it were wrong."""
    verdicts = verdicts_of(everything(sources))
    found = reasons(verdicts)
    unsure = [verdict for verdict in verdicts if not verdict.certain]
    mute = [verdict for verdict in unsure if not verdict.doubts]
    rows = [[r.doubt, str(r.count), _decimal(r.count / max(len(unsure), 1)), _wrong(r.wrong, r.count)] for r in found]
    if mute:
        share = _decimal(len(mute) / len(unsure))
        rows.append(["(no reason given)", str(len(mute)), share, _wrong(sum(not v.right for v in mute), len(mute))])
    sure = [verdict for verdict in verdicts if verdict.certain]
    rows.append(["(certain)", str(len(sure)), "", _wrong(sum(not v.right for v in sure), len(sure))])
    return table(["reason", "readings", "of the unsure", "wrong among them"], rows)


def _wrong(wrong: int, count: int) -> str:
    return f"{wrong / count:.3f} ({wrong} of {count})" if count else NOTHING


def worst_table(pictures: Sequence[ScoredPicture]) -> str:
    rows = []
    for n, picture in enumerate(pictures, 1):
        misread = sum(v.truth is not None and not v.right for v in picture.verdicts)
        kinds = [(picture.silent, "certain and wrong"), (misread, "misread"), (len(picture.unread), "not read")]
        what = [f"{count} {kind}" for count, kind in [*kinds, (picture.counts["false"], "on no die")] if count]
        name = f"`{picture.label['image']}`"
        rows.append([str(n), name, faces_labelled(picture), faces_read(picture), ", ".join(what)])
    return table(["", "picture", "is", "read", "mistakes"], rows)


def speed_table(sources: Sources) -> str:
    """Milliseconds a picture from the lines, with how large the pictures are and how many dice were read in them."""
    rows = []
    for name, pictures in sources.items():
        timed = [p for p in pictures if p.ms is not None]
        if not timed:
            continue
        times = [float(p.ms or 0) for p in timed]
        width, height = statistics.mode((p.line.get("width"), p.line.get("height")) for p in timed)
        dice = statistics.fmean(len(p.line["dice"]) for p in timed)
        late = float(np.percentile(times, 95))
        rows.append([name, f"{width} x {height}", f"{dice:.1f}", f"{statistics.median(times):.0f}", f"{late:.0f}"])
    return table(["source", "pixels, most often", "dice read, on average", "median ms", "95 % within ms"], rows)


def networks_table(manifest: Mapping[str, Any], sizes: Mapping[str, int]) -> str:
    """What is shipped; `sizes` in bytes by file."""
    rows = []
    for entry in manifest.values():
        if "file" in entry:
            size = f"{sizes[entry['file']] / 1024:.0f} KiB"
            rows.append([f"`{entry['file']}`", entry["version"], size, entry["input"], entry["outputs"]])
    return table(["network", "version", "size", "in", "out"], rows)
