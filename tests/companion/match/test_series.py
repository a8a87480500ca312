"""Matches: first to N and best of N, seats that move on after every game, drawn games, playoffs, partners."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion import GAMES, MalformedError, Outcome
from companion.match.series import MOST_GAMES, Kind, Match
from companion.rules.self_play import played

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
TEAMS = ((0, 2), (1, 3))


def ended(*groups: tuple[int, ...]) -> Outcome:
    """A game that ranked the seats so."""
    return Outcome("It is over.", groups, "AVA-6.1")


def won_by(match: Match, *winners: int | None) -> Match:
    """The match after games won by these sides (None: drawn), wherever those people sat."""
    for winner in winners:
        if winner is None:
            match = match.after(ended(tuple(range(match.people))))
            continue
        first = tuple(sorted(match.seat_of(person) for person in match.sides[winner]))
        rest = tuple(seat for seat in range(match.people) if seat not in first)
        match = match.after(ended(first, rest))
    return match


def test_two_players_swap_sides_after_every_game_drawn_or_not() -> None:
    """AVA-7.1. Anna (0) begins at seat 0, then Ben, then Anna; the draw in game 2 swaps as well."""
    match = Match("first_to", 2, TWO)
    seats = []
    for outcome in (ended((0,), (1,)), ended((0, 1)), ended((0,), (1,))):
        seats.append((match.person_at(0), match.person_at(1)))
        assert [match.seat_of(person) for person in (0, 1)] == [seats[-1].index(person) for person in (0, 1)]
        match = match.after(outcome)
    assert seats == [(0, 1), (1, 0), (0, 1)]
    assert [game.winner for game in match.played] == [0, None, 0], "seat 0 won games 1 and 3, and Anna sat there"
    assert match.wins == (2, 0)
    assert match.result is not None and match.result.winner == 0


def test_the_winner_is_who_sat_there_not_the_seat() -> None:
    """Seat 0 wins both games: one win each, because the players swapped."""
    match = Match("first_to", 2, TWO).after(ended((0,), (1,))).after(ended((0,), (1,)))
    assert match.wins == (1, 1) and match.result is None


def test_first_to_3_needs_three_wins_however_many_games_are_drawn() -> None:
    """A, draw, B, draw, A, A: 3:1 after six games."""
    match = won_by(Match("first_to", 3, TWO), 0, None, 1, None, 0)
    assert match.wins == (2, 1) and match.result is None and not match.in_playoff
    match = won_by(match, 0)
    assert match.result is not None
    assert (match.result.winner, match.result.how) == (0, "First to 3: 3:1.")


def test_first_to_1_is_a_single_game_unless_it_is_drawn() -> None:
    match = Match("first_to", 1, TWO)
    assert won_by(match, None).result is None
    decided = won_by(match, None, 1)
    assert decided.result is not None and decided.result.winner == 1


@pytest.mark.parametrize(
    ("games", "winners", "result"),
    [
        # 2:0 with one to play: 1 could not catch up any more
        (3, (0, 0), (0, "Best of 3: 2:0.")),
        # 1:0 with one to play: it could still be 1:1
        (2, (0,), None),
        (2, (0, None), (0, "Best of 2: 1:0.")),
        (2, (0, 1), (None, "Best of 2: 1:1, the match is drawn.")),
        # 1:0 and two draws of five: two to play, so 1:2 is possible; the next win makes it 2:0 with one to play
        (5, (0, None, None), None),
        (5, (0, None, None, 0), (0, "Best of 5: 2:0.")),
        (5, (0, 1, 1, 0, None), (None, "Best of 5: 2:2, the match is drawn.")),
        (5, (1, 1, 1), (1, "Best of 5: 0:3.")),
        (1, (None,), (None, "Best of 1: 0:0, the match is drawn.")),
        (4, (0, 0), None),
        (4, (0, 0, None), (0, "Best of 4: 2:0.")),
        (4, (0, 0, 0), (0, "Best of 4: 3:0.")),
    ],
)
def test_best_of_n_ends_when_nobody_can_catch_up(
    games: int, winners: tuple[int | None, ...], result: tuple[int | None, str] | None
) -> None:
    match = Match("best_of", games, TWO)
    for count in range(len(winners)):
        assert won_by(match, *winners[:count]).result is None
    told = won_by(match, *winners).result
    assert (None if told is None else (told.winner, told.how)) == result


def test_a_level_best_of_goes_on_with_a_playoff_until_a_game_is_won() -> None:
    """Best of 2 at 1:1: the playoff's first game is drawn, its second is won by 1."""
    match = Match("best_of", 2, TWO, playoff=True)
    assert not match.in_playoff and not won_by(match, 0).in_playoff
    level = won_by(match, 0, 1)
    assert level.result is None and level.in_playoff
    drawn = won_by(level, None)
    assert drawn.result is None and drawn.in_playoff and drawn.person_at(0) == 1, "seats go on moving"
    over = won_by(drawn, 1)
    assert over.result is not None
    assert (over.result.winner, over.result.how) == (1, "Best of 2 after a playoff: 1:2.")
    assert [game.playoff for game in over.played] == [False, False, True, True] and not over.in_playoff


