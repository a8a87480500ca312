"""What the screens say: the awaited, the record, the moves; and how a die is drawn and named."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import get_args

import pytest

import companion
from companion.match.journal import Journal
from companion.table.view import Colour, Zones
from tests.support.app.staged import Lying, row, stage, view_of
from ui.core.moves import legal_moves, rally_of
from ui.match.texts import hands_to_do, history_lines
from ui.widgets.basic.die import die_drawing, die_words
from ui.widgets.camera.picture import die_at, line_at
from ui.widgets.match.dialogs import likeliest_first

GAME = companion.load("army-vs-aliens-2011")


def started() -> Journal:
    journal = Journal(GAME)
    journal.play(GAME.rolled([1, 1, 2, 2, 3, 4, 5, 6, 6]), "seen")
    journal.play(GAME.rolled([1, 2, 2, 3, 3, 4, 4, 5, 6]), "typed")
    return journal


def test_every_legal_move_is_listed_and_no_other() -> None:
    position = started().position
    moves = legal_moves(GAME, position)
    listed = [line.event for _, lines in moves.groups for line in lines] + list(moves.rallies)
    assert sorted(map(repr, listed)) == sorted(map(repr, GAME.actions(position)))
    assert moves.total == len(listed)


def test_each_choice_of_combat_dice_is_a_legal_rally() -> None:
    position = started().position
    assert rally_of(GAME, [6, 1]) in legal_moves(GAME, position).rallies


def test_undone_events_stay_in_the_history() -> None:
    journal = started()
    journal.undo()
    journal.play(GAME.rolled([1] * 9), "lot")
    lines = history_lines(GAME, journal.entries)
    assert [line.stands for line in lines] == [True, False, True, True]
    assert lines[2].text == f"Undone: {lines[1].text}"
    assert [line.origin for line in lines] == ["seen", "typed", None, "lot"]


def test_corrected_events_stay_in_the_history_with_what_fell() -> None:
    journal = started()
    journal.play(GAME.parsed("attack 4 on 1:3"), "chosen")
    journal.correct(0, GAME.rolled([1, 1, 2, 2, 3, 3, 5, 6, 6]))
    journal.correct(1, None)
    lines = history_lines(GAME, journal.entries)
    assert [line.stands for line in lines] == [False, False, False, True, True]
    assert lines[3].text == "Corrected: The Army rolled 1, 1, 2, 2, 3, 3, 5, 6, 6"
    assert lines[4].text == "Taken out: The Aliens rolled 1, 2, 2, 3, 3, 4, 4, 5, 6"
    assert [line.origin for line in lines] == ["seen", "typed", "chosen", "corrected", "corrected"]


def test_what_was_read_again_is_told_as_that() -> None:
    journal = started()
    second = GAME.rolled([1, 2, 2, 3, 3, 4, 4, 6, 6])
    journal.correct(0, GAME.rolled([1] * 9), reader=lambda before, played: second)
    lines = history_lines(GAME, journal.entries)
    assert [line.stands for line in lines] == [False, False, True, True]
    assert lines[3] == ("Read again: The Aliens rolled 1, 2, 2, 3, 3, 4, 4, 6, 6", "typed", True)


COLOURS: dict[int, Colour] = {0: "blue", 1: "green"}


@pytest.mark.parametrize(
    ("plain", "jobs"),
    [
        ({"do": "attack", "with": [4], "hit": [[1, 3]]}, "blue 4 to Rally; green 3 to Scoring"),
        ({"do": "general", "rank": 1}, "turn the blue 1, 1 one rank higher; blue 5 to Rally"),
        ({"do": "rally", "roll": [6, 6]}, ""),
    ],
)
def test_hands_are_told_what_to_do(plain: dict[str, object], jobs: str) -> None:
    journal = started()
    journal.play(GAME.parse_event(plain), "chosen")
    assert hands_to_do(GAME, journal.history()[-1:], COLOURS) == jobs


def test_surplus_generals_are_sent_to_rally_after_the_roll() -> None:
    journal = Journal(GAME)
    journal.play(GAME.rolled([1, 1, 2, 2, 3, 4, 5, 5, 5]), "seen")
    journal.play(GAME.rolled([1] * 9), "seen")
    assert hands_to_do(GAME, journal.history(), COLOURS) == "blue 5, 5 to Rally"


def test_every_die_is_drawn() -> None:
    for colour in (*get_args(Colour), None):
        for value in (None, 1, 2, 3, 4, 5, 6):
            sure = ET.fromstring(die_drawing(value, colour))
            doubtful = ET.fromstring(die_drawing(value, colour, doubtful=True))
            pips = [element for element in sure.iter() if element.tag.endswith("circle")]
            assert len(pips) == (value or 0)
            assert any("stroke-dasharray" in element.attrib for element in doubtful.iter())
            assert not any("stroke-dasharray" in element.attrib for element in sure.iter())


def test_dice_are_named_in_words() -> None:
    assert die_words(4, "blue") == "blue die showing 4"
    assert die_words(4, "blue", doubtful=True) == "blue die showing 4, unsure"
    assert die_words(None, None, doubtful=True) == "die of unknown colour with a face that is not known"


def test_faces_are_offered_likeliest_first() -> None:
    die = stage([Lying("blue", 3, certain=False)]).dice[0]
    assert likeliest_first(die)[:2] == [3, 4]
    assert sorted(likeliest_first(die)) == [1, 2, 3, 4, 5, 6]


def test_a_tap_finds_the_die_under_or_beside_it() -> None:
    view = view_of(stage(row("blue", [1, 2])))
    first, second = view.dice
    assert die_at(view, *first.centre, 20) is first
    assert die_at(view, first.box[0] - 15, first.centre[1], 20) is first
    assert die_at(view, first.box[0] - 25, first.centre[1], 20) is None
    assert die_at(view, second.box[0] - 4, second.centre[1], 40) is second
    assert die_at(None, 0, 0, 100) is None


def test_a_drag_takes_the_line_next_to_it() -> None:
    zones = Zones(lines=(0.25, 0.75))
    assert line_at(zones, 0.27, 0.03) == 0
    assert line_at(zones, 0.73, 0.03) == 1
    assert line_at(zones, 0.5, 0.03) is None
