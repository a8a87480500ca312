"""Wait for what another thread or process does: by a condition, never by a length of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0
"""Seconds that anything may take: generous, because the machine may be slow and shared."""


def until(true: Callable[[], Any], what: str = "what was waited for") -> Any:
    """Wait until something is so; what it says."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{what} did not come about")
