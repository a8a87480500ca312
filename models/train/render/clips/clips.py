"""Moving pictures of a table whose truth is known: dice thrown, taken, pushed, covered and placed; lamps and cameras.

A clip is a function of its kind and seed. `Clip.frames()` draws it frame by frame, as a camera would send it;
`Clip.rolls` tells which dice were rolled, what they show, and from when on that can be known: the dice lie still and no
hand is in view. What hands do with dice otherwise is no roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.train.render.clips.camera_faults import Faults
from models.train.render.clips.handheld import Shutter, smear
from models.train.render.clips.physics import GRAVITY, DicePhysics, Vector, random_turn
from models.train.render.clips.raster import (
    FACES,
    DieLook,
    Lamp,
    Limb,
    Painter,
    Sight,
    View,
    random_look,
    random_view,
)
from models.train.render.common import Picture, made_up_material

RATE = 30.0
SKINS = ((0.45, 0.58, 0.82), (0.55, 0.68, 0.9), (0.2, 0.3, 0.48), (0.33, 0.45, 0.68), (0.6, 0.72, 0.92))
SLEEVES = ((0.5, 0.25, 0.15), (0.2, 0.2, 0.22), (0.75, 0.75, 0.75), (0.15, 0.15, 0.55), (0.25, 0.4, 0.2))


def up(height: float) -> Vector:
    return np.array([0.0, 0.0, height])


@dataclass
class RestingDie:
    """A die of a roll, as it came to rest."""

    centre: tuple[float, float]
    """Pixels."""
    size: float
    """Pixels along its edge."""
    value: int
    colour: str
    leans: bool
    place: Vector | None = None
    """Its middle on the table, in units."""


@dataclass
class TrueRoll:
    start: float
    """Seconds at which the dice left the hand, or came in."""
    ready: float
    """Seconds from which the dice lie still with no hand in view."""
    until: float
    """Seconds until which they lie so."""
    dice: list[RestingDie]
    """Empty when all that were rolled lie cut off by the picture's edge: then it may be told or not."""
    pushed: list[RestingDie]
    """Dice that others knocked about, or that the edge cuts off; they may be told as rolled or not."""


@dataclass
class Moment:
    """The world at one frame."""

    poses: list[tuple[int, Vector, Vector]]
    limbs: list[Limb]
    lamps: tuple[float, ...]
    hand: bool
    """Whether a hand is in view."""


@dataclass
class _Throw:
    first: int
    dice: list[int]
    before: dict[int, tuple[Vector, Vector]]


class Hand:
    """An arm that reaches in from beyond the picture's edge."""

    def __init__(self, g: Generator, wide: float) -> None:
        self.from_angle = float(g.uniform(0, 2 * np.pi))
        self.home = 1.1 * wide * np.array([np.cos(self.from_angle), np.sin(self.from_angle), 0.25])
        self.at = self.home.copy()
        self.skin = np.array(SKINS[int(g.integers(len(SKINS)))])
        self.sleeve = np.array(SLEEVES[int(g.integers(len(SLEEVES)))])
        self.points = False
        """Whether only one finger is stretched."""
        self.scale = float(g.uniform(0.85, 1.1))

    def along(self) -> Vector:
        """Unit vector on the table from the finger tips along the arm."""
        out = (self.home - self.at) * (1, 1, 0)
        far = float(np.linalg.norm(out))
        return out / far if far > 1 else self.home * (1, 1, 0) / np.linalg.norm(self.home[:2])

    def limbs(self) -> list[Limb]:
        """The finger tips are at `at`."""
        out = self.along()
        side, s = np.array([-out[1], out[0], 0]), self.scale
        palm = self.at + out * 4.0 * s + up(1.4)
        wrist = palm + out * 3.5 * s + up(0.4)
        made = [
            Limb(wrist + out * 2.2, wrist + out * 40 + up(6), (1.9 * s, 2.6 * s), self.sleeve),
            Limb(palm, wrist + out * 2.5, (1.9 * s, 1.5 * s), self.skin),
            Limb(palm + side * 0.7 * s, palm - side * 0.7 * s, (1.75 * s, 1.75 * s), self.skin),
        ]
        for k in (-1.5, -0.5, 0.5, 1.5):
            long = 1.0 if abs(k) < 1 else 0.82
            tip = self.at + side * k * 0.95 * s + out * (1 - long) * 3 * s
            if self.points and k != 0.5:
                tip = palm + side * k * 0.9 * s - out * 1.0 * s
            elif self.points:
                tip = self.at
            made.append(Limb(palm + side * k * 0.85 * s, tip, (0.6 * s, 0.48 * s), self.skin))
        thumb = palm - side * 2.6 * s - out * 1.2 * s
        made.append(Limb(palm - side * 1.2 * s + out * s, thumb, (0.65 * s, 0.5 * s), self.skin))
        return made


