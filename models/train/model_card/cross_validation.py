"""Reads every labelled source with networks and trust models that never saw it.

The networks of each fold lie in models/folds (models/train/export/folds.py). What they say of the sources that the fold
leaves out is the evidence (evidence.npz). For each source trust models are fitted on the evidence of the others
(models/train/fit/fit_confidence.py), and it is read with its fold's networks and its own trust models. A step is
skipped when its result is there and younger than what it is made from.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from models.train.data.labels import load_folder
from models.train.evaluate import Label
from models.train.export.folds import FACE_READER, FOLDS_FOLDER, FoldError, all_networks
from models.train.pipeline import FOLDS, NEVER


def read_left_out(
    work: Path,
    photos: Path,
    labels: Sequence[Label],
    folds: Mapping[str, list[str]] = FOLDS,
    kept: Path = FOLDS_FOLDER,
    how: Sequence[str] = (),
) -> list[Path]:
    """Files of lines, one a source, as `companion scan --json` prints them; `kept`: the folder of the folds' networks,
    `how`: where pictures are read, as `companion scan` takes it.

    SystemExit with one line if some of these are missing or damaged."""
    try:
        networks = all_networks(folds, kept)
    except FoldError as error:
        raise SystemExit(str(error)) from None
    runs = work / "runs"
    evidence = []
    for fold, words in folds.items():
        if all(_source(word, photos, labels) is None for word in words):
            continue
        nets, file = networks[fold], runs / fold / "evidence.npz"
        evidence.append(file)
        if _stale(file, [*nets.values(), FACE_READER]):
            _read(["--photos", photos, "--only", *words, "--evidence"], file, nets, how)
    results = []
    for fold, words in folds.items():
        for word in words:
            source = _source(word, photos, labels)
            if source is None:
                print(f"{photos}: no picture of {word}, which fold {fold} leaves out", file=sys.stderr)
                continue
            name = source.replace("/", "-")
            trust, lines = runs / "trust" / f"{name}.toml", runs / fold / f"{name}.jsonl"
            if _stale(trust, evidence):
                _run("models.train.fit.fit_confidence", [*evidence, "--out", trust.parent], runs / "trust.log", trust)
            nets = networks[fold]
            if _stale(lines, [*nets.values(), FACE_READER, trust]):
                _read(["--trust", trust, "--photos", photos, "--only", word, "--out"], lines, nets, how)
            results.append(lines)
    if not results:
        raise SystemExit(
            f"{photos}: none of the sources that the folds leave out; see FOLDS in models/train/pipeline.py"
        )
    return results


def _read(given: Sequence[object], result: Path, nets: Mapping[str, Path], how: Sequence[str]) -> None:
    """Have evaluate_dice read pictures; the last of `given` names the result. What was broken off goes on."""
    part, kept = result.with_suffix(".part"), result.with_suffix(".kept")
    given = ["--finder", nets["finder"], "--reader", nets["reader"], *given, part, "--resume", kept, *how]
    _run("models.train.evaluate.evaluate_dice", given, result.with_suffix(".log"), part)
    part.replace(result)
    kept.unlink(missing_ok=True)


def read_strangers(
    work: Path, photos: Path, labels: Sequence[Label], manifest: Path, how: Sequence[str] = ()
) -> Path | None:
    """Lines of the shipped networks on pictures without pipped dice that none learnt from; None without any."""
    chosen = strangers(photos, labels)
    if not chosen:
        return None
    lines = work / "runs" / "strangers.jsonl"
    if _stale(lines, [manifest]):
        part = lines.with_suffix(".part")
        lines.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            _run("companion", ["scan", "--json", *chosen, *how], lines.with_suffix(".log"), part, file)
        part.replace(lines)
    return lines


def strangers(photos: Path, labels: Sequence[Label]) -> list[Path]:
    """Pictures without pipped dice whose licence or labels kept them from every training."""
    learnt = {picture.path for picture in load_folder(photos, tuple(NEVER))}
    others = (label for label in labels if all(thing.get("kind", "d6") != "d6" for thing in label["objects"]))
    return [path for label in others if (path := photos / label["image"]) not in learnt]


def _source(word: str, photos: Path, labels: Sequence[Label]) -> str | None:
    """The source that a fold's `word` means, as models.train.evaluate.evaluate_dice understands it; None: not in this
    folder."""
    found = sorted({label["source"] for label in labels if word in str(photos / label["image"])})
    if len(found) > 1:
        raise SystemExit(f"{photos}: {word} means {' and '.join(found)}; a fold's word must mean one source")
    return found[0] if found else None


def _stale(result: Path, made_from: Sequence[Path]) -> bool:
    return not result.exists() or result.stat().st_mtime < max(path.stat().st_mtime for path in made_from)


def _run(module: str, given: Sequence[object], log: Path, result: Path, output: IO[bytes] | None = None) -> None:
    """Run `module`, which makes `result`; what it prints goes into `log`, or to `output`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    print(f"{module.removeprefix('models.train.'):16s} (log: {log})", flush=True)
    with log.open("wb") as file:
        command = [sys.executable, "-W", "ignore", "-m", module, *map(str, given)]
        code = subprocess.run(command, stdout=output or file, stderr=file, check=False).returncode
    if code or not result.exists():
        raise SystemExit(f"{module} failed with exit code {code}; the last lines of {log} say why")
