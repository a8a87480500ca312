"""Results in a file of JSON lines, appended as they come, so that a batch that was ended goes on where it stopped.

A line is `{"key": ..., "by": ..., "name": ..., "result": ...}`: SHA-256 of what was read, a digest of what it was read
by (version, networks, command, options), what it was called, and what came of it. Lines by anything else just stay.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from typing import Any

from companion.batch.errors import BatchError
from companion.text import one_line

_BEGIN = b'{"key":"'


class KeptResults:
    """The results in one file. Use it in a `with` statement."""

    def __init__(self, path: str, by: str) -> None:
        """`by`: all that a result depends on besides what was read. Raises BatchError."""
        self._path = one_line(path)
        self._by = hashlib.sha256(by.encode()).hexdigest()[:16]
        self._places: dict[str, int] = {}  # of lines in the file: results of a million pictures need not be in memory
        try:
            self._file = open(path, "a+b", buffering=0)  # noqa: SIM115  # closed by __exit__
        except (OSError, ValueError) as error:
            raise self._fault(error) from None
        try:
            self._look()
        except BaseException as error:
            self._file.close()
            raise self._fault(error) if isinstance(error, OSError) else error from None

    def _look(self) -> None:
        self._file.seek(0)
        begin = self._file.read(len(_BEGIN))
        if not _BEGIN.startswith(begin):
            raise BatchError(f"--resume {self._path}: it holds something else than results; name a new file")
        place, line = 0, b"\n"
        with open(self._file.fileno(), "rb", closefd=False) as lines:
            lines.seek(0)
            for line in lines:
                key = self._key(line)
                if key is not None:
                    self._places[key] = place
                place += len(line)
        if not line.endswith(b"\n"):  # what wrote it was ended in the middle of a line
            self._file.write(b"\n")

    def _fault(self, error: OSError | ValueError) -> BatchError:
        return BatchError(f"--resume {self._path}: {getattr(error, 'strerror', None) or error}")

    def _key(self, line: bytes) -> str | None:
        """The key of a line that counts: it is whole, and by the same program with the same options."""
        try:
            data = json.loads(line)
            return str(data["key"]) if data["by"] == self._by and "result" in data else None
        except (ValueError, TypeError, KeyError, RecursionError):
            return None

    def __enter__(self) -> KeptResults:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, key: str) -> Any:
        with open(self._file.fileno(), "rb", closefd=False) as lines:
            lines.seek(self._places[key])
            return json.loads(lines.readline())["result"]

    def append(self, key: str, name: str, result: Any) -> None:
        """Keep a result, on disk before anything else is done. Raises BatchError."""
        data = {"key": key, "by": self._by, "name": one_line(name), "result": result}
        line = json.dumps(data, separators=(",", ":")).encode() + b"\n"
        place = self._file.seek(0, os.SEEK_END)
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise self._fault(error) from None
        self._places[key] = place


def file_key(path: str) -> str | None:
    """SHA-256 of a file's contents; None where it cannot be read."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for
            return None
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None
