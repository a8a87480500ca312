"""Keeps the devices that the host has let in over restarts; of their tokens only the SHA-256."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
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
LAPSE, RENEW = 90 * 24 * 3600.0, 7 * 24 * 3600.0
"""Seconds after which a device that was not here needs a new code, and after which it gets a new token."""


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
    renewed: float = 0.0
    """When its token was made; 0: when it was let in."""
    next_digest: str = ""
    """Of a newer token that was sent to it; with its first use that takes the place of the one before."""


class Devices:
    """All devices, in a file that only this user may read. Calls may come from any thread."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        """A file that cannot be understood is set aside, and nobody is let in on its word. Raises OSError."""
        self._path, self._clock = path, clock
        self._lock = threading.RLock()
        self._saved = 0.0
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
        self._by_id = {one.id: one for one in kept}

    @property
    def all(self) -> tuple[Device, ...]:
        """Oldest first; those that have not been here for LAPSE are none any more."""
        since = self._clock() - LAPSE
        with self._lock:
            here = [one for one in self._by_id.values() if one.last_seen > since]
        return tuple(sorted(here, key=lambda one: one.first_seen))

    def with_token(self, token: str) -> Device | None:
        """Whose token this is."""
        key = digest(token)
        with self._lock:
            device = next((one for one in self.all if key in (one.digest, one.next_digest)), None)
            if device is not None and key == device.next_digest:
                device = self._put(msgspec.structs.replace(device, digest=key, next_digest=""))
            return device

    def with_id(self, id: str) -> Device | None:
        return next((one for one in self.all if one.id == id), None)

    def add(self, id: str, name: str, role: Role, token_digest: str) -> Device:
        """Let a device in. Its name gets a number where another has it. Raises OSError, and lets nobody in."""
        now = self._clock()
        with self._lock:
            taken = {one.name for one in self.all}
            free = next(one for one in (name, *(f"{name} {n}" for n in range(2, MOST + 2))) if one not in taken)
            device = Device(
                id=id, name=free, role=role, digest=token_digest, first_seen=now, last_seen=now, renewed=now
            )
            others = sorted(self.all, key=lambda one: one.last_seen)[-(MOST - 1) :]
            self._keep([*others, device])
            return device

    def renew(self, device: Device) -> str | None:
        """A newer token for a device whose own has served for RENEW; None where it has not, or cannot be kept."""
        now = self._clock()
        with self._lock:
            known = self._by_id.get(device.id)
            if known is None or now - (known.renewed or known.first_seen) < RENEW:
                return None
            token = secrets.token_urlsafe(32)
            with contextlib.suppress(OSError):
                newer = msgspec.structs.replace(known, next_digest=digest(token), renewed=now)
                self._keep([newer if one.id == device.id else one for one in self._by_id.values()])
                return token
            return None

    def remove(self, *ids: str) -> None:
        """Their tokens are worth nothing from now on, even where OSError is raised because that cannot be written."""
        with self._lock:
            self._by_id = {id: one for id, one in self._by_id.items() if id not in ids}
            self._keep(list(self._by_id.values()))

    def seen(self, device: Device) -> None:
        """Note that it was here just now."""
        with self._lock:
            known = self._by_id.get(device.id)
            if known is not None:
                self._put(msgspec.structs.replace(known, last_seen=self._clock()))

    def _put(self, device: Device) -> Device:
        """Take a device as it is now; on disk now and then, for it is only for the list and for an older token."""
        now = self._clock()
        self._by_id[device.id] = device
        if now - self._saved > SAVE_EVERY:
            self._saved = now
            with contextlib.suppress(OSError):
                self._keep(list(self._by_id.values()))
        return device

    def _keep(self, devices: list[Device]) -> None:
        write_private(self._path, msgspec.json.encode(devices))
        self._by_id = {one.id: one for one in devices}


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
