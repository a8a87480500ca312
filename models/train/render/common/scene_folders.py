"""Writes folders of rendered scenes with their labels; processes, or the workers of a cluster, draw a few at a time.

A scene depends on its number, and on what its maker is made with, alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from companion.batch import Job
from models.train.jobs import do_jobs, once, write_files

BLOCK = 10
"""Scenes of a job, where it makes no difference: few, so that not all wait for the last one."""


class Drawn(NamedTuple):
    """A picture as a file, and the labels of what it shows."""

    name: str
    picture: bytes
    labels: list[dict[str, Any]]


class Maker(Protocol):
    """Draws numbered scenes."""

    def make(self, number: int) -> Drawn:
        """The scene of a number."""


@once
def _maker(kind: Callable[..., Maker], *arguments: object) -> Maker:
    return kind(*arguments)


def draw_scenes(numbers: Sequence[int], kind: Callable[..., Maker], *arguments: object) -> list[Drawn]:
    """The job of some scenes."""
    return [_maker(kind, *arguments).make(number) for number in numbers]


def write_each(args: argparse.Namespace, kind: Callable[..., Maker], *arguments: object, block: int = BLOCK) -> None:
    """Write `args.count` scenes into `args.out`, each with its label beside it; what is there is not drawn again."""

    def done(_: Job, drawn: list[Drawn]) -> None:
        for name, picture, (label,) in drawn:
            write_files(args.out, {name: picture, name.replace(".jpg", ".json"): json.dumps(label).encode()})

    missing = (number for number in range(args.count) if not (args.out / f"{number:05d}.json").exists())
    do_jobs("scenes", args, _jobs(missing, block, kind, *arguments), "scene", draw_scenes, done, keeps=True)


def write_together(args: argparse.Namespace, kind: Callable[..., Maker], *arguments: object) -> None:
    """Write `args.count` scenes into `args.out`, and all their labels as labels.json."""
    labels: list[dict[str, Any]] = []

    def done(_: Job, drawn: list[Drawn]) -> None:
        for one in drawn:
            labels.extend(one.labels)
        files = {one.name: one.picture for one in drawn}
        write_files(args.out, files | {"labels.json": json.dumps(labels).encode()})

    jobs = _jobs(range(args.count), BLOCK, kind, *arguments)
    do_jobs("scenes", args, jobs, "scene", draw_scenes, done, keeps=None)


def _jobs(numbers: Iterable[int], block: int, kind: Callable[..., Maker], *arguments: object) -> list[Job]:
    """Jobs of scenes whose numbers belong to one block: the first so many, the next, and so on."""
    blocks = [list(one) for _, one in groupby(numbers, lambda number: number // block)]
    return [Job(f"scenes from {one[0]}", (one, kind, *arguments), size=len(one)) for one in blocks]
