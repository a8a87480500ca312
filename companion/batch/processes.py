"""Does jobs in this process, or in several: each is started anew, and all of them end with this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from companion.batch.runner import Workers

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def open_processes(count: int) -> Iterator[Workers]:
    """So many processes, or none but this one where one is enough. They are stopped at once when this is left early."""
    executor = Processes(count) if count > 1 else Here()
    done = False
    try:
        yield Workers(executor, ahead=2 * count if count > 1 else 1)
        done = True
    finally:
        executor.shutdown(wait=done, cancel_futures=not done)


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Here(Executor):
    """Does a job when it is handed in."""

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(Executor):
    """A pool of processes, and another after one of them has been killed."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._others = set(multiprocessing.active_children())

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        with _interrupts_held():
            if self._pool is not None:
                try:
                    return self._pool.submit(function, *arguments, **named)
                except BrokenExecutor:
                    self._pool.shutdown()
            self._pool = ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), initializer=_begin)
            return self._pool.submit(function, *arguments, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """With `cancel_futures` and without `wait`, jobs that have begun are stopped, too."""
        if self._pool is None:
            return
        if cancel_futures and not wait:
            for process in set(multiprocessing.active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def _begin() -> None:
    """Begins a process: Ctrl+C is for the program, which then ends this one, and its death ends this one, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """What is started meanwhile is not ended by Ctrl+C before it can ignore that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
