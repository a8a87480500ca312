"""Measure reading with enrolled sets on true renders of embed_scenes.py, and fit what turns likeness into probability.

    python -m models.train.evaluate.evaluate_sets --fit CAL.npz --test NEW.npz KINDS.npz --models models

Each set of six drawings is learnt from some looks at each face, taken at random, and read in all others. Drawings of
other sets, pipped dice and things that are no dice are what the set does not know.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.generate.embed_scenes import FACES
from vision.symbols.embedding import AROUND, ASIDE, FACE_PIXELS, FaceEmbedder, lay_flat, moved
from vision.symbols.symbol_classifier import CERTAIN_FROM, CLEAR_FACE, SCALE, UNKNOWN_LOGIT

ROUNDS = 2
"""How often each set is learnt anew, from other looks."""
STRANGERS = 0.25
"""Share of faces that the set does not know, in the fit and in the expected calibration error."""


class Trial(NamedTuple):
    """Readings of many sets; parallel arrays."""

    alike: NDArray[np.float32]
    """(n, FACES): likeness to each face of the set at the first look."""
    again: NDArray[np.float32]
    """(n, FACES): mean over all views of embedding.ASIDE, which counts where the first look leaves doubt."""
    truth: NDArray[np.int64]
    """(n,): the face, or -1: none of the set's."""
    tilt: NDArray[np.float32]
    size: NDArray[np.float32]
    contrast: NDArray[np.float32]
    """(n,): see `contrasts`; NaN for blank faces and for what is no face of any set."""


SCALES = (0.68, 0.78, 0.88, 1.0)
"""Sides of a drawing in sides of the face that dice are printed with."""


def contrasts(file: dict[str, NDArray]) -> NDArray[np.float32]:
    """(n,): how far the ink of each look parts from the ground beside it, as a distance in Lab; NaN for blank faces.

    Where and which way up the drawing lies on the face is tried out, so that noise alone gives two or three.
    """
    drawing = np.repeat(np.arange(len(file["first"]) - 1), np.diff(file["first"]))
    reach = np.abs((np.mgrid[:FACE_PIXELS, :FACE_PIXELS] - (FACE_PIXELS - 1) / 2) / (FACE_PIXELS / AROUND / 2)).max(0)
    answer = np.full(len(drawing), np.nan, np.float32)
    for n, flat in enumerate(lay_flat(file["crops"], file["frames"])):
        lab = cv2.cvtColor(np.float32(flat) / 255, cv2.COLOR_BGR2Lab)
        for scale in SCALES:
            side = round(FACE_PIXELS / AROUND * scale / 2) * 2
            edge = (FACE_PIXELS - side) // 2
            small = cv2.resize(file["drawings"][drawing[n]], (side, side), interpolation=cv2.INTER_AREA)
            whole = np.pad(np.float32(small) / 255, edge)
            for turned in (np.rot90(way, k) for way in (whole, whole[:, ::-1]) for k in range(4)):
                turned = np.ascontiguousarray(turned)
                beside = (turned < 0.1) & (cv2.dilate(turned, np.ones((9, 9))) > 0.5) & (reach < 0.92)
                ink = (turned > 0.6) & (reach < 0.92)
                if ink.sum() >= 8 and beside.sum() >= 8:
                    apart = float(np.linalg.norm(lab[ink].mean(0) - lab[beside].mean(0)))
                    answer[n] = np.fmax(answer[n], apart)
    return answer


def trial(file: dict[str, NDArray], embedder: FaceEmbedder, looks: int, seed: int) -> Trial:
    """Every set of `file` learnt from `looks` looks a face and read in all others."""
    g = np.random.default_rng(seed)
    learnt = embedder.learnt_vectors(file["crops"])
    vectors, strange = (
        np.stack([embedder.see(moved(file[name], *aside)).vectors for aside in ASIDE]) for name in ("crops", "strange")
    )
    first, stark = file["first"], contrasts(file)
    drawing = np.repeat(np.arange(len(first) - 1), np.diff(first))
    alike, again, truth, which = [], [], [], []
    for _ in range(ROUNDS):
        for start in range(0, len(first) - 1, FACES):
            faces = [n for n in range(start, start + FACES) if first[n + 1] - first[n] > looks]
            if len(faces) < 2:
                continue
            enrolled = [g.choice(np.arange(first[n], first[n + 1]), looks, replace=False) for n in faces]
            own = np.setdiff1d(np.flatnonzero(np.isin(drawing, faces)), np.concatenate(enrolled))
            others = g.choice(np.flatnonzero((drawing < start) | (drawing >= start + FACES)), len(own))
            asked = np.concatenate([vectors[:, own], vectors[:, others], strange], 1)
            near = np.full((*asked.shape[:2], FACES), -1, np.float32)
            for n, chosen in zip(faces, enrolled, strict=True):
                views = learnt[chosen].reshape(-1, learnt.shape[2])
                near[..., n - start] = (asked @ views.T).max(2)
            alike.append(near[0])
            again.append(near.mean(0))
            truth.append(np.concatenate([drawing[own] - start, np.full(len(others) + strange.shape[1], -1)]))
            which.append(np.concatenate([own, others, np.full(strange.shape[1], -1)]))
    index = np.concatenate(which)
    return Trial(
        *(np.concatenate(part) for part in (alike, again, truth)),
        *(values[index] for values in (file["tilt"], file["size"], stark)),
    )


