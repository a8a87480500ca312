"""SQLite connections that are counted by file, so that a file is read past SQLite only while this process has none.

POSIX takes away every lock that a process holds on a file when it closes any of its descriptors of that file. After
that another program, on closing the record as the last one that it can see, would delete the log into which this
process still writes, and with it what it acknowledges from then on. See "How To Corrupt An SQLite Database File",
section 2.2: https://www.sqlite.org/howtocorrupt.html
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FileId = tuple[int, int]
"""Device and inode."""

_lock = threading.RLock()
_open: Counter[FileId] = Counter()
"""Connections of this process, by file."""


class CountedConnection(sqlite3.Connection):
    """A connection to a file that counts as open from before its first lock until after its last."""

    def __init__(self, database: str, *arguments: Any, **options: Any) -> None:
        self._file: FileId | None = None
        with _lock:
            super().__init__(database, *arguments, **options)
            self._file = file_of(Path(database))
            if self._file is not None:
                _open[self._file] += 1

    def close(self) -> None:
        with _lock:
            super().close()
            if self._file is not None:
                _open[self._file] -= 1
                self._file = None


@contextmanager
def unless_open(path: Path) -> Iterator[bool]:
    """Whether no connection of this process has the file open; none is opened or closed meanwhile."""
    with _lock:
        file = file_of(path)
        yield file is None or not _open[file]


def file_of(path: Path) -> FileId | None:
    """Which file a path names now; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
