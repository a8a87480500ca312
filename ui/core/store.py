"""State that several screens follow, changed from any thread. No screen library in it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from ui.core.access import Right, require

LOG = logging.getLogger(__name__)
Listener = Callable[[], None]


class Store:
    """Base of shared state: fields change inside `with self.change():`, and every listener is called afterwards, in the
    order of subscription.

    `version` rises by one with each change, so a screen can tell whether what it shows is still the newest. Listeners
    are called without the lock, in the thread that made the change, and must be quick. One that raises is logged, and
    the change stands.
    """

    needs: ClassVar[Right | None] = None
    """The right that whoever changes this has to have. Every change comes through here, so that none is forgotten."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._listeners: dict[Listener, None] = {}
        self.version = 0

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change; the answer ends that."""
        with self._lock:
            self._listeners[listener] = None

        def undo() -> None:
            with self._lock:
                self._listeners.pop(listener, None)

        return undo

    @contextmanager
    def change(self) -> Iterator[None]:
        """Hold the lock while fields change. Changes within changes are announced once, at the end of the outermost.

        Raises ui.core.access.NotAllowed, and changes nothing, for a device without the right.
        """
        if self.needs is not None:
            require(self.needs)
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
                try:
                    listener()
                except Exception:
                    LOG.exception("telling of a change failed")
