"""What dice are read through without a game, for every page and phone that shows them: one camera at a time, so that no
roll is listed twice."""

from __future__ import annotations

from collections.abc import Callable

from ui.core import BackgroundOpener
from ui.rolls.opening import LiveRolls, open_photographed, open_rolls
from ui.rolls.roll_log import RollLog
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
        self._watchers: set[object] = set()

    def watch(self) -> Callable[[], None]:
        """Note that one more page or phone shows the dice. The function that is returned ends that, and whoever leaves
        last closes the camera."""
        watcher = object()
        with self._lock:
            self._watchers.add(watcher)

        def leave() -> None:
            with self._lock:
                self._watchers.discard(watcher)
                if self._watchers:
                    return
                self.pictures = {}
            self.clear()

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

    def stop(self) -> None:
        """Look through nothing any more; whoever watches may choose anew."""
        with self.change():
            self.spec = None
            self.clear()
