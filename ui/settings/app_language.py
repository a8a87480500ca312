"""The language that the app speaks, one for all its tabs: chosen on the start screen, and remembered in the user's
folder for settings. Where nobody has chosen yet, it is that of the system."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.text import LANGUAGES, current_language, later, say, use_language
from ui.core import Store
from ui.settings.saved_setups import settings_folder
from vision.inference import SetError, write_whole

__all__ = ["TONGUE", "AppLanguage", "of_system"]

FORMAT, VERSION = "tabletop-companion language", 1
MOST_BYTES = 2**16
ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that say what the system speaks; the first one that says anything counts."""
UNWRITTEN = later("the language is not remembered; free space there, or allow writing")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    language: str


class AppLanguage(Store):
    """Changes with every choice, so that all tabs are drawn anew. Any thread may call."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self._folder = folder
        self.trouble: str | None = None
        """One line about the file, until it is dismissed."""

    @property
    def path(self) -> Path:
        return (self._folder or settings_folder()) / "language.json"

    @property
    def current(self) -> str:
        """What is spoken: a key of companion.text.language.LANGUAGES."""
        return current_language()

    def begin(self, asked: str | None = None) -> None:
        """Speak `asked`, otherwise what was chosen the last time, otherwise what the system speaks."""
        use_language(asked or self._remembered() or of_system(os.environ))

    def choose(self, chosen: str) -> None:
        """Speak this language from now on, and remember it. Raises ValueError for one that nobody speaks."""
        with self.change():
            use_language(chosen)
            try:
                written = msgspec.json.encode(_File(language=chosen))
                write_whole(self.path, msgspec.json.format(written) + b"\n", say(UNWRITTEN))
            except SetError as fault:
                self.trouble = str(fault)

    def dismiss(self) -> None:
        with self.change():
            self.trouble = None

    def _remembered(self) -> str | None:
        """None where nothing was chosen yet, or cannot be read: the next choice writes it anew."""
        try:
            if self.path.stat().st_size > MOST_BYTES:
                return None
            file = msgspec.json.decode(self.path.read_bytes(), type=_File)
        except (OSError, ValueError):  # msgspec's errors are ValueErrors
            return None
        known = file.format == FORMAT and file.version == VERSION and file.language in LANGUAGES
        return file.language if known else None


def of_system(environment: Mapping[str, str]) -> str:
    """What the system speaks, by its environment; English where that is none of ours."""
    said = next((environment[name] for name in ENVIRONMENT if environment.get(name)), "")
    spoken = said.lower().replace("-", "_").partition(".")[0].partition("_")[0]
    return spoken if spoken in LANGUAGES else "en"


TONGUE = AppLanguage()
"""The server's one."""
