"""Decoders in a process of their own: they give what they would give here, and what ends them ends nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.text import using_language
from tests.support.paths import ROOT
from tests.support.waiting import until
from vision.camera import PictureError, decode_picture
from vision.decoding import process as process_module
from vision.decoding.image_headers import HeaderError
from vision.decoding.process import (
    KEPT,
    DecoderEnded,
    DecoderError,
    DecoderProcess,
    JpegDecoder,
    give_back,
    prepare_decoder,
    take,
    unpack_apart,
)
from vision.decoding.unpack import unpack

pytestmark = pytest.mark.skipif(os.name != "posix", reason="decoders run inside on this system")


def picture(height: int = 48, width: int = 64, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (height, width, 3), np.uint8)


def coded(ending: str, image: np.ndarray, *options: int) -> bytes:
    return cv2.imencode(ending, image, [*options])[1].tobytes()


def slow_jpeg(scans: int) -> bytes:
    """A small file that keeps a processor busy: the same pass over the picture again and again."""
    data = coded(".jpg", np.zeros((2000, 2000, 3), np.uint8), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    at = data.rindex(b"\xff\xda")
    return data[:at] + scans * data[at:-2] + data[-2:]


@pytest.fixture
def decoder() -> Iterator[DecoderProcess]:
    made = DecoderProcess()
    yield made
    made.end()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".tif"])
def test_what_is_decoded_apart_is_what_would_be_here(decoder: DecoderProcess, ending: str) -> None:
    kind = {".jpg": "JPEG", ".tif": "TIFF", ".webp": "WebP"}.get(ending, ending[1:].upper())
    for image in (picture(), picture(200, 300), picture(17, 900), picture()[:, :, 0]):
        data = coded(ending, image)
        told = decoder.ask("unpack", kind, 6, data=data)[1]
        assert told is not None and told.flags.writeable and np.array_equal(told, unpack(data, kind, 6))
    assert np.array_equal(unpack_apart(data, kind, 3), unpack(data, kind, 3))


def test_a_refusal_is_in_the_language_in_use_and_ends_nothing(decoder: DecoderProcess) -> None:
    data = coded(".jpg", picture(400, 400))
    for language in ("en", "de"):
        with using_language(language):
            with pytest.raises(HeaderError) as here:
                unpack(data[:300], "JPEG", 1)
            with pytest.raises(DecoderError) as apart:
                decoder.ask("unpack", "JPEG", 1, data=data[:300])
        assert str(apart.value) == str(here.value) and not isinstance(apart.value, DecoderEnded)
    assert decoder.kept and decoder.ask("unpack", "JPEG", 1, data=data)[1] is not None


def test_a_decoder_that_crashes_is_one_line_and_the_next_picture_gets_another() -> None:
    data = coded(".png", picture())
    process = take()
    os.kill(process.pid, signal.SIGSEGV)
    with pytest.raises(DecoderEnded, match="ends the decoder"):
        process.ask("unpack", "PNG", 1, data=data)
    with pytest.raises(DecoderEnded):
        process.ask("unpack", "PNG", 1, data=data)
    give_back(process)
    assert unpack_apart(data, "PNG", 1).shape == (48, 64, 3)


def test_a_crash_while_a_photograph_is_read_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = DecoderProcess.begin

    def crash(self: DecoderProcess, job: str, *arguments: object, data: bytes = b"", seconds: float = 5) -> None:
        os.kill(self.pid, signal.SIGKILL)
        begin(self, job, *arguments, data=data, seconds=seconds)

    monkeypatch.setattr(DecoderProcess, "begin", crash)
    with pytest.raises(PictureError, match=r"^table.png: damaged in a way that ends the decoder"):
        decode_picture(coded(".png", picture()), "table.png")


def test_one_that_died_while_nobody_looked_is_replaced() -> None:
    first = take()
    give_back(first)
    os.kill(first.pid, signal.SIGKILL)
    until(lambda: not first.kept, "its end")
    assert unpack_apart(coded(".png", picture()), "PNG", 1).shape == (48, 64, 3)


@pytest.mark.slow
def test_what_takes_too_long_is_ended(decoder: DecoderProcess) -> None:
    with pytest.raises(DecoderEnded, match="takes too long"):
        decoder.ask("unpack", "JPEG", 1, data=slow_jpeg(2000), seconds=0.1)
    assert not decoder.kept


def test_the_time_of_one_picture_is_not_that_of_all_before(decoder: DecoderProcess) -> None:
    data = coded(".png", picture(1500, 1500))
    for _ in range(4):
        assert decoder.ask("unpack", "PNG", 1, data=data, seconds=0.0)[1] is not None
    assert decoder.kept


def test_what_does_not_answer_is_ended(decoder: DecoderProcess) -> None:
    os.kill(decoder.pid, signal.SIGSTOP)
    with pytest.raises(DecoderEnded, match="takes too long"):
        decoder.ask("unpack", "PNG", 1, data=coded(".png", picture()), patience=0.2)
    assert not decoder.kept


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell how much memory is used")
def test_what_takes_too_much_memory_is_refused(decoder: DecoderProcess) -> None:
    """16 bits in four channels: 64 megapixels, 512 MB before they are 8 bits."""
    data = coded(".png", np.zeros((8000, 8000, 4), np.uint16))
    with pytest.raises(DecoderError):
        decoder.ask("unpack", "PNG", 1, data=data)
    assert unpack_apart(coded(".png", picture()), "PNG", 1).shape == (48, 64, 3)


def test_a_fault_of_our_own_is_told_as_such(decoder: DecoderProcess) -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        decoder.ask("nothing")
    assert decoder.kept


def test_a_process_that_holds_much_memory_is_not_kept() -> None:
    process = take()
    data = coded(".png", np.zeros((5000, 5000, 3), np.uint8))
    image = process.ask("unpack", "PNG", 1, data=data)[1]
    assert image is not None and image.nbytes > KEPT and not process.kept
    give_back(process)
    assert not process.end.alive


def test_several_at_once_get_a_process_each_and_one_is_kept() -> None:
    images = [picture(100 + n, 200, n) for n in range(6)]
    here = threading.Barrier(3)

    def read(n: int) -> bool:
        if n < 3:
            here.wait()
        return np.array_equal(unpack_apart(coded(".png", images[n]), "PNG", 1), images[n])

    with ThreadPoolExecutor(3) as pool:
        assert all(pool.map(read, range(6)))
    assert len(process_module._idle) == 1
    prepare_decoder()
    assert len(process_module._idle) == 1


def test_a_phone_s_decoder_keeps_its_process_until_it_rests() -> None:
    decoder, jpeg = JpegDecoder(), coded(".jpg", picture(480, 640))
    first = decoder.decode(jpeg, cv2.IMREAD_COLOR)
    assert first is not None and np.array_equal(first, cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    process = decoder._process
    small = decoder.decode(jpeg, cv2.IMREAD_REDUCED_COLOR_4)
    assert small is not None and small.shape == (120, 160, 3) and decoder._process is process
    assert decoder.decode(b"\xff\xd8 no picture", cv2.IMREAD_COLOR) is None
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    until(lambda: not process.kept, "its end")
    assert decoder.decode(jpeg, cv2.IMREAD_COLOR) is not None
    decoder.rest()
    assert decoder._process is None


def test_where_there_are_no_such_processes_all_is_decoded_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "APART", False)
    monkeypatch.setattr(process_module, "take", None)
    prepare_decoder()
    data = coded(".jpg", picture())
    assert np.array_equal(unpack_apart(data, "JPEG", 1), unpack(data, "JPEG", 1))
    assert JpegDecoder().decode(data, cv2.IMREAD_COLOR) is not None
    with pytest.raises(HeaderError):
        unpack_apart(data[:300], "JPEG", 1)


def test_a_process_that_cannot_be_started_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> DecoderProcess:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(process_module, "take", none)
    prepare_decoder()
    with pytest.raises(PictureError, match=r"^table.png: cannot be unpacked, for no other process can be started"):
        decode_picture(coded(".png", picture()), "table.png")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
def test_a_decoder_ends_with_the_program(how: signal.Signals | None) -> None:
    code = (
        "import sys; from vision.decoding.process import take; from vision.camera import decode_picture\n"
        "process = take(); process.ask('unpack_jpeg', 1, data=b'x' * 40); print(process.pid, flush=True)\n"
        "sys.stdin.read()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as program:
        assert program.stdout is not None and program.stderr is not None
        pid = int(program.stdout.readline())
        if how is not None:
            program.send_signal(how)
        _, complaints = program.communicate()

    def ended() -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0] == "Z"

    until(ended, "the end of the decoder")
    assert b"decoding" not in complaints
