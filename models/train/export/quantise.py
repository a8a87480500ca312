"""Make an exported reader, face reader, framer or reader of boards compute in whole numbers of eight bits: about twice
as fast where processors can.

Static quantisation (QDQ) with one scale a channel. Weights keep seven bits: processors without VNNI add two products of
eight by eight bits in sixteen, which overflows with eight-bit weights, and a network must answer the same everywhere.
The last layer, and what makes its answers of it, stay as they are: their fine differences are what confidence is made
of. What rounding shifts each layer by on average is taken back in its biases (Nagel et al. 2019, section 4.2), which
takes a fifth of the error away. (The finder gains hardly anything by whole numbers.)

    python -m models.train.export.quantise MODEL.onnx OUT.onnx --scenes FOLDER [--flat]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quant_pre_process,
    quantize_static,
)

from models.train.data.cell_data import load_boards
from models.train.data.labels import LabelledPicture, load_folder
from vision.boards.cell_classifier import lit
from vision.dice.pip_classifier import CROP, REACH, cut_crops, frames_of, rectify_faces, squares_around
from vision.inference.networks import open_network

PICTURES = 120
"""Pictures whose activations set the scales."""
MOST_OFF = 0.05
"""Mean difference of the answers from which something has gone wrong."""
LEAST_WHOLE = 0.5
"""Share of the convolutions in whole numbers below which a network would hardly be faster."""


Batch = dict[str, NDArray[Any]]
"""What a network is given at once, by the names of its inputs."""


class Batches(CalibrationDataReader):  # type: ignore[misc]
    """Hands the calibration one batch after the other."""

    def __init__(self, batches: list[Batch]) -> None:
        self._left: Iterator[Batch] = iter(batches)

    def get_next(self) -> Batch | None:
        return next(self._left, None)


def crops_of(pictures: list[LabelledPicture], flat: bool = False) -> list[Batch]:
    """What the reader is shown of `pictures`; what the face reader is, if `flat`."""
    batches = []
    for picture in pictures:
        dice = [die for die in picture.dice if not flat or die.top is not None]
        if dice:
            image = np.asarray(cv2.imread(str(picture.path)), np.uint8)
            boxes = np.float32([die.box for die in dice])
            crops = cut_crops(image, boxes)
            if flat:
                frames = frames_of(np.float32([die.top for die in dice]), squares_around(boxes))
                crops = rectify_faces(crops, frames, CROP, REACH)
            batches.append({"pixels": crops})
    return batches


def fold_pads(model: onnx.ModelProto) -> int:
    """Let convolutions pad for themselves what a node of its own pads with zeros before them; how many now do.

    Such a node computes in floating point, for which what is in whole numbers is turned back and forth: a third of the
    time. PyTorch writes it where the two sides are padded unlike.
    """
    graph = model.graph
    numbers = {item.name: onnx.numpy_helper.to_array(item) for item in graph.initializer}
    readers = {name: [node for node in graph.node if name in node.input] for node in graph.node for name in node.output}
    folded = []
    for pad in graph.node:
        if pad.op_type != "Pad" or any(a.name == "mode" and a.s != b"constant" for a in pad.attribute):
            continue
        around = numbers.get(pad.input[1])
        value = numbers.get(pad.input[2], 0.0) if len(pad.input) > 2 and pad.input[2] else 0.0
        users = readers[pad.output[0]]
        if around is None or len(around) != 8 or np.any(around[[0, 1, 4, 5]]) or np.any(value):
            continue
        if not users or any(user.op_type != "Conv" or user.input[0] != pad.output[0] for user in users):
            continue
        for conv in users:
            own = next((a for a in conv.attribute if a.name == "pads"), None)
            before = list(own.ints) if own is not None else [0, 0, 0, 0]
            if own is not None:
                conv.attribute.remove(own)
            sides = [int(a + b) for a, b in zip(around[[2, 3, 6, 7]], before, strict=True)]
            conv.attribute.append(onnx.helper.make_attribute("pads", sides))
            conv.input[0] = pad.input[0]
        folded.append(pad)
    for pad in folded:
        graph.node.remove(pad)
    asked = {name for node in graph.node for name in node.input}
    for item in [item for item in graph.initializer if item.name not in asked]:
        graph.initializer.remove(item)
    return len(folded)


HEADS = ("/site/", "/slant/", "/around/", "/patch/", "/light/", "/hint/", "/colour/", "/mix/")
"""Parts of the reader of boards, as exported nodes are named, that make its answers: they work on whole sites, of which
there are few, and tell colours, whose differences are fine."""
BODY = ("/trunk/", "/fine/")
"""Parts in which most of the time goes: what every network has, and what looks closer at boards. Their layers may have
names as in HEADS."""


FIRST = ("/trunk/stem/", "/trunk/blocks/blocks.0/")
"""The first layers of the reader of boards, which stay as they are: rounded, they cost certainty, and what they see of
three colours is hardly computed faster."""


def answering(model: onnx.ModelProto) -> list[str]:
    """The names of the fully connected layers, or of HEADS, and of all nodes that come after one."""
    names, made = [], set[str]()
    for node in model.graph.node:  # ONNX lists nodes after those that they need
        is_body = any(part in node.name for part in BODY)
        is_head = node.op_type == "Gemm" or (not is_body and any(head in node.name for head in HEADS))
        if is_head or made.intersection(node.input):
            names.append(node.name)
            made.update(node.output)
    return names


def _told_after(model: onnx.ModelProto, value: str) -> str:
    """The value that holds `value` as it is after rounding to whole numbers; itself where it is not rounded."""
    readers = {
        node.input[0]: node for node in model.graph.node if node.op_type in ("QuantizeLinear", "DequantizeLinear")
    }
    rounded = readers.get(value)
    return value if rounded is None else str(readers[rounded.output[0]].output[0])


def _means(model: onnx.ModelProto, values: list[str], batches: list[Batch], folder: Path) -> list[NDArray[np.float64]]:
    """What each of `values` (n, channels, h, w) is on average over `batches`, (channels,) each."""
    asked = onnx.ModelProto()
    asked.CopyFrom(model)
    asked.graph.output.extend(onnx.helper.make_empty_tensor_value_info(value) for value in values)
    file = folder / "asked.onnx"
    onnx.save(asked, str(file))
    session = open_network(file)
    sums = [np.zeros(1)] * len(values)
    for batch in batches:
        found = session.run(values, batch)
        sums = [total + one.mean((2, 3)).sum(0, dtype=np.float64) for total, one in zip(sums, found, strict=True)]
    return [total / sum(len(batch["pixels"]) for batch in batches) for total in sums]


def correct_biases(exact: onnx.ModelProto, whole: onnx.ModelProto, batches: list[Batch], folder: Path) -> None:
    """Change the biases of the convolutions of `whole`, from the first to the last, so that each tells on average over
    `batches` what it tells in `exact`. `folder` holds what is written on the way."""
    numbers = {item.name: item for item in whole.graph.initializer}
    makers = {value: node for node in whole.graph.node for value in node.output}
    convolutions = [node for node in whole.graph.node if node.op_type == "Conv" and len(node.input) > 2]
    if not convolutions:
        return
    wanted = _means(exact, [node.output[0] for node in convolutions], batches, folder)
    for node, want in zip(convolutions, wanted, strict=True):
        maker = makers.get(node.input[2])
        if maker is None or maker.op_type != "DequantizeLinear":
            continue  # left as it was
        (got,) = _means(whole, [_told_after(whole, node.output[0])], batches, folder)
        bias, step = numbers[maker.input[0]], onnx.numpy_helper.to_array(numbers[maker.input[1]])
        shifted = onnx.numpy_helper.to_array(bias) + np.round((want - got) / step).astype(np.int32)
        bias.CopyFrom(onnx.numpy_helper.from_array(shifted.astype(np.int32), bias.name))


def quantise(model: Path, batches: list[Batch], out: Path, first: Sequence[str] = ()) -> None:
    """Write `model` with whole numbers to `out`; layers with one of `first` in their names stay as they are."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(model), str(ready), skip_symbolic_shape=True)
        exact = onnx.load(str(ready))
        fold_pads(exact)
        onnx.save(exact, str(ready))
        kept = answering(exact)
        if not kept:
            raise SystemExit(
                f"{model}: has no layers that are known to make its answers; nothing would keep these exact"
            )
        kept += [node.name for node in exact.graph.node if any(part in node.name for part in first)]
        quantize_static(
            str(ready),
            str(out),
            Batches(batches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Add", "Relu", "Clip", "Concat", "Resize", "Gemm"],
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=kept,
        )
        whole = onnx.load(str(out))
        convolutions = [node for node in exact.graph.node if node.op_type == "Conv"]
        rounded = sum(node.name not in kept for node in convolutions)
        if rounded < LEAST_WHOLE * len(convolutions):
            raise SystemExit(
                f"{model}: {rounded} of {len(convolutions)} convolutions are before the layers that make its answers; "
                "too few to be worth it"
            )
        correct_biases(exact, whole, batches, Path(folder))
        onnx.save(whole, str(out))


def disagreement(model: Path, other: Path, batches: list[Batch]) -> float:
    """Mean absolute difference of the two networks' answers over `batches`."""
    one, two = open_network(model), open_network(other)
    return float(np.mean([np.abs(one.run(None, batch)[0] - two.run(None, batch)[0]).mean() for batch in batches]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    shown = parser.add_mutually_exclusive_group(required=True)
    shown.add_argument("--scenes", type=Path, help="rendered scenes, for the readers")
    shown.add_argument("--symbols", type=Path, help="dice with drawings written by embed_scenes.py, for the framer")
    shown.add_argument("--boards", type=Path, help="folder written by board_scenes.py, for the reader of boards")
    parser.add_argument("--flat", action="store_true", help="show upper faces laid flat, for the face reader")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.scenes:
        scenes = load_folder(args.scenes)
        batches = crops_of(scenes[:: max(1, len(scenes) // PICTURES)], args.flat)
    elif args.boards:
        boards = load_boards(args.boards / "labels.json", 0, most=PICTURES)
        batches = [{"pixels": lit(board.image)[None], "lean": board.lean[None]} for board in boards]
    else:
        crops = np.load(args.symbols)["crops"]
        batches = [{"pixels": crops[n::PICTURES]} for n in range(PICTURES)]
    part = args.out.with_suffix(".part")
    quantise(args.model, batches, part, FIRST if args.boards else ())
    gap = disagreement(args.model, part, batches[:40])
    if gap > MOST_OFF:
        raise SystemExit(f"{args.out}: differs from {args.model} by {gap:.4f} on average; not usable")
    part.replace(args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1024:.0f} KiB, differs by {gap:.4f} on average")


if __name__ == "__main__":
    main()
