"""`companion watch`: what it tells of a film with its truth and of a live table, what is typed, and what it refuses."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion
import vision.camera.sources
import vision.table.table_factory
from companion import cli
from companion.cli.common import frames as following
from companion.match.steps import format_step, parse_step
from tests.support.front_door import Ask, asking
from tests.support.paths import BUNDLED, FILMS, ROOT
from tests.support.referee.watching import Camera, Keyboard, ScriptedEyes, Typing, still, thrown
from vision.camera.frame import SourceError

ASKED = {"army-vs-aliens-2011": (1, 2), "army-vs-aliens-2012": (1, 3), "doubles-wild": (1, 1), "space-checkers": (1, 3)}
"""Films in which something is done that no table shows, or players wait to be asked of more than one die in doubt: how
many questions are asked for it, and how many events their answers tell. An Overlord sends dice away, and before anybody
can see which, his own are rolled; rallied dice fall as they lay; dice are thrown again before anybody can see that they
showed WILD."""
FILM = FILMS["space-checkers"]
TRUTH = FILM.with_suffix(".json")
GAME = "space-checkers"
WHATS = {"event", "taken back", "set up", "question", "ruling", "desync", "agreed", "reminder", "corrected", "over"}


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    monkeypatch.setenv("COMPANION_RECORD", str(tmp_path / "own.sqlite"))
    return asking(capsys, monkeypatch)


def checked(line: str, game: Any) -> dict[str, Any]:
    """One line of JSON, held to docs/formats.md."""
    told: dict[str, Any] = json.loads(line)
    assert told["what"] in WHATS and told["text"] and "\n" not in told["text"]
    assert isinstance(told["time"], float | int) and told["time"] >= 0
    position = game.parse_position(told["position"])
    assert game.format_position(position) == told["position"]
    assert told["awaited"] == game.format_awaited(position)
    for event in told.get("events", ()):
        assert format_step(game, parse_step(game, event)) == event
    for choice in told.get("choices", ()):
        assert choice["text"] and 0 <= choice["probability"] <= 1
        assert [format_step(game, parse_step(game, event)) for event in choice["events"]] == choice["events"]
    for broken in told.get("broken", ()):
        assert game.clause_text(broken["clause"]) and broken["text"]
    evidence = told["evidence"]
    assert evidence is None or evidence["time"] <= told["time"] + 1e-3
    return told


# ---------------------------------------------------------------------------------------------- a film


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_a_film_is_watched_to_its_end_without_a_wrong_event(ask: Ask) -> None:
    answer = ask("watch", FILM, "--truth", TRUTH, "--json")
    assert (answer.code, answer.err) == (0, "")
    truth = json.loads(TRUTH.read_text())
    game = companion.load(GAME, truth["players"], truth["options"])
    *lines, last = answer.lines
    told = [checked(line, game) for line in lines]
    events = [one for one in told if one["what"] == "event"]
    assert [one["events"] for one in events] == [[one["event"]] for one in truth["events"]]
    assert [one["number"] for one in events] == [1, 2, 3, 4]
    assert all(one["confidence"] >= 0.99 and one["evidence"]["pieces"] for one in events)
    for one, true in zip(events, truth["events"], strict=True):
        assert one["time"] <= true["from"] + 3, "told soon after it could be seen"
    verdict = json.loads(last)
    assert (verdict["wrong"], verdict["finished"]) == (0, True)


@pytest.mark.slow
@pytest.mark.usefixtures("recorded")
def test_people_get_a_numbered_line_an_event_and_the_score(ask: Ask) -> None:
    answer = ask("watch", FILM, "--truth", TRUTH)
    assert (answer.code, answer.err) == (0, "")
    *lines, score = answer.lines
    assert [line.split(" s  ")[1].split(" ")[0] for line in lines] == ["1.", "2.", "3.", "4."]
    assert lines[0].endswith("Yellow rolled 4, WILD") and ", 0 wrong, " in score


@pytest.mark.slow
@pytest.mark.usefixtures("from_pixels")
@pytest.mark.parametrize("game", companion.GAMES)
def test_a_small_film_of_each_game_is_followed_to_the_true_end(game: str, ask: Ask) -> None:
    """What `make matches ARGS=--small` builds: a roll may be asked about, nothing is told that never was, and what was
    done against the rules is caught with its clause."""
    film = BUNDLED[game]
    answer = ask("watch", film, "--truth", film.with_suffix(".json"), "--json")
    assert (answer.code, answer.err) == (0, "")
    truth, verdict = json.loads(film.with_suffix(".json").read_text()), json.loads(answer.lines[-1])
    asked, answered = ASKED.get(game, (0, 0))
    assert verdict["events"] - answered - 1 <= verdict["alone"] and verdict["questions"] <= asked + 1
    assert (verdict["wrong"], verdict["false_alarms"], verdict["finished"]) == (0, 0, True)
    assert verdict["right"] == verdict["illegal"] == len(truth["illegal"])
    assert verdict["desyncs"] == verdict["resolved"]


def test_any_game_filmed_here_is_watched_without_a_wrong_event(tmp_path: Path, ask: Ask) -> None:
    """A match of another game, drawn in this session; its few slips may be asked about, never told wrong."""
    try:
        import moderngl  # noqa: F401

        from models.train.matches.__main__ import CALM, SMALL_RATE
        from models.train.matches.film.film import write_film
        from models.train.matches.script import write_match
        from models.train.render.common.materials import Assets
    except ImportError as missing:
        pytest.skip(f"the extra `train` draws the match, and it is not installed ({missing.name})")
    film = tmp_path / "doubles-wild.mp4"
    write_film(write_match("doubles-wild", 1, 5, trouble=CALM), film, Assets(), SMALL_RATE, rough=0.0)
    answer = ask("watch", film, "--truth", film.with_suffix(".json"), "--json")
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.lines[-1])["wrong"] == 0


def test_a_reader_that_goes_away_and_ctrl_c_end_it_quietly(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    import ui.live.match_pipeline

    for error, code in ((KeyboardInterrupt, 130), (BrokenPipeError, 141)):
        monkeypatch.setattr(cli, "_let_go_of_stdout", lambda: None)

        def see(*_: Any, error: type[BaseException] = error) -> None:
            raise error

        monkeypatch.setattr(ui.live.match_pipeline.MatchPipeline, "see", see)
        assert ask("watch", FILM, "--game", GAME) == (code, "", "")


# ---------------------------------------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["absent.mp4", "--game", GAME], 1, "absent.mp4: no such file"),
        (["PICTURE", "--game", GAME], 2, "pictures are no game"),
        (["FILM"], 2, "--game ID names the game"),
        (["FILM", "--game", "chess"], 2, "chess"),
        (["FILM", "--game", GAME, "--players", "two"], 2, "that is no number of players"),
        (["FILM", "--game", GAME, "--players", "9"], 2, "9"),
        (["FILM", "--game", GAME, "--option", "colour=red"], 2, "colour"),
        (["FILM", "--game", GAME, "--colours", "yellow"], 2, "--colours names 1, and 2 play"),
        (["FILM", "--game", GAME, "--colours", "yellow,mauve"], 2, "'mauve' is no colour"),
        (["FILM", "--game", GAME, "--sheet", "G99"], 2, "G12"),
        (["FILM", "--game", GAME, "--said", "absent.jsonl"], 1, "absent.jsonl"),
        (["FILM", "--game", GAME, "--said", "SAID"], 2, "line 3: "),
        (["FILM", "--game", GAME, "--position", "POSITION"], 2, "a position of doubles-wild, not of space-checkers"),
        (["FILM", "--game", "doubles-wild", "--position", "POSITION", "--players", "3"], 2, "a position has its own"),
        (["FILM", "--truth", "absent.json"], 1, "absent.json"),
        (["FILM", "--truth", "TEXT"], 2, "no truth of a recorded match"),
        (["FILM", "--truth", "POSITION"], 2, "no truth of a recorded match"),
        (["FILM", "--truth", "HALF"], 2, "no truth of a recorded match"),
        (["FILM", "--truth", "DEEP"], 2, "nested too deeply"),
        (["FILM", "--game", GAME, "--names", "Anna,Ben,Carla"], 2, "3 names for 2 players"),
        (["FILM", "--game", GAME, "--keep-pictures"], 2, "--keep-pictures is for the record: add --record"),
        (["FILM", "--game", GAME, "--names", "Anna", "--record"], 2, "1 names for 2 players"),
        (["FILM", "--game", GAME, "--no-record", "--record"], 2, "--no-record wants none"),
        (["FILM", "--game", GAME, "--record", "http://club/matches"], 1, "is no address of a record"),
        (["FILM", "--resume", "3fa9"], 1, "nothing is recorded yet"),
        (["FILM", "--resume", "3fa9", "--players", "2"], 2, "--players is told by the match"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_one_line(
    arguments: list[str], code: int, line: str, ask: Ask, tmp_path: Path
) -> None:
    files = {
        "FILM": FILM,
        "PICTURE": tmp_path / "table.png",
        "SAID": tmp_path / "said.jsonl",
        "POSITION": tmp_path / "position.json",
        "TEXT": tmp_path / "text.json",
        "HALF": tmp_path / "half.json",
        "DEEP": tmp_path / "deep.json",
    }
    files["DEEP"].write_text("[" * 200_000)
    cv2.imwrite(str(files["PICTURE"]), np.full((48, 64, 3), 90, np.uint8))
    said = {"time": 12.5, "event": {"do": "rolled", "number": 3, "direction": "wild"}}
    files["SAID"].write_text(f"{json.dumps(said)}\n\n{json.dumps(said | {'time': 'noon'})}\n")
    game = companion.load("doubles-wild")
    files["POSITION"].write_text(json.dumps(game.format_position(game.start())))
    files["TEXT"].write_text("no JSON")
    truth = json.loads(TRUTH.read_text())
    del truth["start"]
    files["HALF"].write_text(json.dumps(truth))
    answer = ask("watch", *(files.get(one, one) for one in arguments))
    assert answer.code == code and line in answer.refusal


# ---------------------------------------------------------------------------------------------- a live table

SURE, UNSURE = thrown([1, 4, 6]), thrown([1, 4, (6, 5)])
OTHER = thrown([2, 2, 5], "blue")


class Table:
    """`companion watch 0 --game doubles-wild` before a script."""

    def __init__(self, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ask, self._monkeypatch = ask, monkeypatch

    def unplugged(self) -> None:
        self.camera.broken = True

    def watch(self, *steps: Any, arguments: tuple[str, ...] = (), breaks_off: bool = False, opened: int = 1) -> Any:
        """`opened`: how often the camera can be opened."""
        keyboard, left = Keyboard(), opened
        eyes = ScriptedEyes(keyboard, steps, self.unplugged if breaks_off else None)

        def open_source(name: str) -> Any:
            nonlocal left
            if not left:
                raise SourceError("webcam 0 is not there")
            left -= 1
            self.camera = eyes.camera = Camera()
            return self.camera

        self._monkeypatch.setattr(vision.camera, "open_source", open_source)
        self._monkeypatch.setattr(vision.table, "table_reader_for", lambda *_: eyes)
        self._monkeypatch.setattr(following, "RETRY_AFTER", 0.0)
        import io

        text = io.TextIOWrapper
        self._monkeypatch.setattr(io, "TextIOWrapper", lambda *_: keyboard)  # what `ask` gives as standard input
        try:
            return self._ask("watch", "0", "--game", "doubles-wild", *arguments)
        finally:
            self._monkeypatch.setattr(io, "TextIOWrapper", text)
            keyboard.type(None)


@pytest.fixture
def table(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(ask, monkeypatch)


def test_what_is_sure_is_told_at_once_and_recorded_by_the_clock_of_the_world(
    table: Table, ask: Ask, tmp_path: Path
) -> None:
    begun = time.time()
    answer = table.watch("rolling", SURE, *still(2))
    assert answer.code == 130
    assert [line.split(" s  ")[1] for line in answer.lines] == ["1. Player 1 threw 1, 4 and 6"]
    (told,) = answer.err.splitlines()
    assert told.startswith("companion: watch: recorded as ")
    match_id = told.split()[4].rstrip(";")
    exported = json.loads(ask("matches", "export", match_id, "--as", "json").out)
    (entry,) = exported["entries"]
    assert entry["source"] == "seen" and entry["confidence"] > 0.9
    assert begun - 1 <= entry["time"] <= time.time() + 1
    from companion.record import Record

    with Record(tmp_path / "own.sqlite", clock=time.time) as record:
        assert record.picture(match_id, 0) is None, "no picture is kept unless somebody asks"
        assert record.journal(match_id).history()[0].played.evidence is not None


def test_nothing_is_recorded_where_nobody_wants_it(table: Table, tmp_path: Path) -> None:
    answer = table.watch("rolling", SURE, *still(1), arguments=("--no-record",))
    assert (answer.code, answer.err) == (130, "") and not (tmp_path / "own.sqlite").exists()


def test_pictures_are_kept_and_players_named_where_they_ask(table: Table, ask: Ask, tmp_path: Path) -> None:
    from companion.record import Record

    place = str(tmp_path / "club.sqlite")
    arguments = ("--record", place, "--names", "Anna,Ben", "--keep-pictures")
    answer = table.watch("rolling", SURE, *still(1), arguments=arguments)
    match_id = answer.err.split()[4].rstrip(";")
    with Record(place, clock=time.time) as record:
        assert record.summary(match_id).names == ("Anna", "Ben")
        jpeg = record.picture(match_id, 0)
        assert jpeg is not None and jpeg.startswith(b"\xff\xd8")


def test_players_are_called_by_their_names_without_a_record(table: Table) -> None:
    answer = table.watch("rolling", SURE, *still(1), arguments=("--no-record", "--names", "Anna,Ben"))
    assert answer.lines and all("Player" not in line for line in answer.lines)
    assert "1. Anna threw 1, 4 and 6" in answer.out


def test_what_the_record_cannot_do_is_one_line_and_the_game_goes_on(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = table.watch("rolling", SURE, *still(1), arguments=("--record", str(tmp_path / "file" / "in.sqlite")))
    assert answer.code == 130 and len(answer.lines) == 1
    lines = [line for line in answer.err.splitlines() if "recorded as" not in line]
    assert len(lines) == 1 and "goes on in memory" in lines[0]


def test_a_number_answers_a_question(table: Table) -> None:
    answer = table.watch("rolling", UNSURE, *still(2), Typing("7"), *still(1), Typing("2"), *still(1),
                         arguments=("--no-record",))  # fmt: skip
    question, event = (line.split(" s  ")[1] for line in answer.lines)
    assert question.startswith("[1] Player 1 threw 1, 4 and 6 [2] Player 1 threw 1, 4 and 5")
    assert event == "1. Player 1 threw 1, 4 and 5"
    (refused,) = answer.err.splitlines()
    assert refused.startswith("companion: '7': there are ") and "`undo`" in refused


def test_events_are_undone_corrected_and_typed(table: Table) -> None:
    answer = table.watch(
        "rolling", SURE, *still(1), Typing("threw 2 2 5"), *still(1), Typing("fix 1 threw 3 3 3"), *still(1),
        Typing("undo"), *still(1), arguments=("--no-record",),
    )  # fmt: skip
    told = [line.split(" s  ")[1] for line in answer.lines if " s  " in line]
    assert answer.err == ""
    assert told[:2] == ["1. Player 1 threw 1, 4 and 6", "2. Player 2 threw 2, 2 and 5"]
    assert told[2].startswith("Corrected to: Player 1 threw 3, 3 and 3; instead of: Player 1 threw 1, 4 and 6")
    assert told[3].startswith("Taken back: ")


def test_the_game_goes_on_from_where_players_say(table: Table) -> None:
    game = companion.load("doubles-wild")
    begun = game.apply(game.apply(game.start(), game.parsed("threw 1 4 6")), game.parsed("threw 2 2 5"))
    placed = json.dumps(game.format_position(begun))
    answer = table.watch(
        "rolling", SURE, *still(1), Typing(f"set {placed}"), *still(1), Typing("lies"), *still(1), Typing("lies 2"),
        *still(1), arguments=("--no-record",),
    )  # fmt: skip
    told = [line.split(" s  ")[1] for line in answer.lines if " s  " in line]
    assert answer.err == ""
    assert told[1:] == [
        "2. The table counts as it lies, Player 1 next",
        "`lies 1`: The table counts as it lies, Player 1 next; `lies 2`: The table counts as it lies, Player 2 next",
        "3. The table counts as it lies, Player 2 next",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "lies",
        "lies 9",
        "set",
        "set {}",
        "set 5",
        "hello",
        "1",
        "fix",
        "fix 9 threw 1 1 1",
        "fix 1",
        "undo",
        "threw 9 9 9",
        "٣",
        "\x1b[2J",
    ],
)
def test_nonsense_gets_one_line_that_tells_what_can_be_typed(line: str, table: Table) -> None:
    answer = table.watch(*still(1), Typing(line), *still(1), arguments=("--no-record",))
    assert (answer.code, answer.out) == (130, "")
    (refused,) = answer.err.splitlines()
    assert refused.startswith("companion: ") and "`fix N EVENT`" in refused and refused.isprintable()


def test_programs_get_json_of_a_live_table_and_may_answer_too(table: Table) -> None:
    answer = table.watch("rolling", UNSURE, *still(2), Typing("1"), *still(1), arguments=("--json", "--no-record"))
    game = companion.load("doubles-wild")
    question, event = (checked(line, game) for line in answer.lines)
    assert (question["what"], event["what"]) == ("question", "event")
    assert event["events"] == question["choices"][0]["events"]


def test_without_standard_input_a_table_is_watched_all_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.cli.watch import answers as watch_answers

    class Closed:
        stdin = None

    monkeypatch.setattr(watch_answers, "sys", Closed)
    assert len(table.watch("rolling", SURE, *still(1), arguments=("--no-record",)).lines) == 1


def test_a_camera_that_breaks_off_is_tried_again_and_then_given_up(table: Table) -> None:
    answer = table.watch("rolling", SURE, *still(1), arguments=("--no-record",), breaks_off=True)
    assert answer.code == 1 and len(answer.lines) == 1
    assert answer.err.splitlines() == [
        "companion: 0: the picture has broken off; trying to open it again",
        "companion: webcam 0 is not there",
    ]


def test_a_match_before_a_camera_is_played_on(table: Table, ask: Ask) -> None:
    match_id = table.watch("rolling", SURE, *still(1)).err.split()[4].rstrip(";")
    again = table.watch((SURE[0], False), *still(2), "rolling", OTHER, *still(1), arguments=("--resume", match_id))
    assert [line.split(" s  ")[1] for line in again.lines] == ["2. Player 2 threw 2, 2 and 5"]
    shown = ask("matches", "export", match_id, "--as", "json")
    assert len(json.loads(shown.out)["events"]) == 2
    other = ask("watch", FILM, "--resume", match_id, "--game", GAME)
    assert other.code == 2 and "that match is one of doubles-wild" in other.refusal


def test_a_camera_that_freezes_and_is_unplugged_comes_back_and_the_game_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    import vision.camera.latest_frame

    class Clock:
        now = 0.0

        def monotonic(self) -> float:
            return self.now

    clock = Clock()
    monkeypatch.setattr(vision.camera.latest_frame, "time", clock)

    def frozen() -> None:
        table.camera.frozen = True

    def wait() -> None:
        clock.now += 0.1

    def moving() -> None:
        table.camera.frozen = False

    held = [step for one in still(3) for step in (wait, one)]
    steps = ("rolling", SURE, *still(1), frozen, *held, moving, *still(0.3), table.unplugged)
    again = ("idle", (SURE[0], False), *still(1), "rolling", OTHER, *still(1))
    answer = table.watch(*steps, "idle", *again, arguments=("--no-record",), opened=2)
    assert answer.code == 130
    assert [line.split(" s  ")[1] for line in answer.lines] == [
        "1. Player 1 threw 1, 4 and 6",
        "2. Player 2 threw 2, 2 and 5",
    ]
    *troubles, last = answer.err.splitlines()
    assert last == "companion: 0: the picture has broken off; trying to open it again"
    assert "companion: script sends the same picture over and over: it has frozen, open it again" in troubles
    assert len(troubles) <= 3, "it is said once, beside the pauses of a busy machine"


@pytest.mark.slow
def test_a_reader_that_really_goes_away_ends_it() -> None:
    command = [sys.executable, "-m", "companion", "watch", str(FILM), "--game", GAME, "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline()
        child.stdout.close()
        assert child.wait(60) == 141 and child.stderr.read() == b""
