"""Lists of independent jobs in the programs of the workshop: in processes or on a cluster, by companion.batch.

What a job makes comes back as its result, and the program alone writes files: workers need no folder that all of them
see, what is there is looked for once, and a file is written in one place, in the order of the jobs. What a job reads is
its Source, or a `KnownFile`, which is the same for all jobs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.batch import Job, JobError, Source, file_key
from companion.cli import INTERRUPTED, WRONG_USE, Refusal, complain
from companion.cli.common import BatchOptions, Jobs, run_batch
from vision.camera import Image, PictureError, decode_picture, read_picture


class KnownFile(NamedTuple):
    """A file that all jobs need, such as a network, and that every worker has to find by its path."""

    path: str
    digest: str

    @classmethod
    def at(cls, path: Path) -> KnownFile:
        """The file at `path` as it is now; raises Refusal."""
        digest = file_key(str(path))
        if digest is None:
            raise Refusal(f"{path}: no file that can be read", WRONG_USE)
        return cls(os.path.abspath(path), digest)

    def checked(self) -> Path:
        """Its path; Refusal where this worker has no such file, or another."""
        found = file_key(self.path)
        if found != self.digest:
            there = "no such file" if found is None else "another file of this name"
            raise Refusal(f"{self.path}: a worker has {there}; put the same one there for all workers")
        return Path(self.path)


def do_jobs(
    command: str,
    args: argparse.Namespace,
    jobs: Sequence[Job],
    unit: str,
    function: Callable[..., Any],
    done: Callable[[Job, Any], None],
    by: str = "",
    worth: int = 1,
) -> None:
    """As run_batch, by `--jobs`, `--cluster` and `--resume` of `args`; Refusal unless all of them were done.

    A program without `--resume` leaves its files as they come, and goes on by them."""
    resumes = "resume" in args
    options = BatchOptions(command, args.jobs, args.cluster, args.resume if resumes else None, by, keeps=not resumes)
    path = jobs[0].path if jobs else None
    code = run_batch(options, Jobs(jobs, len(jobs), unit, sum(job.size for job in jobs), worth, path), function, done)
    if code:
        raise Refusal(f"{command}: stopped, because something could not be done", code)


def image_of(source: Source, name: str) -> Image:
    """The picture that a job is given; raises JobError."""
    try:
        return decode_picture(source, name) if isinstance(source, bytes) else read_picture(source)
    except PictureError as error:
        raise JobError(str(error)) from None


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write what a job has made, in order: where the last is there, all are."""
    for name, data in files.items():
        part = folder / f".{name}"
        part.write_bytes(data)
        part.replace(folder / name)


def run_program(name: str) -> None:
    """Run `main` of a module that was started as a program. It is imported under its own name: by this other processes
    find the functions that are its jobs."""
    try:
        importlib.import_module(name).main()
    except Refusal as refusal:
        complain(str(refusal))
        sys.exit(refusal.code)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
