"""State that several screens look at, changed from any thread. No screen library in it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[], None]


class Store:
    """Base of shared state: fields change inside `with self.change():`, and every listener hears of it afterwards.

    `version` rises by one with each change, so a screen can tell whether what it shows is still the newest. Listeners
    are called without the lock, in the thread that made the change, and must be quick.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._listeners: set[Listener] = set()
        self.version = 0

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change; the answer ends that."""
        with self._lock:
            self._listeners.add(listener)

        def undo() -> None:
            with self._lock:
                self._listeners.discard(listener)

        return undo

    @contextmanager
    def change(self) -> Iterator[None]:
        """Hold the lock while fields change. Changes within changes are announced once, at the end of the outermost."""
        listeners: list[Listener] = []
        try:
            with self._lock:
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1
                    if self._depth == 0:
                        self.version += 1
                        listeners = list(self._listeners)
        finally:
            for listener in listeners:
                listener()
