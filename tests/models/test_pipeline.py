"""The whole way of `make train`, every count divided until it takes a minute."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("moderngl", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

from tests.support.vision.rendering import renderer_or_skip
from vision.camera.image_files import read_picture
from vision.dice.detector import DiceDetector
from vision.dice.dice_reader import DiceReader
from vision.dice.pip_classifier import PipClassifier
from vision.dice.pipped_dice_classifier import PippedDiceClassifier
from vision.inference.confidence import ConfidenceModel
from vision.inference.networks import load_network


@pytest.mark.slow
def test_training_from_nothing_ships_networks_that_load(tmp_path: Path) -> None:
    renderer_or_skip()
    ship = tmp_path / "models"
    ship.mkdir()
    command = [
        sys.executable,
        "-m",
        "models.train.pipeline",
        "--work",
        str(tmp_path / "work"),
        "--ship",
        str(ship),
        "--quick",
        "400",
    ]
    for run in range(2):  # the second run finds everything done
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert ("fit_finder" in done.stdout) == (run == 0)
    classifier = PippedDiceClassifier(PipClassifier(load_network("reader", ship)), ConfidenceModel())
    reader = DiceReader(DiceDetector(load_network("finder", ship)), classifier)
    assert reader.read(read_picture(ROOT / "tests" / "data" / "eighteen.png")).ms > 0
