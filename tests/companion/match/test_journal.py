"""The journal: entries are only added, undo is one of them, the position is a fold."""

from __future__ import annotations

from random import Random

import pytest

import companion
from companion import CompanionError, IllegalEvent, MalformedError
from companion.match.journal import Corrected, Entry, Journal, Played, Undone
from companion.rules.self_play import played
from companion.table.view import TableView
from tests.support.games.army import ALIENS, Rally, Rolled, at, attack, game

AVA = game()
VIEW = TableView(time=1.0, width=1280, height=720)


def begun() -> Journal:
    """A game after its set-up: Army 1 and 4s, Aliens 2s."""
    journal = Journal(AVA)
    journal.play(Rolled((1, *(4,) * 8)), "seen", VIEW)
    journal.play(Rolled((2,) * 9), "typed")
    return journal


def test_a_new_journal_is_at_the_start() -> None:
    journal = Journal(AVA)
    assert journal.position == AVA.start()
    assert journal.entries == () and journal.history() == () and journal.latest is None


def test_the_position_is_the_fold_of_what_was_played() -> None:
    journal = begun()
    after = journal.play(attack("4", 2), "chosen")
    assert after == journal.position
    assert journal.position == at("14444444", "22222222", rally=(1, 0), scored=("2", ""), turn=ALIENS)


def test_a_game_can_begin_from_any_position() -> None:
    journal = Journal(AVA, at("4", "22"))
    journal.play(attack("4", 2), "chosen")
    journal.undo()
    assert journal.position == at("4", "22")


def test_entries_keep_source_and_evidence() -> None:
    assert begun().entries == (Played(Rolled((1, *(4,) * 8)), "seen", VIEW), Played(Rolled((2,) * 9), "typed", None))


def test_an_illegal_event_is_not_recorded() -> None:
    journal = begun()
    with pytest.raises(IllegalEvent):
        journal.play(attack("1", 2), "chosen")
    assert len(journal.entries) == 2 and len(journal.history()) == 2


def test_history_tells_each_event_between_its_positions() -> None:
    journal = begun()
    journal.play(attack("4", 2), "chosen")
    first, second, third = journal.history()
    assert (first.before, first.after) == (AVA.start(), second.before)
    assert third.after == journal.position and third == journal.latest
    assert [moment.chance for moment in (first, second, third)] == [True, True, False]


def test_undo_is_an_entry_and_deletes_nothing() -> None:
    journal = begun()
    before = journal.position
    journal.play(attack("4", 2), "chosen")
    (taken,) = journal.undo()
    assert taken.event == attack("4", 2)
    assert journal.position == before
    assert journal.entries[2:] == (Played(attack("4", 2), "chosen"), Undone(1))
    journal.play(attack("4", 2), "chosen")
    assert len(journal.entries) == 5 and len(journal.history()) == 3


def test_undo_takes_back_one_event_a_time_rolls_by_themselves() -> None:
    journal = begun()
    journal.play(Rally((1,)), "chosen")
    journal.play(Rolled((6,)), "seen", VIEW)
    (roll,) = journal.undo()
    assert roll.chance and AVA.awaited(journal.position).need == "roll"
    (move,) = journal.undo()
    assert move.event == Rally((1,)) and AVA.awaited(journal.position).need == "action"


def test_undo_of_several_events_crosses_a_seen_roll_where_the_table_agrees() -> None:
    journal = begun()
    before = journal.position
    journal.play(Rally((1,)), "chosen")
    journal.play(Rolled((6,)), "seen", VIEW)
    assert len(journal.undo(2, table_agrees=True, time=5.0)) == 2
    assert journal.position == before and journal.entries[-1] == Undone(2, 5.0)


def test_undo_of_several_events_never_crosses_a_seen_roll() -> None:
    journal = begun()
    journal.play(Rally((1,)), "chosen")
    journal.play(Rolled((6,)), "seen", VIEW)
    entries = journal.entries
    with pytest.raises(CompanionError, match=r"a roll that was seen is undone by itself.*: The Army rolled 6"):
        journal.undo(2)
    assert journal.entries == entries