def test_a_playoff_is_not_played_where_the_match_is_decided() -> None:
    match = won_by(Match("best_of", 3, TWO, playoff=True), 0, 1, 0)
    assert match.result is not None and match.result.how == "Best of 3: 2:1."
    assert not any(game.playoff for game in match.played)


def test_first_to_knows_no_playoff() -> None:
    assert not won_by(Match("first_to", 2, TWO, playoff=True), 0, 1, None, None).in_playoff


def test_three_people_move_on_by_one_seat() -> None:
    """Person p sits at p, p+1, p+2, p: whoever sat at the last seat begins next."""
    match = Match("first_to", 2, THREE)
    tables = []
    for _ in range(4):
        tables.append(tuple(match.person_at(seat) for seat in range(3)))
        match = won_by(match, None)
    assert tables == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]


def test_three_people_a_game_that_two_share_is_nobodys() -> None:
    match = Match("first_to", 1, THREE).after(ended((0, 2), (1,)))
    assert match.played[0].winner is None and match.result is None
    assert match.after(ended((1,), (0, 2))).wins == (1, 0, 0), "person 0 sits at seat 1 in the second game"


def test_three_people_the_third_decides_nothing_and_can_still_catch_up() -> None:
    """Best of 5: 2:1:0 leaves two games, and 1 could win both; at 2:2:1 there is no winner without a playoff."""
    match = won_by(Match("best_of", 5, THREE), 0, 1, 0)
    assert match.result is None
    level = won_by(match, 1, 2)
    assert level.wins == (2, 2, 1) and level.result is not None and level.result.winner is None
    going = won_by(Match("best_of", 5, THREE, playoff=True), 0, 1, 0, 1, 2)
    assert going.in_playoff
    caught = won_by(going, 2)
    assert caught.wins == (2, 2, 2) and caught.in_playoff, "a third who draws level leads nobody"
    over = won_by(caught, 2).result
    assert over is not None and over.winner == 2
    assert won_by(Match("best_of", 3, THREE), 0, 1).result is None, "1:1:0, and the last game may go to anybody"


def test_partners_stay_partners_and_win_together() -> None:
    """Seats 0 and 2 win both games. In the second they are held by 3 and 1, the other team."""
    match = Match("first_to", 2, TEAMS)
    assert [match.person_at(seat) for seat in range(4)] == [0, 1, 2, 3]
    match = match.after(ended((0, 2), (1, 3)))
    assert match.wins == (1, 0) and [match.person_at(seat) for seat in range(4)] == [3, 0, 1, 2]
    match = match.after(ended((0, 2), (1, 3)))
    assert match.wins == (1, 1) and match.result is None
    match = match.after(ended((1, 3), (0, 2)))
    assert match.wins == (1, 2), "in game 3 seats 1 and 3 are held by persons 3 and 1"


def test_a_game_that_partners_share_first_is_won_and_one_that_everybody_shares_is_not() -> None:
    match = Match("best_of", 3, TEAMS)
    assert match.after(ended((2, 0), (1, 3))).wins == (1, 0)
    assert match.after(ended((0, 1, 2, 3))).wins == (0, 0)
    assert match.after(ended((0,), (2,), (1, 3))).wins == (1, 0)


def test_a_decided_match_takes_no_more_games() -> None:
    match = won_by(Match("first_to", 1, TWO), 0)
    with pytest.raises(MalformedError, match=r"^match: it is decided: First to 1: 1:0\.$"):
        match.after(ended((0,), (1,)))
    assert len(match.played) == 1


