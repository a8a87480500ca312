"""Makes the shipped networks, step by step: `make train`, or `python -m models.train.pipeline`.

    scenes      rendered pictures (needs OpenGL; Mesa's software rasteriser serves)
    symbols     rendered dice with drawings on them, which teach the reader where upper faces lie
    tables      rendered tables of the games, whose pieces and cards teach the reader what is no die
    scenes nets both networks fitted on rendered scenes alone
    folds       with photographs: for each fold of sources both networks fitted without them, then judged on them;
                kept in models/folds
    all         both networks fitted on everything; these are shipped
    trust       the trust models, fitted on what the folds read; entered into models/manifest.toml with the networks

Every step leaves a file and is skipped when the file is there, and every fit goes on from its checkpoint, so an
interrupted run is simply started again. Another machine takes it up too once models/folds and models/train/state are
committed: fits go on from their state there (models/train/fit/state.py), networks of folds that are there are not
fitted again, and the rest is rendered anew. Two fits run side by side, one thread each; scenes are rendered and
pictures read by as many processes as there are cores, `--jobs` of them, or the workers of a `--cluster`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from companion.cli.common import add_batch
from models.train.export.folds import FoldError, fold_network, keep_figures, keep_network
from models.train.export.manifest import enter_network
from models.train.fit.fit_confidence import UNKNOWN, Readings
from models.train.fit.state import checksum
from models.train.jobs import batch_arguments

FOLDS: dict[str, list[str]] = {
    "A": ["byler"],
    "B": ["damiantab"],
    "C": ["epanemu"],
    "D": ["matteop65"],
    "E": ["n3vers"],
    "F": ["skovy"],
}
"""Sources (words in their paths) that each fold leaves out; a source that no fold names is only trained on."""
NEVER = ["rursprung"]
"""Sources whose licence allows testing only."""
SCENES = 5400
SYMBOL_SHEETS, SYMBOL_SCENES = 2, 30
"""How many sheets of sixty drawings, and scenes of each."""
TABLES = 400
SCENE_FINDER_STEPS, SCENE_READER_STEPS, FACE_READER_STEPS = 13000, 16000, 9000
FINDER_STEPS, READER_STEPS = 2500, 3000
FINDER_RATE, READER_RATE, FACE_READER_RATE = 1.2e-3, 8e-4, 1e-3
SEED = 1


class Plan:
    """Runs the steps below `work`; `photos` and `assets` may be None.

    `ship`: the folder for networks, with folds/ for those of folds and train/state/ for the states of fits; or None.
    `how`: where scenes are rendered and pictures are read, as models/train/jobs.py has it.
    """

    def __init__(
        self,
        work: Path,
        photos: Path | None,
        assets: Path | None,
        quick: int,
        ship: Path | None,
        how: Sequence[str] = (),
    ) -> None:
        self.how = how
        self.work, self.photos, self.assets, self.quick, self.ship = work, photos, assets, quick, ship
        self.folds = ship / "folds" if ship else None
        self.states = ship / "train" / "state" if ship else None
        self.manifest = Lock()  # that of the folds is written by both lanes
        self.scenes = work / "scenes"
        self.tables = work / "tables"
        self.mined = work / "runs" / "scenes" / "mined.npz"
        self.symbols = [work / "symbols" / f"{n}.npz" for n in range(SYMBOL_SHEETS)]

    def step(self, result: Path, module: str, *args: object) -> None:
        """Run `module` unless its `result` is there; what it prints goes to a log beside the result."""
        if result.exists():
            return
        result.parent.mkdir(parents=True, exist_ok=True)
        log = result.with_suffix(".log")
        print(f"{module.removeprefix('models.train.'):16s} -> {result}   (log: {log})", flush=True)
        with log.open("ab") as file:
            command = [sys.executable, "-W", "ignore", "-m", module, *map(str, args)]
            code = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
        if code or not result.exists():
            raise SystemExit(f"{module} failed with exit code {code}; the last lines of {log} say why")

    @property
    def table_count(self) -> int:
        return max(5, TABLES // self.quick)

    def steps(self, count: int) -> int:
        return max(20, count // self.quick)

    def render(self) -> None:
        done = self.scenes / "done"
        count = max(40, SCENES // self.quick)
        assets = ["--assets", self.assets] if self.assets else []
        given = [self.scenes, "--count", count, "--mark", done, *assets, *self.how]
        self.step(done, "models.train.render.dice_scene.make", *given)

    def render_symbols(self) -> None:
        for n, file in enumerate(self.symbols):
            count = max(4, SYMBOL_SCENES // self.quick)
            given = [file, "--sheets", 1, "--scenes", count, "--seed", 5001 + n]
            given += ["--assets", self.assets] if self.assets else []
            self.step(file, "models.train.generate.embed_scenes", *given, *self.how)

    def render_tables(self) -> None:
        done = self.tables / "done"
        given = [self.tables, "--count", self.table_count, "--mark", done]
        given += ["--assets", self.assets] if self.assets else []
        self.step(done, "models.train.generate.table_scenes", *given, *self.how)

    def plain(self) -> list[object]:
        return ["--plain", self.assets] if self.assets else []

    def recipe(self, kind: str, steps: int, leave_out: list[str], more: tuple[object, ...]) -> dict[str, Any]:
        """All that a network of a fold depends on, without the places of files, which are others elsewhere."""
        options = [str(one) for one in more if not isinstance(one, Path)]
        about: dict[str, Any] = {"kind": kind, "steps": self.steps(steps), "seed": SEED, "leave_out": leave_out}
        scenes = max(40, SCENES // self.quick)
        about |= {
            "options": options,
            "scenes": scenes,
            "assets": bool(self.assets),
            "fitted_on": f"{scenes} rendered scenes",
        }
        if "--mined" in options:
            about |= {"tables": self.table_count, "fitted_on": f"{about['fitted_on']} and {self.table_count} tables"}
        if self.photos is not None:
            text = (self.photos / "labels.json").read_bytes()
            labels = [label for label in json.loads(text) if not any(word in label["image"] for word in leave_out)]
            digest = hashlib.sha256(text).hexdigest()
            sources = len({label["source"] for label in labels})
            about["fitted_on"] += f"; {len(labels)} photographs of {sources} sources, labels.json {digest[:16]}"
        return about

    def fit(self, kind: str, name: str, steps: int, *more: object, leave_out: list[str] | None = None) -> None:
        """Fit and export one network as runs/`name`/`kind`.onnx; that of a fold is kept, and taken from there."""
        checkpoint = self.work / "runs" / name / f"{kind}.pt"
        finished, note = checkpoint.with_suffix(".onnx"), checkpoint.with_suffix(".json")
        folds = self.folds if name in FOLDS else None
        if not finished.exists():
            recipe = self.recipe(kind, steps, leave_out or [], more)
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(json.dumps(recipe))
            kept = fold_network(folds, name, kind, checksum(recipe)) if folds else None
            if kept is not None:
                shutil.copyfile(kept, finished)
        if not finished.exists():
            shared = ["--state", self.states / f"{name}-{kind}.pt"] if self.states else []
            fitted = checkpoint.with_suffix(".fitted")
            self.step(
                fitted,
                f"models.train.fit.fit_{kind}",
                "--scenes",
                self.scenes,
                "--out",
                checkpoint,
                "--steps",
                self.steps(steps),
                "--seed",
                SEED,
                "--mark",
                fitted,
                *shared,
                *(() if kind == "face_reader" else self.plain()),
                *more,
            )
            if kind == "finder":
                self.step(finished, "models.train.export.export", kind, checkpoint, finished)
            else:  # whole numbers make this one twice as fast, and the finder hardly
                exact = checkpoint.with_suffix(".float.onnx")
                self.step(exact, "models.train.export.export", kind, checkpoint, exact)
                flat = ["--flat"] if kind == "face_reader" else []
                self.step(finished, "models.train.export.quantise", exact, finished, "--scenes", self.scenes, *flat)
        if folds is not None and note.exists():
            recipe = json.loads(note.read_text())
            with self.manifest:
                if fold_network(folds, name, kind, checksum(recipe)) is None:
                    keep_network(folds, name, kind, finished, recipe, checksum(recipe))
            self.forget(f"{name}-{kind}")

    def forget(self, *names: str) -> None:
        """Remove the states of fits whose networks are kept."""
        for name in names:
            if self.states is not None:
                (self.states / f"{name}.pt").unlink(missing_ok=True)

    def common(self, leave_out: list[str]) -> list[object]:
        finder = self.work / "runs" / "scenes" / "finder.onnx"
        return ["--photos", self.photos, "--widen-with", finder, "--leave-out", *leave_out, *NEVER]

    def finder_on_photos(self, name: str, leave_out: list[str]) -> None:
        start = self.work / "runs" / "scenes" / "finder.pt"
        more = ["--start-from", start, "--rate", FINDER_RATE, *self.common(leave_out)]
        self.fit("finder", name, FINDER_STEPS, *more, leave_out=leave_out)

    def mine(self) -> None:
        """What the finder of scenes takes for dice and is none; each reader is shown that of its own sources only."""
        runs = self.work / "runs" / "scenes"
        mined = ["--scenes", self.scenes, "--tables", self.tables, *self.plain()]
        mined += self.common([]) if self.photos else []
        self.step(self.mined, "models.train.data.hard_negatives", runs / "finder.onnx", self.mined, *mined)

    def face_reader(self) -> None:
        """The one network for upper faces laid flat: it sees no photograph, and serves every fold."""
        start = self.work / "runs" / "scenes" / "reader.pt"
        self.fit("face_reader", "scenes", FACE_READER_STEPS, "--start-from", start, "--rate", FACE_READER_RATE)

    def reader_on_photos(self, name: str, leave_out: list[str]) -> None:
        start, more = self.work / "runs" / "scenes" / "reader.pt", self.common(leave_out)
        self.fit(
            "reader", name, READER_STEPS, "--start-from", start, "--rate", READER_RATE, "--mined", self.mined,
            "--symbols", *self.symbols, *more, leave_out=leave_out,
        )  # fmt: skip

    def judge(self, name: str, leave_out: list[str]) -> None:
        """Look at what was left out, for the trust models, and enter how it was read."""
        run = self.work / "runs" / name
        nets = ["--finder", run / "finder.onnx", "--reader", run / "reader.onnx"]
        nets += ["--face-reader", self.work / "runs" / "scenes" / "face_reader.onnx"]
        evidence = run / "evidence.npz"
        given = [*nets, "--photos", self.photos, "--only", *leave_out, "--evidence", evidence, *self.how]
        self.step(evidence, "models.train.evaluate.evaluate_dice", *given)
        if self.folds is not None:
            with self.manifest:
                keep_figures(self.folds, name, figures_of(Readings.load([evidence])))

    def run(self, version: str) -> None:
        self.render()
        jobs: list[tuple[str, list[str]]] = [*FOLDS.items(), ("all", [])] if self.photos else []
        # One lane a core: the finders one after the other in the first, the readers in the second.
        with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second:
            finder = first.submit(self.fit, "finder", "scenes", SCENE_FINDER_STEPS)
            ready: list[Future[None]] = [second.submit(self.fit, "reader", "scenes", SCENE_READER_STEPS)]
            ready.append(second.submit(self.face_reader))
            finder.result()
            if jobs:
                ready += [second.submit(one) for one in (self.render_tables, self.mine, self.render_symbols)]
            for name, leave_out in jobs:
                found = first.submit(self.finder_on_photos, name, leave_out)

                def follow(name: str = name, leave_out: list[str] = leave_out, found: Future[None] = found) -> None:
                    self.reader_on_photos(name, leave_out)
                    found.result()
                    if leave_out:
                        self.judge(name, leave_out)

                ready.append(second.submit(follow))
            for job in ready:
                job.result()
        if self.ship is not None:
            self.hand_over(self.ship, "all" if self.photos else "scenes", version)
            self.forget(*(f"{run}-{kind}" for run in ("scenes", "all") for kind in ("finder", "reader", "face_reader")))

    def hand_over(self, folder: Path, name: str, version: str) -> None:
        """Copy the networks of the run `name` into `folder`, and enter them and the trust models there."""
        from models.train.export.export import DESCRIPTIONS  # torch is loaded for nothing but this

        runs = self.work / "runs"
        for kind, run in (("finder", runs / name), ("reader", runs / name), ("face_reader", runs / "scenes")):
            shutil.copyfile(run / f"{kind}.onnx", folder / f"{kind}.onnx")
            enter_network(kind, folder / f"{kind}.onnx", version, DESCRIPTIONS[kind])
        evidence = [runs / fold / "evidence.npz" for fold in FOLDS]
        if all(path.exists() for path in evidence):
            command = [
                sys.executable,
                "-m",
                "models.train.fit.fit_confidence",
                *map(str, evidence),
                "--manifest",
                str(folder / "manifest.toml"),
            ]
            subprocess.run([*command, "--out", str(self.work / "runs" / "trust")], check=True)
        if (folder / "embedder.onnx").exists():  # what the sets hold was seen through the old reader's frames
            subprocess.run([sys.executable, "-m", "models.train.export.builtin_sets", str(folder)], check=True)


def figures_of(readings: Readings) -> dict[str, Any]:
    """What a manifest of folds tells of readings: pictures, dice with a known face, and the shares found and right."""
    _, first = np.unique(readings.picture, return_index=True)
    dice = int(readings.labelled[first].sum())
    known = readings[readings.is_die & (readings.right != UNKNOWN)]
    shares = {"found": len(known), "right": int((known.right == 1).sum())}
    return {"pictures": len(first), "dice": dice, **{name: round(n / max(dice, 1), 4) for name, n in shares.items()}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--work", type=Path, default=Path(".work"), help="where scenes, checkpoints and readings are kept"
    )
    parser.add_argument("--photos", type=Path, help="folder of photographs in the label format")
    parser.add_argument("--assets", type=Path, help="folder of materials, surroundings and backgrounds (assets.json)")
    parser.add_argument("--ship", type=Path, help="write the networks and the manifest here when done, e.g. models")
    parser.add_argument("--version", default="1")
    parser.add_argument("--quick", type=int, default=1, help="divide every count by this, to try the way through")
    add_batch(parser)
    args = parser.parse_args()
    try:
        Plan(args.work, args.photos, args.assets, args.quick, args.ship, batch_arguments(args)).run(args.version)
    except FoldError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
