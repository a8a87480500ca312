"""The database of a record: opened on first use; failures become a RecordError of one line."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from companion.record import sqlite
from companion.record.errors import RecordError
from companion.record.location import Place, place_of
from companion.record.migrations import has_every_column, migrate
from companion.record.recovery import rescue
from companion.record.sqlite import Damaged, FileCopy, FileId, file_of, is_unwritable
from companion.text import later, say

Clock = Callable[[], float]
"""Seconds of UTC since 1970; handed in, for the head has no clock of its own."""

T = TypeVar("T")

LOST_IN_A_ROW = 3
"""Times that a file may be gone right after it was written."""
CLUB = "pip install 'tabletop-companion[club]'"
_SERVER = {
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "options": "-c statement_timeout=5000 -c lock_timeout=4000",
}
"""How long a server may leave the players waiting: seconds to connect, then milliseconds."""
ANSWER = 6.0
"""Seconds for an answer of a server that holds to none of them, because it, or the network before it, stands still."""
SLOW, REST = 1.0, 30.0
"""Seconds after which a server counts as one that does not answer, and for which it is spared what can wait then."""

_SQLITE = {
    sqlite3.SQLITE_CORRUPT: later("it is damaged: export the matches that can still be read"),
    sqlite3.SQLITE_FULL: later("the disk is full: make room"),
    sqlite3.SQLITE_READONLY: later("it may not be written: change its permissions, or name another record"),
    sqlite3.SQLITE_CANTOPEN: later(
        "it or its folder may not be written: change the permissions, or name another record"
    ),
    sqlite3.SQLITE_BUSY: later("another program holds it: end that one, or wait"),
    sqlite3.SQLITE_LOCKED: later("another program holds it: end that one, or wait"),
    sqlite3.SQLITE_IOERR: later("the disk fails, or is full: look after it"),
    sqlite3.SQLITE_PERM: later("it may not be opened: change its permissions, or name another record"),
}
"""What is wrong and what to do, by SQLite's primary code."""


def _connected(dialect: Any, record: Any, arguments: Any, named: dict[str, Any]) -> Any:
    """A connection that waits ANSWER for each answer, and is closed then. Raises psycopg.Error."""
    import psycopg  # of the extra `club`

    class Impatient(psycopg.Connection[Any]):
        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            try:
                return super().wait(gen, interval, ANSWER if timeout is None else timeout)
            except psycopg.OperationalError:
                if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                    self.pgconn.finish()  # the answer would be taken for that of the next question
                raise

    return Impatient.connect(*arguments, **named)


