"""Labels a rendered scene: what each die shows, how it lies and how well a person could read it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.render.dice_scene.camera_model import Lens
from models.train.render.dice_scene.renderer import Rendered
from models.train.render.dice_scene.things import DIE, MANY_SIDED, Scene, Thing

LEAST_SEEN = 0.5
"""A die whose upper face is hidden further than this has no readable value."""
MOST_TILT = 20.0
LEAST_CONTRAST = 10.0
"""Between pips and body on the upper face, in steps of 255 of whichever channel parts them most, in a sharp and even
picture; blur and an uneven body ask for more."""
LEAST_GAP = 1.9
"""Pixels from pip to pip under which they run together."""
MOST_GLARE = 0.5
STARK = 60.0
"""From this contrast on, pips are read through any glare."""
LEAST_CLEAR = 0.6
"""Share of the pips' pixels that look more like pips than like the body, and of the body's the other way about."""


def project(scene: Scene, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3) world points to (n, 2) pixels of a good lens's picture, origin at the top left."""
    width, height = scene.size
    p = (points - scene.eye) @ scene.axes
    ahead = np.maximum(-p[:, 2], 1e-3)
    x = p[:, 0] / ahead * scene.focal * height + width / 2
    y = height / 2 - p[:, 1] / ahead * scene.focal * height
    return np.stack([x, y], 1).astype(np.float32)


def top_corners(scene: Scene, thing: Thing) -> NDArray[np.float32]:
    """(4, 2) pixels: the corners of the upper face, rounding included."""
    up = int(np.argmax(np.abs(thing.turn[2])))
    sign = 1.0 if thing.turn[2, up] > 0 else -1.0
    a, b = (up + 1) % 3, (up + 2) % 3
    corners = []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        corner = np.zeros(3, np.float32)
        corner[up], corner[a], corner[b] = sign * thing.half[up], u * thing.half[a], v * thing.half[b]
        corners.append(thing.turn @ corner + thing.place)
    return project(scene, np.float32(corners))


def upper_side(thing: Thing) -> int:
    up = int(np.argmax(np.abs(thing.turn[2])))
    return 2 * up + (0 if thing.turn[2, up] > 0 else 1)


def tilt_of(thing: Thing) -> float:
    """Degrees of the most upward face from level."""
    return float(np.degrees(np.arccos(np.clip(np.abs(thing.turn[2]).max(), 0, 1))))


def _directions(count: int = 500) -> NDArray[np.float32]:
    """Evenly spread over the sphere (a spiral with the golden angle)."""
    n = np.arange(count) + 0.5
    z = 1 - 2 * n / count
    turn = n * 2.399963
    r = np.sqrt(1 - z * z)
    return np.stack([r * np.cos(turn), r * np.sin(turn), z], 1).astype(np.float32)


DIRECTIONS = _directions()


def outline(scene: Scene, thing: Thing, lens: Lens) -> NDArray[np.float32]:
    """(n, 2) pixels: the convex silhouette of a die or block as if nothing stood before it."""
    inner = np.maximum(thing.half - thing.rounding, 0)
    points = np.sign(DIRECTIONS) * inner + DIRECTIONS * thing.rounding
    if thing.kind == DIE and thing.ball < float(np.linalg.norm(thing.half)):
        # Along each direction the die ends at its box or at the ball, whichever is nearer: few steps find it.
        low, high = np.zeros(len(DIRECTIONS)), np.full(len(DIRECTIONS), thing.ball)
        for _ in range(14):
            middle = (low + high) / 2
            over = np.maximum(np.abs(DIRECTIONS * middle[:, None]) - inner, 0)
            outside = np.linalg.norm(over, axis=1) > thing.rounding
            low, high = np.where(outside, low, middle), np.where(outside, middle, high)
        points = DIRECTIONS * low[:, None]
    pixels = lens.points(project(scene, np.float32(points @ thing.turn.T + thing.place)))
    return cv2.convexHull(pixels)[:, 0]


def _shares(polygon: NDArray[np.float32], visible: int, seen: NDArray[np.bool_]) -> tuple[float, float]:
    """Shares of a silhouette that are hidden by other things, and that lie outside the picture."""
    whole = max(float(cv2.contourArea(polygon)), 1.0)
    mask = np.zeros(seen.shape, np.uint8)
    cv2.fillPoly(mask, [np.int32(np.round(polygon * 16 - 8))], 1, shift=4)
    inside = float(np.sum(mask.astype(bool) & seen))
    # A filled polygon counts the pixels on its rim too: measured against its own area, small dice would look cut.
    covered = inside if inside < 0.97 * float(mask.sum()) or _leaves(polygon, seen) else whole
    cut = max(0.0, 1 - covered / whole)
    return float(np.clip(1 - visible / max(min(covered, whole), 1.0), 0, 1)), cut


