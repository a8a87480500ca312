"""Attacks on the sockets of the network side, against a running server; the match goes on all the while."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.app.paired import Paired, Talk, attacked_app, paired_app, trusting
from tests.support.waiting import PATIENCE, until
from ui.network.auth_middleware import SOCKETS_EACH
from ui.network.tls_server import CONNECTIONS

JPEG = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8) // 8 + 90)[1].tobytes()
BOMB = JPEG.replace(b"\x02\xd0\x05\x00", b"\xff\xff\xff\xff", 1)
"""A few bytes that claim to be 65535 pixels wide and high."""
UNSAID = 1006
"""How a socket ends where the server's reason was overtaken by what the attacker was still sending."""
REGISTER = b"\x00\x92\x01\x80"
"""The beginning of what Flet's client says first: without a page, which it never leaves out."""
NOBODY = b"\0" + msgspec.msgpack.encode([3, {"target": 1_000_000, "name": "click", "data": None}])
"""A click on a control that is on no page."""

pytestmark = pytest.mark.slow  # an app of its own


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, own_record: Path) -> Iterator[Paired]:
    with attacked_app(tmp_path_factory.mktemp("network"), own_record) as running:
        yield running


@pytest.fixture
def player(app: Paired) -> Iterator[str]:
    """A device may open so many sockets a minute: each test has one of its own."""
    yield app.pair("Player", "player")
    app.tell("remove", "Player")


@pytest.fixture
def camera(app: Paired) -> Iterator[str]:
    yield app.pair("Lens", "camera")
    app.tell("remove", "Lens")


@pytest.fixture(autouse=True)
def untouched(app: Paired) -> Iterator[None]:
    """Whatever an attack sends, what is in the journal was seen on the table."""
    yield
    assert set(app.tell("journal")["sources"]) <= {"seen"}


def refused(app: Paired, path: str, cookie: str, **more: Any) -> int:
    with pytest.raises(InvalidStatus) as refusal:
        app.socket(path, cookie, **more)
    return refusal.value.response.status_code


def closed_with(talk: Talk) -> int:
    """How the server ends a socket."""
    with contextlib.suppress(ConnectionClosed):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            talk.recv()
    return talk.close_code


@pytest.mark.parametrize("path", ["/ws", "/camera/ws", "/", "/pair", "/../ws", "//ws"])
def test_no_socket_without_a_token(app: Paired, path: str) -> None:
    assert refused(app, path, "") == 403
    assert refused(app, path, "__Host-companion=" + "A" * 43) == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1", "null", None])
def test_no_socket_for_another_page(app: Paired, player: str, camera: str, origin: str | None) -> None:
    assert refused(app, "/ws", player, origin=origin) == 403
    assert refused(app, "/camera/ws", camera, origin=origin) == 403


def test_no_socket_by_a_foreign_name(app: Paired, player: str) -> None:
    with socket.create_connection(("127.0.0.1", app.port), timeout=30) as plain:
        talk = trusting().wrap_socket(plain, server_hostname="localhost")
        talk.sendall(
            b"GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            + f"Cookie: {player}\r\n\r\n".encode()
        )
        assert talk.recv(4096).startswith(b"HTTP/1.1 403")
        talk.close()


def test_each_role_has_its_own_socket(app: Paired, player: str, camera: str) -> None:
    assert refused(app, "/camera/ws", player) == 403
    assert refused(app, "/ws", camera) == 403


@pytest.mark.parametrize(("path", "size"), [("/camera/ws", 10 * 2**20), ("/ws", 10 * 2**20), ("/ws", 2**18 + 1)])
def test_a_message_that_is_too_large_ends_the_socket(
    app: Paired, player: str, camera: str, path: str, size: int
) -> None:
    with app.socket(path, camera if path == "/camera/ws" else player) as talk:
        with contextlib.suppress(ConnectionClosed):
            talk.send(b"\x00" * size)
        assert closed_with(talk) in (1009, UNSAID)


@pytest.mark.parametrize("frame", [b"\x00\xc1", b"\x07rubbish", b"\x00", b"\x01abc", REGISTER, "text", b"\x00\x91\x07"])
def test_malformed_words_to_the_app_harm_nobody(app: Paired, player: str, frame: bytes | str) -> None:
    with app.socket("/ws", player) as talk, contextlib.suppress(ConnectionClosed):
        while True:
            talk.send(frame)
    assert app.ask("/manifest.json", Cookie=player).status == 200


@pytest.mark.parametrize(
    "picture",
    [b"", b"rubbish", JPEG[:5000], b"\x89PNG\r\n\x1a\n" + b"\x00" * 99, BOMB],
    ids=["nothing", "rubbish", "cut", "png", "bomb"],
)  # fmt: skip
def test_what_is_no_picture_is_answered_and_then_shut_out(app: Paired, camera: str, picture: bytes) -> None:
    with app.socket("/camera/ws", camera) as talk:
        for _ in range(4):
            talk.send(picture)
            assert json.loads(talk.recv()) == {"mode": "off", "wait": 0}
        talk.send(picture)
        assert closed_with(talk) == 1003
    assert app.tell("phones")["Lens"]["sending"] is False


@pytest.mark.parametrize("words", ["hello", "{}", '{"do":"clear"}', '{"do":"undo","more":1}', " " * 300])
def test_words_that_no_camera_page_says_end_the_socket(app: Paired, camera: str, words: str) -> None:
    with app.socket("/camera/ws", camera) as talk:
        talk.send(words)
        assert closed_with(talk) == 1003


