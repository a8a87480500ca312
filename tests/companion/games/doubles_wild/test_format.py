"""The JSON of Doubles Wild: what it looks like, and what is refused, with the path of the fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion import MalformedError, UnknownGame, load_position
from tests.support.games.altered import ABSENT, changed
from tests.support.games.doubles import (
    GAME,
    HOLD,
    Event,
    Leave,
    Place,
    Reroll,
    Rolled,
    Start,
    Threw,
    Throw,
    at,
    battle,
    board,
    game,
    roll,
)

DW = game()

START: dict[str, Any] = {
    "game": GAME, "options": {}, "turn": None, "supply": [24, 24], "score": [0, 0], "board": [], "rolled": None,
    "battle": None, "start": {"among": [0, 1], "totals": [11]}, "playoff": None,
}  # fmt: skip
TURN: dict[str, Any] = {**START, "turn": 0, "start": None}
ROLLED: dict[str, Any] = {
    **TURN, "supply": [22, 23], "board": [[3, 3, 0], [3, 4, 0], [5, 10, 1]],
    "rolled": {"red": [2, 3], "blue": [4, 4], "again": True},
}  # fmt: skip
BATTLE: dict[str, Any] = {
    **TURN, "supply": [21, 23], "board": [[3, 3, 0], [3, 4, 0], [5, 10, 1]],
    "battle": {"square": [5, 10], "attacker": 0, "defender": 1, "round": 2, "dice": [[1, 4, 6], [3, 3, 3]],
               "to_roll": 0},
}  # fmt: skip
EXTRA = {**BATTLE, "battle": {**BATTLE["battle"], "round": 4, "dice": [[1, 4, 6], [3, 3, 5]]}}
OVER: dict[str, Any] = {**TURN, "supply": [0, 4], "score": [1, 0], "board": [[3, 3, 0], [3, 4, 0], [3, 5, 0]]}
PLAYOFF: dict[str, Any] = {
    **TURN, "supply": [15, 0, 15], "score": [4, 1, 4], "board": [[3, 3, 0], [3, 4, 2]], "playoff": [0, 2],
}  # fmt: skip
WON: dict[str, Any] = {**PLAYOFF, "board": [[3, 3, 0], [3, 4, 0], [3, 5, 0]], "supply": [13, 0, 16]}
TEAMS: dict[str, Any] = {
    **TURN, "options": {"teams": True}, "supply": [11, 11, 11, 12], "score": [0, 0],
    "board": [[3, 3, 0], [3, 4, 2], [5, 10, 1]],
}  # fmt: skip
ALL = {
    "start": START, "turn": TURN, "rolled": ROLLED, "battle": BATTLE, "extra round": EXTRA, "over": OVER,
    "playoff": PLAYOFF, "won": WON, "teams": TEAMS,
}  # fmt: skip


@pytest.mark.parametrize("position", ALL.values(), ids=ALL)
def test_a_position_goes_in_and_comes_out_alike(position: dict[str, Any]) -> None:
    rules, parsed = load_position(json.dumps(position))
    assert rules.format_position(parsed) == position
    assert load_position(position)[1] == parsed
    assert rules.parse_position(json.dumps(position).encode()) == parsed


def test_the_positions_of_the_document_are_read_as_meant() -> None:
    assert DW.parse_position(START) == at(turn=None, start=Start((0, 1), (11,)))
    markers = {0: [(3, 3), (3, 4)], 1: [(5, 10)]}
    assert DW.parse_position(ROLLED) == at(markers, roll("23", "44"))
    assert DW.parse_position(BATTLE) == at(markers, fight=battle((5, 10), ("146", "333"), round=2))


def test_the_first_position_is_that_of_the_document_before_a_throw() -> None:
    assert DW.format_position(DW.start()) == changed(START, "start.totals", [])


@pytest.mark.parametrize("position", ALL.values(), ids=ALL)
def test_keys_that_would_be_null_may_be_left_out(position: dict[str, Any]) -> None:
    short = {key: value for key, value in position.items() if value is not None}
    assert load_position(short)[1] == load_position(position)[1]


@pytest.mark.parametrize("hand", [("red",), ("blue",), ("red", "blue")])
def test_pairs_in_the_hand_are_null_or_left_out(hand: tuple[str, ...]) -> None:
    lying = {**ROLLED["rolled"], "again": False, **dict.fromkeys(hand)}
    parsed = DW.parse_position({**ROLLED, "rolled": lying})
    assert DW.format_position(parsed)["rolled"] == lying
    short = {key: value for key, value in lying.items() if value is not None}
    assert DW.parse_position({**ROLLED, "rolled": short}) == parsed


def test_lists_are_read_in_any_order_and_written_sorted() -> None:
    shuffled = {**BATTLE, "board": BATTLE["board"][::-1]}
    shuffled = changed(shuffled, "battle.dice", [[6, 1, 4], [3, 3, 3]])
    assert DW.format_position(DW.parse_position(shuffled)) == BATTLE
    turned = changed(ROLLED, "rolled.red", [3, 2])
    assert DW.format_position(DW.parse_position(turned)) == ROLLED
    assert load_position({**PLAYOFF, "playoff": [2, 0]})[1] == load_position(PLAYOFF)[1]
    assert DW.parse_position(changed(START, "start.among", [1, 0])) == DW.parse_position(START)


def test_options_are_written_where_they_differ_from_the_default() -> None:
    rules = game(4, teams=True, rerolls="unlimited", battle_tie_cap=0, markers=18)
    written = rules.format_position(rules.start())["options"]
    assert written == {"teams": True, "rerolls": "unlimited", "markers": 18}
    again, _ = load_position(json.dumps(rules.format_position(rules.start())))
    assert again.options == rules.options


def test_an_over_game_may_leave_out_whose_turn_it_is() -> None:
    for over in (OVER, WON):
        rules, position = load_position({**over, "turn": None})
        assert rules.awaited(position).need == "nothing"
        assert rules.outcome(position) == load_position(over)[0].outcome(load_position(over)[1])
    for anybody in (1, 2):  # 1 is not in the playoff
        rules, position = load_position({**WON, "turn": anybody})
        assert rules.awaited(position).need == "nothing"


def test_a_finished_battle_round_can_be_deep() -> None:
    assert DW.parse_position(changed(EXTRA, "battle.round", 1_000)).battle.round == 1_000  # type: ignore[union-attr]


BATTLES = [
    # round, attacker's dice, defender's dice, to_roll
    (1, [], [], 0),
    (1, [1, 2, 3], [], 1),
    (2, [1, 2, 3], [4, 4, 4], 0),
    (2, [], [4, 4, 4], 0),
    (2, [1], [4, 4, 4], 0),
    (3, [1, 2, 3], [4, 4, 4], 1),
    (3, [1, 2, 3], [4], 1),
    (4, [4, 4, 4], [1, 5, 6], 0),
    (4, [4, 4], [1, 5, 6], 0),
    (4, [], [1, 5, 6], 0),
    (4, [1, 1, 1], [1, 5, 6], 1),
    (9, [1, 1, 1], [], 1),
]


@pytest.mark.parametrize(("round", "attack", "defence", "to_roll"), BATTLES)
def test_battles_that_can_be(round: int, attack: list[int], defence: list[int], to_roll: int) -> None:
    given = {**BATTLE["battle"], "round": round, "dice": [attack, defence], "to_roll": to_roll}
    position = {**BATTLE, "battle": given}
    assert DW.format_position(DW.parse_position(position)) == position


ROW = [[3, column, 0] for column in range(3, 6)]

MALFORMED: list[tuple[dict[str, Any], str, object, str]] = [
    # wrong types, and whole numbers that are none
    (TURN, "turn", True, "turn: true is no seat at this table"),
    (TURN, "turn", 0.0, "turn: 0.0 is no seat at this table"),
    (TURN, "turn", "0", 'turn: "0" is no seat at this table'),
    (TURN, "supply", {}, "supply: expected a list, not an object"),
    (TURN, "supply.0", True, "supply[0]: true is no whole number"),
    (TURN, "supply.1", 24.0, "supply[1]: 24.0 is no whole number"),
    (TURN, "supply.1", None, "supply[1]: null is no whole number"),
    (TURN, "supply.1", -1, "supply[1]: -1 is no whole number from 0 to 24"),
    (TURN, "score", 0, "score: expected a list, not 0"),
    (TURN, "score.0", "0", 'score[0]: "0" is no whole number'),
    (TURN, "score.0", 225, "score[0]: 225 is no whole number from 0 to 224"),
    (TURN, "board", None, "board: expected a list, not null"),
    (ROLLED, "board.0", 5, "board[0]: expected a list, not 5"),
    (ROLLED, "board.0", [3, 3], "board[0]: a marker is [row, column, seat], not 2 values"),
    (ROLLED, "board.1.0", True, "board[1][0]: true is no label"),
    (ROLLED, "board.1.1", 4.0, "board[1][1]: 4.0 is no label"),
    (ROLLED, "board.1.2", False, "board[1][2]: false is no seat at this table"),
    (ROLLED, "rolled", [2, 3], "rolled: expected an object, not a list"),
    (ROLLED, "rolled.red", 5, "rolled.red: expected a list, not 5"),
    (ROLLED, "rolled.red.0", True, "rolled.red[0]: true is no face"),
    (ROLLED, "rolled.again", 1, "rolled.again: expected true or false"),
    (ROLLED, "rolled.again", None, "rolled.again: expected true or false"),
    (BATTLE, "battle", [], "battle: expected an object, not a list"),
    (BATTLE, "battle.square", 5, "battle.square: expected a list, not 5"),
    (BATTLE, "battle.round", 2.0, "battle.round: 2.0 is no whole number"),
    (BATTLE, "battle.dice", [1, 4, 6], "battle.dice: the dice of attacker and defender, not 3 lists"),
    (BATTLE, "battle.dice.0", 6, "battle.dice[0]: expected a list, not 6"),
    (BATTLE, "battle.to_roll", None, "battle.to_roll: null is no seat at this table"),
    (START, "start", 1, "start: expected an object, not 1"),
    (START, "start.among", 0, "start.among: expected a list, not 0"),
    (START, "start.totals", 11, "start.totals: expected a list, not 11"),
    (START, "start.totals.0", 11.0, "start.totals[0]: 11.0 is no total of three dice"),
    (PLAYOFF, "playoff", 0, "playoff: expected a list, not 0"),
    (TURN, "options", [], "options: expected an object, not a list"),
    (TURN, "options", None, "options: expected an object, not null"),
    # keys
    (TURN, "quiet", 0, 'unknown key "quiet" (known: game, options, supply, score, board, turn, rolled, battle'),
    (TURN, "supply", ABSENT, 'the key "supply" is missing'),
    (TURN, "score", ABSENT, 'the key "score" is missing'),
    (TURN, "board", ABSENT, 'the key "board" is missing'),
    (TURN, "options", ABSENT, 'the key "options" is missing'),
    (TURN, "game", ABSENT, 'the key "game" is missing'),
    (ROLLED, "rolled.again", ABSENT, 'rolled: the key "again" is missing'),
    (ROLLED, "rolled.green", [1, 2], 'rolled: unknown key "green" (known: again, red, blue)'),
    (BATTLE, "battle.round", ABSENT, 'battle: the key "round" is missing'),
    (BATTLE, "battle.winner", 0, 'battle: unknown key "winner"'),
    (START, "start.totals", ABSENT, 'start: the key "totals" is missing'),
    (START, "start.seat", 0, 'start: unknown key "seat" (known: among, totals)'),
    # values that no set of the game has
    (TURN, "game", "chess", 'game: "chess" is no game here ('),
    (TURN, "turn", 2, "turn: 2 is no seat at this table"),
    (TURN, "turn", -1, "turn: -1 is no seat at this table"),
    (TURN, "turn", 10**17, "turn: 100000000000000000 is no seat at this table"),
    (TURN, "supply.0", 25, "supply[0]: 25 is no whole number from 0 to 24"),
    (TURN, "supply", [24], "supply: 2 to 4 players have a supply each, not 1"),
    (TURN, "supply", [12] * 5, "supply: 2 to 4 players have a supply each, not 5"),
    (TURN, "score", [0], "score: 1 scores, and this game has 2"),
    (TURN, "score", [0, 0, 0], "score: 3 scores, and this game has 2"),
    (TEAMS, "score", [0, 0, 0, 0], "score: 4 scores, and this game has 2"),
    (ROLLED, "board.2.1", 12, "board[2][1]: 12 is no label"),
    (ROLLED, "board.2.0", 2, "board[2][0]: 2 is no label"),
    (ROLLED, "board.2.2", 2, "board[2][2]: 2 is no seat at this table"),
    (ROLLED, "rolled.red", [2, 7], "rolled.red[1]: 7 is no face"),
    (ROLLED, "rolled.blue", [0, 4], "rolled.blue[0]: 0 is no face"),
    (ROLLED, "rolled.red", [2], "rolled.red: 1 dice, and a pair has 2"),
    (ROLLED, "rolled.red", [], "rolled.red: 0 dice, and a pair has 2"),
    (BATTLE, "battle.square", [5, 12], "battle.square[1]: 12 is no label"),
    (BATTLE, "battle.square", [5], "battle.square: a square is [row, column], not 1 values"),
    (BATTLE, "battle.dice.0", [1, 4, 7], "battle.dice[0][2]: 7 is no face"),
    (BATTLE, "battle.dice.1", [3] * 4, "battle.dice[1]: 4 dice, and a player has 3 in a battle"),
    (BATTLE, "battle.round", 0, "battle.round: 0 is no whole number from 1"),
    (BATTLE, "battle.defender", 2, "battle.defender: 2 is no seat at this table"),
    (START, "start.totals", [2], "start.totals[0]: 2 is no total of three dice"),
    (START, "start.totals", [19], "start.totals[0]: 19 is no total of three dice"),
    (START, "start.among", [0, 2], "start.among[1]: 2 is no seat at this table"),
    (PLAYOFF, "playoff", [0, 3], "playoff[1]: 3 is no seat at this table"),
    # options
    (TURN, "options.draw_limit", 5, 'options: doubles-wild has no option "draw_limit"'),
    (TURN, "options.rerolls", 3, 'options.rerolls: 3 is not allowed (one of: 0, 1, unlimited)'),
    (TURN, "options.teams", True, "options.teams: teams are for four players, not 2 (DW-6.1)"),
    # markers
    (ROLLED, "board.2", [3, 4, 1], "board[2]: there is another marker on row 3, column 4"),
    (ROLLED, "supply.0", 23, "supply[0]: 23 markers in the supply and 2 in play, and a player has 24"),
    (BATTLE, "supply.0", 22, "supply[0]: 22 markers in the supply and 3 in play, and a player has 24"),
    # score
    (ROLLED, "score.0", 1, "score[0]: 1, and the board has 0 three in a row (DW-5.3)"),
    (OVER, "score.0", 0, "score[0]: 0, and the board has 1 three in a row (DW-5.3)"),
    (OVER, "score.1", 1, "score[1]: 1, and the board has 0 three in a row (DW-5.3)"),
    (TEAMS, "score.1", 2, "score[1]: 2, and the board has 0 three in a row (DW-5.3)"),
    # nobody on turn
    (TURN, "turn", None, "turn: somebody has to be on turn, or the throw for the start is awaited"),
    (ROLLED, "turn", None, "rolled: nobody is on turn, so it must be null"),
    (BATTLE, "turn", None, "battle: nobody is on turn, so it must be null"),
    # the throw for the start
    (START, "turn", 0, "turn: the throw for the start is awaited, so it must be null"),
    (START, "rolled", ROLLED["rolled"], "rolled: the throw for the start is awaited, so it must be null"),
    (START, "board", [[3, 3, 0]], "supply[0]: 24 markers in the supply and 1 in play"),
    ({**START, "supply": [23, 24]}, "board", [[3, 3, 0]], "board: the throw for the start is awaited"),
    (START, "supply.1", 23, "supply[1]: before the start it is full, with 24 markers"),
    (START, "start.among", [0], "start.among: at least two seats throw for the start"),
    (START, "start.among", [], "start.among: at least two seats throw for the start"),
    (START, "start.among", [0, 0], "start.among: seat 0 stands twice"),
    (START, "start.totals", [11, 12], "start.totals: 2 totals, and one of 2 has yet to come"),
    # rolls
    (ROLLED, "supply.0", 0, "rolled: seat 0 has no marker left and does not roll (DW-3.1)"),
    ({**ROLLED, "supply": [21, 23]}, "battle", BATTLE["battle"],
     "rolled: the square is played, so it must be null during a battle"),
    (ROLLED, "rolled.red", None, "rolled.again: a pair is in the hand, so it must be false"),
    ({**ROLLED, "options": {"rerolls": 0}}, "turn", 0,
     "rolled.again: the house rules allow no re-roll, so it must be false"),
    ({**ROLLED, "options": {"rerolls": 0}}, "rolled", {"red": None, "blue": [1, 2], "again": False},
     "rolled: the house rules allow no re-roll, so no pair can be in the hand"),
    ({**ROLLED, "options": {"rerolls": "unlimited"}}, "rolled.again", False,
     "rolled.again: the house rules allow any number of re-rolls, so it must be true"),
    # battles
    (BATTLE, "turn", 1, "battle.attacker: seat 0 cannot attack in the turn of 1"),
    (BATTLE, "battle.defender", 0, "battle.defender: nobody fights a battle alone"),
    (BATTLE, "battle.square", [5, 9], "battle.square: seat 1 has no marker on row 5, column 9"),
    (BATTLE, "battle.square", [3, 3], "battle.square: seat 1 has no marker on row 3, column 3"),
    ({**BATTLE, "score": [0, 1], "supply": [21, 21]}, "board", [[5, 8, 1], [5, 9, 1], [5, 10, 1]],
     "battle.square: a marker that is part of three in a row is not attacked (DW-3.4)"),
    ({**BATTLE, "supply": [11] * 3 + [12], "board": [[5, 10, 2]], "score": [0, 0], "options": {"teams": True}},
     "battle.defender", 2, "battle.defender: partners fight no battle (DW-6.3)"),
    ({**BATTLE, "supply": [11] * 3, "score": [0] * 3}, "battle.to_roll", 2,
     "battle.to_roll: seat 2 takes no part in the battle"),
    ({**EXTRA, "options": {"battle_tie_cap": 2}}, "battle.round", 6, "battle.round: it ends after round 5"),
    (BATTLE, "battle.round", 1, "battle.dice[0]: at this point of round 1 0 dice lie here"),
    (BATTLE, "battle", {**BATTLE["battle"], "round": 1, "to_roll": 1},
     "battle.dice[1]: at this point of round 1 0 dice lie here"),
    (BATTLE, "battle.dice.1", [3, 3], "battle.dice[1]: 3 dice lie here while the other player throws"),
    (BATTLE, "battle.round", 4, "battle.dice: round 4 is played only after a tie (DW-4.3)"),
    (EXTRA, "battle.dice.0", [1, 3], "battle.dice: round 4 is played only after a tie (DW-4.3)"),
    (BATTLE, "battle", {**BATTLE["battle"], "to_roll": 1, "dice": [[1], [2, 2]]},
     "battle.dice[0]: 3 dice lie here while the other player throws"),
    # the end and the playoff
    ({**OVER, "score": [0, 0], "board": []}, "turn", 0, "turn: seat 0 has no marker left, so the playoff begins"),
    ({**OVER, "score": [0, 0], "board": []}, "turn", None, "turn: somebody has to be on turn"),
    (OVER, "rolled", ROLLED["rolled"], "rolled: seat 0 has no marker left and does not roll (DW-3.1)"),
    (PLAYOFF, "score", [4, 1, 3], "playoff: nobody shares the highest score, so there is none (DW-7.2)"),
    (PLAYOFF, "score", [4, 4, 4], "playoff: the highest score is shared by the seats 0, 1 and 2 (DW-7.2)"),
    (PLAYOFF, "playoff", [0], "playoff: the highest score is shared by the seats 0 and 2 (DW-7.2)"),
    (PLAYOFF, "playoff", [2, 2], "playoff: seat 2 stands twice"),
    (PLAYOFF, "supply.1", 1, "supply[1]: seat 1 is not in the playoff, so it must be 0"),
    (PLAYOFF, "board.0.2", 1, "board: seat 1 is not in the playoff and has markers on the board"),
    (PLAYOFF, "turn", 1, "turn: seat 1 is not in the playoff"),
    (PLAYOFF, "turn", None, "turn: somebody has to be on turn"),
    (PLAYOFF, "supply.0", 0, "turn: seat 0 has no marker left, so the playoff begins anew (DW-7.2)"),
    (PLAYOFF, "start", {"among": [0, 2], "totals": []}, "turn: the throw for the start is awaited"),
    ({**PLAYOFF, "turn": None, "board": [], "supply": [16, 0, 16]}, "start", {"among": [0, 1], "totals": []},
     "start.among: seat 1 is not in the playoff"),
    ({**PLAYOFF, "turn": None, "board": [], "supply": [16, 0, 16], "options": {"playoff_reroll_start": False}},
     "start", {"among": [0, 2], "totals": []},
     "start: by the house rule playoff_reroll_start a playoff begins without a throw"),
    (WON, "rolled", ROLLED["rolled"], "rolled: the playoff is over: the first three in a row is there (DW-7.2)"),
    ({**WON, "supply": [13, 0, 13]}, "board", [*ROW, [4, 3, 2], [4, 4, 2], [4, 5, 2]],
     "board: the seats 0 and 2 cannot both have the first three in a row"),
    ({**WON, "supply": [8, 0, 16]}, "board", [*ROW, [9, 3, 0], [9, 4, 0], [9, 5, 0]],
     "board: one marker cannot have completed all these three in a row (DW-7.2)"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "path", "value", "line"), MALFORMED, ids=[one[3][:60] for one in MALFORMED])
def test_a_malformed_position_is_refused_with_the_path(
    base: dict[str, Any], path: str, value: object, line: str
) -> None:
    for raw in (changed(base, path, value), json.dumps(changed(base, path, value))):
        with pytest.raises(MalformedError) as caught:
            load_position(raw)
        assert str(caught.value).startswith(line)
        assert "\n" not in str(caught.value)


def test_a_game_reads_only_its_own_positions() -> None:
    with pytest.raises(MalformedError, match='game: "chess" is no position of this game'):
        DW.parse_position({**TURN, "game": "chess"})
    with pytest.raises(MalformedError, match="options: these are not the house rules of this game"):
        DW.parse_position({**TURN, "options": {"rerolls": 0}})
    with pytest.raises(MalformedError, match="supply: 2 supplies, and this game is for 3"):
        game(3).parse_position(TURN)
    with pytest.raises(UnknownGame):
        load_position({**TURN, "game": "doubles"})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "this is no JSON: Expecting value (line 1, column 1)"),
        ('{"turn": NaN}', "turn: NaN is no number in JSON"),
        ('{"turn": ' + "9" * 5000 + "}", "turn: a number of 5000 digits is too long"),
        ("[" * 100_000, "this is nested too deeply to be read"),
        ("null", "expected an object, not null"),
        (json.dumps(TURN).replace('"turn": 0', '"turn": 0, "turn": 0'), 'the key "turn" stands twice'),
        (json.dumps(ROLLED).replace('"again": true', '"again": true, "again": true'),
         'rolled: the key "again" stands twice'),
        (json.dumps(BATTLE).replace('"round": 2', '"round": 2, "round": 2'), 'battle: the key "round" stands twice'),
    ],
)  # fmt: skip
def test_what_is_no_json_or_repeats_a_key_is_refused(text: str, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        load_position(text)
    assert str(caught.value) == line


# ---------------------------------------------------------------------------------------------- awaited and outcome


@pytest.mark.parametrize(
    ("position", "awaited"),
    [
        (START, {"need": "roll", "seat": 1, "dice": 3}),
        (TURN, {"need": "roll", "seat": 0, "dice": {"red": 2, "blue": 2}}),
        (ROLLED, {"need": "action", "seat": 0}),
        (changed(ROLLED, "rolled", {"red": None, "blue": [4, 4], "again": False}),
         {"need": "roll", "seat": 0, "dice": {"red": 2}}),
        (changed(ROLLED, "rolled", {"red": [2, 3], "blue": None, "again": False}),
         {"need": "roll", "seat": 0, "dice": {"blue": 2}}),
        (changed(ROLLED, "rolled", {"again": False}), {"need": "roll", "seat": 0, "dice": {"red": 2, "blue": 2}}),
        (BATTLE, {"need": "action", "seat": 0}),
        (changed(BATTLE, "battle.dice.0", [6]), {"need": "roll", "seat": 0, "dice": 2}),
        (OVER, {"need": "nothing"}),
        (WON, {"need": "nothing"}),
    ],
)  # fmt: skip
def test_what_is_awaited_as_json(position: dict[str, Any], awaited: dict[str, Any]) -> None:
    rules, parsed = load_position(position)
    assert rules.format_awaited(parsed) == awaited


def test_the_outcome_as_json() -> None:
    rules, over = load_position(OVER)
    how = "The turn has come to a player without markers: player 1 wins with 1 point to 0."
    assert rules.format_outcome(over) == {"how": how, "ranking": [[0], [1]], "clause": "DW-7.1"}
    rules, won = load_position(WON)
    outcome = rules.format_outcome(won)
    assert outcome is not None
    assert (outcome["ranking"], outcome["clause"]) == ([[0], [2], [1]], "DW-7.2")


# ---------------------------------------------------------------------------------------------- events


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ('{"do":"rolled","red":[2,3],"blue":[4,4]}', Rolled((2, 3), (4, 4))),
        ('{"do":"reroll","dice":"red"}', Reroll("red")),
        ('{"do":"reroll","dice":"blue"}', Reroll("blue")),
        ('{"do":"reroll","dice":"both"}', Reroll("both")),
        ('{"do":"place","square":[5,9]}', Place((5, 9))),
        ('{"do":"place","square":null}', Place(None)),
        ('{"do":"leave","square":[6,6]}', Leave((6, 6))),
        ('{"do":"hold"}', HOLD),
        ('{"do":"throw","dice":[1,1]}', Throw((1, 1))),
        ('{"do":"threw","faces":[2,6]}', Threw((2, 6))),
        ('{"do":"threw","faces":[1,4,6]}', Threw((1, 4, 6))),
    ],
)
def test_the_events_of_the_document(text: str, event: Event) -> None:
    assert DW.parse_event(text) == event
    assert json.dumps(DW.format_event(event), separators=(",", ":")) == text


def test_dice_of_events_are_read_in_any_order() -> None:
    assert DW.parse_event('{"blue":[4,1],"red":[3,2],"do":"rolled"}') == Rolled((2, 3), (1, 4))
    assert DW.parse_event({"do": "throw", "dice": [6, 1]}) == Throw((1, 6))
    assert DW.parse_event({"do": "threw", "faces": [6, 1, 4]}) == Threw((1, 4, 6))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ([], "event: expected an object, not a list"),
        ({}, 'event: the key "do" is missing'),
        ({"do": "pass"}, 'event.do: "pass" is no event of this game (rolled, reroll, place'),
        ({"do": ["hold"]}, "event.do: a list is no event of this game"),
        ({"do": "hold", "dice": []}, 'event: unknown key "dice" (known: do)'),
        ({"do": "place"}, 'event: the key "square" is missing'),
        ({"do": "place", "square": [5, 12]}, "event.square[1]: 12 is no label"),
        ({"do": "place", "square": [2, 5]}, "event.square[0]: 2 is no label"),
        ({"do": "place", "square": [5, 9, 0]}, "event.square: a square is [row, column], not 3 values"),
        ({"do": "place", "square": "5,9"}, 'event.square: expected a list, not "5,9"'),
        ({"do": "place", "square": [True, 9]}, "event.square[0]: true is no label"),
        ({"do": "place", "square": [5.0, 9]}, "event.square[0]: 5.0 is no label"),
        ({"do": "leave", "square": None}, "event.square: expected a list, not null"),
        ({"do": "rolled", "red": [2, 3]}, 'event: the key "blue" is missing'),
        ({"do": "rolled", "red": None, "blue": [1, 2]}, "event.red: expected a list, not null"),
        ({"do": "rolled", "red": [2, 7], "blue": [1, 2]}, "event.red[1]: 7 is no face"),
        ({"do": "rolled", "red": [2, 3], "blue": [1, 2], "green": []}, 'event: unknown key "green"'),
        ({"do": "reroll", "dice": "green"}, 'event.dice: "green" is no choice of dice (red, blue, both)'),
        ({"do": "reroll", "dice": ["red"]}, "event.dice: a list is no choice of dice"),
        ({"do": "throw", "dice": [0]}, "event.dice[0]: 0 is no face"),
        ({"do": "threw", "faces": [1, 2, 7]}, "event.faces[2]: 7 is no face"),
        ({"do": "threw", "faces": 3}, "event.faces: expected a list, not 3"),
    ],
)
def test_a_malformed_event_is_refused_with_the_path(event: object, line: str) -> None:
    with pytest.raises(MalformedError) as caught:
        DW.parse_event(event)
    assert str(caught.value).startswith(line)


def test_the_wrong_number_of_dice_is_illegal_not_malformed() -> None:
    for text in ('{"do":"threw","faces":[]}', '{"do":"threw","faces":[1,1,1,1]}'):
        assert not DW.rule(DW.start(), DW.parse_event(text)).legal
    assert not DW.rule(at(), DW.parse_event('{"do":"rolled","red":[1],"blue":[]}')).legal


def test_events_made_in_python_are_checked_as_well() -> None:
    rolled = at(rolled=roll("23", "46"))
    for position, event, line in (
        (at(), Rolled((0, 1), (2, 3)), "event.red: (0, 1) holds a face that is on no die (1 to 6)"),
        (at(), Rolled((1, 1), (2, 9)), "event.blue: (2, 9) holds a face"),
        (DW.start(), Threw((1, 2, 7)), "event.faces: (1, 2, 7) holds a face"),
        (at(), Throw((7,)), "event.dice: (7,) holds a face"),
        (rolled, Place((12, 3)), "event.square: (12, 3) is no square of the board (rows and columns 3 to 11)"),
        (rolled, Leave((2, 3)), "event.square: (2, 3) is no square of the board"),
        (rolled, Leave(None), "event.square: no square is given to leave"),  # type: ignore[arg-type]
        (rolled, Reroll("green"), "event.dice: 'green' is no choice of dice"),  # type: ignore[arg-type]
        (rolled, rolled, "event: Position is no event of this game"),
    ):
        with pytest.raises(MalformedError) as caught:
            DW.rule(position, event)  # type: ignore[arg-type]
        assert str(caught.value).startswith(line)


def test_a_drawn_board_is_what_it_looks_like() -> None:
    assert board("0.1", ".2.", top=5, left=9) == {0: [(5, 9)], 1: [(5, 11)], 2: [(6, 10)]}
