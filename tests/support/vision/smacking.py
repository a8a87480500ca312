"""Painted clips of hands that smack a card, whose truth is known: who touches it when, and how far from its middle.

The table is the plane z = 0 in millimetres, x to the right, y down, z up, the card's middle at 0, 0; a pinhole camera
looks down at a slant. Arms are capsules in space with soft shadows of two lamps; they come in from the players' seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.camera.frame import Frame, Image
from vision.hands.seat_assignment import seats_around
from vision.hands.smack_detector import Smack, SmackDetector
from vision.plane.plane import Plane

Vector = NDArray[np.float64]
Act = Literal["smack", "wait", "feint", "flip", "touch", "pass", "take"]
"""Smack: comes down on the card and stays. Wait: stays short of the card. Feint: shoots forward, stops short and goes
back. Flip: brings a card and goes. Touch: comes down on the pile and goes. Pass: reaches across. Take: takes the
pile."""

WIDTH, HEIGHT = 640, 360
CARD = (63.0, 88.0)
SKINS = ((190, 205, 235), (150, 178, 224), (120, 150, 205), (95, 128, 180), (70, 98, 140), (48, 68, 105), (38, 50, 78))
SLEEVES = ((120, 60, 35), (50, 50, 55), (200, 200, 205), (40, 40, 150), (60, 105, 55), (150, 160, 165), (70, 130, 190))


class Style(NamedTuple):
    """How a clip is painted."""

    rate: float = 30.0
    noise: float = 3.0
    ground: Literal["wood", "pattern"] = "wood"
    hands: Literal["open", "other"] = "open"
    hard: float = 0.0
    """How hard the lamps' shadows are, 0..1."""
    drops: float = 0.0
    """Share of frames that are lost, or repeated in place of the true one."""
    jitter: float = 0.0
    """Share of a frame's length by which the times of frames are off the even beat."""


FIRST = Style()
SECOND = Style(rate=20.0, noise=6.0, ground="pattern", hands="other", hard=0.6)
"""Another painter's hand: other ground, lower rate, stronger noise, fists and mittens, harder shadows."""


class TrueHand(NamedTuple):
    """A hand that touched the card."""

    seat: int
    contact: float
    """Seconds."""
    distance: float
    """Millimetres from the bull's-eye to the hand as seen from straight above; 0 where it is covered."""


class Capsule(NamedTuple):
    a: Vector
    b: Vector
    ra: float
    rb: float
    sleeve: bool = False


@dataclass
class View:
    """A pinhole camera."""

    matrix: NDArray[np.float64]
    """(3, 4), millimetres to pixels."""

    @staticmethod
    def random(g: Generator, most_tilt: float = 42.0) -> View:
        tilt, turn = np.radians(g.uniform(4, most_tilt)), np.radians(g.uniform(-12, 12))
        far, wide = g.uniform(650, 1000), g.uniform(430, 600)
        aim = np.array([g.uniform(-30, 30), g.uniform(-20, 20), 0.0])
        eye = aim + far * np.array([np.sin(tilt) * np.sin(turn), np.sin(tilt) * np.cos(turn), np.cos(tilt)])
        ahead = (aim - eye) / np.linalg.norm(aim - eye)
        right = np.cross(ahead, np.array([np.sin(turn), np.cos(turn), 0.0]))
        right /= np.linalg.norm(right)
        if right[0] < 0:
            right = -right
        down = np.cross(right, ahead)
        down = down if down[1] > 0 else -down
        rotation = np.stack([right, down, ahead])
        focal = WIDTH * far / wide
        inner = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1]])
        return View(inner @ np.column_stack([rotation, -rotation @ eye]))

    def project(self, points: Vector) -> tuple[Vector, Vector]:
        """Pixels (n, 2) of points (n, 3), and pixels a millimetre there."""
        ahead = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        focal = np.linalg.norm(self.matrix[0, :3] - self.matrix[2, :3] * WIDTH / 2)
        return ahead[:, :2] / ahead[:, 2:], focal / ahead[:, 2]

    @property
    def plane(self) -> Plane:
        """The table's plane; its origin, unlike here, at the upper left of a sheet of 260 x 190 whose middle is the
        card's."""
        to_middle = np.array([[1, 0, -130], [0, 1, -95], [0, 0, 1]])
        return Plane(self.matrix[:, [0, 1, 3]] @ to_middle, (260.0, 190.0))


