"""A tab that was closed, or has lost its socket, and may come back: it holds on to no match that is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from socket import SHUT_RDWR

import msgspec
import pytest

from tests.evening_soak import open_tab
from tests.support.app.browser import AppServer, serve
from tests.support.waiting import until

pytestmark = pytest.mark.slow  # an app of its own

SERVER = """
import ui.core.hooks
ui.core.hooks.RELOAD = ui.core.hooks.LET_GO = 0.2
from tests.support.app.posed import serve_obeying
serve_obeying()
"""
BEGIN = """
import time
from tests.support.app.one_app import APP
from tests.support.paths import FILMS
from ui.match.open_match import LiveMatch
from ui.settings.match_setup import usual_setup
APP.host.begin_match(usual_setup("space-checkers"), str(FILMS["space-checkers"]))
while not isinstance(APP.host.table, LiveMatch) or APP.host.table.frame_loop.shot is None:
    time.sleep(0.05)
"""
LEAVE = """
import time
from tests.support.app.one_app import APP
APP.host.leave()
while APP.host.table is not None:
    time.sleep(0.05)
"""
WATCHED = "from tests.support.app.one_app import APP; answer = len(APP.host.table.frame_loop._viewers)"
COUNT = """
import gc
gc.collect()
held = ("LiveMatch", "FrameLoop", "MatchPipeline", "VideoClip")
answer = sorted(type(one).__name__ for one in gc.get_objects() if type(one).__name__ in held)
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    folder = str(tmp_path_factory.mktemp("data"))
    env = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), folder)
    with serve(SERVER, COMPANION_RECORD=str(Path(folder, "matches.sqlite")), **env) as server:
        yield server


@pytest.mark.parametrize("first", ["the tab", "the match"])
def test_a_match_that_is_over_is_let_go_of(app: AppServer, first: str) -> None:
    """Whichever of both is closed first."""
    app.run(BEGIN)
    with open_tab(app):
        until(lambda: app.run(WATCHED), "a live picture")
        if first == "the match":
            app.run(LEAVE)
    if first == "the tab":
        app.run(LEAVE)
    until(lambda: app.run(COUNT) == [], "the end of the match")


ASKED = """
import asyncio
import gc
asked = ("ask_about_motion.<locals>.ask", "use_sounds.<locals>.play")
tasks = [one for one in gc.get_objects() if isinstance(one, asyncio.Task) and not one.done()]
answer = sum(one.get_coro().__qualname__ in asked for one in tasks)
"""


def test_a_browser_that_has_left_is_waited_for_no_longer(app: AppServer) -> None:
    """What it was asked held all that was on its screen."""
    with open_tab(app):
        until(lambda: app.run(ASKED), "a question to the browser, which answers none")
    until(lambda: app.run(ASKED) == 0, "the end of the question")


def test_a_browser_that_stays_and_answers_nothing_is_waited_for_no_longer(app: AppServer) -> None:
    app.run("import ui.core.hooks; ui.core.hooks.ANSWER = 0.2")
    with open_tab(app):
        until(lambda: app.run(ASKED) == 0, "the end of the question")
    app.run("import ui.core.hooks; ui.core.hooks.ANSWER = 10.0")


HERE = "from ui.core.hooks import _tabs; answer = [one.page.session.id for one in _tabs.values() if one.here]"
TAB = (
    "from ui.core.hooks import _tabs; page = next(one.page for one in _tabs.values() if one.page.session.id == {!r})\n"
)
WIDTH = TAB + "answer = page.width"
KEPT = TAB + "answer = None if page.session.connection else page.views[0].controls != []"


def test_an_answer_that_comes_too_late_leaves_the_tab_its_socket(app: AppServer) -> None:
    """The match is left while a sound is played: its player is gone when the browser says that it has been."""
    with open_tab(app) as socket:
        (id,) = until(lambda: app.run(HERE), "the tab")
        late = [5, {"control_id": 10**9, "call_id": "gone", "result": None, "error": None}]
        page = app.run(TAB.format(id) + "answer = page._i")
        for message in (late, [4, {"id": page, "props": {"width": 777.0}}]):
            socket.send(b"\0" + msgspec.msgpack.encode(message))
        until(lambda: app.run(WIDTH.format(id)) == 777.0, "what is said after it")


@pytest.mark.parametrize(("code", "kept"), [(1001, True), (1000, False), (None, False)])
def test_a_tab_that_has_lost_its_socket_is_emptied_and_one_that_is_loaded_anew_is_kept(
    app: AppServer, code: int | None, kept: bool
) -> None:
    """A page that is still there would compare all that it is sent again with what it has, for minutes: as that of a
    laptop that has slept."""
    app.run("import ui.core.hooks; ui.core.hooks.RELOAD = 1000.0")
    with open_tab(app) as socket:
        (id,) = until(lambda: app.run(HERE), "the tab")
        if code is None:
            socket.socket.shutdown(SHUT_RDWR)
        else:
            socket.close(code)
        until(lambda: app.run(KEPT.format(id)) is kept, "what becomes of it")
    app.run("import ui.core.hooks; ui.core.hooks.RELOAD = 0.2")


PRINT = """
from flet.messaging.protocol import Message
Message.printed = []
Message.__repr__ = lambda message: Message.printed.append(message.action.name) or ""
"""
PRINTED = "from flet.messaging.protocol import Message; answer = Message.printed"


def test_what_is_sent_to_a_tab_is_not_printed(app: AppServer) -> None:
    """But for the answer to the browser's first word, which knows nothing of the screen."""
    app.run(PRINT)
    app.run(BEGIN)
    with open_tab(app):
        until(lambda: app.run(WATCHED), "a live picture")
    app.run(LEAVE)
    assert app.run(PRINTED) == ["REGISTER_CLIENT"]
