"""`companion explain`: games, clauses and house rules in words."""

from __future__ import annotations

from typing import Any

import pytest

import companion as head
from companion import GAMES
from tests.support.front_door import Ask, asking
from tests.support.games.army import GAME


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_without_a_game_the_games_are_listed(ask: Ask) -> None:
    answer = ask("explain")
    assert (answer.code, answer.err) == (0, "")
    assert [line.split(None, 1) for line in answer.lines] == [[game_id, head.load(game_id).title] for game_id in GAMES]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_clause_of_a_game_is_told_in_order(ask: Ask, game_id: str) -> None:
    answer = ask("explain", game_id)
    assert (answer.code, answer.err) == (0, "")
    clauses = head.load(game_id).seed.clauses
    assert [line.split()[0] for line in answer.lines if not line.startswith(" ")] == [one.id for one in clauses]
    for clause in clauses:
        assert f"{clause.id} {clause.title}: {flat(clause.text)}" in flat(answer.out)
    assert all(len(line) <= 100 and line.isprintable() for line in answer.lines)


@pytest.mark.parametrize("game_id", GAMES)
def test_one_clause_whatever_its_case(ask: Ask, game_id: str) -> None:
    clause = head.load(game_id).seed.clauses[-1]
    answer = ask("explain", game_id, clause.id.lower())
    assert answer.code == 0 and flat(answer.out) == f"{clause.id} {clause.title}: {flat(clause.text)}"
    assert answer == ask("explain", game_id, clause.id)


def test_a_clause_tells_the_house_rule_in_force(ask: Ask) -> None:
    usual = ask("explain", GAME, "AVA-6.3").out
    assert "House rule" not in usual
    changed = flat(ask("explain", GAME, "AVA-6.3", "--option", "draw_limit=3").out)
    assert changed.startswith(flat(usual)) and "House rule: The game ends after 3 " in changed


def test_clause_ids_are_never_broken_at_their_hyphen(ask: Ask) -> None:
    for game_id in GAMES:
        assert not any(line.rstrip().endswith("-") for line in ask("explain", game_id).lines)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_house_rule_with_its_values_and_the_usual_one(ask: Ask, game_id: str) -> None:
    answer = ask("explain", game_id, "--options")
    assert (answer.code, answer.err) == (0, "") and "{" not in answer.out.replace('{"', "")
    parts = answer.out.split("\n\n")
    options = head.load(game_id).seed.options
    assert [part.split(" ")[0] for part in parts] == [option.id for option in options]
    for option, part in zip(options, parts, strict=True):
        assert all(clause in part for clause in option.clauses)
        assert part.count("    * ") == bool(option.choices)
        assert all(flat(choice.text) in flat(part) for choice in option.choices)
        if not option.choices:
            assert f"from {option.least} to {option.most}; usually {option.default}" in part


@pytest.mark.parametrize("game_id", ["army-vs-aliens-2011", "army-vs-aliens-2012"])
@pytest.mark.parametrize(("players", "usual"), [(2, "false"), (3, "false"), (4, "true"), (5, "false"), (6, "true")])
def test_the_usual_value_is_that_of_the_table(ask: Ask, game_id: str, players: int, usual: str) -> None:
    """AVA-7.3: four, six and eight players form teams unless they say otherwise."""
    answer = ask("explain", game_id, "--options", "--players", players)
    teams = next(part for part in answer.out.split("\n\n") if part.startswith("teams "))
    assert f"    * {usual}: " in teams and teams.count("*") == 1


def test_the_house_rules_in_force_are_told(ask: Ask) -> None:
    answer = ask("explain", GAME, "--options", "--option", "draw_limit=7", "--option", "general_ranks=[1,2,3,4]")
    assert answer.out.count("in force") == 2
    assert "    in force: 7\n" in answer.out and "    in force: [1, 2, 3, 4]\n" in answer.out
    deck = ask("explain", "dinosaurs-vs-army-men", "--options", "--option", 'deck={"A1": 90, "D1": 90}')
    assert deck.out.count("in force") == 1 and all(len(line) <= 100 for line in deck.lines)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("chess",), 'explain: game: "chess" is no game here ('),
        ((GAME, "AVA-99"), "explain: clause: 'AVA-99' is no clause of Army vs Aliens (2011)"),
        ((GAME, ""), "explain: clause: '' is no clause of Army vs Aliens (2011)"),
        ((GAME, "a\nb"), "explain: clause: 'A\\nB' is no clause of Army vs Aliens (2011)"),
        ((GAME, "AVA-6.3", "--options"), "explain: give either a CLAUSE or --options, not both"),
        (("--options",), "explain: --options, --players and --option go with a GAME"),
        (("--players", "3"), "explain: --options, --players and --option go with a GAME"),
        (("--option", "a=1"), "explain: --options, --players and --option go with a GAME"),
        ((GAME, "--players", "x"), "explain: --players 'x': that is no number of players"),
        ((GAME, "--players", "0"), "explain: players: Army vs Aliens (2011) is supported for "),
        ((GAME, "--option", "x=1"), f'explain: options: {GAME} has no option "x"'),
        ((GAME, "AVA-6.3", "more"), "more is one argument too many"),
    ],
)
def test_wrong_use_is_one_line(ask: Ask, arguments: tuple[str, ...], line: str) -> None:
    answer = ask("explain", *arguments)
    assert answer.code == 2 and answer.refusal.startswith(line)


def test_a_damaged_installation_is_one_line(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise head.BrokenSeed("seeds/x.toml: Invalid value - at `$.dice`")

    monkeypatch.setattr(head, "load", broken)
    answer = ask("explain", GAME)
    assert answer.code == 1 and answer.refusal == "explain: seeds/x.toml: Invalid value - at `$.dice`"


def test_the_command_as_a_process(companion: Any) -> None:
    run = companion("explain", GAME, "AVA-3.2")
    assert run.returncode == 0 and run.stderr == "" and run.stdout.startswith("AVA-3.2  ")
    run = companion("explain", "chess")
    assert run.returncode == 2 and run.stdout == "" and run.stderr.count("\n") == 1
