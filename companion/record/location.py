"""Resolves where a record is: the user's own file, another file, or the address of a database."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_dir
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.record.errors import RecordError
from companion.record.schema import digest
from companion.text import one_line, say

ENVIRONMENT = "COMPANION_RECORD"
"""The environment variable that names another record than the user's own: a file, or the address of a database."""

TABLE = "COMPANION_TABLE"
"""The environment variable that names the table at which matches are played."""
LONGEST_TABLE = 40
"""Signs of a table's name."""

POSTGRESQL = "postgresql+psycopg"


class Place(NamedTuple):
    """A record's address."""

    url: URL
    path: Path | None
    """The file; None for a database of a server."""

    @property
    def name(self) -> str:
        """What a line for players calls it; a password is not shown."""
        if self.path is not None:
            return str(self.path)
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)


def default_place() -> str:
    """The record that is meant where none is named."""
    return os.environ.get(ENVIRONMENT) or str(Path(user_data_dir("tabletop-companion", False), "matches.sqlite"))


def default_table() -> str:
    """The table at which matches are played where none is named: the name of this computer."""
    return one_line(os.environ.get(TABLE) or socket.gethostname()).strip()[:LONGEST_TABLE]


def outbox_of(place: Place) -> Path:
    """The file of this computer in which matches wait for the server of a place, of which there is one for each
    database and user."""
    told = digest(place.url.render_as_string(hide_password=True))
    return Path(user_data_dir("tabletop-companion", False), f"outbox-{told}.sqlite")


def place_of(where: str | Path | None = None) -> Place:
    """The place that a path, an address or nothing names. Raises RecordError for an address of another kind."""
    text = default_place() if where is None else os.fspath(where)
    kind, colon, rest = text.partition("://")
    if not colon or os.sep in kind:
        path = Path(text)
    elif kind == "sqlite":
        path = Path(rest.removeprefix("/"))
    else:
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):
            raise RecordError(
                say("{kind}://... is no address of a record: check it after the two strokes", kind=kind)
            ) from None
        if url.drivername not in ("postgresql", "postgres", POSTGRESQL):
            raise RecordError(
                say(
                    "{kind}://... is no address of a record: name a file, or postgresql://user@host/database", kind=kind
                )
            )
        return Place(url.set(drivername=POSTGRESQL), None)
    return Place(URL.create("sqlite", database=str(path)), path)
