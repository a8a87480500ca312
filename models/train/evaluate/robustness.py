"""Measures where reading begins to suffer: photographs are made worse step by step, and read.

    python -m models.train.evaluate.robustness PHOTOS --each 10 --out limits.json

Each labelled picture is darkened (less light, the same sensor's noise), over-exposed, blurred, given lamp reflections,
shrunk (fewer pixels), and moved away (dice smaller in a picture of the same size). For each step stand the share of
labelled dice that are read right, of all and with certainty, and the medians of what vision.diagnostics.image_quality
measures; then what is lost against the same pictures unharmed, by the measure. A limit of the doctor lies about where a
twentieth of the dice is no longer read right, or no longer with certainty. The networks know most of these photographs:
the fall counts here, not the height. How much flicker and shake the eyes bear is tried on still pictures that are made
to flicker and shake, by the share of frames in which vision.motion.motion_state says that the table is at rest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from tqdm import tqdm

from models.train.data.labels import LabelledDie, LabelledPicture, load_folder
from vision.camera.frame import Frame, Image
from vision.camera.frame_buffer import downscaled
from vision.camera.image_files import read_picture
from vision.diagnostics.image_quality import picture_health, stream_health
from vision.dice.detector import DETECTOR_SIZES
from vision.dice.dice_reader import DiceReader
from vision.motion.motion_state import MotionDetector

LONGEST = 1600
"""Larger pictures are made so long first: phones give four times as many pixels, which changes nothing but the time."""
LOOK = max(DETECTOR_SIZES)
Scene = tuple[Image, list[LabelledDie]]


def to_linear(image: Image) -> NDArray[np.float32]:
    return np.asarray((image.astype(np.float32) / 255) ** 2.2, np.float32)


def to_picture(linear: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(255 * np.clip(linear, 0, 1) ** (1 / 2.2) + 0.5, 0, 255), np.uint8)


def darker(image: Image, gain: float, g: Generator) -> Image:
    """Less light on a webcam's sensor: signal times `gain`, shot noise and a floor of read noise, then JPEG."""
    light = to_linear(image) * gain
    noise = np.sqrt(light / 4000 + 0.002**2) * g.standard_normal(image.shape, np.float32)
    coded = cv2.imencode(".jpg", to_picture(light + noise), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def median_side(dice: list[LabelledDie]) -> float:
    return float(np.median([die.size for die in dice]))


def at(dice: list[LabelledDie], scale: float, x: float = 0, y: float = 0) -> list[LabelledDie]:
    """The labels of a picture that was scaled, then moved."""
    corner = np.array([x, y, x, y])
    return [
        LabelledDie(tuple(np.array(d.box) * scale + corner), d.value, d.kind, d.colour, d.part)  # type: ignore[arg-type]
        for d in dice
    ]


def dark(scene: Scene, step: float, g: Generator) -> Scene:
    return darker(scene[0], step, g), scene[1]


def bright(scene: Scene, step: float, g: Generator) -> Scene:
    return to_picture(to_linear(scene[0]) * step), scene[1]


def blurred(scene: Scene, step: float, g: Generator) -> Scene:
    """`step`: the blur's sigma in hundredths of the median die."""
    sigma = step / 100 * median_side(scene[1])
    return (scene[0] if sigma < 0.05 else np.asarray(cv2.GaussianBlur(scene[0], (0, 0), sigma), np.uint8)), scene[1]


def glare(scene: Scene, step: float, g: Generator) -> Scene:
    """A soft white patch on each die, covering the share `step` of it."""
    light = to_linear(scene[0])
    for die in scene[1]:
        x0, y0, x1, y1 = die.box
        centre = g.uniform(0.25, 0.75, 2) * (x1 - x0, y1 - y0) + (x0, y0)
        area = step * (x1 - x0) * (y1 - y0)
        ratio = g.uniform(0.5, 2)
        axes = max(np.sqrt(area / np.pi * ratio), 1e-3), max(np.sqrt(area / np.pi / ratio), 1e-3)
        ys, xs = np.ogrid[: light.shape[0], : light.shape[1]]
        away = ((xs - centre[0]) / axes[0]) ** 2 + ((ys - centre[1]) / axes[1]) ** 2
        if step:
            light += (3 * np.exp(-1.1 * away))[..., None].astype(np.float32)
    return to_picture(light), scene[1]


def shrunk(scene: Scene, step: float, g: Generator) -> Scene:
    """The whole picture with fewer pixels, so that the median die is `step` across; never more pixels."""
    scale = min(1.0, step / median_side(scene[1]))
    image = scene[0]
    size = max(16, round(image.shape[1] * scale)), max(16, round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), at(scene[1], scale)


def away(scene: Scene, step: float, g: Generator) -> Scene:
    """The camera moved away: the picture amid an even one of 1280 pixels at least, the median die `step` across."""
    scale = min(1.0, step / median_side(scene[1]))
    image, _ = shrunk(scene, step, g)
    height, width = image.shape[:2]
    canvas_width, canvas_height = max(1280, width), max(720, height)
    canvas = np.empty((canvas_height, canvas_width, 3), np.uint8)
    canvas[:] = np.median(image.reshape(-1, 3), 0)
    x, y = (canvas_width - width) // 2, (canvas_height - height) // 2
    canvas[y : y + height, x : x + width] = image
    return canvas, at(scene[1], scale, x, y)


WAVERS = {"flicker": [0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.1], "shake": [0, 0.5, 1, 1.5, 2, 3, 5, 8]}
Harm = Callable[[Scene, float, Generator], Scene]
HARMS: dict[str, tuple[Harm, list[float]]] = {
    "dark": (dark, [1, 0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.008]),
    "bright": (bright, [1, 1.5, 2, 3, 4, 6, 9]),
    "blurred": (blurred, [0, 2, 3, 4, 5, 6, 8, 10, 13]),
    "glare": (glare, [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6]),
    "shrunk": (shrunk, [1000, 50, 40, 32, 28, 24, 20, 17, 14, 12, 10]),
    "away": (away, [64, 50, 44, 40, 36, 32, 28, 24, 20]),
}
FIGURES = ("light", "burnt", "blur", "dice_light", "dice_burnt", "glare", "dice_blur", "dice_size", "look_size")
BINS: list[tuple[str, str, list[float]]] = [
    ("dark", "light", [0, 30, 40, 50, 60, 80, 100, 140, 256]),
    ("dark", "dice_light", [0, 30, 40, 50, 60, 80, 100, 140, 256]),
    ("bright", "burnt", [0, 0.05, 0.2, 0.4, 0.6, 0.8, 1.01]),
    ("bright", "dice_burnt", [0, 0.05, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01]),
    ("glare", "glare", [0, 0.01, 0.03, 0.05, 0.08, 0.12, 0.2, 1]),
    ("blurred", "dice_blur", [0, 6, 7, 8, 9, 10, 11, 12, 14, 16, 30]),
    ("blurred", "blur", [0, 3, 3.5, 4, 4.5, 5, 6, 7, 9, 16]),
    ("shrunk", "true_size", [0, 11, 13, 15, 18, 22, 26, 30, 40, 60, 1000]),
    ("away", "true_look", [0, 11, 13, 15, 17, 19, 21, 24, 28, 33, 40, 1000]),
]
"""What each harm is measured by: the second table tells how much is lost where the measure lies between two values."""


def right_of(reader: DiceReader, scene: Scene) -> tuple[int, int, int, int, dict[str, float | None]]:
    """Labelled dice; those read right; those read right with certainty; certain ones read wrong; the figures."""
    image, dice = scene
    reading = reader.read(image)
    wanted = [die for die in dice if die.kind == "d6" and die.value]
    right = certain = silent = 0
    for truth in wanted:
        x0, y0, x1, y1 = truth.box
        near = [d for d in reading.dice if x0 <= d.centre[0] <= x1 and y0 <= d.centre[1] <= y1]
        right += any(d.value == truth.value for d in near)
        certain += any(d.value == truth.value and d.certain for d in near)
        silent += any(d.value != truth.value and d.certain for d in near)
    boxes = np.array([d.box for d in reading.dice], np.float32).reshape(-1, 4)
    health = picture_health(image, boxes)._asdict()
    longest = max(image.shape[:2])
    health["look_size"] = None if health["dice_size"] is None else health["dice_size"] * LOOK / longest
    figures = {name: health[name] for name in FIGURES}
    figures["true_size"] = median_side(wanted)
    figures["true_look"] = median_side(wanted) * LOOK / longest
    return len(wanted), right, certain, silent, figures


def still_frames(image: Image, count: int, change: Callable[[Image, int], Image], g: Generator) -> list[Frame]:
    """Frames of a still table at 30 a second, each with a sensor's noise, made to flicker or shake."""
    frames = []
    for n in range(count):
        noisy = change(image, n).astype(np.float32) + 2.0 * g.standard_normal(image.shape, np.float32)
        frames.append(Frame(np.asarray(np.clip(noisy, 0, 255), np.uint8), n / 30))
    return frames


def bands(amplitude: float, phase: float) -> Callable[[Image, int], Image]:
    """A lamp on the mains through a rolling shutter: bands that wander, `amplitude` of the brightness up and down."""

    def change(image: Image, n: int) -> Image:
        rows = np.arange(len(image)) / len(image)
        wave = 1 + amplitude * np.sin(2 * np.pi * (1.5 * rows + 0.37 * n) + phase)
        return np.asarray(np.clip(image * wave[:, None, None], 0, 255), np.uint8)

    return change


def wobble(amplitude: float, g: Generator) -> Callable[[Image, int], Image]:
    """A camera that is not still: moved by about `amplitude` thousandths of the width from frame to frame."""

    def change(image: Image, n: int) -> Image:
        reach = amplitude / 1000 * image.shape[1]
        angle = g.uniform(0, 2 * np.pi)
        x, y = reach / 2 * np.cos(angle), reach / 2 * np.sin(angle)
        moved = cv2.warpAffine(
            image, np.float32([[1, 0, x], [0, 1, y]]), image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(moved, np.uint8)

    return change


def rest_share(frames: list[Frame]) -> float:
    """Share of the frames, the first 0.4 seconds aside, in which the table counts as at rest."""
    motion = MotionDetector()
    states = [motion.see(frame) for frame in frames]
    return float(np.mean([state in ("at rest", "idle") for state in states[12:]]))


def streams(pictures: list[LabelledPicture], only: list[str], g: Generator) -> list[dict[str, float | str]]:
    rows: list[dict[str, float | str]] = []
    for kind, steps in WAVERS.items():
        for step in steps if kind in only else ():
            rest, measured = [], []
            for picture in pictures:
                image = downscaled(read_picture(picture.path), 640)
                change = bands(step, g.uniform(0, 6)) if kind == "flicker" else wobble(step, g)
                frames = still_frames(image, 30, change, g)
                rest.append(rest_share(frames))
                health = stream_health(frames)
                measured.append(health.flicker if kind == "flicker" else health.shake)
            rows.append(
                {
                    "harm": kind,
                    "step": step,
                    "at rest": float(np.mean(rest)),
                    "measured": float(np.median(measured)),
                    "lowest": float(np.percentile(measured, 10)),
                    "highest": float(np.percentile(measured, 90)),
                }
            )
    return rows


def sample(pictures: list[LabelledPicture], each: int) -> list[LabelledPicture]:
    """`each` pictures of every source, evenly spread, with dice that have values."""
    by_source: dict[str, list[LabelledPicture]] = {}
    for picture in pictures:
        if any(die.kind == "d6" and die.value for die in picture.dice):
            by_source.setdefault(picture.source, []).append(picture)
    return [own[n * len(own) // min(each, len(own))] for own in by_source.values() for n in range(min(each, len(own)))]


Row = dict[str, Any]


def print_by_step(rows: list[Row]) -> None:
    head = " ".join(f"{name:>10s}" for name in FIGURES)
    print(f"{'harm':8s} {'step':>6s} {'right':>6s} {'certain':>7s} {'silent':>6s} {head}")
    for harm, (_, steps) in HARMS.items():
        for step in steps:
            own = [row for row in rows if row["harm"] == harm and row["step"] == step]
            if not own:
                continue
            total = sum(row["dice"] for row in own)
            shares = [sum(row[name] for row in own) / total for name in ("right", "certain", "silent")]
            known = [[row[name] for row in own if row[name] is not None] for name in FIGURES]
            medians = [f"{np.median(values):10.3f}" if values else f"{'-':>10s}" for values in known]
            print(f"{harm:8s} {step:6g} {shares[0]:6.3f} {shares[1]:7.3f} {shares[2]:6.3f} " + " ".join(medians))


def print_by_measure(rows: list[Row]) -> None:
    """How much less is right and certain than in the same pictures unharmed, by what is measured in the harmed ones."""
    for harm, figure, edges in BINS:
        first = HARMS[harm][1][0]
        own = [row for row in rows if row["harm"] == harm and row[figure] is not None]
        unharmed = {row["image"]: row for row in own if row["step"] == first}
        own = [row for row in own if row["image"] in unharmed]
        print(f"{harm} by {figure}: measure, pictures, lost of right, lost of certain, silent")
        for low, high in pairwise(edges):
            inside = [row for row in own if low <= row[figure] < high]
            if len(inside) < 4:
                continue
            total = sum(row["dice"] for row in inside)
            lost = [
                sum(unharmed[row["image"]][name] - row[name] for row in inside) / total for name in ("right", "certain")
            ]
            silent = sum(row["silent"] for row in inside) / total
            print(f"  {low:6g} .. {high:<6g} {len(inside):4d} {lost[0]:7.3f} {lost[1]:7.3f} {silent:7.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--each", type=int, default=10, help="pictures of each source")
    parser.add_argument("--only", nargs="*", default=[*HARMS, *WAVERS], help="the harms to try (default: all)")
    parser.add_argument("--out", type=Path, help="file (.json) for every picture's figures")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader, g = DiceReader(), np.random.default_rng(4)
    pictures = sample(load_folder(args.photos), args.each)
    rows = []
    for picture in tqdm(pictures, unit="picture", mininterval=5):
        whole = read_picture(picture.path)
        image = downscaled(whole, LONGEST)
        scene = image, at([die for die in picture.dice if die.kind == "d6"], image.shape[1] / whole.shape[1])
        for harm, (make, steps) in HARMS.items():
            for step in steps if harm in args.only else ():
                dice, right, certain, silent, figures = right_of(reader, make(scene, step, g))
                rows.append(
                    {"image": str(picture.path), "source": picture.source, "harm": harm, "step": step}
                    | {"dice": dice, "right": right, "certain": certain, "silent": silent}
                    | figures
                )
    by_stream = streams(pictures[:: max(1, len(pictures) // 12)], args.only, g)
    if args.out:
        args.out.write_text(json.dumps({"pictures": rows, "streams": by_stream}))
    print_by_step(rows)
    print_by_measure(rows)
    for line in by_stream:
        print({k: round(v, 3) if isinstance(v, float) else v for k, v in line.items()})


if __name__ == "__main__":
    main()