@pytest.mark.parametrize("groups", [((0,),), ((0,), (2,)), ((0, 1, 2),), ((0,), (0, 1)), ()])
def test_an_outcome_of_another_table_is_refused(groups: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(MalformedError, match="the outcome does not rank the 2 seats of this table"):
        Match("first_to", 1, TWO).after(ended(*groups))


@pytest.mark.parametrize(
    ("kind", "games", "sides", "fault"),
    [
        ("most", 3, TWO, 'match.kind: "most" is no kind of match (first_to, best_of)'),
        (None, 3, TWO, "match.kind: null is no kind of match (first_to, best_of)"),
        ("first_to", 0, TWO, "match.games: 0 is no number of games from 1 to 999"),
        ("first_to", -1, TWO, "match.games: -1 is no number of games from 1 to 999"),
        ("first_to", MOST_GAMES + 1, TWO, "match.games: 1000 is no number of games from 1 to 999"),
        ("first_to", True, TWO, "match.games: true is no number of games from 1 to 999"),
        ("first_to", 2.0, TWO, "match.games: 2.0 is no number of games from 1 to 999"),
        ("first_to", float("nan"), TWO, "match.games: NaN is no number of games from 1 to 999"),
        ("first_to", "3", TWO, 'match.games: "3" is no number of games from 1 to 999'),
        ("first_to", 3, (), "match.sides: every person has to be on one of at least two sides"),
        ("first_to", 3, ((0, 1),), "match.sides: every person has to be on one of at least two sides"),
        ("first_to", 3, ((0,), ()), "match.sides: every person has to be on one of at least two sides"),
        ("first_to", 3, ((0,), (0,)), "match.sides: every person has to be on one of at least two sides"),
        ("first_to", 3, ((0,), (2,)), "match.sides: every person has to be on one of at least two sides"),
        ("first_to", 3, ((0, 1), (2, 3)),
         "match.sides: partners have to stay partners when everybody moves on by one seat"),
    ],
)  # fmt: skip
def test_a_match_that_cannot_be_is_refused(kind: Any, games: Any, sides: Any, fault: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Match(kind, games, sides)
    assert str(caught.value) == fault


def test_the_kind_is_the_games_house_rule_unless_it_is_given() -> None:
    best = companion.load("army-vs-aliens-2011", 2, {"match": "best_of"})
    assert Match.of(best, 3).kind == "best_of"
    assert Match.of(best, 3, "first_to").kind == "first_to"
    assert Match.of(companion.load("army-vs-aliens-2011"), 3) == Match("first_to", 3, TWO)
    with pytest.raises(MalformedError, match=r"^match\.kind"):
        Match.of(best, 3, "")  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_at_any_table_of_any_game_is_played_to_its_end(game_id: str) -> None:
    """First to 2 at the smallest and the largest table; every game's outcome fits, and somebody wins in the end."""
    for players in companion.load(game_id).seed.players:
        game = companion.load(game_id, players)
        match, lot = Match.of(game, 2), Random(1)
        assert match.people == players and match.sides == game.sides
        while match.result is None:
            *_, last = played(game, lot)
            outcome = game.outcome(last.after)
            assert outcome is not None
            match = match.after(outcome)
        assert max(match.wins) == 2 and match.result.winner == match.wins.index(2)


def test_partners_of_doubles_wild_make_a_match_of_two_sides() -> None:
    match = Match.of(companion.load("doubles-wild", 4, {"teams": True}), 3)
    assert match.sides == TEAMS


@given(
    st.sampled_from(["first_to", "best_of"]),
    st.integers(1, 7),
    st.sampled_from([TWO, THREE, TEAMS]),
    st.booleans(),
    st.lists(st.integers(-1, 2), max_size=25),
)
def test_a_match_keeps_its_books(kind: Kind, games: int, sides: Any, playoff: bool, winners: list[int]) -> None:
    match = Match(kind, games, sides, playoff)
    for number, winner in enumerate(winners):
        if match.result is not None:
            break
        assert sorted(match.person_at(seat) for seat in range(match.people)) == list(range(match.people))
        assert all(match.seat_of(match.person_at(seat)) == seat for seat in range(match.people))
        assert match.in_playoff == (kind == "best_of" and playoff and number >= games)
        match = won_by(match, winner if 0 <= winner < len(sides) else None)
    assert sum(match.wins) == sum(game.winner is not None for game in match.played)
    if match.result is None:
        assert max(match.wins) < games or kind == "best_of"
        assert len(match.played) < games or kind == "first_to" or playoff
        return
    wins = sorted(match.wins, reverse=True)
    if match.result.winner is None:
        assert kind == "best_of" and not playoff and wins[0] == wins[1] and len(match.played) == games
    else:
        assert match.wins[match.result.winner] == wins[0] > wins[1]
