"""Undo and redo: what was undone comes back as it was, until anything else happens, and after a restart as well."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion import CompanionError
from companion.match.entries import format_entry, parse_entry
from companion.match.journal import Journal, Played, StandingEvent, Undone
from companion.record import Record
from companion.table.view import TableView
from tests.support.games.army import Rolled, attack, game
from tests.support.games.strategies import another, meddle
from tests.support.record.recording import clock

AVA = game()
VIEW = TableView(time=1.0, width=1280, height=720)


def played() -> Journal:
    journal = Journal(AVA)
    journal.play(Rolled((1, *(4,) * 8)), "seen", VIEW, time=3.0, confidence=0.9, picture=b"jpeg")
    journal.play(Rolled((2,) * 9), "typed", time=4.0)
    journal.play(attack("4", 2), "chosen", time=5.0)
    return journal


def test_redo_adds_the_entry_that_was_undone_once_more() -> None:
    journal = played()
    history, entries = journal.history(), journal.entries
    for _ in range(3):
        journal.undo()
    assert [moment.event for moment in journal.undone] == [moment.event for moment in history]
    assert journal.redo() == history[0] and journal.entries[-1] == entries[0]
    journal.redo()
    journal.redo()
    assert (journal.history(), journal.undone) == (history, ())
    with pytest.raises(CompanionError, match="nothing to redo"):
        journal.redo()
    assert all(isinstance(entry, Played) for entry in journal.entries[-3:]), "older programs read it"


def test_what_was_undone_in_one_step_is_redone_event_by_event() -> None:
    journal = played()
    history = journal.history()
    journal.undo(3, table_agrees=True)
    assert journal.redo() == history[0] and len(journal.undone) == 2


@pytest.mark.parametrize("what", ["another event", "the same event", "a correction"])
def test_after_anything_else_there_is_nothing_to_redo(what: str) -> None:
    journal = played()
    journal.undo()
    journal.undo()
    if what == "a correction":
        journal.correct(0, Rolled((3,) * 9))
    else:
        journal.play(Rolled(((2 if what == "the same event" else 3),) * 9), "typed", time=9.0)
    assert journal.undone == ()


def test_a_corrected_event_is_redone_as_the_seen_one_that_it_is() -> None:
    journal = played()
    journal.undo()
    journal.undo()
    journal.correct(0, Rolled((3,) * 9))
    history = journal.history()
    assert history[0].first == "seen" and history[0].played.source == "corrected"
    journal.undo()
    journal.redo()
    assert journal.history() == history


@given(st.data())
def test_any_sequence_of_acts_undo_and_redo_folds_to_the_same_match(data: st.DataObject) -> None:
    rules = companion.load(data.draw(st.sampled_from(companion.GAMES)))
    journal, lot = Journal(rules), data.draw(st.randoms(use_true_random=False))
    model: list[tuple[StandingEvent, ...]] = []
    """The histories from which undo has led away, as redo must find them, what is redone next at the end."""
    for act in data.draw(st.lists(st.sampled_from(("play", "play", "play", "undo", "undo", "redo")), max_size=25)):
        before, entries = journal.history(), len(journal.entries)
        if act == "play":
            meddle(journal, lot)
            now = journal.history()
            new = journal.entries[entries:]
            if isinstance(next(iter(new), None), Undone):
                model += [before[:n] for n in range(len(before), len(now), -1)]
            elif new and model and model[-1][-1].played == new[0]:
                model.pop()  # nobody can tell it from redo
            elif new:
                model.clear()
        elif act == "undo" and before:
            journal.undo()
            model.append(before)
            assert journal.history() == before[:-1]
            journal.redo()
            assert journal.history() == before, "to redo what was undone changes nothing"
            journal.undo()
        elif act == "redo" and model:
            journal.redo()
            assert journal.history() == model.pop()
        assert len(journal.undone) == len(model)
    raw = [format_entry(rules, entry) for entry in journal.entries]
    for again in (
        Journal(rules, entries=journal.entries),
        Journal(rules, entries=[
            parse_entry(rules, one, evidence=getattr(entry, "evidence", None))
            for one, entry in zip(raw, journal.entries, strict=True)
        ]),
    ):  # fmt: skip
        assert (again.position, again.history(), again.undone) == (
            journal.position, journal.history(), journal.undone
        )  # fmt: skip
    event = another(rules, journal.position, lot)
    if event is not None:
        journal.play(event, "typed", time=1e9)
        assert journal.undone == (), "something else has happened"


@pytest.mark.parametrize("seed", range(3))
def test_what_can_be_redone_is_still_there_when_the_program_was_killed(tmp_path: Path, seed: int) -> None:
    path, lot = tmp_path / "record.sqlite", Random(seed)
    rules = companion.load(lot.choice(companion.GAMES))
    with Record(path, clock=clock) as record:
        match = record.begin(rules, ("Anna", "Ben"))
        while len(match.journal.history()) < 6:
            meddle(match.journal, lot)
        for _ in range(3):
            match.journal.undo()
        match.journal.redo()
        expected = match.journal.position, match.journal.history(), match.journal.undone
        kept = match.id
        assert match.trouble is None
    with Record(path, clock=clock) as record:  # nothing was closed or left
        journal = record.resume(kept).journal
        assert (journal.position, journal.history(), journal.undone) == expected
        journal.redo()
        journal.redo()
        assert journal.undone == ()
