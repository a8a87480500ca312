"""What is told of events that were taken back and corrected."""

from __future__ import annotations

import companion
from companion.match import Journal
from companion.text import using_language
from ui.share.revisions import revisions


def played(*events: str) -> Journal:
    journal = Journal(companion.load("space-checkers"))
    for event in events:
        play(journal, event)
    return journal


def play(journal: Journal, event: str) -> None:
    journal.play(journal.game.parsed(event), "typed")


def test_nothing_is_told_of_what_stands_as_it_was_told() -> None:
    journal = played("roll 3 wild", "move 1,3 red")
    assert revisions(journal) == ((), (), ())


def test_another_event_tells_what_was_taken_back() -> None:
    journal = played("roll 3 wild")
    journal.undo()
    play(journal, "roll 4 wild")
    assert revisions(journal) == (("taken back: Yellow rolled 3, WILD",), ())


def test_what_was_redone_was_never_away() -> None:
    journal = played("roll 3 wild")
    journal.undo()
    journal.redo()
    assert revisions(journal) == ((), ())


def test_what_was_taken_back_at_the_end_comes_last() -> None:
    journal = played("roll 3 wild", "move 1,3 red")
    journal.undo(2)
    assert [line.partition(": ")[0] for line in revisions(journal)[-1]] == ["taken back", "taken back"]


def test_a_correction_tells_what_stood_there_and_what_fell() -> None:
    journal = played("roll 3 wild", "move 1,3 red", "roll 2 green")
    journal.correct(0, journal.game.parsed("roll 2 wild"))
    first, *others, end = revisions(journal)
    assert first == ("corrected, before: Yellow rolled 3, WILD",)
    fell = [line for lines in (*others, end) for line in lines]
    assert len(others) + len(fell) == 2 and all(line.startswith("did not count any more: ") for line in fell)
    with using_language("de"):
        assert revisions(journal)[0] == ("berichtigt, zuvor: Gelb würfelt 3, WILD",)
