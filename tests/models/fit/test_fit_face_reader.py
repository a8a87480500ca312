"""Fitting the face reader: what it is shown, what is taught, and what is shipped of it."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

from models.train.data.reader_data import PATCH, Patches
from models.train.export.export import DESCRIPTIONS, export
from models.train.export.manifest import enter_network
from models.train.fit.fit_face_reader import BATCH, batches, face_loss
from models.train.nets.die_nets import CLASSES, FaceReaderForExport, Reader
from vision.dice.pip_classifier import FLAT_LOOKS, FaceClassifier
from vision.inference.networks import load_network


def dice(values: list[int]) -> Patches:
    """Patches of one grey each; no pips, value 0, are of no use here."""
    count = len(values)
    images = np.stack([np.full((PATCH, PATCH, 3), 30 * value, np.uint8) for value in values])
    tops = np.tile(np.float32([[56, 56], [20, 0], [0, 20]]), (count, 1, 1))
    return Patches("dice", images, np.int64(values), np.zeros((count, 4), np.float32), tops)


def test_faces_of_all_groups_are_shown_and_no_others() -> None:
    pixels, classes = next(batches([dice([1, 2, 0]), dice([6])], np.random.default_rng(0)))
    assert pixels.shape == (BATCH, 64, 64, 3)
    assert pixels.dtype == torch.uint8
    assert set(classes.tolist()) == {1, 2, 6}


def test_what_is_said_of_doubts_and_places_costs_nothing() -> None:
    class Says(torch.nn.Module):
        def forward(self, pixels: torch.Tensor) -> torch.Tensor:
            answer = torch.randn(len(pixels), 17)
            answer[:, : len(CLASSES)] = 0
            answer[:, 3] = 20
            return answer

    right, wrong = (face_loss(Says(), (torch.zeros(4, 1), torch.full((4,), face))) for face in (3, 5))
    assert right < 1 < 10 < wrong


@pytest.mark.filterwarnings("ignore")
def test_an_exported_face_reader_knows_six_faces(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = Reader().eval()
    torch.save({"average": net.state_dict()}, tmp_path / "face_reader.pt")
    export("face_reader", tmp_path / "face_reader.pt", tmp_path / "face_reader.onnx")
    enter_network("face_reader", tmp_path / "face_reader.onnx", "test", DESCRIPTIONS["face_reader"])
    crops = np.random.default_rng(0).integers(0, 256, (3, 64, 64, 3), np.uint8)
    frames = np.tile(np.float32([0, 0, 0.8, 0, 0, 0.8]), (3, 1))
    faces = FaceClassifier(load_network("face_reader", tmp_path)).read(crops, frames)
    assert faces.shape == (FLAT_LOOKS, 3, 6)
    assert faces.sum(2) == pytest.approx(1, abs=1e-5)
    pixels = torch.from_numpy(crops)
    raw = net(pixels)[:, 1 : len(CLASSES)].softmax(1)
    assert torch.allclose(FaceReaderForExport(net)(pixels), raw, atol=1e-6)
