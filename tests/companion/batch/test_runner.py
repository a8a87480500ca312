"""Jobs here and in processes: their order, what fails, what kills its process, and what is stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.batch import Job, JobError, Outcome, Workers, open_processes, run_jobs, runner
from tests.support import batch_jobs
from tests.support.waiting import until


def told(outcomes: Iterator[Outcome]) -> list[object]:
    """The values, or what says why there is none."""
    return [outcome.value if outcome.error is None else str(outcome.error) for outcome in outcomes]


@pytest.mark.parametrize("count", [1, 2])
def test_results_come_in_the_order_of_the_jobs_and_what_cannot_be_done_ends_no_other(count: int) -> None:
    numbers = [*range(20), -1, *range(20, 40)]
    with open_processes(count) as workers:
        outcomes = list(run_jobs(workers, batch_jobs.doubled, (Job(str(one), (one,)) for one in numbers)))
    assert [outcome.job.name for outcome in outcomes] == [str(one) for one in numbers]
    assert told(iter(outcomes)) == [2 * one if one >= 0 else "-1: below 0" for one in numbers]
    assert isinstance(outcomes[20].error, JobError)


def test_two_processes_share_the_jobs_and_one_is_this_process() -> None:
    jobs = [Job(str(one), (one,)) for one in range(8)]
    with open_processes(1) as workers:
        assert set(told(run_jobs(workers, batch_jobs.process_of, jobs))) == {os.getpid()}
    with open_processes(2) as workers:
        processes = set(told(run_jobs(workers, batch_jobs.process_of, jobs)))
    assert 1 <= len(processes) <= 2 and os.getpid() not in processes


def test_jobs_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Job]:
        for one in range(1_000_000):
            taken.append(one)
            yield Job(str(one), (one,))

    with open_processes(1) as workers:
        outcomes = run_jobs(workers, batch_jobs.doubled, jobs())
        assert [next(outcomes).value for _ in range(3)] == [0, 2, 4]
    assert len(taken) <= 5


def test_a_job_that_kills_its_process_is_tried_once_more_and_then_named(tmp_path: Path) -> None:
    def jobs(killer: int, times: int) -> Iterator[Job]:
        for one in range(20):
            yield Job(f"job {one}", (one, str(tmp_path / f"begun-{one}") if one == killer else "", times))

    with open_processes(2) as workers:
        always, once = (told(run_jobs(workers, batch_jobs.kill_some, jobs(*how))) for how in ((3, 99), (15, 1)))
    assert always[3] == "job 3: ends the process that does it; it is left out"
    assert once == [2 * one for one in range(20)] == [*always[:3], 6, *always[4:]]
    assert (tmp_path / "begun-3").read_bytes() == b".."
    assert (tmp_path / "begun-15").read_bytes() == b".."


class Pool(Executor):
    """Workers that do all that was handed out whenever it is waited for: one that is killed takes all of it along."""

    def __init__(self, killers: set[int]) -> None:
        self.killers = killers
        self.tasks: list[tuple[Future[Any], list[tuple[int]]]] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.tasks.append((Future(), arguments[-1]))
        return self.tasks[-1][0]

    def wait(self, waiting: Any, seconds: float, how: str) -> Any:
        killed = any(number in self.killers for _, calls in self.tasks for (number,) in calls)
        for future, calls in self.tasks:
            if killed:
                future.set_exception(BrokenExecutor())
            else:
                future.set_result([(number, None, 0.0) for (number,) in calls])
        self.tasks.clear()
        return wait(waiting, seconds, how)


@given(st.sets(st.integers(0, 39), max_size=8), st.integers(1, 6), st.sampled_from([0.0, 60.0]))
def test_only_jobs_that_kill_a_worker_are_named(killers: set[int], ahead: int, together: float) -> None:
    pool = Pool(killers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "wait", pool.wait)
        outcomes = run_jobs(Workers(pool, ahead, together=together), int, (Job(str(one), (one,)) for one in range(40)))
        assert {one for one, outcome in enumerate(outcomes) if outcome.error is not None} == killers


def test_jobs_that_have_begun_are_stopped_when_the_batch_is(tmp_path: Path) -> None:
    jobs = [Job(str(one), (str(tmp_path), one)) for one in range(9)]
    with pytest.raises(KeyboardInterrupt), open_processes(2) as workers:
        for future in [workers.executor.submit(batch_jobs.mark_and_wait, *job.arguments) for job in jobs]:
            until(lambda: len(list(tmp_path.iterdir())) == 2)
            assert not future.done()
            raise KeyboardInterrupt
    for path in tmp_path.iterdir():
        until(lambda path=path: not Path("/proc", path.name).exists())  # type: ignore[misc]


def test_files_go_by_path_and_are_sent_along_where_they_cannot_be_found(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    jobs = [Job("file", (), str(file)), Job("gone", (), str(tmp_path / "gone"))]
    with open_processes(1) as workers:
        by_path = told(run_jobs(workers, batch_jobs.length_of, jobs))
        sent = told(run_jobs(workers._replace(send=True), batch_jobs.length_of, jobs))
    assert by_path[0] == ("path", 5) and sent[0] == ("sent", 5)
    assert sent[1] == "gone: cannot be read (No such file or directory)"


def test_a_worker_of_another_version_does_no_job() -> None:
    with open_processes(1) as workers:
        (line,) = told(run_jobs(workers._replace(wanted="version 0"), batch_jobs.doubled, [Job("job", (1,))]))
    assert str(line).startswith("job: was given to a worker with version ") and "here it is version 0" in str(line)


class Counting(Executor):
    """Counts the tasks that are handed to another executor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.tasks = 0

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.tasks += 1
        return self._executor.submit(function, *arguments, **named)


def test_short_jobs_are_one_task_and_each_still_fails_by_itself() -> None:
    numbers = [*range(20), -1, *range(20, 60)]
    with open_processes(1) as workers:
        counting = Counting(workers.executor)
        together = workers._replace(executor=counting, together=60.0)
        outcomes = list(run_jobs(together, batch_jobs.doubled, (Job(str(one), (one,)) for one in numbers)))
    assert told(iter(outcomes)) == [2 * one if one >= 0 else "-1: below 0" for one in numbers]
    assert counting.tasks < len(numbers) / 5


def test_of_a_task_that_kills_its_process_only_the_job_that_does_so_is_named(tmp_path: Path) -> None:
    jobs = [Job(f"job {one}", (one, str(tmp_path / "begun") if one == 15 else "", 99)) for one in range(40)]
    with open_processes(2) as workers:
        values = told(run_jobs(workers._replace(together=60.0), batch_jobs.kill_some, jobs))
    assert values == [
        2 * one if one != 15 else "job 15: ends the process that does it; it is left out" for one in range(40)
    ]
