"""Jobs for the tests of what uses companion/batch, in a module that other processes can import."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.batch import JobError
from companion.cli.rules.playouts import play_games

__all__ = ["doubled", "kill_worker", "length_of", "mark_and_wait", "play_or_die", "process_of"]


def doubled(number: int) -> int:
    if number < 0:
        raise JobError(f"{number}: below 0")
    return 2 * number


def process_of(number: int) -> int:
    return os.getpid()


def length_of(source: str | bytes) -> tuple[str, int]:
    """How the file came, and its size."""
    return ("sent", len(source)) if isinstance(source, bytes) else ("path", len(Path(source).read_bytes()))


def kill_worker(number: int, begun: str, times: int) -> int:
    """Kills its process the first `times` that it is done; `begun` grows by a byte each time."""
    with open(begun, "ab") as file:
        file.write(b".")
        tries = file.tell()
    if tries <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def kill_some(number: int, begun: str, times: int) -> int:
    """As `kill_worker`, where `begun` names a file; else no more than `doubled`."""
    return kill_worker(number, begun, times) if begun else doubled(number)


def mark_and_wait(folder: str, number: int) -> None:
    """Tells by a file named after its process that it has begun, and never ends by itself."""
    Path(folder, str(os.getpid())).touch()
    threading.Event().wait()


DEADLY = 13


def play_or_die(given: str, seconds: float, games: Sequence[tuple[Any, int, int]]) -> object:
    """The job of a few games of hints, which kills its process where one has the seed DEADLY."""
    if any(seed == DEADLY for _, _, seed in games):
        os.kill(os.getpid(), signal.SIGKILL)
    return play_games(given, seconds, games)
