"""Readings that are replayed are those that pixels give, whatever is shown of a film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.support.paths import DATA
from tests.support.vision.recorded_readings import RecordedReader
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame
from vision.dice.dice_reader import DiceReader
from vision.motion.stream_reader import TableReading
from vision.table.table_reader import TableReader

pytestmark = pytest.mark.slow
FILM = DATA / "clips" / "rolls.mp4"


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    clip = VideoClip(FILM, realtime=False)
    return [frame for frame in iter(clip.read, None) if frame is not None]


@pytest.fixture(scope="module")
def eyes() -> DiceReader:
    return DiceReader()


def seen(reader: TableReader, frames: Sequence[Frame]) -> list[TableReading]:
    return [reader.look(frame)._replace(ms=0.0) for frame in frames]


@pytest.fixture
def recorded(
    eyes: DiceReader, frames: list[Frame], readings: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], RecordedReader]:
    """Makes readers of which the first has read the film."""
    monkeypatch.setattr(RecordedReader, "films", (FILM,))
    RecordedReader((), eyes).look(frames[0])
    return lambda: RecordedReader((), eyes)


def test_a_film_is_replayed_as_it_is_read_and_read_no_more(
    recorded: Callable[[], RecordedReader], eyes: DiceReader, frames: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = seen(TableReader((), eyes), frames)
    assert sum(one.settled for one in read) >= 2 and any(one.roll for one in read)
    monkeypatch.delattr(TableReader, "look")
    reader = recorded()
    assert seen(reader, frames) == seen(reader, frames) == read, "and once more, when it begins anew"


def test_who_skips_frames_hears_of_each_rest(recorded: Callable[[], RecordedReader], frames: list[Frame]) -> None:
    told = seen(recorded(), frames)
    first = next(number for number, one in enumerate(told) if one.settled and number > 2)
    skipping = seen(recorded(), [*frames[: first - 2], frames[first + 2]])
    assert skipping[-1].settled and skipping[-1].view == told[first + 2].view
    assert skipping[-1].roll == told[first].roll


def test_what_is_no_frame_of_the_film_is_read(
    recorded: Callable[[], RecordedReader], eyes: DiceReader, frames: list[Frame]
) -> None:
    altered = [*frames[:20], frames[20]._replace(image=255 - frames[20].image), *frames[21:40]]
    assert seen(recorded(), altered) == seen(TableReader((), eyes), altered)
    assert seen(recorded(), frames[5:25]) == seen(TableReader((), eyes), frames[5:25]), "another beginning"
