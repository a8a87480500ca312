"""A network between a program and a server, that a test cuts, or lets stand still."""

from __future__ import annotations

import contextlib
import select
import socket
import threading


class Proxy:
    """Hands on what comes to a port of its own, and back."""

    def __init__(self, port: int) -> None:
        self._behind = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._flows = threading.Event()
        self._flows.set()
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def freeze(self, on: bool) -> None:
        """Hand nothing on, or go on with that."""
        (self._flows.clear if on else self._flows.set)()

    def cut(self) -> None:
        """Break off every connection."""
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client, socket.create_connection(("127.0.0.1", self._behind)) as server:
            self._open += [client, server]
            other = {client: server, server: client}
            while True:
                for one in select.select([*other], [], [])[0]:
                    self._flows.wait()
                    data = one.recv(65536)
                    if not data:
                        return
                    other[one].sendall(data)
