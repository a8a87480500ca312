"""Draws pictures that were read badly, what was read beside what is so.

They are for looking at, and stay on this machine: the photographs are others'.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.view import Box, Die
from models.train.evaluate import Label, Line, ScoredPicture
from vision.camera.image_files import read_picture
from vision.decoding.picture_files import PictureError
from vision.overlay.dice_overlay import draw

LONGEST = 900
"""Longer side of each panel in pixels."""
HEAD = 96
GAP = 12
INK, RED, PAPER = (34, 34, 34), (40, 40, 220), (255, 255, 255)
"""Blue, green, red."""

Image = NDArray[np.uint8]


def draw_all(pictures: Sequence[ScoredPicture], photos: Path, folder: Path) -> list[Path]:
    """One PNG a picture in `folder`, numbered in their order; those of an earlier evaluation are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("[0-9][0-9]-*.png"):
        old.unlink()
    files = []
    for n, picture in enumerate(pictures, 1):
        try:
            image = read_picture(photos / picture.label["image"])
        except PictureError as error:
            raise SystemExit(str(error)) from None
        name = re.sub(r"[^\w.-]+", "-", picture.label["image"])
        files.append(folder / f"{n:02d}-{Path(name).stem}.png")
        files[-1].write_bytes(cv2.imencode(".png", drawn(picture, image))[1].tobytes())
    return files


def drawn(picture: ScoredPicture, image: Image) -> Image:
    """Left what was read, with wrong readings in red frames; right the labels, with dice not rightly read so marked."""
    scale = LONGEST / max(image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    panel = cast(Image, cv2.resize(image, None, fx=scale, fy=scale, interpolation=way))
    read, true = panel.copy(), panel.copy()
    for verdict in picture.verdicts:
        if not verdict.right:
            _frame(read, _scaled(verdict.box, scale))
    for thing in picture.misread:
        _frame(true, _scaled(thing["box"], scale))
    read = draw(read, [_read(die, scale) for die in picture.line.get("dice", [])])
    true = draw(true, [_true(thing, scale) for thing in picture.label["objects"] if thing.get("box")])
    sheet: Image = np.full((panel.shape[0] + HEAD, 2 * panel.shape[1] + GAP, 3), PAPER, np.uint8)
    sheet[HEAD:, : panel.shape[1]] = read
    sheet[HEAD:, panel.shape[1] + GAP :] = true
    _write(sheet, f"{picture.label['image']}   ({picture.label['source']})", (12, 36), 24, 700)
    _write(sheet, f"read: {faces_read(picture)}", (12, 78), 26)
    _write(sheet, f"is: {faces_labelled(picture)}", (panel.shape[1] + GAP + 12, 78), 26)
    return sheet


def faces_labelled(picture: ScoredPicture) -> str:
    values = [o.get("value") for o in picture.label["objects"] if o.get("kind", "d6") == "d6"]
    return " ".join(sorted("?" if value is None else str(value) for value in values)) or "no dice"


def faces_read(picture: ScoredPicture) -> str:
    """Sorted; "?" after a face that is unsure, or alone for none, "!" after one that is certain and wrong."""
    words = []
    for verdict in picture.verdicts:
        mark = "!" if verdict.certain and not verdict.right else "" if verdict.certain else "?"
        words.append(f"{verdict.read or ''}{mark}")
    return " ".join(sorted(words)) or "nothing"


def _scaled(box: Box, scale: float) -> Box:
    x0, y0, x1, y1 = (side * scale for side in box)
    return x0, y0, x1, y1


def _read(die: Line, scale: float) -> Die:
    return Die(
        box=_scaled(die["box"], scale),
        value=die.get("value"),
        colour=die.get("colour"),
        confidence=die.get("confidence") or 0.0,
        certain=bool(die.get("certain", True)),
    )


def _true(thing: Label, scale: float) -> Die:
    known = thing.get("kind", "d6") == "d6" and bool(thing.get("value"))
    value = thing["value"] if known else None
    return Die(box=_scaled(thing["box"], scale), value=value, colour=None, confidence=1.0, certain=known)


def _frame(panel: Image, box: Box) -> None:
    low, high = (round(box[0]) - 7, round(box[1]) - 7), (round(box[2]) + 7, round(box[3]) + 7)
    cv2.rectangle(panel, low, high, PAPER, 7, cv2.LINE_AA)
    cv2.rectangle(panel, low, high, RED, 4, cv2.LINE_AA)


def _write(sheet: Image, text: str, at: tuple[int, int], size: int, weight: int = 400) -> None:
    """Write a line that begins at `at` in letters `size` pixels high; weight 400 is regular, 700 bold."""
    if not hasattr(cv2, "FontFace"):
        raise SystemExit(f"OpenCV {cv2.__version__} has no readable letters; `make evaluate` needs OpenCV 5")
    opencv = cast(Any, cv2)
    opencv.putText(sheet, text, at, INK, opencv.FontFace("sans"), size, weight)
