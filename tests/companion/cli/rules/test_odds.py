"""`companion odds`: exact, and checked by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion as head
from companion import GAMES
from companion.rules.self_play import played
from tests.support.front_door import Ask, asking
from tests.support.games.army import GAME, at, game
from tests.support.games.random_play import tables


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


def odds_of(ask: Ask, *arguments: object, given: str = "") -> dict[str, Fraction]:
    """Every outcome, as a line of the game's notation, with its probability."""
    answer = ask("odds", *arguments, "--json", given=given)
    assert (answer.code, answer.err) == (0, "")
    told = json.loads(answer.out)
    game_id = arguments[arguments.index("--new") + 1] if "--new" in arguments else json.loads(given)["game"]
    rules = head.load(str(game_id)) if "--new" in arguments else head.load_position(given)[0]
    return {rules.formatted(rules.parse_event(one["event"])): Fraction(one["probability"]) for one in told["outcomes"]}


def army(combat: str, dice: int) -> str:
    """A position in which the Army rolls so many dice."""
    return json.dumps(game().format_position(at(combat, "222222222", rolling=(0, dice))))


# ---------------------------------------------------------------------------------------------- by hand


def test_the_odds_of_two_dice(ask: Ask) -> None:
    """36 throws: a double in 1 way, two different faces in 2; 6 doubles and 15 others."""
    odds = odds_of(ask, "-", given=army("1234666", 2))
    assert len(odds) == 21
    assert odds["roll 3 3"] == Fraction(1, 36) and odds["roll 1 6"] == Fraction(2, 36)
    answer = ask("odds", "-", given=army("1234666", 2))
    assert answer.lines[0] == 'Awaited: {"need": "roll", "seat": 0, "dice": 2}; 21 outcomes'
    assert answer.lines[1] == "    5.556%  roll 1 2  (1/18)"
    # 20 of them are shown, the likeliest first: 15 different pairs and 5 doubles, so 1 double is left
    assert answer.lines[21] == "    2.778%  1 more"
    # at least one 6: 11 of 36; two: 1 of 36; the mean of a die is 3.5
    assert answer.lines[22:] == [
        "Faces: at least so many of a face",
        "   face        1        2",
        *(f"      {face}  30.556%   2.778%" for face in range(1, 7)),
        "Faces: the total is 7.00 on average",
    ]


def test_the_odds_of_nine_dice(ask: Ask) -> None:
    """9! / (2! 2! 2! 1! 1! 1!) = 45,360 ways of 6^9 = 10,077,696; nine 1s in one way; C(14, 5) = 2002 outcomes."""
    odds = odds_of(ask, "--new", GAME)
    assert len(odds) == comb(14, 5) == 2002
    assert odds["roll 1 1 2 2 3 3 4 5 6"] == Fraction(45_360, 6**9) == Fraction(35, 7776)
    assert odds["roll 1 1 1 1 1 1 1 1 1"] == Fraction(1, 10_077_696)
    answer = ask("odds", "--new", GAME)
    # at least one 6: 1 - (5/6)^9 = 80.619 %; nine of them: 1 in 10,077,696, which is never told as 0
    six = next(line for line in answer.lines if line.startswith("      6 "))
    assert six.startswith("      6  80.619%") and six.endswith(" <0.0005%")


def test_the_odds_of_one_die_need_no_table(ask: Ask) -> None:
    answer = ask("odds", "-", given=army("12344666", 1))
    assert answer.lines[1:] == [f"   16.667%  roll {face}  (1/6)" for face in range(1, 7)]


def test_the_odds_of_the_two_dice_of_space_checkers(ask: Ask) -> None:
    """A number in 1 of 6, a colour in 1 of 6, WILD in 2 of 6: 24 outcomes of 1/36 and 6 of 2/36."""
    odds = odds_of(ask, "--new", "space-checkers")
    assert len(odds) == 30
    assert odds["roll 3 blue"] == Fraction(1, 36) and odds["roll 6 wild"] == Fraction(1, 18)
    # without WILD all outcomes are as likely: the six WILD ones come first
    assert ask("odds", "--new", "space-checkers").lines[1] == "    5.556%  roll 1 wild  (1/18)"


