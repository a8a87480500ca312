"""`companion matches` and `companion stats`: what is recorded, in words and for other programs."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

import companion
from companion.record import Record
from companion.record.transcripts import Transcript
from companion.rules.self_play import played
from tests.support.front_door import Ask, asking
from tests.support.games.army import Rolled, attack
from tests.support.record.recording import STARTED, clock


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Asks about a record of one's own."""
    monkeypatch.setenv("COMPANION_RECORD", str(tmp_path / "matches.sqlite"))
    monkeypatch.setenv("TZ", "UTC")
    return asking(capsys, monkeypatch)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A match of Army vs Aliens that goes on, and a whole game of each kind: the record and the ids."""
    path = tmp_path_factory.mktemp("record") / "matches.sqlite"
    ids = []
    with Record(path, clock=clock) as record:
        match = record.begin(companion.load("army-vs-aliens-2011"), ("Anna", "Ben\n"))
        match.journal.play(Rolled((4,) * 9), "seen", time=STARTED)
        match.journal.play(Rolled((2,) * 9), "typed", time=STARTED + 5)
        match.journal.play(attack("4", 2), "chosen", time=STARTED + 9)
        match.journal.undo()
        match.journal.correct(1, Rolled((3,) * 9))
        ids.append(match.id)
        for number, game_id in enumerate(companion.GAMES, 1):
            match = record.begin(companion.load(game_id), started=STARTED + 60 * number)
            for step in played(match.journal.game, Random(1)):
                match.journal.play(step.event, "typed", time=STARTED + 60 * number + 600)
            ids.append(match.id)
    return path, ids


@pytest.fixture
def ids(recorded: tuple[Path, list[str]], tmp_path: Path) -> list[str]:
    """Those matches in the record that `ask` asks about."""
    path, ids = recorded
    shutil.copy(path, tmp_path)
    return ids


def test_nothing_is_recorded_yet(ask: Ask, tmp_path: Path) -> None:
    assert ask("matches").lines == ["No match is recorded yet."] == ask("matches", "list").lines
    assert json.loads(ask("matches", "--json").out) == []
    assert ask("stats").lines == ["No match is recorded yet."]
    assert ask("matches", "show", "12").refusal == "matches: nothing is recorded yet"
    assert list(tmp_path.iterdir()) == [], "to look does not make a record"


@pytest.mark.slow
def test_the_list_is_newest_first_with_how_each_stands(ask: Ask, ids: list[str]) -> None:
    answer = ask("matches")
    assert (answer.code, answer.err) == (0, "") and ask("matches", "list") == answer
    assert [line.split()[0] for line in answer.lines] == ids[::-1]
    assert answer.lines[-1].endswith("  army-vs-aliens-2011    Anna, Ben\\n: goes on, 5 entries")
    assert all(line.isprintable() for line in answer.lines)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["matches", "--json"], ["matches", "list", "--json"]])
def test_the_list_as_json(ask: Ask, ids: list[str], arguments: list[str]) -> None:
    told = json.loads(ask(*arguments).out)
    assert [one["id"] for one in told] == ids[::-1]
    assert told[-1] == {
        "id": ids[0], "game": "army-vs-aliens-2011", "players": 2, "options": {}, "names": ["Anna", "Ben\n"],
            "colours": [],
        "started": STARTED, "date": "2026-09-21T14:13:20+00:00", "state": "playing", "outcome": None, "series": None,
        "entries": 5,
    }  # fmt: skip
    assert told[0]["state"] == "over" and set(told[0]["outcome"]) == {"how", "ranking", "clause"}


@pytest.mark.slow
def test_a_match_is_told_event_by_event(ask: Ask, ids: list[str]) -> None:
    lines = ask("matches", "show", ids[0][:9]).lines
    assert lines[0].startswith(f"{ids[0]}: {companion.load('army-vs-aliens-2011').title}, begun 2026-09-2")
    assert lines[1:] == [
        "Army: Anna",
        "Aliens: Ben\\n",
        "   1  Anna rolled 4, 4, 4, 4, 4, 4, 4, 4, 4  [AVA-2.1]",
        "   2  Ben rolled 3, 3, 3, 3, 3, 3, 3, 3, 3  [AVA-2.1]",
        "2 events, and the game goes on: awaited is an action by Anna",
        "1 undone and 1 corrected on the way",
    ]


def test_the_text_is_what_replay_reads(ask: Ask, ids: list[str], tmp_path: Path) -> None:
    for match_id in ids:
        text = ask("matches", "export", match_id, "--as", "text").out
        assert Transcript.read(text).written() == text
        assert ask("replay", "-", "--quiet", given=text).code == 0
        out = tmp_path / "match.txt"
        assert ask("matches", "export", match_id, "--as", "text", "--out", out).out == ""
        assert out.read_text(encoding="utf-8") == text


def test_the_json_holds_what_stands_and_all_that_led_there(ask: Ask, ids: list[str]) -> None:
    for match_id in ids:
        told = json.loads(ask("matches", "export", match_id, "--as", "json").out)
        game, position = companion.load_position(told["start"])
        for event in told["events"]:
            position = game.apply(position, game.parse_event(event))
        assert game.format_position(position) == told["position"] and told["id"] == match_id
    told = json.loads(ask("matches", "export", ids[0], "--as", "json").out)
    assert [entry["did"] for entry in told["entries"]] == ["played", "played", "played", "undone", "corrected"]
    assert told["entries"][1] == {
        "did": "played", "event": {"do": "rolled", "faces": [2] * 9}, "source": "typed", "time": STARTED + 5
    }  # fmt: skip


def test_the_scores_are_told_turn_by_turn(ask: Ask, ids: list[str]) -> None:
    for match_id, game_id in zip(ids[1:], companion.GAMES, strict=True):
        rows = list(csv.reader(io.StringIO(ask("matches", "export", match_id, "--as", "csv").out)))
        game = companion.load(game_id)
        assert rows[0] == ["turn", "seat", "events", game.seat_name(0), game.seat_name(1)]
        steps = list(played(game, Random(1)))
        assert [row[0] for row in rows[1:]] == [str(number) for number in range(1, len(rows))]
        assert sum(int(row[2]) for row in rows[1:]) == len(steps)
        assert tuple(map(int, rows[-1][3:])) == game.scores(steps[-1].after)


@pytest.mark.parametrize(("form", "begin"), [("html", b"<!doctype html>"), ("png", b"\x89PNG")])
def test_a_match_is_shared_as_a_file(ask: Ask, ids: list[str], tmp_path: Path, form: str, begin: bytes) -> None:
    for match_id in (ids[0], ids[1]):
        out = tmp_path / f"match.{form}"
        answer = ask("matches", "export", match_id, "--as", form, "--language", "de", "--out", out)
        assert (answer.code, answer.out) == (0, "") and out.read_bytes().startswith(begin)
    if form == "html":
        assert '<html lang="de">' in out.read_text(encoding="utf-8")
        assert ask("matches", "export", ids[0], "--as", "html").out.startswith('<!doctype html>\n<html lang="en">')


def test_delete_asks_and_deletes_only_after_a_yes(ask: Ask, ids: list[str]) -> None:
    for given in ("", "n\n", "\n"):
        answer = ask("matches", "delete", ids[0], given=given)
        assert answer.code == 2 and "nothing was deleted" in answer.err and answer.err.count("\n") == 1
    assert len(ask("matches").lines) == 6
    assert ask("matches", "delete", ids[0], given="y\n").out.endswith("entries\n")
    assert ask("matches", "delete", ids[1], "--yes").out.startswith(f"Deleted {ids[1]}, ")
    assert [line.split()[0] for line in ask("matches").lines] == ids[:1:-1]


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["show", "zz"], 1, "matches: there is no match 'zz'"),
        (["show", "%"], 1, "matches: there is no match '%'"),
        (["show", "\ud800"], 1, "matches: there is no match '\\ud800'"),
        (["show"], 2, "the following arguments are required: ID; `companion matches show --help`"),
        (["export", "ab"], 2, "the following arguments are required: --as; "),
        (["export", "ab", "--as", "xml"], 2, "argument --as: invalid choice: 'xml'"),
        (["export", "ID", "--as", "csv", "--language", "de"], 2, "matches: --language goes with --as html and"),
        (["play"], 2, "argument ACTION: invalid choice: 'play'"),
        (["--json", "show", "ab"], 2, "matches: --json goes with the list"),
        (["--record", "nowhere.sqlite"], 1, "matches: there is no record nowhere.sqlite"),
        (["list", "--record", "mysql://host/x"], 1, "matches: mysql://... is no address of a record: "),
        (["--record", "postgresql://club:secret@127.0.0.1:1/x"], 1, "matches: the record postgresql://club:***@"),
    ],
)
def test_what_cannot_be_done_is_one_line(ask: Ask, ids: list[str], arguments: list[str], code: int, line: str) -> None:
    answer = ask("matches", *(ids[0] if one == "ID" else one for one in arguments))
    assert answer.code == code and answer.refusal.startswith(line) and "secret" not in answer.err


@pytest.mark.parametrize("form", ["csv", "html", "png"])
def test_a_file_that_cannot_be_written_is_one_line(ask: Ask, ids: list[str], tmp_path: Path, form: str) -> None:
    answer = ask("matches", "export", ids[0], "--as", form, "--out", tmp_path)
    assert answer.code == 1 and "Is a directory" in answer.refusal


@pytest.mark.slow
def test_damage_is_told_and_the_rest_is_listed(ask: Ask, ids: list[str], tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "matches.sqlite")
    connection.execute("UPDATE matches SET names = '[]' WHERE id = ?", (ids[0],))
    connection.execute("UPDATE entries SET body = '{}' WHERE match_id = ? AND number = 1", (ids[1],))
    connection.commit()
    connection.close()
    answer = ask("matches")
    assert answer.code == 1 and len(answer.lines) == 5
    assert answer.err == f"companion: matches: '{ids[0]}' is damaged: the record does not hold what was written\n"
    assert ask("matches", "show", ids[1]).refusal.startswith(f"matches: the match {ids[1]} is damaged")
    added = ask("stats", "--as", "json")
    assert added.code == 1 and added.err.count("it is left out") == 2
    assert json.loads(added.out)["matches"] == 4


def test_a_record_that_was_set_aside_is_told(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite").write_bytes(b"no database")
    answer = ask("matches")
    assert answer.code == 0 and answer.lines == ["No match is recorded yet."]
    assert "matches.sqlite is no record: it was set aside as " in answer.err and answer.err.count("\n") == 1


@pytest.mark.slow
def test_statistics_in_words(ask: Ask, ids: list[str]) -> None:
    answer = ask("stats", "--game", "army-vs-aliens-2011")
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0] == "2 matches, 1 of them played to the end"
    assert any(line.startswith("army-vs-aliens-2011, Army: ") for line in answer.lines)
    assert any("1,604 dice would show, in 4 of 5 cases, that a face comes up 20.0% of the time" in line
               for line in answer.lines)  # fmt: skip
    assert "257 dice would show" in ask("stats", "--unfair", "1/4").out


def test_statistics_name_who_played_with_whom(ask: Ask, tmp_path: Path) -> None:
    with Record(tmp_path / "matches.sqlite", clock=clock) as record:
        match = record.begin(companion.load("dinosaurs-vs-army-men"), ("Anna\n", "Ben"), started=STARTED)
        for step in played(match.journal.game, Random(1)):
            match.journal.play(step.event, "typed")
    lines = ask("stats").lines
    assert lines[-3:] == [
        "Ben won 0 of 1 game (0%)",
        "  lost the last game; most in a row: 0 games won",
        "  against Anna: won 0 and lost 1 of 1 game",
    ]


@pytest.mark.slow
def test_statistics_for_programs(ask: Ask, ids: list[str]) -> None:
    told = json.loads(ask("stats", "--as", "json").out)
    assert (told["matches"], told["finished"]) == (6, 5)
    assert {one["dice"] for one in told["dice"] if one["game"] == "space-checkers"} == {"number die", "direction die"}
    assert all(one["unfair"]["dice_needed"] > 1000 and 0 <= one["fair"]["p"] <= 1 for one in told["dice"])
    rows = list(csv.DictReader(io.StringIO(ask("stats", "--as", "csv").out)))
    dice = [row for row in rows if row["what"] == "dice"]
    assert len(dice) == sum(len(one["faces"]) for one in told["dice"])
    assert {row["what"] for row in rows} == {"dice", "side"}, "the finished games had no names"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--game", "chess"], "stats: --game 'chess': that is no game here (army"),
        (["--unfair", "2"], "stats: --unfair '2': expected a share between 0 and 1, such as 0.2"),
        (["--unfair", "1/0"], "stats: --unfair '1/0': expected a share"),
        (["--as", "xml"], "argument --as: invalid choice"),
    ],
)
def test_wrong_use_of_statistics_is_one_line(ask: Ask, arguments: list[str], line: str) -> None:
    answer = ask("stats", *arguments)
    assert answer.code == 2 and answer.refusal.startswith(line)
