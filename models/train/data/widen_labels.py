"""Widens labels that box only a part of a die to the whole die that a finder sees there.

Several collections box the pips or the upper face. A finder fitted on rendered scenes alone, where every box is exact,
looks at each such picture; a label takes the box of the candidate that it touches, and where there is none the place
teaches nothing.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.train.data.labels import LabelledPicture, load_folder
from vision.dice.detector import DiceDetector
from vision.inference.networks import open_network

LEAST_HEAT = 0.2
LOOSEST = 6.0
"""A candidate more than this many times as long as the label is another thing."""


def widened_boxes(picture: LabelledPicture, finder: DiceDetector) -> list[list[float] | None]:
    """For each die of `picture` the box of the whole die, or None where the finder saw none."""
    image = cv2.imread(str(picture.path))
    found = finder.find(np.asarray(image, np.uint8))
    pairs = []
    for i, die in enumerate(picture.dice):
        tx, ty = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
        for j, box in enumerate(found.boxes):
            cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            around = box[0] <= tx <= box[2] and box[1] <= ty <= box[3]
            length = max(box[2] - box[0], box[3] - box[1])
            if around and 0.7 * die.size <= length <= LOOSEST * die.size:
                pairs.append((float(np.hypot(cx - tx, cy - ty)) / length - 0.2 * float(found.heat[j]), i, j))
    boxes: list[list[float] | None] = [None] * len(picture.dice)
    used: set[int] = set()
    for _, i, j in sorted(pairs):
        if boxes[i] is None and j not in used:
            used.add(j)
            boxes[i] = [round(float(v), 1) for v in found.boxes[j]]
    return boxes


def load_widened(folder: Path, leave_out: tuple[str, ...], finder_file: Path | None) -> list[LabelledPicture]:
    """The pictures of `folder`, part boxes widened by the finder in `finder_file`; its answers are kept beside it."""
    pictures = load_folder(folder, leave_out)
    parts = [p for p in pictures if any(d.part for d in p.dice)]
    if not parts:
        return pictures
    if finder_file is None:
        raise SystemExit(
            f"{folder}: some labels box only a part of the die; give --widen-with FINDER.onnx (see `make train`)"
        )
    memory = finder_file.with_suffix(".widened.json")
    known = json.loads(memory.read_text()) if memory.exists() else {}
    missing = [p for p in parts if str(p.path) not in known]
    if missing:
        cv2.setNumThreads(1)
        finder = DiceDetector(open_network(finder_file), LEAST_HEAT)
        for picture in tqdm(missing, desc="widening", unit="picture", mininterval=5):
            known[str(picture.path)] = widened_boxes(picture, finder)
        part = memory.with_suffix(f".{os.getpid()}")  # another fit may be reading it
        part.write_text(json.dumps(known))
        part.replace(memory)
    for picture in parts:
        for die, box in zip(picture.dice, known[str(picture.path)], strict=True):
            if not die.part or die.kind == "ignore":
                continue
            if box is None:
                die.kind, die.value = "ignore", None
                grow = die.size  # nothing around the label is to be learnt as empty either
                x0, y0, x1, y1 = die.box
                die.box = (x0 - grow, y0 - grow, x1 + grow, y1 + grow)
            else:
                die.box = (box[0], box[1], box[2], box[3])
    return pictures
