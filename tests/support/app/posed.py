"""Matches that stand still: a position of a game, and no camera that changes it. For tests in a browser whose steps
take as long as they take. And the server that all of them share: each line of its standard input is Python, as JSON,
which it runs; so one poses a match, or begins anew."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

import companion
import ui.match.open_match
from companion.match.journal import Journal
from companion.record import Record
from companion.referee.matching.explanations import SeatedGame
from companion.rules.self_play import greedy, played
from companion.table.view import TableView
from seeds.sheets import pile_of
from tests.support.app.each_frame import EachFrame
from tests.support.app.one_app import APP
from tests.support.paths import FILMS
from tests.support.referee.rehearsed import Rehearsed
from tests.support.referee.sightings import die, view
from ui.core.hooks import _tabs
from ui.core.routes import Place, _first_route
from ui.live.match_pipeline import MatchPipeline
from ui.live.smack_replay import SmackSeen
from ui.match.open_match import LiveMatch
from ui.match.session import MatchSession
from ui.server.server import run
from ui.settings.match_setup import usual_setup
from ui.settings.saved_setups import SavedSetup
from ui.sources.frame_loop import FrameLoop
from ui.sources.no_camera import NoCamera
from vision.camera.clip import VideoClip
from vision.table.table_factory import table_reader_for

__all__ = [
    "choosing",
    "go",
    "open_ending",
    "pose",
    "pose_amendable",
    "posed",
    "put_on_table",
    "rehearse",
    "serve_obeying",
    "tell",
    "widths",
]


def choosing(name: str, events: int) -> tuple[Any, Any]:
    """A game, and a position of it after so many events in which there is something to choose."""
    game = companion.load(name)
    steps = played(game, Random(4), greedy)
    return game, next(one.after for n, one in enumerate(steps) if n > events and len(game.actions(one.after)) > 2)


def posed(
    name: str,
    events: int | None,
    told: Sequence[str] = (),
    shown: Mapping[int, TableView] | None = None,
    smacks: Sequence[SmackSeen] = (),
    camera: bool = True,
    source: str = "Posed",
) -> MatchSession:
    """A match in such a position; None: before its first event. After it the events of the lines `told` were seen, at
    the views `shown`, by the number of the event, where there are any. `camera`: whether one looks on; `source`: what
    that is called."""
    game, position = choosing(name, events) if events is not None else (companion.load(name), None)
    journal = Journal(game, position)
    for number, line in enumerate(told, 1):
        journal.play(game.parsed(line), "seen", (shown or {}).get(number))
    reader = table_reader_for(name, game.players, None) if camera else None
    table = MatchPipeline(SeatedGame.usual(game), reader, pile_of(name), journal)
    table.smacks = tuple(smacks)
    return MatchSession(table, name=source)


def pose(
    name: str,
    events: int | None = None,
    told: Sequence[str] = (),
    shown: Mapping[int, TableView] | None = None,
    smacks: Sequence[SmackSeen] = (),
    camera: bool = True,
    source: str = "Posed",
) -> None:
    """Put this match on the table; what players do is done, and nothing is seen but `smacks`, which were before."""
    put_on_table(posed(name, events, told, shown, smacks, camera, source))


def pose_amendable() -> None:
    """Put on the table a match of three events, of which the first could have been read otherwise."""
    faces = [1, 1, 2, 3, 3, 4, 5, 6, 6]
    dice = [die(face, "blue", "0:combat", (30.0 * n, 0.0)) for n, face in enumerate(faces)]
    dice[4] = die(3, "blue", "0:combat", (120.0, 0.0), sure=0.8, alternatives=((5, 0.2),))
    told = ("roll 1 1 2 3 3 4 5 6 6", "roll 1 2 2 3 4 4 5 6 6", "attack 3 on 1:2")
    pose("army-vs-aliens-2011", None, told, {1: view(*dice)})


def serve_obeying() -> None:
    """The app, which does what standard input says."""
    threading.Thread(target=_obey, daemon=True).start()
    run(port=0, state=APP)


def _obey() -> None:
    for line in sys.stdin:
        try:
            names: dict[str, Any] = {}
            exec(json.loads(line), names)
            print("done", json.dumps(names.get("answer")), flush=True)
        except Exception as fault:
            print(f"failed {fault!r}", flush=True)


def open_ending(name: str, names: Sequence[str]) -> None:
    """Put a recorded match of two before its last event, a move, on the table; the next one would be before the film of
    a match."""
    game = companion.load(name)
    match = Record(clock=time.time).begin(game, names)
    for step in list(played(game, Random(4), greedy))[:-1]:
        match.journal.play(step.event, "seen")
    seated = SeatedGame.usual(match.journal.game)
    table = MatchPipeline(seated, table_reader_for(name, game.players, None), pile_of(name), match.journal)
    again = SavedSetup(msgspec.structs.replace(usual_setup(name), names=tuple(names)), str(FILMS[name]))
    put_on_table(MatchSession(table, match, name="Posed"), again)


def rehearse() -> None:
    """Play matches that begin from now on as tests say (tests.support.referee.rehearsed)."""
    ui.match.open_match.MatchPipeline = Rehearsed  # type: ignore[misc]


def tell(*words: str) -> Any:
    """Say a word to those at the table of a rehearsed match, the film before it in a circle from then on; `say LINE`
    types an event."""
    table = APP.host.table
    if not isinstance(table, LiveMatch):
        return None
    if words[0] == "say":
        table.session.enter_text(words[1])  # type: ignore[union-attr]
        return True
    answer = Rehearsed.newest.obey(table.session.scene.offers, *words)  # type: ignore[arg-type]
    if words == ("take-over",) and answer is not None and isinstance(table.frame_loop.source, VideoClip):
        table.frame_loop.source.loop, EachFrame.hold_at = True, float("inf")
    return answer


def go(place: str, about: str = "") -> None:
    """Turn all browser tabs to a page of the app."""
    for tab in list(_tabs.values()):
        tab.own(_first_route).go(Place(place), about)


def widths() -> set[float]:
    """How wide the pages of the browser tabs are, as they have told, in pixels."""
    return {tab.page.width or 0.0 for tab in list(_tabs.values()) if tab.here}


def put_on_table(session: MatchSession, again: SavedSetup | None = None) -> None:
    """Show this match in the app; what players do is done."""
    source = NoCamera() if session.scene.seeing == "unseen" else VideoClip(FILMS[session.game.id])
    frame_loop = FrameLoop(session, source)
    frame_loop.close()

    def work() -> None:
        while APP.host.live is live:
            session.work()
            time.sleep(0.05)

    live = LiveMatch(session, frame_loop, again)
    with APP.host.change():
        APP.host.live = live
    threading.Thread(target=work, daemon=True).start()
