"""The record on disk: what was acknowledged is there again, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import create_engine, text

import companion
from companion import MalformedError
from companion.match.journal import Journal
from companion.record import DamagedMatch, NoSuchMatch, Record, RecordedMatch, RecordError, outcome_text
from companion.record.exports import start_text, summary_data
from companion.record.location import place_of
from companion.rules.self_play import played
from companion.table.view import Die, TableView
from companion.text import use_language
from tests.support.record.recording import STARTED, Opened, clock, meddled, recorded

DIE = Die(box=(1.0, 2.0, 3.0, 4.0), value=5, colour="blue", confidence=0.1 + 0.2, certain=True)
VIEW = TableView(time=1.5, width=1280, height=720, dice=(DIE,))


def same(one: Journal, other: Journal) -> bool:
    return (one.start, one.entries, one.history(), one.position) == (
        other.start, other.entries, other.history(), other.position
    )  # fmt: skip


def statement(where: str, line: str) -> None:
    """Meddle with the tables behind the record's back."""
    engine = create_engine(place_of(where).url)
    with engine.begin() as connection:
        connection.execute(text(line))
    engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", companion.GAMES)
def test_a_match_is_resumed_exactly_where_it_was(opened: Opened, game_id: str) -> None:
    match = recorded(opened(), game_id, steps=60)
    assert match.trouble is None and match.notice is None
    again = opened().resume(match.id)
    assert same(again.journal, match.journal)
    assert (again.id, again.names, again.started, again.state) == (match.id, ("Anna", "Ben"), STARTED, match.state)
    meddled(again.journal, Random(2), 20)
    assert same(opened().journal(match.id), again.journal)


@pytest.mark.slow
def test_evidence_confidence_and_time_come_back_to_the_last_digit(opened: Opened) -> None:
    match = opened().begin(companion.load("army-vs-aliens-2011"))
    match.journal.play(match.journal.game.parsed("roll 1 1 2 3 3 4 5 6 6"), "seen", VIEW, time=0.1, confidence=1 / 3)
    assert opened().journal(match.id).entries == match.journal.entries


def test_a_view_that_no_program_reads_any_more_costs_no_match(opened: Opened) -> None:
    """A number that is none is kept as null, and a view has no place for that."""
    odd = TableView(time=float("nan"), width=1280, height=720)
    match = opened().begin(companion.load("space-checkers"), started=5)
    match.journal.play(match.journal.game.parsed("roll 3 blue"), "seen", odd)
    again = opened().resume(match.id)
    assert again.journal.position == match.journal.position and again.started == 5
    assert again.journal.history()[0].played.evidence is None
    again.journal.undo()
    assert opened().resume(match.id).id == match.id


def test_colours_come_back_with_the_match_and_are_those_of_all_seats_or_none(opened: Opened) -> None:
    game = companion.load("doubles-wild")
    match = opened().begin(game, colours=("purple", "white"))
    meddled(match.journal, Random(1), 5)
    assert opened().resume(match.id).colours == ("purple", "white")
    assert opened().summary(match.id).colours == ("purple", "white")
    assert opened().summary(opened().begin(game).id).colours == ()
    with pytest.raises(MalformedError, match="colours: 1 colours for 2 players"):
        opened().begin(game, colours=("purple",))


def test_names_are_those_of_the_players_or_none(opened: Opened) -> None:
    with pytest.raises(MalformedError, match="names: 1 names for 2 players"):
        opened().begin(companion.load("space-checkers"), ["Anna"])


@pytest.mark.parametrize("asked", [True, False])
def test_a_picture_is_kept_where_that_was_asked_for(opened: Opened, asked: bool) -> None:
    record = opened()
    match = record.begin(companion.load("space-checkers"), pictures=asked)
    match.journal.play(match.journal.game.parsed("roll 3 blue"), "seen", VIEW, picture=b"\xff\xd8 a table")
    assert record.picture(match.id, 0) == (b"\xff\xd8 a table" if asked else None)
    assert record.journal(match.id).entries[0].picture is None, "nobody reads it who does not ask"  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_match_begun_from_any_position_by_any_house_rules_comes_back(opened: Opened) -> None:
    game = companion.load("space-checkers", 3, {"geometry": "G10"})
    *_, last = played(game, Random(3), longest=20)
    match = opened().begin(game, ["Ann\u0000", "\ud800", "“C”"], start=last.after, series="evening")
    again = opened().resume(match.id)
    assert (again.journal.game.options, again.journal.position) == (game.options, last.after)
    assert (again.names, again.series) == (("Ann\u0000", "\ud800", "“C”"), "evening")


