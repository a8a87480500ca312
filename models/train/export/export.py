"""Write a fitted network as ONNX, check that it answers as PyTorch does, and enter it into models/manifest.toml."""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from companion.table.view import Colour
from models.train.export.manifest import enter_network
from models.train.nets.cell_net import ANSWERS, CellNet, CellsForExport
from models.train.nets.die_nets import (
    CLASSES,
    FaceReaderForExport,
    Finder,
    FinderForExport,
    Reader,
    ReaderForExport,
)
from models.train.nets.embed_nets import Embedder, VectorForExport
from models.train.nets.frame_net import FrameForExport, FrameNet
from vision.boards.cell_classifier import COLOURS, FORMS, HOLDS, PIXELS
from vision.dice.pip_classifier import CROP, DOUBTS, FACE_FEATURES
from vision.inference.networks import open_network
from vision.symbols.embedding import EMBEDDING_SIZE, FACE_PIXELS

DESCRIPTIONS = {
    "finder": {
        "input": "pixels: uint8 (1, h, w, 3), blue green red, h and w multiples of 16",
        "outputs": "(1, 5, h/4, w/4): probability of a peak, offset x and y in cells, width and height in pixels",
        "classes": ["die"],
    },
    "colour": {
        "input": "dice: uint8 (n, 16, 16, 3), upper faces laid flat; picture: uint8 (1, 20, 20, 3); blue green red",
        "outputs": "names (n, 12): probability of each class; bodies (n, 3): cube roots of linear blue green red",
        "classes": list(get_args(Colour)),
    },
    "cells": {
        "licence": "MIT AND Apache-2.0",
        "input": f"pixels: uint8 (1, h, w, 3), blue green red, a board laid flat, {PIXELS} pixels a site, one more site"
        f" on each side; lean: float (1, h/{PIXELS}, w/{PIXELS}, 2), by how many sites, across and down, what is one"
        " site high leans over",
        "outputs": f"(1, {sum(ANSWERS)}, h/{PIXELS}, w/{PIXELS}): probability of each class, which are one; then of"
        " each colour and of each form of a piece",
        "classes": list(HOLDS),
        "colours": list(COLOURS),
        "forms": list(FORMS),
    },
    "embedder": {
        "licence": "MIT AND Apache-2.0",
        "input": f"pixels: uint8 (n, {FACE_PIXELS}, {FACE_PIXELS}, 3), blue green red, the upper face of a die laid"
        " flat",
        "outputs": f"(n, {EMBEDDING_SIZE}): a unit vector, nearly the same for the same drawing",
        "classes": [],
    },
    "face_reader": {
        "licence": "MIT AND Apache-2.0",
        "input": f"pixels: uint8 (n, {CROP}, {CROP}, 3), blue green red, the upper face of a die laid flat",
        "outputs": f"(n, {6 + FACE_FEATURES}): probability of each class, which are one; features of the face",
        "classes": list(CLASSES[1:]),
    },
    "framer": {
        "licence": "MIT AND Apache-2.0",
        "input": f"pixels: uint8 (n, {CROP}, {CROP}, 3), blue green red, a tight square crop of a die",
        "outputs": "(n, 6): the frame of the upper face: its middle and half sides, x and y each, in half crops from"
        " the middle",
        "classes": [],
    },
    "reader": {
        "licence": "MIT AND Apache-2.0",
        "input": f"pixels: uint8 (n, {CROP}, {CROP}, 3), blue green red, a tight square crop of a die",
        "outputs": "(n, 17): probability of each class, which are one, and of each doubt, which are not; the frame of"
        " the upper face: its middle and half sides, x and y each, in half crops from the middle",
        "classes": list(CLASSES),
        "doubts": list(DOUBTS),
    },
}

