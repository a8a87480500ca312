"""The page's state follows what tables write, whatever happens to the database, and whatever their clocks say."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

import companion
from companion.club import Club
from companion.record import Record, RecordedMatch, RecordError
from companion.record.location import place_of
from tests.support.record.postgresql import Server
from tests.support.record.recording import clock
from tests.support.waiting import until

Follow = Callable[[str], Club]


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def follow(complaints: list[str]) -> Iterator[Follow]:
    """Follows a record as the page of a club does."""
    opened: list[tuple[Club, Record]] = []

    def begin(where: str) -> Club:
        record = Record(where, clock=clock)
        club = Club(record, lambda: "en", complaints.append, sweep=0.2)
        opened.append((club, record))
        club.start()
        return club

    yield begin
    for club, record in opened:
        club.close()
        record.close()


def table(where: str, name: str = "Window", shift: float = 0.0) -> Record:
    """A table whose clock is wrong by so much."""
    return Record(where, clock=lambda: time.time() + shift, table=name)


def begun(record: Record, names: tuple[str, ...] = ("Anna", "Ben")) -> RecordedMatch:
    match = record.begin(companion.load("doubles-wild"), names)
    assert match.trouble is None
    return match


def shown(club: Club, match: RecordedMatch) -> dict[str, Any]:
    """What the page has of a match; empty where it has nothing."""
    return next((one for one in club.whole()["matches"] if one["id"] == match.id), {})


def test_a_match_is_shown_as_it_is_played(where: str, follow: Follow) -> None:
    with Record(where, clock=clock) as record:
        record.open()
    club = follow(where)
    with table(where) as record:
        match = begun(record)
        state = until(lambda: shown(club, match))
        assert state["table"] == "Window" and state["state"] == "playing" and state["game"] == "Doubles Wild"
        assert [player["name"] for player in state["players"]] == ["Anna", "Ben"]
        assert state["turn"] == match.journal.game.awaited(match.journal.position).seat
        match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
        state = until(lambda: (now := shown(club, match))["events"] == 1 and now)
        assert state["last"].startswith("Anna threw") and state["clause"] == "DW-2.1"
        assert [player["score"] for player in state["players"]] == list(
            match.journal.game.scores(match.journal.position)
        )
        match.journal.undo()
        state = until(lambda: (now := shown(club, match))["events"] == 0 and now)
        assert state["last"] == "" and state["entries"] == 2


def test_what_the_referee_says_is_shown_until_the_next_event(where: str, follow: Follow) -> None:
    with table(where) as record:
        match = begun(record)
        club = follow(where)
        match.hear("ruling", "That is not legal")
        until(lambda: shown(club, match).get("ruling") == "That is not legal")
        match.hear("agreed", "Well")
        until(lambda: shown(club, match)["ruling"] == "")
        match.hear("question", "Which is it?")
        until(lambda: shown(club, match)["ruling"] == "Which is it?")
        match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
        until(lambda: shown(club, match)["ruling"] == "")


def test_tables_with_wrong_clocks_are_shown_and_one_line_says_so(where: str, follow: Follow) -> None:
    year = 365 * 86400.0
    club = None
    for name, shift in (("Behind", -year), ("Ahead", year)):
        with table(where, name, shift) as record:
            match = begun(record)
            club = club or follow(where)
            state = until(lambda club=club, match=match: shown(club, match))
            match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed", time=record._store.clock())
            until(lambda club=club, match=match: shown(club, match)["events"] == 1)
            line = "The clock of this table is 525600 minutes ahead: set it"
            assert state["table"] == name and state["clock"] == (line if shift > 0 else "")


def test_a_damaged_match_is_said_to_be_and_the_rest_goes_on(where: str, follow: Follow) -> None:
    with table(where) as record:
        one, other = begun(record), begun(record)
        engine = sa.create_engine(place_of(where).url)
        with engine.begin() as connection:
            connection.execute(sa.text("UPDATE matches SET names = '[]' WHERE id = :id"), {"id": one.id})
        engine.dispose()
        club = follow(where)
        assert until(lambda: shown(club, one))["fault"] == "This match is damaged"
        assert until(lambda: shown(club, other))["state"] == "playing"


def test_a_match_that_was_deleted_is_shown_no_more(where: str, follow: Follow) -> None:
    with table(where) as record:
        match = begun(record)
        club = follow(where)
        until(lambda: shown(club, match))
        record.delete(match.id)
        assert club._live.take([match.id]) == [{"id": match.id, "gone": True}]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "broken off"])
def test_the_page_goes_on_while_the_server_is_away_and_misses_nothing(
    how: signal.Signals, follow: Follow, complaints: list[str]
) -> None:
    server = Server()
    try:
        where = server.database()
        with table(where) as record:
            match = begun(record)
            club = follow(where)
            until(lambda: shown(club, match))
            server.stop(how)
            match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
            assert match.trouble is not None
            until(lambda: club.whole()["trouble"])
            assert shown(club, match)["events"] == 0
            server.start()
            until(lambda: match.flush())
            until(lambda: shown(club, match)["events"] == 1)
            until(lambda: not club.whole()["trouble"])
            assert len(complaints) == 2 and "does not answer" in complaints[0] and "is back" in complaints[1]
            assert all("\n" not in line for line in complaints)
    finally:
        server.remove()


def test_what_a_table_owes_is_brought_without_another_event(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1e9]
    with Record(where, clock=lambda: now[0], table="Window") as record:
        match = begun(record)
        with monkeypatch.context() as away:
            away.setattr(record._store, "_run", _fails)
            match.journal.play(match.journal.game.parsed("threw 1 4 6"), "typed")
            assert match.trouble is not None
        match.catch_up()
        assert match.trouble is not None, "it is not tried again at once"
        now[0] += 3
        match.catch_up()
        assert match.trouble is None and len(record.journal(match.id).entries) == 1


def _fails(*_: object, **__: object) -> None:
    raise RecordError("the server does not answer")
