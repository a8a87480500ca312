"""What the record, learnt sets and networks refuse is told in the language in use, and in no other."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion import load
from companion.record import Record, RecordError
from companion.text import use_language
from tests.support.record.recording import clock, recorded
from vision.inference.networks import ModelError, load_network
from vision.symbols.face_sets import SetError, built_in, decode, encode

ENGLISH = re.compile(r"\b(the|is|it|of|and|not|be|again|match|record|faces|was|no)\b")


def test_notices_of_a_damaged_record_are_german(tmp_path: Path) -> None:
    use_language("de")
    path = tmp_path / "matches.sqlite"
    path.write_bytes(b"something else")
    record = Record(path, clock=clock)
    match = recorded(record)
    assert record.notice is not None and "ist keine Aufzeichnung: Die Datei liegt nun beiseite als" in record.notice
    assert not ENGLISH.search(record.notice.replace(str(tmp_path), ""))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE matches SET names = '[]'")
    connection.close()
    with pytest.raises(RecordError, match=r"^die Partie \w+ ist beschädigt: In der Aufzeichnung steht nicht"):
        record.summary(match.id)
    with pytest.raises(RecordError, match=r"^eine Partie 'zz' gibt es nicht$"):
        record.summary("zz")


def test_a_match_that_cannot_be_written_says_so_in_german(tmp_path: Path) -> None:
    use_language("de")
    (tmp_path / "file").write_text("")
    match = Record(tmp_path / "file" / "matches.sqlite", clock=clock).begin(load("doubles-wild"))
    assert match.trouble is not None and match.trouble.startswith("die Aufzeichnung ")
    assert "Die Partie geht im Speicher weiter" in match.trouble


def _no_manifest(folder: Path) -> None:
    load_network("finder", folder)


def _swapped(folder: Path) -> None:
    (folder / "manifest.toml").write_text('[finder]\nfile = "finder.onnx"\nsha256 = "00"\n')
    (folder / "finder.onnx").write_bytes(b"x")
    load_network("finder", folder)


def _damaged_set(_: Path) -> None:
    decode(encode(built_in("army"))[:-9], "set")


def _newer_set(_: Path) -> None:
    decode(encode(msgspec.structs.replace(built_in("army"), version=99)), "set")


@pytest.mark.parametrize(
    ("wrong", "kind", "english", "german"),
    [
        (_no_manifest, ModelError, "models/manifest.toml is missing; install", "models/manifest.toml fehlt; das Pro"),
        (_swapped, ModelError, "models/finder.onnx is not the file that", "models/finder.onnx ist nicht die Datei"),
        (_damaged_set, SetError, "set: damaged or no file of faces", "set: beschädigt oder keine Datei mit Würfel"),
        (_newer_set, SetError, "set: made by a newer version", "set: von einer neueren Version"),
    ],
)
def test_errors_are_told_in_the_language_in_use(
    wrong: Callable[[Path], None], kind: type[Exception], english: str, german: str, tmp_path: Path
) -> None:
    for spoken, begins in (("en", english), ("de", german)):
        use_language(spoken)
        with pytest.raises(kind) as caught:
            wrong(tmp_path)
        assert str(caught.value).startswith(begins)
    assert not ENGLISH.search(str(caught.value))
