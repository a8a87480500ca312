"""Positions and events of games written with the base classes, as JSON there and back, and what is refused where."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import companion
from companion import Game, MalformedError
from tests.support.games.examples import example_games  # noqa: F401


def after(game_id: str, *lines: str, players: int = 2) -> tuple[Game, Any]:
    game = companion.load(game_id, players)
    position = game.start()
    for line in lines:
        position = game.apply(position, game.parsed(line))
    return game, position


@pytest.mark.parametrize(
    ("game_id", "lines"),
    [
        ("farkle", ()),
        ("farkle", ("roll 1 1 2 3 4 5", "keep 1 1")),
        ("farkle", ("roll 2 2 3 4 6 6",)),
        ("yahtzee", ("roll 1 1 2 3 4", "keep 1 1", "roll 1 2 5", "fill three-alike")),
        ("liars-dice", ("bid 2 x 5",)),
        ("liars-dice", ("bid 2 x 5", "doubt")),
        ("liars-dice", ("bid 2 x 5", "doubt", "lift 1")),
    ],
)
def test_positions_and_events_go_into_json_and_come_back(game_id: str, lines: tuple[str, ...]) -> None:
    game, position = after(game_id, *lines)
    raw = msgspec.json.encode(game.format_position(position))
    assert game.parse_position(raw) == position
    loaded, again = companion.load_position(raw)
    assert again == position and (loaded.id, loaded.players) == (game_id, 2)
    for line in lines:
        event = game.parsed(line)
        assert game.formatted(event) == line and game.parse_event(game.format_event(event)) == event


def test_a_position_says_its_game_its_table_and_its_own_fields() -> None:
    game, position = after("liars-dice", "bid 2 x 5")
    assert game.format_position(position) == {
        "game": "liars-dice", "options": {}, "players": 2,
        "turn": 1, "dice": [5, 5], "bid": {"do": "bid", "count": 2, "face": 5}, "bidder": 0, "called": None, "out": [],
    }  # fmt: skip


def test_house_rules_go_with_a_position() -> None:
    game = companion.load("farkle", 3, {"target": 5000})
    raw = msgspec.json.encode(game.format_position(game.start()))
    loaded, _ = companion.load_position(raw)
    assert loaded.options == {"target": 5000} and loaded.players == 3
    with pytest.raises(MalformedError, match=r"^options: these are not the house rules of this game$"):
        companion.load("farkle", 3).parse_position(raw)
    with pytest.raises(MalformedError, match=r"^players: 2 play at this table$"):
        companion.load("farkle", 2, {"target": 5000}).parse_position(raw)


@pytest.mark.parametrize(
    ("game_id", "changes", "fault"),
    [
        ("farkle", {"turn": 2}, "turn: 2 is no seat at this table"),
        ("farkle", {"turn": True}, "turn: true is no seat at this table"),
        ("farkle", {"totals": [0]}, "totals: 1 entries, one for each player, and 2 play"),
        ("farkle", {"totals": [0, -5]}, "totals[1]: -5 is no whole number of at least 0"),
        ("farkle", {"rolled": [1, 2, 3, 4, 5, 7]}, "rolled[5]: 7 is no face of a die"),
        ("farkle", {"rolled": 5}, "rolled: expected a list, not 5"),
        ("farkle", {"rolled": [1, 5]}, "rolled: there are 6 dice"),
        ("farkle", {"rolled": [2, 2, 3, 4, 6, 6]}, "rolled: none of these dice scores, and then the turn is over"),
        ("farkle", {"over": 1}, "over: 1 is neither true nor false"),
        ("farkle", {"last": "Ann"}, 'last: "Ann" is no seat at this table'),
        ("farkle", {"game": "chess"}, 'game: "chess" is no position of this game (farkle)'),
        ("farkle", {"players": 3}, "players: 2 play at this table"),
        ("farkle", {"bonus": 1}, 'unknown key "bonus" (known: turn, totals, points, aside, rolled, last, over)'),
        ("farkle", {"totals": None}, "totals: expected a list, not null"),
        ("yahtzee", {"sheets": [[0] * 15, [0] * 14]}, "sheets[1]: a sheet has 15 lines, the last two of them full"),
        ("yahtzee", {"sheets": [[0] * 15]}, "sheets: 1 entries, one for each player, and 2 play"),
        ("yahtzee", {"sheets": [[0] * 15, [*[0] * 14, "x"]]}, 'sheets[1][14]: "x" is no whole number'),
        ("yahtzee", {"lying": [1, 2, 3]}, "lying: 5 dice are rolled, up to 3 times"),
        ("liars-dice", {"dice": [6, 5]}, "dice: nobody has more than 5 dice, and whoever has none is out"),
        ("liars-dice", {"dice": [0, 5]}, "dice: nobody has more than 5 dice, and whoever has none is out"),
        ("liars-dice", {"bidder": 1}, "bid: a bid has a bidder, and nothing else is called"),
        ("liars-dice", {"bidder": 0}, "turn: the turn and the bid are those of two players who have dice"),
        ("liars-dice", {"bidder": 1, "bid": {"do": "bid", "count": 11, "face": 2}},
         "bid.count: there are 10 dice in play"),
        ("liars-dice", {"bidder": 1, "bid": {"do": "bid", "count": 1, "face": 0}}, "bid.face: 0 is no face"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(game_id: str, changes: dict[str, Any], fault: str) -> None:
    game, position = after(game_id)
    with pytest.raises(MalformedError) as refusal:
        game.parse_position(game.format_position(position) | changes)
    assert str(refusal.value) == fault


@pytest.mark.parametrize(
    ("missing", "fault"),
    [("turn", 'the key "turn" is missing'), ("players", "players: null is no whole number")],
)
def test_what_is_missing_is_named(missing: str, fault: str) -> None:
    game, position = after("farkle")
    fields = game.format_position(position)
    del fields[missing]
    with pytest.raises(MalformedError) as refusal:
        game.parse_position(fields)
    assert str(refusal.value) == fault


def test_a_position_without_its_number_of_players_is_refused() -> None:
    with pytest.raises(MalformedError, match=r'^the key "players" is missing$'):
        companion.load_position(b'{"game": "farkle", "options": {}, "turn": 0, "totals": [0, 0]}')


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ({"do": "fold"}, 'event.do: "fold" is no event of this game (roll, keep, bank)'),
        ({}, 'event: the key "do" is missing'),
        ({"do": "keep", "faces": [0]}, "event.faces[0]: 0 is no face of a die"),
        ({"do": "keep"}, 'event: the key "faces" is missing'),
        ({"do": "bank", "faces": []}, 'event: unknown key "faces" (known: do)'),
    ],
)
def test_events_that_no_table_has_are_refused(event: dict[str, Any], fault: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        companion.load("farkle", 2).parse_event(event)
    assert str(refusal.value) == fault


def test_rolls_are_sorted_however_they_are_told() -> None:
    game = companion.load("farkle", 2)
    assert game.parsed("roll 6 1 5 2 4 3") == game.parsed("ROLL 1  2 3 4 5 6")


def test_faces_of_any_event_are_sorted() -> None:
    game, position = after("farkle", "roll 1 1 2 3 4 5")
    event = game.parse_event({"do": "keep", "faces": [5, 1]})
    assert event == game.parsed("keep 1 5") and game.rule(position, event).legal


@pytest.mark.parametrize(
    ("game_id", "line"),
    [
        ("yahtzee", "fill full-house"),
        ("yahtzee", "fill ones"),
        ("liars-dice", "lift 3"),
        ("liars-dice", "doubt"),
        ("farkle", "bank"),
    ],
)
def test_events_that_are_not_legal_now_can_still_be_named(game_id: str, line: str) -> None:
    game, position = after(game_id)
    assert game.text(position, game.parsed(line))


@pytest.mark.parametrize("players", [1, 9])
def test_tables_that_the_game_does_not_have_are_refused(players: int) -> None:
    with pytest.raises(MalformedError, match=rf"^players: Farkle is supported for 2 to 8 players, not {players}$"):
        companion.load("farkle", players)
