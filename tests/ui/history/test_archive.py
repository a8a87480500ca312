"""The record as the screens see it, without a browser: lists, damage, newer and read-only records, deletion."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.record import Record, RecordError
from companion.record.migrations import NEWEST
from tests.support.app.archives import play_into, shelf
from tests.support.record.recording import STARTED, clock
from ui.history.archive import MOST_OPEN, Archive


def archive_at(path: Path) -> Archive:
    archive = Archive(lambda: Record(path, clock=clock))
    archive.refresh()
    return archive


@pytest.mark.slow
def test_the_list_is_newest_first_and_tells_what_can_go_on(tmp_path: Path) -> None:
    ids = shelf(tmp_path / "shelf.sqlite")
    archive = archive_at(tmp_path / "shelf.sqlite")
    assert archive.matches[0].id == ids["open"] and len(archive.matches) == 6
    newest = archive.newest_to_resume()
    assert newest is not None and newest.id == ids["open"]
    assert (archive.trouble, archive.notice, archive.damaged) == (None, None, ())


def test_a_match_without_an_event_is_not_offered(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite"
    with Record(path, clock=clock) as record:
        play_into(record, "doubles-wild", events=0)
    assert archive_at(path).newest_to_resume() is None


def test_no_record_is_an_empty_list_and_makes_no_file(tmp_path: Path) -> None:
    archive = archive_at(tmp_path / "none.sqlite")
    assert (archive.read, archive.matches, archive.trouble) == (True, (), None)
    assert not (tmp_path / "none.sqlite").exists()


def test_what_is_played_meanwhile_shows_after_a_refresh(tmp_path: Path) -> None:
    path = tmp_path / "shelf.sqlite"
    archive = archive_at(path)
    with Record(path, clock=clock) as record:
        match_id = play_into(record, "space-checkers", events=4)
        archive.refresh()
        assert len(archive.load(match_id).journal.history()) == 4
        match = record.resume(match_id)
        match.journal.play(match.journal.game.parsed("roll 3 wild"), "typed")
        assert len(archive.load(match_id).journal.history()) == 5


@pytest.mark.slow
def test_a_damaged_match_is_named_and_the_rest_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "shelf.sqlite"
    ids = shelf(path)
    with sqlite3.connect(path) as connection:
        connection.execute('UPDATE matches SET names = \'["Eve", "Ben"]\' WHERE id = ?', (ids["doubles-wild"],))
        connection.execute("UPDATE entries SET body = '{}' WHERE match_id = ? AND number = 3", (ids["open"],))
    connection.close()
    archive = archive_at(path)
    assert archive.damaged == (ids["doubles-wild"],) and len(archive.matches) == 5
    with pytest.raises(RecordError, match="damaged"):
        archive.load(ids["open"])
    assert archive.load(ids["space-checkers"]).journal.history()
    unread = [one.id for one, journal in archive.journals(archive.matches) if journal is None]
    assert unread == [ids["open"]]


@pytest.mark.slow
def test_a_newer_record_is_one_line_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "shelf.sqlite"
    shelf(path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    connection.close()
    before = path.read_bytes()
    archive = archive_at(path)
    assert archive.trouble is not None and "newer version" in archive.trouble and "\n" not in archive.trouble
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_record_that_cannot_be_written_says_so_and_keeps_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = shelf(tmp_path / "shelf.sqlite")
    archive = archive_at(tmp_path / "shelf.sqlite")

    def refuses(*_: object) -> None:
        raise RecordError("the record cannot be used: it may not be written")

    monkeypatch.setattr(Record, "delete", refuses)
    archive.delete(ids["open"])
    assert archive.trouble == "the match was not deleted: the record cannot be used: it may not be written"
    assert ids["open"] in {one.id for one in archive.matches}
    archive.dismiss()
    assert archive.trouble is None


@pytest.mark.slow
def test_what_waits_for_a_server_that_is_away_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = shelf(tmp_path / "shelf.sqlite")
    with Record(tmp_path / "shelf.sqlite", clock=clock) as record:
        known = record.summaries()[0]
    waiting = [one for one in known if one.id == ids["open"]]

    def away(*_: object) -> None:
        raise RecordError("the record does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(Record, "summaries", away)
        patch.setattr(Record, "unsent", lambda _: waiting)
        archive = archive_at(tmp_path / "shelf.sqlite")
        assert archive.trouble == "the record does not answer" and archive.matches == tuple(waiting)
        assert archive.newest_to_resume() == waiting[0]
    archive.refresh()
    assert archive.trouble is None and archive.matches == tuple(known)
    monkeypatch.setattr(Record, "summaries", away)
    archive.refresh()
    assert archive.matches == tuple(known), "what was there before is still shown"


@pytest.mark.slow
def test_a_deleted_match_is_gone(tmp_path: Path) -> None:
    ids = shelf(tmp_path / "shelf.sqlite")
    archive = archive_at(tmp_path / "shelf.sqlite")
    archive.load(ids["doubles-wild"])
    archive.delete(ids["doubles-wild"])
    assert archive.trouble is None and ids["doubles-wild"] not in {one.id for one in archive.matches}
    with pytest.raises(RecordError, match="there is no match"):
        archive.load(ids["doubles-wild"])


@pytest.mark.slow
def test_a_thousand_matches_are_listed_without_reading_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.sqlite"
    with Record(path, clock=clock) as record:
        ids = [play_into(record, "space-checkers", events=1, seed=n, started=STARTED + n) for n in range(1000)]
    with monkeypatch.context() as patch:
        patch.setattr(Record, "journal", lambda *_: pytest.fail("a journal was read for the list"))
        archive = archive_at(path)
    assert [one.id for one in archive.matches] == ids[::-1]
    for match_id in ids[: 2 * MOST_OPEN]:
        archive.load(match_id)
    assert len(archive._opened) == MOST_OPEN
