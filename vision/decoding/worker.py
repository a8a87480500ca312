"""The other side of `vision.decoder_process`: reads jobs from standard input, does one after another, answers.

A job is a tuple in MessagePack: what to do, the language to refuse in, how many seconds of the processor it may take,
how many bytes of data lie in shared memory, and arguments. Pixels that it leads to take the place of the data.
"""

from __future__ import annotations

import mmap
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.text import say, using_language
from vision.decoding.image_headers import HeaderError
from vision.decoding.process import CRASH, LENGTH, MAX_MEMORY, MEMORY, Reply
from vision.decoding.unpack import Image, unpack, unpack_jpeg

SPARE = 64_000_000
"""Bytes beside the picture itself: tables of decoders, stacks of their threads."""


class Worker:
    """What one process does. It holds one capture at most."""

    def __init__(self, shared: int) -> None:
        self._shared, self._size = shared, 0
        self._view: mmap.mmap | bytes = b""
        self._capture: cv2.VideoCapture | None = None
        self.jobs: dict[str, Callable[..., Any]] = {
            "unpack": unpack,
            "unpack_jpeg": unpack_jpeg,
            "open": self._open,
            "get": lambda prop: self._held.get(prop),
            "set": lambda prop, value: self._held.set(prop, value),
            "grab": lambda: self._held.grab(),
            "read": self._read,
            "release": self._release,
        }

    def do(self, job: str, data_size: int, arguments: tuple[Any, ...]) -> Reply:
        """One job done."""
        try:
            data = [self._data(data_size)] if data_size else []
            told = self.jobs[job](*data, *arguments)
            return self._shown(told) if isinstance(told, np.ndarray) else Reply("done", told)
        except HeaderError as refusal:
            return Reply("refused", str(refusal))
        except MemoryError:
            return Reply("refused", say(MEMORY))
        except cv2.error as fault:
            return Reply("refused", say(MEMORY if fault.code == cv2.Error.STS_NO_MEM else CRASH))
        except Exception:
            return Reply("fault", traceback.format_exc())

    def _data(self, size: int) -> np.ndarray[Any, Any]:
        self._map(os.fstat(self._shared).st_size)
        return np.frombuffer(self._view, np.uint8, size)

    def _shown(self, image: Image) -> Reply:
        if image.nbytes > self._size:
            os.ftruncate(self._shared, image.nbytes)
            self._map(image.nbytes)
        np.copyto(np.frombuffer(self._view, np.uint8, image.size).reshape(image.shape), image)
        return Reply("done", None, image.shape, self._size)

    def _map(self, size: int) -> None:
        if size != self._size:
            self._view, self._size = mmap.mmap(self._shared, size), size

    # ------------------------------------------------------------------------------------------ jobs

    @property
    def _held(self) -> cv2.VideoCapture:
        assert self._capture is not None
        return self._capture

    def _open(self, name: str, api: int, options: list[int]) -> bool:
        self._release()
        self._capture = cv2.VideoCapture(name, api, options) if options else cv2.VideoCapture(name, api)
        return self._capture.isOpened()

    def _read(self) -> Image | bool:
        good, image = self._held.read()
        return np.asarray(image, np.uint8) if good else False

    def _release(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def limit_memory() -> None:
    """Hold this process to what a picture may take, where the system tells how much it takes by itself."""
    with suppress(OSError, ValueError), open("/proc/self/status", encoding="ascii") as told:
        mine = next(int(line.split()[1]) << 10 for line in told if line.startswith("VmData:"))
        most = mine + MAX_MEMORY + SPARE
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def limit_time(seconds: float) -> None:
    """End this process once it has taken so much more of the processor; the system counts whole seconds."""
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


def main() -> None:
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, *([] if "COMPANION_DEBUG" in os.environ else [2])):
        os.dup2(silent, stream)  # what libraries print is for nobody
    cv2.setNumThreads(1)
    worker = Worker(int(sys.argv[1]))
    limit_memory()
    while head := asked.read(LENGTH):
        message = asked.read(int.from_bytes(head, "little"))
        job, language, seconds, size, arguments = msgspec.msgpack.decode(message)
        limit_time(seconds)
        with using_language(language):
            reply = msgspec.msgpack.encode(worker.do(job, size, tuple(arguments)))
        answers.write(len(reply).to_bytes(LENGTH, "little") + reply)
        answers.flush()


if __name__ == "__main__":
    main()
