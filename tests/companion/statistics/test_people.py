"""Who plays with whom, who won how often, and streaks: by names however they are typed, not the program's."""

from __future__ import annotations

from random import Random

import companion
from companion.match.journal import Journal
from companion.rules.self_play import played
from companion.statistics.people import Pair, People, Person, person_key, program_seats
from companion.statistics.text import pair_line, person_line, streak_line
from companion.text import using_language

GAME = "army-vs-aliens-2011"


def finished(*, players: int = 2, program: int | None = None) -> Journal:
    """A whole game; the decisions of one seat are the program's, where one is told."""
    journal = Journal(companion.load(GAME, players))
    for step in played(journal.game, Random(1)):
        awaited = journal.game.awaited(step.before)
        own = awaited.need == "action" and awaited.seat == program
        journal.play(step.event, "program" if own else "chosen")
    return journal


WHOLE, OF_FOUR, AGAINST_PROGRAM = finished(), finished(players=4), finished(program=1)


def people(*matches: tuple[tuple[str, ...], tuple[int, ...]], journal: Journal = WHOLE) -> People:
    """Matches one after the other, by the names at their seats and the seats that won."""
    found = People()
    for number, (names, winners) in enumerate(matches):
        found.add(journal, names, winners, 1_000.0 + number)
    return found


def person(found: People, who: str) -> Person:
    (one,) = (one for one in found.people() if one.who == who)
    return one


def pair(found: People, who: str, other: str) -> Pair:
    (one,) = (one for one in found.pairs() if (one.who, one.other) == (who, other))
    return one


def test_names_are_one_person_however_they_are_typed() -> None:
    found = people((("anna", "Ben"), (0,)), (("ANNA ", "ben"), (1,)), ((" An na", "BEN"), (0,)))
    assert [(one.who, one.games, one.won) for one in found.people()] == [("An na", 3, 2), ("BEN", 3, 1)]
    assert person_key("Ａnna") != person_key("Anna") and person_key("Straße") == person_key("STRASSE")


def test_streaks_follow_the_order_in_which_matches_began() -> None:
    matches = [(0,), (0,), (0,), (1,), (), (0,), (0,)]
    found = People()
    for number, winners in reversed(list(enumerate(matches))):
        found.add(WHOLE, ("Anna", "Ben"), winners, 1_000.0 + number)
    anna, ben = person(found, "Anna"), person(found, "Ben")
    assert (anna.streak, anna.longest, anna.drawn, anna.won) == (2, 3, 1, 5)
    assert (ben.streak, ben.longest) == (-2, 1)
    assert person(people((("Anna", "Ben"), ())), "Anna").streak == 0


def test_who_played_against_whom_is_told_once_for_both() -> None:
    found = people((("Anna", "Ben"), (0,)), (("Ben", "Anna"), (0,)), (("Anna", "Ben"), (0,)), (("Anna", "Carla"), ()))
    met = pair(found, "Anna", "Ben")
    assert (met.games, met.won, met.lost, met.together) == (3, 2, 1, False)
    assert [(one.game, one.games, one.won, one.lost) for one in met.by_game] == [(GAME, 3, 2, 1)]
    assert (pair(found, "Anna", "Carla").won, pair(found, "Anna", "Carla").lost) == (0, 0)
    assert pair_line(met, "Ben") == "against Anna: won 1 and lost 2 of 3 games"


def test_partners_are_told_from_opponents() -> None:
    found = people((("Anna", "Ben", "Carla", "David"), (0, 2)), journal=OF_FOUR)
    assert OF_FOUR.game.sides == ((0, 2), (1, 3))
    partners, opponents = pair(found, "Anna", "Carla"), pair(found, "Anna", "Ben")
    assert (partners.together, partners.won, partners.lost) == (True, 1, 0)
    assert (opponents.together, opponents.won, opponents.lost) == (False, 1, 0)
    assert pair_line(partners, "Carla") == "with Anna: won 1 of 1 game"


def test_seats_without_a_name_and_those_of_the_program_are_nobodys() -> None:
    assert program_seats(WHOLE) == frozenset() and program_seats(AGAINST_PROGRAM) == {1}
    found = people((("Anna", "Ben"), (0,)), (("Anna", ""), (1,)), journal=AGAINST_PROGRAM)
    assert [one.who for one in found.people()] == ["Anna"], "the program played under the name of Ben"
    (met,) = found.pairs()
    assert (met.kind, met.games, met.won, met.lost) == ("program", 2, 1, 1)
    assert pair_line(met, "Anna") == "against the program: won 1 and lost 1 of 2 games"
    (met,) = people((("Anna", ""), (0,))).pairs()
    assert (met.kind, pair_line(met, "Anna")) == (
        "unnamed", "against somebody without a name: won 1 and lost 0 of 1 game"
    )  # fmt: skip
    assert people(((), (0,))).people() == ()


def test_a_name_at_two_seats_does_not_count() -> None:
    found = people((("Anna", "anna"), (0,)), (("Anna", "Ben"), (1,)))
    assert [(one.who, one.games) for one in found.people()] == [("Anna", 1), ("Ben", 1)]
    assert [(one.who, one.other) for one in found.pairs()] == [("Anna", "Ben")]


def test_people_in_words() -> None:
    found = people((("Anna", "Ben"), (0,)), (("Anna", "Ben"), (0,)), (("Anna", "Ben"), ()), (("Anna", "Ben"), (1,)))
    anna = person(found, "Anna")
    assert person_line(anna) == "won 2 of 4 games (50%); 1 drawn"
    assert streak_line(anna) == "lost the last game; most in a row: 2 games won"
    with using_language("de"):
        assert person_line(anna) == "2 von 4 Spielen gewonnen (50\N{NO-BREAK SPACE}%); 1 unentschieden"
