"""Serves the app with pairing on, for tests that attack it. Words on standard input do what the host's browser would.

`invite` prints an invitation; `let-in NAME ROLE`, `remove NAME` and `later SECONDS` do so; `open GAME` starts a
match before the film of one, again and again, `open GAME SPEC` one before a camera, `pose GAME EVENT` one that stands
still; `journal` prints what is
in the match, `phones` and `devices` who is there; `cut` ends all connections; `reset` begins anew. What else is said is
for the players of a rehearsed match (tests.support.referee.rehearsed). Each is answered by one line of JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

from companion.match.entries import Undone
from tests.support.app.one_app import APP, reset
from tests.support.app.posed import pose
from tests.support.paths import FILMS
from tests.support.referee.rehearsed import Rehearsed
from ui.match.open_match import LiveMatch
from ui.network.auth_middleware import AuthMiddleware
from ui.server.server import run
from ui.settings.match_setup import usual_setup
from vision.camera.clip import VideoClip

AHEAD = [0.0]
"""Seconds by which the clock of pairing is ahead of the true one."""


def obey(verb: str, *words: str) -> Any:
    if verb == "invite":
        made = APP.pairing.invite()
        return {"token": made.token, "code": made.code, "address": APP.pairing.address}
    if verb == "let-in":
        one = next(one for one in APP.pairing.waiting if one.name == words[0])
        device = APP.pairing.let_in(one.id, words[1], one.number)  # type: ignore[arg-type]
        return device is not None and device.name
    if verb == "remove":
        APP.pairing.remove(next(one.id for one in APP.pairing.devices if one.name == words[0]))
        return True
    if verb == "later":
        AHEAD[0] += float(words[0])
        return AHEAD[0]
    if verb == "open":
        APP.host.begin_match(usual_setup(words[0]), words[1] if len(words) > 1 else str(FILMS[words[0]]))
        while not isinstance(APP.host.table, LiveMatch) and APP.host.failed is None:  # its table is looked for first
            time.sleep(0.05)
        if isinstance(APP.host.table, LiveMatch) and isinstance(APP.host.table.frame_loop.source, VideoClip):
            APP.host.table.frame_loop.source.loop = True
        return APP.host.failed
    if verb == "pose":
        pose(words[0], None, [" ".join(words[1:])])
        return True
    if verb == "reset":
        AHEAD[0] = 0.0
        reset()
        return True
    if verb == "leave":
        APP.host.leave()
        return True
    if verb == "journal":
        table = APP.host.table
        assert isinstance(table, LiveMatch)
        scene = table.session.scene
        return {
            "lines": [line.text for line in reversed(scene.lines)],
            "sources": sorted({line.source for line in scene.lines}),
            "undone": sum(isinstance(one, Undone) for one in table.session._table.tracker.journal.entries),
            "match": table.session.match_id,
            "trouble": scene.trouble,
            "shots": table.frame_loop.shot.number if table.frame_loop.shot else 0,
        }
    if verb == "phones":
        return {
            one.name: {"size": one.size, "sending": one.sending, "watched": one.watched, "pictures": one._number}
            for one in APP.phones.all
        }
    if verb == "cut":  # as when the network goes away: every connection ends at once
        owners = (getattr(one, "__self__", None) for one in APP.pairing._listeners)
        (gate,) = (one for one in owners if isinstance(one, AuthMiddleware))
        places = list(gate._listener._taken)
        for place in places:
            gate._listener.drop(place)
        return len(places)
    if verb == "devices":
        return {one.name: one.role for one in APP.pairing.devices}
    table = APP.host.table
    assert isinstance(table, LiveMatch), verb
    return Rehearsed.newest.obey(table.session.scene.offers, verb, *words)


def listen() -> None:
    for line in sys.stdin:
        try:
            answer = obey(*line.split())
        except Exception as fault:
            answer = {"fault": repr(fault)}
        print(f"answer {json.dumps(answer)}", flush=True)


if __name__ == "__main__":
    APP.pairing._clock = lambda: time.time() + AHEAD[0]
    threading.Thread(target=listen, daemon=True).start()
    run(port=0, pair=0, folder=Path(sys.argv[1]), state=APP)
