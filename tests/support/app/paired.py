"""A running app with pairing on (tests.support.app.paired_app), and devices that speak to it without a browser."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import ssl
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect

from companion.match.steps import step_text
from companion.record import Record
from tests.support.app.browser import AppServer, serve
from tests.support.waiting import PATIENCE, until

T = TypeVar("T")


def trusting() -> ssl.SSLContext:
    """TLS that takes any certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Answer:
    """What the server answered."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()

    @property
    def cookie(self) -> str:
        """The cookie that was set, as it is sent back."""
        return (self.headers.get("set-cookie") or "").split(";")[0]


class Talk:
    """A web socket that can be used without a loop of one's own.

    The client of websockets that has no loop reads and writes TLS in two threads at once, which may stop both.
    """

    def __init__(self, address: str, **more: Any) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

        async def opened() -> ClientConnection:
            return await connect(
                address,
                ssl=trusting(),
                max_size=None,
                open_timeout=PATIENCE,
                close_timeout=1,
                compression=None,
                proxy=None,
                **more,
            )

        try:
            self._socket = self._wait(opened())
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._wait(self._socket.close())
        finally:
            self._end()

    @property
    def close_code(self) -> int:
        """How the server ended it; 0 while it is open."""
        return self._socket.close_code or 0

    def send(self, message: bytes | str) -> None:
        self._wait(self._socket.send(message))

    def recv(self) -> bytes | str:
        """The next message; ConnectionClosed where there is none any more."""
        return self._wait(self._socket.recv())

    def _wait(self, what: Coroutine[Any, Any, T]) -> T:
        async def within() -> T:
            return await asyncio.wait_for(what, PATIENCE)

        return asyncio.run_coroutine_threadsafe(within(), self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Paired:
    """The app on both its sides."""

    def __init__(self, server: AppServer, port: int) -> None:
        self.server, self.port = server, port
        self.host = f"127.0.0.1:{port}"
        self.address = f"https://{self.host}"
        self._answered = self._paired = 0

    def tell(self, *words: str) -> Any:
        """What the host does; the answer."""
        self.server.tell(" ".join(words))

        def answers() -> list[str]:
            return [line for line in list(self.server.lines) if line.startswith("answer ")]

        self._answered += 1
        until(lambda: len(answers()) >= self._answered, f"an answer to {words}")
        return json.loads(answers()[self._answered - 1].removeprefix("answer "))

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, source: str = "127.0.0.1", **headers: str
    ) -> Answer:
        """One request, `path` as it stands."""
        told = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if method != "GET":
            told.setdefault("Origin", self.address)
        place = "127.0.0.1", self.port
        talk = http.client.HTTPSConnection(*place, timeout=30, context=trusting(), source_address=(source, 0))
        try:
            talk.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in told.items():
                if value:
                    talk.putheader(name, value)
            if body is not None:
                talk.putheader("Content-Length", str(len(body)))
            talk.endheaders(body)
            return Answer(talk.getresponse())
        finally:
            talk.close()

    def knock(self, secret: str, name: str, role: str, source: str = "127.0.0.1") -> Answer:
        body = json.dumps({"secret": secret, "name": name, "role": role}).encode()
        return self.ask("/pair", "POST", body, source)

    def pair(self, name: str, role: str) -> str:
        """A device that has been let in; its cookie. Each from an address of its own, for one may ask only so often."""
        self._paired += 1
        answer = self.knock(self.tell("invite")["token"], name, role, f"127.0.3.{self._paired}")
        assert answer.status == 200, answer.body
        assert self.tell("let-in", name, role) == name
        return answer.cookie

    def socket(self, path: str, cookie: str, origin: str | None = "") -> Talk:
        """A web socket, by default from the server's own page."""
        return Talk(
            f"wss://{self.host}{path}",
            origin=self.address if origin == "" else origin,
            additional_headers={"Cookie": cookie} if cookie else {},
        )


@contextmanager
def attacked_app(folder: Path, record: Path) -> Iterator[Paired]:
    """The same with a match that plays, into this record. At the end it has gone on, and holds what was seen alone."""
    with paired_app(folder) as running:
        assert running.tell("open", "space-checkers") is None
        yield running
        before = running.tell("journal")["shots"]
        until(lambda: running.tell("journal")["shots"] > before, "a picture after the attacks")
        until(lambda: running.tell("journal")["lines"], "an event of the match")
        shown = running.tell("journal")
        running.tell("leave")
        with Record(record, clock=time.time) as kept:
            written = kept.journal(shown["match"])
        events = [(step_text(written.game, one.before, one.event), one.played.source) for one in written.history()]
        assert events[: len(shown["lines"])] == [(line, "seen") for line in shown["lines"]]


@contextmanager
def paired_app(folder: Path, first: str = "") -> Iterator[Paired]:
    """The app, with what it knows of devices in `folder`; `first`: Python that it runs before anything else."""
    program = "runpy.run_module('tests.support.app.paired_app', None, '__main__')"
    code = f"{first}\nimport sys, runpy; sys.argv[1:] = [{str(folder)!r}]; {program}"
    with serve(code) as server:
        line = until(
            lambda: next((one for one in list(server.lines) if re.search(r"https://\S+/pair", one)), None),
            "the second address",
        )
        found = re.search(r"https://[^/]+:(\d+)/", line)
        assert found is not None
        yield Paired(server, int(found[1]))
