"""What the base of a game makes of little, on the example games."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import companion
from companion.authoring import Awaited, Chance, Count, GameEvent, Reading, Roll, replace, replaced
from companion.authoring.roll_readings import LOG_UNSAID
from companion.authoring.simple_game import ranked
from companion.evidence import Evidence
from tests.support.games.examples import example_games, refused  # noqa: F401
from tests.support.referee.sightings import die, view


class Nothing(GameEvent, frozen=True):
    """An event of no game."""


class Sum(Chance, frozen=True):
    """What two dice show together."""

    pips: Count


def farkle(*lines: str, players: int = 2, **options: Any) -> tuple[Any, Any]:
    game = companion.load("farkle", players, options)
    position = game.start()
    for line in lines:
        position = game.apply(position, game.parsed(line))
    return game, position


def test_what_is_not_awaited_is_refused_by_the_clause_of_its_kind() -> None:
    game, position = farkle()
    assert refused(game, position, game.parsed("keep 1")) == (("FK-2.2",), "That cannot be done now.")
    with pytest.raises(companion.NotAwaited):
        game.apply(position, game.parsed("bank"))
    game, position = farkle("roll 1 1 2 3 4 5")
    assert refused(game, position, game.parsed("roll 1 2 3 4 5 6")) == (("FK-2.1",), "That cannot be done now.")


def test_rolls_of_another_number_of_dice_are_refused_in_the_words_of_the_file() -> None:
    game, position = farkle()
    assert refused(game, position, Roll((1, 5))) == (("FK-2.1",), "Player 1 has 6 dice to roll.")


def test_actions_that_are_not_among_the_legal_ones_need_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    game, position = farkle("roll 1 1 2 3 4 5")
    monkeypatch.setattr(type(game), "broken", lambda self, position, event: ())
    assert refused(game, position, game.parsed("keep 2")) == (("FK-2.2",), "Player 1 may not do that now.")


def test_after_the_end_everything_is_refused_by_the_clause_that_ended_it() -> None:
    game, position = farkle(target=500, opening=0)
    for line in ("roll 1 2 3 4 5 6", "bank", "roll 2 2 3 4 6 6"):
        position = game.apply(position, game.parsed(line))
    assert game.format_outcome(position) == {
        "how": "Player 1 has 1500 points and wins.", "ranking": [[0], [1]], "clause": "FK-4.2",
    }  # fmt: skip
    said = "The game is over, nothing more can be done."
    assert refused(game, position, Roll((1, 2, 3, 4, 5, 6))) == (("FK-4.2",), said)


def test_events_of_other_games_are_malformed() -> None:
    game, position = farkle()
    with pytest.raises(companion.MalformedError, match=r"^event\.do: 'nothing' is no event of this game$"):
        game.rule(position, Nothing())


def test_outcomes_that_are_one_event_have_their_odds_together(monkeypatch: pytest.MonkeyPatch) -> None:
    game, position = farkle()
    monkeypatch.setattr(type(game), "awaited", lambda self, position: Awaited("roll", 0, 2))
    monkeypatch.setattr(type(game), "roll_of", lambda self, position, faces: Sum(sum(faces)))
    chances = game.chances(position)
    assert dict(chances)[Sum(7)] == Fraction(6, 36) and len(chances) == len(dict(chances)) == 11
    assert sum(odds for _, odds in chances) == 1
    assert 2 <= game.drawn(position, Random(0)).pips <= 12


def test_turns_go_round_past_those_who_are_out() -> None:
    game, _ = farkle(players=4)
    assert [game.next_seat(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert game.next_seat(0, (1, 2)) == 3 and game.next_seat(3, (0, 1)) == 2
    assert game.next_seat(2, (0, 1, 3)) == 2


def test_seats_are_ranked_by_points_and_equals_share() -> None:
    assert ranked([300, 500, 300, 0]) == ((1,), (0, 2), (3,))
    game, _ = farkle(players=3)
    won, level = game.most_points_win("FK-4.2", [10, 30, 20]), game.most_points_win("FK-4.2", [30, 10, 30])
    assert (won.how, won.ranking) == ("Player 2 has 30 points and wins.", ((1,), (2,), (0,)))
    assert level.how == "Player 1 and player 3 have 30 points each and share the win."
    alone = companion.load("yahtzee", 1)
    assert alone.most_points_win("YZ-5.1", [7]).how == "Player 1 ends with 7 points."  # type: ignore[attr-defined]


def test_one_entry_or_field_is_replaced() -> None:
    assert replaced((1, 2, 3), 0, 9) == (9, 2, 3) and replaced((1, 2, 3), 2, 9) == (1, 2, 9)
    _, position = farkle()
    assert replace(position, turn=1).turn == 1


# ---------------------------------------------------------------------------------------------- dice on the table


def readings(game: Any, position: Any, faces: tuple[int, ...], fresh: tuple[int, ...] | None) -> list[Reading]:
    """What dice tell that lie there, likely ones alone."""
    dice = [die(face, at=(40.0 * n, 0.0)) for n, face in enumerate(faces)]
    seen = Evidence(view(*dice), None if fresh is None else frozenset(fresh))
    return [one for one in game.readings(position, seen, (), frozenset()) if one.weight > -5]


def told(game: Any, found: list[Reading]) -> list[tuple[str, ...]]:
    return [tuple(map(game.formatted, one.events)) for one in found]


def test_an_awaited_roll_is_read() -> None:
    game, position = farkle()
    assert told(game, readings(game, position, (4, 1, 6, 2, 2, 5), (0, 1, 2, 3, 4, 5))) == [("roll 1 2 2 4 5 6",)]


def test_a_roll_tells_what_was_done_before_it() -> None:
    game, position = farkle("roll 1 1 2 3 4 5")
    found = told(game, readings(game, position, (1, 1, 4, 4, 4, 6), (2, 3, 4, 5)))
    assert ("keep 1 1", "roll 4 4 4 6") in found
    assert all(events[1] == "roll 4 4 4 6" for events in found)  # others keep two as well: the table refutes those
    found = told(game, readings(game, position, (1, 1, 2, 4, 4, 6), (0, 1, 2, 3, 4, 5)))
    assert found == []  # nobody may bank 200 yet, nor set all aside


def test_a_roll_after_what_has_to_be_said_is_unlikelier() -> None:
    game = companion.load("yahtzee", 2)
    position = game.apply(game.start(), game.parsed("roll 1 1 2 3 5"))
    found = readings(game, position, (2, 2, 3, 4, 6), (0, 1, 2, 3, 4))
    weights = dict(zip(told(game, found), (one.weight for one in found), strict=True))
    assert weights.pop(("keep none", "roll 2 2 3 4 6")) == 0.0
    assert len(weights) == 13 and set(weights.values()) == {LOG_UNSAID}


def test_nothing_is_read_where_nobody_knows_which_dice_are_new() -> None:
    game, position = farkle("roll 1 1 2 3 4 5")
    assert readings(game, position, (1, 1, 4, 4, 4, 6), None) == []
    assert readings(game, position, (1, 1, 2, 3, 4, 5), ()) == []