def test_the_odds_of_a_turn_of_doubles_wild(ask: Ask) -> None:
    """21 pairs a colour. A double in 1 of 36, two different faces in 2 of 36, and both colours are independent."""
    start = head.load("doubles-wild")
    position = start.start()
    for line in ("threw 1 1 1", "threw 6 6 6"):
        position = start.apply(position, start.parsed(line))
    plain = start.format_position(position)
    assert plain["turn"] == 1
    odds = odds_of(ask, "-", given=json.dumps(plain))
    assert len(odds) == 21 * 21
    assert odds["roll red 1 1 blue 6 6"] == Fraction(1, 1296)
    assert odds["roll red 1 1 blue 5 6"] == Fraction(1, 648)
    assert odds["roll red 2 3 blue 5 6"] == Fraction(1, 324)
    answer = ask("odds", "-", given=json.dumps(plain))
    assert answer.lines[0].startswith('Awaited: {"need": "roll", "seat": 1, "dice": {"red": 2, "blue": 2}}; 441')
    assert answer.lines.count("Red: the total is 7.00 on average") == 1
    assert answer.lines.count("Blue: the total is 7.00 on average") == 1


def test_the_odds_of_a_reroll_keep_the_other_pair(ask: Ask) -> None:
    """Red is thrown again, blue stays 5 6: 21 outcomes."""
    rules = head.load("doubles-wild")
    position = rules.start()
    for line in ("threw 1 1 1", "threw 6 6 6", "roll red 1 2 blue 5 6", "reroll red"):
        position = rules.apply(position, rules.parsed(line))
    odds = odds_of(ask, "-", given=json.dumps(rules.format_position(position)))
    assert len(odds) == 21 and all(line.endswith(" blue 5 6") for line in odds)
    assert odds["roll red 2 2 blue 5 6"] == Fraction(1, 36)


def test_the_odds_of_who_begins_doubles_wild(ask: Ask) -> None:
    """Three dice of 216: three alike in 1 way, a pair and another in 3, three different in 6; 56 outcomes."""
    odds = odds_of(ask, "--new", "doubles-wild")
    assert len(odds) == 56
    assert [odds[f"threw {dice}"] for dice in ("1 1 1", "1 1 2", "1 2 3")] == [
        Fraction(1, 216), Fraction(3, 216), Fraction(6, 216)
    ]  # fmt: skip


def test_the_odds_of_a_card(ask: Ask) -> None:
    """60 cards: each number twice, six Battle Rounds, six Smack Attacks; once D7 has been seen, one of 59 is left."""
    odds = odds_of(ask, "--new", "dinosaurs-vs-army-men")
    assert len(odds) == 26
    assert odds["flip D7"] == Fraction(2, 60) and odds["flip B"] == odds["flip S"] == Fraction(6, 60)
    rules = head.load("dinosaurs-vs-army-men")
    after = rules.apply(rules.start(), rules.parsed("flip D7"))
    odds = odds_of(ask, "-", given=json.dumps(rules.format_position(after)))
    assert odds["flip D7"] == Fraction(1, 59) and odds["flip A7"] == Fraction(2, 59)


# ---------------------------------------------------------------------------------------------- of any game


@pytest.mark.parametrize("game_id", GAMES)
def test_the_odds_at_the_start_of_any_game_add_up_to_one(ask: Ask, game_id: str) -> None:
    odds = odds_of(ask, "--new", game_id)
    assert sum(odds.values()) == 1 and all(one > 0 for one in odds.values())
    answer = ask("odds", "--new", game_id)
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0].endswith(f"; {len(odds)} outcomes")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_chances_add_up_to_one_wherever_chance_is_awaited_and_nowhere_else(game_id: str) -> None:
    for rules in tables(game_id):
        for step in played(rules, Random(9), longest=60):
            chances = rules.chances(step.before)
            if rules.awaited(step.before).need in ("roll", "flip"):
                assert sum(odds for _, odds in chances) == 1
                assert len({rules.formatted(event) for event, _ in chances}) == len(chances)
                assert step.event in [event for event, _ in chances]
            else:
                assert chances == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_position_of_a_game_is_answered(ask: Ask, game_id: str) -> None:
    rules = head.load(game_id)
    for step in list(played(rules, Random(1)))[::40]:
        answer = ask("odds", "-", given=json.dumps(rules.format_position(step.after)))
        assert (answer.code, answer.err) == (0, "")
        awaited = json.dumps(rules.format_awaited(step.after))
        expected = "Awaited" if rules.chances(step.after) else "No roll and no card is awaited"
        assert answer.lines[0].startswith(f"{expected}: {awaited}")


