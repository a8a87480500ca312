"""Which candidate a labelled die is credited to, and pictures that are read by one process, or two, or not again."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.cli import Refusal
from models.train.data.labels import LabelledDie, LabelledPicture, load_folder
from models.train.evaluate import evaluate_dice
from models.train.evaluate.evaluate_dice import Eyes, match_candidates, read_labelled
from models.train.export.folds import FACE_READER
from models.train.fit.fit_confidence import UNKNOWN
from models.train.jobs import KnownFile
from tests.support.cluster import local_cluster
from tests.support.paths import DATA, ROOT
from vision.dice.pipped_dice_classifier import ExaminedCandidates
from vision.inference import Evidence


def examined(*boxes: tuple[float, float, float, float], faces: tuple[int, ...]) -> ExaminedCandidates:
    """Candidates, the strongest first, and the face that each seems to show."""
    count = len(boxes)
    shown = np.full((count, 7), 0.01, np.float32)
    shown[np.arange(count), faces] = 0.94
    evidence = Evidence(np.zeros((count, 8), np.float32), np.zeros((count, 11), np.float32))
    crops = np.zeros((count, 64, 64, 3), np.uint8)
    nothing = np.zeros((count, 6), np.float32)
    return ExaminedCandidates(
        np.float32(boxes),
        np.linspace(0.9, 0.2, count, dtype=np.float32),
        shown,
        nothing[:, :4],
        nothing,
        evidence,
        crops,
    )


def picture(*dice: LabelledDie, complete: bool = True) -> LabelledPicture:
    return LabelledPicture(Path("table.jpg"), "ours", 400, 300, list(dice), complete)


ONE = LabelledDie((100, 100, 200, 200), 1, "d6")
PIP, DIE, BESIDE = (140, 140, 160, 160), (98, 101, 203, 199), (300, 100, 340, 140)


def test_a_die_is_its_best_fitting_candidate_however_strong_its_pip_is() -> None:
    seen = examined(PIP, DIE, BESIDE, faces=(2, 1, 3))
    assert match_candidates(seen, picture(ONE)) == [(0, False, 0), (1, True, 1), (2, False, 0)]


def test_a_pip_alone_finds_the_die_and_reads_it_wrongly() -> None:
    assert match_candidates(examined(PIP, faces=(2,)), picture(ONE)) == [(0, True, 0)]


def test_places_that_teach_nothing_are_passed_over() -> None:
    other = LabelledDie((300, 100, 340, 140), None, "ignore")
    unnamed = LabelledDie((100, 100, 200, 200), None, "d6")
    assert match_candidates(examined(DIE, BESIDE, faces=(1, 3)), picture(unnamed, other)) == [(0, True, UNKNOWN)]
    assert match_candidates(examined(PIP, DIE, faces=(2, 1)), picture(ONE, complete=False)) == [(1, True, 1)]


NETWORKS = [ROOT / "models" / f"{kind}.onnx" for kind in ("finder", "reader")]
Evaluate = Callable[..., bytes]


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Three photographs, each with a label that fits nothing."""
    folder = tmp_path / "photos"
    folder.mkdir()
    one = {"source": "ours", "width": 9, "height": 9, "objects": [{"box": [0, 0, 9, 9], "value": 3}]}
    pictures = sorted((DATA / "scenes").glob("*.jpg"))[:3]
    for path in pictures:
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "labels.json").write_text(json.dumps([one | {"image": path.name} for path in pictures]))
    return folder


@pytest.fixture
def evaluate(photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evaluate:
    """Runs the program, and gives what it wrote, but for how long it took."""

    def run(what: str, *more: object) -> bytes:
        out = tmp_path / "out"
        out.unlink(missing_ok=True)
        arguments = ["--finder", NETWORKS[0], "--reader", NETWORKS[1], "--photos", photos, what, out, *more]
        monkeypatch.setattr("sys.argv", ["evaluate_dice", *map(str, arguments)])
        evaluate_dice.main()
        return re.sub(rb'"ms":[\d.]+', b"", out.read_bytes())

    return run


WAYS = {"--evidence": (), "--out": ("--trust", ROOT / "models" / "manifest.toml")}


@pytest.mark.parametrize("what", WAYS)
def test_two_processes_find_what_one_does_and_what_is_kept_is_not_read_again(
    what: str, evaluate: Evaluate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = evaluate(what, *WAYS[what], "--jobs", "1", "--resume", tmp_path / "kept")
    assert len(alone) > 1000
    assert evaluate(what, *WAYS[what], "--jobs", "2") == alone
    monkeypatch.setattr(evaluate_dice, "read_labelled", None)
    assert evaluate(what, *WAYS[what], "--jobs", "1", "--resume", tmp_path / "kept") == alone


def test_a_picture_that_cannot_be_read_ends_in_a_line_and_no_result(
    evaluate: Evaluate, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = sorted(photos.glob("*.jpg"))[1]
    cut.write_bytes(cut.read_bytes()[:500])
    with pytest.raises(Refusal, match=r"^evaluate_dice: stopped, because"):
        evaluate("--evidence", "--jobs", "1")
    assert capsys.readouterr().err.startswith(f"companion: {cut}: cut short") and not (tmp_path / "out").exists()


def test_a_worker_with_another_network_reads_nothing(photos: Path, tmp_path: Path) -> None:
    other = tmp_path / "reader.onnx"
    other.write_bytes(b"as it was")
    eyes = Eyes(KnownFile.at(NETWORKS[0]), KnownFile.at(other), KnownFile.at(FACE_READER), None)
    picture = load_folder(photos)[0]
    other.write_bytes(b"as it is there")
    with pytest.raises(Refusal, match=f"^{other}: a worker has another file of this name; put the same one there"):
        read_labelled(str(picture.path), picture, eyes)
    other.unlink()
    with pytest.raises(Refusal, match=f"^{other}: a worker has no such file"):
        read_labelled(str(picture.path), picture, eyes)
    with pytest.raises(Refusal, match=f"^{other}: no file that can be read"):
        KnownFile.at(other)


@pytest.mark.slow
def test_a_cluster_finds_what_one_process_does(evaluate: Evaluate, photos: Path, tmp_path: Path) -> None:
    """As a program of its own, whose functions workers have to find."""
    alone = evaluate("--evidence", "--jobs", "1")
    given = ["--finder", NETWORKS[0], "--reader", NETWORKS[1], "--photos", photos, "--evidence", tmp_path / "shared"]
    with local_cluster() as address:
        command = [sys.executable, "-W", "ignore", "-m", "models.train.evaluate.evaluate_dice", *given]
        subprocess.run([*map(str, command), "--cluster", address], cwd=ROOT, check=True, timeout=300)
    assert (tmp_path / "shared").read_bytes() == alone
