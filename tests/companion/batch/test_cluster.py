"""Jobs on a Dask cluster of two workers, which `make cluster` starts."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from companion.batch import BatchError, Job, cluster, open_cluster, program_identity, run_jobs, runner
from tests.support import batch_jobs
from tests.support.cluster import local_cluster
from tests.support.front_door import Ask, asking
from tests.support.paths import DATA, ROOT

pytestmark = pytest.mark.slow

ask = pytest.fixture(asking)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with local_cluster() as address:
        yield address


def nothing_said(line: str) -> None:
    raise AssertionError(line)


def test_results_come_in_order_and_a_job_that_kills_its_worker_is_named(address: str, tmp_path: Path) -> None:
    jobs = [Job(f"job {one}", (one, str(tmp_path / "begun") if one == 5 else "", 99)) for one in range(30)]
    with open_cluster(address, None, nothing_said) as workers:
        outcomes = list(run_jobs(workers, batch_jobs.kill_some, jobs))
    assert [one.value for one in outcomes] == [2 * one if one != 5 else None for one in range(30)]
    assert str(outcomes[5].error) == "job 5: ends the process that does it; it is left out"
    assert (tmp_path / "begun").read_bytes() == b".."


def test_files_go_by_path_where_workers_find_them(address: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    path = str(tmp_path / "file")
    with open_cluster(address, path, nothing_said) as workers:
        assert [one.value for one in run_jobs(workers, batch_jobs.length_of, [Job("file", (), path)])] == [("path", 5)]


def test_a_cluster_scans_as_one_process_does(address: str, ask: Ask, tmp_path: Path) -> None:
    names = [str(path) for path in sorted((DATA / "scenes").glob("*.jpg"))[:5]]
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    names.insert(2, str(tmp_path / "cut.jpg"))
    told = [ask("scan", "--json", *names, *how) for how in (("--jobs", "1"), ("--cluster", address))]
    lines = [[json.loads(line) | {"ms": 0} for line in run.lines] for run in told]
    assert lines[0] == lines[1] and [line["image"] for line in lines[0]] == [*names[:2], *names[3:]]
    assert [run.code for run in told] == [1, 1]
    assert told[0].err == told[1].err and "cut.jpg: cut short" in told[0].err


def test_where_no_scheduler_is_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    for address in ("tcp://127.0.0.1:1", "nowhere://x", "127.0.0.1:a"):
        with pytest.raises(BatchError, match=f"^--cluster {address}: no scheduler of Dask answers there"):
            open_cluster(address, None, nothing_said).__enter__()


@contextmanager
def other_worker(address: str, folder: Path) -> Iterator[None]:
    """A worker whose networks are not ours, though it works on the same files."""
    models = folder / "models"
    models.mkdir()
    for file in (ROOT / "models").iterdir():
        if file.is_file():
            (models / file.name).symlink_to(file)
    (models / "manifest.toml").unlink()
    (models / "manifest.toml").write_text((ROOT / "models" / "manifest.toml").read_text() + "# of another day")
    command = [sys.executable, "-W", "ignore", "-m", "distributed.cli.dask_worker", address, "--no-nanny"]
    with subprocess.Popen(
        [*command, "--nthreads", "1", "--no-dashboard"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])},
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield
        finally:
            process.kill()


def test_a_worker_with_other_networks_gets_no_job_even_where_ours_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "PATIENCE", 0.1)
    killed = Job("killed", (1, str(tmp_path / "begun"), 1))
    said = list[str]()
    with local_cluster(1) as address, other_worker(address, tmp_path):
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2)
        with open_cluster(address, None, said.append) as workers:
            jobs = [Job(f"job {one}") for one in range(12)]
            assert {one.value for one in run_jobs(workers, program_identity, jobs)} == {program_identity()}
            with pytest.raises(BatchError, match=r"^the workers have gone away"):
                list(run_jobs(workers, batch_jobs.kill_worker, [killed]))
    assert len(said) == 1 and re.search(r"^--cluster: worker \S+ has .*; it gets no work$", said[0])


class OtherWorkers:
    """Stands for a client whose workers say this of themselves."""

    def __init__(self, **told: Any) -> None:
        self._told = told

    def run(self, function: Any, path: str | None, on_error: str) -> dict[str, Any]:
        return self._told

    def wait_for_workers(self, count: int, timeout: float) -> None:
        assert self._told


def test_workers_of_another_version_get_no_work_and_a_line_each() -> None:
    ours, said = program_identity(), list[str]()
    client = OtherWorkers(
        good=(ours, None), old=("version 0, networks 1", None), bare=ModuleNotFoundError("No module named 'companion'")
    )
    restricted, shared = cluster._checked(client, "address", None, said.append)
    assert restricted == {"workers": ["good"]} and shared
    assert said == [
        f"--cluster: worker bare has ModuleNotFoundError: No module named 'companion', here it is {ours}; "
        "it gets no work",
        f"--cluster: worker old has version 0, networks 1, here it is {ours}; it gets no work",
    ]
    with pytest.raises(BatchError, match="there is no worker of this version"):
        cluster._checked(OtherWorkers(old=("version 0, networks 1", None)), "address", None, said.append)


def test_files_that_workers_do_not_find_are_sent() -> None:
    ours = program_identity()
    client = OtherWorkers(here=cluster._told(__file__), there=(ours, None))
    assert cluster._checked(client, "address", __file__, nothing_said) == ({}, False)


def test_without_dask_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BatchError, match="--cluster takes Dask: pip install 'tabletop-companion\\[cluster\\]'"):
        open_cluster("tcp://127.0.0.1:1", None, nothing_said).__enter__()
