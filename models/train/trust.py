"""Fit the trust model on readings of sources that the networks had not seen, and enter it into models/manifest.toml.

Every source counts alike, so that a large collection does not settle what is certain on everybody's table. For each
source the model fitted on the others is judged on it: those figures are printed, and are the ones to quote.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.trust import EVIDENCE, Trust

Rows = NDArray[np.float64]
MOST_SILENT = 0.004
"""Share of certain readings that may be wrong, averaged over the sources fitted on."""


def fit_logistic(x: Rows, right: Rows, weight: Rows, ridge: float = 1e-3) -> Rows:
    """Bias and weights by Newton's method, with a little ridge so that rare evidence does not run away."""
    a = np.hstack([np.ones((len(x), 1)), x])
    w = np.zeros(a.shape[1])
    weight = weight / weight.sum()
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(a @ w, -30, 30)))
        gradient = a.T @ (weight * (p - right)) + ridge * w
        hessian = (a * (weight * p * (1 - p))[:, None]).T @ a + ridge * np.eye(len(w))
        w = w - np.linalg.solve(hessian, gradient)
    return w


def source_weights(source: NDArray[np.str_]) -> NDArray[np.float64]:
    names, counts = np.unique(source, return_counts=True)
    share = dict(zip(names, 1 / counts / len(names), strict=True))
    return np.array([share[s] for s in source])


def threshold(confidence: Rows, right: NDArray[np.bool_], weight: Rows) -> float:
    """The least confidence from which at most MOST_SILENT of the (weighted) readings are wrong."""
    order = np.argsort(-confidence)
    wrong = np.cumsum(weight[order] * ~right[order]) / np.cumsum(weight[order])
    good = np.flatnonzero(wrong <= MOST_SILENT)
    return float(confidence[order][good[-1]]) if len(good) else 1.0


def fit(x: NDArray[np.float64], right: NDArray[np.bool_], source: NDArray[np.str_]) -> Trust:
    weight = source_weights(source)
    w = fit_logistic(x, right.astype(float), weight)
    trust = Trust(float(w[0]), tuple(float(v) for v in w[1:]))
    confidence = trust.confidence(x.astype(np.float32)).astype(float)
    return Trust(trust.bias, trust.weights, min(0.9995, max(0.9, threshold(confidence, right, weight))))


def to_toml(trust: Trust, notes: str) -> str:
    weights = ", ".join(f"{name} = {value:.4f}" for name, value in zip(EVIDENCE, trust.weights, strict=True))
    head = f"[trust]\nbias = {trust.bias:.4f}\nweights = {{ {weights} }}\n"
    return f'{head}certain_from = {trust.certain_from:.5f}\nnotes = "{notes}"\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evidence", type=Path, nargs="+", help="files that evaluate.py wrote with --evidence")
    parser.add_argument("--manifest", type=Path, help="enter the fitted model into this manifest")
    parser.add_argument("--out", type=Path, help="folder for one TOML a source, fitted on the other sources")
    args = parser.parse_args()
    parts = [np.load(path) for path in args.evidence]
    x = np.concatenate([p["evidence"] for p in parts]).astype(float)
    right = np.concatenate([p["right"] for p in parts])
    source = np.concatenate([p["source"] for p in parts])
    for name in np.unique(source):
        mine = source == name
        trust = fit(x[~mine], right[~mine], source[~mine])
        sure = trust.confidence(x[mine].astype(np.float32)) >= trust.certain_from
        wrong = float(np.mean(~right[mine][sure])) if sure.any() else 0.0
        read = f"readings {mine.sum():5d}  right {right[mine].mean():.4f}"
        print(f"{name:40s} {read}  certain {sure.mean():.4f}  silent {wrong:.4f}")
        if args.out:
            args.out.mkdir(parents=True, exist_ok=True)
            (args.out / f"{name.replace('/', '-')}.toml").write_text(to_toml(trust, f"fitted without {name}"))
    final = fit(x, right, source)
    text = to_toml(
        final, f"logistic on {len(x)} readings of {len(np.unique(source))} left-out sources, each counted alike"
    )
    print(text)
    if args.manifest:
        old = args.manifest.read_text()
        kept = old[: old.index("[trust]")] if "[trust]" in tomllib.loads(old) or "[trust]" in old else old
        args.manifest.write_text(kept.rstrip() + "\n\n" + text)


if __name__ == "__main__":
    main()
