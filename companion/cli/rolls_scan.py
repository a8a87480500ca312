"""`companion scan SOURCE --rolls`: one line for each time that dice have come to rest after a roll (FORMATS.md)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli import UNREAD, WRONG_USE, Refusal, complain
from companion.cli.scan import format_die

if TYPE_CHECKING:
    from companion.table import Die
    from vision.camera import Frame, FrameSource
    from vision.rolls import Roll
    from vision.watch import Reader

AGAIN = 1.0
"""Seconds between two tries to open a source that broke off."""
TRIES = 10
"""How often that is tried in turn."""
POLL = 0.004
"""Seconds between two looks for a newer frame of a live source."""


def watch(name: str, read: Reader, as_json: bool) -> int:
    """Tell the rolls of the source `name` until it ends; 1 when it broke off. Refusal when it cannot be opened."""
    from vision.camera import PictureSource, SourceError, VideoClip, open_source
    from vision.watch import Watch

    try:
        source = open_source(name)
    except SourceError as error:
        raise Refusal(str(error)) from None
    if isinstance(source, PictureSource):
        source.close()
        raise Refusal(f"{name}: pictures show no roll; give a clip, a camera's number or a stream's address", WRONG_USE)
    if isinstance(source, VideoClip):
        source.realtime = False
    watching, follower = Watch(read), _Follower(name, source)
    count = 0
    try:
        for frame in follower.frames():
            roll = watching.look(frame).roll
            if roll is not None:
                count += 1
                print(json_line(name, roll) if as_json else line(roll), flush=True)
    finally:
        follower.close()
    if not as_json:
        print(f"{count or 'no'} {'roll' if count == 1 else 'rolls'} in {follower.seconds:.1f} s")
    return UNREAD if follower.broken else 0


class _Follower:
    """The frames of a source, which is opened again when it is live and breaks off."""

    def __init__(self, name: str, source: FrameSource) -> None:
        self.seconds = 0.0
        """Time of the newest frame."""
        self.broken = False
        """Whether the source has failed for good, or part of it could not be read."""
        self._name = name
        self._source = source

    def close(self) -> None:
        self._source.close()

    def frames(self) -> Iterator[Frame]:
        if not getattr(self._source, "live", False):
            yield from self._file()
            return
        start = time.monotonic()
        while True:
            offset = time.monotonic() - start
            for frame in self._live():
                self.seconds = offset + frame.time
                yield frame._replace(time=self.seconds)
            complain(f"{self._name}: the picture has broken off; trying to open it again")
            if not self._open_again():
                self.broken = True
                return

    def _file(self) -> Iterator[Frame]:
        while (frame := self._source.read()) is not None:
            self.seconds = frame.time
            yield frame
        fault = getattr(self._source, "fault", None)
        if fault is not None:
            complain(str(fault))
            self.broken = True

    def _live(self) -> Iterator[Frame]:
        """Only the newest frame counts: what came while a roll was read is passed over."""
        from vision.latest import Latest

        latest = Latest(self._source)
        seen: Frame | None = None
        told: str | None = None
        try:
            while not latest.ended or latest.frame is not seen:
                frame = latest.frame
                if frame is not None and frame is not seen:
                    seen = frame
                    yield frame
                    continue
                trouble = latest.trouble
                if trouble is not None and trouble != told:
                    complain(trouble)
                told = trouble
                time.sleep(POLL)
        finally:
            latest.close()

    def _open_again(self) -> bool:
        from vision.camera import SourceError, open_source

        self._source.close()
        error: SourceError | None = None
        for _ in range(TRIES):
            time.sleep(AGAIN)
            try:
                self._source = open_source(self._name)
                return True
            except SourceError as again:
                error = again
        complain(str(error))
        return False


def json_line(name: str, roll: Roll) -> str:
    """One roll as FORMATS.md has it."""
    whole = {"source": name, "t": round(roll.time, 3), "dice": [format_die(die) for die in roll.dice]}
    return json.dumps(whole | {"unsure": roll.unsure}, separators=(",", ":"))


def line(roll: Roll) -> str:
    """One roll for people."""
    counted = [die.value for die in roll.dice if die.certain and die.value is not None]
    doubtful = sum(not die.certain for die in roll.dice)
    words = ", ".join(_die(die) for die in roll.dice)
    total = f"  sum {sum(counted)}" if len(counted) > 1 and not any(die.face for die in roll.dice) else ""
    if doubtful:
        total += f"  {doubtful} not counted: unsure"
    if roll.unsure:
        total += "  perhaps a die was missed, or it was no roll"
    return f"{roll.time:9.2f} s  {words}{total}"


def _die(die: Die) -> str:
    face = die.face or die.value or "?"
    return f"{face}{'' if die.certain else '?'} {die.colour or ''}".rstrip()
