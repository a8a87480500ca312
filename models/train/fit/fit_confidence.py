"""Fit the trust models on readings of sources that the networks had not seen, and enter them into models/manifest.toml.

Every source counts alike, so that a large collection does not settle what is certain on everybody's table. For each
source the models fitted on the others are evaluated on it: those figures are printed, and are the ones to quote.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from models.train.export.manifest import enter, to_toml
from vision.inference.confidence import OF_A_DIE, OF_A_FACE, ConfidenceModel, Evidence, Logistic

Rows = NDArray[np.float64]
MOST_SILENT = 0.01
"""Share of certain readings that may be wrong, averaged over the sources fitted on."""
LEAST_CERTAIN = 0.95
"""Nothing less probable is certain. Above it the share of wrong readings hardly falls any more: what is wrong there are
mostly labels, which would push a threshold that is fitted to them anywhere."""
LEAST_REPORTED = 0.7
"""Nothing that is less probably a die is reported. Most sources show dice on a plain table, where a lower threshold
finds some more at no price; on a board full of pictures it fills the table with false dice."""
AS_GOOD = 0.002
"""Difference in worth between two thresholds that is chance: of such the lower one is taken, since a die that nobody
was told of is missed by all, and a false one is seen."""
UNKNOWN = -1
"""For `right`: the face of this die is not labelled."""
BINS = 15


@dataclass
class Readings:
    """Scored candidates; parallel arrays."""

    source: NDArray[np.str_]
    picture: NDArray[np.str_]
    die: NDArray[np.float32]
    """(n, 7) and (n, 11): see vision/inference/confidence.py."""
    face: NDArray[np.float32]
    is_die: NDArray[np.bool_]
    right: NDArray[np.int8]
    """1, 0 or UNKNOWN; 0 for what is no die."""
    barred: NDArray[np.bool_]
    """A hard reason for doubt: never certain."""
    labelled: NDArray[np.int32]
    """Dice with a known face in the whole picture."""

    def __len__(self) -> int:
        return len(self.source)

    def __getitem__(self, which: NDArray[np.bool_]) -> Readings:
        return Readings(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    def save(self, file: Path | IO[bytes]) -> None:
        np.savez(file, **{name: getattr(self, name) for name in self.__dataclass_fields__})

    @classmethod
    def load(cls, files: Sequence[Path | IO[bytes]]) -> Readings:
        opened = [np.load(file) for file in files]
        return cls.joined([cls(*(file[name] for name in cls.__dataclass_fields__)) for file in opened])

    @classmethod
    def joined(cls, parts: list[Readings]) -> Readings:
        return cls(*(np.concatenate([getattr(p, name) for p in parts]) for name in cls.__dataclass_fields__))

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.die, self.face)


def fit_logistic(x: Rows, right: Rows, weight: Rows, ridge: float = 1e-3) -> Logistic:
    """By Newton's method, with a little ridge so that rare evidence does not run away."""
    a = np.hstack([np.ones((len(x), 1)), x])
    w = np.zeros(a.shape[1])
    weight = weight / weight.sum()
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(a @ w, -30, 30)))
        gradient = a.T @ (weight * (p - right)) + ridge * w
        hessian = (a * (weight * p * (1 - p))[:, None]).T @ a + ridge * np.eye(len(w))
        w = w - np.linalg.solve(hessian, gradient)
    return Logistic(float(w[0]), tuple(float(v) for v in w[1:]))


def source_weights(source: NDArray[np.str_]) -> Rows:
    names, counts = np.unique(source, return_counts=True)
    share = dict(zip(names, 1 / counts / len(names), strict=True))
    return np.array([share[s] for s in source])


def confidence(trust: ConfidenceModel, readings: Readings) -> Rows:
    """(n,): the probability that each candidate is a die whose face is right."""
    return (trust.of_dice(readings.evidence) * trust.of_faces(readings.evidence)).astype(float)


def certain_from(sure: Rows, readings: Readings) -> float:
    """The least confidence, LEAST_CERTAIN at least, from which at most MOST_SILENT of the readings are wrong; every
    source counts alike."""
    known = (readings.right != UNKNOWN) & ~readings.barred
    weight = source_weights(readings.source[known])
    wrong, sure = readings.right[known] == 0, sure[known]
    order = np.argsort(-sure)
    share = np.cumsum(weight[order] * wrong[order]) / np.cumsum(weight[order])
    good = np.flatnonzero(share <= MOST_SILENT)
    return min(0.9995, max(LEAST_CERTAIN, float(sure[order][good[-1]]))) if len(good) else 0.9995


def exact(is_die: Rows, readings: Readings, least: float) -> float:
    """Share of pictures exactly right when candidates from `least` on are reported; every source counts alike."""
    return float(np.mean([whole for whole, _ in _reported(is_die, readings, least)]))


