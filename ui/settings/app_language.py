"""The language that the app speaks where a tab has chosen none of its own: the one that the host chose last, remembered
in the user's folder for settings. Where nobody has chosen yet, it is that of the system."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.text import LANGUAGES, later, say, using_language
from ui.core import Store
from ui.settings.json_store import settings_folder
from vision.inference import SetError, write_whole

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
    """Changes with every choice, so that all tabs are drawn anew. English until `begin`. Any thread may call."""

    needs = "host"

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self._folder = folder
        self._current = "en"
        self.trouble: str | None = None
        """One line about the file, until it is dismissed."""

    @property
    def path(self) -> Path:
        return (self._folder or settings_folder()) / "language.json"

    def current(self) -> str:
        """The language now, a key of companion.text.LANGUAGES; the LanguageSource of all that is said to everybody."""
        return self._current

    def begin(self, asked: str | None = None) -> None:
        """Speak `asked`, otherwise what was chosen the last time, otherwise what the system speaks. Raises ValueError
        where `asked` is none of companion.text.LANGUAGES."""
        spoken = asked or self._remembered() or of_system(os.environ)
        with using_language(spoken), self.change():
            self._current = spoken

    def choose(self, chosen: str) -> None:
        """Speak this language from now on, and write it to the file. Raises ValueError for none of
        companion.text.LANGUAGES."""
        with using_language(chosen), self.change():
            self._current = chosen
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
