"""Opens what dice are read through: a camera, a film, pictures, or a photograph that was uploaded."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.table import Face
from ui.rolls.roll_log import RollLog
from ui.rolls.roll_session import RollSession
from ui.sources import Album, Cameras, FrameLoop, open_for_match
from vision.camera import FrameSource, PictureError, decode_picture
from vision.dice import DiceReader
from vision.motion import PictureReader
from vision.symbols import PIPS, Store, SymbolDiceClassifier, symbol_detector


class LiveRolls:
    """A session with the frame loop that feeds it."""

    def __init__(self, session: RollSession, frame_loop: FrameLoop, again: Callable[[], LiveRolls] | None) -> None:
        """`again` opens the same once more, where that is possible."""
        self.session, self.frame_loop, self.again = session, frame_loop, again

    @property
    def album(self) -> Album | None:
        """The pictures that are looked at; None for a camera or a film."""
        source = self.frame_loop.source
        return source if isinstance(source, Album) else None

    def close_up(self, key: int) -> bytes | None:
        """A JPEG of the die of this key and a little of the table around it; None while it may be moving or is gone."""
        image, box = self.frame_loop.image, self.session.boxes().get(key)
        if image is None or box is None:
            return None
        height, width = image.shape[:2]
        x0, y0, x1, y1 = box
        return self.frame_loop.close_up((x0 * width, y0 * height, x1 * width, y1 * height))

    def next_picture(self) -> None:
        """On to the next picture; of a bad one players are told, and it is left out."""
        if self.album is not None:
            try:
                self.album.next_picture()
                self.session.lay_down()
            except PictureError as fault:
                self.session.tell(str(fault))

    def show_photograph(self, data: bytes, name: str) -> None:
        """Lay an uploaded photograph on top; of a bad one players are told."""
        if self.album is not None:
            try:
                self.album.show(decode_picture(data, name), name)
                self.session.lay_down()
            except PictureError as fault:
                self.session.tell(str(fault))

    def close(self) -> None:
        """Let go of the source."""
        self.frame_loop.close()


def reader_of(faces: str) -> PictureReader:
    """Raises SetError for a set that is not there, and ModelError."""
    reader = DiceReader() if faces == PIPS else DiceReader(symbol_detector(), SymbolDiceClassifier(Store().load(faces)))
    reader.read(np.zeros((720, 1280, 3), np.uint8))  # the first reading takes longest, and must not cost the first roll
    return reader.read


def face_names(faces: str) -> tuple[Face, ...]:
    """What the dice of this set can show. Raises SetError for a set that is not there."""
    return tuple(range(1, 7)) if faces == PIPS else tuple(Store().load(faces).names)


def open_rolls(spec: str, faces: str, cameras: Cameras, log: RollLog, pictures: dict[int, bytes]) -> LiveRolls:
    """Read dice through a source that `cameras` open, with the `faces` of this set; rolls go into the `log` and leave
    `pictures`. Raises SourceError, SetError, ModelError."""

    def again() -> LiveRolls:
        return _opened(open_for_match(spec, cameras), faces, log, pictures, again)

    return again()


def open_photographed(data: bytes, name: str, faces: str, log: RollLog, pictures: dict[int, bytes]) -> LiveRolls:
    """The same of an uploaded photograph. Raises PictureError, SetError, ModelError."""
    return _opened(Album(name, decode_picture(data, name)), faces, log, pictures)


def _opened(
    source: FrameSource,
    faces: str,
    log: RollLog,
    pictures: dict[int, bytes],
    again: Callable[[], LiveRolls] | None = None,
) -> LiveRolls:
    try:
        session = RollSession(
            reader_of(faces),
            log,
            name=source.name,
            live=bool(getattr(source, "live", False)),
            faces=faces,
            names=face_names(faces),
            pictures=pictures,
        )
        return LiveRolls(session, FrameLoop(session, source), again)
    except Exception:
        source.close()
        raise
