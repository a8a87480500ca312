"""What dice are read through without a game, for every page and phone that shows them: one camera at a time, so that no
roll is listed twice."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ui.core import BackgroundOpener
from ui.rolls.opening import LiveRolls, open_photographed, open_rolls
from ui.rolls.roll_log import RollLog
from ui.rolls.roll_session import keep_picture
from ui.rolls.still_reading import StillReading
from ui.sources import Cameras, shown_source

PATIENCE = 12.0
"""Seconds that a source gets to open."""


class DiceHost(BackgroundOpener[LiveRolls]):
    """Holds at most one reading of dice, for as long as somebody watches it. Any thread may call."""

    needs = "host"

    def __init__(self, cameras: Cameras, log: RollLog) -> None:
        super().__init__()
        self._cameras, self.log = cameras, log
        self.spec: str | None = None
        """What is looked through or being opened, as `Cameras.open` takes it; None: nothing, or a photograph."""
        self.pictures: dict[int, bytes] = {}
        """JPEGs of rolls by their keys, kept while somebody watches."""
        self._watchers: dict[object, str | None] = {}
        """Those who watch: the source of a phone, None for a page of the host."""

    def watch(self, spec: str | None = None) -> Callable[[], None]:
        """Note that one more page of the host shows the dice, or the phone that is the source `spec`. The function that
        is returned ends that. A phone watches what it sees itself alone: the reading ends with the last who does."""
        watcher = object()
        with self._lock:
            self._watchers[watcher] = spec

        def leave() -> None:
            with self._lock:
                self._watchers.pop(watcher, None)
                if not self._watchers:
                    self.pictures = {}
                watched = any(one in (None, self.spec) for one in self._watchers.values())
            if not watched:
                self.stop()

        return leave

    def look_through(self, spec: str, faces: str) -> None:
        """Read dice with these `faces` through another source; what goes wrong is told by `failed`."""
        with self.change():
            self.spec = spec
            pictures = self.pictures
            self.begin(
                shown_source(spec),
                lambda: open_rolls(spec, faces, self._cameras, self.log, pictures),
                patience=PATIENCE,
            )

    def look_at(self, data: bytes, name: str, faces: str) -> None:
        """Read the dice of an uploaded photograph."""
        with self.change():
            self.spec = None
            pictures = self.pictures
            self.begin(name, lambda: open_photographed(data, name, faces, self.log, pictures))

    def keep(self, still: StillReading, faces: str) -> StillReading:
        """Put the dice of a photograph into the list, as one roll; the photograph as one that is in there."""
        if still.kept or not still.dice:
            return still
        roll = self.log.add(still.dice, faces, seen=False, doubtful=still.missed)
        with self._lock:
            keep_picture(self.pictures, roll, still.image)
        return msgspec.structs.replace(still, kept=True)

    def stop(self) -> None:
        """Look through nothing any more; whoever watches may choose anew."""
        with self.change():
            self.spec = None
            self.clear()
