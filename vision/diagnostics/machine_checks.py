"""Checks the networks, installed packages, speed and memory."""

from __future__ import annotations

import os
import platform
import re
import time
from importlib.metadata import PackageNotFoundError, distributions, requires, version
from pathlib import Path
from typing import Literal, NamedTuple

import cv2
import numpy as np

from companion.text import listed, say, say_count
from vision.camera import Image
from vision.dice import DiceReader
from vision.inference import ModelError, network_bytes, read_manifest

FRAME_TIME = 1000 / 30
"""Milliseconds between two frames at 30 a second."""
MEMORY = 500
"""MiB: the program takes up to 350, and the system needs some as well."""
READINGS = 6

Level = Literal["change", "note", "fine"]
LEVELS: tuple[Level, ...] = ("change", "note", "fine")


class Finding(NamedTuple):
    """One finding of the doctor; of those that need a change, the gravest have the lowest rank."""

    level: Level
    part: str
    text: str
    rank: int = 50


def check_models() -> tuple[list[Finding], DiceReader | None]:
    """Every file that the manifest names, against its hash; a reader of dice, if its networks can be loaded."""
    found: list[Finding] = []
    try:
        names = [name for name, entry in read_manifest().items() if isinstance(entry, dict) and "file" in entry]
        for name in names:
            try:
                network_bytes(name)
            except ModelError as error:
                found.append(Finding("change", "networks", str(error), 0))
        if found:
            return found, None
        reader = DiceReader()
    except ModelError as error:
        return [Finding("change", "networks", str(error), 0)], None
    sentence = say("{names}: as the manifest has them", names=", ".join(sorted(names)))
    return [Finding("fine", "networks", sentence)], reader


def check_speed(reader: DiceReader, image: Image) -> Finding:
    """Measures the milliseconds of one core that reading `image` takes."""
    dice = len(reader.read(image).dice)  # the first one warms up
    took = []
    for _ in range(READINGS):
        start = time.thread_time()  # what this core worked, whatever else runs here
        reader.read(image)
        took.append(1000 * (time.thread_time() - start))
    spent = min(took)  # cores share their caches, and some their works, with whatever else runs
    sentence = say_count(
        "{spent:.0f} ms for a picture of {width}x{height} with {count} die on one core",
        "{spent:.0f} ms for a picture of {width}x{height} with {count} dice on one core",
        dice,
        spent=spent,
        width=image.shape[1],
        height=image.shape[0],
    )
    if spent > FRAME_TIME:
        slow = sentence + say(
            ", longer than a frame lasts at 30 a second: set the camera to 1280x720, or take a faster computer"
        )
        return Finding("change", "speed", slow, 40)
    return Finding("fine", "speed", sentence)


def drawn_table() -> Image:
    """A picture of 1280x720 with eighteen drawn dice, where there is no other: good enough to be timed."""

    def block(x: int, y: int, side: int, grey: int) -> None:
        for thick in (-1, 12):  # a thick line has round corners
            cv2.rectangle(image, (x, y), (x + side, y + side), (grey, grey, grey), thick, cv2.LINE_AA)

    image = np.full((720, 1280, 3), (60, 90, 50), np.uint8)
    places = [(140 + 180 * (n % 6), 140 + 180 * (n // 6)) for n in range(18)]
    for x, y in places:
        cv2.ellipse(image, (x + 40, y + 50), (48, 36), 20, 0, 360, (30, 45, 25), -1, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), 8).astype(np.uint8)
    for x, y in places:
        block(x, y + 14, 50, 150)  # the side that is seen below the upper face
        block(x, y, 50, 228)
        for dx, dy in ((10, 10), (25, 25), (40, 40)):
            cv2.circle(image, (x + dx, y + dy), 6, (30, 30, 30), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(image, (0, 0), 0.8).astype(np.uint8)


def check_versions() -> list[Finding]:
    """Compares the installed versions with those that the package asks for."""
    asked = {}
    try:
        for line in requires("tabletop-companion") or []:
            if (found := re.match(r"([\w-]+).*>=([\d.]+)", line)) and ";" not in line:
                asked[found[1]] = found[2]
    except PackageNotFoundError:
        pass  # run from a checkout that was not installed
    have, wrong = [f"Python {platform.python_version()}"], []
    for name in ("opencv-python", "onnxruntime", "numpy"):
        try:
            have.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            have.append(say("{name} (of another build)", name=name))
            continue
        if name in asked and _numbers(version(name)) < _numbers(asked[name]):
            old = say(
                "{name} {version} is too old: install {needed} or newer",
                name=name,
                version=version(name),
                needed=asked[name],
            )
            wrong.append(Finding("change", "programs", old, 45))
    builds = sorted({d.metadata["Name"] for d in distributions() if re.match("opencv[-_]", d.metadata["Name"] or "")})
    if len(builds) > 1:
        clash = say(
            "{builds} are installed and break each other: uninstall all, then install opencv-python",
            builds=listed(builds),
        )
        wrong.append(Finding("change", "programs", clash, 44))
    cores = os.cpu_count() or 1
    how_many = say_count("{count} core", "{count} cores", cores)
    have.append(f"{platform.system()} {platform.machine()}, {how_many}")
    return [*wrong, Finding("fine", "programs", ", ".join(have))]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def check_memory() -> list[Finding]:
    """Checks free memory, where the system reports it."""
    free = free_memory()
    if free is None:
        return [
            Finding(
                "note", "memory", say("this system does not tell how much is free; the program takes up to 350 MiB")
            )
        ]
    if free < MEMORY:
        return [
            Finding(
                "change",
                "memory",
                say("{free} MiB are free, {needed} are needed: close other programs", free=free, needed=MEMORY),
                41,
            )
        ]
    return [Finding("fine", "memory", say("{free} MiB are free", free=free))]


def free_memory(root: Path = Path("/")) -> int | None:
    """Free memory in MiB, a container's limit included; None where the system does not report it as Linux does."""
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
        free = next(int(line.split()[1]) >> 10 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None
    try:
        limit, used = ((root / "sys/fs/cgroup" / name).read_text().strip() for name in ("memory.max", "memory.current"))
        return min(free, (int(limit) - int(used)) >> 20)
    except (OSError, ValueError):  # no container, or one without a limit
        return free
