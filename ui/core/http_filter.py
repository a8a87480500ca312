"""Middleware for the server of this machine: refuses foreign hosts and origins, and sets a content security policy."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextvars import ContextVar
from html import escape
from http.cookies import CookieError, SimpleCookie
from typing import Any

from companion.text import current_language, say

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Scope, Receive, Send], Awaitable[None]]

_POLICY = "; ".join(
    (
        "default-src 'self' data: blob:",
        # Flet's page has scripts within it and compiles WebAssembly.
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' {socket} data: blob:",
        "worker-src 'self' blob:",
        "frame-ancestors 'none'",
        "base-uri 'self'",
    )
)
"""Of every page of Flet's: the browser itself then refuses to ask any other host for anything."""

_FRAMEWORK_PAGES = ("/docs", "/redoc", "/openapi.json", "/oauth_callback")
"""Pages that the web framework would add by itself."""

_DROPPED = frozenset({b"access-control-allow-origin", b"cross-origin-embedder-policy"})
"""What Flet's own answers say and ours do not. With an embedder policy the page is isolated, and Flutter's skwasm then
draws in a worker, which fails whenever the last hold on a picture is let go of there: `Cannot read properties of
undefined (reading 'postMessage')`, some 30 times a minute of film, and tabs were seen to end after minutes. A page that
is not isolated is drawn by its own thread, without such errors."""

_MESSAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
  body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem; }}
</style>
</head>
<body><h1>{title}</h1><p>{text}</p></body>
</html>
"""
"""A page of ours that has but something to say."""

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})

_GOING_AWAY = 1001
"""With this code a browser closes the socket of a page that is closed or loaded anew."""

_closed: ContextVar[list[int]] = ContextVar("closed")
"""The code with which the web socket of this context was closed, once it was."""


def page_has_gone() -> bool:
    """Whether the page at the other end of this context's web socket was closed or loaded anew: otherwise it is there
    and has only lost its socket."""
    return _GOING_AWAY in _closed.get([])


class LoopbackMiddleware:
    """Wraps an ASGI app for the browsers of this machine.

    Responses carry the content security policy and no CORS header. A web socket is accepted only from a page of this
    server, since any other page in the same browser could look through the camera; a Host header that is no loopback
    name is refused, against DNS rebinding.
    """

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = header(scope["headers"], b"host")
        foreign = _name(host) not in _LOOPBACK
        if kind == "websocket":
            origin = header(scope["headers"], b"origin")
            if foreign or (origin and origin.split("://", 1)[-1] != host):
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._run_socket(scope, receive, send)
        elif foreign or is_framework_page(scope["path"]):
            await _refuse(send)
        else:
            await self._app(scope, receive, _with_policy(send, content_security_policy(f"ws://{host}")))

    async def _run_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        closed: list[int] = []

        async def receive_noted() -> Message:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                closed.append(message["code"])
            return message

        token = _closed.set(closed)
        try:
            await self._app(scope, receive_noted, ignore_disconnect(send))
        finally:
            _closed.reset(token)


def ignore_disconnect(send: Send) -> Send:
    """A `send` that ignores a browser which has disconnected; that it has is read from its socket.

    A fault there would end Flet's side in the middle: its session would count as connected for ever, and the tab could
    neither come back to it nor be forgotten.
    """

    async def attempt(message: Message) -> None:
        with contextlib.suppress(OSError):
            await send(message)

    return attempt


def is_framework_page(path: str) -> bool:
    """Whether a path leads to a page that the web framework would add by itself."""
    return f"/{path.lstrip('/')}".startswith(_FRAMEWORK_PAGES)


def content_security_policy(socket: str) -> str:
    """The content security policy of Flet's pages; `socket`: where their web socket leads, as `ws://127.0.0.1:8550`."""
    return _POLICY.format(socket=socket)


def without_dropped(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer without those that let other origins in or isolate the page."""
    return [pair for pair in headers if pair[0].lower() not in _DROPPED]


def _with_policy(send: Send, policy: str) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                *without_dropped(message["headers"]),
                (b"content-security-policy", policy.encode()),
                (b"x-content-type-options", b"nosniff"),
                (b"referrer-policy", b"no-referrer"),
            ]
        await send(message)

    return answer


async def _refuse(send: Send) -> None:
    line = say("Nothing here.")
    await send(
        {"type": "http.response.start", "status": 404, "headers": [(b"content-type", b"text/plain; charset=utf-8")]}
    )
    await send({"type": "http.response.body", "body": f"{line}\n".encode()})


def message_page(title: str, text: str) -> bytes:
    """A page with a heading and a sentence, in HTML and in the language in use."""
    return _MESSAGE.format(language=current_language(), title=escape(title), text=escape(text)).encode()


def header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def cookie_of(scope: Scope, name: str) -> str:
    """The value of a cookie that a request carries; empty when it has none."""
    try:
        found = SimpleCookie(header(scope["headers"], b"cookie")).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def _name(host: str) -> str:
    """The host without its port: `127.0.0.1` of `127.0.0.1:8550`, `[::1]` of `[::1]:8550`."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]
