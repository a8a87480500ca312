"""Films as a camera in a hand would have taken them: a finished one, shifted, turned and zoomed a little in each frame.

The dice have no parallax then, which a camera that moves in space would show.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np

DRIFT, TREMOR, TURN, ZOOM = 8.0, 0.7, 0.4, 0.006
"""Pixels to each side, pixels from frame to frame (standard deviation), degrees, and share of the size."""
WAVES = (0.1, 0.6)
"""Hertz of the slow motion, from and to."""


def shake(film: Path, out: Path, seed: int = 7) -> None:
    """Writes `film` (mp4, beside its truth) to `out` as by a camera in a hand; the truth, too."""
    out.parent.mkdir(parents=True, exist_ok=True)
    source = cv2.VideoCapture(str(film))
    rate = source.get(cv2.CAP_PROP_FPS)
    width, height = (int(source.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    begun = out.with_name(f".{out.stem}.mp4")
    writer = cv2.VideoWriter(str(begun), cv2.VideoWriter.fourcc(*"mp4v"), rate, (width, height))
    g = np.random.default_rng(seed)
    hertz, phase = g.uniform(*WAVES, (4, 3)), g.uniform(0, 2 * np.pi, (4, 3))
    number = 0
    while True:
        good, image = source.read()
        if not good:
            break
        x, y, turn, zoom = np.sin(2 * np.pi * hertz * number / rate + phase).sum(1) / 1.7
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), TURN * turn, 1 + ZOOM * zoom)
        matrix[:, 2] += np.array([x, y]) * DRIFT + g.normal(0, TREMOR, 2)
        writer.write(cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REFLECT))
        number += 1
    source.release()
    writer.release()
    shutil.copyfile(film.with_suffix(".json"), out.with_suffix(".json"))
    begun.rename(out)
