"""From what a player names to a table in play: the source, the eyes, the session and the thread that joins them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

import companion
from companion.referee import Seating
from companion.rules import ZonedGame
from companion.text import say
from ui.dice_table.demo_follower import Follower, load_recording
from ui.dice_table.reader import DiceTable
from ui.dice_table.session import Kind, TableSession
from ui.settings import GAME, Setup
from ui.sources import Album, Cameras, FrameLoop
from vision.camera import FrameSource, PictureError, VideoClip, decode_picture, pictures_in, read_picture
from vision.dice import DiceReader
from vision.motion import StreamReader


class LiveTable(NamedTuple):
    """A session with the eyes on it."""

    session: TableSession
    watcher: FrameLoop

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


def open_recording(path: Path) -> LiveTable:
    """The bundled recording, playing by itself. Raises RecordingError, SourceError, ModelError."""
    recording = load_recording(path)
    eyes = StreamReader(DiceReader().read)
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
    return LiveTable(session, FrameLoop(DiceTable(session, eyes), clip))


def open_spec(spec: str, setup: Setup, cameras: Cameras) -> LiveTable:
    """A camera index (`0`, `webcam:0`), an address, what others offer as a camera, or the path of a video, a picture or
    a folder of pictures.

    Raises SourceError, PictureError, ModelError, CompanionError.
    """
    path = Path(spec).expanduser()
    if path.is_dir():
        first, *rest = pictures_in(path)
        return _open(Album(path.name, read_picture(first), rest), "pictures", setup)
    source = cameras.open(str(path) if path.exists() else spec)
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
        return LiveTable(session, FrameLoop(DiceTable(session, StreamReader(DiceReader().read)), source))
    except Exception:
        source.close()
        raise
