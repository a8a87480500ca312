"""Measure how looks at dice with drawings are put together and told apart when a set is learnt.

    python -m models.train.evaluate.evaluate_enrol NEW.npz KINDS.npz --models models

The looks are true renders of embed_scenes.py. From each set of six drawings some looks a face are drawn at random, as a
user would show them, and put into groups (vision/symbols/enrolment.py) at several levels of likeness; then one drawing
is given two names, to see which level refuses that and leaves different drawings alone.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.train.generate.embed_scenes import FACES
from vision.symbols import enrolment as enrol
from vision.symbols.embedding import FaceEmbedder
from vision.symbols.face_sets import make_looks

ROUNDS = 4
"""How often looks are drawn from each set."""
LEVELS = (0.62, 0.65, 0.68, 0.71, 0.74, 0.77, 0.8)
TWINS = (0.78, 0.82, 0.86, 0.9, 0.94)


def shown(file: dict[str, NDArray], looks: int, seed: int) -> list[list[NDArray[np.intp]]]:
    """For every set and round the looks that are shown of each of its faces."""
    g, first = np.random.default_rng(seed), file["first"]
    sets = []
    for _ in range(ROUNDS):
        for start in range(0, len(first) - 1, FACES):
            ranges = [np.arange(first[n], first[n + 1]) for n in range(start, start + FACES)]
            if all(len(one) >= 2 * looks for one in ranges):
                sets.append([g.choice(one, 2 * looks, replace=False) for one in ranges])
    return sets


def whole(glimpses: list[enrol.EnrolmentSample], truth: list[int], count: int | None) -> bool:
    """Whether the groups are the faces."""
    try:
        groups = enrol.group(glimpses, count)
    except enrol.EnrolError:
        return False
    return sorted(groups) == sorted(np.flatnonzero(np.array(truth) == face).tolist() for face in set(truth))


def refused(one: list[enrol.EnrolmentSample], other: list[enrol.EnrolmentSample], embedder: FaceEmbedder) -> bool:
    """Whether two names for these looks are refused."""
    try:
        enrol.learn("trial", embedder, [("a", one), ("b", other)])
    except enrol.EnrolError:
        return True
    return False


def report_groups(sets: list[list[list[enrol.EnrolmentSample]]]) -> None:
    """How often the looks at one die's faces fall into as many groups as there are faces, and the right ones."""
    for level in LEVELS:
        enrol.SAME_FACE = level
        right = []
        for faces in sets:
            glimpses, truth = [g for face in faces for g in face], [n for n, face in enumerate(faces) for _ in face]
            right.append([whole(glimpses, truth, count) for count in (None, len(faces))])
        alone, counted = np.mean(right, 0)
        print(f"    ALIKE {level:.2f}: grouped rightly {alone:.3f}, with the number of faces {counted:.3f}")


def report_twins(
    pairs: list[tuple[list[enrol.EnrolmentSample], list[enrol.EnrolmentSample]]], embedder: FaceEmbedder
) -> str:
    return f"{np.mean([refused(one, other, embedder) for one, other in pairs]):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--looks", type=int, nargs="*", default=[1, 2, 5])
    args = parser.parse_args()
    embedder = FaceEmbedder.of(args.models)
    for path in args.files:
        file = dict(np.load(path))
        seen = [enrol.EnrolmentSample(look, str(n)) for n, look in enumerate(make_looks(embedder, file["crops"]))]
        for looks in args.looks:
            sets = [[[seen[k] for k in face] for face in faces] for faces in shown(file, looks, 3)]
            print(f"{path.stem}, {looks} looks, {len(sets)} sets")
            if not sets:
                continue
            usual = enrol.SAME_FACE, enrol.SAME
            if looks > 1:
                report_groups([[face[:looks] for face in faces] for faces in sets])
            enrol.SAME_FACE = usual[0]
            one = [(face[:looks], face[looks:]) for faces in sets for face in faces]
            two = [(a[:looks], b[:looks]) for faces in sets for a, b in pairwise(faces)]
            for level in TWINS if looks == 1 else usual[1:]:
                enrol.SAME = level
                same, other = report_twins(one, embedder), report_twins(two, embedder)
                print(f"    SAME {level}: two names refused for one drawing {same}, for two drawings {other}")
            enrol.SAME = usual[1]


if __name__ == "__main__":
    main()
