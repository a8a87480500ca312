"""What one page looks at by itself, beside the table that all share: opened in the background, closed with the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ui.core import BackgroundOpener, Closable

__all__ = ["CameraPreview"]

T = TypeVar("T", bound=Closable)


class CameraPreview(BackgroundOpener[T]):
    """At most one at a time; a new one takes the place of the old. Any thread may call."""

    def begin(self, spec: str, make: Callable[[], T]) -> None:
        """Look through the source `spec`, which `make` opens."""
        self._begin(spec, make)

    def close(self) -> None:
        """Look no more; what was looked through is closed in its own time."""
        self._clear()
