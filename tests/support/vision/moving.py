"""A drawn table in moving pictures: dice, a hand, and a reader that knows what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import cv2
import numpy as np

from companion.table.view import Die
from vision.camera.frame import Frame, Image
from vision.motion.dice_alignment import carried
from vision.motion.stream_reader import StreamReader, TableReading

SIDE = 32
HEIGHT, WIDTH = 360, 640
SPOTS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "abcghi"}


class Put(NamedTuple):
    """A die as it lies: its middle, its face and how far it is turned, in degrees."""

    x: float
    y: float
    value: int
    turn: float = 0.0


class Reading(NamedTuple):
    dice: tuple[Die, ...]
    unsure: bool = False


class Stage:
    """Frames one after another. What they show is read without fault, where no hand lies on it."""

    def __init__(self, seed: int = 1, noise: float = 2.0, rate: float = 30.0) -> None:
        self.g = np.random.default_rng(seed)
        grain = self.g.normal(0, 9, (45, 80, 1)).astype(np.float32)
        self.table = cv2.resize(grain, (WIDTH, HEIGHT))[..., None] + np.float32([90, 105, 125])
        self.noise = [self.g.normal(0, noise, (HEIGHT, WIDTH, 1)).astype(np.float32) for _ in range(5)]
        self.rate = rate
        self.frames: list[Frame] = []
        self.truth: dict[int, tuple[Die, ...]] = {}
        self.certain = True

    def stain(self, die: Put, share: float) -> None:
        """Has the table itself look like a die from now on, with a share of its contrast."""
        with_die = self.table.copy()
        _draw(with_die, die)
        self.table += share * (with_die - self.table)

    def show(
        self, dice: Iterable[Put], frames: int = 1, hand: tuple[float, float] | None = None, gain: float = 1.0
    ) -> None:
        """Add frames of these dice, with a hand whose finger tips are at `hand`, its arm to the left."""
        clean = self.table.copy()
        dice = list(dice)
        for die in dice:
            _draw(clean, die)
        if hand is not None:
            x, y = hand
            cv2.rectangle(clean, (-5, round(y) - 45), (round(x), round(y) + 45), (120, 150, 210), -1)
        seen = tuple(_sighting(die) for die in dice if not _covered(die, hand))
        for _ in range(frames):
            noisy = clean * gain + self.noise[int(self.g.integers(5))]
            image = np.clip(noisy, 0, 255).astype(np.uint8)
            self.truth[id(image)] = seen
            self.frames.append(Frame(image, len(self.frames) / self.rate))

    def throw(self, lying: Iterable[Put], thrown: Iterable[Put], frames: int = 14) -> None:
        """Dice roll in from the right and come to rest as `thrown`, slower and slower."""
        lying, thrown = list(lying), list(thrown)
        for n in range(1, frames + 1):
            left = (1 - n / frames) ** 2
            moving = [
                Put(
                    d.x + 420 * left,
                    d.y + 60 * left,
                    1 + (d.value + n) % 6 if n < frames else d.value,
                    d.turn + 900 * left,
                )
                for d in thrown
            ]
            self.show([*lying, *moving])

    def reach(self, dice: Iterable[Put], to: tuple[float, float], frames: int = 8, back: bool = False) -> None:
        """The hand comes in to `to`, or goes away from it."""
        dice = list(dice)
        shares = [n / frames for n in range(1, frames + 1)]
        for share in shares[::-1] if back else shares:
            self.show(dice, hand=(to[0] * share, to[1]))

    def shake(self, seed: int, drift: float = 30.0, first: int = 0) -> None:
        """The frames from `first` on are taken by a camera that wanders in a hand: by up to `drift` pixels and some
        degrees, nearer and farther, with a tremor."""
        g = np.random.default_rng(seed)
        t = np.arange(len(self.frames) - first) / self.rate
        waves = [np.sin(2 * np.pi * (f * t + g.uniform())) for f in g.uniform(0.2, 0.6, 4)]
        x, y, turn, nearer = (wave - wave[0] for wave in waves)
        for n in range(len(t)):
            moved = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 3 * turn[n], 1 + 0.05 * nearer[n])
            moved[:, 2] += np.array([drift * x[n], drift * y[n]]) + (g.normal(0, 0.4, 2) if n else 0)
            self.move_camera(first + n, np.vstack([moved, [0, 0, 1]]))

    def move_camera(self, number: int, matrix: np.ndarray) -> None:
        """Frame `number` is taken by a camera that has moved by this homography (3x3)."""
        frame = self.frames[number]
        image = cv2.warpPerspective(frame.image, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        dice = carried(self.truth[id(frame.image)], matrix)
        half = SIDE / 2
        self.truth[id(image)] = tuple(
            d for d in dice if half < d.centre[0] < WIDTH - half and half < d.centre[1] < HEIGHT - half
        )
        self.frames[number] = frame._replace(image=image)

    def read(self, image: Image) -> Reading:
        return Reading(self.truth[id(image)])

    def watch(self) -> list[TableReading]:
        watching = StreamReader(self.read)
        return [watching.look(frame) for frame in self.frames]

    def rolls(self) -> list[tuple[list[int], bool]]:
        """The faces of every roll that is told, and whether it is unsure."""
        told = [look.roll for look in self.watch() if look.roll is not None]
        return [(sorted(die.value or 0 for die in roll.dice), roll.unsure) for roll in told]


def _corners(die: Put) -> np.ndarray:
    return cv2.boxPoints(((die.x, die.y), (SIDE, SIDE), die.turn))


def _draw(canvas: np.ndarray, die: Put) -> None:
    cv2.fillConvexPoly(canvas, np.int32(np.round(_corners(die) * 16)), (235, 235, 240), cv2.LINE_AA, 4)
    c, s = np.cos(np.radians(die.turn)), np.sin(np.radians(die.turn))
    for spot in SPOTS[die.value]:
        row, column = divmod("abcdefghi".index(spot), 3)
        u, v = (column - 1) * 9.0, (row - 1) * 9.0
        at = (round((die.x + c * u - s * v) * 16), round((die.y + s * u + c * v) * 16))
        cv2.circle(canvas, at, 3 * 16, (20, 20, 25), -1, cv2.LINE_AA, 4)


def _sighting(die: Put) -> Die:
    x, y = _corners(die)[:, 0], _corners(die)[:, 1]
    box = (float(x.min()), float(y.min()), float(x.max()), float(y.max()))
    return Die(box=box, value=die.value, colour="white", confidence=0.99, certain=True)


def _covered(die: Put, hand: tuple[float, float] | None) -> bool:
    return hand is not None and die.x < hand[0] + SIDE / 3 and abs(die.y - hand[1]) < 45 + SIDE / 3
