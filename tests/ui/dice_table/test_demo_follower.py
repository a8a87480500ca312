"""Recordings: what their files may say, and where a game stands in one."""

from __future__ import annotations

from pathlib import Path

import pytest

import ui
from ui.dice_table.demo_follower import Follower, RecordingError, load_recording

GOOD = """
game = "army-vs-aliens-2011"
lines = [0.2, 0.8]
colours = ["blue", "green"]
[[choice]]
at = 4.0
event = { do = "attack", with = [4], hit = [[1, 3]] }
[[choice]]
at = 9.5
event = { do = "rally", roll = [1] }
"""


def recording(folder: Path, text: str) -> Path:
    (folder / "table.mp4").write_bytes(b"")
    path = folder / "table.toml"
    path.write_text(text)
    return path


def test_a_recording_is_read_with_its_clip(tmp_path: Path) -> None:
    told = load_recording(recording(tmp_path, GOOD))
    assert told.clip == tmp_path / "table.mp4"
    assert told.zones.lines == (0.2, 0.8)
    assert [choice.at for choice in told.choices] == [4.0, 9.5]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (GOOD.replace("army-vs-aliens-2011", "chess"), "chess"),
        (GOOD.replace('"green"', '"teal"'), "teal"),
        (GOOD.replace('["blue", "green"]', '["blue"]'), "colours"),
        (GOOD.replace("0.8", "0.1"), "dividing lines"),
        (GOOD.replace('do = "rally"', 'do = "rest"'), "choice[1].event"),
        (GOOD.replace("at = 9.5", "at = 3.5"), "times must rise"),
        (GOOD + 'speed = "fast"\n', "speed"),
        ("game =", "table.toml"),
    ],
)
def test_a_damaged_recording_is_refused_in_one_line(tmp_path: Path, wrong: str, named: str) -> None:
    with pytest.raises(RecordingError) as refused:
        load_recording(recording(tmp_path, wrong))
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_recording_without_its_clip_is_refused(tmp_path: Path) -> None:
    path = recording(tmp_path, GOOD)
    path.with_suffix(".mp4").unlink()
    with pytest.raises(RecordingError, match=r"table\.mp4"):
        load_recording(path)


def test_the_bundled_recording_is_whole() -> None:
    told = load_recording(Path(ui.__file__).parent / "recordings" / "first-table.toml")
    assert told.choices


def test_choices_come_in_turn_and_other_moves_leave(tmp_path: Path) -> None:
    told = load_recording(recording(tmp_path, GOOD))
    first, second = (choice.event for choice in told.choices)
    follower = Follower(told)
    assert not follower.due(3.9)
    assert follower.due(4.0)
    follower.chosen(first, 3)
    assert not follower.due(9.0)
    follower.chosen(first, 4)
    assert not follower.follows
    assert not follower.due(60.0)
    follower.taken_back(3)
    assert follower.follows
    follower.chosen(second, 4)
    assert follower.next is None
    follower.taken_back(2)
    assert follower.next is not None
    assert follower.next.event == first
