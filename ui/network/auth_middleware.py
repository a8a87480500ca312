"""Checks whatever comes in from the network: without a device's token only the page for pairing is served.

Stands before everything that the TLS listener serves. Each request and each socket is checked by itself: the name it
was called by, the page it comes from, the device, its role, and how much it asks for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from companion.text import say
from ui.core import (
    AsgiApp,
    Message,
    Receive,
    Role,
    Scope,
    Send,
    acting,
    content_security_policy,
    cookie_of,
    header,
    ignore_disconnect,
    is_framework_page,
    message_page,
    without_dropped,
)
from ui.network.devices import Device
from ui.network.event_filter import EventFilter, MalformedMessage, asks
from ui.network.pairing import OUT, Pairing
from ui.network.rate_limits import Listener, TokenBucket
from ui.network.work_budget import WorkBudget

COOKIE, YEAR = "__Host-companion", 397 * 24 * 3600
"""Holds a device's token. Browsers take a cookie of this name only over TLS, for this host alone, and keep it for so
many seconds at most."""

SOCKETS_EACH, SOCKETS = 6, 60
"""Web sockets that one device, and all together, may have open."""
LARGEST = {"/ws": 2**18, "/camera/ws": 2**23}
"""The largest message of each socket, in bytes."""
MESSAGE_TIMEOUT = 15.0
"""Seconds that a reader may take for one message before it is dropped, and the app to take one that has come."""
REST_DELAY = 0.5
"""Seconds in which an answer arrives before the connection is closed on which the rest of a request never came."""
CLOSE_TIMEOUT = 5.0
"""Seconds that the app gets to end a socket whose browser has left."""
REMOVAL_DELAY = 1.0
"""Seconds that a removed device gets to see that it was; its rights are gone at once."""
TURNS = 6
"""Turns of the loop in which the app does what a message asks for, before the next message of any device."""
QUEUE, QUEUE_BYTES = 16, 2**25
"""Messages of a socket that may wait for the app, and what the largest of them may take together."""

PUBLIC_PATHS = frozenset({"/pair", "/pair.js", "/pair.css", "/pair/state"})
"""Served to whoever asks."""
HOME_PATHS = frozenset({"/", "/camera"})
"""Where a device begins, and gets a newer token with the page."""
CAMERA_PATHS = frozenset({"/camera", "/camera/ws", "/camera.js", "/dice.js", "/lens.js", "/camera.css",
                          "/camera.webmanifest", "/camera-192.png", "/camera-512.png", "/roll.wav",
                          "/question.wav"})  # fmt: skip
"""For cameras alone; everything else is for players and viewers."""

HOST_ONLY = ("/match/", "/statistics/", "/rolls/", "/misreading/", "/photograph/")
"""Recorded matches, statistics, rolls, reports of misreadings and what is uploaded: never served to the network,
whoever asks."""

OWN_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
    "manifest-src 'self'; connect-src 'self' wss://{host}; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content security policy of the pages that are ours."""

LOG = logging.getLogger(__name__)


class _TooSlow(ConnectionError):
    """A reader or sender that was dropped."""