@dataclass
class Arm:
    """One player's arm and what it does."""

    seat: int
    act: Act
    body: Vector
    """Where the shoulder is."""
    rest: Vector
    """Finger tips before."""
    end: Vector
    """Finger tips at the end of the main movement."""
    start: float
    stop: float
    """Seconds at which the main movement starts and ends; of a smack: the contact."""
    skin: Vector
    sleeve: Vector
    shape: str
    size: float
    left: bool
    spread: float
    bend: float
    """How the movement slows down towards its end: 1 not at all."""
    lift: float
    """Millimetres by which the hand is raised at first."""
    coming: float = -9.0
    """Seconds at which it came into view before, to wait at `rest`; always there when far below 0."""
    leaving: float = 99.0
    """Seconds at which it withdraws."""
    seed: int = 0

    def tip(self, t: float) -> Vector:
        """Where the finger tips are, (x, y, z); z is the lowest point of the hand."""
        away = self.body * (1.25, 1.25, 0) + np.array([0, 0, 140.0])
        if t < self.start:
            if t < self.coming:
                return away
            share = _eased((t - self.coming) / 0.35)
            return away + (self.rest - away) * share
        if t < self.stop:
            s = (t - self.start) / max(self.stop - self.start, 1e-6)
            flat = 1 - (1 - s) ** self.bend
            at = self.rest + (self.end - self.rest) * flat
            arc = self.rest[2] + (self.end[2] - self.rest[2]) * s + self.lift * s * (1 - s) * 2.4 * (1 - s * 0.4)
            return np.array([at[0], at[1], max(arc, self.end[2])])
        if t > self.leaving:
            share = _eased((t - self.leaving) / 0.4)
            return self.end + (away - self.end) * share
        return self.end

    def capsules(self, t: float) -> list[Capsule]:
        tip = self.tip(t)
        out = (self.body - tip) * (1, 1, 0)
        out /= max(float(np.linalg.norm(out)), 1e-6)
        side = np.array([-out[1], out[0], 0]) * (-1 if self.left else 1)
        s, up = self.size, np.array([0, 0, 1.0])
        low = tip + up * 9 * s
        parts: list[Capsule] = []
        if self.shape == "fist":
            knuckles = low + out * 24 * s + up * 12
            wrist = knuckles + out * 62 * s
            for k in (-1.5, -0.5, 0.5, 1.5):
                at = knuckles + side * k * 20 * s
                parts.append(Capsule(at, at + out * 42 * s, 22 * s, 20 * s))
        elif self.shape == "mitten":
            wrist = low + out * 150 * s + up * 8
            for k in (-1.0, 0.0, 1.0):
                at = low + side * k * 24 * s + out * abs(k) * 14 * s
                parts.append(Capsule(at, at + out * 115 * s, 15 * s, 17 * s))
            parts.append(
                Capsule(low + side * 62 * s + out * 66 * s, low + side * 20 * s + out * 105 * s, 13 * s, 15 * s)
            )
        else:
            wrist = low + out * 172 * s + up * 10
            for k, long in ((-1.5, 60), (-0.5, 76), (0.5, 80), (1.5, 68)):
                knuckle = low + out * 80 * s + side * k * 19 * s + up * 3
                if self.shape == "point" and k != 0.5:
                    parts.append(Capsule(knuckle, knuckle - out * 14 * s, 11 * s, 11 * s))
                else:
                    reach = -out + side * k * self.spread
                    finger = knuckle + reach * long * s / np.linalg.norm(reach)
                    parts.append(Capsule(knuckle, finger - up * 2, 9.5 * s, 7.5 * s))
                parts.append(Capsule(knuckle, low + out * 160 * s + side * k * 11 * s + up * 6, 12 * s, 17 * s))
            thumb = low + out * 100 * s + side * 66 * s
            parts.append(Capsule(thumb, low + out * 145 * s + side * 22 * s, 9 * s, 14 * s))
        arm = self.body * (1, 1, 0) + up * 170
        parts.insert(0, Capsule(wrist + out * 45 * s + (arm - wrist) * (0, 0, 0.12), arm, 34 * s, 52 * s, True))
        parts.insert(0, Capsule(wrist - out * 12 * s, wrist + out * 60 * s + up * 8, 24 * s, 29 * s))
        return parts

    def distance(self, t: float) -> float:
        """Millimetres from 0, 0 to the hand, seen from straight above."""
        best = np.inf
        for part in self.capsules(t):
            a, b = part.a[:2], part.b[:2]
            share = float(np.clip(-a @ (b - a) / max((b - a) @ (b - a), 1e-9), 0, 1))
            best = min(best, float(np.linalg.norm(a + share * (b - a))) - (part.ra + share * (part.rb - part.ra)))
        return max(best, 0.0)


