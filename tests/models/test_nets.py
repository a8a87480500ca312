"""The two networks and the way from a checkpoint to the file that is shipped."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

from models.train.export import enter, export
from models.train.fit import Average, run_fit
from models.train.nets import CLASSES, Finder, FinderForExport, Reader

MOST_PARAMETERS = 400_000


@pytest.mark.parametrize("net", [Finder(), Reader()])
def test_the_nets_are_small(net: "torch.nn.Module") -> None:
    assert sum(p.numel() for p in net.parameters()) <= MOST_PARAMETERS


def test_the_finder_answers_a_map_at_a_quarter_of_the_size() -> None:
    net = FinderForExport(Finder().eval())
    answer = net(torch.zeros(1, 96, 160, 3, dtype=torch.uint8))
    assert tuple(answer.shape) == (1, 5, 24, 40)
    assert (answer[:, 3:] > 0).all()


def test_the_reader_answers_a_logit_a_class() -> None:
    assert tuple(Reader().eval()(torch.zeros(3, 64, 64, 3, dtype=torch.uint8)).shape) == (3, len(CLASSES))


def toy_batches() -> "object":
    generator = torch.Generator().manual_seed(0)
    while True:
        x = torch.randn(32, 4, generator=generator)
        yield x, (x[:, :1] > 0).float()


def toy_loss(net: "torch.nn.Module", batch: "tuple[torch.Tensor, torch.Tensor]") -> "torch.Tensor":
    return torch.nn.functional.binary_cross_entropy_with_logits(net(batch[0]), batch[1])


class Toy(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 1)

    def forward(self, x: "torch.Tensor") -> "torch.Tensor":
        return self.layer(x)


def test_a_stopped_fit_goes_on_where_it_was(tmp_path: Path) -> None:
    torch.manual_seed(1)
    checkpoint = tmp_path / "toy.pt"
    run_fit(Toy(), toy_batches(), toy_loss, 40, checkpoint, rate=0.05, save_every=20)  # type: ignore[arg-type]
    assert torch.load(checkpoint, weights_only=True)["step"] == 40
    net = run_fit(Toy(), toy_batches(), toy_loss, 40, checkpoint, rate=0.05)  # type: ignore[arg-type]
    assert torch.equal(net.layer.weight, torch.load(checkpoint, weights_only=True)["average"]["layer.weight"])


def test_a_fit_learns(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = run_fit(Toy(), toy_batches(), toy_loss, 150, tmp_path / "toy.pt", rate=0.1)  # type: ignore[arg-type]
    x, wanted = next(iter(toy_batches()))  # type: ignore[call-overload]
    assert ((net(x) > 0).float() == wanted).float().mean() > 0.9


def test_the_average_follows_the_weights() -> None:
    net = Toy()
    average = Average(net, keep=0.5)
    with torch.no_grad():
        net.layer.weight.fill_(1.0)
    for _ in range(80):
        average.update(net)
    assert torch.allclose(average.weights["layer.weight"], torch.ones(1, 4), atol=1e-3)


@pytest.mark.filterwarnings("ignore")
def test_an_exported_network_is_entered_and_read_back(tmp_path: Path) -> None:
    from vision.faces import FaceReader
    from vision.networks import load_network

    torch.manual_seed(2)
    checkpoint = tmp_path / "reader.pt"
    torch.save({"average": Reader().state_dict()}, checkpoint)
    export("reader", checkpoint, tmp_path / "reader.onnx")
    enter("reader", tmp_path / "reader.onnx", "test")
    answer = FaceReader(load_network("reader", tmp_path)).probabilities(np.zeros((2, 64, 64, 3), np.uint8))
    assert answer.shape == (2, 7)
    assert answer.sum(1) == pytest.approx(1, abs=1e-5)
