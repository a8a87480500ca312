"""What a table reader reads of the bundled films, frame by frame: read from pixels once a run, and replayed.

`RecordedReader` stands in the place of `TableReader`. Whoever is the first to show it a film from its first frame reads
the whole of it and keeps the readings; the others, in all processes of the run, get those. Each frame is held to the
one that was recorded: a reader that is shown something else (another start, an altered frame, drawn zones) looks at
all frames so far itself, and goes on without a recording.
"""

from __future__ import annotations

import fcntl
import json
import os
import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import cv2
import msgspec
import numpy as np

import companion
import vision.table.table_factory
from companion.table import TableView, Zones
from seeds.sheets import board_of
from tests.support.paths import BUNDLED, FILMS, ROOT
from tests.support.vision.readings_folder import FOLDER
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame, Image
from vision.motion.stream_reader import TableReading
from vision.plane.plane import Plane
from vision.symbols import SymbolDiceClassifier
from vision.table.table_factory import table_reader_for
from vision.table.table_reader import TableReader

__all__ = ["RecordedReader", "RecordingReader", "Step", "read_all", "replay"]

ALL = tuple(dict.fromkeys((*BUNDLED.values(), *FILMS.values())))
"""The bundled films, and those that tests are shown instead."""


class Step(NamedTuple):
    """One frame of a film, and what was read when it came."""

    digest: int
    reading: TableReading
    plane: Plane | None
    blind: bool


class _Film(NamedTuple):
    path: Path
    rate: float
    frames: int
    size: tuple[int, int]
    """Height, width."""


@cache
def _film(path: Path) -> _Film:
    capture = cv2.VideoCapture(str(path))
    rate, frames, height, width = (
        capture.get(what)
        for what in (cv2.CAP_PROP_FPS, cv2.CAP_PROP_FRAME_COUNT, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FRAME_WIDTH)
    )
    capture.release()
    return _Film(path, rate, int(frames), (int(height), int(width)))


@cache
def _first_digest(path: Path) -> int:
    with _frames(path) as frames:
        return _digest(next(frames).image)


@contextmanager
def _frames(path: Path) -> Iterator[Iterator[Frame]]:
    clip = VideoClip(path, realtime=False)
    try:
        yield iter(clip.read, None)  # type: ignore[arg-type]
    finally:
        clip.close()


def _digest(image: Image) -> int:
    return zlib.crc32(np.ascontiguousarray(image))


def _film_that_begins_with(frame: Frame, films: Iterable[Path]) -> _Film | None:
    alike = (film for film in map(_film, films) if film.size == frame.image.shape[:2])
    return next((film for film in alike if _first_digest(film.path) == _digest(frame.image)), None)


def _later(reading: TableReading, seconds: float) -> TableReading:
    """The same so many seconds later."""
    if not seconds:
        return reading
    view, roll = reading.view, reading.roll
    return reading._replace(
        view=None if view is None else msgspec.structs.replace(view, time=view.time + seconds),
        roll=None if roll is None else roll._replace(time=roll.time + seconds),
    )


