"""Whoever does not hold the host's secret is served nothing on this machine; a link that is good once leads to it."""

from __future__ import annotations

import contextlib
import os
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.text import say
from tests.support.app.browser import AppServer, context, serve
from tests.support.app.loops import in_a_loop_of_its_own
from tests.support.app.serving import open_link
from tests.support.waiting import until
from ui.core import Message
from ui.server.host_key import LAPSE, RACE, HostKey, HostMiddleware

ADDRESS = "http://127.0.0.1:8550"


class Host:
    """A key with a clock that stands still, what was told to whoever started the program, and an app behind it."""

    def __init__(self, folder: Path) -> None:
        self.now, self.told, self.file = 1e9, list[str](), folder / "host.key"
        self.key = self.start()

    def start(self) -> HostKey:
        """Start the app anew."""
        key = HostKey(self.file, ADDRESS, self.told.append, lambda: self.now)
        if self.file.exists():
            os.utime(self.file, (self.now, self.now))
        return key

    def word(self, link: str) -> str:
        return link.removeprefix(f"{ADDRESS}/open/")

    def ask(self, path: str = "/", cookie: str = "", method: str = "GET") -> tuple[int, dict[str, str], str]:
        """Status, headers and body of an answer."""
        sent: list[Message] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"the app"})

        async def asked() -> None:
            async def send(message: Message) -> None:
                sent.append(message)

            async def receive() -> Message:
                return {"type": "http.request"}

            headers = [(b"cookie", f"companion-8550={cookie}".encode()), (b"accept", b"text/html,*/*")]
            scope = {"type": "http", "method": method, "path": path, "headers": headers}
            await HostMiddleware(app, self.key, 8550)(scope, receive, send)

        in_a_loop_of_its_own(asked)
        said = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], said, b"".join(one.get("body", b"") for one in sent).decode()


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "network")


def test_a_link_is_good_once_and_leads_to_the_app(host: Host) -> None:
    path = host.key.link().removeprefix(ADDRESS)
    for asked in ("/", "/match/1/html", "/manifest.json"):
        assert host.ask(asked)[0] == 401
    assert host.ask("/photograph/1", method="PUT")[0] == 401
    assert host.ask(path, method="HEAD")[0] == 401, "what only looks a link up uses nothing up"
    status, headers, _ = host.ask(path)
    assert status == 303 and headers["location"] == "/"
    cookie, _, rest = headers["set-cookie"].partition(";")
    assert "HttpOnly" in rest and "SameSite=Lax" in rest
    name, _, secret = cookie.partition("=")
    assert name == "companion-8550" and host.ask(cookie=secret)[::2] == (200, "the app")
    assert host.ask(path, secret)[0] == 303, "the same browser may open it again"
    assert host.ask("/history", secret)[0] == 200 and host.told == []
    assert host.ask("/open/guessed")[0] == 401 and host.ask(cookie=secret[:-1] + "~")[0] == 401


def test_the_cookie_lasts_as_long_as_the_app_is_looked_at(host: Host) -> None:
    secret = host.key.open(host.word(host.key.link()))
    assert secret is not None
    assert f"Max-Age={LAPSE}" in host.ask(cookie=secret)[1]["set-cookie"]
    assert "set-cookie" not in host.ask("/main.dart.js", secret)[1]


def test_a_link_that_two_browsers_open_lets_neither_in(host: Host) -> None:
    word = host.word(host.key.link())
    first = host.key.open(word)
    assert first is not None and host.key.fits(first)
    host.now += RACE / 2
    assert host.key.open(word) is None
    assert not host.key.fits(first)
    assert len(host.told) == 1 and host.told[0].startswith("A link was opened by two browsers")
    second = host.key.open(host.word(host.told[0].split()[-1]))
    assert second is not None and second != first and host.key.fits(second)


