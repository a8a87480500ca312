"""Serves the app on this machine to the browsers of whoever started it, and to nobody else.

Any program and any user of the computer reaches a port of 127.0.0.1. So the program prints a link that is good once;
the browser that opens it gets a cookie, and without that nothing is served. A link that another browser opens as well
was read by somebody else, for instance in the list of running programs: then all are locked out, and a new link is
printed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.text import say
from ui.core import AsgiApp, Message, Receive, Scope, Send, cookie_of, header, message_page
from ui.network import write_private

LINK = "/open/"
LAPSE = 90 * 24 * 3600
"""Seconds without a start of the app, or of a browser without a look at it, after which a new link is needed."""
RACE = 60.0
"""Seconds in which a link that is opened again tells that somebody was faster than the browser it was meant for."""


class HostKey:
    """The secret that the host's browsers hold, and the link by which they get it. Calls may come from any thread."""

    def __init__(
        self, file: Path, address: str, tell: Callable[[str], None], clock: Callable[[], float] = time.time
    ) -> None:
        """The secret is kept in `file` over restarts, where that can be written. `address`: of the app, as
        http://127.0.0.1:8550; `tell` shows a line to whoever started the program."""
        self._file, self._address, self._tell, self._clock = file, address, tell, clock
        self._lock = threading.Lock()
        self._word = secrets.token_urlsafe(16)
        self._told = False
        """Whether the link that is good now was shown."""
        self._used: dict[str, float] = {}
        """When each word was used."""
        self._key = self._kept() or self._made()

    def open(self, word: str) -> str | None:
        """The secret for who opens the link with this word; None where it is not the one that is good now. One that
        was good until just now makes the secret another."""
        now = self._clock()
        with self._lock:
            if secrets.compare_digest(word.encode(), self._word.encode()):
                self._used[word] = now
                self._word, self._told = secrets.token_urlsafe(16), False
                return self._key
            raced = now - self._used.get(word, -RACE) < RACE
            if raced:
                del self._used[word]
                self._key, self._told = self._made(), True
        if raced:
            self._tell(say("A link was opened by two browsers, so both are locked out. Open this one: {link}",
                           link=self._link()))  # fmt: skip
        return None

    def fits(self, key: str) -> bool:
        """Whether somebody holds the secret."""
        return secrets.compare_digest(key.encode(), self._key.encode())

    def link(self) -> str:
        """The link that is good now, to be shown."""
        with self._lock:
            self._told = True
            return self._link()

    def ask(self) -> None:
        """Somebody without the secret looks at the app: show a link, where the last one that was shown is used up."""
        with self._lock:
            told, self._told = self._told, True
        if not told:
            self._tell(say("Another browser asks for the app. If it is yours, open this in it: {link}",
                           link=self._link()))  # fmt: skip

    def _link(self) -> str:
        return f"{self._address}{LINK}{self._word}"

    def _kept(self) -> str | None:
        """What the file holds, where it is not too old."""
        with contextlib.suppress(OSError, ValueError):
            if self._clock() - self._file.stat().st_mtime < LAPSE:
                key = self._file.read_text("ascii")
                os.utime(self._file)
                return key if len(key) == len(secrets.token_urlsafe(32)) else None
        return None

    def _made(self) -> str:
        key = secrets.token_urlsafe(32)
        with contextlib.suppress(OSError):  # then it is good until the program ends
            write_private(self._file, key.encode())
        return key


class HostMiddleware:
    """Wraps an ASGI app: it is there for browsers that hold the secret alone; others are told how to get it."""

    def __init__(self, app: AsgiApp, key: HostKey, port: int) -> None:
        """`port`: where the app is; browsers keep one cookie a name for all ports of a machine."""
        self._app, self._key, self._cookie = app, key, f"companion-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        key = cookie_of(scope, self._cookie)
        if kind == "websocket":
            if self._key.fits(key):
                await self._run_socket(key, scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        path, looks = str(scope["path"]), scope["method"] == "GET"
        if looks and path.startswith(LINK):
            if not self._key.fits(key):
                key = self._key.open(path.removeprefix(LINK)) or ""
            if key:
                headers = [(b"location", b"/"), (b"cache-control", b"no-store"), self._keeping(key)]
                await send({"type": "http.response.start", "status": 303, "headers": headers})
                await send({"type": "http.response.body"})
                return
        if not self._key.fits(key):
            if looks and "text/html" in header(scope["headers"], b"accept"):
                self._key.ask()
            await _lock_out(send)
        elif path == "/":
            await self._app(scope, receive, self._with_cookie(key, send))
        else:
            await self._app(scope, receive, send)

    def _keeping(self, key: str) -> tuple[bytes, bytes]:
        # Lax: a bookmark, and a link on another page, lead to the app as well; sockets ask for the page they come from.
        said = f"{self._cookie}={key}; Max-Age={LAPSE}; Path=/; HttpOnly; SameSite=Lax"
        return b"set-cookie", said.encode()

    def _with_cookie(self, key: str, send: Send) -> Send:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), self._keeping(key)]
            await send(message)

        return answer

    async def _run_socket(self, key: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the app on a socket, which hears and says nothing more once its secret is another's."""
        closed = False

        async def hear() -> Message:
            message = await receive()
            return message if self._key.fits(key) else {"type": "websocket.disconnect", "code": 1008}

        async def answer(message: Message) -> None:
            nonlocal closed
            if self._key.fits(key):
                await send(message)
            elif not closed:
                closed = True
                await send({"type": "websocket.close", "code": 1008})

        await self._app(scope, hear, answer)


async def _lock_out(send: Send) -> None:
    text = say("Open the link that the program shows in the window where it was started. It is good for one browser.")
    page = message_page(say("This browser is not known yet"), text)
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": page})
