"""From what a player names to a table in play: the source, the eyes, the session and the thread that joins them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import companion
from companion.referee.zone_rolls import Seating
from companion.rules.game import CompanionError, ZonedGame
from companion.text.language import say
from ui.core.uploads import UploadError
from ui.dice_table.demo_follower import Follower, RecordingError, load_recording
from ui.dice_table.reader import DiceTable
from ui.dice_table.session import Kind, TableSession
from ui.host.table_host import GAME, Setup
from ui.sources.cameras import CAMERAS
from ui.sources.frame_loop import Watcher
from ui.sources.picture_source import Album
from vision.camera.clip import VideoClip
from vision.camera.frame import FrameSource, SourceError
from vision.camera.image_files import PictureError, decode_picture, pictures_in, read_picture
from vision.dice.dice_reader import Eyes
from vision.inference.networks import ModelError
from vision.inference.set_files import SetError

LOG = logging.getLogger(__name__)
T = TypeVar("T")


class LiveTable(NamedTuple):
    """A session with the eyes on it."""

    session: TableSession
    watcher: Watcher

    def turn(self) -> None:
        """On to the next picture of a folder; a bad one becomes a notice."""
        album = self.watcher.source
        if isinstance(album, Album):
            try:
                album.turn()
            except PictureError as fault:
                self.session.say(str(fault))

    def show_photograph(self, data: bytes, name: str) -> None:
        """Lay an uploaded photograph on top; a bad one becomes a notice."""
        album = self.watcher.source
        if isinstance(album, Album):
            try:
                album.show(decode_picture(data, name), name)
            except PictureError as fault:
                self.session.say(str(fault))

    def close(self) -> None:
        """Let go of the source."""
        self.watcher.close()


def reason_of(fault: Exception) -> str | None:
    """The line for players of an error that is theirs to mend; None for one that is ours."""
    known = (SourceError, PictureError, ModelError, RecordingError, UploadError, SetError, CompanionError)
    return str(fault) if isinstance(fault, known) else None


def tried(make: Callable[[], T]) -> tuple[T | None, str | None]:
    """What `make` opens, or None and the line that says why it could not be opened."""
    try:
        return make(), None
    except Exception as fault:
        failed = reason_of(fault)
        if failed is None:
            LOG.exception("opening failed")
            failed = say(
                "this could not be opened ({fault}); the server's log has the details", fault=type(fault).__name__
            )
        return None, failed


def open_recording(path: Path) -> LiveTable:
    """The bundled recording, playing by itself. Raises RecordingError, SourceError, ModelError."""
    recording = load_recording(path)
    eyes = Eyes()
    clip = VideoClip(recording.clip)
    session = TableSession(
        recording.game,
        Seating(dict(enumerate(recording.colours))),
        recording.zones,
        name=say("Recorded table"),
        kind="recording",
        clip=clip,
        follower=Follower(recording),
    )
    return LiveTable(session, Watcher(DiceTable(session, eyes), clip))


def open_spec(spec: str, setup: Setup) -> LiveTable:
    """A camera index (`0`, `webcam:0`), an address, what others offer as a camera, or the path of a video, a picture or
    a folder of pictures.

    Raises SourceError, PictureError, ModelError, CompanionError.
    """
    path = Path(spec).expanduser()
    if path.is_dir():
        first, *rest = pictures_in(path)
        return _open(Album(path.name, read_picture(first), rest), "pictures", setup)
    source = CAMERAS.open(str(path) if path.exists() else spec)
    if getattr(source, "live", False):
        return _open(source, "camera", setup)
    if isinstance(source, VideoClip):
        return _open(source, "film", setup)
    source.close()
    return _open(Album(path.name, read_picture(path)), "pictures", setup)


def open_photograph(data: bytes, name: str, setup: Setup) -> LiveTable:
    """An uploaded photograph. Raises PictureError, ModelError, CompanionError."""
    return _open(Album(name, decode_picture(data, name)), "pictures", setup)


def _open(source: FrameSource, kind: Kind, setup: Setup) -> LiveTable:
    try:
        session = TableSession(
            cast(ZonedGame, companion.load(GAME, len(setup.colours), setup.options)),
            Seating(dict(enumerate(setup.colours))),
            setup.zones,
            name=source.name,
            kind=kind,
            clip=source if isinstance(source, VideoClip) else None,
        )
        return LiveTable(session, Watcher(DiceTable(session, Eyes()), source))
    except Exception:
        source.close()
        raise
