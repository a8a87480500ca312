"""The language of the app: asked for, chosen before, or that of the system."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.text import current_language
from ui.settings.app_language import AppLanguage, of_system


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "DE-CH"}, "de"),
        ({"LANG": "den_NL"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "", "LC_MESSAGES": "de_DE"}, "de"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], spoken: str) -> None:
    assert of_system(environment) == spoken


def begun(folder: Path, asked: str | None = None) -> str:
    """What an app speaks that is started with these settings."""
    language = AppLanguage(folder)
    language.begin(asked)
    return language.current()


def test_a_choice_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    first = AppLanguage(tmp_path)
    first.begin()
    before = first.version
    assert first.current() == "en" and not first.path.exists()
    first.choose("de")
    assert first.current() == "de" and first.version == before + 1
    assert begun(tmp_path) == "de"
    assert begun(tmp_path, "en") == "en"
    assert begun(tmp_path) == "de", "what is asked for once is not remembered"
    assert current_language() == "en", "who chooses for the app is not the one who speaks"


@pytest.mark.parametrize("text", ["{", '{"language": "fr"}', '{"language": "en", "version": 2}', "[]", "x" * 2**17])
def test_what_cannot_be_read_counts_as_no_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    language = AppLanguage(tmp_path)
    language.path.write_text(text)
    language.begin()
    assert language.current() == "de"
    language.choose("en")
    assert begun(tmp_path) == "en" and language.trouble is None


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    language = AppLanguage(tmp_path / "file")
    language.choose("de")
    assert language.current() == "de"
    assert language.trouble is not None and "\n" not in language.trouble
    language.dismiss()
    assert language.trouble is None
