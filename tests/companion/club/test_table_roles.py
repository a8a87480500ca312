"""What the link of a table allows, and what the database refuses, whatever program asks."""

from __future__ import annotations

import time
from collections.abc import Iterator

import psycopg
import pytest

import companion
from companion.club import TableError, add_table, remove_table, renew_table
from companion.record import Record, RecordError
from companion.rules import CompanionError
from tests.support.record.postgresql import Server


@pytest.fixture(scope="module")
def club(server: Server) -> Iterator[Record]:
    """A club whose tables each test names anew."""
    with Record(server.database(), clock=time.time) as record:
        yield record


@pytest.fixture(scope="module")
def two(club: Record) -> tuple[str, dict[str, str]]:
    """The link of a table, and a match of its own and one of another's."""
    links = {name: add_table(club, name) for name in ("own", "other")}
    ids = {}
    for name, link in links.items():
        with Record(link, clock=time.time) as table:
            match = table.begin(companion.load("doubles-wild"))
            match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
            ids[name] = match.id
    return links["own"], ids


def test_a_table_records_under_its_own_name_whatever_it_says(club: Record) -> None:
    with Record(add_table(club, "Window"), clock=time.time, table="Another") as table:
        match = table.begin(companion.load("doubles-wild"), ("Anna", "Ben"))
        match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
        match.hear("ruling", "That is not legal")
        assert match.trouble is None and match.leave()
        assert table.resume(match.id).journal.entries == match.journal.entries
    with psycopg.connect(str(club.place.url.set(drivername="postgresql"))) as connection:
        asked = "SELECT table_name, ruling FROM matches WHERE id = %s"
        assert connection.execute(asked, [match.id]).fetchone() == ("Window", "That is not legal")


REFUSED = {
    "another's match changed": "UPDATE matches SET state = 'left' WHERE id = '{other}' RETURNING id",
    "another's match added to": "INSERT INTO entries VALUES ('{other}', 7, '{{}}')",
    "a picture for another's match": "INSERT INTO pictures VALUES ('{other}', 0, '\\x00', 'x')",
    "another's match deleted": "DELETE FROM matches WHERE id = '{other}'",
    "an entry of its own changed": "UPDATE entries SET body = '{{}}' WHERE match_id = '{own}'",
    "an entry of its own deleted": "DELETE FROM entries WHERE match_id = '{own}'",
    "a match of its own deleted": "DELETE FROM matches WHERE id = '{own}'",
    "its own entries taken back": "UPDATE matches SET entries = 0 WHERE id = '{own}'",
    "other players": "UPDATE matches SET names = '[]' WHERE id = '{own}'",
    "another table": "UPDATE matches SET table_name = 'Door' WHERE id = '{own}'",
    "all rows": "TRUNCATE matches CASCADE",
    "the trigger": "ALTER TABLE matches DISABLE TRIGGER ALL",
    "row level security": "ALTER TABLE matches DISABLE ROW LEVEL SECURITY",
    "the version": "UPDATE record_version SET version = 99",
    "a table of its own": "CREATE TABLE mine (one int)",
    "a role": "CREATE ROLE mine",
    "the role of another": 'SET ROLE "{database}:other"',
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_database_refuses_what_a_table_may_not_do(what: str, club: Record, two: tuple[str, dict[str, str]]) -> None:
    link, ids = two
    statement = REFUSED[what].format(**ids, database=club.place.url.database)
    before = [club.journal(one).entries for one in ids.values()]
    with psycopg.connect(link, autocommit=True) as connection:
        if "RETURNING" in statement:  # it is not there to be changed
            assert connection.execute(statement).fetchall() == []  # type: ignore[call-overload]
        else:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)  # type: ignore[call-overload]
    assert [club.journal(one).entries for one in ids.values()] == before and len(club.summaries()[1]) == 0


def test_a_match_of_another_table_goes_on_as_one_of_its_own(club: Record) -> None:
    with Record(add_table(club, "Stage"), clock=time.time) as table:
        match = table.begin(companion.load("doubles-wild"))
        match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
    with Record(add_table(club, "Bar"), clock=time.time) as table:
        resumed = table.resume(match.id)
        resumed.journal.undo()
        assert resumed.trouble is None and resumed.id != match.id and resumed.notice is not None
    assert len(club.journal(match.id).entries) == 1 and len(club.journal(resumed.id).entries) == 2


def test_tables_of_one_name_in_two_clubs_of_a_server_know_nothing_of_each_other(server: Server) -> None:
    clubs = [Record(server.database(), clock=time.time) for _ in range(2)]
    links = [add_table(club, "Window") for club in clubs]
    with psycopg.connect(links[0].replace(clubs[0].place.url.database, clubs[1].place.url.database).replace(
        f"{clubs[1].place.url.database}%3A", f"{clubs[0].place.url.database}%3A"
    )) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):  # fmt: skip
        connection.execute("SELECT * FROM matches")
    for club in clubs:
        club.close()


def test_a_table_is_added_once_renewed_and_removed(club: Record) -> None:
    link = add_table(club, "Tisch 1")
    with pytest.raises(TableError, match="there is a table Tisch 1 already: --new-link gives it another password"):
        add_table(club, "Tisch 1")
    assert renew_table(club, "Tisch 1") != link
    with Record(link, clock=time.time) as table:
        kept = table.begin(companion.load("doubles-wild"))
    remove_table(club, "Tisch 1")
    for work in (renew_table, remove_table):
        with pytest.raises(TableError, match="there is no table Tisch 1: --add-table adds one"):
            work(club, "Tisch 1")
    with Record(link, clock=time.time) as table:
        assert table.begin(companion.load("doubles-wild")).trouble is not None
    assert club.summary(kept.id).game == "doubles-wild"


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 41, "back\\slash", "ü" * 35], ids=ascii)
def test_what_is_no_name_of_a_table_is_refused_in_one_line(name: str, club: Record) -> None:
    with pytest.raises(TableError) as refused:
        add_table(club, name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ['a"b', "a'b", "a:b", "100 %", "a$$b"])
def test_a_name_with_signs_that_sql_knows_is_a_name(name: str, club: Record) -> None:
    with Record(add_table(club, name), clock=time.time) as table:
        assert table.begin(companion.load("doubles-wild")).trouble is None


def test_a_file_has_no_roles(tmp_path: object) -> None:
    with pytest.raises(CompanionError, match="on a PostgreSQL server alone"):
        add_table(Record(f"{tmp_path}/one.sqlite", clock=time.time), "Window")


def test_a_role_that_may_not_make_roles_is_refused_in_one_line(club: Record) -> None:
    with Record(add_table(club, "Corner"), clock=time.time) as table, pytest.raises(RecordError) as refused:
        add_table(table, "Door")
    assert "must be owner" in str(refused.value) and "\n" not in str(refused.value)
