"""Faults of films and cameras: `companion watch` says so in one line, and goes on."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.camera.sources
from companion.referee.occlusion_notices import ALL_SEEN
from tests.support.front_door import Ask, asking
from tests.support.paths import FILMS
from tests.support.sources import ScriptedSource
from tests.support.thoroughness import NIGHTLY
from ui.live.match_pipeline import BLIND, SEES
from vision.camera.clip import VideoClip
from vision.camera.frame import Frame, Image

FILM = FILMS["space-checkers"]
TRUTH = FILM.with_suffix(".json")
BETWEEN = (10.0, 15.5)
"""Seconds between two events of the film, with hands in view before and after."""


pytestmark = pytest.mark.slow  # the altered films are read from pixels


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asking(capsys, monkeypatch)


@lru_cache(maxsize=1)
def film() -> tuple[Frame, ...]:
    clip = VideoClip(FILM, realtime=False)
    return tuple(iter(clip.read, None))


@pytest.fixture
def watch(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """Watches the film as something has altered its frames; what is told, the score last."""

    def watched(altered: Callable[[Frame], Image], until: float = math.inf) -> list[dict[str, Any]]:
        frames = [Frame(altered(frame), frame.time) for frame in film() if frame.time < until]
        monkeypatch.setattr(vision.camera, "open_source", lambda name: ScriptedSource(frames))
        answer = ask("watch", "film", "--truth", TRUTH, "--json")
        assert (answer.code, answer.err) == (0, "")
        return [json.loads(line) for line in answer.lines]

    return watched


def within(frame: Frame, since: float = BETWEEN[0], until: float = BETWEEN[1]) -> bool:
    return since <= frame.time < until


def reminders(told: list[dict[str, Any]]) -> list[str]:
    return [one["text"] for one in told if one.get("what") == "reminder"]


def test_a_film_cut_short_or_no_film_is_one_line(ask: Ask, tmp_path: Path) -> None:
    whole = FILM.read_bytes()
    for name, raw in (("short.mp4", whole[: len(whole) // 2]), ("empty.mp4", b""), ("text.mp4", b"no film at all")):
        (tmp_path / name).write_bytes(raw)
        answer = ask("watch", tmp_path / name, "--game", "space-checkers")
        assert answer.code == 1 and "not a video that can be played" in answer.refusal


def test_a_film_damaged_in_the_middle_is_told_as_far_as_it_can_be_read(ask: Ask, tmp_path: Path) -> None:
    whole = FILM.read_bytes()
    for number, (start, length) in enumerate(((len(whole) // 2, 60_000), (len(whole) // 3, 250_000))):
        damaged = tmp_path / f"damaged-{number}.mp4"
        damaged.write_bytes(whole[:start] + bytes(length) + whole[start + length :])
        answer = ask("watch", damaged, "--truth", TRUTH, "--json")
        assert answer.code in (0, 1) and answer.err.count("\n") <= 1
        assert (answer.code == 1) == ("damaged at or before" in answer.err)
        assert json.loads(answer.lines[0])["text"] == "Yellow rolled 4, WILD"
        assert json.loads(answer.lines[-1])["wrong"] == 0


def test_a_black_picture_is_told_once_and_its_end_once(watch: Any) -> None:
    told = watch(lambda frame: np.zeros_like(frame.image) if within(frame) else frame.image)
    assert reminders(told) == [BLIND, SEES]
    assert (told[-1]["wrong"], told[-1]["finished"]) == (0, True)


def test_a_flash_of_black_is_not_told(watch: Any) -> None:
    told = watch(lambda frame: np.zeros_like(frame.image) if within(frame, 11.0, 12.0) else frame.image)
    assert reminders(told) == [] and told[-1]["finished"]


def test_frames_of_another_size_in_the_middle_tell_nothing_false(watch: Any) -> None:
    for size in ((640, 360), (1280, 720), *([(640, 480)] if NIGHTLY else [])):

        def altered(frame: Frame, size: tuple[int, int] = size) -> Image:
            return np.asarray(cv2.resize(frame.image, size) if within(frame) else frame.image, np.uint8)

        told = watch(altered)
        assert told[-1]["wrong"] == 0, size
        assert told[-1]["finished"] or size[0] < 896, "where dice are too small to be read, somebody is asked"


def test_a_picture_that_freezes_for_a_while_changes_nothing(watch: Any) -> None:
    held = next(frame.image for frame in film() if frame.time >= 17.0)
    told = watch(lambda frame: held if within(frame, 17.0, 18.0) else frame.image)
    assert told[-1]["wrong"] == 0


def test_a_sheet_that_is_not_in_view_is_told_once_and_its_return_once(watch: Any) -> None:
    def hidden(frame: Frame) -> Image:
        if not within(frame):
            return frame.image
        cloth = np.random.default_rng(1).normal(120, 3, frame.image.shape)
        return np.asarray(cloth.clip(0, 255), np.uint8)

    told = watch(hidden)
    first, last = reminders(told)
    assert first.startswith("no printed sheet in view")
    assert last == ALL_SEEN
    assert (told[-1]["wrong"], told[-1]["finished"]) == (0, True)


def test_a_sheet_that_is_bumped_is_followed(watch: Any) -> None:
    def bumped(frame: Frame) -> Image:
        if frame.time < 12.0:
            return frame.image
        height, width = frame.image.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), 1.5, 1.0)
        turn[:, 2] += (14, -9)
        moved = cv2.warpAffine(frame.image, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    told = watch(bumped)
    assert reminders(told) == []
    assert (told[-1]["wrong"], told[-1]["finished"]) == (0, True)


def altered_here_and_there() -> Iterator[Callable[[Frame], Image]]:
    """Films that no camera takes: nothing in them may end the program."""
    lot = np.random.default_rng(7)
    yield lambda frame: np.asarray(lot.integers(0, 256, frame.image.shape), np.uint8)
    yield lambda frame: np.full_like(frame.image, 255)
    yield lambda frame: frame.image[: 2 + int(frame.time * 20), : 2 + int(frame.time * 30)].copy()
    yield lambda frame: np.asarray(np.rot90(frame.image, int(frame.time)), np.uint8).copy()
    yield lambda frame: np.full((1, 1, 3), 90, np.uint8) if int(frame.time) % 2 else frame.image


@pytest.mark.parametrize("number", range(5))
def test_whatever_a_camera_sends_nothing_breaks_and_nothing_false_is_told(number: int, watch: Any) -> None:
    altered = list(altered_here_and_there())[number]
    told = watch(altered, until=math.inf if NIGHTLY else 8.0)
    assert told[-1]["wrong"] == 0
    lines = reminders(told)
    assert len(lines) <= 8, "nobody is told the same again and again"
