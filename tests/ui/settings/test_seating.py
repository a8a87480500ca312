"""Seats around a table, without a screen: where they are, who plays together, and who changes places."""

from __future__ import annotations

import msgspec
import pytest

import companion
from ui.settings import (
    faults,
    free_seat,
    names_of_people,
    places_of,
    ready,
    teams_of,
    teams_to_choose,
    usual_setup,
    with_colour,
    with_next_colour,
    with_option,
    with_person,
    with_program,
    with_swapped,
)
from ui.settings.match_setup import with_name

EVERY = [(game, count) for game in companion.GAMES for count in range(2, companion.load(game).seed.players[1] + 1)]


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_seat_has_one_place_and_they_go_round_clockwise(game: str, players: int) -> None:
    places = places_of(usual_setup(game, players))
    assert sorted(one.seat for one in places if one.seat is not None) == list(range(players))
    order = [("bottom", "left", "top", "right").index(one.side) for one in places]
    assert order == sorted(order)
    assert order.count(0) <= 1 and order.count(2) <= 1
    assert order.count(1) == order.count(3)


def test_two_sit_opposite_each_other() -> None:
    assert [one.side for one in places_of(usual_setup("doubles-wild"))] == ["bottom", "top"]


def test_on_a_board_whose_sides_have_colours_everybody_sits_at_the_side_of_theirs() -> None:
    setup = usual_setup("space-checkers", 3)
    assert [(one.side, one.seat, one.colour) for one in places_of(setup)] == [
        ("bottom", 2, "blue"),
        ("left", None, "red"),
        ("top", 0, "yellow"),
        ("right", 1, "green"),
    ]
    moved = places_of(with_colour(setup, 1, "red"))
    assert {one.colour: one.seat is None for one in moved} == {
        "blue": False, "red": False, "yellow": False, "green": True
    }  # fmt: skip


def test_teams_are_those_of_the_rules() -> None:
    four = usual_setup("doubles-wild", 4)
    assert teams_of(four) == ()
    choice = teams_to_choose(four)
    assert choice is not None
    assert teams_of(with_option(four, choice, True)) == ((0, 2), (1, 3))
    assert teams_of(usual_setup("army-vs-aliens-2011", 6)) == ((0, 2, 4), (1, 3, 5))
    assert teams_of(usual_setup("army-vs-aliens-2011", 5)) == ()


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_teams_are_only_offered_where_so_many_can_choose(game: str, players: int) -> None:
    setup = usual_setup(game, players)
    option = teams_to_choose(setup)
    chosen = {"doubles-wild": (4,), "army-vs-aliens-2011": (4, 6, 8), "army-vs-aliens-2012": (4, 6, 8)}
    assert (option is not None) == (players in chosen.get(game, ()))
    for choice in () if option is None else option.choices:
        assert faults(with_option(setup, option, choice.value)) == {}


def test_a_colour_steps_through_those_that_are_free() -> None:
    setup = usual_setup("doubles-wild")  # blue, red
    seen = []
    for _ in range(3):
        setup = with_next_colour(setup, 0)
        seen.append(setup.colours)
    assert sorted(colours[0] for colours in seen) == ["blue", "green", "yellow"]
    assert {colours[1] for colours in seen} == {"red"}


def test_where_no_colour_is_free_two_change_theirs() -> None:
    setup = usual_setup("doubles-wild", 4)
    other = with_next_colour(setup, 0)
    assert sorted(other.colours) == sorted(setup.colours)
    assert sum(a != b for a, b in zip(setup.colours, other.colours, strict=True)) == 2
    assert other.colours[0] != setup.colours[0]


def test_those_of_one_side_may_have_the_same_colour_and_the_other_side_has_another() -> None:
    setup = usual_setup("army-vs-aliens-2011", 4)
    for _ in range(15):
        setup = with_next_colour(setup, 0)
        assert faults(setup) == {}


def test_who_changes_places_takes_name_and_program_along_and_leaves_the_colour() -> None:
    setup = with_program(with_name(usual_setup("doubles-wild", 3), 0, "Anna"), 2, "hard")
    other = with_swapped(setup, 0, 2)
    assert (other.names, other.program, other.colours) == (("", "", "Anna"), ("hard", "", ""), setup.colours)
    assert with_swapped(other, 2, 0) == setup
    assert with_swapped(msgspec.structs.replace(setup, names=(), program=()), 0, 1).program == ()


def test_a_person_sits_down_in_place_of_the_program_and_then_no_seat_is_free() -> None:
    setup = with_program(usual_setup("doubles-wild"), 0, "easy")
    assert free_seat(setup) == 1
    setup = with_person(with_person(setup, 1, "Ben"), 0, "Anna")
    assert (setup.names, setup.program, free_seat(setup)) == (("Anna", "Ben"), (), None)


def test_seats_without_a_name_are_nobody_in_any_language() -> None:
    unnamed = ready(with_name(usual_setup("doubles-wild", 3), 0, "Anna")).names
    assert unnamed == ("Anna", "Player 2", "Player 3")
    matches = [
        ("doubles-wild", unnamed),
        ("doubles-wild", ("Spieler 1", "anna", "Ben")),
        ("space-checkers", ("Green", "Blau", "דוד", "B" * 25, " ")),
    ]
    assert names_of_people(matches) == ("Anna", "Ben", "דוד")
