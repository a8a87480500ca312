"""Sentences of a game, filled into the templates of its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.authoring import Count, Faces, GameEvent, Seat, breach
from companion.authoring.template_words import FAULTS, TemplateWords
from companion.rules import Param
from companion.text import say, use_language
from tests.support.games.tiny import tiny_seed


class Bet(GameEvent, frozen=True):
    count: Count
    on: str
    whom: Seat | None = None


class Dare(GameEvent, frozen=True):
    whom: Seat
    faces: Faces = ()


def words(turn: int | None = 0, more: Mapping[str, Param] | None = None, names: tuple[str, ...] = ()) -> TemplateWords:
    made: Any = TemplateWords(tiny_seed(), lambda position: turn, lambda position, event: more or {})
    return made.called(names) if names else made  # type: ignore[no-any-return]


def test_seats_are_numbered_and_begin_a_sentence_with_a_capital() -> None:
    said = words(0, {"what": "!"}).event(None, Dare(1, (3, 4)))
    assert said == "Player 2 is dared by player 1 to roll 3 4"


def test_players_are_called_by_their_names() -> None:
    called = words(1, {"what": ""}, ("Ann", "ben"))
    assert called.event(None, Dare(0, (6,))) == "Ann is dared by ben to roll 6"
    assert called.ending("won", {"winner_player": (0, 1), "points": 7}) == "Ann and ben has 7 and wins."


def test_words_of_events_are_those_of_the_file_or_lose_their_hyphens() -> None:
    assert words(0, {"what": "."}).event(None, Bet(2, "red", None)) == "Player 1 bets 2 on the red one against none."
    assert words(0, {"what": "."}).event(None, Bet(2, "full-house", None)).endswith("on full house against none.")
    assert words().said(()) == "none" and words().said((1, 2)) == "1 2"


def test_missing_terms_stay_to_be_seen() -> None:
    assert words(None).event(None, Bet(2, "red", None)) == "{Player} bets 2 on the red one against none{what}"
    said = words().broken(breach("TY-1.1", "too_much", player=0, count=3, other_player=2))
    assert said == "Player 1 has 3 and no more, says player 3; {missing}."


def test_headings_and_endings_are_those_of_the_file() -> None:
    assert words().kind_of(Dare(0)) == "Dare"
    assert words().ending("won", {"winner_player": 2, "points": 4}) == "Player 3 has 4 and wins."


@pytest.mark.parametrize(
    ("fault", "params", "said"),
    [
        ("over", {}, "The game is over, nothing more can be done."),
        ("not_now", {"player": 0}, "That cannot be done now."),
        ("not_allowed", {"player": 0}, "Player 1 may not do that now."),
        ("dice", {"player": 0, "count": 5}, "5 dice have to be rolled."),
        ("of_no_file", {}, "of_no_file"),
    ],
)
def test_faults_that_the_file_does_not_name_have_sentences(fault: str, params: dict[str, Any], said: str) -> None:
    assert words().broken(breach("TY-1.1", fault, **params)) == said


def test_the_sentences_of_every_game_speak_the_language_in_use() -> None:
    english = [say(text, Player="Ann", count=5) for text in FAULTS.values()]
    use_language("de")
    german = [say(text, Player="Ann", count=5) for text in FAULTS.values()]
    assert not set(english) & set(german) and len(set(german)) == len(FAULTS)
