"""Records of every version: from the first to the newest, a step each, inside one transaction.

A step writes down the tables as they were then, and never looks at tables.py, which moves on. An empty database goes
through all steps, so that an old record and a new one cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from companion.record.errors import NewerRecord, RecordError
from companion.record.schema import METADATA, chained, digest
from companion.text import say

APPLICATION = 0x54544331
"""What an SQLite file bears in its header to be known as a record of ours."""

_LOCK = 0x54544331
"""The advisory lock under which one of several programs migrates a PostgreSQL database."""


def _first(connection: sa.Connection) -> None:
    """Matches and their entries."""
    tables = sa.MetaData()
    sa.Table(
        "matches",
        tables,
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("started", sa.Double, nullable=False, index=True),
        sa.Column("state", sa.Text, nullable=False),
    )
    sa.Table(
        "entries",
        tables,
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text),
    )
    tables.create_all(connection)


def _second(connection: sa.Connection) -> None:
    """Digests over what is kept, the outcome and the series of a match, and pictures."""
    for column in (
        "outcome TEXT",
        "series TEXT",
        "entries INTEGER NOT NULL DEFAULT 0",
        "chain TEXT NOT NULL DEFAULT ''",
        "seal TEXT NOT NULL DEFAULT ''",
    ):
        connection.execute(sa.text(f"ALTER TABLE matches ADD COLUMN {column}"))
    tables = sa.MetaData()
    entries = sa.Table("entries", tables, autoload_with=connection)
    matches = tables.tables["matches"]
    sa.Table(
        "pictures",
        tables,
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "number"], ["entries.match_id", "entries.number"]),
    ).create(connection)
    for match in connection.execute(sa.select(matches)).mappings().all():
        row = dict(match) | {"entries": 0, "chain": match["id"]}
        of_match = sa.select(entries).where(entries.c.match_id == match["id"]).order_by(entries.c.number)
        for entry in connection.execute(of_match):
            row["chain"] = chained(row["chain"], entry.number, entry.body, entry.evidence)
            row["entries"] += 1
        row["seal"] = _seal(row, _IN_SECOND)
        connection.execute(matches.update().where(matches.c.id == match["id"]).values(row))


_IN_SECOND = (
    "id", "game", "players", "options", "names", "start", "started", "state", "outcome", "series", "entries", "chain",
)  # fmt: skip
"""What the seal of a match was over then, in that order."""


def _third(connection: sa.Connection) -> None:
    """The colours of the pieces of each seat."""
    connection.execute(sa.text("ALTER TABLE matches ADD COLUMN colours TEXT NOT NULL DEFAULT '[]'"))
    matches = sa.Table("matches", sa.MetaData(), autoload_with=connection)
    in_third = (*_IN_SECOND[:5], "colours", *_IN_SECOND[5:])
    for match in connection.execute(sa.select(matches)).mappings().all():
        if match["seal"] == _seal(match, _IN_SECOND):  # what was damaged stays to be seen
            seal = _seal(match, in_third)
            connection.execute(matches.update().where(matches.c.id == match["id"]).values(seal=seal))


def _fourth(connection: sa.Connection) -> None:
    """At which table a match is played, what is said there, and when the database wrote it; a server tells of it."""
    for column in (
        "table_name TEXT NOT NULL DEFAULT ''",
        "ruling TEXT NOT NULL DEFAULT ''",
        "written DOUBLE PRECISION NOT NULL DEFAULT 0",
    ):
        connection.execute(sa.text(f"ALTER TABLE matches ADD COLUMN {column}"))
    for column in ("written", "state"):
        connection.execute(sa.text(f"CREATE INDEX ix_matches_{column} ON matches ({column})"))
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_TOLD)


_TOLD = """
CREATE FUNCTION record_told() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE prefix text := current_database() || ':';
BEGIN
    NEW.written := EXTRACT(EPOCH FROM clock_timestamp());
    IF left(current_user, length(prefix)) = prefix THEN
        IF TG_OP = 'INSERT' THEN
            NEW.table_name := substr(current_user, length(prefix) + 1);
        ELSIF NEW.entries < OLD.entries THEN
            RAISE EXCEPTION 'entries of a match are only ever added' USING ERRCODE = 'insufficient_privilege';
        END IF;
    END IF;
    PERFORM pg_notify('companion_record', NEW.id);
    RETURN NEW;
END $$;
CREATE TRIGGER record_told BEFORE INSERT OR UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION record_told();
"""
"""Tells whoever listens which match was written, once that is committed. A role `DATABASE:TABLE` is one table of a
club: its matches bear that name, whatever it says itself."""


def _seal(row: Mapping[str, Any] | sa.RowMapping, names: tuple[str, ...]) -> str:
    return digest(*(row[name] for name in names))


STEPS: tuple[Callable[[sa.Connection], None], ...] = (_first, _second, _third, _fourth)
NEWEST = len(STEPS)


def refuse_newer(version: int, name: str) -> None:
    """Raises NewerRecord for a version that this program does not know."""
    if version > NEWEST:
        raise NewerRecord(
            say(
                "{name} was written by a newer version of this program (the record's version is {version}, and "
                "{newest} the newest that is known here): update tabletop-companion; the record is left as it is",
                name=name,
                version=version,
                newest=NEWEST,
            )
        )


def migrate(connection: sa.Connection, name: str) -> bool:
    """Bring the record to the newest version, inside the caller's transaction; whether there was anything to do.

    Raises NewerRecord, and RecordError for a database that holds something else; then it is left as it is.
    """
    sqlite = connection.dialect.name == "sqlite"
    if not sqlite:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    version = _version(connection, name)
    refuse_newer(version, name)
    for step in STEPS[version:]:
        step(connection)
    if version == NEWEST:
        return False
    if sqlite:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql(f"PRAGMA user_version = {NEWEST}")
    else:
        if not version:
            connection.execute(sa.text("CREATE TABLE record_version (version INTEGER NOT NULL)"))
            connection.execute(sa.text("INSERT INTO record_version VALUES (0)"))
        connection.execute(sa.text("UPDATE record_version SET version = :newest"), {"newest": NEWEST})
    return True


def has_every_column(connection: sa.Connection) -> bool:
    """Whether the tables are those of the newest version, which damage to their description would change."""
    found = sa.inspect(connection)
    names = set(found.get_table_names())
    return all(
        table.name in names
        and {column.name for column in table.columns} <= {c["name"] for c in found.get_columns(table.name)}
        for table in METADATA.sorted_tables
    )


def _version(connection: sa.Connection, name: str) -> int:
    """The version of a record; 0 for an empty database."""
    tables = set(sa.inspect(connection).get_table_names())
    if connection.dialect.name == "sqlite":
        version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        ours = connection.exec_driver_sql("PRAGMA application_id").scalar_one() == APPLICATION
    else:
        ours = "record_version" in tables
        version = int(connection.execute(sa.text("SELECT version FROM record_version")).scalar_one()) if ours else 0
        tables &= {"matches", "entries", "pictures"}  # of others there may be any
    if tables and not ours:
        raise RecordError(say("{name} is a database of something else", name=name))
    return version if ours else 0