def worth(is_die: Rows, readings: Readings, least: float) -> float:
    """What is gained by reporting candidates from `least` on: the mean of the shares of exact pictures and of dice read
    rightly; every source counts alike. For exact pictures alone, dice would be left out that people see lying there."""
    return float(np.mean([(whole + right) / 2 for whole, right in _reported(is_die, readings, least)]))


def _reported(is_die: Rows, readings: Readings, least: float) -> list[tuple[float, float]]:
    """Shares of exact pictures and of labelled dice read rightly, one pair a source."""
    shares = []
    for source in np.unique(readings.source):
        mine = readings.source == source
        pictures, index = np.unique(readings.picture[mine], return_inverse=True)
        shown = is_die[mine] >= least
        right = np.bincount(index, shown & (readings.right[mine] == 1), len(pictures))
        wrong = np.bincount(index, shown & (readings.right[mine] == 0), len(pictures))
        wanted = np.zeros(len(pictures))
        wanted[index] = readings.labelled[mine]
        whole = float(np.mean((right == wanted) & (wrong == 0)))
        shares.append((whole, float(right.sum() / max(wanted.sum(), 1))))
    return shares


def least_as_good(worths: Mapping[float, float]) -> float:
    """The least of some thresholds that is worth as much as the best, or less by chance alone."""
    return min(least for least, value in worths.items() if value > max(worths.values()) - AS_GOOD)


def fit(readings: Readings) -> ConfidenceModel:
    weight = source_weights(readings.source)
    die = fit_logistic(readings.die.astype(float), readings.is_die.astype(float), weight)
    known = readings.is_die & (readings.right != UNKNOWN)
    right = readings.right[known].astype(float)
    face = fit_logistic(readings.face[known].astype(float), right, source_weights(readings.source[known]))
    trust = ConfidenceModel(die, face)
    is_die = trust.of_dice(readings.evidence).astype(float)
    worths = {float(least): worth(is_die, readings, least) for least in np.arange(LEAST_REPORTED, 0.96, 0.05)}
    report = least_as_good(worths)
    reported = readings[is_die >= report]
    return ConfidenceModel(die, face, certain_from(confidence(trust, reported), reported), float(report))


def calibration_error(sure: Rows, right: NDArray[np.bool_]) -> float:
    """Expected calibration error over bins of equal count."""
    order = np.argsort(sure)
    gaps = [abs(float(sure[part].sum()) - float(right[part].sum())) for part in np.array_split(order, BINS)]
    return float(sum(gaps)) / max(len(sure), 1)


def evaluate(trust: ConfidenceModel, readings: Readings) -> dict[str, float]:
    """How a trust model does on readings that it was not fitted on."""
    is_die = trust.of_dice(readings.evidence).astype(float)
    reported = readings[(is_die >= trust.report_from) & (readings.right != UNKNOWN)]
    sure, right = confidence(trust, reported), reported.right == 1
    certain = (sure >= trust.certain_from) & ~reported.barred
    return {
        "readings": len(reported),
        "right": float(right.mean()),
        "exact": exact(is_die, readings, trust.report_from),
        "certain": float(certain.mean()),
        "silent": float((~right[certain]).mean()) if certain.any() else 0.0,
        "calibration error": calibration_error(sure, right),
    }


def table_of(trust: ConfidenceModel, notes: str) -> dict[str, Any]:
    """The table [trust] of a manifest."""
    numbers: dict[str, Any] = {"certain_from": round(trust.certain_from, 5), "report_from": round(trust.report_from, 3)}
    for kind, model, names in (("die", trust.die, OF_A_DIE), ("face", trust.face, OF_A_FACE)):
        weights = zip(("bias", *names), (model.bias, *model.weights), strict=True)
        numbers[kind] = {name: round(weight, 4) for name, weight in weights}
    return {**numbers, "notes": notes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evidence", type=Path, nargs="+", help="files that evaluate_dice.py wrote with --evidence")
    parser.add_argument("--manifest", type=Path, help="enter the fitted models into this manifest")
    parser.add_argument("--out", type=Path, help="folder for one TOML a source, fitted on the other sources")
    args = parser.parse_args()
    readings = Readings.load(args.evidence)
    rows = []
    for name in np.unique(readings.source):
        mine = readings.source == name
        trust = fit(readings[~mine])
        row = evaluate(trust, readings[mine])
        rows.append(row)
        print(f"{name:36s} " + "  ".join(f"{key} {value:.4g}" for key, value in row.items()))
        if args.out:
            table = table_of(trust, f"fitted without {name}")
            args.out.mkdir(parents=True, exist_ok=True)
            (args.out / f"{name.replace('/', '-')}.toml").write_text(to_toml("trust", table))
    print(f"{'mean':36s} " + "  ".join(f"{key} {np.mean([r[key] for r in rows]):.4g}" for key in rows[0]))
    final = fit(readings)
    notes = f"fitted on {len(readings)} candidates of {len(rows)} left-out sources, each counted alike"
    print(to_toml("trust", table_of(final, notes)))
    if args.manifest:
        enter("trust", table_of(final, notes), args.manifest)


if __name__ == "__main__":
    main()
