"""`companion bench` on eyes that only wait, beside a peer network made here."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

import vision.dice
import vision.table.table_factory
from companion import cli
from companion.cli.bench import bench
from companion.cli.bench import table as bench_table
from companion.cli.bench.bench import Meter, Peer, parts, timed_in_turns
from companion.table.view import Die
from tests.support.paths import DATA
from tests.support.vision.onnx_files import network

REAL_READER = vision.dice.DiceReader


class Clock:
    """In the place of `time`: goes on by what is waited for, and by nothing else."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)  # for those who measure by the true clock
        self.now += seconds


CLOCK = Clock()


class Session:
    """A network that only waits."""

    def run(self, names: Any, inputs: Any) -> None:
        CLOCK.wait(0.006)


class Tool:
    def __init__(self) -> None:
        self.session = Session()

    def find(self, image: Any) -> None:
        self.session.run(None, {})
        CLOCK.wait(0.001)

    def look(self, image: Any, crops: Any) -> None:
        raise AssertionError("nothing is found, so no colour is looked at")


class IdleReader:
    """Takes the same ways as a reader of dice, and sees three dice in any picture."""

    def __init__(self) -> None:
        self.finder, self.reader, self.colours = Tool(), Tool(), Tool()
        self.classifier = self
        self.read_sizes: list[tuple[int, int]] = []

    def read(self, image: Any) -> Any:
        self.read_sizes.append((image.shape[1], image.shape[0]))
        self.finder.find(image)
        self.reader.session.run(None, {})
        dice = tuple(Die(box=(n, 0, n + 9, 9), value=1, colour=None, confidence=1.0, certain=True) for n in (0, 20, 40))
        return type("Reading", (), {"dice": dice, "unsure": False})


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((72, 128, 3), 90, np.uint8))
    return str(path)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> Any:
    threads = cv2.getNumThreads()
    monkeypatch.setattr(vision.dice, "DiceReader", IdleReader)
    yield
    cv2.setNumThreads(threads)


TIMES = r"median \d+\.\d\d ms, minimum \d+\.\d\d ms"
LINES = [
    rf"eyes: 128x72 pixels, 3 dice, one core: {TIMES}",
    rf"  finder, beside its network: of these: {TIMES}",
    rf"  halving the picture: of these: {TIMES}",
    rf"  finder's network: of these: {TIMES}",
    rf"  cutting dice out: of these: {TIMES}",
    rf"  reader's network: of these: {TIMES}",
    rf"  colours: of these: {TIMES}",
    rf"  the rest: of these: {TIMES}",
    rf"idle frame: nothing has moved: {TIMES}",
    rf"swinging camera: nothing else has moved: {TIMES}",
    rf"peer: yolo.onnx, 96x64, one core, without sorting its output: {TIMES}",
    r"peer / eyes: \d+\.\d by median, \d+\.\d by minimum",
    rf"cold start: from the start of `companion scan` to its first reading: {TIMES}",
    rf"front door: `companion --help`, a process of its own: {TIMES}",
    r"front door / an interpreter that does nothing: \d+\.\d by minimum",
    r"memory: at most 123 MiB in that process",
    r"milliseconds a picture, median, by the dice in it and its size:",
    r"dice     640x360    1280x720   1920x1080   3840x2160",
    *(rf" {{2,3}}{n}( +\d+\.\d){{4}}" for n in (1, 6, 18, 40)),
    rf"table, whole: the board of doubles-wild with dice, one core: {TIMES}",
    rf"table, idle: the board of doubles-wild with dice, one core: {TIMES}",
    r"referee: a view of a table, 300 of 5 games: median \d+\.\d\d ms, 95th percentile \d+\.\d\d ms",
]


