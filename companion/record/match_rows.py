"""A match as rows, and how they are brought into a database that holds some of them, none, or something else."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update

from companion.record.schema import CHANGING, chained, digest, entries, matches, pictures, sealed

Row = dict[str, Any]


class MatchRows(NamedTuple):
    """The rows of one match in the three tables, entries and pictures by their number."""

    match: Row
    entries: Sequence[Row]
    pictures: Sequence[Row]


def new_id() -> str:
    """A random id of ten hexadecimal digits."""
    return secrets.token_hex(5)


def chain_of(match_id: str, rows: Sequence[Mapping[Any, Any]]) -> list[str]:
    """The digests of a match after none, one, two... of its entries."""
    chain = [match_id]
    for row in rows:
        chain.append(chained(chain[-1], row["number"], row["body"], row["evidence"]))
    return chain


def picture_row(match_id: str, number: int, jpeg: bytes) -> Row:
    return {"match_id": match_id, "number": number, "jpeg": jpeg, "digest": digest(match_id, number, jpeg)}


def read_rows(connection: Connection, match_id: str) -> MatchRows | None:
    """The rows of a match as they stand, whole or not; None where there is none."""
    found = connection.execute(select(matches).where(matches.c.id == match_id)).mappings().one_or_none()
    if found is None:
        return None
    match = {name: value for name, value in found.items() if name != "written"}  # each database sets that itself
    held, shown = (
        [
            dict(row)
            for row in connection.execute(
                select(table).where(table.c.match_id == match_id).order_by(table.c.number)
            ).mappings()
        ]
        for table in (entries, pictures)
    )
    return MatchRows(match, held, shown)


def bring_rows(connection: Connection, rows: MatchRows) -> str:
    """Adds what a database lacks of a match; returns the id under which the match stands in it.

    That is another one where two programs have played the same match on, or where it is another table's, to be read
    and not to be written: both are kept. Where the database has all of the match, and perhaps more, nothing is done.
    """
    match_id = rows.match["id"]
    chain = chain_of(match_id, rows.entries)
    held = connection.execute(
        select(matches.c.entries, matches.c.chain).where(matches.c.id == match_id).with_for_update()
    ).one_or_none()
    if held is not None and held.entries < len(chain) and chain[held.entries] == held.chain:
        update_match(connection, rows.match, held.entries, held.chain)
        _add(connection, rows, held.entries)
        return str(match_id)
    if held is not None and _holds_all(connection, rows, chain[-1]):
        return str(match_id)
    if held is not None or connection.execute(select(matches.c.id).where(matches.c.id == match_id)).first():
        rows = _renamed(rows, new_id())
    connection.execute(insert(matches).values(rows.match))
    _add(connection, rows, 0)
    return str(rows.match["id"])


def update_match(connection: Connection, row: Row, written: int, chain: str) -> bool:
    """Sets the row of a match to what it is now; False where it is not as it was after `written` entries."""
    known = (matches.c.id == row["id"]) & (matches.c.entries == written) & (matches.c.chain == chain)
    changed = {name: row[name] for name in (*CHANGING, "ruling")}
    return connection.execute(update(matches).where(known).values(changed)).rowcount == 1


def add_rows(connection: Connection, held: Sequence[Row], shown: Sequence[Row]) -> None:
    """Adds entries and pictures to a match that is there."""
    for table, rows in ((entries, held), (pictures, shown)):
        if rows:
            connection.execute(insert(table), list(rows))


def _add(connection: Connection, rows: MatchRows, first: int) -> None:
    add_rows(connection, rows.entries[first:], [row for row in rows.pictures if row["number"] >= first])


def _holds_all(connection: Connection, rows: MatchRows, end: str) -> bool:
    """Whether the database has every entry of the match, whatever it has after them."""
    held = select(entries).where(entries.c.match_id == rows.match["id"]).order_by(entries.c.number)
    there = connection.execute(held.limit(len(rows.entries))).mappings()
    return chain_of(rows.match["id"], [dict(row) for row in there])[-1] == end


def _renamed(rows: MatchRows, match_id: str) -> MatchRows:
    """The same match under another id."""
    match = rows.match | {"id": match_id, "chain": chain_of(match_id, rows.entries)[-1]}
    return MatchRows(
        match | {"seal": sealed(match)},
        [row | {"match_id": match_id} for row in rows.entries],
        [picture_row(match_id, row["number"], row["jpeg"]) for row in rows.pictures],
    )
