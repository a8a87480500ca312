"""What an event may have been instead: other readings of the eyes first, then what is legal and near."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import companion
from companion.match.journal import Journal
from companion.match.steps import SetUp
from companion.referee.matching.alternative_events import alternatives
from companion.referee.matching.explanations import SeatedGame
from companion.rules import CompanionError
from companion.rules.self_play import greedy, played
from companion.table.view import TableView
from tests.support.referee.sightings import Cell, die, piece, view

AVA = "army-vs-aliens-2011"
ROLLED = "roll 1 1 2 3 3 4 5 6 6"


def told(game_id: str, *lines: str, shown: TableView | None = None, start: Any = None) -> tuple[SeatedGame, Journal]:
    """A match with these events, the last one seen at a view."""
    game = companion.load(game_id)
    journal = Journal(game, start)
    for line in lines:
        journal.play(game.parsed(line), "seen", shown if line == lines[-1] else None)
    return SeatedGame.usual(game), journal


def words(seated: SeatedGame, journal: Journal, place: int, most: int = 6) -> list[str]:
    return [seated.game.formatted(one.event) for one in alternatives(seated, journal, place, most)]


def combat(faces: list[int], doubtful: int) -> TableView:
    """Blue dice in Combat, one of them doubtful: a 3 that may be a 5, or a 2."""
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    dice[doubtful] = die(
        3, "blue", "0:combat", (30.0 * doubtful, 0.0), sure=0.7, alternatives=((5, 0.2), (2, 0.09), (6, 0.01))
    )
    return view(*dice)


def test_other_readings_of_the_eyes_come_first_the_likeliest_before_the_others() -> None:
    seated, journal = told(AVA, ROLLED, shown=combat([1, 1, 2, 3, 3, 4, 5, 6, 6], 3))
    found = alternatives(seated, journal, 0, 6)
    assert [one.read for one in found] == [True, True, True, False, False, False]
    assert words(seated, journal, 0, 3) == [
        "roll 1 1 2 3 4 5 5 6 6",
        "roll 1 1 2 2 3 4 5 6 6",
        "roll 1 1 2 3 4 5 6 6 6",
    ]


def test_a_roll_that_nobody_saw_may_have_been_one_with_one_other_die() -> None:
    seated, journal = told("doubles-wild", "threw 1 4 6")
    found = words(seated, journal, 0)
    assert "threw 1 3 6" in found and "threw 2 4 6" in found
    assert len(found) == 6 and all(len({"1", "4", "6"} & set(line.split()[1:])) == 2 for line in found)


def test_a_card_may_have_been_the_next_of_its_kind() -> None:
    seated, journal = told("dinosaurs-vs-army-men", "flip D6")
    assert set(words(seated, journal, 0, 2)) == {"flip D5", "flip D7"}


def test_a_move_that_the_table_shows_as_well_comes_before_those_that_are_near() -> None:
    game = companion.load("space-checkers")
    seated, journal = SeatedGame.usual(game), Journal(game)
    journal.play(game.parsed("roll 1 wild"), "seen")
    event = game.actions(journal.position)[0]
    other = game.actions(journal.position)[-1]
    lies = seated.layout(game.apply(journal.position, other)).pieces
    pieces = [piece(Cell(cell.grid, cell.row, cell.col), colour) for cell, colour in lies.items()]
    journal.play(event, "seen", view(*pieces))
    found = alternatives(seated, journal, 1, 6)
    assert found[0].read and found[0].event == other and not any(one.read for one in found[1:])


def test_what_later_events_contradict_comes_last_and_says_how_many() -> None:
    seated, journal = told(AVA, ROLLED, "roll 1 2 2 3 4 4 5 6 6", "attack 3 on 1:2", "overlord 0:4 0:5")
    found = alternatives(seated, journal, 2, 40)
    fallen = [one.fallen for one in found]
    assert set(fallen) == {0, 1} and fallen == sorted(fallen)
    for one in found:
        assert len(journal.foreseen(2, one.event).fallen) == one.fallen


def test_nothing_stands_in_for_a_table_that_was_set_up_or_for_no_event() -> None:
    seated, journal = told(AVA, ROLLED)
    journal.play(SetUp(journal.position), "typed")
    assert alternatives(seated, journal, 1, 6) == ()
    with pytest.raises(CompanionError, match="there is no event 3: 2 stand"):
        alternatives(seated, journal, 2, 6)


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_every_alternative_of_a_game_is_legal_and_another_event(game_id: str) -> None:
    game = companion.load(game_id)
    journal = Journal(game)
    for step in islice(played(game, Random(7), greedy), 14):
        journal.play(step.event, "seen")
    seated = SeatedGame.usual(game)
    for place, moment in enumerate(journal.history()):
        found = alternatives(seated, journal, place, 6)
        events = [one.event for one in found]
        assert len(set(events)) == len(events) <= 6 and moment.event not in events
        for event in events:
            assert game.rule(moment.before, event).legal
