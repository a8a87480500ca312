"""Copies the whole matches of a damaged file that was set aside into the record that took its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from companion.record.migrations import APPLICATION, NEWEST
from companion.record.schema import chained, digest, entries, matches, pictures, sealed

_Row = dict[str, Any]


def rescue(aside: Path, connection: Connection) -> int:
    """Copy every match whose row, entries and digests are all there; how many. The file itself is only read.

    A record of an earlier version has no digests to tell what is whole, so nothing of it is copied.
    """
    if not aside.exists() or not aside.stat().st_size:  # SQLite would delete the log that is all that was left
        return 0
    with closing(sqlite3.connect(f"{aside.absolute().as_uri()}?mode=ro", uri=True)) as old:
        old.text_factory = lambda raw: raw.decode(errors="surrogateescape")
        old.row_factory = sqlite3.Row
        signs = [row for sign in ("application_id", "user_version") for row in _readable(old, f"PRAGMA {sign}")]
        if signs != [{"application_id": APPLICATION}, {"user_version": NEWEST}]:
            return 0
        return sum(_copied(old, match, connection) for match in _readable(old, "SELECT * FROM matches"))


def _copied(old: sqlite3.Connection, match: _Row, connection: Connection) -> bool:
    """Copy a match if it is whole; whether it was."""
    match_id = match.get("id")
    kept = list(_readable(old, "SELECT * FROM entries WHERE match_id = ? ORDER BY number", match_id))
    if not _is_whole(match, kept) or connection.execute(select(matches).where(matches.c.id == match_id)).first():
        return False
    connection.execute(insert(matches).values(match))
    if kept:
        connection.execute(insert(entries), kept)
    shown = {
        picture["number"]: picture
        for picture in _readable(old, "SELECT * FROM pictures WHERE match_id = ?", match_id)
        if picture.get("digest") == digest(match_id, picture.get("number"), picture.get("jpeg"))
    }
    for picture in shown.values():
        connection.execute(insert(pictures).values(picture | {"match_id": match_id}))
    return True


def _readable(old: sqlite3.Connection, query: str, *values: object) -> Iterator[_Row]:
    """The rows of a query up to the first that cannot be read."""
    try:
        for row in old.execute(query, values):
            yield dict(row)
    except (sqlite3.Error, UnicodeError, OverflowError):
        return


def _is_whole(match: _Row, kept: list[_Row]) -> bool:
    """Whether a match is as it was written, to the last entry."""
    try:
        chain = match["id"]
        for entry in kept:
            chain = chained(chain, entry["number"], entry["body"], entry["evidence"])
        own = all(entry["match_id"] == match["id"] for entry in kept)
        return own and match["seal"] == sealed(match) and (len(kept), chain) == (match["entries"], match["chain"])
    except KeyError:  # the description of the table is damaged
        return False
