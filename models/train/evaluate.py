"""Read labelled photographs with given networks and write one line of JSON a picture, as `companion scan --json` does.

    python -m models.train.evaluate --finder F.onnx --reader R.onnx --photos DIR --only byler skovy --out readings.jsonl

The lines are for a scorer of readings; `--evidence FILE.npz` also keeps what the trust model is fitted on.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.cli.scan import json_line
from models.train.labels import LabelledDie, LabelledPicture, load_folder
from vision.dice import DiceFinder
from vision.eyes import FAINT, Examined, Eyes, dice_among
from vision.faces import FaceReader
from vision.networks import open_network
from vision.pictures import read_picture
from vision.trust import Trust


def _touches(box: np.ndarray, die: LabelledDie) -> bool:
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    tx, ty = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
    inside = die.box[0] <= cx <= die.box[2] and die.box[1] <= cy <= die.box[3]
    around = box[0] <= tx <= box[2] and box[1] <= ty <= box[3]
    return bool((inside or around) if die.part else (inside and around))


def judge(examined: Examined, picture: LabelledPicture) -> tuple[np.ndarray, np.ndarray]:
    """Indices of the reported dice that can be judged, and whether each is right."""
    used: set[int] = set()
    judged, right = [], []
    for n in dice_among(examined.heat, examined.faces):
        box, value = examined.boxes[n], 1 + int(examined.faces[n, 1:].argmax())
        touched = [i for i, d in enumerate(picture.dice) if _touches(box, d)]
        free = [i for i in touched if i not in used and picture.dice[i].kind == "d6" and picture.dice[i].value]
        if free:
            used.add(free[0])
            judged.append(n)
            right.append(picture.dice[free[0]].value == value)
        elif not any(picture.dice[i].kind == "ignore" or not picture.dice[i].value for i in touched):
            judged.append(n)
            right.append(False)
    return np.array(judged, int), np.array(right, bool)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=[], help="sources (words in the path) to read; default all")
    parser.add_argument("--trust", type=Path, help="TOML with a [trust] table; default: that of the package")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--evidence", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    trust = Trust.load(args.trust) if args.trust else Trust()
    eyes = Eyes(DiceFinder(open_network(args.finder), FAINT), FaceReader(open_network(args.reader)), trust)
    pictures = [p for p in load_folder(args.photos) if not args.only or any(w in str(p.path) for w in args.only)]
    rows: list[tuple[str, np.ndarray, bool]] = []
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("w") as file:
        for picture in tqdm(pictures, unit="picture", mininterval=5):
            image = read_picture(picture.path)
            file.write(json_line(str(picture.path), image, eyes.read(image)) + "\n")
            if args.evidence:
                examined = eyes.examine(image)
                judged, right = judge(examined, picture)
                rows += [(picture.source, examined.evidence[n], bool(r)) for n, r in zip(judged, right, strict=True)]
    if args.evidence:
        np.savez(
            args.evidence,
            source=np.array([r[0] for r in rows]),
            evidence=np.stack([r[1] for r in rows]),
            right=np.array([r[2] for r in rows]),
        )
    print(json.dumps({"pictures": len(pictures), "out": str(args.out)}))


if __name__ == "__main__":
    main()
