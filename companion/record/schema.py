"""The tables of a record as they are in the newest version; how they came to be is in migrations.py.

A match is one row that says what is played and by whom, where it stands, and how many entries it has. Entries are rows
that are only ever added. So that damage is never taken for what happened, the entries of a match form a chain of
digests whose end stands in its row, and the row bears a seal over everything in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from sqlalchemy import (
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    RowMapping,
    Table,
    Text,
)

METADATA = MetaData()

matches = Table(
    "matches",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON, as all but plain words are: any name can be kept in it
    Column("names", Text, nullable=False),
    Column("colours", Text, nullable=False, server_default="[]"),  # of each seat's pieces; none: those in the box
    Column("start", Text, nullable=False),  # the first position
    Column("started", Double, nullable=False, index=True),  # seconds of UTC since 1970
    Column("state", Text, nullable=False),
    Column("outcome", Text),
    Column("series", Text),  # what the games of one match share
    Column("entries", Integer, nullable=False, server_default="0"),
    Column("chain", Text, nullable=False, server_default=""),
    Column("seal", Text, nullable=False, server_default=""),
)

entries = Table(
    "entries",
    METADATA,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # 0 is the oldest
    Column("body", Text, nullable=False),
    Column("evidence", Text),
)

pictures = Table(
    "pictures",
    METADATA,
    Column("match_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("jpeg", LargeBinary, nullable=False),
    Column("digest", Text, nullable=False),  # by itself: a picture may go, and the entry it belongs to stays whole
    ForeignKeyConstraint(["match_id", "number"], ["entries.match_id", "entries.number"]),
)

SEALED = tuple(column.name for column in matches.columns if column.name != "seal")


def digest(*parts: object) -> str:
    """64 bits over the parts, with the borders between them, in sixteen signs."""
    hashed = blake2b(digest_size=8)
    for part in parts:
        raw = part if isinstance(part, bytes) else repr(part).encode()
        hashed.update(b"%d:" % len(raw) + raw)
    return hashed.hexdigest()


def chained(chain: str, number: int, body: str, evidence: str | None) -> str:
    """The end of a chain after one more entry; the chain of a match begins with its id."""
    return digest(chain, number, body, evidence)


def sealed(row: Mapping[str, Any] | RowMapping) -> str:
    """The seal of a row of `matches`."""
    return digest(*(row[name] for name in SEALED))
