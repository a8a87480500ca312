"""Has the jobs of a command done: --jobs, --cluster, --resume, progress, and what is said when it is stopped."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli import FAULT, INTERRUPTED, UNREAD, WRONG_USE, Refusal, complain
from companion.cli.common.position_input import whole_number

if TYPE_CHECKING:
    from companion.batch import Job, KeptResults, Outcome, Workers

MOST_JOBS = 512


class BatchOptions(NamedTuple):
    """How the jobs of a command are done."""

    command: str
    jobs: str | None
    cluster: str | None
    resume: str | None = None
    by: str = ""
    """The options on which results depend."""
    keeps: bool | None = False
    """Whether the command itself keeps what is done; None: nothing keeps it."""


class Jobs(NamedTuple):
    """Jobs that are made as they are needed."""

    each: Iterable[Job]
    length: int | None
    """None: nobody knows; then the command itself says what it means that it is stopped."""
    unit: str
    """What progress counts."""
    total: int
    """The sizes of all jobs."""
    worth: int = 1
    """Jobs for which a process more is started, where nobody says how many."""
    path: str | None = None
    """One of the files that are read."""


def add_batch(parser: argparse.ArgumentParser, usual: str = "one a core, as far as there is work for them") -> None:
    """The arguments that say where jobs are done. `usual`: by how many processes, where nobody says it."""
    parser.add_argument("--jobs", metavar="N", help=f"processes at once ({usual})")
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on the Dask cluster whose scheduler is there")


def add_resume(parser: argparse.ArgumentParser) -> None:
    """The argument that names a file of results."""
    parser.add_argument("--resume", metavar="FILE", help="append results to FILE; what stands there is not done again")


def run_batch(options: BatchOptions, jobs: Jobs, function: Callable[..., Any], done: Callable[[Job, Any], None]) -> int:
    """Have `function` do the jobs, and hand each result to `done`, in order; the exit code. Whatever cannot be done is
    a line on standard error, and the rest goes on."""
    from companion.batch import BatchError, run_jobs

    code = finished = 0
    with ExitStack() as stack:
        try:
            kept = None if options.resume is None else stack.enter_context(_kept(options, options.resume))
            workers = stack.enter_context(_workers(options, jobs))
            bar = _bar(jobs)
            stack.callback(bar.close)
            for outcome in run_jobs(workers, function, jobs.each, kept):
                with bar.external_write_mode(sys.stdout):
                    code = max(code, _tell(outcome, done))
                finished += 1
                bar.update(outcome.job.size)
        except KeyboardInterrupt:
            if jobs.length is None:
                raise
            raise Refusal(_stopped(options, finished, jobs.length), INTERRUPTED) from None
        except BatchError as error:
            done_so_far = f"; {finished} of {jobs.length} are done" if finished and jobs.length is not None else ""
            raise Refusal(f"{options.command}: {error}{done_so_far}", UNREAD if finished else WRONG_USE) from None
    return code


def _tell(outcome: Outcome, done: Callable[[Job, Any], None]) -> int:
    """Hand on one result, or say why there is none; the exit code for it."""
    from companion.batch import JobError

    error = outcome.error
    if error is None:
        try:
            done(outcome.job, outcome.value)
            return 0
        except JobError as fault:
            error = fault
    if isinstance(error, JobError):
        complain(str(error))
        return UNREAD
    if isinstance(error, Refusal) or os.environ.get("COMPANION_DEBUG"):
        raise error
    complain(
        f"{outcome.job.name}: a fault of companion itself, {type(error).__name__}: {error}; "
        "COMPANION_DEBUG=1 shows where, please report it"
    )
    return FAULT


def _stopped(options: BatchOptions, finished: int, count: int) -> str:
    how = "; the same command goes on from there"
    if options.keeps is None:
        how = ""
    elif options.resume is None and not options.keeps:
        how = "; with --resume FILE it can be stopped and goes on from there"
    return f"{options.command}: stopped, {finished} of {count} are done{how}"


def _kept(options: BatchOptions, path: str) -> KeptResults:
    from companion.batch import KeptResults, program_identity

    return KeptResults(path, f"{program_identity()} {options.command} {options.by}")


def processes_asked(options: BatchOptions) -> int | None:
    """The number of processes that is asked for; None where nobody says one. Raises Refusal."""
    if options.jobs is None:
        return None
    if options.cluster is not None:
        raise Refusal(f"{options.command}: --jobs is for this machine; a cluster has its workers", WRONG_USE)
    count = whole_number(options.command, "--jobs", options.jobs)
    if not 1 <= count <= MOST_JOBS:
        raise Refusal(f"{options.command}: --jobs {count}: 1 to {MOST_JOBS} processes", WRONG_USE)
    return count


def _workers(options: BatchOptions, jobs: Jobs) -> AbstractContextManager[Workers]:
    from companion.batch import cores, open_cluster, open_processes

    count = processes_asked(options)
    if options.cluster is not None:
        path = None if jobs.path is None else os.path.abspath(jobs.path)
        return open_cluster(options.cluster, path, lambda line: complain(f"{options.command}: {line}"))
    if jobs.length is None:
        return open_processes(count or cores())
    if count is None:
        return open_processes(min(cores(), max(jobs.length // jobs.worth, 1)))
    return open_processes(min(count, max(jobs.length, 1)))


class _NoBar:
    """What a progress bar does where nobody sees it."""

    def update(self, size: int) -> None:
        return

    def close(self) -> None:
        return

    def external_write_mode(self, stream: object) -> AbstractContextManager[None]:
        return nullcontext()


def _bar(jobs: Jobs) -> Any:
    """A progress bar with rate and time left, where there is a terminal and more than one job."""
    if jobs.length is None or jobs.length < 2 or sys.stderr is None or not sys.stderr.isatty():
        return _NoBar()
    from tqdm import tqdm

    return tqdm(total=jobs.total, unit=jobs.unit, file=sys.stderr, leave=False)