def _eased(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


@dataclass
class Clip:
    """One clip with its truth."""

    view: View
    arms: list[Arm]
    style: Style
    seed: int
    seats: int
    seconds: float
    read_at: float
    """Seconds from which the new card lies uncovered; a reader sees it in the first frame after."""
    told_at: float
    """Seconds at which the reader has told so."""
    armed: bool
    """Whether the card that lies on top at the end is a Smack Attack!"""
    turn: int
    """The seat that flips."""
    flicker: float = 0.0
    lamp_step: float = 1e9
    """Seconds at which a lamp is switched."""
    sheet: bool = False
    taken_at: float = 1e9
    hands: list[TrueHand] = field(default_factory=list)
    """Those that touched the card, by time."""

    @property
    def card(self) -> NDArray[np.float64]:
        """(4, 2): the card's corners in pixels."""
        w, h = CARD[0] / 2, CARD[1] / 2
        return self.view.project(np.array([[-w, -h, 0], [w, -h, 0], [w, h, 0], [-w, h, 0.0]]))[0]

    def frames(self) -> Iterator[Frame]:
        painter = _Painter(self)
        g = np.random.default_rng((self.seed, 7))
        beat, last = 1 / self.style.rate, None
        for n in range(int(self.seconds * self.style.rate)):
            t = n * beat + (float(g.uniform(-1, 1)) * self.style.jitter * beat if n else 0.0)
            lost = g.random() < self.style.drops and last is not None
            if lost and g.random() < 0.5:
                continue
            image = last if lost and last is not None else painter.take(g, t)
            last = image
            yield Frame(image, t)

    def nearest_of_first(self, tie: float) -> tuple[int, float, float] | None:
        """The seat that wins by the rules, where hands within `tie` seconds of the first count as simultaneous; then
        how far it leads, in seconds over the next outside `tie` and in millimetres over the next within; None without
        a hand."""
        if not self.hands:
            return None
        first = self.hands[0].contact
        close = sorted((h for h in self.hands if h.contact - first <= tie), key=lambda h: h.distance)
        lead = min((h.contact - first for h in self.hands[1:]), default=9.0)
        return close[0].seat, lead, close[1].distance - close[0].distance if len(close) > 1 else 999.0


class _Painter:
    def __init__(self, clip: Clip) -> None:
        self.clip = clip
        g = np.random.default_rng((clip.seed, 3))
        ground = _ground(g, clip.style.ground)
        self.old, self.new, self.bare = (self._table(g, ground, card) for card in ("numbered", "smack", "none"))
        if not clip.armed:
            self.new = self._table(g, ground, "other")
        lamps = []
        for share in (0.5, 0.32):
            angle, low = g.uniform(0, 2 * np.pi), g.uniform(0.15, 0.95)
            lamps.append((low * np.cos(angle), low * np.sin(angle), share * g.uniform(0.7, 1.15)))
        self.lamps = lamps
        self.tint = g.uniform(0.93, 1.07, 3)
        self.grain = cv2.GaussianBlur(g.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 1.2) * 2
        self.noise = [g.normal(0, clip.style.noise, (HEIGHT, WIDTH, 3)).astype(np.float32) for _ in range(6)]
        self.tremor = g.normal(0, 0.5, (400, 3))

    def _table(self, g: Generator, ground: Image, card: str) -> NDArray[np.float32]:
        """The table without hands, in floats."""
        flat = ground.copy()
        scale = 2  # pixels a millimetre of the flat picture, 1200 x 1200, its middle the card's
        middle = 600
        if self.clip.sheet:
            cv2.rectangle(flat, (middle - 260, middle - 190), (middle + 260, middle + 190), (232, 238, 240), -1)
            cv2.rectangle(flat, (middle - 100, middle - 125), (middle + 100, middle + 125), (150, 190, 120), 2)
        if card != "none":
            w, h = round(CARD[0] * scale / 2), round(CARD[1] * scale / 2)
            for turn in (9, -5):  # cards beneath stick out a little
                box = cv2.boxPoints(((middle + turn / 3, middle - turn / 4), (2 * w - 2, 2 * h - 2), turn))
                cv2.fillConvexPoly(flat, np.int32(box), (205, 208, 210), cv2.LINE_AA)
            cv2.rectangle(flat, (middle - w, middle - h), (middle + w, middle + h), (238, 240, 242), -1)
            cv2.rectangle(flat, (middle - w + 5, middle - h + 5), (middle + w - 5, middle + h - 5), (60, 60, 60), 1)
            if card == "smack":
                for radius, ink in ((50, (40, 40, 200)), (36, (240, 240, 240)), (22, (40, 40, 200)), (8, (30, 30, 30))):
                    cv2.circle(flat, (middle, middle), radius, ink, -1, cv2.LINE_AA)
            else:
                ink = (60, 120, 40) if card == "numbered" else (150, 80, 30)
                cv2.ellipse(flat, (middle, middle + 8), (40, 26), 20, 0, 360, ink, -1, cv2.LINE_AA)
                cv2.putText(
                    flat, "7", (middle - w + 12, middle - h + 44), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3
                )
        to_flat = np.array([[1 / scale, 0, -middle / scale], [0, 1 / scale, -middle / scale], [0, 0, 1]])
        matrix = self.clip.view.matrix[:, [0, 1, 3]] @ to_flat
        seen = cv2.warpPerspective(flat, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
        return seen.astype(np.float32)

    def take(self, g: Generator, t: float) -> Image:
        clip = self.clip
        moving = any(np.linalg.norm(arm.tip(t) - arm.tip(t - 0.02)) > 6 for arm in clip.arms)
        times = (t - 0.008, t) if moving else (t,)
        seen = sum(self._paint(when) for when in times) / len(times)
        gain = 1.0 + clip.flicker * np.sin(t * 41)
        light = self.tint * gain * (1.14 if t > clip.lamp_step else 1.0)
        noise = np.roll(self.noise[int(g.integers(6))], tuple(g.integers(0, 90, 2)), (0, 1))
        return np.clip(seen * light.astype(np.float32) + noise, 0, 255).astype(np.uint8)

    def _paint(self, t: float) -> NDArray[np.float32]:
        clip = self.clip
        flat = self.bare if t >= clip.taken_at else self.new if t >= clip.read_at - 0.12 else self.old
        arms = [arm for arm in clip.arms if np.abs(arm.tip(t)[:2]).max() < 600]
        posed = [(arm, arm.capsules(t)) for arm in arms]
        picture = flat * self._shade(posed)[..., None] if posed else flat.copy()
        for arm, parts in sorted(posed, key=lambda one: one[0].stop if one[0].act == "smack" else -1):
            if arm.act == "flip" and t < clip.read_at - 0.12:
                self._carried(picture, arm.tip(t), arm)
            self._arm(picture, arm, parts)
        return picture

    def _carried(self, picture: NDArray[np.float32], tip: Vector, arm: Arm) -> None:
        inward = -(arm.body * (1, 1, 0)) / np.linalg.norm(arm.body[:2])
        side = np.array([-inward[1], inward[0], 0])
        corners = np.array(
            [tip + inward * a + side * b + (0, 0, 6) for a, b in ((-44, -31), (44, -31), (44, 31), (-44, 31))]
        )
        cv2.fillConvexPoly(picture, np.int32(np.round(self.clip.view.project(corners)[0])), (150, 70, 60), cv2.LINE_AA)

    def _shade(self, posed: list[tuple[Arm, list[Capsule]]]) -> NDArray[np.float32]:
        """What share of the light reaches the table, (h, w)."""
        width, height = WIDTH // 4, HEIGHT // 4
        light = np.ones((height, width), np.float32)
        for x, y, strength in self.lamps:
            for _, parts in posed:
                mask = np.zeros((height, width), np.uint8)
                low = min(float(part.a[2]) for part in parts)
                fall = np.array([[1, 0, 0], [0, 1, 0], [x, y, 0]])
                for one in self._placed([part._replace(a=part.a @ fall, b=part.b @ fall) for part in parts], 0.25):
                    _draw(mask, one, 255)
                blur = (1.0 + 0.05 * low) * (1 - 0.7 * self.clip.style.hard) / 2
                light *= 1 - strength * cv2.GaussianBlur(mask, (0, 0), max(blur, 0.3)).astype(np.float32) / 255
        return np.asarray(cv2.resize(light, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.float32)

    def _arm(self, picture: NDArray[np.float32], arm: Arm, parts: list[Capsule]) -> None:
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        tone = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        for part, placed in zip(parts, self._placed(parts), strict=True):
            _draw(mask, placed, 255)
            colour = arm.sleeve if part.sleeve else arm.skin
            for inner, shade in ((1.0, 0.74), (0.8, 0.88), (0.5, 1.0)):
                _draw(tone, placed, [min(float(v) * shade, 255.0) for v in colour], inner)
        x, y, w, h = cv2.boundingRect(mask)
        if not w:
            return
        box = np.s_[y : y + h, x : x + w]
        soft = cv2.GaussianBlur(tone[box], (5, 5), 1.0).astype(np.float32)
        x, y = self.clip.view.project(arm.tip(0.0)[None])[0][0].astype(int) + arm.seed
        grain = np.roll(self.grain, (int(y) % HEIGHT, int(x) % WIDTH), (0, 1))[box]
        share = mask[box].astype(np.float32)[..., None] / 255
        picture[box] = picture[box] * (1 - share) + soft * (1 + 0.05 * grain[..., None]) * share

    def _placed(self, parts: list[Capsule], zoom: float = 1.0) -> list[_Placed]:
        """Capsules as the camera sees them."""
        at, scale = self.clip.view.project(np.array([end for part in parts for end in (part.a, part.b)]))
        at, scale = at * zoom, scale * zoom
        return [
            _Placed(at[2 * n], at[2 * n + 1], part.ra * float(scale[2 * n]), part.rb * float(scale[2 * n + 1]))
            for n, part in enumerate(parts)
        ]


class _Placed(NamedTuple):
    """A capsule in pixels."""

    a: Vector
    b: Vector
    ra: float
    rb: float


def _draw(canvas: Image, part: _Placed, colour: float | list[float], inner: float = 1.0) -> None:
    (ax, ay), (bx, by), ra, rb = part.a.tolist(), part.b.tolist(), part.ra * inner, part.rb * inner
    far = max(float(np.hypot(bx - ax, by - ay)), 1e-6)
    u, v = (ay - by) / far, (bx - ax) / far
    quad = [
        [ax + u * ra, ay + v * ra],
        [bx + u * rb, by + v * rb],
        [bx - u * rb, by - v * rb],
        [ax - u * ra, ay - v * ra],
    ]
    cv2.fillConvexPoly(canvas, (np.array(quad) * 16).round().astype(np.int32), colour, cv2.LINE_AA, 4)
    for x, y, radius in ((ax, ay, ra), (bx, by, rb)):
        cv2.circle(canvas, (round(x * 16), round(y * 16)), max(1, round(radius * 16)), colour, -1, cv2.LINE_AA, 4)


def _ground(g: Generator, kind: str) -> Image:
    """A table seen from straight above, 1200 x 1200, two pixels a millimetre."""
    tone = g.uniform(50, 190) * np.array([g.uniform(0.55, 1.0), g.uniform(0.75, 1.0), 1.0])
    if kind == "wood":
        grain = cv2.resize(g.normal(0, 1, (300, 24)).astype(np.float32), (1200, 1200), interpolation=cv2.INTER_CUBIC)
        fine = cv2.GaussianBlur(g.normal(0, 1, (1200, 1200)).astype(np.float32), (0, 0), 2) * 3
        flat = tone * (1 + 0.07 * grain[..., None] + 0.03 * fine[..., None])
    else:
        other = g.uniform(40, 220, 3)
        side = int(g.integers(40, 140))
        y, x = np.mgrid[:1200, :1200]
        turned = (x + y) // side % 2 if g.random() < 0.5 else (x // side + y // side) % 2
        flat = np.where(turned[..., None] > 0, tone, 0.6 * tone + 0.4 * other)
        flat = flat * (
            1 + 0.05 * cv2.GaussianBlur(g.normal(0, 1, (1200, 1200)).astype(np.float32), (0, 0), 4)[..., None] * 6
        )
    return np.clip(flat, 5, 250).astype(np.uint8)


def arm_of(g: Generator, seat: int, seats: int, style: Style, act: Act, start: float, stop: float, reach: float) -> Arm:
    """An arm of a player who sits around the table, the first at the bottom, then clockwise; its finger tips end
    about `reach` millimetres from the card's middle."""
    angle = np.pi / 2 + 2 * np.pi * seat / seats + np.radians(g.normal(0, 4))
    out = np.array([np.cos(angle), np.sin(angle), 0])
    left = bool(g.random() < 0.3)
    side = np.array([-out[1], out[0], 0])
    body = out * g.uniform(520, 640) + side * (-1 if left else 1) * g.uniform(0, 130) + np.array([0, 0, 0.0])
    toward = body / np.linalg.norm(body)
    lateral = np.array([-toward[1], toward[0], 0])
    end = toward * reach + lateral * g.normal(0, 12) + np.array([0, 0, 0.0])
    rest = toward * g.uniform(170, 300) + lateral * g.normal(0, 20) + np.array([0, 0, g.uniform(20, 110)])
    shapes = ("open", "open", "open", "point") if style.hands == "open" else ("fist", "mitten", "open")
    if act in ("smack", "touch"):
        shapes = tuple(shape for shape in shapes if shape != "point") if reach < 5 else shapes
    return Arm(
        seat, act, body, rest, end, start, stop,
        np.array(SKINS[int(g.integers(len(SKINS)))]) * g.uniform(0.9, 1.08),
        np.array(SLEEVES[int(g.integers(len(SLEEVES)))]) * g.uniform(0.8, 1.1),
        shapes[int(g.integers(len(shapes)))], float(g.uniform(0.82, 1.08)), left, float(g.uniform(0.02, 0.14)),
        float(g.uniform(1.0, 1.7)), float(g.uniform(20, 120)), seed=int(g.integers(1000)),
    )  # fmt: skip


def smack_clip(seed: int, style: Style = FIRST, seats: int | None = None) -> Clip:
    """A Smack Attack! is flipped, then two to four players (or as many as `seats`) go for it or do not."""
    g = np.random.default_rng((seed, 1))
    count = int(g.integers(2, 5)) if seats is None else seats
    view = View.random(g)
    turn = int(g.integers(count))
    read_at = 0.9
    flipper = arm_of(g, turn, count, style, "flip", 0.3, 0.62, -8)
    flipper.shape, flipper.leaving, flipper.end[2] = "open", 0.74, 4.0
    arms, hands = [flipper], []
    first = read_at + 0.1 + float(g.uniform(0.15, 0.5))
    going = [seat for seat in range(count) if g.random() < 0.8] or [int(g.integers(count))]
    for k, seat in enumerate(going):
        late = 0.0 if k == 0 else float(g.normal(0, 0.05)) if g.random() < 0.35 else float(g.uniform(-0.25, 0.4))
        contact = max(first + late, read_at + 0.2)
        reach = float(g.uniform(-75, 5)) if g.random() < 0.5 else float(g.uniform(0, 42))
        arm = arm_of(g, seat, count, style, "smack", contact - float(g.uniform(0.13, 0.28)), contact, reach)
        if seat == turn:
            arm.rest = flipper.body * 0.5 * (1, 1, 0) + np.array([0, 0, 60.0])
            arm.start = max(arm.start, 1.02)
            arm.stop = max(arm.stop, arm.start + 0.14)
            arm.body, arm.skin, arm.sleeve = flipper.body, flipper.skin, flipper.sleeve
            arm.coming = 0.98
            flipper.leaving = 0.74
        elif g.random() < 0.5:
            arm.coming = float(g.uniform(0.05, 0.5))
        else:
            arm.coming = arm.start - 0.01
            arm.rest = arm.body * (1.1, 1.1, 0) + np.array([0, 0, 110.0])
            arm.start = arm.stop - float(g.uniform(0.24, 0.4))
        arms.append(arm)
        hands.append(TrueHand(seat, arm.stop, arm.distance(arm.stop)))
    for seat in set(range(count)) - set(going) - {turn}:
        act: Act = "wait" if g.random() < 0.6 else "feint"
        start = first + float(g.uniform(-0.3, 0.3))
        arm = arm_of(g, seat, count, style, act, start, start + 0.25, float(g.uniform(95, 150)))
        arm.end[2] = float(g.uniform(10, 60))
        arm.coming = float(g.uniform(0.05, 0.4))
        if act == "feint":
            arm.leaving = arm.stop + float(g.uniform(0.03, 0.2))
        arms.append(arm)
    hands.sort(key=lambda hand: hand.contact)
    end = hands[0].contact + 1.25
    return Clip(
        view, arms, style, seed, count, end, read_at, read_at + float(g.uniform(0.07, 0.22)), True, turn,
        flicker=float(g.choice([0, 0, 0.015])), sheet=bool(g.random() < 0.5),
        lamp_step=float(g.uniform(1, 2)) if g.random() < 0.15 else 1e9, hands=hands,
    )  # fmt: skip


def plain_clip(kind: Act, seed: int, style: Style = FIRST, seats: int | None = None) -> Clip:
    """No Smack Attack! lies there: somebody flips, touches, reaches across or takes the pile; `hands`: false smacks."""
    g = np.random.default_rng((seed, 2))
    count = int(g.integers(2, 5)) if seats is None else seats
    view = View.random(g)
    turn = int(g.integers(count))
    seat = turn if kind == "flip" else int(g.choice([s for s in range(count) if s != turn]))
    if kind == "take":
        seat = turn
    stop = 0.75
    reach = float(g.uniform(-70, 20)) if kind != "pass" else -260.0
    arm = arm_of(g, seat, count, style, kind, stop - (0.4 if kind in ("flip", "take") else 0.22), stop, reach)
    arm.coming, arm.rest = arm.start - 0.01, arm.body * (1.1, 1.1, 0) + np.array([0, 0, 110.0])
    arm.start -= 0.1
    arm.leaving = stop + float(g.uniform(0.25, 0.5))
    clip = Clip(view, [arm], style, seed, count, arm.leaving + 0.9, 1e9, 1e9, False, turn, sheet=bool(g.random() < 0.5))
    if kind == "flip":
        clip.read_at, arm.end, arm.leaving = stop + 0.15, arm.end * (0.1, 0.1, 0) + (0, 0, 4.0), stop + 0.12
        arm.shape = "open"
    if kind == "take":
        clip.taken_at = arm.leaving - 0.02
    if kind == "pass":
        arm.end[2], arm.leaving = 50.0, stop + 0.03
        side = np.array([-arm.body[1], arm.body[0], 0]) / np.linalg.norm(arm.body)
        arm.end = arm.end + side * float(g.uniform(-60, 60))
    if kind == "touch":
        clip.hands.append(TrueHand(seat, arm.stop, arm.distance(arm.stop)))
    return clip


def told_clip(
    smacks: list[tuple[int, float, float]],
    seats: int = 4,
    style: Style = FIRST,
    waiting: tuple[int, ...] = (),
    seed: int = 5,
) -> Clip:
    """A Smack Attack! lies uncovered from 0.25 s on; the hands of `smacks` (seat, contact in seconds, finger tips in
    millimetres short of the bull's-eye) come down on it, those of `waiting` stay beside."""
    g = np.random.default_rng((seed, 9))
    view = View.random(g, 25.0)
    arms = []
    for seat, contact, reach in [*smacks, *((seat, 0.75, 120.0) for seat in waiting)]:
        arm = arm_of(g, seat, seats, style, "smack" if seat not in waiting else "wait", contact - 0.2, contact, reach)
        toward = arm.body / np.linalg.norm(arm.body)
        arm.end, arm.rest, arm.shape = toward * reach, toward * 220 + np.array([0, 0, 60.0]), "open"
        arm.skin, arm.coming = np.array(SKINS[2]), arm.start - 0.35
        arms.append(arm)
    hands = [TrueHand(arm.seat, arm.stop, arm.distance(arm.stop)) for arm in arms if arm.act == "smack"]
    hands.sort(key=lambda hand: hand.contact)
    end = hands[0].contact + 1.15 if hands else 1.6
    return Clip(view, arms, style, seed, seats, end, 0.25, 0.4, True, 0, sheet=True, hands=hands)


def watched(clip: Clip) -> list[Smack]:
    """What the watcher tells of a clip; it hears of the card only once the reader has seen it, as in a game."""
    plane = clip.view.plane
    middle = plane.millimetres(clip.card.mean(0)[None])[0]
    watch = SmackDetector(plane, clip.card, seats_around(clip.seats, plane, (float(middle[0]), float(middle[1]))))
    watch.disarm(clip.turn)
    told: list[Smack] = []
    read: float | None = None
    armed = False
    for frame in clip.frames():
        if read is None and frame.time >= clip.read_at:
            read = frame.time
        if clip.armed and not armed and frame.time >= clip.told_at:
            armed = True
            watch.arm(read)
        found = watch.see(frame)
        if found is not None:
            told.append(found)
    return told
