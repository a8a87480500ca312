"""A look through a camera that belongs to one page and not to the room: opened in the background, closed with the
page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from ui.core import Store, tried

__all__ = ["CameraPreview"]


class Closable(Protocol):
    def close(self) -> None: ...


T = TypeVar("T", bound=Closable)


class CameraPreview(Store, Generic[T]):
    """At most one look at a time; a new one takes the place of the old. Any thread may call."""

    def __init__(self) -> None:
        super().__init__()
        self.live: T | None = None
        self.opening = False
        self.failed: str | None = None
        """Why the last try failed, in one line."""
        self._attempt = 0

    def begin(self, make: Callable[[], T]) -> None:
        """Look through what `make` opens."""
        with self.change():
            old, self.live = self.live, None
            self._attempt += 1
            self.opening, self.failed = True, None
        threading.Thread(target=self._open, args=(self._attempt, make, old), name="opening", daemon=True).start()

    def close(self) -> None:
        """Look no more; what was looked through is closed in its own time."""
        with self.change():
            old, self.live = self.live, None
            self._attempt += 1
            self.opening = False
        if old is not None:
            threading.Thread(target=old.close, name="closing", daemon=True).start()

    def fail(self, line: str) -> None:
        """Something did not work; said in one line."""
        with self.change():
            self.failed = line

    def _open(self, attempt: int, make: Callable[[], T], old: T | None) -> None:
        def make_anew() -> T:
            if old is not None:
                old.close()  # the same camera may be opened again
            return make()

        made, failed = tried(make_anew)
        with self.change():
            late = attempt != self._attempt
            if not late:
                self.live, self.failed, self.opening = made, failed, False
        if late and made is not None:
            made.close()
