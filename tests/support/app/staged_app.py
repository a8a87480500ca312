"""Serves the app on a staged table. `open KIND NAME LABEL` on standard input starts a game, `show NAME` throws.

Names are those of STAGES below; the eyes know every stage, so that tests of the screens need no networks.
"""

from __future__ import annotations

import sys
import threading
from typing import cast

import companion
from companion.referee.zone_rolls import Seating
from companion.table.view import Zones
from tests.support.app.one_app import APP
from tests.support.app.staged import Lying, StagedEyes, StagedSource, row, stage
from ui.dice_table.open_table import LiveTable
from ui.dice_table.reader import DiceTable
from ui.dice_table.session import Kind, TableSession
from ui.server.server import run
from ui.settings import GAME
from ui.sources.frame_loop import FrameLoop

ARMY = [1, 1, 2, 2, 3, 4, 5, 6, 6]
ALIENS = [1, 2, 2, 3, 3, 4, 4, 5, 6]

STAGES = {
    "clear": stage([*row("blue", ARMY), *row("green", ALIENS)]),
    "doubtful": stage([Lying("blue", 1, certain=False), *row("blue", ARMY[1:]), *row("green", ALIENS)]),
    "misread": stage([Lying("blue", 4, misread=1), *row("blue", ARMY[1:]), *row("green", ALIENS)]),
    "rallied": stage([*row("blue", [1, 1, 2, 2, 3, 4, 5, 3, 4]), *row("green", ALIENS)]),
}


def obey() -> None:
    """Do what standard input says, line by line."""
    source: StagedSource | None = None
    for line in sys.stdin:
        verb, *rest = line.split()
        if verb == "open":
            kind, name, label = rest
            source = StagedSource(STAGES[name])
            session = TableSession(
                companion.load(GAME), Seating({0: "blue", 1: "green"}), Zones(), name=label, kind=cast(Kind, kind)
            )
            table = LiveTable(session, FrameLoop(DiceTable(session, StagedEyes(list(STAGES.values()))), source))
            with APP.host.change():
                old, APP.host.live = APP.host.live, table
            if old is not None:
                old.close()
        elif source is not None:
            source.show(STAGES[rest[0]])


if __name__ == "__main__":
    threading.Thread(target=obey, daemon=True).start()
    run(port=0, state=APP)