def test_where_no_chance_is_awaited_nothing_is_listed(ask: Ask) -> None:
    plain = json.dumps(game().format_position(at("4", "2")))
    assert ask("odds", "-", given=plain).lines == ['No roll and no card is awaited: {"need": "action", "seat": 0}']
    told = json.loads(ask("odds", "-", "--json", given=plain).out)
    assert told == {"awaited": {"need": "action", "seat": 0}, "outcomes": []}
    over = json.dumps(game().format_position(at("4", "")))
    assert ask("odds", "-", given=over).lines == ['No roll and no card is awaited: {"need": "nothing"}']


def test_a_certain_outcome_is_told_as_one(ask: Ask) -> None:
    rules = head.load("dinosaurs-vs-army-men", 2, {"deck": ["A1"] * 6})
    answer = ask("odds", "-", given=json.dumps(rules.format_position(rules.start())))
    assert answer.lines[0].endswith("; 1 outcome") and answer.lines[1:] == ["  100.000%  flip A1  (1)"]


# ---------------------------------------------------------------------------------------------- use


@pytest.mark.parametrize(("top", "listed"), [(0, 0), (1, 1), (2002, 2002), (999_999_999, 2002)])
def test_so_many_outcomes_are_listed(ask: Ask, top: int, listed: int) -> None:
    lines = ask("odds", "--new", GAME, "--top", top).lines
    assert sum("  roll " in line for line in lines) == listed
    assert sum(line.endswith(" more") for line in lines) == (listed < 2002)


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        ((), 2, "odds: give a POSITION.json, or --new GAME for a first position"),
        (("-", "--new", GAME), 2, "odds: give either a POSITION.json or --new GAME, not both"),
        (("--new", "chess"), 2, 'odds: game: "chess" is no game here ('),
        (("--new", GAME, "--top", "-1"), 2, "odds: --top '-1': that is no whole number"),
        (("--new", GAME, "--top", "ten"), 2, "odds: --top 'ten': that is no whole number"),
        (("--new", GAME, "--top", "1e3"), 2, "odds: --top '1e3': that is no whole number"),
        (("--new", GAME, "--top", "9" * 50), 2, "odds: --top '99999"),
        (("--new", GAME, "--players", "99"), 2, "odds: players: Army vs Aliens (2011) is supported for "),
        (("--new", GAME, "--option", "draw_limit=NaN"), 2, 'odds: options.draw_limit: "NaN" is not allowed'),
        (("--new", GAME, "--option", "x"), 2, "odds: --option 'x': expected KEY=VALUE"),
        (("none.json",), 1, "odds: none.json: No such file or directory"),
        ((".",), 1, "odds: .: Is a directory"),
    ],
)
def test_wrong_use_is_one_line(
    ask: Ask, arguments: tuple[str, ...], code: int, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = ask("odds", *arguments)
    assert answer.code == code and answer.refusal.startswith(line)


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff\xfe", b"[" * (5 * 2**20), b"{" * 10**6, b"null", b"NaN", b'{"game":1e999}', b"9" * 10**6, b'{"game":'],
    ids=["empty", "no text", "deep", "open", "null", "NaN", "infinite", "digits", "cut off"],
)
def test_a_malformed_position_is_one_line(ask: Ask, raw: bytes) -> None:
    answer = ask("odds", "-", given=raw)
    assert answer.code == 2 and answer.refusal.startswith("odds: standard input: ")


@pytest.mark.slow
def test_the_command_as_a_process(companion: Any, tmp_path: Path) -> None:
    run = companion("odds", "--new", GAME, "--top", "1")
    assert run.returncode == 0 and run.stderr == "" and run.stdout.startswith("Awaited: ")
    run = companion("odds", "-", given="{")
    assert run.returncode == 2 and run.stdout == "" and run.stderr.count("\n") == 1
    run = companion("odds", "none.json")
    assert run.returncode == 1 and run.stderr == "companion: odds: none.json: No such file or directory\n"
