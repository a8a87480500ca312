"""The statistics of a record, without a browser: what they are of, and what is read again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.record import Record
from companion.statistics.statistics import Tally
from companion.text import use_language
from tests.support.app.archives import play_into, shelf
from tests.support.record.recording import STARTED, clock
from ui.history.archive import Archive
from ui.history.statistics_worker import StatisticsWorker


def adding_up(path: Path) -> StatisticsWorker:
    store = StatisticsWorker(Archive(lambda: Record(path, clock=clock)))
    store.refresh()
    return store


def all_at_once(path: Path) -> object:
    tally = Tally()
    with Record(path, clock=clock) as record:
        for one in record.summaries()[0]:
            tally.add(record.journal(one.id), one.names, one.started)
    return tally.statistics()


@pytest.mark.slow
def test_they_are_what_all_matches_come_to_and_only_new_ones_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shelf.sqlite"
    shelf(path)
    store = adding_up(path)
    assert store.statistics == all_at_once(path) and (store.done, store.of) == (6, 6)
    with Record(path, clock=clock) as record:
        new = play_into(record, "doubles-wild", seed=77, started=STARTED + 1)
    whole, read = Record.journal, []

    def counted(record: Record, match_id: str) -> object:
        read.append(match_id)
        return whole(record, match_id)

    with monkeypatch.context() as patch:
        patch.setattr(Record, "journal", counted)
        store.refresh()
        store.refresh()
    assert read == [new] and store.statistics == all_at_once(path)


@pytest.mark.slow
def test_what_was_deleted_or_played_on_counts_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "shelf.sqlite"
    ids = shelf(path)
    store = adding_up(path)
    with Record(path, clock=clock) as record:
        record.delete(ids["doubles-wild"])
        journal = record.resume(ids["open"]).journal
        journal.play(journal.game.actions(journal.position)[0], "typed")
    store.refresh()
    assert store.statistics is not None and store.statistics.matches == 5
    assert store.statistics == all_at_once(path)


@pytest.mark.slow
def test_a_damaged_match_is_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path / "shelf.sqlite"
    ids = shelf(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET body = '{}' WHERE match_id = ? AND number = 3", (ids["open"],))
    connection.close()
    store = adding_up(path)
    assert store.left_out == (ids["open"],) and store.statistics is not None and store.statistics.matches == 5


def test_nothing_recorded_is_nothing_added(tmp_path: Path) -> None:
    store = adding_up(tmp_path / "none.sqlite")
    assert store.statistics is not None and store.statistics.matches == 0 and store.trouble is None


@pytest.mark.slow
def test_what_sides_are_called_follows_the_language(tmp_path: Path) -> None:
    path = tmp_path / "shelf.sqlite"
    shelf(path)
    store = adding_up(path)
    assert store.statistics is not None and "Yellow" in [one.who for one in store.statistics.sides]
    use_language("de")
    store.refresh()
    assert {"Gelb", "Armee"} <= {one.who for one in store.statistics.sides} and "Yellow" not in str(store.statistics)
    use_language("en")
    assert "Yellow" in [one.who for one in store.statistics.sides], "who looks on in English still does"
