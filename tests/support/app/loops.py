"""Coroutines in tests that may run beside a browser: Playwright keeps an event loop going in the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

T = TypeVar("T")


def in_a_loop_of_its_own(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end in another thread, in the context of whoever calls."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(copy_context().run, lambda: asyncio.run(make())).result()