Axes = Mapping[int, str]
"""Names of axes by their number."""
MOST_DIFFERENT = 2e-3
"""Between the answers of PyTorch and of the file, of 1 + their size."""
WRAPPERS: dict[str, Callable[..., nn.Module]] = {
    "finder": FinderForExport,
    "reader": ReaderForExport,
    "face_reader": FaceReaderForExport,
    "cells": CellsForExport,
    "embedder": VectorForExport,
    "framer": FrameForExport,
}
"""What makes a fitted network's answer ready."""


def load_checkpoint(kind: str, checkpoint: Path) -> nn.Module:
    kinds = {
        "finder": Finder,
        "reader": Reader,
        "face_reader": Reader,
        "framer": FrameNet,
        "cells": CellNet,
        "embedder": Embedder,
    }
    net: nn.Module = kinds[kind]()
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    return net.eval()


def write_onnx(
    net: nn.Module, given: Mapping[str, NDArray[Any]], outputs: Sequence[str], axes: Mapping[str, Axes], out: Path
) -> None:
    """Write `net` as ONNX to `out` and check that it answers there as it does here.

    `given` is an example of its inputs by name, `axes` names the axes whose length may change. SystemExit, and no file,
    where the answers differ by more than MOST_DIFFERENT in more than one number in two thousand.
    """
    example = tuple(torch.from_numpy(part) for part in given.values())
    buffer = io.BytesIO()
    torch.onnx.export(
        net,
        example,
        buffer,
        input_names=list(given),
        output_names=list(outputs),
        dynamic_axes=dict(axes),
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load_from_string(buffer.getvalue())
    model.producer_name, model.producer_version, model.doc_string = "tabletop-companion", "", ""
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_suffix(".part")
    onnx.save(model, str(part))
    with torch.no_grad():
        answer = net(*example)
    wanted = [one.numpy() for one in (answer if isinstance(answer, tuple) else (answer,))]
    got = open_network(part).run(None, dict(given))
    # Where two neighbouring cells are all but equal either may be the peak: a few such cells may differ.
    gaps = [(np.abs(one - other) / (1 + np.abs(one))).ravel() for one, other in zip(wanted, got, strict=True)]
    gap = float(np.quantile(np.concatenate(gaps), 0.9995))
    if gap > MOST_DIFFERENT:
        raise SystemExit(f"{out}: answers differ from PyTorch's by {gap:.4f}; not usable")
    part.replace(out)
    print(f"{out}: {out.stat().st_size / 1024:.0f} KiB, differs from PyTorch by at most {gap:.1e}")


def export(kind: str, checkpoint: Path, out: Path) -> None:
    """Write the averaged weights of `checkpoint` as the network `kind`."""
    wrapped = WRAPPERS[kind](load_checkpoint(kind, checkpoint)).eval()
    shapes = {
        "finder": (1, 384, 640, 3),
        "cells": (1, 11 * PIXELS, 13 * PIXELS, 3),
        "embedder": (2, FACE_PIXELS, FACE_PIXELS, 3),
    }
    shape = shapes.get(kind, (2, CROP, CROP, 3))
    axes: dict[str, Axes] = {"pixels": {0: "n", 1: "h", 2: "w"} if kind in ("finder", "cells") else {0: "n"}}
    g = np.random.default_rng(0)
    given: dict[str, NDArray[Any]] = {"pixels": g.integers(0, 256, shape, dtype=np.uint8)}
    if kind == "cells":
        given["lean"] = g.normal(0, 1, (1, shape[1] // PIXELS, shape[2] // PIXELS, 2)).astype(np.float32)
        axes["lean"] = {0: "n", 1: "rows", 2: "cols"}
    write_onnx(wrapped, given, ["answer"], axes, out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=sorted(WRAPPERS))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--version", help="enter the file into the manifest beside it under this version")
    args = parser.parse_args()
    export(args.kind, args.checkpoint, args.out)
    if args.version:
        enter_network(args.kind, args.out, args.version, DESCRIPTIONS[args.kind])


if __name__ == "__main__":
    main()