class Store:
    """A database in which each piece of work is one transaction. All methods may be called from any thread."""

    def __init__(self, place: Place, clock: Clock, on_connect: Callable[[Engine], str | None] | None = None) -> None:
        """`on_connect` is called whenever a server can be reached (again); what it returns is the `notice`."""
        self.place = place
        self.clock = clock
        self._on_connect = on_connect
        self.notice: str | None = None
        """One line about what was found and set aside when it was opened; None where all was well."""
        self._aside: Path | None = None
        """A file that was set aside, from which nothing was rescued yet."""
        self._engine: Engine | None = None
        self._opened_file: FileId | None = None
        """The file that the engine has open."""
        self._opened_log: FileId | None = None
        """Its log, once something was written."""
        self._copy: tuple[FileCopy, Store] | None = None
        """What is looked at instead while nothing can be written."""
        self._silent: tuple[float, RecordError] | None = None
        """Until when a server that did not answer is spared what can wait, and what is said instead."""
        self._lock = threading.RLock()

    def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a reading transaction and returns its result; on a copy where the place of a file cannot be
        written, without which SQLite does not read. Raises RecordError."""
        try:
            return self._run(work, writes=False)
        except RecordError as fault:
            if not is_unwritable(fault.__cause__) or (copied := self._copied()) is None:
                raise
            return copied.read(work)

    def write(self, work: Callable[[Connection], T], can_wait: bool = False) -> T:
        """Runs `work` in a writing transaction; returns once all it wrote is on disk. Raises RecordError, and then
        nothing is.

        `work` is called again where a connection was found dead, or the file had to be set aside for a new one. What
        `can_wait` is refused at once for a while after a server left it waiting.
        """
        if can_wait and self._silent is not None and 0 <= self._silent[0] - self.clock() <= REST:
            raise self._silent[1]
        return self._run(work, writes=True)

    def open(self) -> None:
        """Make sure that the record is there, whole and of the newest version. Raises RecordError."""
        with self._lock, self._in_one_line():
            self._opened()

    def close(self) -> None:
        """Close every connection; the next piece of work opens the database again."""
        with self._lock:
            self._let_go()
            if self._copy is not None:
                copy, store = self._copy
                store.close()
                copy.remove()
                self._copy = None

    def _let_go(self) -> None:
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None

    def _run(self, work: Callable[[Connection], T], writes: bool) -> T:
        with self._in_one_line():
            try:
                return self._once(work, writes)
            except (DBAPIError, UnicodeDecodeError) as fault:
                if writes and _is_damage(fault):  # what only reads leaves the rest of the record to be read
                    self._set_aside(Damaged(say("is damaged")))
                elif not (isinstance(fault, DBAPIError) and fault.connection_invalidated):
                    raise
                return self._once(work, writes)

    @contextmanager
    def _in_one_line(self) -> Iterator[None]:
        """Raise whatever fails inside as a RecordError."""
        begun, self._silent = self.clock(), None
        try:
            yield
        except (SQLAlchemyError, OSError, ValueError, ModuleNotFoundError) as fault:
            self._let_go()
            refusal = self._refused(fault)
            if self.place.path is None and (now := self.clock()) - begun >= SLOW:
                self._silent = now + REST, refusal
            raise refusal from fault

    def _once(self, work: Callable[[Connection], T], writes: bool) -> T:
        for _ in range(LOST_IN_A_ROW):
            with self._lock:
                if self._engine is not None and self._is_lost():
                    self._leave_lost_file()
                engine = self._opened()
            with engine.connect().execution_options(writes=writes) as connection, connection.begin():
                result = work(connection)
            if not writes or self.place.path is None:
                return result
            with self._lock:
                if engine is not self._engine or not self._is_lost():
                    self._opened_log = file_of(sqlite.log_of(self.place.path))
                    return result
        raise OSError(errno.ESTALE, say("it is another file each time: name another record"))

    def _is_lost(self) -> bool:
        """Whether what is written into the open file, or its log, nobody finds again: it is no more where it was, or
        somebody has written over it."""
        path = self.place.path
        if path is None:
            return False
        if file_of(path) != self._opened_file or not sqlite.has_whole_pages(path):
            return True
        return self._opened_log is not None and file_of(sqlite.log_of(path)) != self._opened_log

    def _leave_lost_file(self) -> None:
        """Let go of the open file, with what stands in its log alone written into it, wherever it is now."""
        path = self.place.path
        assert self._engine is not None and path is not None
        moved = file_of(path) != self._opened_file
        with contextlib.suppress(SQLAlchemyError), self._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        self._let_go()
        if moved:
            self.notice = say("{path} was moved or deleted: a new record was begun", path=path)

    def _copied(self) -> Store | None:
        """The record as it is, copied to where there is room; None where it cannot be."""
        path = self.place.path
        with self._lock:
            if self._copy is None or not self._copy[0].is_current:
                try:
                    if path is None or not path.stat().st_size:
                        return None
                    copy = FileCopy(path)
                except OSError:
                    return None
                self._copy = copy, Store(place_of(copy.path), self.clock)
                self.notice = say("{path} cannot be written now: it is shown as it is", path=path)
            return self._copy[1]

    # ------------------------------------------------------------------------------------------ opening

    def _opened(self) -> Engine:
        if self._engine is None:
            self._engine = self._server() if self.place.path is None else self._file()
            self._opened_file = None if self.place.path is None else file_of(self.place.path)
            self._opened_log = None
            # Whoever drops a record without closing it leaves no connection open. Not at exit: other threads may write.
            weakref.finalize(self, self._engine.dispose).atexit = False
        return self._engine

    def _server(self) -> Engine:
        engine = create_engine(self.place.url, connect_args=_SERVER)
        event.listen(engine, "do_connect", _connected)
        try:
            with engine.begin() as connection:
                migrate(connection, self.place.name)
            if self._on_connect is not None:
                self.notice = self._on_connect(engine) or self.notice
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _file(self) -> Engine:
        """The engine of a file that is whole; what is not is set aside, and a new one begun with what can be read."""
        path = self.place.path
        assert path is not None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            sqlite.check_unopened(path)
            engine = self._checked()
        except Damaged as fault:
            self._set_aside(fault)
            engine = self._checked()
        except (DBAPIError, UnicodeDecodeError) as fault:
            if not _is_damage(fault):
                raise
            self._set_aside(Damaged(say("is damaged")))
            engine = self._checked()
        if self._aside is not None:
            self._rescue(engine, self._aside)
        return engine

    def _rescue(self, engine: Engine, aside: Path) -> None:
        try:
            with engine.connect().execution_options(writes=True) as connection, connection.begin():
                count = rescue(aside, connection)
        except BaseException:
            engine.dispose()
            raise
        self._aside = None
        if count:
            self.notice = say(
                "{notice} with the {count} of its matches that are whole", notice=self.notice, count=count
            )

    def _checked(self) -> Engine:
        path = self.place.path
        assert path is not None
        left = sqlite.left_log(path)
        engine = sqlite.opened(self.place)
        try:
            try:
                with engine.connect() as connection:
                    copy = sqlite.keep_log(connection, path, self.clock(), left)
                    sqlite.check_pages(connection, path)
            except DBAPIError as fault:
                if _code(fault) == sqlite3.SQLITE_ERROR:  # nothing is wrong with these statements, so the file is
                    raise Damaged(say("is damaged ({reason})", reason=fault.orig)) from None
                raise
            with engine.connect().execution_options(writes=True) as connection, connection.begin():
                try:
                    changed = migrate(connection, self.place.name)
                except RecordError as fault:
                    raise (
                        Damaged(say("is a database of something else")) if type(fault) is RecordError else fault
                    ) from None
                if not has_every_column(connection):
                    raise Damaged(say("is damaged (its tables are not those of a record)"))
            if changed:  # the version stands in the file's header, where older programs look before they open it
                with engine.connect() as connection:
                    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except BaseException:
            engine.dispose()
            raise
        if copy is not None:
            self.notice = say(
                "the newest entries of {path} may be lost: the end of its log is damaged (a copy is {copy})",
                path=path,
                copy=copy,
            )
        return engine

    def _set_aside(self, fault: Damaged) -> None:
        path = self.place.path
        if path is None:
            raise RecordError(
                say("the record {name} {fault}: its server has to be looked after", name=self.place.name, fault=fault)
            )
        with self._lock:
            self._let_go()
            aside = self._aside = sqlite.set_aside(path, self.clock())
            self.notice = say(
                "{path} {fault}: it was set aside as {aside}, and a new record was begun",
                path=path,
                fault=fault,
                aside=aside,
            )

    # ------------------------------------------------------------------------------------------ failures

    def _refused(self, fault: Exception) -> RecordError:
        """A failure as one line for players."""
        name = say("the record {name}", name=self.place.name)
        if isinstance(fault, ModuleNotFoundError):
            return RecordError(say("{record} needs psycopg: {install}", record=name, install=CLUB))
        if isinstance(fault, OSError):
            return _unusable(name, fault.strerror or str(fault))
        if isinstance(fault, ValueError):
            return RecordError(say("{name!a} is no name of a file", name=self.place.name))
        cause = fault.orig if isinstance(fault, DBAPIError) else fault
        if isinstance(fault, DBAPIError) and (code := _code(fault)) in _SQLITE:
            return _unusable(name, say(_SQLITE[code]))
        first = next(iter(str(cause).strip().splitlines()), type(cause).__name__)
        if self.place.path is None:
            return RecordError(say("{record} does not answer: {reason}", record=name, reason=first))
        return _unusable(name, first)


def _unusable(record: str, reason: str) -> RecordError:
    return RecordError(say("{record} cannot be used: {reason}", record=record, reason=reason))


def _is_damage(fault: DBAPIError | UnicodeDecodeError) -> bool:
    """Whether SQLite says that the file is not, or no longer, one of its own; perhaps in words that are none."""
    if isinstance(fault, UnicodeDecodeError):
        return True
    return _code(fault) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _code(fault: DBAPIError) -> int | None:
    """SQLite's primary code; None where another database failed."""
    code = getattr(fault.orig, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
