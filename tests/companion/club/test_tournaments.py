"""Tournaments in a record: rounds, results of the matches that are played, standings with tie-breaks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import companion
from companion.club import Pair, Played, Results, TournamentError, Tournaments, standings
from companion.club.standings import sonneborn_berger
from companion.record import Record, RecordedMatch
from companion.rules import played


@pytest.fixture
def record(where: str) -> Iterator[Record]:
    with Record(where, clock=time.time) as opened:
        yield opened


def finished(record: Record, first: str, second: str, winner: str = "", seed: int = 0) -> RecordedMatch:
    """A match between two, played to its end; won by `winner`, if one is named."""
    game = companion.load("doubles-wild")
    for lot in range(seed, seed + 1000):
        steps = list(played(game, Random(lot)))
        outcome = game.outcome(steps[-1].after)
        assert outcome is not None
        best = outcome.ranking[0]
        if not winner or (len(outcome.ranking) > 1 and (first, second)[best[0]] == winner):
            break
    match = record.begin(game, (first, second))
    for step in steps:
        match.journal.play(step.event, "typed")
    assert match.trouble is None and match.state == "over"
    return match


def test_sonneborn_berger_and_buchholz_of_a_published_example() -> None:
    """Hull and District chess wiki, Sonneborn-Berger: opponents with 1, 3, 2, 2, 2 points and with 1, 2, 2, 2, 2, wins
    against the first three: 6 and 5."""
    wins = (1, 1, 1, 0, 0)
    assert sonneborn_berger(zip(wins, (1, 3, 2, 2, 2), strict=True)) == 6
    assert sonneborn_berger(zip(wins, (1, 2, 2, 2, 2), strict=True)) == 5


def test_standings_of_four_who_all_met() -> None:
    """By hand: Anna 2.5, Ben 2, Cleo 1, Dan 0.5."""
    results = [(0, 3, 1.0), (1, 2, 1.0), (3, 2, 0.5), (0, 1, 0.5), (1, 3, 0.5), (2, 0, 0.0)]
    pairs = [Played(n // 2 + 1, n % 2 + 1, Pair(a, b), points) for n, (a, b, points) in enumerate(results)]
    lines = standings("round-robin", 4, pairs)
    assert [(one.place, one.person, one.points) for one in lines] == [
        (1, 0, 3 - 0.5),
        (2, 1, 2.0),
        (3, 3, 1.0),
        (4, 2, 0.5),
    ]
    assert lines[0].sonneborn == 1.0 + 0.5 + 0.5 * 2.0 and lines[0].buchholz == 1.0 + 2.0 + 0.5


def test_equals_share_a_place_and_a_bye_is_a_point_against_ones_equal() -> None:
    pairs = [Played(1, 1, Pair(0, 1), 0.5), Played(1, 2, Pair(2, None), 1.0)]
    lines = standings("swiss", 3, pairs)
    assert [(one.place, one.person, one.buchholz) for one in lines] == [(1, 2, 1.0), (2, 0, 0.5), (2, 1, 0.5)]


def test_a_swiss_is_played_by_matches_of_the_record(record: Record) -> None:
    tournaments, results = Tournaments(record), Results(record)
    before = finished(record, "Anna", "Cleo")
    tournament = tournaments.begin("Autumn", "swiss", "doubles-wild", ["Anna", "Ben", "Cleo", "Dan"])
    assert tournament.rounds == 2
    tournament = tournaments.pair("Autumn")
    assert [one.pair for one in tournament.played] == [Pair(0, 2), Pair(1, 3)]
    results.catch_up()
    assert not tournaments.settle(results), f"{before.id} was played before the tournament"
    with pytest.raises(TournamentError, match="Autumn: 2 results of round 1 are missing, such as that of board 1"):
        tournaments.pair("Autumn")
    finished(record, "  cleo", "ANNA", "ANNA")  # seats and spelling do not matter
    finished(record, "Ben", "Dan", "Dan")
    finished(record, "Ben", "Dan", "Ben", seed=7)  # the first counts
    results.catch_up()
    assert tournaments.settle(results) and not tournaments.settle(results)
    assert [one.points for one in tournaments.get("Autumn").played] == [1.0, 0.0]
    tournament = tournaments.pair("Autumn")
    assert {frozenset(one.pair) for one in tournament.played if one.round == 2} == {
        frozenset({0, 3}),
        frozenset({1, 2}),
    }
    tournaments.decide("Autumn", 2, 1, 1.0)
    tournament = tournaments.decide("Autumn", 2, 2, 0.5)
    assert tournament.over and tournament.standings()[0].points == 2.0
    with pytest.raises(TournamentError, match="Autumn: all 2 rounds are played"):
        tournaments.pair("Autumn")


def test_a_knock_out_goes_on_with_those_who_win(record: Record) -> None:
    tournaments = Tournaments(record)
    tournaments.begin("Cup", "knock-out", "doubles-wild", ["Anna", "Ben", "Cleo"])
    assert [one.pair for one in tournaments.pair("Cup").played] == [Pair(0, None), Pair(1, 2)]
    with pytest.raises(TournamentError, match="in a knock-out somebody has to win"):
        tournaments.decide("Cup", 1, 2, 0.5)
    tournaments.decide("Cup", 1, 2, 0.0)
    assert [one.pair for one in tournaments.pair("Cup").played if one.round == 2] == [Pair(0, 2)]
    with pytest.raises(TournamentError, match="Cup: round 2 is paired already"):
        tournaments.decide("Cup", 1, 2, 1.0)
    lines = tournaments.decide("Cup", 2, 1, 0.0).standings()
    assert [(one.place, one.person) for one in lines] == [(1, 2), (2, 0), (3, 1)]


@pytest.mark.parametrize(
    ("name", "system", "people", "rounds", "fault"),
    [
        ("", "swiss", "A,B", None, "a tournament's name has 1 to 60 signs"),
        ("One", "swiss", "A", None, "a tournament has 2 to 200 people, not 1"),
        ("One", "swiss", "A,B, a", None, "One: a is named twice"),
        ("One", "swiss", "A,B,", None, "One: somebody has no name"),
        ("One", "swiss", "A,B,C,D", 4, "a swiss of 4 people has 1 to 3 rounds"),
        ("One", "round-robin", "A,B,C,D", 2, "round-robin of 4 people has 3 rounds"),
    ],
)
def test_what_is_no_tournament_is_refused_in_one_line(
    name: str, system: str, people: str, rounds: int | None, fault: str, tmp_path: object
) -> None:
    tournaments = Tournaments(Record(f"{tmp_path}/one.sqlite", clock=time.time))
    with pytest.raises(TournamentError) as refused:
        tournaments.begin(name, system, "doubles-wild", people.split(","), rounds)  # type: ignore[arg-type]
    assert str(refused.value) == fault


def test_two_tournaments_of_one_name_are_refused(record: Record) -> None:
    tournaments = Tournaments(record)
    tournaments.begin("Cup", "swiss", "doubles-wild", ["Anna", "Ben"])
    with pytest.raises(TournamentError, match="there is a tournament Cup already: take another name"):
        tournaments.begin("Cup", "swiss", "doubles-wild", ["Anna", "Ben"])
    with pytest.raises(TournamentError, match="there is no tournament Other"):
        tournaments.get("Other")


def test_results_follow_what_is_corrected_after_the_end(record: Record) -> None:
    results = Results(record)
    match = finished(record, "Anna", "Ben", "Anna")
    finished(record, "Cleo", "")
    results.catch_up()
    assert [(one["game"], one["matches"]) for one in results.statistics()] == [("doubles-wild", 2)]
    people = {one["person"]: (one["played"], one["won"]) for one in results.statistics()[0]["people"]}
    assert people["Anna"] == (1, 1) and people["Ben"] == (1, 0) and set(people) == {"Anna", "Ben", "Cleo"}
    assert results.rows()[-1]["winners"] == ["Anna"]
    record.write(lambda connection: connection.exec_driver_sql(
        f"UPDATE matches SET outcome = replace(outcome, '[[0], [1]]', '[[1], [0]]'), written = written + 1 "
        f"WHERE id = '{match.id}'"
    ))  # fmt: skip
    results.catch_up()
    people = {one["person"]: (one["played"], one["won"]) for one in results.statistics()[0]["people"]}
    assert people["Anna"] == (1, 0) and people["Ben"] == (1, 1)


@pytest.mark.parametrize("game_id", companion.GAMES)
def test_who_won_is_known_of_every_game(game_id: str, tmp_path: Path) -> None:
    """Whatever their JSON calls a seat."""
    with Record(tmp_path / "one.sqlite", clock=time.time) as record:
        game = companion.load(game_id)
        steps = list(played(game, Random(4)))
        match = record.begin(game, [f"Seat {seat}" for seat in range(game.players)])
        for step in steps:
            match.journal.play(step.event, "typed")
        outcome = game.outcome(steps[-1].after)
        assert outcome is not None
        results = Results(record)
        results.catch_up()
        (row,) = results.rows()
        best = outcome.ranking[0] if len(outcome.ranking) > 1 else ()
        assert row["winners"] == [f"Seat {seat}" for seat in best]
