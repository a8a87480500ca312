"""A disk that is full or may not be written, when a test wants it."""

from __future__ import annotations

import subprocess
from pathlib import Path


class Disk:
    """A small file system of its own. Raises OSError where none can be mounted."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self._mount("-t", "tmpfs", "-o", "size=400k", "tmpfs")

    def _mount(self, *arguments: str) -> None:
        run = subprocess.run(["mount", *arguments, str(self.folder)], capture_output=True, text=True)
        if run.returncode:
            raise OSError(run.stderr.strip())

    def fill(self) -> None:
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"\0" * 512)
            except OSError:
                return

    def empty(self) -> None:
        (self.folder / "filler").unlink()

    def writable(self, on: bool) -> None:
        self._mount("-o", f"remount,{'rw' if on else 'ro'}")

    def remove(self) -> None:
        subprocess.run(["umount", "-l", str(self.folder)], capture_output=True)
