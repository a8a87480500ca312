"""`companion rules`: JSON out, rulings, exit codes, one line for whatever is wrong."""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import Refusal
from companion.cli.common import position_input as positions
from companion.cli.rules import rules
from tests.support.games.army import GAME

POSITION = {
    "game": GAME,
    "options": {},
    "turn": 0,
    "quiet": 3,
    "players": [
        {"side": "army", "team": 0, "combat": [1, 2, 6], "rally": 0, "scored": [3, 3]},
        {"side": "aliens", "team": 1, "combat": [2], "rally": 1, "scored": [1, 2, 2]},
    ],
}


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process: (exit code, decoded answer); `stdin` is what standard input holds."""

    def run(*arguments: str, stdin: str | bytes = b"") -> tuple[int, Any]:
        parser = argparse.ArgumentParser()
        rules.add_arguments(parser)
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code = rules.run(parser.parse_args(list(arguments)))
        printed, complained = capsys.readouterr()
        assert complained == "" and printed.count("\n") == 1
        return code, json.loads(printed)

    return run


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    return str(path)


@pytest.fixture
def written(tmp_path: Path) -> Any:
    def write(value: object) -> str:
        path = tmp_path / "event.json"
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        return str(path)

    return write


def refusal(ask: Any, *arguments: str, stdin: str | bytes = b"") -> tuple[int, str]:
    with pytest.raises(Refusal) as caught:
        ask(*arguments, stdin=stdin)
    line = str(caught.value)
    assert "\n" not in line and line.startswith("rules: ")
    return caught.value.code, line.removeprefix("rules: ")


# ---------------------------------------------------------------------------------------------- answers


def test_a_position_is_answered_with_what_it_awaits_and_allows(ask: Any, position: str) -> None:
    code, answer = ask(position)
    assert code == 0
    assert list(answer) == ["position", "awaited", "actions", "outcome"]
    assert answer["position"] == POSITION
    assert answer["awaited"] == {"need": "action", "seat": 0}
    assert answer["actions"][0] == {
        "event": {"do": "attack", "with": [2], "hit": [[1, 2]]},
        "text": "Attack: one Artillery (2) destroys a Death Ray (2)",
        "clause": "AVA-3.2",
    }
    assert [action["event"] for action in answer["actions"][1:]] == [
        {"do": "rally", "roll": roll} for roll in ([1], [2], [6], [1, 2], [1, 6], [2, 6], [1, 2, 6])
    ]
    assert answer["outcome"] is None


def test_a_position_comes_from_standard_input(ask: Any, position: str) -> None:
    assert ask("-", stdin=json.dumps(POSITION)) == ask(position)


def test_one_event_is_applied(ask: Any, position: str, written: Any) -> None:
    event = {"do": "attack", "with": [2], "hit": [[1, 2]]}
    code, answer = ask(position, "--event", written(event))
    assert code == 0
    assert answer["position"]["players"][1] == {
        "side": "aliens",
        "team": 1,
        "combat": [],
        "rally": 1,
        "scored": [1, 2, 2],
    }
    assert answer["position"]["turn"] == 1 and answer["position"]["quiet"] == 0
    assert ask(position, "--event", "-", stdin=json.dumps(event)) == (code, answer)


def test_a_list_of_events_is_applied_in_turn(ask: Any, position: str, written: Any) -> None:
    code, answer = ask(position, "--event", written([{"do": "rally", "roll": [1]}]))
    assert answer["awaited"] == {"need": "roll", "seat": 0, "dice": 1} and answer["actions"] == []
    assert answer["position"]["rolling"] == {"seat": 0, "dice": 1}
    code, answer = ask(position, "--event", written([{"do": "rally", "roll": [1]}, {"do": "rolled", "faces": [5]}]))
    assert code == 0 and answer["position"]["players"][0]["combat"] == [2, 5, 6]
    assert "rolling" not in answer["position"]


def test_an_empty_list_of_events_changes_nothing(ask: Any, position: str, written: Any) -> None:
    assert ask(position, "--event", written([])) == ask(position)


def test_a_finished_game_tells_its_outcome(ask: Any, written: Any) -> None:
    code, answer = ask("-", stdin=json.dumps({**POSITION, "quiet": 10}))
    assert code == 0
    assert answer["awaited"] == {"need": "nothing"} and answer["actions"] == []
    assert answer["outcome"] == {
        "how": "10 turns passed without an attack: the Aliens win with 3 scored dice to 2.",
        "ranking": [[1], [0]],
        "clause": "AVA-6.3",
    }


def test_an_illegal_event_is_printed_with_its_clauses_and_place(ask: Any, position: str, written: Any) -> None:
    code, answer = ask(position, "--event", written({"do": "attack", "with": [6], "hit": [[1, 2]]}))
    assert code == 1
    assert answer == {
        "illegal": [
            {"clause": "AVA-1.5",
             "text": "A Nuke (6) fights in no single or triple attack: it only powers its ability."},
            {"clause": "AVA-3.2", "text": "Only ranks 1 to 4 can attack, and a Nuke is of rank 6."},
        ],
        "at": 0,
    }  # fmt: skip


def test_ava_3_2_a_clause_broken_in_several_ways_is_listed_once_with_every_reason(
    ask: Any, position: str, written: Any
) -> None:
    code, answer = ask(position, "--event", written({"do": "attack", "with": [3], "hit": [[1, 5]]}))
    assert code == 1
    assert answer["illegal"] == [
        {"clause": "AVA-3.2",
         "text": "The Army has no Tank (3) in Combat. The Aliens have no Overlord (5) in Combat. "
                 "A Tank (3) alone cannot destroy an Overlord (5): the target's rank is higher."},
        {"clause": "AVA-3.3", "text": "Of ordinary attacks only that of three Airplanes (4) destroys an Overlord (5)."},
    ]  # fmt: skip


def test_more_events_than_a_game_can_have_are_refused_unread(ask: Any, position: str, written: Any) -> None:
    code, line = refusal(ask, position, "--event", file := written([{}] * 100_001))
    assert (code, line) == (2, f"{file}: event: 100001 events, and no game has more than 100000")


def test_an_event_inside_a_text_is_no_event(ask: Any, position: str, written: Any) -> None:
    for given, path in ((json.dumps(json.dumps({"do": "nuke"})), "event"), ([json.dumps({"do": "nuke"})], "event[0]")):
        file = written(given)
        code, line = refusal(ask, position, "--event", file)
        assert code == 2 and line.startswith(f"{file}: {path}: expected an object")


def test_each_event_is_judged_after_those_before_it(ask: Any, position: str, written: Any) -> None:
    rally, roll = {"do": "rally", "roll": [1]}, {"do": "rolled", "faces": [5]}
    code, answer = ask(position, "--event", written([rally, roll, roll]))
    assert code == 1 and answer["at"] == 2
    assert [one["clause"] for one in answer["illegal"]] == ["AVA-3.1"]


def test_the_first_position_of_a_game(ask: Any) -> None:
    code, answer = ask("--new", GAME)
    assert code == 0
    assert answer["awaited"] == {"need": "roll", "seat": 0, "dice": 9}
    assert answer["position"]["turn"] is None and answer["position"]["rolling"] == {"seat": 0, "dice": 9}
    assert ask("--new", GAME, "--players", "2") == (code, answer)


def test_events_can_follow_a_new_game(ask: Any, written: Any) -> None:
    nine = {"do": "rolled", "faces": [6] * 9}
    _, answer = ask("--new", GAME, "--event", written([nine, nine]))
    assert answer["awaited"] == {"need": "action", "seat": 0}


def test_options_are_json_and_what_is_not_is_text(ask: Any) -> None:
    options = ("draw_counter=turns", "draw_limit=3", "general_ranks=[1,2,3,4]", "two_target_strict=true")
    _, answer = ask("--new", GAME, *(part for option in options for part in ("--option", option)))
    assert answer["position"]["options"] == {
        "draw_counter": "turns",
        "draw_limit": 3,
        "general_ranks": [1, 2, 3, 4],
        "two_target_strict": True,
    }
    assert ask("--new", GAME, "--option", 'draw_counter="turns"')[0] == 0


def test_what_is_printed_can_be_read_again(ask: Any, position: str) -> None:
    _, answer = ask("--new", GAME, "--option", "draw_limit=2")
    assert ask("-", stdin=json.dumps(answer["position"])) == (0, answer)


# ---------------------------------------------------------------------------------------------- refusals


def test_a_pipe_to_which_nobody_writes_is_not_waited_for(ask: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "position.json")
    code, told = refusal(ask, str(tmp_path / "position.json"))
    assert code == 1 and "a pipe, and nobody may ever write to it" in told


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"", "standard input: this is no JSON: Expecting value (line 1, column 1)"),
        (b"\xff\xfe", "standard input: this is no JSON: it is not UTF-8 text"),
        (b"[" * 200_000, "standard input: this is nested too deeply to be read"),
        (json.dumps(POSITION).replace("6]", "7]").encode(), "standard input: players[0].combat[2]: 7 is no rank"),
        (json.dumps({**POSITION, "turn": 2}).encode(), "standard input: turn: 2 is no seat at this table"),
        (json.dumps({**POSITION, "game": "chess"}).encode(), 'standard input: game: "chess" is no game here'),
    ],
    ids=["empty", "no text", "deep", "rank", "seat", "game"],
)
def test_a_malformed_position_exits_2_with_one_line(ask: Any, raw: bytes, line: str) -> None:
    code, told = refusal(ask, "-", stdin=raw)
    assert code == 2 and told.startswith(line)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ('{"do":"rally","roll":[7]}', "event.roll[0]: 7 is no rank"),
        ('{"do":"rally","roll":[1],"roll":[1]}', 'event: the key "roll" stands twice'),
        ('{"do":"rally","roll":[1]', "this is no JSON: Expecting ',' delimiter (line 1, column 25)"),
        ('[{"do":"rally","roll":[9]},{"do":"rolled","faces":[1]}]', "event[0].roll[0]: 9 is no rank"),
        ('[{"do":"rally","roll":[6,6]},{"do":"rolled","faces":[true]}]', "event[1].faces[0]: true is no face"),
        ("[[]]", "event[0]: expected an object, not a list"),
        ("NaN", "NaN is no number in JSON"),
    ],
)
def test_a_malformed_event_exits_2_with_one_line(ask: Any, position: str, written: Any, event: str, line: str) -> None:
    path = written(event)
    assert refusal(ask, position, "--event", path) == (2, f"{path}: {line}")


def test_a_file_that_cannot_be_read_exits_1(ask: Any, position: str, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.json")
    assert refusal(ask, missing) == (1, f"{missing}: No such file or directory")
    assert refusal(ask, position, "--event", missing) == (1, f"{missing}: No such file or directory")
    assert refusal(ask, str(tmp_path)) == (1, f"{tmp_path}: Is a directory")
    assert refusal(ask, "a\0b") == (1, r"'a\x00b': that is no file name")


def test_a_closed_standard_input_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(Refusal) as caught:
        rules.run(argparse.Namespace(position="-", event=None, new=None, players=None, option=None))
    assert str(caught.value) == "rules: standard input is closed: give a file, or pipe the text in"
    assert caught.value.code == 1


def test_a_file_that_is_far_too_large_is_not_read_whole(
    ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "LARGEST", 2**20)
    path = tmp_path / "large.json"
    path.write_bytes(b" " * (2**20 + 1))
    assert refusal(ask, str(path)) == (2, f"{path}: more than 1 MB, and no game fills so much")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "give a POSITION.json, or --new GAME for a first position"),
        (("-", "--new", GAME), "give either a POSITION.json or --new GAME, not both"),
        (("-", "--event", "-"), "position and event cannot both come from standard input"),
        (("-", "--players", "2"), "--players and --option go with --new GAME; a position has its own"),
        (("-", "--option", "draw_limit=2"), "--players and --option go with --new GAME; a position has its own"),
        (("--new", "chess"), f'game: "chess" is no game here ({GAME}'),
        (("--new", GAME, "--players", "9"), "players: Army vs Aliens (2011) is supported for 2 to 8 players, not 9"),
        (("--new", GAME, "--players", "two"), "--players 'two': that is no number of players"),
        (("--new", GAME, "--players", "2.0"), "--players '2.0': that is no number of players"),
        (("--new", GAME, "--players=-2"), "--players '-2': that is no number of players"),
        (("--new", GAME, "--option", "draw_limit"), "--option 'draw_limit': expected KEY=VALUE, such as draw_limit=3"),
        (("--new", GAME, "--option", "=3"), "--option '=3': expected KEY=VALUE, such as draw_limit=3"),
        (("--new", GAME, "--option", "draw_limit=many"), 'options.draw_limit: "many" is not allowed'),
        (("--new", GAME, "--option", "draw_limit=NaN"), 'options.draw_limit: "NaN" is not allowed'),
        (("--new", GAME, "--option", "cheat=1"), f'options: {GAME} has no option "cheat"'),
        (("--new", GAME, "--option", "draw_limit=2", "--option", "draw_limit=2"),
         "--option draw_limit: it is given twice"),
    ],
)  # fmt: skip
def test_wrong_use_exits_2_with_one_line(ask: Any, arguments: tuple[str, ...], line: str) -> None:
    code, told = refusal(ask, *arguments)
    assert code == 2 and told.startswith(line)


# ---------------------------------------------------------------------------------------------- as users run it


@pytest.mark.slow
def test_the_command_as_a_process(companion: Any, position: str, written: Any) -> None:
    run = companion("rules", position)
    assert run.returncode == 0 and run.stderr == ""
    assert json.loads(run.stdout)["position"] == POSITION
    run = companion("rules", position, "--event", written({"do": "nuke"}))
    assert run.returncode == 1 and run.stderr == ""
    assert [one["clause"] for one in json.loads(run.stdout)["illegal"]] == ["AVA-4.1"]
    run = companion("rules", position, "--event", written("{"))
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.startswith("companion: rules: ") and run.stderr.count("\n") == 1


def test_the_command_reads_a_pipe(root: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "companion", "rules", "-"], input=json.dumps(POSITION), capture_output=True, text=True,
        cwd=root, check=False,
    )  # fmt: skip
    assert run.returncode == 0 and json.loads(run.stdout)["position"] == POSITION