def test_matches_are_listed_newest_first_with_how_they_stand(opened: Opened) -> None:
    record = opened()
    for number, game_id in enumerate(companion.GAMES):
        game = companion.load(game_id)
        steps = list(played(game, Random(1), longest=None))
        steps = steps[-3:] if number else steps[:3]
        match = record.begin(game, ("A", "B"), started=STARTED + number, start=steps[0].before)
        for step in steps:
            match.journal.play(step.event, "typed")
    assert match.leave(), "which changes nothing once it is over"
    told, damaged = record.summaries()
    assert [one.game for one in told] == list(companion.GAMES[::-1]) and damaged == []
    assert [one.state for one in told] == ["over"] * 4 + ["playing"]
    assert told[0].outcome == match.journal.game.format_outcome(match.journal.position)
    assert (told[-1].outcome, told[-1].entries, told[-1].names) == (None, 3, ("A", "B"))


@pytest.mark.parametrize("started", [-1e12, 253_402_300_800.0, 1e18])
def test_a_match_of_a_clock_that_was_centuries_off_is_listed(opened: Opened, started: float) -> None:
    record = opened()
    match = record.begin(companion.load("space-checkers"), started=started)
    match.journal.play(next(iter(played(match.journal.game, Random(1), longest=None))).event, "typed")
    told, damaged = record.summaries()
    assert damaged == [] and told[0].started == started
    assert start_text(told[0])[:4] in ("1970", "9999") and summary_data(told[0])["date"][:4] in ("1970", "9999")


def last_steps(record: Record, game_id: str) -> RecordedMatch:
    """A match that began a few steps before its end, and is over."""
    game = companion.load(game_id)
    steps = list(played(game, Random(1), longest=None))[-3:]
    match = record.begin(game, start=steps[0].before)
    for step in steps:
        match.journal.play(step.event, "typed")
    return match


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_how_a_match_ended_is_told_in_the_language_of_whoever_looks(opened: Opened, game_id: str) -> None:
    """The sentence that is kept is that of the day; another language has its own of the same end."""
    match = last_steps(opened(), game_id)
    game = match.journal.game
    step = match.journal.history()[-1]
    summary = opened().summary(match.id)
    english = outcome_text(summary)
    assert summary.outcome is not None and english == summary.outcome["how"] == game.outcome(match.journal.position).how
    assert set(summary.outcome) == {"how", "ranking", "clause"}
    use_language("de")
    german = outcome_text(summary)
    assert german == game.outcome(match.journal.position).how != english
    assert outcome_text(opened().summary(match.id)) == german
    match.journal.undo()
    assert opened().summary(match.id).last is None
    match.journal.play(step.event, "typed")
    changed = opened().summary(match.id)
    assert changed.outcome is not None and changed.outcome["how"] == german
    use_language("en")
    assert outcome_text(changed) == english


def test_an_end_that_cannot_be_read_any_more_is_told_as_it_was_then(opened: Opened) -> None:
    match = last_steps(opened(), "space-checkers")
    summary = opened().summary(match.id)
    kept = outcome_text(summary)
    use_language("de")
    for last in (None, '{"game": "chess", "options": {}}', "{}", at_the_start("space-checkers")):
        assert outcome_text(msgspec.structs.replace(summary, last=last)) == kept


def at_the_start(game_id: str) -> str:
    """A position at which nothing has ended."""
    game = companion.load(game_id)
    return json.dumps(game.format_position(game.start()))


def test_a_match_that_was_left_goes_on_with_its_next_entry(opened: Opened) -> None:
    record = opened()
    match = recorded(record)
    assert match.leave() and record.summary(match.id).state == "left"
    again = record.resume(match.id)
    assert again.state == "left"
    again.journal.undo()
    assert record.summary(match.id).state == "playing"


def test_the_beginning_of_an_id_is_enough_where_it_is_one_matchs_alone(opened: Opened) -> None:
    record = opened()
    ids = [record.begin(companion.load("doubles-wild")).id for _ in range(20)]
    assert record.summary(ids[3][:9]).id == ids[3]
    with pytest.raises(NoSuchMatch, match="there is no match 'zz'"):
        record.summary("zz")
    with pytest.raises(NoSuchMatch, match="there is no match '%'"):
        record.summary("%")
    first = next(one[0] for one in ids if sum(other[0] == one[0] for other in ids) > 1)
    with pytest.raises(NoSuchMatch, match=f"several matches begin with '{first}': give more of the id"):
        record.summary(first)


def test_only_delete_deletes_and_only_the_one_match(opened: Opened) -> None:
    record = opened()
    first, second = recorded(record), recorded(record)
    record.delete(first.id)
    with pytest.raises(NoSuchMatch):
        record.journal(first.id)
    assert same(record.journal(second.id), second.journal)


def test_a_match_that_was_deleted_while_it_is_played_is_written_anew(opened: Opened) -> None:
    record = opened()
    match = recorded(record)
    record.delete(match.id)
    match.journal.undo()
    assert match.trouble is None and same(record.journal(match.id), match.journal)


