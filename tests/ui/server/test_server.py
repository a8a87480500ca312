"""The server without a browser: how little it loads before its first screen, what its answers carry, and its end."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.error

import pytest

from tests.support.app.browser import AppServer, serve
from tests.support.paths import ROOT
from tests.support.waiting import PATIENCE, until

PLAYING = """
import threading, time
from ui.app_state import AppState
from ui.server.server import run
app = AppState()
def look():
    while app.host.table is None or app.host.table.frame_loop.shot is None:
        time.sleep(0.01)
    print("plays", flush=True)
threading.Thread(target=look, daemon=True).start()
run(port=0, state=app, demo=True)
"""
"""Says when the recorded match, on which it opens, is to be seen."""


@pytest.mark.slow
def test_the_server_is_ready_after_little_work() -> None:
    """First screen under 3 s: nothing of what only some tables need is loaded, and no more modules than there were."""
    code = (
        "from ui.app_state import AppState; from ui.server.server import make_app; make_app(AppState()); "
        "import sys; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "ui.server.server" in loaded and len(loaded) < 1500
    assert not {"torch", "scipy", "PIL", "fpdf", "psycopg", "flet_cli", "models.train"} & {*loaded}


@pytest.mark.slow
def test_answers_carry_the_policy_and_no_leave_for_others(app: AppServer) -> None:
    with app.fetch() as answer:
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["access-control-allow-origin"] is None
        assert answer.headers["cross-origin-embedder-policy"] is None  # isolated pages fail to free pictures
    for path in ("/docs", "/openapi.json"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            app.fetch(path)
        assert refused.value.code == 404
        refused.value.close()


@pytest.mark.slow
def test_the_demo_stops_on_a_signal_while_its_match_plays() -> None:
    with serve(PLAYING) as server:
        until(lambda: "plays\n" in server.lines, "a picture of the match")
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0
        assert not any("Traceback" in line for line in server.lines)
