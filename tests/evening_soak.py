"""A long evening of the whole app: a film that is looped, ten tabs of the host's and three phones that come and go.

`python -m tests.evening_soak --hours 8`, or `make soak-evening HOURS=8`. Tabs and phones speak as browsers do, without
drawing; `make soak-tabs` looks at tabs that draw. A line a minute tells memory, open files and threads of the server,
and how long the host's page and a new tab wait. A match is left and another begun every MATCH seconds. It ends with 1
where after the first hour (or the first tenth, if that is less) anything grew by more than LIMITS has it. `--pace 10`
has everybody come and go, and matches end, ten times as often: as many visits in an hour as in ten.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.support.app.browser import AppServer
from tests.support.app.paired import Paired, paired_app

TABS, PHONES = 10, 3
MATCH, EVERY, ASK = 600.0, 60.0, 2.0
"""Seconds of a match, between two looks, and between two requests of the host's page: a tab that opens holds up all
others for some tenths of a second, so that a few requests in a row would tell of one moment alone."""
STAYS, AWAY, PICTURE = 40.0, 10.0, 0.2
"""Seconds that a phone stays and is away, and between two of its pictures."""
LIMITS = (
    ("MB", "megabytes", 1.05, 0),
    ("files", "files", 1.0, 10),
    ("threads", "threads", 1.0, 10),
    ("ms for the page", "page", 1.5, 0),
    ("ms for a new tab", "tab", 1.5, 0),
)
"""How many times as much, and how much more, there may be of each at the end."""
GONE = (ConnectionClosed, InvalidStatus, TimeoutError, OSError)
REGISTERS = {
    "platform": "linux", "web": True, "width": 1280.0, "height": 900.0, "route": "/", "pwa": False, "media": {},
    "wasm": False, "test": False, "pyodide": False, "locale_configuration": None, "window": {}, "multi_view": False,
}  # fmt: skip
"""What Flet's client says of the page that it shows."""


class Look(NamedTuple):
    """What one look at the server found."""

    seconds: float
    megabytes: float
    """Of the server and of the decoders that it has started."""
    files: int
    threads: int
    page: float
    """Milliseconds that the host's page takes to come: the median since the last look."""
    tab: float
    """Milliseconds until a new tab has its first screen."""

    @property
    def line(self) -> str:
        return (
            f"{self.seconds / 60:6.1f} min  {self.megabytes:6.1f} MB  {self.files:4d} files  {self.threads:3d} threads"
            f"  page {self.page:5.0f} ms  new tab {self.tab:5.0f} ms"
        )


def ask(app: Paired) -> float:
    """Milliseconds that the host's page takes to come."""
    begun = time.monotonic()
    app.server.fetch("/").close()
    return 1000 * (time.monotonic() - begun)


def look(app: Paired, seconds: float, waits: Sequence[float]) -> Look:
    """Look at the server now; `waits`: for how many milliseconds the host's page was waited for since the last look."""
    here = Path("/proc", str(app.server.process.pid))
    children = list[Path]()
    for each in here.glob("task/*/children"):
        with contextlib.suppress(OSError):  # a thread that has ended meanwhile
            children += [Path("/proc", pid) for pid in each.read_text().split()]
    megabytes = 0.0
    for each in (here, *children):
        with contextlib.suppress(OSError, KeyError):  # a decoder that has ended meanwhile: gone, or not yet buried
            told = dict(line.split(":", 1) for line in (each / "status").read_text().splitlines())
            megabytes += int(told["VmRSS"].split()[0]) / 1024
    begun = time.monotonic()
    with open_tab(app.server):
        tab = 1000 * (time.monotonic() - begun)
    files, threads = len(os.listdir(here / "fd")), len(os.listdir(here / "task"))
    return Look(seconds, megabytes, files, threads, median(waits), tab)


