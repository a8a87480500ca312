"""What the server lets in and out: the app's own pages only, to nobody but the app's own pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = "; ".join(
    (
        "default-src 'self' data: blob:",
        # Flet's page has scripts within it and compiles WebAssembly.
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' ws: wss: data: blob:",
        "worker-src 'self' blob:",
        "frame-ancestors 'none'",
        "base-uri 'self'",
    )
)
"""Content security policy of every page: the browser itself then refuses to ask any other host for anything."""

_NOT_OURS = ("/docs", "/redoc", "/openapi.json", "/oauth_callback")
"""Pages that the web framework would add by itself."""

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


class Guard:
    """Wraps an ASGI app.

    Answers carry the content security policy and no leave for other origins. A web socket is opened only to a page of
    this very server, since any page in the same browser could otherwise look through the camera. A server that listens
    on this machine only (`local`) also refuses to be called by a foreign name.
    """

    def __init__(self, app: AsgiApp, *, local: bool) -> None:
        self._app = app
        self._local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = _header(scope["headers"], b"host")
        foreign = self._local and _name(host) not in _LOOPBACK
        if kind == "websocket":
            origin = _header(scope["headers"], b"origin")
            if foreign or (origin and origin.split("://", 1)[-1] != host):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
        elif foreign or scope["path"].startswith(_NOT_OURS):
            await _refuse(send)
        else:
            await self._app(scope, receive, _with_policy(send))


def _with_policy(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [pair for pair in message["headers"] if pair[0].lower() != b"access-control-allow-origin"]
            message["headers"] = [
                *kept,
                (b"content-security-policy", POLICY.encode()),
                (b"x-content-type-options", b"nosniff"),
                (b"referrer-policy", b"no-referrer"),
            ]
        await send(message)

    return answer


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"Nothing here.\n"})


def _header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def _name(host: str) -> str:
    """The host without its port: `127.0.0.1` of `127.0.0.1:8550`, `[::1]` of `[::1]:8550`."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]
