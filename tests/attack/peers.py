"""Hostile devices on the network of a running app: the host is answered all the while, and nobody gets in."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import cv2
import msgspec
import numpy as np
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.attack.outcome import Outcome, Verdict
from tests.attack.pictures import altered
from tests.support.app.paired import Paired, Talk, paired_app, trusting

SLOWEST = 0.25
"""Seconds within which the host's page is to answer in 95 of 100 cases."""
LONG = 3.0
"""Seconds for which one peer goes on."""
AT_ONCE = 5
"""Peers at a time: as many devices as a family has."""
PAGE = {"route": "/", "width": 390.0, "height": 844.0}


def peers(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Attack the network side with so many peers; the worst time is what the host waited for at 95 %."""
    outcome, lot = Outcome("peers"), Random(seed)
    with paired_app(folder) as app:
        app.tell("open", "space-checkers")
        cookies = [app.pair(f"device-{n}", "player" if n % 2 else "viewer") for n in range(AT_ONCE)]
        lens = app.pair("lens", "camera")
        waits: list[float] = []
        done = threading.Event()
        asking = threading.Thread(target=_ask_as_host, args=(app, waits, done))
        asking.start()
        names = [*KINDS]
        works = [(number, names[number] if number < len(names) else lot.choice(names)) for number in range(count)]

        def attack(work: tuple[int, str]) -> tuple[str, Verdict, float, str]:
            number, kind = work
            begun = time.monotonic()
            try:
                verdict = KINDS[kind](app, lens if kind == "lens" else cookies[number % AT_ONCE], number)
            except (OSError, ConnectionClosed, InvalidStatus, http.client.HTTPException):
                verdict = "refused"
            return kind, verdict, time.monotonic() - begun, ""

        with ThreadPoolExecutor(AT_ONCE) as pool:
            for kind, verdict, _, why in pool.map(attack, works):
                outcome.note(verdict, 0.0, why=f"{kind}: {why or 'it got in'}")
        done.set()
        asking.join()
        waits.sort()
        outcome.worst = waits[int(0.95 * len(waits))]
        if not app.tell("journal")["shots"]:
            outcome.lost.append("the match has stopped")
    return outcome


def _ask_as_host(app: Paired, waits: list[float], done: threading.Event) -> None:
    host, port = app.server.address.removeprefix("http://").rstrip("/").split(":")
    while not done.wait(0.05):
        begun = time.monotonic()
        with contextlib.closing(http.client.HTTPConnection(host, int(port), timeout=60)) as asked:
            asked.request("GET", "/manifest.json", headers={"Cookie": app.server.cookie})
            asked.getresponse().read()
        waits.append(time.monotonic() - begun)


def _plain(app: Paired, number: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", app.port), 10, (f"127.0.6.{number % 200 + 1}", 0))


def _silent(app: Paired, cookie: str, number: int) -> Verdict:
    with trusting().wrap_socket(_plain(app, number), server_hostname="localhost") as talk:
        talk.settimeout(LONG)
        return "survived" if talk.recv(1) else "refused"


def _noise(app: Paired, cookie: str, number: int) -> Verdict:
    with trusting().wrap_socket(_plain(app, number), server_hostname="localhost") as talk:
        talk.settimeout(LONG)
        talk.sendall(Random(number).randbytes(5000) + b"\r\n\r\n")
        return "lost" if b" 200 " in talk.recv(4096) else "refused"


def _guess(app: Paired, cookie: str, number: int) -> Verdict:
    answer = app.knock("AAAAAA", "Guesser", "player", f"127.0.7.{number % 200 + 1}")
    return "lost" if answer.status == 200 else "refused"


def _forge(app: Paired, cookie: str, number: int) -> Verdict:
    forged = "__Host-companion=" + Random(number).randbytes(32).hex()
    return "lost" if app.ask("/main.dart.js", Cookie=forged).status == 200 else "refused"


def _foreign(app: Paired, cookie: str, number: int) -> Verdict:
    return "lost" if app.ask("/", Cookie=cookie, Origin="https://evil.example").status == 200 else "refused"


def _climb(app: Paired, cookie: str, number: int) -> Verdict:
    path = ["/../devices.json", "/%2e%2e/devices.json", "/match/1/html", "//etc/passwd", "/statistics/"][number % 5]
    return "lost" if app.ask(path, Cookie=cookie).status == 200 else "refused"


def _promise(app: Paired, cookie: str, number: int) -> Verdict:
    with trusting().wrap_socket(_plain(app, number), server_hostname="localhost") as talk:
        talk.settimeout(LONG)
        head = f"POST /pair HTTP/1.1\r\nHost: {app.host}\r\nOrigin: {app.address}\r\nContent-Length: 1000000000\r\n\r\n"
        talk.sendall(head.encode())
        return "lost" if b" 200 " in talk.recv(4096) else "refused"


def _flood(app: Paired, cookie: str, number: int) -> Verdict:
    """Messages within all limits, of which each asks for work."""
    with app.socket("/ws", cookie) as talk:
        page = _registered(talk)
        told = [
            {"target": 1_000_000, "name": "click", "data": None},
            {"target": page, "name": "resize", "data": {"width": 400, "height": 800}},
            {"target": page, "name": "route_change", "data": {"route": "/rolls"}},
        ][number % 3]
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            talk.send(b"\0" + msgspec.msgpack.encode([3, told]))
            time.sleep(0.02)
    return "survived"


def _babble(app: Paired, cookie: str, number: int) -> Verdict:
    with app.socket("/ws", cookie) as talk:
        _registered(talk)
        for n in range(20):
            talk.send(b"\0" + Random(number + n).randbytes(200))
        while True:  # until it is closed
            talk.recv()


def _lens(app: Paired, cookie: str, number: int) -> Verdict:
    """A camera whose pictures are none."""
    lot = Random(number)
    noise = np.random.default_rng(number).integers(0, 255, (360, 640, 3), np.uint8)
    picture = cv2.imencode(".jpg", noise)[1].tobytes()
    with app.socket("/camera/ws", cookie) as talk:
        for _ in range(12):
            how, data = altered(picture, lot)
            talk.send(data if lot.random() < 0.9 else how)
            talk.recv()
    return "survived"


def _pretend(app: Paired, cookie: str, number: int) -> Verdict:
    """Another program of this computer, which takes itself for the host's browser."""
    host, port = app.server.address.removeprefix("http://").split(":")
    forged = f"{app.server.cookie.partition('=')[0]}={Random(number).randbytes(32).hex()}"
    said = {"Cookie": forged} if number % 2 else {}
    path = ["/", "/ws", "/open/guessed", "/match/1/html"][number % 4]
    with contextlib.closing(http.client.HTTPConnection(host, int(port), timeout=60)) as asked:
        asked.request("GET", path, headers=said)
        return "lost" if asked.getresponse().status in (101, 200, 303) else "refused"


def _registered(talk: Talk) -> int:
    """The id of the page that Flet's client would show."""
    talk.send(b"\0" + msgspec.msgpack.encode([1, {"session_id": "", "page_name": "", "page": PAGE}]))
    answer = talk.recv()
    assert isinstance(answer, bytes)
    return int(msgspec.msgpack.decode(answer[1:])[1]["page_patch"]["_i"])


KINDS = {
    "silent": _silent, "noise": _noise, "guess": _guess, "forge": _forge, "foreign": _foreign, "climb": _climb,
    "promise": _promise, "flood": _flood, "babble": _babble, "pretend": _pretend,
    "lens": _lens,
}  # fmt: skip
"""What peers do, by name."""
