"""The one table of the server: opened in the background, given up where nothing answers, cleared."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.support.paths import DATA, ROOT
from tests.support.waiting import until
from ui.core.faults import player_message
from ui.host import table_host
from ui.host.table_host import TableHost
from ui.match.open_match import LiveCheck, LiveMatch
from ui.settings.match_setup import usual_setup
from vision.camera.frame import SourceError

PHOTOGRAPH = DATA / "lines" / "1.jpg"
SETUP = usual_setup("army-vs-aliens-2011")


def test_our_own_faults_have_no_line_for_players() -> None:
    assert player_message(ZeroDivisionError()) is None


def test_a_host_opens_in_the_background_and_clears(tmp_path: Path) -> None:
    host = TableHost()
    picture = tmp_path / "a.jpg"
    shutil.copy(PHOTOGRAPH, picture)
    host.begin_match(SETUP, str(picture), (0.3, 0.7))
    until(lambda: host.table is not None)
    assert (host.opening, host.failed) == (None, None)
    first = host.table
    assert isinstance(first, LiveCheck) and first.session.lines is not None
    host.begin_match(SETUP, str(tmp_path / "none.png"))
    until(lambda: host.failed is not None)
    assert host.table is first
    host.begin_photograph(PHOTOGRAPH.read_bytes(), "b.jpg")
    until(lambda: host.table is not first)
    assert isinstance(host.table, LiveMatch) and host.table.session.name == "b.jpg"
    host.leave()
    assert (host.table, host.failed) == (None, None)


@pytest.mark.slow
def test_a_source_that_is_opened_at_once_is_played_before_or_refused_in_one_line(tmp_path: Path) -> None:
    host = TableHost()
    host.open_now(str(PHOTOGRAPH))
    assert isinstance(host.table, LiveMatch) and host.table.session.lines is not None
    host.close(30)
    (tmp_path / "letter.png").write_text("Dear all")
    for name in ("letter.png", "none.mp4"):
        with pytest.raises(SourceError) as refused:
            host.open_now(str(tmp_path / name))
        assert name in str(refused.value) and "\n" not in str(refused.value)
    assert host.table is None


@pytest.mark.slow
def test_a_source_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, late = threading.Event(), threading.Event()

    def hang(*_: object) -> LiveCheck:
        gate.wait(60)
        late.set()
        raise SourceError("too late")

    monkeypatch.setattr(table_host, "PATIENCE", 0.05)
    monkeypatch.setattr(table_host, "open_check", hang)
    host = TableHost()
    host.begin_match(SETUP, "webcam:0")
    until(lambda: host.failed is not None)
    assert "no answer" in str(host.failed)
    assert host.opening is None
    gate.set()
    assert late.wait(60)
    until(lambda: not any(thread.name == "opening" for thread in threading.enumerate()), "the end of the try")
    assert "no answer" in str(host.failed)


@pytest.mark.slow
def test_match_after_match_leaves_the_program_no_larger() -> None:
    """In a process of its own, whose memory nothing else fills. It grew by a hundred megabytes with each. Somebody
    looks on: pictures that nobody looks at come once a second."""
    program = (
        "import os, pathlib, time\n"
        "from ui.app_state import AppState\n"
        "host = AppState().host\n"
        "for _ in range(3):\n"
        "    host.begin_demo('space-checkers')\n"
        "    while host.table is None:\n"
        "        time.sleep(0.01)\n"
        "    stop = host.table.frame_loop.subscribe(lambda: None)\n"
        "    while not ((shot := host.table.frame_loop.shot) and shot.number >= 15):\n"
        "        time.sleep(0.01)\n"
        "    stop()\n"
        "    host.close(60)\n"
        "    print(int(pathlib.Path('/proc/self/statm').read_text().split()[1]) * os.sysconf('SC_PAGE_SIZE'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    first, *_, last = map(int, done.stdout.split())
    assert last < 1.4 * first, done.stdout
