"""Results in a file: what stands there is not done again, whatever ended what wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.batch import BatchError, Job, KeptResults, open_processes, run_jobs
from tests.support import batch_jobs


def lengths(kept_in: Path, *files: Path, by: str = "version 1") -> tuple[list[object], int]:
    """What is told of the files, and how many results stood in the file before."""
    jobs = [Job(path.name, (), str(path)) for path in files]
    with KeptResults(str(kept_in), by) as kept, open_processes(1) as workers:
        before = len(kept)
        return [one.value for one in run_jobs(workers, batch_jobs.length_of, jobs, kept)], before


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = [tmp_path / name for name in "abc"]
    for path in made:
        path.write_text(path.name * 5)
    return made


def test_a_batch_goes_on_where_it_stopped(tmp_path: Path, files: list[Path]) -> None:
    kept = tmp_path / "kept.jsonl"
    assert lengths(kept, *files[:2]) == ([("path", 5), ("path", 5)], 0)
    edited = kept.read_text().replace('["path",5]', '"kept"', 1)
    kept.write_text(edited)
    assert lengths(kept, *files) == (["kept", ["path", 5], ("path", 5)], 2)
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [line["name"] for line in lines] == ["a", "b", "c"] and len({line["key"] for line in lines}) == 3


def test_contents_count_and_not_names(tmp_path: Path, files: list[Path]) -> None:
    kept = tmp_path / "kept.jsonl"
    lengths(kept, files[0])
    kept.write_text(kept.read_text().replace('["path",5]', '"kept"'))
    files[1].write_text(files[0].read_text())
    files[0].write_text("another picture")
    assert lengths(kept, *files[:2])[0] == [("path", 15), "kept"]


def test_results_of_another_version_do_not_count_and_stay(tmp_path: Path, files: list[Path]) -> None:
    kept = tmp_path / "kept.jsonl"
    lengths(kept, *files)
    before = kept.read_text()
    assert lengths(kept, *files, by="version 2")[1] == 0
    assert kept.read_text().startswith(before) and lengths(kept, *files)[1] == 3


@pytest.mark.parametrize("cut", [2, 40, 90])
def test_a_line_that_was_cut_short_does_not_count_and_spoils_no_other(
    tmp_path: Path, files: list[Path], cut: int
) -> None:
    kept = tmp_path / "kept.jsonl"
    lengths(kept, *files[:2])
    kept.write_bytes(kept.read_bytes()[:-cut])
    assert lengths(kept, *files)[1] == 1
    assert lengths(kept, *files)[1] == 3


def test_a_first_line_that_was_cut_short_is_gone_on_with(tmp_path: Path, files: list[Path]) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text('{"ke')
    assert lengths(kept, *files)[1] == 0
    assert kept.read_text().startswith('{"ke\n{"key":')


@pytest.mark.parametrize("holds", [b"\xff\xd8\xff\xe0 a photograph", b'[{"key":1}]\n', b'{"image":"a.jpg"}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, files: list[Path], holds: bytes) -> None:
    kept = tmp_path / "photo.jpg"
    kept.write_bytes(holds)
    with pytest.raises(BatchError, match=r"--resume .*photo\.jpg: it holds something else than results"):
        lengths(kept, *files)
    assert kept.read_bytes() == holds
