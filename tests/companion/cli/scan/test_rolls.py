"""`companion scan SOURCE --rolls`: what is printed for each roll, and what is said of sources that fail."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.camera
import vision.dice
from companion import cli
from companion.cli.common import frames as following
from tests.support.paths import TESTS
from tests.support.sources import ScriptedSource
from tests.support.vision.moving import Put, Stage
from vision.camera.frame import Frame, SourceError
from vision.motion.stream_reader import StreamReader, TableReading

CLIP = TESTS / "data/clips/rolls.mp4"
A, B = Put(200, 120, 3, 20), Put(420, 200, 5, 50)


class Camera(ScriptedSource):
    """Gives frames no faster than they are looked at, and then breaks off."""

    def __init__(self, frames: list[Frame], looked: threading.Semaphore) -> None:
        super().__init__(frames, live=True)
        self._looked = looked

    def read(self) -> Frame | None:
        assert self._looked.acquire(timeout=20)
        return super().read()


def two_rolls() -> Stage:
    stage = Stage()
    stage.show([], 12)
    stage.throw([], [A])
    stage.show([A], 14)
    stage.throw([A], [B])
    stage.show([A, B], 14)
    return stage


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what every opening of the source gives, and eyes that know the stage."""

    def put(stage: Stage, opened: Iterable[Any]) -> None:
        class Reader:
            read = staticmethod(stage.read)

        left = list(opened)

        def open_source(spec: str) -> Any:
            one = left.pop(0) if left else SourceError(f"{spec} is not there")
            if isinstance(one, Exception):
                raise one
            return one

        monkeypatch.setattr(vision.dice, "DiceReader", Reader)
        monkeypatch.setattr(vision.camera, "open_source", open_source)
        monkeypatch.setattr(following, "RETRY_AFTER", 0.0)

    return put


def test_a_line_of_json_a_roll_is_as_the_format_has_it(sources: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage = two_rolls()
    sources(stage, [ScriptedSource(stage.frames)])
    assert cli.main(["scan", "table.mp4", "--rolls", "--json"]) == 0
    out, err = capsys.readouterr()
    rolls = [json.loads(line) for line in out.splitlines()]
    assert err == "" and [list(roll) for roll in rolls] == [["source", "t", "dice", "unsure"]] * 2
    assert [(roll["source"], [die["value"] for die in roll["dice"]]) for roll in rolls] == [
        ("table.mp4", [3]),
        ("table.mp4", [5]),
    ]
    assert rolls[0]["unsure"] is False
    assert 0.8 < rolls[0]["t"] < 1.2 < rolls[1]["t"] < 2.3
    assert list(rolls[0]["dice"][0]) == ["box", "value", "colour", "confidence", "certain", "alternatives"]


def test_people_get_a_line_a_roll_and_the_count(sources: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage = two_rolls()
    sources(stage, [ScriptedSource(stage.frames)])
    assert cli.main(["scan", "table.mp4", "--rolls"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1:] for line in lines[:2]] == [["s", "3", "white"], ["s", "5", "white"]]
    assert lines[2].startswith("2 rolls in ")


def test_a_clip_without_a_roll_is_said_to_have_none(sources: Any, capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage()
    stage.show([A, B], 30)
    sources(stage, [ScriptedSource(stage.frames)])
    assert cli.main(["scan", "table.mp4", "--rolls"]) == 0
    assert capsys.readouterr().out == "no rolls in 1.0 s\n"


@pytest.mark.slow
def test_a_camera_that_breaks_off_is_opened_again_and_goes_on(
    sources: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, look = threading.Semaphore(1), StreamReader.look

    def look_and_tell(self: StreamReader, frame: Frame) -> TableReading:
        try:
            return look(self, frame)
        finally:
            looked.release()

    monkeypatch.setattr(StreamReader, "look", look_and_tell)
    stage = two_rolls()
    half = 12 + 14 + 12
    first, second = (Camera(frames, looked) for frames in (stage.frames[:half], stage.frames[half - 10 :]))
    first.close, second.close = looked.release, looked.release  # type: ignore[method-assign]
    sources(stage, [first, SourceError("0 is not there"), second])
    assert cli.main(["scan", "0", "--rolls", "--json"]) == 1
    out, err = capsys.readouterr()
    rolls = [json.loads(line) for line in out.splitlines()]
    assert [die["value"] for roll in rolls for die in roll["dice"]] == [3, 5]
    assert rolls[0]["t"] < rolls[1]["t"]
    lines = err.splitlines()
    assert lines == ["companion: 0: the picture has broken off; trying to open it again"] * 2 + [
        "companion: 0 is not there"
    ]


def test_ctrl_c_ends_a_camera_cleanly(sources: Any, capsys: pytest.CaptureFixture[str]) -> None:
    closed = []

    class Pressed(ScriptedSource):
        def read(self) -> Frame | None:
            raise KeyboardInterrupt

        def close(self) -> None:
            closed.append(True)

    stage = Stage()
    sources(stage, [Pressed([])])
    assert cli.main(["scan", "0", "--rolls"]) == 130
    assert closed and capsys.readouterr() == ("", "")


def test_what_cannot_be_opened_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    absent = tmp_path / "absent.mp4"
    assert cli.main(["scan", str(absent), "--rolls"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"companion: {absent}: no such file") and err.count("\n") == 1


def test_pictures_and_several_sources_are_wrong_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    picture.write_bytes(cv2.imencode(".png", np.full((48, 64, 3), 90, np.uint8))[1].tobytes())
    assert cli.main(["scan", str(picture), "--rolls"]) == 2
    assert cli.main(["scan", str(CLIP), str(CLIP), "--rolls"]) == 2
    assert cli.main(["scan", str(CLIP), "--rolls", "--draw", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert out == "" and len(lines) == 3
    assert "pictures show no roll" in lines[0] and "follows one source" in lines[1]


@pytest.mark.slow
def test_the_bundled_clip_is_told_right_and_faster_than_it_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """Rendered: three dice are thrown (3, 1, 3), one is nudged, the other two are thrown again (4, 2)."""
    assert cli.main(["scan", str(CLIP), "--rolls", "--json"]) == 0
    rolls = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [sorted(die["value"] for die in roll["dice"]) for roll in rolls] == [[1, 3, 3], [2, 4]]
    assert not any(roll["unsure"] for roll in rolls)
    for roll, ready in zip(rolls, (0.90, 6.20), strict=True):
        assert 0 <= roll["t"] - ready <= 0.3


@pytest.mark.slow
def test_a_clip_cut_short_is_told_as_far_as_it_goes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.mp4"
    whole = CLIP.read_bytes()
    middle = len(whole) // 2
    damaged.write_bytes(whole[:middle] + bytes(9000) + whole[middle + 9000 :])
    assert cli.main(["scan", str(damaged), "--rolls", "--json"]) in (0, 1)
    out, err = capsys.readouterr()
    assert sorted(die["value"] for die in json.loads(out.splitlines()[0])["dice"]) == [1, 3, 3]
    assert all(line.startswith("companion: ") for line in err.splitlines()) and err.count("\n") <= 1
