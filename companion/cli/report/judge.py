"""`companion judge`: read the pictures of reported misreadings again, and tell which are read rightly now."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from companion.cli import UNREAD, Refusal
from companion.cli.common import BatchOptions, Jobs, add_batch, add_resume, run_batch

if TYPE_CHECKING:
    from companion.batch import Job, Source

_WORTH = 10
"""Reports that are judged in the time in which a process is started."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="what `companion report` has written")
    add_batch(parser)
    add_resume(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge each file. 0 none is read wrongly for certain; 1 one is, or cannot be read."""
    from companion.batch import Job
    from companion.text import one_line

    files = arguments.files
    counts: Counter[str] = Counter()

    def done(job: Job, found: dict[str, str]) -> None:
        counts[found["outcome"]] += 1
        print(f"{found['outcome']:<8} {one_line(job.name)}: {found['told']}", flush=True)

    jobs = Jobs((Job(name, (name,), name) for name in files), len(files), "report", len(files), _WORTH, files[0])
    options = BatchOptions("judge", arguments.jobs, arguments.cluster, arguments.resume)
    code = run_batch(options, jobs, judge_file, done)
    counts["unread"] = len(files) - counts.total()
    told = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("right", "asked", "wrong", "unknown", "unread"))
    print(f"{len(files)} {'report' if len(files) == 1 else 'reports'}: {told}")
    return max(code, UNREAD if counts["wrong"] else 0)


def judge_file(source: Source, name: str) -> dict[str, str]:
    """The job of one file: its outcome, and what is told of it."""
    from companion.batch import JobError
    from companion.record import ReportError, unpack_report
    from ui.live import judge_report
    from vision.inference import ModelError

    try:
        data = source if isinstance(source, bytes) else _contents(source)
        found = judge_report(unpack_report(data, name), name)
    except ReportError as error:
        raise JobError(str(error)) from None
    except ModelError as error:
        raise Refusal(str(error)) from None
    right = "" if found.right is None else f", right {found.right}"
    return {"outcome": found.outcome, "told": f"then {found.then}, now {found.now}{right}"}


def _contents(name: str) -> bytes:
    from companion.record import MOST_BYTES, ReportError
    from companion.text import one_line

    try:
        with open(name, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise ReportError(f"{one_line(name)}: {reason}") from None
    if len(data) > MOST_BYTES:
        raise ReportError(f"{one_line(name)}: more than {MOST_BYTES // 2**20} MiB, and no report is so large")
    return data
