"""Returns freed memory to the system: gc.collect(), then glibc's malloc_trim(0)."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys


def release_memory() -> None:
    """Collect reference cycles, then return free heap memory to the system.

    A match and its parts refer to each other, and Python collects cycles by number of objects and not by size, so late.
    glibc keeps an arena for each thread, with what its pictures took, even when the thread has ended. Without this the
    process grows with every match, though nothing holds on to anything.
    """
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)
