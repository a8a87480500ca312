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
from functools import wraps
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from typing import Any, NamedTuple, ParamSpec, TypeVar

import cv2

from companion.batch import Job, JobError, Source, file_key
from companion.cli import INTERRUPTED, WRONG_USE, Refusal, complain
from companion.cli.common import BatchOptions, Jobs, run_batch
from vision.camera import Image, PictureError, decode_picture, read_picture

P = ParamSpec("P")
T = TypeVar("T")


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
    *,
    keeps: bool | None = False,
    worth: int = 1,
) -> None:
    """As run_batch, by `--jobs`, `--cluster` and, where `keeps` is False, `--resume` of `args`; Refusal unless all were
    done. A result depends on the job's file and on its other arguments, as repr() has them."""
    options = BatchOptions(command, args.jobs, args.cluster, None if keeps is not False else args.resume, keeps=keeps)
    each = (job._replace(how=sha256(repr(job.arguments).encode()).hexdigest()) for job in jobs)
    path = jobs[0].path if jobs else None
    code = run_batch(options, Jobs(each, len(jobs), unit, sum(job.size for job in jobs), worth, path), function, done)
    if code:
        raise Refusal(f"{command}: stopped, because something could not be done", code)


def batch_arguments(args: argparse.Namespace) -> list[str]:
    """`--jobs` and `--cluster`, as another program is given them."""
    return [f"--{name}={value}" for name in ("jobs", "cluster") if (value := getattr(args, name)) is not None]


def once(make: Callable[P, T]) -> Callable[P, T]:
    """What `make` made last for the same arguments in this thread: networks, or a renderer, which draws in no other.

    From the first job on OpenCV leaves the other cores to other processes."""
    kept = local()

    @wraps(make)
    def kept_or_made(*arguments: P.args, **named: P.kwargs) -> T:
        asked = arguments, named
        if getattr(kept, "asked", None) != asked:
            cv2.setNumThreads(1)
            kept.made, kept.asked = make(*arguments, **named), asked
        made: T = kept.made
        return made

    return kept_or_made


def image_of(source: Source, name: str) -> Image:
    """The picture that a job is given; raises JobError."""
    try:
        return decode_picture(source, name) if isinstance(source, bytes) else read_picture(source)
    except PictureError as error:
        raise JobError(str(error)) from None


def jpeg(image: Image, quality: int) -> bytes:
    """The file of a picture."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def files_made(make: Callable[[Path], object]) -> dict[str, bytes]:
    """The files that `make` writes into an empty folder, by name, as a job gives them back."""
    with TemporaryDirectory() as name:
        make(Path(name))
        return {file.name: file.read_bytes() for file in sorted(Path(name).iterdir())}


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write what a job has made, in order: where the last is there, all are. Raises Refusal."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            part = folder / f"{name}.part"  # which nobody takes for a picture or a label
            part.write_bytes(data)
            part.replace(folder / name)
    except OSError as error:
        raise Refusal(f"{folder}: cannot be written ({error.strerror})") from None


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
