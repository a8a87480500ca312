"""Starts the server for other devices when the host asks for it, and stops it when nobody is left."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from companion.text import later, say
from ui.network.pairing import Pairing
from ui.network.tls_server import NetworkServer

LOOK = 1.0
"""Seconds between two looks at whether anybody is there."""
ALONE = 300.0
"""Seconds without anybody after which the server is stopped: as long as an invitation may be used."""


class OnDemandServer:
    """Runs one NetworkServer after the other, in the loop of the server for this machine."""

    def __init__(
        self,
        make: Callable[[int], NetworkServer],
        port: int,
        pairing: Pairing,
        busy: Callable[[], bool],
        first: NetworkServer | None = None,
    ) -> None:
        """`make` takes a port, and raises OSError where that cannot be had; `port`: the one to be tried first, another
        is taken where it is in use. `busy`: whether the server is needed though nobody is connected, as by a phone that
        has gone to sleep during a match. `first`: one that runs from the beginning, and is not stopped."""
        self._make, self._port, self._pairing, self._busy = make, port, pairing, busy
        self.server = first
        """The one that runs now."""
        self._stays = first is not None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked = asyncio.Event()
        self._closing = False

    async def run(self) -> None:
        """Serve other devices whenever that is asked for, until `close`."""
        self._loop = asyncio.get_running_loop()
        self._pairing.opens_by(self._ask)
        while not self._closing:
            server = self.server
            if server is None:
                await self._asked.wait()
                self._asked.clear()
                if not self._closing:
                    self.server = await self._made()
            else:
                await self._serve(server)
                self.server = None

    def close(self, force: bool = False) -> None:
        """End `run`; from the thread of its loop. `force`: connections get no time to end."""
        self._closing = True
        self._asked.set()
        if self.server is not None:
            self.server.should_exit, self.server.force_exit = True, force

    def _ask(self) -> None:
        """Any thread may ask."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the program ends
                self._loop.call_soon_threadsafe(self._asked.set)

    async def _made(self) -> NetworkServer | None:
        """The next server, with an invitation to it; None, and why it could not be started is told."""
        try:
            try:
                server = await asyncio.to_thread(self._make, self._port)
            except (OSError, OverflowError):
                server = await asyncio.to_thread(self._make, 0)
        except (OSError, OverflowError) as fault:
            self._pairing.fail(start_fault(fault))
            return None
        self._pairing.invite()
        return server

    async def _serve(self, server: NetworkServer) -> None:
        watching = None if self._stays else asyncio.create_task(self._stop_when_alone(server))
        try:
            await server.serve(sockets=[server.listener])
        finally:
            if watching is not None:
                watching.cancel()
            server.release()
            self._pairing.stop()

    async def _stop_when_alone(self, server: NetworkServer) -> None:
        alone = 0.0
        while alone < ALONE:
            await asyncio.sleep(LOOK)
            alone = 0.0 if self._pairing.anybody or self._busy() else alone + LOOK
        server.should_exit = True


def start_fault(fault: Exception) -> str:
    """Why the server for other devices cannot be started, in one line."""
    reason = getattr(fault, "strerror", None) or str(fault)
    name = getattr(fault, "filename", None)
    if name:
        words = later("{name} cannot be written ({reason}), and without it no device can be paired")
        return say(words, name=name, reason=reason)
    return say("no port for other devices can be opened ({reason})", reason=reason)
