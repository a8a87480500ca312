"""Ends what the code of a game does when that takes longer than anything of a game may: a loop without an end keeps
neither its thread nor the program.

Time is that of the thread on the processor, which a busy computer does not change. Only Python code can be ended so,
not a call into C that does not return; and nothing where a thread cannot be told the time of another (Windows, macOS).
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 10.0
"""On the processor, for one call of a method."""
_LOOK = 0.5
"""Seconds between two looks at what is under way."""

_raise_in_thread = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in_thread.argtypes = (ctypes.c_ulong, ctypes.py_object)
_lock = threading.Lock()
_under_way: dict[int, float] = {}
"""By the id of each thread that is in the code of a game: the time of it at which that has to be over."""
_watch: threading.Thread | None = None


class Overdue(BaseException):
    """Raised in the code of a game that takes too long. No Exception: the game is not to catch it."""

    def __str__(self) -> str:
        return f"this has taken {SECONDS:g} s of the processor, and was ended"


@contextmanager
def limited() -> Iterator[None]:
    """Run the code of a game within this: Overdue is raised in it once it has taken SECONDS. What is limited inside of
    this counts to it."""
    thread = threading.get_ident()
    if thread in _under_way:
        yield
        return
    _keep_watch()
    _under_way[thread] = time.thread_time() + SECONDS
    try:
        yield
    finally:
        try:
            _let_go(thread)
        except Overdue:  # it was raised at this very moment
            _let_go(thread)
            raise


def _let_go(thread: int) -> None:
    """From here on nothing is raised in the thread any more, and what was not raised yet is taken back."""
    with _lock:
        _under_way.pop(thread, None)
        _raise_in_thread(thread, ctypes.py_object())


def _keep_watch() -> None:
    global _watch
    if _watch is not None and _watch.is_alive():
        return
    with _lock:
        if _watch is None or not _watch.is_alive():
            _watch = threading.Thread(target=_look_on, name="time limit of games", daemon=True)
            _watch.start()


def _look_on() -> None:
    while True:
        time.sleep(_LOOK)
        with _lock:
            for thread, end in list(_under_way.items()):
                if _time_of(thread) > end:
                    _raise_in_thread(thread, Overdue)  # again and again, for code that catches even this


def _time_of(thread: int) -> float:
    """The time of a thread on the processor, in seconds; 0 where that cannot be told."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return 0.0
    return time.clock_gettime(time.pthread_getcpuclockid(thread))
