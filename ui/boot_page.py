"""The page in which Flet starts, told in which language it is: screen readers pronounce by that.

Flet serves one file for every address and has no place for a language in it, so it is put in as the page goes out.
The app can be in another language the next time, so the page is asked for anew each time, which costs a few kilobytes.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from companion.language import current, say
from ui.guard import AsgiApp, Message, Receive, Scope, Send, header

__all__ = ["InLanguage"]

HTML = re.compile(rb"<html(?:\s[^>]*)?>")
WAITING = b'aria-label="Loading"'
"""What the page says while it loads."""
STALE = frozenset({b"content-length", b"etag", b"last-modified"})
"""What a server says of the file, and not of what it has become."""


class InLanguage:
    """Wraps an ASGI app: pages that it answers with are in the language in use."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: dict[str, Any] | None = None
        body = b""

        async def answer(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_page(message):
                start = dict(message)
            elif start is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    told = told_page(body)
                    kept = [pair for pair in start["headers"] if pair[0].lower() not in STALE]
                    start["headers"] = [
                        *kept,
                        (b"content-length", str(len(told)).encode()),
                        (b"cache-control", b"no-store"),
                    ]
                    await send(start)
                    await send({"type": "http.response.body", "body": told})

        await self._app(scope, receive, answer)


def told_page(page: bytes) -> bytes:
    """A page of Flet's in the language in use."""
    label = escape(say("Loading"))
    spoken = HTML.sub(f'<html lang="{current()}">'.encode(), page, count=1)
    return spoken.replace(WAITING, f'aria-label="{label}"'.encode())


def _is_page(start: Message) -> bool:
    return start["status"] == 200 and header(start["headers"], b"content-type").startswith("text/html")
