"""Whole numbers: what pads for itself, and what stays exact."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
onnx = pytest.importorskip("onnx", reason="training needs the extra `train`")

from onnx import TensorProto, helper, numpy_helper

from models.train.export.quantise import FIRST, answering, correct_biases, fold_pads, quantise
from vision.inference.networks import open_network


def padded(
    mode: str = "constant", value: float = 0.0, sides: tuple[int, ...] = (0, 0, 0, 1, 0, 0, 1, 1)
) -> onnx.ModelProto:
    """Pixels to floats, padded unlike on both sides, convolved with stride two, then two numbers of the mean."""
    g = np.random.default_rng(0)
    numbers = {
        "around": np.array(sides, np.int64),
        "value": np.float32(value),
        "weight": np.float32(g.normal(0, 0.01, (4, 3, 3, 3))),
        "base": np.float32([0.5, -0.5, 0.25, 0]),
        "last": np.float32(g.normal(0, 1, (4, 2))),
        "bias": np.zeros(2, np.float32),
    }
    nodes = [
        helper.make_node("Transpose", ["pixels"], ["upright"], "turn", perm=[0, 3, 1, 2]),
        helper.make_node("Cast", ["upright"], ["light"], "cast", to=TensorProto.FLOAT),
        helper.make_node("Pad", ["light", "around", "value"], ["wide"], "pad", mode=mode),
        helper.make_node("Conv", ["wide", "weight", "base"], ["seen"], "look", strides=[2, 2], pads=[1, 0, 0, 0]),
        helper.make_node("GlobalAveragePool", ["seen"], ["mean"], "mean"),
        helper.make_node("Flatten", ["mean"], ["flat"], "flat"),
        helper.make_node("Gemm", ["flat", "last", "bias"], ["logits"], "decide"),
        helper.make_node("Softmax", ["logits"], ["answer"], "say"),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("pixels", TensorProto.UINT8, ["n", 16, 16, 3])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["n", 2])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in numbers.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def answers(model: onnx.ModelProto, folder: Path) -> np.ndarray:
    file = folder / "net.onnx"
    onnx.save(model, str(file))
    pixels = np.random.default_rng(1).integers(0, 256, (5, 16, 16, 3), np.uint8)
    return np.asarray(open_network(file).run(None, {"pixels": pixels})[0])


def test_a_convolution_that_pads_for_itself_answers_the_same(tmp_path: Path) -> None:
    model = padded()
    before = answers(model, tmp_path)
    assert fold_pads(model) == 1
    assert "Pad" not in [node.op_type for node in model.graph.node]
    assert {item.name for item in model.graph.initializer} == {"weight", "base", "last", "bias"}
    assert np.allclose(answers(model, tmp_path), before, atol=1e-6)
    assert before.std() > 0.01


@pytest.mark.parametrize(
    "kept",
    [{"mode": "reflect"}, {"value": 7.0}, {"sides": (0, 1, 0, 0, 0, 0, 1, 1)}],
    ids=["mirror", "grey", "channels"],
)
def test_other_pads_stay(kept: dict[str, object]) -> None:
    assert fold_pads(padded(**kept)) == 0  # type: ignore[arg-type]


def test_what_makes_the_answers_stays_exact(tmp_path: Path) -> None:
    assert answering(padded()) == ["decide", "say"]
    exact, whole = tmp_path / "exact.onnx", tmp_path / "whole.onnx"
    onnx.save(padded(), str(exact))
    g = np.random.default_rng(2)
    quantise(exact, [{"pixels": g.integers(0, 256, (8, 16, 16, 3), np.uint8)} for _ in range(4)], whole)
    pixels = g.integers(0, 256, (64, 16, 16, 3), np.uint8)
    one, two = (open_network(file).run(None, {"pixels": pixels})[0] for file in (exact, whole))
    assert np.abs(one - two).max() < 0.1
    assert np.allclose(two.sum(1), 1, atol=1e-5)
    assert len(np.unique(two.round(7))) > 64, "rounded answers would repeat"


def test_what_rounding_shifts_is_taken_back(tmp_path: Path) -> None:
    batches = [{"pixels": np.random.default_rng(n).integers(0, 256, (8, 16, 16, 3), np.uint8)} for n in range(4)]
    exact, whole = tmp_path / "exact.onnx", tmp_path / "whole.onnx"
    onnx.save(padded(), str(exact))
    quantise(exact, batches, whole)
    model = onnx.load(str(whole))
    (bias,) = [item for item in model.graph.initializer if item.name == "base_quantized"]
    right = numpy_helper.to_array(bias)
    bias.CopyFrom(numpy_helper.from_array(right + np.int32([300, -300, 0, 50]), bias.name))
    correct_biases(padded(), model, batches, tmp_path)
    assert np.abs(numpy_helper.to_array(bias) - right).max() <= 15  # a fraction of what an answer is rounded to


@pytest.mark.parametrize(
    ("name", "rounded"),
    [("/net/trunk/blocks.0/around/Conv", True), ("/net/fine/fine.0/around/Conv", True), ("/net/around/Conv", False)],
)
def test_a_layer_before_the_heads_is_none_whatever_it_is_called(tmp_path: Path, name: str, rounded: bool) -> None:
    model, batches = padded(), [{"pixels": np.zeros((8, 16, 16, 3), np.uint8)}]
    (conv,) = [node for node in model.graph.node if node.op_type == "Conv"]
    conv.name = name
    assert (name not in answering(model)) == rounded
    onnx.save(model, str(tmp_path / "exact.onnx"))
    if rounded:
        quantise(tmp_path / "exact.onnx", batches, tmp_path / "whole.onnx")
    else:
        with pytest.raises(SystemExit, match=r"0 of 1 convolutions .* too few to be worth it"):
            quantise(tmp_path / "exact.onnx", batches, tmp_path / "whole.onnx")


def test_layers_that_are_to_stay_as_they_are_do(tmp_path: Path) -> None:
    exact, batches = padded(), [{"pixels": np.zeros((8, 16, 16, 3), np.uint8)}]
    (conv,) = [node for node in exact.graph.node if node.op_type == "Conv"]
    conv.name = "/net/trunk/stem/Conv"
    onnx.save(exact, str(tmp_path / "exact.onnx"))
    with pytest.raises(SystemExit, match=r"0 of 1 convolutions"):
        quantise(tmp_path / "exact.onnx", batches, tmp_path / "whole.onnx", FIRST)
