"""Returns freed memory to the system: gc.collect(), then glibc's malloc_trim(0)."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys


def release_memory() -> None:
    """Let go of what only refers to itself, and hand what is free back to the system.

    A match and its parts know each other, and Python, which counts objects and not their size, lets go of them late.
    The C library of Linux keeps for each thread what its pictures took, even when the thread is gone. Each match would
    leave the program larger, though nothing holds on to anything.
    """
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)