class Director:
    """Lets things happen on one table, one frame after another."""

    def __init__(
        self, g: Generator, count: int, size: tuple[int, int], colours: int = 1, ground: Picture | None = None
    ) -> None:
        """`ground`: the table from above, as grounds.py makes it; None: a material made up."""
        self.g = g
        self.wide = float(g.uniform(15, 22))
        self.view = random_view(g, size, self.wide)
        tray = g.random() < 0.2
        self.half = (self.wide * 0.42, self.wide * 0.5 * size[1] / size[0] * 0.82)
        self.friction = float(g.uniform(0.15, 0.35))
        self.physics = DicePhysics(count, self.friction, self.half if tray else None)
        looks = [random_look(g) for _ in range(colours)]
        self.looks: list[DieLook] = [looks[n % colours] for n in range(count)]
        material = made_up_material(g, 768)
        table = cv2.cvtColor(material if ground is None else ground, cv2.COLOR_RGB2BGR) ** np.float32(0.45)
        table = cv2.GaussianBlur(0.5 * table + 0.5 * table.mean(2, keepdims=True), (0, 0), 0.8)  # no neon
        lamps = []
        for strength in (0.65, 0.4):
            angle, low = g.uniform(0, 2 * np.pi), g.uniform(0.15, 0.9)
            warm = float(g.uniform(-0.1, 0.15))
            tint = np.array([1 - warm, 1.0, 1 + 0.6 * warm])
            lamps.append(
                Lamp(
                    (low * np.cos(angle), low * np.sin(angle)),
                    strength * float(g.uniform(0.7, 1.2)),
                    tint,
                    float(g.uniform(0.8, 3)),
                )
            )
        self.painter = Painter(g, self.view, self.looks, np.clip(0.85 * table, 0.04, 0.7), lamps)
        self.on = [1.0, 1.0]
        self.hand = Hand(g, self.wide)
        self.held: dict[int, Vector] = {}
        self.moments: list[Moment] = []
        self.throws: list[_Throw] = []
        self.pushing = False
        self._tremor = np.zeros(3)

    @property
    def now(self) -> float:
        return len(self.moments) / RATE

    # ------------------------------------------------------------------------------------------------ time

    def tick(self) -> None:
        """One frame later."""
        finger = self.hand.at + up(0.1) if self.pushing else None
        self.physics.advance(1 / RATE, finger)
        in_view = self.hand_in_view()
        if in_view:  # no hand is ever quite still
            self._tremor = 0.8 * self._tremor + self.g.normal(0, 0.02, 3)
            self.hand.at = self.hand.at + self._tremor * 0.3
        for n, offset in self.held.items():
            self.physics.put(n, self.hand.at + offset, self.physics.poses()[n][1])
        poses = [
            (n, place.copy(), turn.copy()) for n, (place, turn) in enumerate(self.physics.poses()) if place[0] < 100
        ]
        for n in self.held:
            self.physics.away(n)
        self.moments.append(Moment(poses, self.hand.limbs() if in_view else [], tuple(self.on), in_view))

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * RATE)):
            self.tick()

    def until_still(self, most: float = 4.0) -> None:
        for _ in range(round(most * RATE)):
            self.tick()
            if not self.physics.moving():
                break

    # ------------------------------------------------------------------------------------------------ hands

    def hand_in_view(self) -> bool:
        width, height = self.view.size
        for limb in self.hand.limbs():
            for share in (0.0, 0.25, 0.5):
                point = limb.start + (limb.end - limb.start) * (share if limb.radii[1] < 2 else 0)
                x, y = self.view.project(point)[0]
                reach = (max(limb.radii) + 0.3) * self.view.scale(point)
                if -reach < x < width + reach and -reach < y < height + reach:
                    return True
        return False

    def reach(self, target: Vector, seconds: float, sway: Callable[[float], Vector] | None = None) -> None:
        """Move the finger tips to `target`."""
        start, frames = self.hand.at.copy(), max(1, round(seconds * RATE))
        for k in range(1, frames + 1):
            t = k / frames
            ease = t * t * (3 - 2 * t)
            self.hand.at = start + (target - start) * ease + (0 if sway is None else sway(t))
            self.tick()

    def withdraw(self, seconds: float) -> None:
        self.hand.points = False
        self.reach(self.hand.home.copy(), seconds)
        self.hand.at = self.hand.home.copy()

    def spot(self, margin: float = 0.75) -> Vector:
        """A point of the table in view."""
        return np.array([self.g.uniform(-1, 1) * self.half[0], self.g.uniform(-1, 1) * self.half[1], 0.0]) * margin

    def free_spot(self, apart: float = 1.5) -> Vector:
        for _ in range(60):
            at = self.spot()
            if all(np.hypot(*(place - at)[:2]) > apart for _, place, _ in self.on_table()):
                return at
        return at

    def on_table(self) -> list[tuple[int, Vector, Vector]]:
        return [(n, *pose) for n, pose in enumerate(self.physics.poses()) if pose[0][0] < 100]

    def seen(self, place: Vector, margin: float = 0.0) -> bool:
        x, y = self.view.project(place)[0]
        width, height = self.view.size
        m = margin * self.view.scale(place)
        return bool(m <= x <= width - m and m <= y <= height - m)

    def lay_out(self, dice: list[int]) -> None:
        """Dice that lie there from the beginning."""
        for n in dice:
            self.physics.put(n, self.free_spot() + up(0.5), self.turned(int(self.g.integers(1, 7))))

    def turned(self, value: int) -> Vector:
        yaw = self.g.uniform(0, 2 * np.pi)
        c, s = np.cos(yaw), np.sin(yaw)
        side = FACES.index(value)
        top = np.zeros(3)
        top[side // 2] = 1 - 2 * (side % 2)
        right = np.roll(top, 1)  # some other axis of the die
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.stack([right, np.cross(top, right), top])

    def grab(self, dice: list[int]) -> None:
        """Take dice from the table one after the other, or from outside when they are not on it."""
        for k, n in enumerate(dice):
            place, _ = self.physics.poses()[n]
            if place[0] < 100:
                self.reach(place * (1, 1, 0) + up(0.6), self.g.uniform(0.2, 0.5))
                self.wait(self.g.uniform(0.03, 0.15))
            angle = 2.4 * k
            self.held[n] = self.hand.along() * 2.6 + 0.55 * np.sqrt(k) * np.array([np.cos(angle), np.sin(angle), 0.0])
            self.physics.away(n)

    def let_go(self, speed: Vector, spread: float, spin: float, low: bool = False) -> None:
        """Throw everything that is held."""
        dice = list(self.held)
        self.note_throw(dice)
        for k, n in enumerate(dice):
            apart = 1.75 * np.array([k % 2 - 0.5, k // 2 % 2 - 0.5, k // 4])  # random turns must not overlap
            place = self.hand.at + self.hand.along() * (2.0 if low else 1.0) + apart
            place[2] = max(place[2], 0.9 + apart[2])
            del self.held[n]
            self.physics.put(
                n, place, random_turn(self.g), speed + self.g.normal(0, spread, 3), self.g.normal(0, spin, 3)
            )

    def set_down(self, n: int, at: Vector, value: int | None = None) -> None:
        """Set a held die down at `at`; the hand is still on it when it lies."""
        along = self.hand.along()
        self.held[n] = along * 0.4
        self.reach(at - along * 0.4 + up(0.7), self.g.uniform(0.3, 0.6))
        del self.held[n]
        self.physics.put(n, at + up(0.5), self.turned(value or int(self.g.integers(1, 7))))
        self.wait(self.g.uniform(0.06, 0.25))

    def throw_in(self, dice: list[int], hard: float = 1.0) -> None:
        """Dice come flying in from beyond the picture's edge."""
        self.note_throw(dice)
        angle = float(self.g.uniform(0, 2 * np.pi))
        out = np.array([np.cos(angle), np.sin(angle), 0])
        aim = self.spot(0.35)
        reach = 1.15 * min(self.half[0] / max(abs(out[0]), 1e-6), self.half[1] / max(abs(out[1]), 1e-6)) + 1.5
        for k, n in enumerate(dice):
            side = np.array([-out[1], out[0], 0])
            at = aim + out * (reach + 1.75 * (k // 6)) + side * 1.75 * (k % 3 - 1) + up(1.2 + 1.75 * (k // 3 % 2))
            speed = -out * self.speed_for(reach) * hard + self.g.normal(0, 4, 3)
            self.physics.put(n, at, random_turn(self.g), speed, self.g.normal(0, 18, 3))

    def speed_for(self, far: float) -> float:
        """Units a second that take tumbling dice about `far`."""
        return float(np.sqrt(2 * self.friction * GRAVITY * max(far, 2.0)) * self.g.uniform(0.75, 1.1))

    def note_throw(self, dice: list[int]) -> None:
        before = {n: (place, turn) for n, place, turn in self.on_table() if n not in dice}
        self.throws.append(_Throw(len(self.moments), list(dice), before))


@dataclass
class Clip:
    """One clip with its truth."""

    kind: str
    seed: int
    painter: Painter
    moments: list[Moment]
    rolls: list[TrueRoll]
    faults: Faults
    rate: float = RATE
    views: list[View] | None = None
    """What the camera sees in each frame; None: it stands still."""
    shutter: Shutter | None = None

    def view_at(self, time: float) -> View:
        """What the camera sees at a time in seconds."""
        if self.views is None:
            return self.painter.view
        return self.views[min(max(round(time * self.rate), 0), len(self.views) - 1)]

    def frames(self) -> Iterator[tuple[NDArray[np.uint8], float]]:
        """Pictures with their times in seconds."""
        g = np.random.default_rng((self.seed, 99))
        clean: NDArray[np.uint8] | None = None
        last: Moment | None = None
        for n, moment in enumerate(self.moments):
            if self.views is not None:
                clean = self._from_hand(n, moment)
            elif clean is None or last is None or not _alike(last, moment):
                clean = self.painter.paint(Sight(moment.poses, moment.limbs, moment.lamps))
            last = moment
            yield self.faults.take(g, clean, n / self.rate), n / self.rate

    def _from_hand(self, n: int, moment: Moment) -> NDArray[np.uint8]:
        assert self.views is not None
        view, following = self.views[n], self.views[min(n + 1, len(self.views) - 1)]
        self.painter.look_from(view)
        clean = self.painter.paint(Sight(moment.poses, moment.limbs, moment.lamps))
        return clean if self.shutter is None else smear(clean, view, following, self.shutter)

    @property
    def seconds(self) -> float:
        return len(self.moments) / self.rate


def _alike(a: Moment, b: Moment) -> bool:
    return (
        not a.limbs
        and not b.limbs
        and a.lamps == b.lamps
        and len(a.poses) == len(b.poses)
        and all(
            m == n and np.array_equal(p, q) and np.array_equal(t, u)
            for (m, p, t), (n, q, u) in zip(a.poses, b.poses, strict=True)
        )
    )
