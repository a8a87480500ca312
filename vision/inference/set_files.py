"""Writes and reads files of learnt sets: JSON with a format, a version and a SHA-256, replaced atomically and read only
if whole."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.text import one_line, say


class SetError(Exception):
    """A set that cannot be used, or a name that cannot be given. One line."""


S = TypeVar("S", bound=msgspec.Struct)


class _Header(msgspec.Struct):
    format: str
    version: int


def _check_of(kept: msgspec.Struct) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(kept, check=""))).hexdigest()


def encoded(kept: msgspec.Struct) -> bytes:
    """The file of a set, with its checksum."""
    return msgspec.json.encode(msgspec.structs.replace(kept, check=_check_of(kept))) + b"\n"


def decoded(data: bytes, name: str, kind: type[S], format_: str, version: int, what: str, again: str) -> S:
    """The set in a file's bytes, unharmed and of this format and version; what it holds, the caller checks. `kind` has
    a field `check`, a SHA-256 over all its others.

    `name` is what the file is called in the line of a SetError, `what` what it should be full of, and `again` what to
    do, both in the language in use."""
    try:
        header = msgspec.json.decode(data, type=_Header)
        if header.format != format_:
            raise SetError(say("{name}: no file of {what}; {again}", name=name, what=what, again=again))
        if header.version > version:
            raise SetError(
                say("{name}: made by a newer version of this program; update it, or {again}", name=name, again=again)
            )
        kept = msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise SetError(
            say("{name}: damaged or no file of {what}; {again}", name=name, what=what, again=again)
        ) from None
    if getattr(kept, "check", None) != _check_of(kept):
        raise SetError(say("{name}: damaged, its contents are not what was written; {again}", name=name, again=again))
    return kept


def read_whole(path: Path, most: int, what: str, too_large: str, unread: str) -> bytes:
    """A set's file; SetError, with what to do, for one of more than `most` bytes or that cannot be read."""
    try:
        if path.stat().st_size > most:
            raise SetError(
                say(
                    "{name}: larger than any set of {what}; {too_large}",
                    name=one_line(path),
                    what=what,
                    too_large=too_large,
                )
            )
        return path.read_bytes()
    except OSError as error:
        raise SetError(f"{one_line(path)}: {error.strerror}; {unread}") from None


def write_whole(path: Path, data: bytes, unwritten: str) -> None:
    """Write a file whole or not at all; SetError, with what to do when it cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".part", delete=False) as part:
            try:
                part.write(data)
                part.flush()
                os.fsync(part.fileno())
                part.close()
                os.replace(part.name, path)
            except BaseException:
                os.unlink(part.name)
                raise
    except OSError as error:
        raise SetError(f"{one_line(path)}: {error.strerror}; {unwritten}") from None