class _Body:
    """What a request carries, as it comes."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._receive = receive
        length = header(scope["headers"], b"content-length")
        self.whole = length in ("", "0") and not header(scope["headers"], b"transfer-encoding")
        """Whether all of it has come."""

    async def receive(self) -> Message:
        """The next part; _TooSlow where it takes longer than MESSAGE_TIMEOUT."""
        if self.whole:  # whoever asks now wants to know when the other side leaves
            return await self._receive()
        try:
            async with asyncio.timeout(MESSAGE_TIMEOUT):
                message = await self._receive()
        except TimeoutError:
            LOG.warning("a device sends too slowly: dropped")
            raise _TooSlow from None
        self.whole = not message.get("more_body", False)
        return message


class _DeviceVisitor:
    """A paired device as ui.core.access has it; its role is looked up anew each time it is asked for."""

    def __init__(self, pairing: Pairing, device: Device) -> None:
        self._pairing, self.id = pairing, device.id

    @property
    def role(self) -> Role | None:
        return self._pairing.role_of(self.id)


class _Socket(NamedTuple):
    """One open web socket of a device."""

    device: str
    role: Role
    peer: tuple[str, int] | None
    removed: asyncio.Event


class AuthMiddleware:
    """Wraps the app and our own pages for the network side."""

    def __init__(
        self, app: AsgiApp, pages: AsgiApp, pairing: Pairing, listener: Listener, names: Callable[[], frozenset[str]]
    ) -> None:
        """`names`: what this computer may be called by, in lower case, without a port."""
        self._app, self._pages, self._pairing, self._listener, self._names = app, pages, pairing, listener, names
        self._port = int(listener.getsockname()[1])
        self._sockets: set[_Socket] = set()
        self._unpaired = TokenBucket(40, 4)
        self._posts = TokenBucket(10, 1 / 6)
        self._requests = TokenBucket(300, 50)
        self._new_sockets = TokenBucket(12, 1 / 6)
        self._messages = TokenBucket(240, 120)
        self._work = WorkBudget()
        self._one_message = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.unsubscribe = pairing.subscribe(self._changed)
        """Ends that it hears of removed devices, once it serves nobody any more."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._work.measure(self._loop)
        self._listener.note_request(scope.get("client"))
        if scope["type"] == "http":
            body = _Body(scope, receive)
            with contextlib.suppress(_TooSlow):
                await self._http(scope, body.receive, send)
            if not body.whole:  # nobody waits for the rest
                await asyncio.sleep(REST_DELAY)
                self._listener.drop(scope.get("client"))
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)

    # ------------------------------------------------------------------------------------------ pages and files

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        send = self._with_timeout(scope, send)
        host = header(scope["headers"], b"host").lower()
        path = _safe_path(scope)
        if not self._is_own_name(host):
            await _answer(send, 421, say("Not called by this name."))
            return
        if path is None or is_framework_page(path) or f"{path}/".startswith(HOST_ONLY):
            await _answer(send, 404, say("Nothing here."))
            return
        method, origin = scope["method"], header(scope["headers"], b"origin")
        reads = method in ("GET", "HEAD")
        site, mode = (header(scope["headers"], one) for one in (b"sec-fetch-site", b"sec-fetch-mode"))
        foreign = origin != f"https://{host}" if origin or not reads else site == "cross-site" and mode != "navigate"
        if foreign:
            await _answer(send, 403, say("Not from another page."))
            return
        address = scope["client"][0] if scope.get("client") else ""
        device = self._device(scope)
        enough = self._requests.take(device.id) if device is not None else self._unpaired.take(address)
        if method == "POST":
            enough = enough and self._posts.take(address)
        if not enough:
            await _answer(send, 429, say("Too much at once. Wait a minute."))
            return
        if device is not None and path in HOME_PATHS and (token := self._pairing.renew(device)) is not None:
            send = _with_cookie(send, token)
        if path in PUBLIC_PATHS:
            await self._pages(scope, receive, _with_headers(send, OWN_PAGE_POLICY.format(host=host), keep=False))
        elif device is None:
            await self._to_pairing(path, send)
        elif self._pairing.is_out(device.id):
            text = say("This device asked for too much at once. It comes back by itself in a minute.")
            page = message_page(say("Wait a minute"), text).decode()
            again = (b"refresh", f"{OUT:.0f}; url=/".encode())
            await _answer(send, 429, page, again, kind=b"text/html")
        elif not reads:
            await _answer(send, 405, say("Only to be looked at."))
        elif (path in CAMERA_PATHS) != (device.role == "camera"):
            await _redirect(send, "/camera" if device.role == "camera" else "/")
        elif path in CAMERA_PATHS:
            await self._pages(scope, receive, _with_headers(send, OWN_PAGE_POLICY.format(host=host), keep=False))
        else:
            with acting(_DeviceVisitor(self._pairing, device)):
                answer = _with_headers(send, content_security_policy(f"wss://{host}"), keep=True)

                async def measured() -> None:  # by being a task of its own
                    await self._app(scope, receive, answer)

                await asyncio.create_task(measured())

    async def _to_pairing(self, path: str, send: Send) -> None:
        if path in ("/", "/camera"):
            await _redirect(send, "/pair")
        else:
            await _answer(send, 401, say("Pair this device first."))

    # ------------------------------------------------------------------------------------------ sockets

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = header(scope["headers"], b"host").lower()
        path, device = _safe_path(scope), self._device(scope)
        camera = device is not None and device.role == "camera"
        right_path = path == ("/camera/ws" if camera else "/ws")
        own_page = header(scope["headers"], b"origin") == f"https://{host}"
        if not self._is_own_name(host) or not own_page or device is None or not right_path or path is None:
            await send({"type": "websocket.close", "code": 1008})
            return
        if self._pairing.is_out(device.id):
            await send({"type": "websocket.close", "code": 1013})
            return
        each = Counter(one.device for one in self._sockets)
        if len(self._sockets) >= SOCKETS or each[device.id] >= SOCKETS_EACH or not self._new_sockets.take(device.id):
            await send({"type": "websocket.close", "code": 1013})
            return
        socket = _Socket(device.id, device.role, scope.get("client"), asyncio.Event())
        self._sockets.add(socket)
        self._pairing.connected(device)
        try:
            with acting(_DeviceVisitor(self._pairing, device)):
                scope["companion.device"] = device
                await self._run_socket(
                    socket, self._pages if camera else self._app, LARGEST[path], scope, receive, send
                )
        finally:
            self._sockets.discard(socket)
            self._pairing.disconnected(device)

    async def _run_socket(
        self, socket: _Socket, app: AsgiApp, largest: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Run the app on a socket until one of both ends it, it is dropped, or more comes than is allowed.

        What comes is fetched here and handed on, so that a browser that leaves is noticed even where the app no longer
        listens.
        """
        inbox: asyncio.Queue[Message] = asyncio.Queue(min(QUEUE, QUEUE_BYTES // largest))
        events = EventFilter() if app is self._app else None
        answer = ignore_disconnect(self._with_timeout(scope, send))

        async def answer_noted(message: Message) -> None:
            if events is not None:
                events.answered(message)
            await answer(message)

        async def run() -> None:
            await app(scope, inbox.get, answer_noted)

        running = asyncio.create_task(run())
        forwarding = asyncio.create_task(self._forward(inbox, receive, largest, socket.device, events))
        removed = asyncio.create_task(socket.removed.wait())
        tasks = running, forwarding, removed
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            code = forwarding.result() if forwarding.done() and not forwarding.cancelled() else None
            if not running.done() and code is None and not removed.done():
                await asyncio.wait([running], timeout=CLOSE_TIMEOUT)  # the browser has left: the app may say goodbye
            if not running.done():
                forwarding.cancel()
                if removed.done():
                    code = 1013 if self._pairing.is_out(socket.device) else 4401
                await self._close(socket, send, code or 1001)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await inbox.put({"type": "websocket.disconnect", "code": 1001})
                    await asyncio.wait([running], timeout=CLOSE_TIMEOUT)
            elif not running.cancelled() and (fault := running.exception()) is not None:
                LOG.info("a socket ended: %s", fault)
                self._listener.drop(socket.peer)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _forward(
        self, inbox: asyncio.Queue[Message], receive: Receive, largest: int, device: str, events: EventFilter | None
    ) -> int | None:
        """Hand on what comes; None once the browser has left, or the code for closing where it asked for too much.

        What comes for the app (`events` is given then) is handed on one message at a time, whoever sends it, and each
        is done with before the next: so nobody waits for more than one message of every other device.
        """
        pictures = TokenBucket(120, 60)
        while True:
            message = await receive()
            frame = message.get("bytes") or message.get("text") or b""
            if len(frame) > largest:
                return 1009
            if not (pictures.take() if events is None else self._messages.take(device)):
                return 1008
            if not await self._work.admit(device):
                self._work.forgive(device)
                LOG.warning("a device asked for too much at once: put out")
                self._pairing.put_out(device)
                await asyncio.sleep(2 * REMOVAL_DELAY)  # its screen says why
                return 1013
            try:
                if events is None or message["type"] != "websocket.receive":
                    await self._put(inbox, message)
                elif not isinstance(frame, bytes):
                    return 1003
                elif events.passes(frame):
                    if asked := asks(frame):
                        self._work.asked(device)
                    if inbox.full():  # the app does not keep up here: nobody else waits for that
                        await self._put(inbox, message)
                    else:
                        async with self._one_message:
                            inbox.put_nowait(message)
                            with self._work.answering(device if asked else None):
                                for _ in range(TURNS):
                                    await asyncio.sleep(0)
            except MalformedMessage:
                return 1007
            except TimeoutError:
                return 1011
            if message["type"] == "websocket.disconnect":
                return None

    async def _put(self, inbox: asyncio.Queue[Message], message: Message) -> None:
        async with asyncio.timeout(MESSAGE_TIMEOUT):
            await inbox.put(message)

    async def _close(self, socket: _Socket, send: Send, code: int) -> None:
        try:
            async with asyncio.timeout(1):
                await send({"type": "websocket.close", "code": code})
            await asyncio.sleep(0.2)  # for the reason to arrive
        except Exception:
            LOG.info("a socket could not be closed in good order")
        self._listener.drop(socket.peer)

    def _changed(self) -> None:
        """Devices may have been removed or put out: end what they have open. Called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.call_later, REMOVAL_DELAY, self._end_removed)

    def _end_removed(self) -> None:
        for socket in self._sockets:
            if self._pairing.role_of(socket.device) != socket.role or self._pairing.is_out(socket.device):
                socket.removed.set()

    # ------------------------------------------------------------------------------------------ both

    def _is_own_name(self, host: str) -> bool:
        name, colon, port = host.rpartition(":")
        if not colon:
            name, port = host, "443"
        return port == str(self._port) and name in self._names()

    def _device(self, scope: Scope) -> Device | None:
        token = cookie_of(scope, COOKIE)
        device = self._pairing.device(token) if token else None
        if device is not None:
            self._pairing.seen(device)
        return device

    def _with_timeout(self, scope: Scope, send: Send) -> Send:
        """A `send` that drops a reader which takes longer than MESSAGE_TIMEOUT."""

        async def with_timeout(message: Message) -> None:
            try:
                async with asyncio.timeout(MESSAGE_TIMEOUT):
                    await send(message)
            except TimeoutError:
                LOG.warning("a device reads too slowly: dropped")
                self._listener.drop(scope.get("client"))
                raise _TooSlow from None

        return with_timeout