def test_a_flood_of_messages_ends_the_socket(app: Paired, player: str) -> None:
    with app.socket("/ws", player) as talk:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(100_000):
                talk.send(NOBODY)
        assert closed_with(talk) in (1008, UNSAID)


def test_who_costs_too_much_is_put_out_and_the_host_goes_on(tmp_path: Path) -> None:
    """A device whose every message is allowed, but which never stops; here it may take a hundredth of what it may."""
    little = "import ui.network.work_budget as w; w.BURST, w.SHARE, w.WAITS = w.BURST / 100, w.SHARE / 100, 2.0"
    page = {"route": "/", "width": 390.0, "height": 844.0}
    with paired_app(tmp_path, little) as own:
        cookie = own.pair("Restless", "viewer")
        with own.socket("/ws", cookie) as talk:
            talk.send(b"\0" + msgspec.msgpack.encode([1, {"session_id": "", "page_name": "", "page": page}]))
            answer = talk.recv()
            assert isinstance(answer, bytes)
            _, body = msgspec.msgpack.decode(answer[1:])
            changed = {"target": body["page_patch"]["_i"], "name": "resize", "data": {"width": 400, "height": 800}}
            told = b"\0" + msgspec.msgpack.encode([3, changed])
            with contextlib.suppress(ConnectionClosed):
                while True:
                    talk.send(told)
                    time.sleep(0.02)  # within what a socket may say
            assert closed_with(talk) in (1013, UNSAID), "it is not told that it was removed"
        shown = own.ask("/", Cookie=cookie)
        assert shown.status == 429 and b"asked for too much at once" in shown.body
        assert shown.headers["refresh"] == "60; url=/"
        assert refused(own, "/ws", cookie) == 403
        assert not own.tell("phones")


def test_one_device_opens_few_sockets(app: Paired) -> None:
    cookie = app.pair("Greedy", "viewer")
    with contextlib.ExitStack() as stack:
        for _ in range(SOCKETS_EACH):
            stack.enter_context(app.socket("/ws", cookie))
        assert refused(app, "/ws", cookie) == 403


def test_a_newer_page_of_a_phone_takes_over(app: Paired) -> None:
    cookie = app.pair("Twice", "camera")
    with app.socket("/camera/ws", cookie) as old, app.socket("/camera/ws", cookie) as new:
        assert closed_with(old) == 4409
        new.send(JPEG)
        assert json.loads(new.recv())["mode"] == "off"


def test_a_removed_device_is_cut_off_at_once(app: Paired) -> None:
    for role, path in (("camera", "/camera/ws"), ("viewer", "/ws")):
        cookie = app.pair(f"Gone-{role}", role)
        with app.socket(path, cookie) as talk:
            app.tell("remove", f"Gone-{role}")
            assert closed_with(talk) == 4401
        assert refused(app, path, cookie) == 403
    assert "Gone-camera" not in app.tell("phones")


def test_a_slow_reader_is_dropped_and_holds_up_nobody(app: Paired, player: str) -> None:
    """It asks for the largest file again and again and reads nothing; others are served all the while."""
    asked = b"".join(
        f"GET /canvaskit/canvaskit.wasm HTTP/1.1\r\nHost: {app.host}\r\nCookie: {player}\r\n\r\n".encode()
        for _ in range(4)
    )
    with socket.create_connection(("127.0.0.1", app.port), timeout=PATIENCE) as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with trusting().wrap_socket(plain, server_hostname="localhost") as slow:
            slow.sendall(asked)
            assert app.ask("/manifest.json", Cookie=player).status == 200
            until(lambda: any("reads too slowly" in line for line in list(app.server.lines)), "the end of patience")
    assert app.ask("/manifest.json", Cookie=player).status == 200


def test_silent_connections_and_bodies_that_never_come_make_room(tmp_path: Path) -> None:
    """As many as the server takes, from four addresses: whoever comes then is answered once their time is over."""
    soon = (
        "import ui.network.rate_limits as r, ui.network.auth_middleware as a; r.SILENT = 1.0; a.MESSAGE_TIMEOUT = 1.0"
    )
    with paired_app(tmp_path, soon) as own, contextlib.ExitStack() as stack:

        def opened(number: int) -> ssl.SSLSocket:
            plain = socket.create_connection(("127.0.0.1", own.port), PATIENCE, (f"127.0.4.{number % 4 + 1}", 0))
            return stack.enter_context(trusting().wrap_socket(plain, server_hostname="localhost"))

        silent = [opened(number) for number in range(CONNECTIONS - 1)]
        promising = opened(CONNECTIONS - 1)
        promising.sendall(f"POST /pair HTTP/1.1\r\nHost: {own.host}\r\nOrigin: {own.address}\r\n"
                          "Content-Length: 1000000000\r\n\r\n".encode())  # fmt: skip

        def answered() -> bool:
            try:
                return own.ask("/pair", source="127.0.5.1").status == 200
            except OSError:
                return False

        until(answered, "an answer for somebody else")
        until(lambda: not promising.recv(4096), "the end of a request without its body")
        assert silent[0].recv(1) == b""


def test_many_devices_at_once_leave_the_match_alone(app: Paired, player: str, camera: str) -> None:
    def bother(number: int) -> int:
        try:
            return app.ask("/main.dart.js", source=f"127.0.2.{number % 250 + 1}").status
        except OSError:
            return 0

    before = app.tell("journal")["shots"]
    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(bother, range(200)))
    assert set(statuses) <= {401, 429, 0} and statuses.count(401) > 100
    until(lambda: app.tell("journal")["shots"] > before, "a picture of the match")
    assert json.loads(app.ask("/pair/state", Cookie=player).body)["state"] == "in"