def softmax(alike: NDArray[np.float32], scale: float, strange: float) -> NDArray[np.float64]:
    logits = np.concatenate([np.full((len(alike), 1), strange), scale * alike.astype(np.float64)], 1)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def probabilities(t: Trial, scale: float, strange: float) -> NDArray[np.float64]:
    """(n, 1 + FACES): of none of them, then of each face; as symbols.FaceSetClassifier has it."""
    once = softmax(t.alike, scale, strange)
    return np.where(once.max(1, keepdims=True) < CLEAR_FACE, softmax(t.again, scale, strange), once)


def weights(truth: NDArray[np.int64]) -> NDArray[np.float64]:
    """(n,): so that strangers count STRANGERS in all."""
    known = truth >= 0
    return np.where(known, (1 - STRANGERS) / max(known.sum(), 1), STRANGERS / max((~known).sum(), 1))


def fit(trials: list[Trial]) -> tuple[float, float]:
    """The scale and the stranger's logit that make the truth likeliest."""
    whole = Trial(*(np.concatenate(part) for part in zip(*trials, strict=True)))
    w, rows = weights(whole.truth), np.arange(len(whole.truth))
    best = (np.inf, 0.0, 0.0)
    for scale in np.arange(10, 46, 4.0):
        for level in np.arange(0.6, 0.9, 0.03):
            p = probabilities(whole, scale, scale * level)[rows, whole.truth + 1]
            best = min(best, (float(-(w * np.log(np.maximum(p, 1e-9))).sum()), scale, scale * level))
    return best[1], best[2]


def calibration_error(p: NDArray[np.float64], right: NDArray[np.bool_], w: NDArray[np.float64]) -> float:
    """Expected gap between probability and share of right ones, over twenty bins."""
    bins = np.minimum((p * 20).astype(int), 19)
    return float(sum(abs((w * (p - right))[bins == n].sum()) for n in range(20)) / w.sum())


def report(title: str, t: Trial, scale: float, strange: float, certain_from: float) -> None:
    p = probabilities(t, scale, strange)
    known = t.truth >= 0
    best = p[:, 1:].argmax(1)
    named = p.argmax(1) - 1
    confidence = p[:, 1:].max(1)
    certain = (confidence >= certain_from) & (named >= 0)
    right = best == t.truth
    silent = certain & ~right
    w = weights(t.truth)
    print(
        f"{title}: {known.sum()} readings; right {right[known].mean():.4f}; certain {certain[known].mean():.4f},"
        f" wrong and certain {silent[known].mean():.4f}; {(~known).sum()} strangers, certain"
        f" {certain[~known].mean():.4f}; calibration error {calibration_error(p.max(1), named == t.truth, w):.4f}"
    )
    for what, values, edges in (
        ("tilt", t.tilt, (0, 20, 40, 61)),
        ("size", t.size, (0, 36, 50, 70, 400)),
        ("contrast", t.contrast, (0, 8, 15, 30, 200)),
    ):
        for low, high in pairwise(edges):
            part = known & (values >= low) & (values < high)
            if part.any():
                share = f"right {right[part].mean():.4f}, certain {certain[part].mean():.4f}"
                print(f"    {what} {low}..{high}: {part.sum()}, {share}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", type=Path, nargs="*", default=[], help="renders on which the constants are fitted")
    parser.add_argument("--test", type=Path, nargs="*", default=[])
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--looks", type=int, nargs="*", default=[1, 2, 5])
    args = parser.parse_args()
    embedder = FaceEmbedder.of(args.models)
    scale, strange, certain_from = SCALE, UNKNOWN_LOGIT, CERTAIN_FROM
    if args.fit:
        files = [dict(np.load(path)) for path in args.fit]
        scale, strange = fit([trial(file, embedder, looks, 3) for file in files for looks in (2, 5)])
        print(f"fitted: SCALE {scale:.1f}, UNKNOWN_LOGIT {strange:.2f} (likeness {strange / scale:.2f})")
        for path, file in zip(args.fit, files, strict=True):
            for looks in args.looks:
                report(f"{path.stem}, {looks} looks", trial(file, embedder, looks, 5), scale, strange, certain_from)
    for path in args.test:
        file = dict(np.load(path))
        for looks in args.looks:
            report(f"{path.stem}, {looks} looks", trial(file, embedder, looks, 5), scale, strange, certain_from)


if __name__ == "__main__":
    main()
