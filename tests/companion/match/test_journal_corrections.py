"""Corrections: any event can be another afterwards; what rests on it is judged anew, and what changed is told."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion
from companion import CompanionError, Event, IllegalEvent
from companion.match.entries import Reread, format_entry, parse_entry
from companion.match.journal import Corrected, Journal, Played, StandingEvent, Undone
from companion.match.steps import SetUp
from companion.match.steps import apply_step as step_after
from companion.rules.self_play import played
from companion.rules.strict_json import parse_json
from companion.table.view import TableView
from tests.support.games.army import Rally, Rolled, at, attack, game
from tests.support.games.strategies import journals, meddle
from tests.support.thoroughness import examples

AVA = game()
FIRST, SECOND = TableView(time=1.0, width=1280, height=720), TableView(time=2.0, width=1280, height=720)


def begun() -> Journal:
    """Army 1 and 4s, Aliens 2s; a 4 destroys a 2, then the Aliens rally with a 2, and two dice show 5 and 6."""
    journal = Journal(AVA)
    journal.play(Rolled((1, *(4,) * 8)), "seen", FIRST)
    journal.play(Rolled((2,) * 9), "typed")
    journal.play(attack("4", 2), "chosen")
    journal.play(Rally((2,)), "chosen")
    journal.play(Rolled((6,)), "seen", SECOND)
    return journal


def test_an_event_is_replaced_and_all_that_is_still_legal_stands() -> None:
    journal = begun()
    scores = AVA.scores(journal.position)
    came = journal.correct(0, Rolled((3, *(4,) * 8)))
    assert [moment.event for moment in journal.history()] == [
        Rolled((3, *(4,) * 8)), Rolled((2,) * 9), attack("4", 2), Rally((2,)), Rolled((6,))
    ]  # fmt: skip
    assert journal.position == at("34444444", "22222226", rally=(1, 0), scored=("2", ""), quiet=1)
    assert came.old.event == Rolled((1, *(4,) * 8)) and came.new == journal.history()[0]
    assert came.same == journal.history()[1:] and came.changed == () and came.fallen == ()
    assert (came.ruling, came.reason) == (None, "")
    assert came.before != came.after == journal.position
    assert AVA.scores(came.before) == scores == AVA.scores(came.after)
    assert journal.entries[-1] == Corrected(0, Rolled((3, *(4,) * 8)))


def test_the_first_that_is_no_longer_legal_falls_with_all_after_it_and_says_why() -> None:
    journal = begun()
    fell = journal.history()[2:]
    came = journal.correct(1, Rolled((3,) * 9))
    assert came.fallen == fell and len(journal.history()) == 2
    assert came.ruling is not None and came.ruling.clauses == ("AVA-3.2",)
    assert came.reason == AVA.broken_text(came.ruling.broken[0])
    assert journal.position == at("144444444", "333333333") == came.after
    assert came.before == fell[-1].after
    assert journal.entries[-1] == Corrected(1, Rolled((3,) * 9), fell=3)


def test_an_event_can_be_taken_out() -> None:
    journal = begun()
    came = journal.correct(4, None)
    assert came.new is None and came.fallen == () and journal.position == came.old.before
    came = journal.correct(2, None)
    assert [moment.event for moment in came.fallen] == [Rally((2,))], "it is no longer the Aliens' turn"
    assert len(journal.history()) == 2


def test_later_events_are_read_again_at_the_position_that_is_now_before_them() -> None:
    journal = begun()
    asked: list[tuple[object, Played]] = []

    def read(before: object, old: Played) -> Event | None:
        asked.append((before, old))
        return Rolled((5,)) if old.evidence is SECOND else None

    came = journal.correct(0, Rolled((3, *(4,) * 8)), reader=read)
    assert [old.event for _, old in asked] == [Rolled((2,) * 9), attack("4", 2), Rally((2,)), Rolled((6,))]
    assert [before for before, _ in asked] == [moment.before for moment in journal.history()[1:]]
    ((was, now),) = came.changed
    assert (was.event, now.event) == (Rolled((6,)), Rolled((5,))) and now == journal.latest
    assert now.played == Played(Rolled((5,)), "seen", SECOND), "the eyes still say it"
    assert journal.entries[-1] == Corrected(0, Rolled((3, *(4,) * 8)), (Reread(4, Rolled((5,))),))
    assert Journal(AVA, entries=journal.entries).history() == journal.history(), "nobody reads it a third time"


def test_what_reads_as_an_illegal_event_falls() -> None:
    journal = begun()
    came = journal.correct(0, Rolled((3, *(4,) * 8)), reader=lambda before, old: attack("1", 2))
    assert len(came.fallen) == 4 and came.ruling is not None and not came.ruling.awaited


def test_a_correction_to_what_is_illegal_there_changes_nothing() -> None:
    journal = begun()
    entries, history = journal.entries, journal.history()
    with pytest.raises(IllegalEvent):
        journal.correct(2, attack("1", 2))
    for index in (-1, 5):
        with pytest.raises(CompanionError, match=f"there is no event {index + 1} to correct: 5 stand"):
            journal.correct(index, None)
    assert (journal.entries, journal.history()) == (entries, history)


def test_what_a_correction_would_come_to_is_told_without_making_it() -> None:
    journal = begun()
    entries, history = journal.entries, journal.history()
    foreseen = journal.foreseen(1, Rolled((3,) * 9))
    assert (journal.entries, journal.history()) == (entries, history)
    came = journal.correct(1, Rolled((3,) * 9))
    assert came.fallen == foreseen.fallen and came.after == foreseen.after


def test_the_new_event_rests_on_the_old_evidence_or_brings_its_own() -> None:
    journal = begun()
    journal.correct(0, Rolled((3, *(4,) * 8)), time=9.0, confidence=1.0)
    assert journal.history()[0].played == Played(Rolled((3, *(4,) * 8)), "corrected", FIRST, 9.0, 1.0)
    journal.correct(0, Rolled((2, *(4,) * 8)), source="seen", evidence=SECOND, picture=b"jpeg")
    assert journal.history()[0].played == Played(Rolled((2, *(4,) * 8)), "seen", SECOND, None, None, b"jpeg")


def test_a_seen_roll_is_still_one_when_it_was_corrected() -> None:
    journal = begun()
    journal.correct(4, Rolled((5,)))
    latest = journal.latest
    assert latest is not None and (latest.first, latest.played.source) == ("seen", "corrected") and latest.seen
    with pytest.raises(CompanionError, match="a roll that was seen is undone by itself"):
        journal.undo(2)
    assert journal.undo()[0] == latest


def test_a_correction_can_be_corrected_again() -> None:
    journal = begun()
    position = journal.position
    journal.correct(0, Rolled((3, *(4,) * 8)))
    journal.correct(0, Rolled((1, *(4,) * 8)))
    assert journal.position == position
    assert [type(entry) for entry in journal.entries[5:]] == [Corrected, Corrected]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (Corrected(5, None), "there is no event 6 to correct: 5 stand"),
        (Corrected(0, Rolled((3,) * 9), fell=5), "the record lets 5 events fall where 4 come after"),
        (Corrected(2, attack("4", 2), (Reread(2, Rally((2,))),)), "reads events again that do not stand"),
        (Corrected(1, Rolled((3,) * 9), fell=2), "The Aliens have no Death Ray"),
    ],
)
def test_a_record_with_a_correction_that_cannot_be_is_refused(entry: Corrected, fault: str) -> None:
    journal = begun()
    with pytest.raises(CompanionError, match=fault):
        journal.add(entry)
    assert len(journal.entries) == 5


# ---------------------------------------------------------------------------------------------- any game

ANY = settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def check(journal: Journal) -> None:
    """Every standing event is legal where it stands, and each begins where the one before it ended."""
    position = journal.start
    for moment in journal.history():
        assert moment.before == position
        assert isinstance(moment.event, SetUp) or journal.game.rule(position, moment.event).legal
        position = step_after(journal.game, position, moment.event)
        assert moment.after == position and moment.played.event == moment.event
    assert journal.position == position


@ANY
@given(journals())
def test_the_entries_lead_to_the_same_standing_events_again(journal: Journal) -> None:
    check(journal)
    again = Journal(journal.game, journal.start, journal.entries)
    assert again.position == journal.position and again.history() == journal.history()
    assert again.entries == journal.entries


@ANY
@given(journals())
def test_entries_are_the_same_again_from_json(journal: Journal) -> None:
    for entry in journal.entries:
        evidence = None if isinstance(entry, Undone) else entry.evidence
        raw = json.dumps(format_entry(journal.game, entry))
        assert parse_entry(journal.game, parse_json(raw), evidence=evidence) == entry


@ANY
@given(journals(), st.randoms(use_true_random=False))
def test_a_correction_tells_what_became_of_every_event(journal: Journal, lot: Random) -> None:
    before = journal.history()
    for _ in range(20):
        came = meddle(journal, lot)
        if came is None:
            before = journal.history()
            continue
        check(journal)
        after = journal.history()
        index = before.index(came.old)
        kept = len(came.same) + len(came.changed)
        assert after[:index] == before[:index]
        assert len(before) == index + 1 + kept + len(came.fallen)
        assert len(after) == index + (came.new is not None) + kept
        assert came.fallen == before[len(before) - len(came.fallen) :]
        assert (came.ruling is not None) == bool(came.fallen) == bool(came.reason)
        assert {moment.event for moment in came.same} <= {moment.event for moment in before[index + 1 :]}
        assert all(was.event != now.event for was, now in came.changed)
        assert (came.before, came.after) == (before[-1].after, journal.position)
        before = after


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_a_whole_game_with_one_roll_corrected(game_id: str) -> None:
    """To correct the first event to what it was leaves everything as it is, in every game to its end."""
    rules = companion.load(game_id)
    journal = Journal(rules)
    for step in played(rules, Random(4), longest=300):
        journal.play(step.event, "typed")

    def line(moments: tuple[StandingEvent, ...]) -> list[Event]:
        return [moment.event for moment in moments]

    history, position = journal.history(), journal.position
    came = journal.correct(0, history[0].event)
    assert line(journal.history()) == line(history) and journal.position == position
    assert line(came.same) == line(history[1:]) and came.fallen == ()