@pytest.mark.slow
def test_every_measurement_is_one_line(
    picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "cold_start", lambda picture: (0.5, 123))
    monkeypatch.setattr(bench_table, "whole_table", lambda *_: {"whole": [0.03], "idle": [0.001]})
    peer = network(tmp_path / "yolo.onnx")
    assert cli.main(["bench", "--picture", picture, "--peer", str(peer), "--rounds", "2"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == "" and len(lines) == len(LINES)
    assert all(re.fullmatch(shape, line) for shape, line in zip(LINES, lines, strict=True)), out


@pytest.mark.slow
def test_the_referee_is_timed_over_views_that_it_understands() -> None:
    import companion
    from companion.cli.bench.referee import SEED, _pages, judging, seen
    from companion.evidence.evidence import Evidence
    from companion.referee.matching.explanations import Desync, SeatedGame
    from companion.referee.matching.ranking import explain
    from companion.rules.self_play import played

    times = judging(events=4)
    assert {name: len(spent) for name, spent in times.items()} == dict.fromkeys(companion.GAMES, 4)
    for name in companion.GAMES:
        game = companion.load(name)
        seated = SeatedGame.usual(game)
        for step in played(game, Random(SEED), longest=25):
            lies = game.unsettled(step.before, step.event, seated.colours) or seated.layout(step.after)
            view = seen(lies, _pages(name), 0.0)
            rolled = game.awaited(step.before).need == "roll"
            evidence = Evidence(view, frozenset(range(len(view.dice))) if rolled else frozenset())
            assert not isinstance(explain(seated, step.before, evidence), Desync), (name, step.event)


@pytest.mark.slow
def test_a_film_is_timed_against_real_time(tmp_path: Path) -> None:
    from companion.cli.bench.referee import film_speed

    assert vision.table.table_factory.DiceReader is REAL_READER
    film = DATA / "clips" / "rolls.mp4"
    lasts, took = film_speed(str(film), "doubles-wild", 2)
    assert lasts == pytest.approx(7.15, abs=0.2) and took > 0
    with pytest.raises(cli.Refusal, match="--film goes with --game ID"):
        film_speed(str(film), None, 2)
    with pytest.raises(cli.Refusal, match="no such file"):
        film_speed(str(tmp_path / "absent.mp4"), "space-checkers", 2)


def test_the_parts_add_up_to_the_whole_and_are_taken_off_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "time", CLOCK)
    reader = IdleReader()
    image = np.zeros((72, 128, 3), np.uint8)
    spent = {name: min(times) for name, times in parts(reader, image, 5).items()}  # type: ignore[arg-type]
    assert spent["finder's network"] == spent["reader's network"] == pytest.approx(0.006)
    assert spent["finder, beside its network"] == pytest.approx(0.001), "its network is not counted twice"
    assert spent["colours"] == spent["cutting dice out"] == 0
    assert "find" not in vars(reader.finder) and "run" not in vars(reader.finder.session)
    assert vision.dice.pipped_dice_classifier.cut_crops.__name__ == "cut_crops"


def test_a_meter_counts_calls_within_calls_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "time", CLOCK)
    meter = Meter()
    inner = meter.around("inner", lambda: CLOCK.wait(0.02))
    outer = meter.around("outer", lambda: [CLOCK.wait(0.002), inner(), inner()])
    outer()
    assert meter.spent == {"inner": pytest.approx(0.04), "outer": pytest.approx(0.002)}


def test_the_table_reads_every_number_of_dice_at_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    reader = IdleReader()
    bench.print_table(reader, rounds=1)  # type: ignore[arg-type]
    each = len(reader.read_sizes) // 16
    assert {size: reader.read_sizes.count(size) for size in set(reader.read_sizes)} == dict.fromkeys(
        bench._SIZES, 4 * each
    )


@pytest.mark.slow
def test_a_new_process_reads_a_picture_within_the_memory_that_is_asked() -> None:
    seconds, peak = bench.cold_start(str(bench._DATA / "bench" / "18.jpg"))
    assert 0.1 < seconds < 60
    assert peak is None or 50 < peak < 350


@pytest.mark.slow
def test_a_new_process_that_fails_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(cli.Refusal, match="a new process could not read it"):
        bench.cold_start(str(tmp_path / "absent.png"))
    assert "not found" in capfd.readouterr().err


def test_those_compared_take_turns() -> None:
    order: list[str] = []
    times = timed_in_turns({"a": lambda: order.append("a"), "b": lambda: order.append("b")}, rounds=4)
    assert order == ["a", "b"] * (len(order) // 2) and len(order) > 2 * 4, "a warm-up comes first"
    assert [len(seconds) for seconds in times.values()] == [4, 4]


def test_a_peer_sees_the_whole_picture_in_grey_borders(tmp_path: Path) -> None:
    image = np.zeros((72, 128, 3), np.uint8)
    image[...] = (10, 20, 200)  # blue, green, red
    (seen,) = np.asarray(Peer(str(network(tmp_path / "peer.onnx"))).look(image))
    assert seen.shape == (1, 3, 64, 96) and seen.dtype == np.float32
    assert np.allclose(seen[0, :, 32, 48], np.array([200, 20, 10]) / 255)  # 96x54 in the middle, red first
    assert np.allclose(seen[0, :, [0, 4, 59, 63]], 114 / 255)
    assert np.allclose(seen[0, 0, [5, 58]], 200 / 255)


def test_a_peer_of_any_size_gets_the_usual_one(tmp_path: Path) -> None:
    peer = Peer(str(network(tmp_path / "peer.onnx", (1, 3, "height", "width"))))
    assert (peer.width, peer.height) == (640, 640)


def test_what_is_no_peer_is_refused(tmp_path: Path, picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.onnx").write_text("not a network")
    paths = [
        tmp_path / "absent.onnx",
        tmp_path / "text.onnx",
        network(tmp_path / "flat.onnx", (1, 10)),
        network(tmp_path / "bytes.onnx", element=2),
    ]
    for path in paths:
        assert cli.main(["bench", "--picture", picture, "--peer", str(path)]) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"companion: --peer {path}: ") and err.count("\n") == 1


def test_without_a_picture_there_is_nothing_to_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--picture", str(tmp_path / "absent.png")]) == 2
    assert "--picture takes another" in capsys.readouterr().err


@pytest.mark.slow
def test_a_whole_table_is_timed_by_what_changed() -> None:
    times = bench_table.whole_table(REAL_READER(), DATA / "board.jpg", 1)
    assert set(times) == {"whole", "dice moved", "idle"} and all(times.values())


def test_a_die_that_was_moved_lies_beside_where_it_lay() -> None:
    image = np.zeros((60, 100, 3), np.uint8)
    for left in (20, 80):
        die = image.copy()
        die[20:30, left : left + 10] = 255
        moved = bench_table.swapped(die, left, 20, left + 10, 30)
        assert moved.sum() == die.sum() and not moved[20:30, left : left + 10].any()
