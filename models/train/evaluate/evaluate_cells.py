"""Evaluates the reading of boards by given corners: `python -m models.train.evaluate.evaluate_cells LABELS.json`.

LABELS.json is a list of boards as board_scenes.py writes it. Told for each source (or folder of rendered boards): the
share of sites whose occupancy is right, of labelled pieces that are found with the right colour and form, what is told
for certain and how much of that is wrong, and what hands cover and is taken for something else.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from companion.batch import Job, Source
from companion.cli.common import add_batch, add_resume
from models.train.data.cell_data import grids_of
from models.train.jobs import KnownFile, do_jobs, image_of, once, run_program
from vision.boards.cell_classifier import BoardReader, BoardReading, Grid
from vision.inference.networks import load_network, open_network
from vision.plane.plane import CornerError, plane_of_corners

COUNTS = (
    "boards",
    "sites",
    "occupancy",
    "pieces",
    "colour",
    "formed",
    "form",
    "told",
    "certain",
    "silent",
    "covered",
    "missed",
)


def count(entry: dict[str, Any], reading: BoardReading) -> dict[str, int]:
    """COUNTS of one board. A site that is not told is claimed empty, for certain; only claims about pieces, and pieces
    that are claimed to be absent, are counted under told, certain and silent."""
    read = {(site.row, site.col): site for site in reading.sites}
    pieces = {(row, col): colour for row, col, colour in entry["cells"]}
    forms = dict(zip(pieces, entry.get("forms", []), strict=False))
    covered, unsure = ({tuple(site) for site in entry.get(key, [])} for key in ("covered", "unsure"))
    counts = dict.fromkeys(COUNTS, 0) | {
        "boards": 1,
        "pieces": len(pieces),
        "formed": len(forms),
        "covered": len(covered),
    }
    for site in ((row, col) for row in range(entry["rows"]) for col in range(entry["cols"])):
        seen = read.get(site)
        if site in unsure:
            continue
        if site in covered:
            counts["missed"] += seen is None or seen.certain
            continue
        is_read, colour = seen is not None and seen.colour is not None, seen.colour if seen else None
        counts["sites"] += 1
        counts["occupancy"] += is_read == (site in pieces)
        right = site in pieces and colour == pieces[site]
        counts["colour"] += right
        counts["form"] += right and site in forms and seen is not None and seen.form == forms[site]
        if is_read or site in pieces:
            certain = seen is None or seen.certain
            counts["told"] += 1
            counts["certain"] += certain
            counts["silent"] += certain and not right
    return counts


@once
def _reader(network: KnownFile | None, hasty: bool) -> BoardReader:
    """The reader of this process."""
    return BoardReader(open_network(network.checked()) if network else load_network("cells"), patient=not hasty)


def read_board(source: Source, entry: dict[str, Any], network: KnownFile | None, hasty: bool) -> dict[str, Any] | None:
    """The job of one board: COUNTS, what was read of its cells, milliseconds; None where nobody would ask for it."""
    grid = Grid(entry["rows"], entry["cols"], entry["grid"] != "cells")
    image = image_of(source, entry["image"])
    try:
        plane = plane_of_corners([(float(x), float(y)) for x, y in entry["corners"]], grid.size)
    except CornerError:  # a strip far away
        return None
    reading = _reader(network, hasty).read(image, plane, grid)
    cells = [[site.row, site.col, site.colour, site.confidence, site.certain] for site in reading.sites]
    return {"counts": count(entry, reading), "cells": cells, "ms": reading.ms}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--network", type=Path, help="instead of the one in models/")
    parser.add_argument("--readings", type=Path, help="write a line of JSON a board here, as `companion board` does")
    parser.add_argument("--hasty", action="store_true", help="look once at each board, as in a stream")
    add_batch(parser)
    add_resume(parser)
    args = parser.parse_args()
    totals: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTS, 0))
    times: dict[str, list[float]] = defaultdict(list)
    lines = []

    def done(job: Job, read: dict[str, Any] | None) -> None:
        if read is None:
            return
        entry = job.arguments[0]
        source = entry.get("source", args.labels.parent.name)
        times[source].append(read["ms"])
        for key, value in read["counts"].items():
            totals[source][key] += value
        lines.append(json.dumps({"image": entry["image"], "cells": read["cells"], "ms": round(read["ms"], 2)}))

    network = KnownFile.at(args.network) if args.network else None
    boards = [grid for label in json.loads(args.labels.read_text()) for grid in grids_of(label)]
    jobs = [Job(n["image"], (n, network, args.hasty), str(args.labels.parent / n["image"])) for n in boards]
    do_jobs("evaluate_cells", args, jobs, "board", read_board, done, worth=30)
    if args.readings:
        args.readings.write_text("\n".join(lines) + "\n")
    print(f"{'source':32s} boards  cells  colour    form  certain  silent  covered read    ms")
    for source, found in totals.items():
        shares = [
            found[part] / found[whole] if found[whole] else np.nan
            for part, whole in (("occupancy", "sites"), ("colour", "pieces"), ("form", "formed"), ("certain", "told"))
        ]
        share = found["silent"] / found["certain"] if found["certain"] else np.nan
        figures = "  ".join(f"{value:6.4f}" for value in shares)
        print(
            f"{source:32s} {found['boards']:6d} {figures}  {found['silent']:3d} {share:.4f}"
            f"  {found['missed']:3d} of {found['covered']:4d}  {statistics.median(times[source]):6.1f}"
        )


if __name__ == "__main__":
    run_program(__spec__.name)
