r"""Read labelled photographs with given networks and write one line of JSON a picture, as `companion scan --json` does.

    python -m models.train.evaluate.evaluate_dice --finder F.onnx --reader R.onnx --photos DIR --only byler skovy \
        --trust T.toml --out readings.jsonl
    python -m models.train.evaluate.evaluate_dice --finder F.onnx --reader R.onnx --photos DIR --only byler --evidence
    byler.npz

The lines are for a scorer of readings, the evidence for fitting the trust models.
"""

from __future__ import annotations

import argparse
import json
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.batch import Job, Source
from companion.cli.common import add_batch, add_resume
from companion.cli.scan.scan import json_line
from models.train.data.labels import LabelledDie, LabelledPicture, load_folder
from models.train.export.folds import FACE_READER
from models.train.fit.fit_confidence import UNKNOWN, Readings
from models.train.jobs import KnownFile, do_jobs, image_of, once, run_program
from vision.dice.detector import DiceDetector
from vision.dice.dice_reader import DiceReader
from vision.dice.pip_classifier import FaceClassifier, PipClassifier
from vision.dice.pipped_dice_classifier import FAINT_HEAT, ExaminedCandidates, PippedDiceClassifier
from vision.dice.uncertainty import DoubtReasons
from vision.inference.confidence import ConfidenceModel
from vision.inference.networks import open_network


def _touches(box: np.ndarray, die: LabelledDie) -> bool:
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    tx, ty = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
    inside = die.box[0] <= cx <= die.box[2] and die.box[1] <= cy <= die.box[3]
    around = box[0] <= tx <= box[2] and box[1] <= ty <= box[3]
    return bool((inside or around) if die.part else (inside and around))


def _overlap(box: np.ndarray, die: LabelledDie) -> float:
    """Intersection over union of a box (4,) and a label."""
    label = np.asarray(die.box)
    shared = np.clip(np.minimum(box[2:], label[2:]) - np.maximum(box[:2], label[:2]), 0, None).prod()
    return float(shared / ((box[2:] - box[:2]).prod() + (label[2:] - label[:2]).prod() - shared))


def match_candidates(examined: ExaminedCandidates, picture: LabelledPicture) -> list[tuple[int, bool, int]]:
    """Index, whether it is a die, and whether its face is right (UNKNOWN where unlabelled) of every candidate that
    can be scored, the strongest first. The best fitting one is a die; a second one on the same die, its pip or a box
    around several, is none."""
    touched = [[i for i, die in enumerate(picture.dice) if _touches(box, die)] for box in examined.boxes]
    fits = sorted(
        ((_overlap(examined.boxes[n], picture.dice[i]), n, i) for n, some in enumerate(touched) for i in some),
        key=lambda one: (-one[0], one[1]),
    )
    found: dict[int, int] = {}
    for _, n, i in fits:
        if picture.dice[i].kind == "d6" and n not in found and i not in found.values():
            found[n] = i
    rows = []
    for n, some in enumerate(touched):
        if n in found:
            value, read = picture.dice[found[n]].value, 1 + int(examined.faces[n, 1:].argmax())
            rows.append((n, True, UNKNOWN if value is None else int(value == read)))
        elif picture.complete and not any(picture.dice[i].kind == "ignore" for i in some):
            rows.append((n, False, 0))
    return rows


def readings_of(examined: ExaminedCandidates, picture: LabelledPicture, size: tuple[int, int]) -> Readings | None:
    """The scored candidates of one picture, as the trust models are fitted on them; None where there are none."""
    rows = match_candidates(examined, picture)
    if not rows:
        return None
    which = np.array([n for n, _, _ in rows])
    reasons = DoubtReasons(examined, size)
    count = len(rows)
    return Readings(
        source=np.full(count, picture.source),
        picture=np.full(count, str(picture.path)),
        die=examined.evidence.die[which],
        face=examined.evidence.face[which],
        is_die=np.array([die for _, die, _ in rows]),
        right=np.array([right for _, _, right in rows], np.int8),
        barred=np.array([bool(reasons.against(n)) for n in which]),
        labelled=np.full(count, sum(1 for d in picture.dice if d.kind == "d6" and d.value), np.int32),
    )


class Eyes(NamedTuple):
    """What pictures are read with."""

    finder: KnownFile
    reader: KnownFile
    face_reader: KnownFile
    trust: KnownFile | None
    """For lines; without it the job is evidence."""


@once
def _opened(eyes: Eyes) -> tuple[DiceDetector, PippedDiceClassifier]:
    """The networks of this process."""
    trust = ConfidenceModel.load(eyes.trust.checked()) if eyes.trust else ConfidenceModel()
    finder = DiceDetector(open_network(eyes.finder.checked()), FAINT_HEAT, classified=True)
    reader = PipClassifier(open_network(eyes.reader.checked()))
    face_reader = FaceClassifier(open_network(eyes.face_reader.checked()))
    return finder, PippedDiceClassifier(reader, trust, face_reader=face_reader)


def read_labelled(source: Source, picture: LabelledPicture, eyes: Eyes) -> str | None:
    """The job of one picture: its line, or its evidence as text; None where it holds none."""
    finder, classifier = _opened(eyes)
    image = image_of(source, str(picture.path))
    if eyes.trust:
        return json_line(str(picture.path), image, DiceReader(finder, classifier).read(image))
    part = readings_of(classifier.examine(image, finder.find(image)), picture, (image.shape[1], image.shape[0]))
    if part is None:
        return None
    file = BytesIO()
    part.save(file)
    return b64encode(file.getvalue()).decode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--finder", type=Path, required=True)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--face-reader", type=Path, default=FACE_READER, help="default: the one that is shipped")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--only", nargs="*", default=[], help="sources (words in the path) to read; default all")
    results = parser.add_mutually_exclusive_group(required=True)
    results.add_argument("--out", type=Path, help="file for the lines; with --trust")
    results.add_argument("--evidence", type=Path, help="file (.npz) for what the trust models are fitted on")
    parser.add_argument("--trust", type=Path, help="TOML with a [trust] table, for the confidence of the lines")
    add_batch(parser)
    add_resume(parser)
    args = parser.parse_args()
    if bool(args.out) != bool(args.trust):
        parser.error("--out and --trust go together: nothing else says how far a reading can be trusted")
    pictures = [p for p in load_folder(args.photos) if not args.only or any(w in str(p.path) for w in args.only)]
    finder, reader, face_reader = map(KnownFile.at, (args.finder, args.reader, args.face_reader))
    eyes = Eyes(finder, reader, face_reader, args.trust and KnownFile.at(args.trust))
    jobs = [Job(str(picture.path), (picture, eyes), str(picture.path)) for picture in pictures]
    read: list[str | None] = []
    do_jobs("evaluate_dice", args, jobs, "picture", read_labelled, lambda _, text: read.append(text), worth=30)
    found = [text for text in read if text is not None]
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text("".join(f"{line}\n" for line in found))
    elif not found:
        raise SystemExit(f"{args.photos}: no labelled picture of {' '.join(args.only) or 'any source'} to read")
    else:
        with args.evidence.open("wb") as file:
            Readings.load([BytesIO(b64decode(text)) for text in found]).save(file)
    print(json.dumps({"pictures": len(pictures), "out": str(args.out or args.evidence)}))


if __name__ == "__main__":
    run_program(__spec__.name)
