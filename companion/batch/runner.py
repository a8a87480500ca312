"""Has jobs done by an executor: outcomes come in the order of the jobs; one that kills its worker ends no other."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from companion.batch.errors import BatchError, JobError, OtherVersionError
from companion.batch.identity import program_identity
from companion.batch.kept_results import KeptResults, file_key
from companion.text import one_line

Source: TypeAlias = str | bytes
"""A file as a job gets it: its path, or what it holds."""
MOST_SENT = 2**30
"""Bytes of a file that is sent to a worker."""
MOST_TOGETHER = 16
"""Jobs that are one task."""
PATIENCE = 5.0
"""Seconds without a result after which it is asked whether the workers are there."""


def _there() -> bool:
    return True


class Job(NamedTuple):
    """One thing to do, by itself."""

    name: str
    """What lines on it call it."""
    arguments: tuple[Any, ...] = ()
    path: str | None = None
    """A file that is handed to the function as a Source, before the other arguments."""
    size: int = 1
    """How much it is, as progress counts."""
    how: str = ""
    """On what its result depends besides the file and what is the same for all."""


class Outcome(NamedTuple):
    """What a job came to: its value, or why there is none."""

    job: Job
    value: Any = None
    error: Exception | None = None


class Workers(NamedTuple):
    """Those who do the jobs."""

    executor: Executor
    ahead: int
    """Jobs that are handed out before the first of them is done."""
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    """What a job fails with whose worker was killed, by it or by another."""
    together: float = 0.0
    """Seconds of short jobs that are handed out as one task, which costs as much as for one."""
    send: bool = False
    """Whether workers cannot open the files, so that these are sent along."""
    wanted: str | None = None
    """The identity that a worker must have; None: it cannot have another."""
    there: Callable[[], bool] = _there
    """Whether any of those is there that may be given a job."""


@dataclass(eq=False)
class _Place:
    """A job in the order of all."""

    job: Job
    key: str | None = None
    outcome: Outcome | None = None
    again: bool = False


class _Pace:
    """How long jobs take, and so how many of them are one task."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._each: float | None = None

    @property
    def together(self) -> int:
        if self._each is None:
            return 1
        return max(1, min(MOST_TOGETHER, int(self._seconds / max(self._each, 1e-6))))

    def took(self, seconds: float) -> None:
        self._each = seconds if self._each is None else 0.8 * self._each + 0.2 * seconds


def run_jobs(
    workers: Workers, function: Callable[..., Any], jobs: Iterable[Job], kept: KeptResults | None = None
) -> Iterator[Outcome]:
    """Yields what `function` makes of each job, in their order. Jobs are taken from `jobs` as they are needed.

    Those whose result is kept are not done again, and results are kept as they come. When a worker is killed, every
    job that may have done that is done once more by itself: one during which it happens again is named by its outcome.
    """
    waiting: dict[Future[Any], list[_Place]] = {}
    order: deque[_Place] = deque()
    suspects: deque[_Place] = deque()
    pace = _Pace(workers.together)
    coming = iter(jobs)
    more = True
    while more or waiting or suspects:
        by_itself = bool(suspects) or any(place.again for task in waiting.values() for place in task)
        if more and not by_itself and len(waiting) < workers.ahead:
            task: list[_Place] = []
            while more and len(task) < pace.together:
                job = next(coming, None)
                if job is None:
                    more = False
                    break
                place = _Place(job)
                order.append(place)
                if _known(place, kept):
                    break  # it is told before more are looked up
                task.append(place)
            _hand_out(workers, function, task, waiting)
        elif waiting:
            done = wait(waiting, PATIENCE, FIRST_COMPLETED).done
            if not done and not workers.there():
                raise BatchError("the workers have gone away; begin again with those that are there now")
            for future in done:
                suspects += _unsettled(waiting.pop(future), future, workers, kept, pace)
        else:
            _hand_out(workers, function, [suspects.popleft()], waiting)
        while order and order[0].outcome is not None:
            yield order[0].outcome
            order.popleft()


def _known(place: _Place, kept: KeptResults | None) -> bool:
    if kept is None:
        return False
    job = place.job
    key = job.name if job.path is None else file_key(job.path)
    place.key = key and f"{key}{job.how and ' '}{job.how}"
    if place.key is None or place.key not in kept:
        return False
    place.outcome = Outcome(place.job, kept[place.key])
    return True


def _hand_out(
    workers: Workers, function: Callable[..., Any], task: list[_Place], waiting: dict[Future[Any], list[_Place]]
) -> None:
    """Submit some jobs as one task; those whose file cannot be read are settled at once."""
    calls, places = [], []
    for place in task:
        job = place.job
        try:
            source = () if job.path is None else (_source(job, job.path, workers),)
        except JobError as error:
            place.outcome = Outcome(job, error=error)
            continue
        calls.append((*source, *job.arguments))
        places.append(place)
    if places:
        waiting[workers.executor.submit(perform, workers.wanted, function, calls)] = places


def _source(job: Job, path: str, workers: Workers) -> Source:
    if not workers.send:
        return path if workers.wanted is None else os.path.abspath(path)
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_SENT + 1)
    except (OSError, ValueError) as error:
        raise JobError(f"{one_line(job.name)}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > MOST_SENT:
        raise JobError(f"{one_line(job.name)}: too large to be sent; put it where all workers find it by the same path")
    return data


def _unsettled(
    task: list[_Place], future: Future[Any], workers: Workers, kept: KeptResults | None, pace: _Pace
) -> list[_Place]:
    """Take in what a task came to; its jobs that have to be done once more, each by itself."""
    if future.cancelled() or isinstance(future.exception(), CancelledError):
        raise BatchError("the workers have gone away")
    error = future.exception()
    if error is None:
        for place, (value, fault, seconds) in zip(task, future.result(), strict=True):
            pace.took(seconds)
            if fault is None and kept is not None and place.key is not None:
                kept.append(place.key, place.job.name, value)
            place.outcome = Outcome(place.job, value, fault)
        return []
    if not isinstance(error, Exception):
        raise error
    lost = isinstance(error, (OtherVersionError, *workers.lost))
    if len(task) > 1 or (lost and not task[0].again):
        for place in task:
            place.again = lost
        return task
    told = str(error) if isinstance(error, OtherVersionError) else "ends the process that does it"
    job = task[0].job
    task[0].outcome = Outcome(job, error=JobError(f"{one_line(job.name)}: {told}; it is left out") if lost else error)
    return []


_one_at_a_time = threading.Lock()
"""Networks are loaded once in a process, and run by one of its threads; workers of a cluster may have more."""


def perform(
    wanted: str | None, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]
) -> list[tuple[Any, Exception | None, float]]:
    """Does some jobs in the process of a worker: the value of each, or the exception that ended it, and its seconds."""
    if wanted is not None and program_identity() != wanted:
        raise OtherVersionError(f"was given to a worker with {program_identity()}, here it is {wanted}")
    results: list[tuple[Any, Exception | None, float]] = []
    for arguments in calls:
        with _one_at_a_time:
            begun = time.perf_counter()
            value, fault = None, None
            try:
                value = function(*arguments)
            except Exception as error:
                fault = error
            results.append((value, fault, time.perf_counter() - begun))
    return results
