"""Does jobs on a Dask cluster that is there already, by its own executor."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from companion.batch.errors import BatchError
from companion.batch.identity import program_identity
from companion.batch.runner import Workers

PATIENCE = 10.0
"""Seconds that a scheduler may take to answer, and to have a worker."""
TOGETHER = 0.3
"""Seconds of short jobs that are one task: handing one out takes all that are involved some 8 ms."""


@contextmanager
def open_cluster(address: str, path: str | None, complain: Callable[[str], None]) -> Iterator[Workers]:
    """The workers of the cluster whose scheduler has this address. `path` is one of the files that they are to read:
    where all of them find it, files go by path. Those of another version get no work, and a line. Raises BatchError."""
    client, killed = _connected(address)
    done = False
    try:
        good, shared = _checked(client, address, path, complain)
        executor = client.get_executor(pure=False, **good)
        lost, there = (killed,), partial(_any_there, client, good.get("workers"))
        together = TOGETHER if shared else 0.0
        workers = Workers(executor, 4 * len(client.nthreads()), lost, together, not shared, program_identity(), there)
        yield workers
        done = True
    finally:
        if not done:
            logging.disable()  # what it says of jobs that are given up
        client.close()


def _connected(address: str) -> tuple[Any, type[Exception]]:
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise BatchError("--cluster takes Dask: pip install 'tabletop-companion[cluster]'") from None
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in our line
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False), KilledWorker
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).split("\n")[0][:200] or type(error).__name__
        raise BatchError(f"--cluster {address}: no scheduler of Dask answers there ({reason})") from None


def _checked(
    client: Any, address: str, path: str | None, complain: Callable[[str], None]
) -> tuple[dict[str, Any], bool]:
    """What restricts jobs to the good workers, where there are others, and whether these find the file."""
    try:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=PATIENCE)  # all may have ended with what killed them, and begin anew
        found = client.run(_told, path, on_error="return")
    except Exception as error:  # whatever kept workers from answering at all
        raise BatchError(f"--cluster {address}: the workers cannot run this program ({error})") from None
    ours = _told(path)
    good = []
    for worker, told in sorted(found.items()):
        if isinstance(told, tuple) and told[0] == ours[0]:
            good.append(worker)
            continue
        there = told[0] if isinstance(told, tuple) else f"{type(told).__name__}: {told}"
        complain(f"--cluster: worker {worker} has {there}, here it is {ours[0]}; it gets no work")
    if not good:
        raise BatchError(f"--cluster {address}: there is no worker of this version; start some with `dask worker`")
    shared = all(found[worker][1] == ours[1] for worker in good)
    return ({} if len(good) == len(found) else {"workers": good}), shared


def _any_there(client: Any, good: list[str] | None) -> bool:
    """Whether one of the workers is there to which jobs are restricted: one that begins anew has another address."""
    return good is None or not client.nthreads().keys().isdisjoint(good)


def _told(path: str | None) -> tuple[str, tuple[int, int] | None]:
    """What a worker says of itself: which program it is, and size and time of the file, if it finds it."""
    seen = None
    if path is not None:
        try:
            status = os.stat(path)
            seen = (status.st_size, status.st_mtime_ns)
        except OSError:
            seen = None
    return program_identity(), seen
