"""Roles of a club's tables in its PostgreSQL database: each has a link, by which it can only add to its own matches.

A role is called `DATABASE:TABLE`, for roles are shared by all databases of a server. The database itself writes that
name into the matches of a role (companion/record/migrations.py), and refuses what else it may not do: changing the
matches of others, taking back or changing what was written, deleting. A table may read all matches, but no pictures of
others.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, text

from companion.record import CHANGING, LONGEST_TABLE, Record
from companion.rules import CompanionError
from companion.text import one_line, say

LONGEST_ROLE = 63
"""Bytes of the name of a role in PostgreSQL."""

_OWN = "table_name = substr(current_user, length(current_database()) + 2)"
_OF_OWN = f"EXISTS (SELECT FROM matches WHERE id = match_id AND {_OWN})"
_POLICIES = {
    "matches": {
        "SELECT": "USING (true)",
        "INSERT": f"WITH CHECK ({_OWN})",
        "UPDATE": f"USING ({_OWN}) WITH CHECK ({_OWN})",
    },
    "entries": {"SELECT": "USING (true)", "INSERT": f"WITH CHECK ({_OF_OWN})"},
    "pictures": {"SELECT": f"USING ({_OF_OWN})", "INSERT": f"WITH CHECK ({_OF_OWN})"},
}
_GRANTS = (
    "SELECT ON record_version, matches, entries, pictures",
    "INSERT ON matches, entries, pictures",
    f"UPDATE ({', '.join((*CHANGING, 'ruling', 'written'))}) ON matches",
)


class TableError(CompanionError):
    """A table that cannot be added, renewed or removed."""


def add_table(record: Record, name: str) -> str:
    """Makes the role of a table; returns the address by which it records. Raises TableError, RecordError."""
    role = _role(record, name)
    password = secrets.token_urlsafe(18)

    def work(connection: Connection) -> None:
        if _is_there(connection, role):
            raise TableError(say("there is a table {name} already: --new-link gives it another password", name=name))
        _prepare(connection)
        _run(connection, f"CREATE ROLE {_quoted(role)} LOGIN NOINHERIT PASSWORD '{password}'")
        for grant in _GRANTS:
            _run(connection, f"GRANT {grant} TO {_quoted(role)}")
        _run(connection, f"GRANT USAGE ON SCHEMA public TO {_quoted(role)}")

    record.write(work)
    return _address(record, role, password)


def renew_table(record: Record, name: str) -> str:
    """Gives a table another password; returns its new address. Raises TableError, RecordError."""
    role = _role(record, name)
    password = secrets.token_urlsafe(18)

    def work(connection: Connection) -> None:
        _check(connection, role, name)
        _run(connection, f"ALTER ROLE {_quoted(role)} PASSWORD '{password}'")

    record.write(work)
    return _address(record, role, password)


def remove_table(record: Record, name: str) -> None:
    """Removes the role of a table; its matches stay. Raises TableError, RecordError."""
    role = _role(record, name)

    def work(connection: Connection) -> None:
        _check(connection, role, name)
        _run(connection, f"DROP OWNED BY {_quoted(role)}")
        _run(connection, f"DROP ROLE {_quoted(role)}")

    record.write(work)


def _role(record: Record, name: str) -> str:
    if record.place.path is not None:
        raise TableError(say("tables have links of their own on a PostgreSQL server alone: --record postgresql://..."))
    if not name.strip() or name != one_line(name).strip() or len(name) > LONGEST_TABLE or "\\" in name:
        raise TableError(
            say("{name!a} is no name of a table: it has 1 to {most} plain signs", name=name, most=LONGEST_TABLE)
        )
    role = f"{record.place.url.database}:{name}"
    if len(role.encode()) > LONGEST_ROLE:
        raise TableError(say("{name}: the name is too long for the database: take a shorter one", name=name))
    return role


def _address(record: Record, role: str, password: str) -> str:
    url = record.place.url.set(drivername="postgresql", username=role, password=password)
    return url.render_as_string(hide_password=False)


def _is_there(connection: Connection, role: str) -> bool:
    return connection.execute(text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}).first() is not None


def _check(connection: Connection, role: str, name: str) -> None:
    if not _is_there(connection, role):
        raise TableError(say("there is no table {name}: --add-table adds one", name=name))


def _prepare(connection: Connection) -> None:
    """Let the database look at whose row it is. Who owns the tables is not held up by that."""
    _run(connection, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    for table, policies in _POLICIES.items():
        _run(connection, f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        for kind, rule in policies.items():
            policy = f"club_{kind.lower()}"
            _run(connection, f"DROP POLICY IF EXISTS {policy} ON {table}")
            _run(connection, f"CREATE POLICY {policy} ON {table} FOR {kind} {rule}")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _run(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement.replace("%", "%%"))
