"""A table of dice alone, as the watcher looks at it: the session, with the eyes that read its dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ui.dice_table.session import TableSession
from vision.camera import Frame, Image
from vision.motion import TableReading
from vision.overlay import draw


class Sight(Protocol):
    """What is asked of the eyes."""

    def look(self, frame: Frame) -> TableReading: ...


class DiceTable(NamedTuple):
    """A session with its eyes; satisfies `watcher.Watched`."""

    session: TableSession
    eyes: Sight

    @property
    def live(self) -> bool:
        return self.session.kind == "camera"

    def see(self, frame: Frame) -> None:
        self.session.saw(self.eyes.look(frame))

    def work(self) -> None:
        """What players do, the session does at once."""

    def stalled(self, line: str) -> None:
        self.session.stalled(line)

    def source_ended(self, error: str | None = None) -> None:
        self.session.source_ended(error)

    @property
    def calm(self) -> bool:
        return self.session.scene.seeing == "still"

    @property
    def every_frame(self) -> bool:
        return False

    @property
    def drawn(self) -> object:
        zones, view = self.session.overlay
        return id(view), zones

    def draw(self, image: Image) -> Image:
        zones, view = self.session.overlay
        return draw(image, view if view is not None else (), zones)

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        return self.session.subscribe(listener)
