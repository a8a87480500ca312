"""Limits what one device, or one address, may take of the server: connections, and requests a second."""

from __future__ import annotations

import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable, Hashable
from typing import NamedTuple


class TokenBucket:
    """Token bucket for each key: `most` tokens at first, refilled at `rate` a second."""

    KEYS = 4096
    """Keys that are remembered; beyond them the oldest are forgotten."""

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._clock = most, rate, clock
        self._left: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable = None) -> bool:
        """Take one; False when none is left."""
        now = self._clock()
        left, then = self._left.pop(key, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        enough = left >= 1
        self._left[key] = (left - 1 if enough else left, now)
        if len(self._left) > self.KEYS:
            del self._left[next(iter(self._left))]
        return enough


SILENT = 10.0
"""Seconds within which a connection must have asked for something, TLS and all its headers included."""


class _Taken(NamedTuple):
    """A connection."""

    connection: socket.socket
    since: float
    """Seconds, monotonic."""
    heard: bool = False
    """Whether it has asked for something."""


class Listener(socket.socket):
    """A listening socket that takes so many connections at once, in all and from one address.

    The others are closed before a byte of theirs is read: nobody can take all the files and the memory of the server.
    """

    def __init__(self, most: int, most_each: int) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self._most, self._most_each = most, most_each
        self._taken: dict[tuple[str, int], _Taken] = {}

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """The next connection. BlockingIOError where there is none, or where it was one too many."""
        connection, address = super().accept()
        place = (str(address[0]), int(address[1]))
        self._taken = {key: one for key, one in self._taken.items() if one.connection.fileno() != -1}
        each = Counter(host for host, _ in self._taken)
        if len(self._taken) >= self._most or each[place[0]] >= self._most_each:
            connection.close()
            raise BlockingIOError("too many connections")
        self._taken[place] = _Taken(connection, time.monotonic())
        return connection, place

    def note_request(self, place: tuple[str, int] | None) -> None:
        """The connection from this address and port has asked for something."""
        if place is not None and (one := self._taken.get(place)) is not None:
            self._taken[place] = one._replace(heard=True)

    def drop_silent(self) -> None:
        """End the connections that have asked for nothing for SILENT seconds."""
        since = time.monotonic() - SILENT
        for place, one in list(self._taken.items()):
            if not one.heard and one.since < since:
                self.drop(place)

    def drop(self, place: tuple[str, int] | None) -> None:
        """End the connection from this address and port, whatever is under way on it."""
        one = self._taken.get(place) if place is not None else None
        if one is not None:
            with contextlib.suppress(OSError):
                one.connection.shutdown(socket.SHUT_RDWR)
