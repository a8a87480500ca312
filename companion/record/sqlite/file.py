"""The SQLite file of a record: what can be told of it before it is opened, its settings, how it is set aside, and a
copy of one that cannot be opened."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import weakref
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from companion.record.errors import RecordError
from companion.record.location import Place
from companion.record.migrations import APPLICATION, refuse_newer
from companion.record.sqlite.connection import CountedConnection, unless_open
from companion.record.sqlite.wal import acknowledged, hides_frames
from companion.text import say

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another program that writes to the same file."""

CHECKED_WHOLE = 64 * 2**20
"""Bytes up to which all pages of a file are checked when it is opened, which takes 2 ms a MB. Of a larger one only the
list of matches is; damage elsewhere shows when the match that it is in is read."""

_SIGN = b"SQLite format 3\0"
_HEADER = 100
_SMALLEST_PAGE = 512
_BESIDE = ("", "-wal", "-shm")
"""What SQLite keeps beside a file, by ending: the file, the log of what is not in it yet, and an index of the log."""

UNWRITABLE = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""SQLite's primary codes for a place in which it cannot write what it needs even for reading."""
_ERRNOS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT})

Stamp = tuple[tuple[int, int] | None, ...]
"""When each was changed last, in nanoseconds, and its bytes; None where there is none."""


class Damaged(RecordError):
    """A file that has to be set aside; the message says what is wrong with it."""


def check_unopened(path: Path) -> None:
    """What the first bytes tell, before SQLite touches anything; nothing is read where this process has the file open.
    Raises Damaged, NewerRecord, OSError."""
    log = Path(f"{path}-wal")
    if not path.exists() or path.stat().st_size == 0:
        if log.exists() and log.stat().st_size:  # which SQLite would delete, and acknowledged entries with it
            raise Damaged(say("is empty though its log is not"))
        return
    with unless_open(path) as free:
        if not free:  # whoever opened it has looked
            return
        with path.open("rb") as file:
            header = file.read(_HEADER)
    if not header.startswith(_SIGN):
        raise Damaged(say("is no record"))
    version, application = (int.from_bytes(header[at : at + 4], "big") for at in (60, 68))
    if application == APPLICATION:
        refuse_newer(version, str(path))


def log_of(path: Path) -> Path:
    """The log of a file, into which SQLite writes first."""
    return Path(f"{path}-wal")


def has_whole_pages(path: Path) -> bool:
    """Whether a file has the size of one that SQLite wrote; true where it is not there."""
    try:
        size = path.stat().st_size
    except OSError:
        return True
    return size > 0 and size % _SMALLEST_PAGE == 0


def opened(place: Place) -> Engine:
    """An engine whose connections write ahead and wait for the disk with every commit.

    The connection's option `writes` says how a transaction begins: at once as a writer (one that reads first and writes
    later could be refused for what somebody else wrote in between), or as a reader. Without it there is none, as some
    settings want it.
    """
    settings = {"factory": CountedConnection, "timeout": BUSY_TIMEOUT, "isolation_level": None}
    engine = create_engine(place.url, connect_args=settings)

    @event.listens_for(engine, "connect")
    def settle(connection: sqlite3.Connection, _: object) -> None:
        connection.text_factory = _text
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        if writes is not None:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _text(raw: bytes) -> str:
    """Text as it stands in the file: damage to a letter is for its seal to tell, and no reason to read nothing."""
    return raw.decode(errors="surrogateescape")


def check_pages(connection: Connection, path: Path) -> None:
    """Whether the file holds together, or at least the list of its matches. Raises Damaged."""
    part = "1" if path.stat().st_size <= CHECKED_WHOLE else "matches"
    result = connection.exec_driver_sql(f"PRAGMA integrity_check({part})").scalars().first()
    if result != "ok":
        raise Damaged(say("is damaged ({reason})", reason=" ".join(str(result).split())))


class Log(NamedTuple):
    """The log as it was left by whoever had the file open last."""

    acknowledged: int | None
    """Its frames that were acknowledged, where that can be told."""


def left_log(path: Path) -> Log | None:
    """The log of a file that is about to be opened; None where this process has it open already, and has looked."""
    with unless_open(path) as free:
        return Log(acknowledged(Path(f"{path}-wal"), Path(f"{path}-shm"))) if free else None


def keep_log(connection: Connection, path: Path, when: float, left: Log | None) -> Path | None:
    """A copy of the log, where it holds entries that SQLite cannot read any more and is about to write over."""
    if left is None:
        return None
    _, read, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    log = Path(f"{path}-wal")
    if read < 0 or not hides_frames(log, read, left.acknowledged):
        return None
    copy = Path(f"{_aside(path, when)}-wal")
    shutil.copyfile(log, copy)
    return copy


def set_aside(path: Path, when: float) -> Path:
    """Rename the file and what SQLite keeps beside it; its new name. Raises OSError."""
    aside = _aside(path, when)
    for ending in _BESIDE:
        beside = Path(f"{path}{ending}")
        if beside.exists():
            beside.rename(f"{aside}{ending}")
    return aside


def _aside(path: Path, when: float) -> Path:
    """A name that nothing has yet, such as matches.sqlite.damaged-20261122-183000 (UTC)."""
    name = f"{path}.damaged-{datetime.fromtimestamp(when, UTC):%Y%m%d-%H%M%S}"
    number = 1
    while any(Path(f"{name}{'' if number == 1 else f'-{number}'}{ending}").exists() for ending in _BESIDE):
        number += 1
    return Path(name if number == 1 else f"{name}-{number}")


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
        for ending, there in zip(_BESIDE[:2], self.stamp, strict=True):
            if there is not None:
                shutil.copyfile(f"{path}{ending}", f"{self.path}{ending}")

    @property
    def is_current(self) -> bool:
        """Whether the file is still as it was copied."""
        return stamp_of(self._path) == self.stamp


def stamp_of(path: Path) -> Stamp:
    """How a record's file and log look from outside."""
    found: list[tuple[int, int] | None] = []
    for ending in _BESIDE[:2]:
        try:
            one = Path(f"{path}{ending}").stat()
        except OSError:
            found.append(None)
        else:
            found.append((one.st_mtime_ns, one.st_size))
    return tuple(found)
