"""Starting the app as a program of its own, and waiting until it answers."""

from __future__ import annotations

import contextlib
import http.client
import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

PATIENCE = 60
"""Seconds: far more than it takes, for a machine that does other things too."""


class Served:
    """A running app."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.address = f"http://127.0.0.1:{port}"
        self._said = ""

    def page(self) -> str:
        """The first page, by the link that is printed; empty when the program ends before it has printed one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._said += line
            if found := re.search(r"http://\S+", line):
                self.address, cookie = open_link(found[0])
                with urllib.request.urlopen(urllib.request.Request(self.address, headers={"Cookie": cookie})) as answer:
                    return str(answer.read().decode())
        return ""

    def end(self) -> tuple[int, str, str]:
        """Press Ctrl-C; exit code, standard output and standard error."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self._said + out, err


def open_link(link: str) -> tuple[str, str]:
    """Open a printed link as a browser does: the app's address, and NAME=SECRET of the cookie that it hands out."""
    address = urlsplit(link)
    with contextlib.closing(http.client.HTTPConnection(address.netloc, timeout=PATIENCE)) as asked:
        asked.request("GET", address.path)
        answer = asked.getresponse()
        assert answer.status == 303, f"{link} is answered by {answer.status}"
        return f"{address.scheme}://{address.netloc}", str(answer.headers["Set-Cookie"]).partition(";")[0]


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
