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

import cv2
import numpy as np

from models.train.data.cell_data import grids_of
from vision.boards.cell_classifier import BoardReader, BoardReading, Grid
from vision.camera.image_files import read_picture
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--network", type=Path, help="instead of the one in models/")
    parser.add_argument("--readings", type=Path, help="write a line of JSON a board here, as `companion board` does")
    parser.add_argument("--hasty", action="store_true", help="look once at each board, as in a stream")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    network = open_network(args.network) if args.network else load_network("cells")
    reader = BoardReader(network, patient=not args.hasty)
    totals: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTS, 0))
    times: dict[str, list[float]] = defaultdict(list)
    lines = []
    for entry in (grid for label in json.loads(args.labels.read_text()) for grid in grids_of(label)):
        grid = Grid(entry["rows"], entry["cols"], entry["grid"] != "cells")
        image = read_picture(str(args.labels.parent / entry["image"]))
        try:
            plane = plane_of_corners([(float(x), float(y)) for x, y in entry["corners"]], grid.size)
        except CornerError:  # a strip far away; nobody asks for it
            continue
        reading = reader.read(image, plane, grid)
        source = entry.get("source", args.labels.parent.name)
        times[source].append(reading.ms)
        for key, value in count(entry, reading).items():
            totals[source][key] += value
        cells = [[site.row, site.col, site.colour, site.confidence, site.certain] for site in reading.sites]
        lines.append(json.dumps({"image": entry["image"], "cells": cells, "ms": round(reading.ms, 2)}))
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
    main()
