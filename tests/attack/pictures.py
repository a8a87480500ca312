"""Pictures and films with anything done to their bytes, each decoded in a process that is replaced when it dies."""

from __future__ import annotations

import multiprocessing
import os
import resource
import struct
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random

import cv2
import numpy as np

from tests.attack.outcome import Outcome, Verdict
from tests.support.paths import TESTS
from vision.camera import PictureError, SourceError, decode_picture
from vision.camera.clip import VideoClip
from vision.decoding import prepare_decoder

SLOWEST, LARGEST = 5.0, 400.0
"""Seconds of the processor and megabytes that a picture or film may take before it is refused or read."""
KINDS = (".jpg", ".png", ".webp", ".bmp", ".tif", ".gif")
FRAMES = 600
"""Frames of a film that are read; the true ones have fewer."""


def pictures(count: int, seed: int = 1) -> Outcome:
    """Attack the decoding of pictures."""
    return _attacked("pictures", _altered_pictures(count, Random(seed)), count)


def films(count: int, folder: Path, seed: int = 1) -> Outcome:
    """Attack the reading of films; `folder` is for the altered ones."""
    return _attacked("films", _altered_films(count, folder, Random(seed)), count)


def _attacked(what: str, works: Iterator[tuple[str, bytes | Path]], count: int) -> Outcome:
    outcome = Outcome(what)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, context)
    try:
        for name, work in works:
            try:
                verdict, seconds, megabytes, why = pool.submit(_decoded, work).result()
            except BrokenProcessPool:
                verdict, seconds, megabytes, why = "lost", 0.0, 0.0, "the decoder died"
                pool = ProcessPoolExecutor(1, context)
            if seconds > SLOWEST or megabytes > LARGEST:
                verdict, why = "lost", f"{seconds:.1f} s, {megabytes:.0f} MB"
            outcome.note(verdict, seconds, megabytes, f"{name}: {why}")
    finally:
        pool.shutdown()
    assert outcome.tried == count
    return outcome


def _decoded(work: bytes | Path) -> tuple[Verdict, float, float, str]:
    """What becomes of one picture or film, in seconds and megabytes at the most."""
    prepare_decoder()
    for each in _family():
        (each / "clear_refs").write_text("5")  # the most memory is counted from here on
    before, begun = _most_memory(), _seconds()
    verdict: Verdict = "survived"
    why = ""
    try:
        if isinstance(work, bytes):
            image = decode_picture(work, "attack")
            if image.ndim != 3 or image.dtype != np.uint8:
                verdict, why = "lost", f"{image.shape} {image.dtype}"
        else:
            clip = VideoClip(work, realtime=False)
            if sum(1 for _, _ in zip(iter(clip.read, None), range(FRAMES), strict=False)) == FRAMES:
                verdict, why = "lost", f"{FRAMES} frames and no end"
            clip.close()
    except (PictureError, SourceError) as refusal:
        if "\n" in str(refusal):
            verdict, why = "lost", f"more than a line: {refusal}"
        else:
            verdict = "refused"
    except Exception as fault:
        verdict, why = "lost", repr(fault)
    return verdict, _seconds() - begun, _most_memory() - before, why


def _family() -> list[Path]:
    """This process and the decoders that it has started, as the system tells of them."""
    children = Path("/proc/self/task").glob("*/children")
    return [Path("/proc/self"), *(Path("/proc", pid) for each in children for pid in each.read_text().split())]


def _most_memory() -> float:
    told = [line for each in _family() for line in (each / "status").read_text().splitlines()]
    return sum(int(line.split()[1]) / 1024 for line in told if line.startswith("VmHWM"))


def _seconds() -> float:
    """Of the processor, those included of decoders that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = [(each / "stat").read_text().rpartition(")")[2].split()[11:13] for each in _family()]
    return ended.ru_utime + ended.ru_stime + sum(int(one) for each in ticks for one in each) / os.sysconf("SC_CLK_TCK")


def _altered_pictures(count: int, lot: Random) -> Iterator[tuple[str, bytes]]:
    image = cv2.resize(np.random.default_rng(1).integers(0, 255, (40, 60, 3), np.uint8), (480, 320))
    whole = {kind: cv2.imencode(kind, image)[1].tobytes() for kind in KINDS}
    whole["progressive .jpg"] = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    whole["16-bit .png"] = cv2.imencode(".png", image.astype(np.uint16) * 257)[1].tobytes()
    for _ in range(count):
        kind = lot.choice(list(whole))
        how, data = altered(whole[kind], lot)
        yield f"{kind} {how}", data


def _altered_films(count: int, folder: Path, lot: Random) -> Iterator[tuple[str, Path]]:
    whole = (TESTS / "data" / "clips" / "rolls.mp4").read_bytes()
    path = folder / "attack.mp4"
    for _ in range(count):
        how, data = altered(whole, lot)
        path.write_bytes(data)
        yield how, path


def altered(data: bytes, lot: Random) -> tuple[str, bytes]:
    """What was done to some bytes, and what they are then."""
    made = bytearray(data)
    how = lot.choice(["bits", "cut", "zeros", "noise", "twice", "number", "header", "many", "joined"])
    at = lot.randrange(len(made))
    match how:
        case "bits":
            for _ in range(lot.choice([1, 4, 30])):
                made[lot.randrange(len(made))] ^= 1 << lot.randrange(8)
        case "cut":
            del made[at:]
        case "zeros":
            made[at : at + 200] = bytes(len(made[at : at + 200]))
        case "noise":
            made[at : at + 200] = lot.randbytes(len(made[at : at + 200]))
        case "twice":
            made[at:at] = made[at : at + lot.choice([4, 100, 5000])]
        case "number":  # what is most likely to be a size, a count or an offset
            at = lot.randrange(min(len(made) - 4, 400))
            made[at : at + 4] = struct.pack(lot.choice([">I", "<I"]), lot.choice([0, 1, 2**31 - 1, 2**32 - 1, 65536]))
        case "header":
            at = lot.randrange(min(len(made), 64))
            made[at] = lot.choice([0, 1, 127, 128, 255])
        case "many":  # the same piece over and over, as of a JPEG with thousands of scans
            piece = bytes(made[at : at + 300])
            made[at:at] = piece * 1000
        case _:
            made += lot.randbytes(1000) + made
    return how, bytes(made)
