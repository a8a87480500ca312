"""The tables of a record as they are in the newest version; how they came to be is in migrations.py.

A match is one row that says what is played and by whom, where it stands, and how many entries it has. Entries are rows
that are only ever added. So that damage is never taken for what happened, the entries of a match form a chain of
digests whose end stands in its row, and the row bears a seal over everything in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

METADATA = sa.MetaData()


class DatabaseTime(FunctionElement[float]):
    """Seconds of UTC since 1970 by the clock of the database, at the moment of the statement."""

    type = sa.Double()
    inherit_cache = True


@compiles(DatabaseTime, "postgresql")
def _on_a_server(element: Any, compiler: Any, **how: Any) -> str:
    return "EXTRACT(EPOCH FROM clock_timestamp())"


@compiles(DatabaseTime, "sqlite")
def _in_a_file(element: Any, compiler: Any, **how: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


_NOW = DatabaseTime()

matches = sa.Table(
    "matches",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON, as all but plain words are: any name can be kept in it
    sa.Column("names", sa.Text, nullable=False),
    sa.Column("colours", sa.Text, nullable=False, server_default="[]"),  # of each seat's pieces; none: those in the box
    sa.Column("start", sa.Text, nullable=False),  # the first position
    sa.Column("started", sa.Double, nullable=False, index=True),  # seconds of UTC since 1970
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text),
    sa.Column("series", sa.Text),  # what the games of one match share
    sa.Column("entries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("chain", sa.Text, nullable=False, server_default=""),
    sa.Column("seal", sa.Text, nullable=False, server_default=""),
    # Beside the seal, for the database sets them: at which table, what is said there now, and when the row was written.
    sa.Column("table_name", sa.Text, nullable=False, server_default=""),
    sa.Column("ruling", sa.Text, nullable=False, server_default=""),
    sa.Column(
        "written",
        sa.Double,
        nullable=False,
        server_default="0",
        default=DatabaseTime(),
        onupdate=DatabaseTime(),
        index=True,
    ),
    sa.Index("ix_matches_state", "state"),
)

entries = sa.Table(
    "entries",
    METADATA,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # 0 is the oldest
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("evidence", sa.Text),
)

pictures = sa.Table(
    "pictures",
    METADATA,
    sa.Column("match_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),  # by itself: a picture may go, its entry stays whole
    sa.ForeignKeyConstraint(["match_id", "number"], ["entries.match_id", "entries.number"]),
)

SEALED = tuple(c.name for c in matches.columns if c.name not in ("seal", "table_name", "ruling", "written"))

CHANGING = ("state", "outcome", "entries", "chain", "seal")
"""What of a match changes while it is played; the rest stays as it was at its beginning."""


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


def sealed(row: Mapping[str, Any] | sa.RowMapping) -> str:
    """The seal of a row of `matches`."""
    return digest(*(row[name] for name in SEALED))
