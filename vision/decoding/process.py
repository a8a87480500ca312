"""Runs decoders in a process of their own, within limits of memory and time.

Pictures and films come from anywhere, and the libraries that decode them are written in C. Whatever one of them does,
takes too much memory, goes round in circles or crashes, ends that process and not the program; the next picture gets a
new one. Pixels come back through shared memory: .16 ms for a frame of 1280x720, where a pipe takes .75.

Only on systems that have the limits and hand files on to processes, which Windows does not: there decoders run inside.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from companion.text import current_language, later, say

if TYPE_CHECKING:  # a process is started before anything is loaded that takes long
    from vision.decoding.unpack import Image

APART = os.name == "posix"
"""Whether decoders run in a process of their own here."""
MAX_MEMORY = 400_000_000
"""The most memory in bytes that a picture, or a frame of a film, may take while it is decoded."""
SECONDS = 5.0
"""Of the processor that a picture or frame may take."""
PATIENCE = 60.0
"""Seconds by the clock, for a disk or network that does not answer."""
KEPT = 64 * 2**20
"""Bytes of shared memory with which a process is kept for the next picture; a larger one is given back."""
ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    # The C library gives large pieces of memory back at once, and to get them again for each picture takes as long as
    # to decode it: 8.3 ms for 1200x900 instead of 4.9.
    "MALLOC_TRIM_THRESHOLD_": str(KEPT),
    "MALLOC_MMAP_THRESHOLD_": str(KEPT),
}
LENGTH = 4
"""Bytes that tell how long a message is."""

MEMORY = later("takes too much memory; save a smaller copy")
TIME = later("takes too long to unpack; save it anew, or a smaller copy")
CRASH = later("damaged in a way that ends the decoder; save it anew")


class DecoderError(Exception):
    """A picture or film cannot be decoded. Its text says why, and what to do, without a name before it."""


class DecoderEnded(DecoderError):
    """The process has ended over it."""


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """What a decoder answers. `shape` is that of the picture in shared memory, which is `size` bytes large then."""

    outcome: Literal["done", "refused", "fault"]
    value: Any = None
    shape: tuple[int, ...] | None = None
    size: int = 0


class DecoderProcess:
    """One process; it does one thing after another. Calls come from one thread at a time."""

    def __init__(self) -> None:
        self._shared = os.memfd_create("frame") if hasattr(os, "memfd_create") else _file()
        self._view: mmap.mmap | None = None
        self._size = 0
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "vision.decoding.worker", str(self._shared)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[self._shared],
            env=os.environ | {"PYTHONPATH": path} | ENVIRONMENT,
            start_new_session=True,  # Ctrl+C is for the program, which then ends this one
        )  # fmt: skip
        self.end = weakref.finalize(self, _end, self._process, self._shared)
        """Ends it; more than once is no harm."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def kept(self) -> bool:
        """Whether it is as good as new."""
        return self.end.alive and self._process.poll() is None and self._size <= KEPT

    def ask(
        self, job: str, *arguments: Any, data: bytes = b"", seconds: float = SECONDS, patience: float = PATIENCE
    ) -> tuple[Any, Image | None]:
        """Have a job of `vision.decoding.worker` done, of at most so many seconds of the processor: its value and
        its picture. `data` is handed to it in shared memory. Raises DecoderError."""
        self.begin(job, *arguments, data=data, seconds=seconds)
        return self.finish(patience)

    def begin(self, job: str, *arguments: Any, data: bytes = b"", seconds: float = SECONDS) -> None:
        """Have a job begun; `finish` waits for it, and tells where that has failed."""
        if not self.end.alive:
            return
        if data:
            if len(data) > self._size:
                os.ftruncate(self._shared, len(data))
                self._map(len(data))
            assert self._view is not None
            self._view[: len(data)] = data
        message = msgspec.msgpack.encode((job, current_language(), seconds, len(data), arguments))
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(len(message).to_bytes(LENGTH, "little") + message)
            self._process.stdin.flush()

    def finish(self, patience: float = PATIENCE) -> tuple[Any, Image | None]:
        """What the job that was begun leads to; as `ask`."""
        if not self.end.alive:
            raise DecoderEnded(say(CRASH))
        until = time.monotonic() + patience
        try:
            length = int.from_bytes(self._read(LENGTH, until), "little")
            reply = msgspec.msgpack.decode(self._read(length, until), type=Reply)
        except TimeoutError:
            self.end()
            raise DecoderEnded(say(TIME)) from None
        except EOFError:
            self._process.wait()
            ended = self._process.returncode
            self.end()
            raise DecoderEnded(say(TIME if ended == -signal.SIGXCPU else CRASH)) from None
        if reply.outcome == "refused":
            raise DecoderError(reply.value)
        if reply.outcome == "fault":
            raise RuntimeError(f"in the decoder: {reply.value}")
        if reply.shape is None:
            return reply.value, None
        if reply.size != self._size:
            self._map(reply.size)
        import numpy as np

        assert self._view is not None
        return reply.value, np.frombuffer(self._view, np.uint8, math.prod(reply.shape)).reshape(reply.shape).copy()

    def _map(self, size: int) -> None:
        self._view, self._size = mmap.mmap(self._shared, size), size

    def _read(self, count: int, until: float) -> bytes:
        """TimeoutError, and EOFError where the process has ended."""
        assert self._process.stdout is not None
        place, read = self._process.stdout.fileno(), b""
        ready = select.poll()  # select takes no file beyond the thousandth
        ready.register(place, select.POLLIN)
        while len(read) < count:
            if not ready.poll(max(0.0, 1000 * (until - time.monotonic()))):
                raise TimeoutError
            part = os.read(place, count - len(read))
            if not part:
                raise EOFError
            read += part
        return read


