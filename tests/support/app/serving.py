"""Starting the app as a program of its own, and waiting until it answers."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

PATIENCE = 60
"""Seconds: far more than it takes, for a machine that does other things too."""


class Served:
    """A running app."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.address = f"http://127.0.0.1:{port}"

    def page(self) -> str:
        """The first page, as soon as it answers; empty when the program ends or says nothing for too long."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(self.address, timeout=5) as answer:
                    return str(answer.read().decode())
            except OSError:
                time.sleep(0.1)
        return ""

    def end(self) -> tuple[int, str, str]:
        """Press Ctrl-C; exit code, standard output and standard error."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def serving(command: Sequence[str], env: Mapping[str, str]) -> Iterator[Served]:
    """`command` with a free port added; ended for certain on leaving."""
    port, pipe = free_port(), subprocess.PIPE
    with subprocess.Popen([*command, "--port", str(port)], env=env, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield Served(process, port)
        finally:
            process.kill()