def test_two_programs_that_play_one_match_on_keep_both(opened: Opened) -> None:
    match = recorded(opened())
    old = match.id
    other = opened().resume(old)
    meddled(other.journal, Random(5), 10)
    meddled(match.journal, Random(6), 10)
    assert match.trouble is None and match.id != old == other.id
    assert match.notice == f"another program has played the match {old} on; here it goes on as {match.id}"
    record = opened()
    assert same(record.journal(other.id), other.journal) and same(record.journal(match.id), match.journal)


def test_a_match_that_is_left_after_another_program_has_played_it_on_stays_one(opened: Opened) -> None:
    match = recorded(opened())
    other = opened().resume(match.id)
    meddled(other.journal, Random(5), 10)
    assert match.leave() and match.notice is None and match.id == other.id
    record = opened()
    assert [one.id for one in record.summaries()[0]] == [other.id]
    assert same(record.journal(other.id), other.journal) and record.summary(other.id).state == other.state
    meddled(match.journal, Random(6), 1)
    assert match.id != other.id and same(opened().journal(match.id), match.journal)


def test_a_commit_that_nobody_heard_of_is_not_written_twice(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    record = opened()
    match = recorded(record)
    write = match._store.write

    def unheard(work: object, can_wait: bool) -> None:
        write(work, can_wait)  # type: ignore[arg-type]
        raise RecordError("the line went dead")

    monkeypatch.setattr(match._store, "write", unheard)
    match.journal.undo()
    assert match.trouble is not None and match.trouble.startswith("the line went dead. The match ")
    monkeypatch.undo()
    match.journal.undo()
    assert match.trouble is None and same(record.journal(match.id), match.journal)
    assert len(record.summaries()[0]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "UPDATE entries SET body = replace(body, 'roll', 'rull') WHERE number = 0",
        "UPDATE entries SET evidence = '{}' WHERE number = 3",
        "DELETE FROM entries WHERE number = 4",
        "DELETE FROM entries WHERE number = 29",
        "UPDATE matches SET chain = '0'",
        'UPDATE matches SET names = \'["Ben", "Anna"]\'',
        "UPDATE matches SET entries = 29",
    ],
)
def test_what_is_not_as_it_was_written_is_never_told_as_if_it_were(opened: Opened, where: str, line: str) -> None:
    record = opened()
    match = record.begin(companion.load("army-vs-aliens-2011"), ("Anna", "Ben"))
    for step in played(match.journal.game, Random(4), longest=30):
        match.journal.play(step.event, "typed")
    assert len(match.journal.entries) == 30
    statement(where, line)
    with pytest.raises(DamagedMatch, match=f"the match {match.id} is damaged"):
        record.resume(match.id)


def test_a_damaged_picture_is_told_and_costs_nothing_else(opened: Opened, where: str) -> None:
    record = opened()
    match = record.begin(companion.load("space-checkers"), pictures=True)
    match.journal.play(match.journal.game.parsed("roll 3 blue"), "seen", VIEW, picture=b"jpeg")
    statement(where, "UPDATE pictures SET digest = 'no'")
    with pytest.raises(DamagedMatch, match="the picture of entry 0"):
        record.picture(match.id, 0)
    assert record.resume(match.id).journal.position == match.journal.position


def test_a_damaged_row_is_told_among_the_matches(opened: Opened, where: str) -> None:
    record = opened()
    whole, other = recorded(record), recorded(record)
    statement(where, f"UPDATE matches SET started = 0 WHERE id = '{other.id}'")
    told, damaged = record.summaries()
    assert ([one.id for one in told], damaged) == ([whole.id], [other.id])


def test_nothing_is_opened_before_it_is_needed(opened: Opened, where: str, tmp_path: Path) -> None:
    record = opened()
    assert not list(tmp_path.iterdir())
    assert record.exists() == where.startswith("postgresql")


@pytest.mark.slow
def test_a_record_of_a_thousand_matches_opens_within_a_second(tmp_path: Path) -> None:
    """1,000 matches with 200,000 entries: opened, listed, and one of them resumed."""
    path = tmp_path / "matches.sqlite"
    record = Record(path, clock=clock)
    game = companion.load("space-checkers")
    steps = list(played(game, Random(1), longest=200))
    assert len(steps) == 200
    for number in range(1000):
        match = record.begin(game, ("Anna", "Ben"), started=STARTED + number)
        match.journal._keep = None
        for step in steps:
            match.journal.play(step.event, "typed")
        for number, entry in enumerate(match.journal.entries):
            match._link(number, entry)
        assert match.flush(), match.trouble
    record.close()
    begun = time.thread_time()
    record = Record(path, clock=clock)
    told, _ = record.summaries()
    again = record.resume(told[500].id)
    assert time.thread_time() - begun < 1
    assert len(told) == 1000 and len(again.journal.entries) == 200
    record.close()