def test_another_browser_of_the_host_s_is_shown_a_link_of_its_own(host: Host) -> None:
    word = host.word(host.key.link())
    for _ in range(3):
        assert host.ask()[0] == 401
    assert host.told == [], "there is one to be opened already"
    secret = host.key.open(word)
    assert secret is not None
    host.now += RACE + 1
    assert host.ask(f"/open/{word}")[0] == 401 and host.key.fits(secret), "long afterwards nobody is locked out"
    assert len(host.told) == 1 and "Another browser asks for the app" in host.told[0]
    for _ in range(3):
        assert host.ask()[0] == 401
    assert len(host.told) == 1
    assert host.key.open(host.word(host.told[0].split()[-1])) == secret


def test_browsers_are_known_after_a_restart_and_not_after_ninety_days(host: Host) -> None:
    secret = host.key.open(host.word(host.key.link()))
    assert secret is not None and stat.S_IMODE(host.file.stat().st_mode) == 0o600
    for _ in range(3):
        host.now += LAPSE - 100
        assert host.start().fits(secret)
    host.now += LAPSE + 100
    assert not host.start().fits(secret)


@pytest.mark.parametrize("kept", [b"", b"short", b"\xff" * 43, b"a" * 500])
def test_a_file_that_holds_no_secret_is_written_anew(host: Host, kept: bytes) -> None:
    host.file.write_bytes(kept)
    key = host.start()
    assert not key.fits(kept.decode("latin-1")) and len(host.file.read_bytes()) == 43


def test_a_secret_that_cannot_be_kept_is_good_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    host = Host(tmp_path / "file")
    secret = host.key.open(host.word(host.key.link()))
    assert secret is not None and host.ask(cookie=secret)[0] == 200
    assert not host.start().fits(secret)


def test_an_open_socket_ends_once_its_browser_is_locked_out(host: Host) -> None:
    word = host.word(host.key.link())
    secret = host.key.open(word)
    sent: list[Message] = []
    heard: list[Message] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for n in range(4):
            if n == 1:
                host.key.open(word)  # by another browser
            heard.append(await receive())
            await send({"type": "websocket.send", "text": f"view {n}"})

    async def receive() -> Message:
        return {"type": "websocket.receive", "text": "click"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "websocket", "path": "/ws", "headers": [(b"cookie", f"companion-8550={secret}".encode())]}
    in_a_loop_of_its_own(lambda: HostMiddleware(app, host.key, 8550)(scope, receive, send))
    assert [one["type"] for one in sent] == ["websocket.send", "websocket.close"]
    assert [one["type"] for one in heard] == ["websocket.receive", *["websocket.disconnect"] * 3]


# ------------------------------------------------------------------------------------------------ the app itself


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppServer]:
    folder = tmp_path_factory.mktemp("data")
    with serve("from ui.server.server import run; run(port=0)", XDG_DATA_HOME=str(folder)) as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("said", [{}, {"Cookie": "companion-1=x"}, {"Cookie": 'a=b; ;=,"'}])
def test_another_program_of_this_computer_gets_nothing(app: AppServer, said: dict[str, str]) -> None:
    for path in ("/", "/main.dart.js", "/match/1/html", "/open/", "/open/word"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(app.address + path, headers=said))
        assert refused.value.code == 401
        assert say(
            "Open the link that the program shows in the window where it was started. It is good for one browser."
        ) in (refused.value.read().decode())
        refused.value.close()
    socket = app.address.replace("http", "ws") + "/ws"
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(socket, additional_headers=said) as talk:
        talk.recv()
    with contextlib.closing(app.fetch()) as answer:
        assert answer.status == 200


@pytest.mark.slow
def test_a_second_browser_is_let_in_by_a_second_link(app: AppServer, browser: Any) -> None:
    own = context(browser, 390, 844)
    page = own.new_page()
    page.goto(app.address)
    page.get_by_role("heading", name="This browser is not known yet").wait_for()
    link = until(lambda: next((one.split()[-1] for one in app.lines if "Another browser asks" in one), None), "a link")
    faults: list[str] = []
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.goto(link)
    page.wait_for_url(f"{app.address}/")
    page.locator("flt-semantics-placeholder").wait_for(state="attached")
    assert faults == []
    with pytest.raises(AssertionError):
        open_link(link)
    own.close()
