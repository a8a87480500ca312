"""Base of a store that keeps its state in a JSON file of the user's folder for settings. A file that cannot be read is
set aside, never deleted; what cannot be read or kept is said, and never in the way of a match."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from platformdirs import user_config_dir

from companion.text import say
from ui.core import Store
from vision.inference import SetError, write_whole

ENVIRONMENT = "COMPANION_SETTINGS"
"""The environment variable that names another folder for settings than the user's own."""


def settings_folder() -> Path:
    """Where settings are kept."""
    return Path(os.environ.get(ENVIRONMENT) or user_config_dir("tabletop-companion", False))


File = TypeVar("File", bound=msgspec.Struct)
"""What the file holds: its defaults are an empty one, and its fields `format` and `version` have to be the same."""


class JsonStore(Store, Generic[File]):
    """The file is read when it is first asked for. Any thread may call."""

    name: ClassVar[str]
    """Of the file."""
    most_bytes: ClassVar[int]
    kind: ClassVar[type[Any]]
    """The class of what it holds."""
    unread: ClassVar[str]
    """Said of a file that is set aside: `name`, `why`, `aside`."""
    unmoved: ClassVar[str]
    """Said of one that cannot be: `name`, `why`. Nothing is written then."""
    unwritten: ClassVar[str]
    """What is lost where the file cannot be written, and what to do."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: by default the user's own."""
        super().__init__()
        self._folder = folder
        self._file: File | None = None
        self._writable = True
        self.trouble: str | None = None
        """One line about the file, until it is dismissed."""

    @property
    def path(self) -> Path:
        return (self._folder or settings_folder()) / self.name

    def dismiss(self) -> None:
        """Forget `trouble`, once a player has read it."""
        with self.change():
            self.trouble = None

    def _read(self) -> File:
        with self._lock:
            if self._file is None:
                self._file = self._loaded()
            return self._file

    def _write(self, file: File) -> None:
        """Keep a new state. To be called within a change."""
        self._file = file
        if not self._writable:
            return
        try:
            write_whole(self.path, msgspec.json.format(msgspec.json.encode(file)) + b"\n", say(self.unwritten))
        except SetError as fault:
            self.trouble = str(fault)

    def _checked(self, file: File) -> File:
        """What was read, as far as it can be used. Raises ValueError, in one line, where none of it can."""
        return file

    def _loaded(self) -> File:
        path, empty = self.path, self.kind()
        try:
            if not path.exists():
                return self._checked(empty)
            if path.stat().st_size > self.most_bytes:
                raise ValueError(say("it is far too large"))
            file = msgspec.json.decode(path.read_bytes(), type=self.kind)
            if file.format != empty.format or file.version != empty.version:
                raise ValueError(say("it is of another program or version"))
            return self._checked(file)
        except (OSError, ValueError) as fault:  # msgspec's errors are ValueErrors
            why = fault.strerror if isinstance(fault, OSError) and fault.strerror else " ".join(str(fault).split())
            self._set_aside(path, why)
            return self._checked(empty)

    def _set_aside(self, path: Path, why: str) -> None:
        """Rename a file that cannot be read: it is the user's, and never deleted."""
        aside = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
        try:
            path.rename(aside)
            self.trouble = say(self.unread, name=path, why=why, aside=aside.name)
        except OSError:
            self._writable = False
            self.trouble = say(self.unmoved, name=path, why=why)
