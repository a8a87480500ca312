"""A film in place of the browser's camera."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import cv2

__all__ = ["camera_flags"]

REST = 6
"""Frames at the beginning of a film, and at its end, in which nothing moves."""


def camera_flags(
    film: Path,
    folder: Path,
    size: tuple[int, int] = (1280, 720),
    frames: int = 120,
    times: int = 1,
    before: int = 0,
    linger: int = 0,
) -> list[str]:
    """What Chromium is started with so that its camera shows the beginning of `film`, again and again, 30 frames a
    second: each frame so many `times`; the first few over and over, `before` frames in all, before it goes on, and the
    last few likewise, `linger` frames."""
    capture = cv2.VideoCapture(str(film))
    path = folder / "camera.mjpeg"
    shown: list[bytes] = []
    for _ in range(frames):
        good, image = capture.read()
        if not good:
            break
        jpeg = cv2.imencode(".jpg", cv2.resize(image, size), [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
        shown += [jpeg] * times
    capture.release()
    with path.open("wb") as out:
        out.writelines(islice(cycle(shown[: REST * times]), before))
        out.writelines(shown)
        out.writelines(islice(cycle(shown[-REST * times :]), linger))
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={path.resolve()}",
    ]
