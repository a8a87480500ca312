"""Receives photographs from a browser: kept in memory, taken once, never written to disk."""

from __future__ import annotations

import asyncio
import secrets

from companion.text import say

MAX_UPLOAD = 60 * 2**20
"""The largest photograph that is taken, in bytes."""

WAIT = 120.0
"""How long an announced photograph is waited for, in seconds."""


class UploadError(Exception):
    """A photograph that did not arrive; one line for the player."""


class Uploads:
    """Announced uploads by their secret names. All calls come from the server's event loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[bytes]] = {}

    def announce(self) -> str:
        """A name that nobody can guess, under which one upload will be accepted."""
        token = secrets.token_urlsafe(24)
        self._waiting[token] = asyncio.get_running_loop().create_future()
        return token

    def accepts(self, token: str) -> bool:
        return token in self._waiting

    def deliver(self, token: str, data: bytes) -> None:
        waiting = self._waiting.get(token)
        if waiting is not None and not waiting.done():
            waiting.set_result(data)

    def fail(self, token: str, reason: str) -> None:
        waiting = self._waiting.get(token)
        if waiting is not None and not waiting.done():
            waiting.set_exception(UploadError(reason))

    async def receive(self, token: str, name: str) -> bytes:
        """The bytes that came under this name. Raises UploadError when they do not come in time or are too many."""
        try:
            async with asyncio.timeout(WAIT):
                return await self._waiting[token]
        except TimeoutError:
            raise UploadError(
                say(
                    "{name}: did not arrive within {seconds:.0f} s; check the connection, try again",
                    name=name,
                    seconds=WAIT,
                )
            ) from None
        finally:
            del self._waiting[token]


def too_large(name: str) -> str:
    """The line for a photograph over the limit."""
    return say(
        "{name}: larger than {size} MiB; save the photograph smaller, then upload it again",
        name=name,
        size=MAX_UPLOAD >> 20,
    )