def _safe_path(scope: Scope) -> str | None:
    """The path that is asked for; None where it is anything but plain names between single strokes."""
    path = str(scope["path"])
    decoded = unquote_to_bytes(path).decode("latin-1")
    for one in (path, decoded):
        unsafe = any(ord(letter) < 32 for letter in one) or "\\" in one or "//" in one
        if unsafe or any(part in ("..", ".") for part in one.split("/")):
            return None
    return path if path.startswith("/") and len(path) < 500 else None


def cookie_for(token: str) -> str:
    """The header by which a browser keeps a device's token."""
    return f"{COOKIE}={token}; Max-Age={YEAR}; Path=/; Secure; HttpOnly; SameSite=Strict"


def _with_cookie(send: Send, token: str) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), (b"set-cookie", cookie_for(token).encode())]
        await send(message)

    return answer


def _with_headers(send: Send, policy: str, *, keep: bool) -> Send:
    """Answers get what makes browsers careful; `keep`: whether they may be kept for the next time."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = without_dropped(message.get("headers", ()))
            message["headers"] = [*kept, (b"content-security-policy", policy.encode()), *SECURITY_HEADERS]
            if not keep:
                message["headers"].append((b"cache-control", b"no-store"))
        await send(message)

    return answer


SECURITY_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)"),
]


async def _answer(
    send: Send, status: int, text: str, *headers: tuple[bytes, bytes], kind: bytes = b"text/plain"
) -> None:
    start = [
        (b"content-type", kind + b"; charset=utf-8"),
        (b"cache-control", b"no-store"),
        *SECURITY_HEADERS,
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})


async def _redirect(send: Send, peer: str) -> None:
    await _answer(send, 303, "", (b"location", peer.encode()))