def _leaves(polygon: NDArray[np.float32], seen: NDArray[np.bool_]) -> bool:
    height, width = seen.shape
    return bool(polygon.min() < 0 or (polygon[:, 0] > width).any() or (polygon[:, 1] > height).any())


def contrast(image: NDArray[np.uint8], face: NDArray[np.bool_], pip: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Between the pips and the rest of a face, and the spread of that rest (in steps of 255, of the channel that parts
    them most); and the share of the pixels that look like what they are, of pips or of the rest, whichever is less."""
    on, off = image[face & pip].astype(np.float32), image[face & ~pip].astype(np.float32)
    if len(on) < 3 or len(off) < 3:
        return 0.0, 0.0, 0.0
    ink, body = np.median(on, 0), np.median(off, 0)
    apart = np.abs(ink - body)
    nearer = [np.abs(pixels - ink).sum(1) < np.abs(pixels - body).sum(1) for pixels in (on, off)]
    clear = min(float(nearer[0].mean()), float(1 - nearer[1].mean()))
    channel = int(np.argmax(apart))
    low, high = np.percentile(off[:, channel], (25, 75))
    return float(apart[channel]), float(high - low) / 1.35, clear


def describe(
    scene: Scene,
    rendered: Rendered,
    lens: Lens | None = None,
    image: NDArray[np.uint8] | None = None,
    blur: float = 0.0,
) -> list[dict[str, Any]]:
    """The label of every die, and every pictured one, that can be seen at all. With `image` (what the camera made of
    `rendered`) a value is given only where the pips stand out in it; `blur` is its standard deviation in pixels."""
    lens = lens or Lens(scene.size)
    seen = lens.seen()
    objects = []
    for number, thing in enumerate(scene.things):
        if thing.kind != DIE and not thing.flat:
            continue
        ys, xs = np.nonzero(rendered.thing == number + 1)
        if len(xs) < 12:
            continue
        box = [float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)]
        if thing.kind in MANY_SIDED:  # its outline, and so what hides it, is not known
            objects.append({"kind": "flat", "value": None, "box": box})
            continue
        hidden, cut = _shares(outline(scene, thing, lens), len(xs), seen)
        entry: dict[str, Any] = {
            "kind": "d6",
            "box": box,
            "colour": thing.colour,
            "tilt": round(tilt_of(thing), 1),
            "stacked": thing.stacked,
            "hidden": round(hidden, 3),
            "cut": round(cut, 3),
            "sharp": round(blur, 2),
        }
        if thing.flat:
            entry |= {"kind": "flat", "value": None}
        else:
            face = np.zeros(rendered.thing.shape, bool)
            face[ys, xs] = rendered.face[ys, xs] == upper_side(thing) + 1
            entry |= _describe_top(thing, lens.points(top_corners(scene, thing)), face, rendered, image, blur)
        objects.append(entry)
    return objects


def _describe_top(
    thing: Thing,
    corners: NDArray[np.float32],
    face: NDArray[np.bool_],
    rendered: Rendered,
    image: NDArray[np.uint8] | None,
    blur: float,
) -> dict[str, Any]:
    """The part of a die's label that its upper face decides: `corners` (4, 2), and `face`, the pixels that show it."""
    area = max(float(cv2.contourArea(corners)), 1.0)
    shown = int(face.sum())
    glare = float((rendered.glare[face] > 127).mean()) if shown else 0.0
    share = shown / area / 0.9
    entry: dict[str, Any] = {
        "seen": round(min(1.0, share), 3),
        "glare": round(glare, 3),
        "top": [[round(float(v), 1) for v in corner] for corner in corners],
    }
    if thing.value is None:
        return {**entry, "kind": "other", "value": None}
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    slim = area / max(float(sides.max()), 1.0)  # the face's width across its shorter way
    gap = slim * 2 * thing.pips[1] / (2 * float(thing.half[0])) * (0.5 if thing.value in (3, 5, 6) else 1.0)
    readable = share >= LEAST_SEEN and tilt_of(thing) < MOST_TILT and gap >= max(LEAST_GAP, 1.7 * blur)
    stark = False
    if image is not None:
        apart, spread, clear = contrast(image, face, rendered.pip > 127)
        entry["contrast"] = round(apart, 1)
        least = LEAST_CONTRAST + 5 * blur + min(0.25 * spread, 12.0)
        readable, stark = readable and clear >= LEAST_CLEAR and apart >= least, apart >= STARK
    return {**entry, "value": thing.value if readable and (stark or glare <= MOST_GLARE) else None}
