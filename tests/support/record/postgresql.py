"""A PostgreSQL server for tests: a throw-away cluster in a temporary folder, on a port of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from uuid import uuid4

import pytest

PATIENCE = 20.0


def programs() -> Path | None:
    """The folder with the server's programs; None where there is none."""
    found = shutil.which("postgres")
    folders = [Path(os.path.realpath(found)).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class Server:
    """One cluster; stopped, killed and started again as a test wants it."""

    def __init__(self) -> None:
        folder = programs()
        if folder is None:
            pytest.skip("PostgreSQL is not installed: scripts/postgresql.sh")
        self.user = "postgres" if os.getuid() == 0 else None  # the server refuses to run as root
        self.folder = Path(tempfile.mkdtemp(prefix="record-"))
        if self.user is not None:
            try:
                shutil.chown(self.folder, self.user)
            except LookupError:
                self.folder.rmdir()
                pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        self._programs = folder
        self._running: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._call("initdb", "-D", str(self.folder / "data"), "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def runs(self) -> bool:
        return self._running is not None

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}", "fsync=off")
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        for setting in settings:
            command += ["-c", setting]
        with (self.folder / "log").open("ab") as log:
            self._running = subprocess.Popen(command, user=self.user, cwd="/", stdout=log, stderr=log)
        ready = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        end = time.monotonic() + PATIENCE
        while subprocess.run(ready).returncode != 0:
            assert time.monotonic() < end, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT breaks off connections, SIGQUIT does not even clean up."""
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(PATIENCE)
            self._running = None

    def freeze(self, on: bool) -> None:
        """Let every process of the server stand still, or go on."""
        assert self._running is not None
        children = subprocess.run(["pgrep", "-P", str(self._running.pid)], capture_output=True, text=True).stdout
        for pid in [self._running.pid, *map(int, children.split())]:
            os.kill(pid, signal.SIGSTOP if on else signal.SIGCONT)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"club_{uuid4().hex[:12]}"
        self._call("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "club", name)
        return f"postgresql://club@127.0.0.1:{self.port}/{name}"

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, program: str, *arguments: str) -> None:
        run = subprocess.run(
            [str(self._programs / program), *arguments], user=self.user, cwd="/", capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr
