"""Keeps the devices that the host has let in over restarts; of their tokens only the SHA-256."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from ui.core import Role

MOST = 40
"""Devices that are kept; a household has fewer."""
SAVE_EVERY = 60.0
"""Seconds between two notes on disk of when a device was seen last."""


def digest(token: str) -> str:
    """What is kept of a token: its SHA-256, in hex. Tokens are 256 random bits: no slower hash is called for."""
    return hashlib.sha256(token.encode()).hexdigest()


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """One device that was let in. Times are seconds since 1970."""

    id: str
    name: str
    """Unique among the devices."""
    role: Role
    digest: str
    first_seen: float
    last_seen: float


class Devices:
    """All devices, in a file that only this user may read. Calls may come from any thread."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        """A file that cannot be understood is set aside, and nobody is let in on its word. Raises OSError."""
        self._path, self._clock = path, clock
        self._lock = threading.RLock()
        self._saved = 0.0
        self._by_digest: dict[str, Device] = {}
        self.damaged: Path | None = None
        """Where a damaged file was put."""
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=list[Device])
        except FileNotFoundError:
            kept = []
        except msgspec.DecodeError:
            self.damaged = path.with_suffix(".damaged")
            path.replace(self.damaged)
            kept = []
        self._by_digest = {one.digest: one for one in kept}

    @property
    def all(self) -> tuple[Device, ...]:
        """Oldest first."""
        with self._lock:
            return tuple(sorted(self._by_digest.values(), key=lambda one: one.first_seen))

    def with_token(self, token: str) -> Device | None:
        """Whose token this is."""
        with self._lock:
            return self._by_digest.get(digest(token))

    def with_id(self, id: str) -> Device | None:
        with self._lock:
            return next((one for one in self._by_digest.values() if one.id == id), None)

    def add(self, id: str, name: str, role: Role, token_digest: str) -> Device:
        """Let a device in. Its name gets a number where another has it. Raises OSError, and lets nobody in."""
        now = self._clock()
        with self._lock:
            taken = {one.name for one in self._by_digest.values()}
            free = next(one for one in (name, *(f"{name} {n}" for n in range(2, MOST + 2))) if one not in taken)
            device = Device(id=id, name=free, role=role, digest=token_digest, first_seen=now, last_seen=now)
            others = sorted(self._by_digest.values(), key=lambda one: one.last_seen)[-(MOST - 1) :]
            self._keep([*others, device])
            return device

    def remove(self, id: str) -> None:
        """Its token is worth nothing from now on, even where OSError is raised because that cannot be written."""
        with self._lock:
            self._by_digest = {key: one for key, one in self._by_digest.items() if one.id != id}
            self._keep(list(self._by_digest.values()))

    def seen(self, device: Device) -> None:
        """Note that it was here just now."""
        now = self._clock()
        with self._lock:
            if device.digest not in self._by_digest:
                return
            self._by_digest[device.digest] = msgspec.structs.replace(device, last_seen=now)
            if now - self._saved > SAVE_EVERY:
                self._saved = now
                with contextlib.suppress(OSError):  # it is only for the list
                    self._keep(list(self._by_digest.values()))

    def _keep(self, devices: list[Device]) -> None:
        write_private(self._path, msgspec.json.encode(devices))
        self._by_digest = {one.digest: one for one in devices}


def write_private(path: Path, data: bytes) -> None:
    """Write a file that nobody but this user may read; whole or not at all. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # made with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