class RecordedReader(TableReader):
    """Sees one table, and reads from pixels only what no recording has."""

    films: Sequence[Path] = ALL

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._steps: Sequence[Step] | None = None
        """Of the film that is followed."""
        self._number = -1
        """Of the newest frame in it."""
        self._start = 0.0
        """Time of the first one: a film that begins anew before the same eyes goes on from a later time."""
        self._alone = False
        """Whether the rest is read from pixels."""
        super().__init__(*arguments, **more)
        self._tells = _told_by(*arguments, **more)
        # What a board that was tapped or a set of faces of one's own is like, no key tells.
        self._unknown = self._tapped is not None or isinstance(
            getattr(self._dice, "classifier", None), SymbolDiceClassifier
        )
        self._alone = self._unknown

    @property
    def blind(self) -> bool:
        if self._steps is None or self._number < 0:
            return super().blind
        return self._steps[self._number].blind

    def forget(self) -> None:
        super().forget()
        self._steps, self._number, self._alone = None, -1, self._unknown

    def move_lines(self, lines: Zones) -> TableView | None:
        self._catch_up()
        return super().move_lines(lines)

    def look(self, frame: Frame) -> TableReading:
        return self._replayed(frame) or super().look(frame)

    def _replayed(self, frame: Frame) -> TableReading | None:
        """What the recording has of a frame; frames that were skipped since the last one count with this one."""
        if self._alone:
            return None
        if self._steps is None:
            film = _film_that_begins_with(frame, self.films)
            steps = None if film is None else self._recorded(film)
            if film is None or steps is None:
                self._alone = True
                return None
            self._film, self._steps, self._number, self._start = film, steps, -1, frame.time
        digest = _digest(frame.image)
        if digest == self._steps[0].digest:
            self._number, self._start = -1, frame.time  # the film begins anew
        number = round((frame.time - self._start) * self._film.rate)
        if not self._number < number < len(self._steps) or self._steps[number].digest != digest:
            self._catch_up()
            return None
        passed = self._steps[self._number + 1 : number + 1]
        self._number = number
        newest = passed[-1]
        self.plane = newest.plane
        rested = [step.reading for step in passed[:-1] if step.reading.settled]
        if not rested:
            return _later(newest.reading, self._start)
        roll = next((one.roll for one in reversed(rested) if one.roll is not None), None)
        return _later(newest.reading._replace(settled=True, roll=newest.reading.roll or roll), self._start)

    def _catch_up(self) -> None:
        """Look at all frames up to now, and follow no recording any more."""
        seen, self._steps, self._alone = self._number + 1, None, True
        if seen > 0:
            with _frames(self._film.path) as frames:
                for _, frame in zip(range(seen), frames, strict=False):
                    super().look(frame)

    # ------------------------------------------------------------------------------------------ the recording

    def _recorded(self, film: _Film) -> Sequence[Step] | None:
        """The readings of a film, made where there are none yet; other processes wait for them. None where whoever
        looks cannot wait."""
        path = self._place(film)
        with open(path.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if path.exists():
                return _loaded(path)
            steps = []
            with _frames(film.path) as frames:
                for frame in frames:
                    reading = super().look(frame)
                    steps.append(Step(_digest(frame.image), reading, self.plane, super().blind))
            super().forget()
            _keep(path, steps)
            return steps

    def _place(self, film: _Film) -> Path:
        """Where the readings of a film are: by all that they depend on, but for the code."""
        known = sha256(film.path.read_bytes())
        known.update((ROOT / "models" / "manifest.toml").read_bytes())
        known.update(self._tells.encode())
        return Path(os.environ[FOLDER]) / f"{film.path.stem}-{known.hexdigest()[:16]}.pickle"


class ServersReader(RecordedReader):
    """Replays what has been recorded, and reads the rest from pixels as it comes: a browser that looks at a server does
    not wait for the whole of a film to be read."""

    def _recorded(self, film: _Film) -> Sequence[Step] | None:
        path = self._place(film)
        return _loaded(path) if path.exists() else None


class RecordingReader(RecordedReader):
    """Reads everything from pixels, and keeps the readings of a film that it was shown from beginning to end."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._alone = True
        self._own: list[Step] = []
        self._of: _Film | None = None

    def look(self, frame: Frame) -> TableReading:
        reading = super().look(frame)
        if frame.time == 0:
            self._of, self._own = _film_that_begins_with(frame, self.films), []
        if self._of is not None and round(frame.time * self._of.rate) == len(self._own):
            self._own.append(Step(_digest(frame.image), reading, self.plane, super().blind))
            if len(self._own) == self._of.frames:
                _keep(self._place(self._of), self._own)
        return reading


def _told_by(*arguments: Any, **more: Any) -> str:
    """What a reader was made with, in words that are the same in each process."""
    pages, *readers = (*arguments, *more.values()) or ((),)
    return repr([[(page.sheet.id, page.numbers) for page in pages], [_kind(one) for one in readers]])


def _kind(reader: Any) -> Any:
    """A reader by its class and that of what it is made of."""
    if reader is None or isinstance(reader, bool | int | float | str):
        return reader
    inside = getattr(reader, "__dict__", {})
    return type(reader).__qualname__, [(name, type(part).__qualname__) for name, part in sorted(inside.items())]


@cache
def _loaded(path: Path) -> Sequence[Step]:
    with open(path, "rb") as kept:
        steps: Sequence[Step] = pickle.load(kept)
    return steps


def _keep(path: Path, steps: Sequence[Step]) -> None:
    made = path.with_suffix(f".{os.getpid()}")
    with open(made, "wb") as kept:
        pickle.dump(steps, kept)
    os.replace(made, path)


def replay() -> None:
    """Let all table readers of this process replay: for the servers that browser tests look at."""
    vision.table.table_factory.TableReader = ServersReader  # type: ignore[misc]


def read_all() -> None:
    """Record the films that tests are shown, as far as no one has, as the app looks at its recorded matches; what else
    is bundled is recorded by whoever is the first to look at it. Each process of a run begins with another film, so
    that none waits for what another reads as long as there is one that nobody has begun."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    films = tuple(FILMS.values())
    first = 2 * number % len(films)
    for path in (*films[first:], *films[:first]):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        game = companion.load(truth["game"], truth["players"], truth["options"])
        with patch("vision.table.table_factory.TableReader", RecordedReader), _frames(path) as frames:
            reader = table_reader_for(game.id, game.players, board_of(game.id, game.format_options()))
            reader.look(next(frames))