@pytest.mark.parametrize("source", ["typed", "lot"])
def test_undo_of_several_events_may_cross_a_roll_that_was_not_seen(source: str) -> None:
    journal = begun()
    before = journal.position
    journal.play(Rally((1,)), "chosen")
    journal.play(Rolled((6,)), source)  # type: ignore[arg-type]
    assert [moment.event for moment in journal.undo(2)] == [Rolled((6,)), Rally((1,))]
    assert journal.position == before and journal.entries[-1] == Undone(2)


@pytest.mark.parametrize("count", [-1, 0, 3])
def test_undo_needs_as_many_events_as_it_takes_back(count: int) -> None:
    with pytest.raises(CompanionError, match=f"cannot undo {count} events: 2 stand"):
        begun().undo(count)
    with pytest.raises(CompanionError, match="nothing to undo"):
        Journal(AVA).undo()


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_undone_to_every_position_of_a_game_and_on_again(game_id: str) -> None:
    """Wherever it goes back to, the position is the one that was there, and the record leads there too."""
    rules = companion.load(game_id)
    steps = list(played(rules, Random(3), longest=40))
    for standing in range(len(steps) + 1):
        journal = Journal(rules)
        for number, step in enumerate(steps):
            journal.play(step.event, ("seen", "typed", "chosen")[number % 3])
        for _ in steps[standing:]:
            journal.undo()
        assert journal.position == (steps[standing - 1].after if standing else rules.start())
        assert [moment.event for moment in journal.history()] == [step.event for step in steps[:standing]]
        again = Journal(rules, entries=journal.entries)
        assert again.position == journal.position and again.history() == journal.history()
        for step in steps[standing:]:
            journal.play(step.event, "typed")
        assert journal.position == steps[-1].after


def test_the_entries_lead_to_the_same_journal_again() -> None:
    journal = begun()
    journal.play(Rally((1,)), "chosen")
    journal.undo()
    journal.play(attack("4", 2), "recorded")
    again = Journal(AVA, AVA.start(), journal.entries)
    assert again.entries == journal.entries
    assert again.history() == journal.history() and again.position == journal.position


def test_a_record_that_undoes_too_much_is_refused() -> None:
    with pytest.raises(CompanionError, match="the record undoes 1 events where 0 stand"):
        Journal(AVA, None, [Undone(1)])


def test_an_entry_keeps_time_confidence_and_picture() -> None:
    journal = Journal(AVA)
    journal.play(Rolled((2,) * 9), "seen", VIEW, time=12.5, confidence=0.75, picture=b"jpeg")
    assert journal.entries == (Played(Rolled((2,) * 9), "seen", VIEW, 12.5, 0.75, b"jpeg"),)


@pytest.mark.parametrize(
    ("time", "confidence"), [(float("nan"), None), (None, 1.5), (None, -0.1), (None, float("nan"))]
)
def test_what_is_no_time_or_no_probability_is_refused(time: float | None, confidence: float | None) -> None:
    journal = Journal(AVA)
    with pytest.raises(MalformedError):
        journal.play(Rolled((2,) * 9), "seen", VIEW, time=time, confidence=confidence)
    assert journal.entries == ()


def test_every_new_entry_is_kept_before_its_method_answers() -> None:
    kept: list[Entry] = []
    journal = Journal(AVA, entries=begun().entries, keep=kept.append)
    journal.play(attack("4", 2), "chosen")
    journal.undo()
    journal.correct(1, Rolled((3,) * 9))
    with pytest.raises(IllegalEvent):
        journal.play(attack("4", 2), "chosen")
    assert [type(entry) for entry in kept] == [Played, Undone, Corrected]
    assert tuple(kept) == journal.entries[2:], "those it began with were kept before"


def test_a_moment_reads_as_a_line() -> None:
    journal = begun()
    moment = journal.latest
    assert moment is not None
    assert journal.game.text(moment.before, moment.event) == "The Aliens rolled 2, 2, 2, 2, 2, 2, 2, 2, 2"
