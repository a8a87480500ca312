"""Work of the workshop that is shared out: the same files by one process and by two, and one line for what is wrong."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

import pytest

from companion.cli import WRONG_USE, Refusal
from models.train.jobs import KnownFile, batch_arguments, once, run_program, write_files
from models.train.render.common import scene_folders
from models.train.render.common.scene_folders import BLOCK, write_each, write_together
from tests.support.workshop_jobs import NoiseMaker

COUNT = BLOCK + 3


def options(out: Path, count: int = COUNT, jobs: int = 1) -> argparse.Namespace:
    return argparse.Namespace(out=out, count=count, jobs=str(jobs), cluster=None)


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("write", [write_each, write_together])
def test_two_processes_write_what_one_does(write: object, tmp_path: Path) -> None:
    assert callable(write)
    for jobs in (1, 2):
        write(options(tmp_path / str(jobs), jobs=jobs), NoiseMaker, 5, None)
    assert held(tmp_path / "1") == held(tmp_path / "2")
    assert len(held(tmp_path / "1")) == (2 * COUNT if write is write_each else COUNT + 1)


def test_scenes_that_are_there_are_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_each(options(tmp_path), NoiseMaker, 5, None)
    whole = held(tmp_path)
    for number in (3, BLOCK + 1):
        (tmp_path / f"{number:05d}.json").unlink()
    drawn: list[int] = []
    draw = scene_folders.draw_scenes
    monkeypatch.setattr(
        scene_folders, "draw_scenes", lambda numbers, *how: drawn.extend(numbers) or draw(numbers, *how)
    )
    write_each(options(tmp_path), NoiseMaker, 5, None)
    assert drawn == [3, BLOCK + 1] and held(tmp_path) == whole


def test_a_worker_with_other_assets_draws_nothing(tmp_path: Path) -> None:
    (tmp_path / "assets.json").write_text("[]")
    index = KnownFile.at(tmp_path / "assets.json")
    (tmp_path / "assets.json").write_text("[ ]")
    with pytest.raises(Refusal, match=r"assets.json: a worker has another file of this name; put the same one there"):
        write_each(options(tmp_path / "out"), NoiseMaker, 5, index)
    assert not (tmp_path / "out").exists()


def test_a_file_is_whole_or_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path / "new", {"a": b"1", "b": b"2"})
    assert held(tmp_path / "new") == {"a": b"1", "b": b"2"}

    def full(path: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Refusal, match=r"new: cannot be written \(No space left on device\)$"):
        write_files(tmp_path / "new", {"a": b"3"})
    assert (tmp_path / "new" / "a").read_bytes() == b"1"


def test_each_thread_makes_its_own_once() -> None:
    maker = once(NoiseMaker)
    here = maker(1, None)
    assert maker(1, None) is here and maker(2, None) is not here
    found: list[NoiseMaker] = []
    thread = threading.Thread(target=lambda: found.append(maker(2, None)))
    thread.start()
    thread.join()
    assert found[0].made_in != here.made_in


def test_a_program_says_what_is_wrong_in_a_line_and_with_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--finder", "gone.onnx", "--reader", "gone.onnx", "--photos", "tests/data", "--evidence", "none.npz"]
    monkeypatch.setattr("sys.argv", ["evaluate_dice", *given])
    with pytest.raises(SystemExit) as end:
        run_program("models.train.evaluate.evaluate_dice")
    assert end.value.code == WRONG_USE
    assert capsys.readouterr().err == "companion: gone.onnx: no file that can be read\n"


def test_another_program_is_given_the_same_workers() -> None:
    assert batch_arguments(argparse.Namespace(jobs=None, cluster=None)) == []
    given = batch_arguments(argparse.Namespace(jobs="3", cluster="tcp://127.0.0.1:8786"))
    assert given == ["--jobs=3", "--cluster=tcp://127.0.0.1:8786"]
