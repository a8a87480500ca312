"""The app that a server of the tests runs: its state, and the way back to that of a fresh start."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from ui.app_state import AppState
from ui.server.server import run

__all__ = ["APP", "reset", "serve_app"]

APP = AppState()
"""Made when this module is imported, with the settings and the record that the environment names."""
CLOSING = 60.0
"""Seconds that what the table looks through gets to be closed."""


def reset(language: str | None = None) -> None:
    """Leave the table, forget devices and settings, and empty the record. Tabs that are open keep what was chosen in
    them, and follow the rest."""
    APP.host.close(CLOSING)
    APP.host.dismiss()
    pairing = APP.pairing
    for device in pairing.devices:
        pairing.remove(device.id)
    with pairing.change():
        pairing._invitation, pairing._waiting, pairing._refused = None, {}, {}
    for path in (APP.setups.path, APP.language.path):
        path.unlink(missing_ok=True)
    with APP.setups.change():
        APP.setups._file, APP.setups._writable, APP.setups.trouble = None, True, None
    APP.pads.path.unlink(missing_ok=True)
    with APP.pads.change():
        APP.pads._file, APP.pads._writable, APP.pads.trouble = None, True, None
    APP.roller.clear()
    for kind, count in (*((kind, 0) for kind in APP.roller.chosen), ("white", 2)):
        APP.roller.choose(kind, count)
    APP.language.dismiss()
    APP.language.begin(language)
    with APP.cameras.change():
        APP.cameras._found, APP.cameras.searched = {}, False
    archive = APP.archive
    archive.refresh()
    for match_id in (*(one.id for one in archive.matches), *archive.damaged):
        archive.delete(match_id)
    archive.dismiss()
    with APP.statistics.change():
        APP.statistics._sums, APP.statistics.trouble = {}, None


def serve_app(**options: Any) -> None:
    """`ui.server.server.run` on a free port. A line `reset` on standard input begins anew, and is answered by `answer
    true` once that is done."""

    def listen() -> None:
        for line in sys.stdin:
            if line.strip() == "reset":
                reset(options.get("language"))
                print(f"answer {json.dumps(True)}", flush=True)

    threading.Thread(target=listen, daemon=True).start()
    run(port=0, state=APP, **options)
