"""Copies the file of a record that cannot be opened where it is, on a full disk or read-only media, to be looked at."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import weakref
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy.exc import DBAPIError

UNWRITABLE = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""SQLite's primary codes for a place in which it cannot write what it needs even for reading."""
_ERRNOS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT})
_BESIDE = ("", "-wal")
"""The file itself and the log of what is not in it yet."""

Stamp = tuple[tuple[int, int] | None, ...]
"""When each was changed last, in nanoseconds, and its bytes; None where there is none."""


def is_unwritable(fault: BaseException | None) -> bool:
    """Whether a failure says that nothing can be written there."""
    if isinstance(fault, DBAPIError):
        return getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF in UNWRITABLE
    return isinstance(fault, OSError) and fault.errno in _ERRNOS


class FileCopy:
    """A copy of a record's file and log as they were, in a temporary folder that goes with this object."""

    def __init__(self, path: Path) -> None:
        """Raises OSError."""
        self._path = path
        self.stamp = stamp_of(path)
        folder = mkdtemp(prefix="companion-record-")
        self.remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        """Deletes it."""
        self.path = Path(folder, "matches.sqlite")
        for ending, there in zip(_BESIDE, self.stamp, strict=True):
            if there is not None:
                shutil.copyfile(f"{path}{ending}", f"{self.path}{ending}")

    @property
    def is_current(self) -> bool:
        """Whether the file is still as it was copied."""
        return stamp_of(self._path) == self.stamp


def stamp_of(path: Path) -> Stamp:
    """How a record's file and log look from outside."""
    found: list[tuple[int, int] | None] = []
    for ending in _BESIDE:
        try:
            one = Path(f"{path}{ending}").stat()
        except OSError:
            found.append(None)
        else:
            found.append((one.st_mtime_ns, one.st_size))
    return tuple(found)
