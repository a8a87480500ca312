"""`companion replay`: a recorded game in words with its outcome, or the first faulty line with its clause."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

import pytest

import companion as head
from companion import GAMES
from companion.record.transcripts import Noted, Transcript
from companion.rules.self_play import played
from tests.support.front_door import Ask, asking
from tests.support.games.army import GAME, Rolled, at, attack, game

TEXT = f"""[Game "{GAME}"]
[Name "Anna"]
[Name "Ben"]

{{ in the kitchen }}
1. roll 1 1 2 3 3 4 5 6 6
2. roll 1 2 2 3 4 4 5 6 6
3. attack 3 on 1:2  {{ a good start }}
"""


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(text: str | bytes) -> Path:
        path = tmp_path / "game.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def finished(game_id: str, seed: int = 0) -> Transcript:
    rules = head.load(game_id)
    return Transcript(rules, [step.event for step in played(rules, Random(seed))])


# ---------------------------------------------------------------------------------------------- in order


def test_every_event_is_told_with_its_clause_and_note(ask: Ask, file: Any) -> None:
    answer = ask("replay", file(TEXT))
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines == [
        "Army: Anna",
        "Aliens: Ben",
        "(in the kitchen)",
        "   1  Anna rolled 1, 1, 2, 3, 3, 4, 5, 6, 6  [AVA-2.1]",
        "   2  Ben rolled 1, 2, 2, 3, 4, 4, 5, 6, 6  [AVA-2.1]",
        "   3  Attack: one Tank (3) destroys a Death Ray (2)  [AVA-3.2]  (a good start)",
        "3 events, and the game goes on: awaited is an action by Ben",
    ]


def test_quiet_prints_the_last_line_alone(ask: Ask, file: Any) -> None:
    assert ask("replay", file(TEXT), "--quiet").lines == ["3 events, and the game goes on: awaited is an action by Ben"]


def test_the_outcome_is_printed_with_its_clause_and_ranking(ask: Ask, file: Any) -> None:
    """The Army's last die, a 4, destroys the Aliens' last, a 2."""
    told = Transcript(game(), [attack("4", 2)], start=at("4", "2"))
    answer = ask("replay", file(told.written()))
    assert answer.code == 0
    assert answer.lines[-1].startswith("1 event, AVA-6.1: ") and answer.lines[-1].endswith("(0 > 1)")


def test_the_text_comes_from_standard_input(ask: Ask, file: Any) -> None:
    assert ask("replay", "-", given=TEXT) == ask("replay", file(TEXT))


def test_text_prints_the_usual_form_which_is_its_own_usual_form(ask: Ask, file: Any) -> None:
    answer = ask("replay", file(TEXT.replace("1. ", "").replace("3. attack", "ATTACK ")), "--text")
    assert answer.code == 0 and answer.out == Transcript.read(TEXT).written()
    assert ask("replay", "-", "--text", given=answer.out) == answer


@pytest.mark.parametrize("game_id", GAMES)
def test_a_recorded_game_of_any_kind_is_in_order(ask: Ask, file: Any, game_id: str) -> None:
    told = finished(game_id)
    answer = ask("replay", file(told.written()))
    outcome = told.game.outcome(told.reached)
    assert outcome is not None and (answer.code, answer.err) == (0, "")
    assert len(answer.lines) == len(told.events) + 1
    assert answer.lines[-1].startswith(f"{len(told.events)} events, {outcome.clause}: {outcome.how}")
    assert all(line.isprintable() for line in answer.lines)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_game_that_goes_on_awaits_is_told(ask: Ask, game_id: str) -> None:
    answer = ask("replay", "-", given=f'[Game "{game_id}"]\n')
    assert answer.code == 0 and len(answer.lines) == 1
    assert answer.lines[0].startswith("0 events, and the game goes on: awaited is a ")
    game_ = head.load(game_id)
    seat = game_.awaited(game_.start()).seat
    assert seat is not None and answer.lines[0].endswith(f" by {game_.seat_name(seat)}")


def test_a_card_that_anybody_may_smack_is_awaited_by_nobody_by_name(ask: Ask) -> None:
    answer = ask("replay", "-", given='[Game "dinosaurs-vs-army-men"]\nflip S\n')
    assert answer.lines[-1] == "1 event, and the game goes on: awaited is a smack"


def test_what_a_terminal_might_obey_is_written_as_escapes(ask: Ask) -> None:
    told = Transcript(game(), [Noted(Rolled((1,) * 9), "red \x1b[31m\x07\nnext")], names=["A\x1b]0;x\x07", "B\n\u202e"])
    answer = ask("replay", "-", given=told.written())
    assert answer.lines[0] == "Army: A\\x1b]0;x\\x07" and answer.lines[1] == "Aliens: B\\n\\u202e"
    assert answer.lines[2].endswith("[AVA-2.1]  (red \\x1b[31m\\x07 next)")
    assert len(answer.lines) == 4 and all(line.isprintable() for line in answer.lines)


# ---------------------------------------------------------------------------------------------- faulty


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", 2, 'line 1: the header [Game "..."] is missing'),
        (b"\xef\xbb\xbf", 2, 'line 1: the header [Game "..."] is missing'),
        (TEXT.replace("3 on 1:2", "1 on 1:2"), 1,
         "line 8: attack 1 on 1:2 is not legal. AVA-3.2: A Trooper (1) alone cannot destroy a Death Ray (2): "
         "the target's rank is higher."),
        (TEXT + "roll 1\n", 1, "line 9: roll 1 is not legal. AVA-3.1: "),
        (TEXT + "4. fly\n", 2, 'line 9: "fly" is no event of this game (roll FACES, '),
        (TEXT + "5. nuke\n", 2, "line 9: this is event 4, and the line says 5"),
        (TEXT[:-4], 2, 'line 8: "3. attack 3 on 1:2  { a good star": the note has no closing brace'),
        (TEXT + '[Result "*"]', 2, 'line 9: "[Result \\"*\\"]": headers stand before all events and notes'),
        ('[Result "0 > 1, AVA-6.1"]\n' + TEXT, 1,
         'line 1: the result is said to be "0 > 1, AVA-6.1", and the events lead to *'),
        (TEXT.replace("\n", "\r\n").encode() + b"\xff\xfe", 2, "line 9: this is no text in UTF-8"),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), 2, "line 1: this is no text in UTF-8"),
        (TEXT.encode("utf-16-le"), 2, "line 1: "),
        (b"\0" * 1000, 2, 'line 1: the header [Game "..."] is missing'),
        (TEXT.replace(GAME, "chess"), 2, 'line 1: game: "chess" is no game here ('),
        (b"[" * (5 * 2**20), 2, "line 1: "),
        (TEXT.encode() + b"{" * (5 * 2**20), 2, "line 9: "),
        (b" " * (6 * 2**20 + 1), 2, "more than 6 MB, and no game"),
    ],
    ids=["empty", "a mark alone", "illegal", "out of place", "no event", "number", "cut off", "late header", "result",
         "no text", "UTF-16 with a mark", "UTF-16", "nothing", "no game", "brackets", "braces", "too large"],
)  # fmt: skip
def test_the_first_faulty_line_is_one_line_on_standard_error(
    ask: Ask, file: Any, text: str | bytes, code: int, line: str
) -> None:
    path = file(text)
    begun = thread_time()
    answer = ask("replay", path)
    assert thread_time() - begun < 1
    assert answer.code == code
    assert answer.refusal.startswith(f"replay: {path}: {line}") and len(answer.refusal) < 1300
    piped = ask("replay", "-", "--text", given=text)
    assert piped.code == code and f": {line}" in piped.refusal


@pytest.mark.parametrize("game_id", GAMES)
def test_an_event_twice_is_the_faulty_line_with_the_clause_of_any_game(ask: Ask, file: Any, game_id: str) -> None:
    """A finished game goes on with its own last event: the clause that ended it is quoted, exit code 1."""
    told = finished(game_id)
    text = told.written()
    line = told.game.formatted(told.events[-1].event)
    answer = ask("replay", file(f"{text}{line}\n"))
    outcome = told.game.outcome(told.reached)
    assert outcome is not None and answer.code == 1
    assert f": line {text.count(chr(10)) + 1}: {line} is not legal. " in answer.refusal
    assert f"{outcome.clause}: " in answer.refusal


def test_a_file_that_cannot_be_read(ask: Ask, tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    assert ask("replay", missing).refusal == f"replay: {missing}: No such file or directory"
    assert ask("replay", missing).code == 1
    assert ask("replay", tmp_path).refusal == f"replay: {tmp_path}: Is a directory"
    assert ask("replay", "a\0b").refusal == r"replay: 'a\x00b': that is no file name"


def test_wrong_use(ask: Ask) -> None:
    assert ask("replay").code == 2 and "FILE" in ask("replay").refusal
    assert ask("replay", "a", "b").code == 2 and ask("replay", "-", "--loud").code == 2


# ---------------------------------------------------------------------------------------------- as users run it


@pytest.mark.slow
def test_the_command_as_a_process(companion: Any, file: Any) -> None:
    run = companion("replay", file(TEXT))
    assert run.returncode == 0 and run.stderr == "" and run.stdout.count("\n") == 7
    run = companion("replay", "-", given=TEXT.replace("3 on", "1 on"))
    assert run.returncode == 1 and run.stdout == ""
    assert run.stderr.startswith("companion: replay: standard input: line 8: ") and run.stderr.count("\n") == 1
    run = companion("replay", file(TEXT[:-4]))
    assert run.returncode == 2 and run.stdout == "" and run.stderr.count("\n") == 1


@pytest.mark.slow
def test_notes_in_any_script_reach_a_terminal_of_any_encoding(companion: Any, file: Any) -> None:
    text = TEXT.replace("a good start", "ein schöner Anfang 🎲")
    assert "(ein schöner Anfang 🎲)" in companion("replay", file(text), PYTHONIOENCODING="utf-8").stdout
    run = companion("replay", file(text), PYTHONIOENCODING="ascii")
    assert run.returncode == 0 and "(ein sch\\xf6ner Anfang \\U0001f3b2)" in run.stdout


def test_a_transcript_and_the_rules_command_agree(ask: Ask, file: Any, tmp_path: Path) -> None:
    """The same events through `companion rules` lead to the same position."""
    told = finished(GAME, 4)
    events = tmp_path / "events.json"
    events.write_text(json.dumps([told.game.format_event(one.event) for one in told.events]))
    answer = json.loads(ask("rules", "--new", GAME, "--event", events).out)
    assert answer["position"] == told.game.format_position(told.reached)
    assert ask("replay", file(told.written()), "--quiet").lines[-1].endswith(f"({told.result.partition(',')[0]})")