def _file() -> int:
    """A file without a name, for systems that have no such in memory alone."""
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _end(process: subprocess.Popen[bytes], shared: int) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):  # what was not written yet cannot be any more
            cast(Any, pipe).close()
    os.close(shared)


_idle: list[DecoderProcess] = []
_lock = threading.Lock()


def take() -> DecoderProcess:
    """A process of one's own, until it is given back. Raises OSError where none can be started."""
    with _lock:
        while _idle:
            if (process := _idle.pop()).kept:
                return process
            process.end()
    return DecoderProcess()


def give_back(process: DecoderProcess) -> None:
    """Keep a process for the next who takes one, or end it."""
    with _lock:
        if process.kept and not _idle:
            _idle.append(process)
            return
    process.end()


def not_started(error: OSError) -> str:
    """Why no process could be started, and what to do."""
    reason = error.strerror or str(error)
    return say("cannot be unpacked, for no other process can be started ({reason}); end other programs", reason=reason)


def unpack_apart(data: bytes, kind: str, orientation: int) -> Image:
    """`vision.decoding.unpack.unpack`, in a process of its own. Raises HeaderError, DecoderError and OSError."""
    if not APART:
        from vision.decoding.unpack import unpack

        return unpack(data, kind, orientation)
    process = take()
    try:
        _, image = process.ask("unpack", kind, orientation, data=data)
    finally:
        give_back(process)
    assert image is not None
    return image


class JpegDecoder:
    """Decodes one JPEG after another, in a process that is kept until `rest`. Calls may come from any thread."""

    def __init__(self) -> None:
        self._process: DecoderProcess | None = None
        self._lock = threading.Lock()

    def decode(self, jpeg: bytes, flags: int) -> Image | None:
        """A JPEG whose header was checked, as cv2.imdecode has it. Raises DecoderError and OSError."""
        if not APART:
            from vision.decoding.unpack import unpack_jpeg

            return unpack_jpeg(jpeg, flags)
        with self._lock:
            if self._process is None or not self._process.kept:
                self._process = take()
            return self._process.ask("unpack_jpeg", flags, data=jpeg)[1]

    def rest(self) -> None:
        """Let go of the process; the next JPEG gets another."""
        with self._lock:
            if self._process is not None:
                give_back(self._process)
                self._process = None


def prepare_decoder() -> None:
    """Start a process, without waiting for it: it loads what it needs while others load theirs."""
    if APART:
        with contextlib.suppress(OSError):
            give_back(take())
