"""Collect what a finder takes for dice and is none: the most useful "no pips" that the reader can be shown."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.train.data.labels import LabelledPicture, load_folder, load_plain, load_tables
from models.train.data.reader_data import CONTEXT, PATCH, _share
from models.train.data.widen_labels import load_widened
from vision.dice.detector import DiceDetector
from vision.dice.pip_classifier import crop
from vision.inference.networks import open_network

LEAST_HEAT = 0.1
MOST_EACH = 12


def mine(pictures: list[LabelledPicture], finder: DiceDetector) -> tuple[list[np.ndarray], list[str]]:
    """Patches around candidates that touch no labelled die, with their sources."""
    images, sources = [], []
    for picture in tqdm(pictures, desc="mining", unit="picture", mininterval=5):
        if not picture.complete:
            continue
        image = cv2.imread(str(picture.path))
        found = finder.find(np.asarray(image, np.uint8))
        wrong = [b for b in found.boxes if all(_share(b, np.float32(d.box)) < 0.1 for d in picture.dice)]
        for box in wrong[:MOST_EACH]:
            images.append(crop(image, box, PATCH, CONTEXT))
            sources.append(f"{picture.source} {picture.path.parent.name}")
    return images, sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("finder", type=Path, help="finder (ONNX)")
    parser.add_argument("out", type=Path, help="file (.npz) to write")
    parser.add_argument("--scenes", type=Path)
    parser.add_argument("--tables", type=Path, help="folder of rendered tables, by table_scenes.py")
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--plain", type=Path)
    parser.add_argument("--widen-with", type=Path)
    parser.add_argument("--leave-out", nargs="*", default=[])
    args = parser.parse_args()
    cv2.setNumThreads(1)
    pictures: list[LabelledPicture] = []
    if args.scenes:
        pictures += load_folder(args.scenes)[::2]
    if args.tables:
        pictures += load_tables(args.tables)
    if args.photos:
        pictures += load_widened(args.photos, tuple(args.leave_out), args.widen_with)
    if args.plain:
        pictures += load_plain(args.plain)
    images, sources = mine(pictures, DiceDetector(open_network(args.finder), LEAST_HEAT))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(args.out, images=np.stack(images), sources=np.array(sources))
    print(f"{args.out}: {len(images)} false finds in {len(pictures)} pictures")


if __name__ == "__main__":
    main()
