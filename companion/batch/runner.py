"""Has jobs done by an executor: outcomes come in the order of the jobs; one that kills its worker ends no other."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
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
    send: bool = False
    """Whether workers cannot open the files, so that these are sent along."""
    wanted: str | None = None
    """The identity that a worker must have; None: it cannot have another."""


@dataclass(eq=False)
class _Place:
    """A job in the order of all."""

    job: Job
    key: str | None = None
    outcome: Outcome | None = None
    again: bool = False


def run_jobs(
    workers: Workers, function: Callable[..., Any], jobs: Iterable[Job], kept: KeptResults | None = None
) -> Iterator[Outcome]:
    """Yields what `function` makes of each job, in their order. Jobs are taken from `jobs` as they are needed.

    Those whose result is kept are not done again, and results are kept as they come. When a worker is killed, every
    job that may have done that is done once more by itself: one during which it happens again is named by its outcome.
    """
    waiting: dict[Future[Any], _Place] = {}
    order: deque[_Place] = deque()
    suspects: deque[_Place] = deque()
    coming = iter(jobs)
    more = True
    while more or waiting or suspects:
        if more and not suspects and len(waiting) < workers.ahead:
            job = next(coming, None)
            if job is None:
                more = False
                continue
            place = _Place(job)
            order.append(place)
            if not _known(place, kept):
                _hand_out(workers, function, place, waiting)
        elif waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                place = waiting.pop(future)
                if _settled(place, future, workers, kept):
                    continue
                place.again = True
                suspects.append(place)
        else:
            _hand_out(workers, function, suspects.popleft(), waiting)
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
    workers: Workers, function: Callable[..., Any], place: _Place, waiting: dict[Future[Any], _Place]
) -> None:
    job = place.job
    try:
        source = () if job.path is None else (_source(job, job.path, workers),)
    except JobError as error:
        place.outcome = Outcome(job, error=error)
        return
    waiting[workers.executor.submit(perform, workers.wanted, function, *source, *job.arguments)] = place


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


def _settled(place: _Place, future: Future[Any], workers: Workers, kept: KeptResults | None) -> bool:
    """Whether the job needs no second try."""
    job = place.job
    if future.cancelled():
        raise BatchError("the workers have gone away")
    error = future.exception()
    if error is None:
        value = future.result()
        if kept is not None and place.key is not None:
            kept.append(place.key, job.name, value)
        place.outcome = Outcome(job, value)
    elif isinstance(error, CancelledError):
        raise BatchError("the workers have gone away")
    elif isinstance(error, (OtherVersionError, *workers.lost)):
        if not place.again:
            return False
        told = str(error) if isinstance(error, OtherVersionError) else "ends the process that does it"
        place.outcome = Outcome(job, error=JobError(f"{one_line(job.name)}: {told}; it is left out"))
    elif isinstance(error, Exception):
        place.outcome = Outcome(job, error=error)
    else:
        raise error
    return True


_one_at_a_time = threading.Lock()
"""Networks are loaded once in a process, and run by one of its threads; workers of a cluster may have more."""


def perform(wanted: str | None, function: Callable[..., Any], *arguments: Any) -> Any:
    """Does a job in the process of a worker."""
    if wanted is not None and program_identity() != wanted:
        raise OtherVersionError(f"was given to a worker with {program_identity()}, here it is {wanted}")
    with _one_at_a_time:
        return function(*arguments)