@contextlib.contextmanager
def open_tab(server: AppServer) -> Iterator[ClientConnection]:
    """A tab of the host's, once it has its first screen."""
    address = f"{server.address.replace('http', 'ws')}/ws"
    headers = {"Cookie": server.cookie}
    with connect(address, additional_headers=headers, max_size=None, compression=None, close_timeout=1) as socket:
        socket.send(b"\0" + msgspec.msgpack.encode([1, {"session_id": "", "page_name": "", "page": REGISTERS}]))
        socket.recv(60)
        yield socket


def keep_tab(app: Paired, done: threading.Event, stays: float) -> None:
    """Have a tab open that takes all it is sent; another one after so many seconds."""
    while not done.is_set():
        with contextlib.suppress(*GONE), open_tab(app.server) as socket:
            until = time.monotonic() + stays
            while not done.is_set() and time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    socket.recv(1)


def keep_phone(app: Paired, cookie: str, number: int, done: threading.Event, pace: float) -> None:
    """Have a phone send pictures for a while, leave, and come back."""
    picture = np.random.default_rng(number).integers(0, 255, (36, 64, 3), np.uint8)
    jpeg = cv2.imencode(".jpg", cv2.resize(picture, (1280, 720)))[1].tobytes()
    while not done.is_set():
        with contextlib.suppress(*GONE), app.socket("/camera/ws", cookie) as socket:
            until = time.monotonic() + STAYS / pace
            while not done.wait(PICTURE) and time.monotonic() < until:
                socket.send(jpeg)
                socket.recv()
        done.wait(AWAY / pace)


def evening(game: str, hours: float, tell: Callable[[str], None] = print, pace: float = 1.0) -> Sequence[Look]:
    """Run the app for so long; what each look found. `pace`: how many times as often as usual everybody comes and
    goes."""
    found: list[Look] = []
    done = threading.Event()
    with tempfile.TemporaryDirectory() as name, paired_app(Path(name) / "network") as app:
        app.tell("open", game)
        stays = [(30.0 + 60.0 * n) / pace for n in range(TABS)]
        works = [threading.Thread(target=keep_tab, args=(app, done, seconds)) for seconds in stays]
        for number in range(PHONES):
            cookie = app.pair(f"phone-{number}", "camera")
            works.append(threading.Thread(target=keep_phone, args=(app, cookie, number, done, pace)))
        for work in works:
            work.start()
        begun, match = time.monotonic(), 0
        try:
            waits = [ask(app)]
            while (passed := time.monotonic() - begun) < hours * 3600 or len(found) < 2:  # two tell whether it grew
                found.append(look(app, passed, waits))
                tell(found[-1].line)
                if passed * pace // MATCH > match:
                    match = int(passed * pace // MATCH)
                    app.tell("leave")
                    app.tell("open", game)
                waits, until = [ask(app)], time.monotonic() + min(EVERY, hours * 360)
                while (left := until - time.monotonic()) > 0:
                    done.wait(min(ASK, left))
                    waits.append(ask(app))
        finally:
            done.set()
            for work in works:
                work.join()
    return found


def verdict(found: Sequence[Look]) -> tuple[bool, str]:
    """Whether all stayed as it was, and a line that tells how it is."""
    settled = min(3600.0, found[-1].seconds / 10)
    rest = [one for one in found if one.seconds >= settled]
    part = max(1, len(rest) // 4)
    well, told = True, []
    for name, what, times, more in LIMITS:
        before, after = (median(getattr(one, what) for one in some) for some in (rest[:part], rest[-part:]))
        well = well and after <= times * before + more
        told.append(f"{name} {before:.0f} -> {after:.0f} ({after / before:.3f} times)")
    return well, ", ".join(told)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.evening_soak", description=__doc__)
    parser.add_argument("--game", default="space-checkers", help="whose recorded match is shown")
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--pace", type=float, default=1.0, help="how many times as often all come and go (1)")
    arguments = parser.parse_args()
    found = evening(arguments.game, arguments.hours, lambda line: print(line, flush=True), arguments.pace)
    well, line = verdict(found)
    print(line)
    return int(not well)


if __name__ == "__main__":
    sys.exit(main())
