"""Render the bundled recorded table: a stretch of a real game of Army vs Aliens, its dice thrown, moved and scored.

    python -m models.train.render.clips.recording OUT_FOLDER

The rules choose nothing here but what is legal; a seeded dice throw and a simple taste for attacks play both sides.
Beside the clip lies a TOML with the moves that the players made and when; the rolls are not in it, because the eyes
read them. Everything is procedural, so the clip may be given away with the program.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from tqdm import tqdm

import companion
from companion.rules import Event, Game, Position
from models.train.render.common import cloud, glyph_sheet
from models.train.render.dice_scene.renderer import Renderer, to_display
from models.train.render.dice_scene.scene import DieStyle, Scene, Thing, look_at, make_die

GAME = "army-vs-aliens-2011"
SIZE, RATE = (1280, 720), 12
LINES = (0.29, 0.71)
"""Dividing lines between rally, combat and scoring, as shares of the picture's width."""
WIDE = 20.5
"""Units of length (dice) across the picture at the table's middle."""


@dataclass
class Stone:
    """One physical die while the recording is made."""

    owner: int
    face: int
    zone: str = "hand"
    spot: tuple[float, float] = (0.0, 0.0)
    yaw: float = 0.0


def style(colour: str, body: tuple[float, float, float], pip: float) -> DieStyle:
    ink = np.float32([pip] * 3)
    return DieStyle(
        rounding=0.09,
        ball=0.78,
        body=(np.float32(body), np.float32(body)),
        colour=colour,
        surface=(0.0, 0.5, 0.0, 0.0),
        pips=(0.1, 0.25, 0.7, 0.0),
        pip_colour=ink,
        one_colour=ink,
        one_scale=1.0,
        layout=(0.9, 1.0, 0.0),
        size=1.0,
        left_handed=False,
        quarter=(0, 0, 0),
        printed=None,
    )


STYLES = (style("blue", (0.012, 0.06, 0.42), 0.9), style("green", (0.015, 0.25, 0.045), 0.9))


def table_picture(g: Generator) -> NDArray[np.float32]:
    """Planks of a wooden table, (1024, 1024, 3) linear."""
    planks = []
    for _ in range(9):
        grain = cloud(g, 512, 4, 32)[:114]
        tone = np.float32([0.36, 0.2, 0.095]) * g.uniform(0.75, 1.15)
        planks.append(tone * (0.62 + 0.5 * grain[..., None]))
        planks[-1][:2] *= 0.55
    picture = cv2.resize(np.concatenate(planks), (1024, 1024)).astype(np.float32)
    return np.roll(picture, 512, 1)  # the seam of the tiling lies outside of the view


def room_picture() -> NDArray[np.float32]:
    room = (
        np.linspace(0.75, 0.18, 64, dtype=np.float32)[:, None, None]
        * np.float32([1.0, 0.98, 0.93])
        * np.ones((64, 128, 3), np.float32)
    )
    room[8:26, 20:44] = 3.2
    return room


class Camera:
    """Looks down at the table at an angle, as a webcam on a stand does."""

    def __init__(self) -> None:
        elevation, self.focal = np.radians(74), 1.7
        distance = self.focal * SIZE[1] / (SIZE[0] / WIDE)
        self.eye = np.float32([0, -distance * np.cos(elevation), distance * np.sin(elevation)])
        self.axes = look_at(self.eye, np.float32([0, -0.1, 0]), 0.0)

    def scene(self, things: list[Thing]) -> Scene:
        lights = [
            (np.float32([-7, 6, 13]), np.float32([1.0, 0.95, 0.86]) * 0.85, 1.6),
            (np.float32([12, -3, 10]), np.float32([0.8, 0.9, 1.0]) * 0.22, 2.5),
        ]
        return Scene(things, self.eye, self.axes, self.focal, SIZE, lights, 0, 0.55, 0.2, 1 / 26, 0.25)


SPOTS: dict[str, list[tuple[float, float]]] = {
    "combat": [(x, y) for y in (1.1, 2.9) for x in (-2.8, -1.4, 0.0, 1.4, 2.8)],
    "rally": [(x, y) for y in (0.9, 2.25, 3.6) for x in (-5.15, -6.45, -7.75)],
    "scoring": [(x, y) for y in (0.9, 2.25, 3.6) for x in (5.15, 6.45, 7.75)],
}
"""Places in the half of the player on the far side; the near player's are mirrored."""


class Recording:
    """Plays the game and turns every change of the position into frames."""

    def __init__(self, seed: int, samples: int) -> None:
        self.g, self.noise = np.random.default_rng(seed), np.random.default_rng(seed + 1)
        self.game: Game = companion.load(GAME)
        self.position: Position = self.game.start()
        self.stones = [Stone(owner, 1) for owner in (0, 1) for _ in range(9)]
        self.camera = Camera()
        self.renderer = Renderer(samples)
        self.renderer.set_texture("environment", room_picture())
        self.renderer.set_texture("table", table_picture(self.g))
        self.renderer.set_glyphs(glyph_sheet(self.g))
        self.frames: list[NDArray[np.uint8]] = []
        self.choices: list[tuple[float, Event]] = []

    @property
    def now(self) -> float:
        return len(self.frames) / RATE

    def side(self, stone: Stone) -> float:
        """+1 where the stone lies in the far half: the Aliens' own dice, and Army dice that they have won."""
        far = stone.owner == 1
        return 1.0 if far != (stone.zone == "scoring") else -1.0

    def free_spot(self, stone: Stone, left: list[tuple[float, float]]) -> tuple[float, float]:
        """A place in the stone's zone where nothing lies.

        Thrown dice land anywhere but on the places they have `left`: a die that lies as before has not been rolled.
        """
        sign = self.side(stone)
        spots = list(SPOTS[stone.zone])
        if left:
            spots = [spots[n] for n in self.g.permutation(len(spots))]
            spots.sort(key=lambda s: any(abs(s[0] - x) < 0.7 and abs(sign * s[1] - y) < 0.7 for x, y in left))
        for x, y in spots:
            taken = any(
                o is not stone and o.zone == stone.zone and abs(o.spot[0] - x) < 0.7 and abs(o.spot[1] - sign * y) < 0.7
                for o in self.stones
            )
            if not taken:
                return x + float(self.g.uniform(-0.1, 0.1)), sign * y + float(self.g.uniform(-0.08, 0.08))
        raise RuntimeError(f"no room left in {stone.zone}")

    def thing(
        self, stone: Stone, spot: tuple[float, float], height: float, yaw: float, tumble: NDArray[np.float32] | None
    ) -> Thing:
        die = make_die(self.g, STYLES[stone.owner], *spot, value=stone.face, yaw=yaw)
        die.place[2] += height
        if tumble is not None:
            die.turn = np.float32(tumble @ die.turn)
        return die

    def shoot(self, things: list[Thing], still: bool) -> NDArray[np.float32]:
        return self.renderer.render(self.camera.scene(things)).light

    def add(self, light: NDArray[np.float32], count: int = 1) -> None:
        """Append `count` frames of one scene, each with its own noise of the sensor."""
        clean = to_display(light, 1.55, 0.3).astype(np.float32)
        for _ in range(count):
            noise = cv2.GaussianBlur(self.noise.standard_normal(clean.shape, dtype=np.float32), (0, 0), 0.7) * 1.5
            self.frames.append(np.uint8(np.clip(clean + noise, 0, 255)))

    def hold(self, seconds: float) -> None:
        things = [self.thing(s, s.spot, 0.0, s.yaw, None) for s in self.stones if s.zone != "hand"]
        self.add(self.shoot(things, True), round(seconds * RATE))

    def arrange(self, thrown: list[Stone]) -> list[Stone]:
        """Give every stone the zone and face that the position asks for; the stones that have to move are returned."""
        moved: list[Stone] = []
        for owner in (0, 1):
            piles = {p.zone: p for p in self.game.piles(self.position) if p.owner == owner}
            mine = [s for s in self.stones if s.owner == owner]
            needs = {zone: list(piles[zone].faces or ()) for zone in ("combat", "scoring")}
            left: list[Stone] = []
            for stone in mine:
                if stone not in thrown and stone.zone in needs and stone.face in needs[stone.zone]:
                    needs[stone.zone].remove(stone.face)
                else:
                    left.append(stone)
            for zone in ("scoring", "combat"):
                for face in needs[zone]:
                    stone = next((s for s in left if s.face == face and s not in thrown and s.zone != "rally"), None)
                    stone = stone or next(s for s in left if (s in thrown) == bool(thrown) or s.zone != "rally")
                    left.remove(stone)
                    stone.face, stone.zone = face, zone
                    moved.append(stone)
            for stone in left:
                if stone.zone != "rally":
                    stone.zone = "hand" if piles["combat"].rolling or not self.placed(owner) else "rally"
                    moved.append(stone)
        return moved

    def placed(self, owner: int) -> bool:
        """Whether this owner's first roll is on the table."""
        return any(
            p.owner == owner and (p.count or p.rolling == 0) and p.zone == "combat"
            for p in self.game.piles(self.position)
        )

    def animate(
        self, moved: list[Stone], before: dict[int, Stone], frames: int, left: list[tuple[float, float]] | None = None
    ) -> None:
        """Slide the stones in `moved` to where they belong; with the places they `left` given they are thrown."""
        thrown = left is not None
        for stone in moved:
            stone.spot = (
                self.free_spot(stone, left or [])
                if stone.zone != "hand"
                else (float(self.g.uniform(-2, 2)), 7.5 * (1 if stone.owner else -1))
            )
            stone.yaw = (
                float(self.g.uniform(0, 2 * np.pi)) if thrown else before[id(stone)].yaw + float(self.g.normal(0, 0.2))
            )
        spins = {id(s): self.g.normal(0, 1, 3) for s in moved}
        for n in range(1, frames + 1):
            t = n / frames
            ease = 1 - (1 - t) ** 2.2
            things = []
            for stone in self.stones:
                was = before[id(stone)]
                if stone not in moved:
                    if stone.zone != "hand":
                        things.append(self.thing(stone, stone.spot, 0.0, stone.yaw, None))
                    continue
                spot = tuple(a + (b - a) * ease for a, b in zip(was.spot, stone.spot, strict=True))
                tumble = None
                height = (
                    0.9 * np.sin(np.pi * ease)
                    if not thrown
                    else abs(np.cos(3.4 * np.pi * ease)) * 1.6 * (1 - ease) ** 1.2
                )
                if thrown and t < 1:
                    tumble = cv2.Rodrigues(spins[id(stone)] * 5 * (1 - ease))[0].astype(np.float32)
                things.append(self.thing(stone, (spot[0], spot[1]), float(height), stone.yaw, tumble))
            light = self.shoot(things, False)
            if n < frames:  # the shutter is open while things move
                kernel = np.zeros((9, 9), np.float32)
                kernel[:, 4] = 1 / 9
                light = cv2.addWeighted(light, 0.5, cv2.filter2D(light, -1, kernel), 0.5, 0)
            self.add(light)

    def snapshot(self) -> dict[int, Stone]:
        return {id(s): Stone(s.owner, s.face, s.zone, s.spot, s.yaw) for s in self.stones}

    def take_up(self, stones: list[Stone]) -> None:
        """The player gathers these dice in the hand."""
        before = self.snapshot()
        for stone in stones:
            stone.zone = "hand"
        self.animate(stones, before, 7)

    def roll(self, stones: list[Stone], left: list[tuple[float, float]]) -> None:
        """Throw the dice in the hand, which lay at `left`; what they show is drawn by lot and becomes the event."""
        faces = sorted(int(v) for v in self.g.integers(1, 7, len(stones)))
        event = self.game.rolled(faces)
        # AVA-5 may send some straight on to Rally: first they all lie in Combat, then the surplus is moved.
        before = self.snapshot()
        for stone, face in zip(stones, faces, strict=True):
            stone.face, stone.zone = face, "combat"
        self.animate(stones, before, 13, left)
        self.hold(2.2)
        self.position = self.game.apply(self.position, event)
        self.settle_surplus()

    def settle_surplus(self) -> None:
        before = self.snapshot()
        moved = self.arrange([])
        if moved:
            self.animate(moved, before, 8)
            self.hold(1.2)

    def choose(self, event: Event) -> None:
        """A player's move: it is noted, and then the dice are moved as it says."""
        self.choices.append((round(self.now, 2), event))
        self.hold(0.7)
        raw = self.game.format_event(event)
        seat = self.game.awaited(self.position).seat
        self.position = self.game.apply(self.position, event)
        if raw["do"] == "rally":
            wanted = list(raw["roll"])  # type: ignore[call-overload]
            stones = [s for s in self.stones if s.owner == seat and s.zone == "rally"]
            for stone in self.stones:
                if stone.owner == seat and stone.zone == "combat" and stone.face in wanted:
                    wanted.remove(stone.face)
                    stones.append(stone)
            left = [s.spot for s in stones]
            self.take_up(stones)
            self.roll(stones, left)
            return
        before = self.snapshot()
        moved = self.arrange([])
        self.animate(moved, before, 9)
        self.hold(1.9)

    def pick(self) -> Event:
        """A taste for variety: abilities and triples where they are to be had, rallies when the Rally Zone fills."""
        events = self.game.actions(self.position)
        groups: dict[str, list[Event]] = {}
        for event in events:
            groups.setdefault(self.game.kind_of(event), []).append(event)
        done = [self.game.kind_of(e) for _, e in self.choices]
        rally = max(groups["Rally"], key=lambda e: (-abs(len(self.game.format_event(e)["roll"]) - 2), str(e)))  # type: ignore[arg-type]
        for kind in ("Ability", "Triple attack", "Single attack"):
            if (
                kind in groups
                and done.count(kind) < {"Ability": 3, "Triple attack": 2}.get(kind, 4)
                and done[-2:].count(kind) < 2
            ):
                return groups[kind][int(self.g.integers(len(groups[kind])))]
        return rally

    def play(self, turns: int) -> None:
        self.hold(1.0)
        for seat in (0, 1):
            self.roll([s for s in self.stones if s.owner == seat], [])
        for _ in range(turns):
            if self.game.awaited(self.position).need != "action":
                break
            self.choose(self.pick())
        self.hold(1.5)

    def save(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        writer = cv2.VideoWriter(str(folder / f"{name}.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), RATE, SIZE)
        if not writer.isOpened():
            raise SystemExit(f"{folder}/{name}.mp4: this OpenCV cannot write MPEG-4")
        for frame in self.frames:
            writer.write(frame)
        writer.release()
        lines = [
            "# The moves that the recorded players made, and when. The rolls are read by the eyes.",
            f'game = "{GAME}"',
            f"lines = [{LINES[0]}, {LINES[1]}]",
            'colours = ["blue", "green"]',
            "",
        ]
        for at, event in self.choices:
            raw = self.game.format_event(event)
            inline = ", ".join(f"{key} = {json.dumps(value)}" for key, value in raw.items())
            lines += ["[[choice]]", f"at = {at}", f"event = {{ {inline} }}", ""]
        (folder / f"{name}.toml").write_text("\n".join(lines).rstrip() + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--name", default="first-table")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--samples", type=int, default=2)
    parser.add_argument("--plan", action="store_true", help="print the moves only")
    args = parser.parse_args()
    recording = Recording(args.seed, args.samples)
    if args.plan:
        recording.shoot = lambda things, still: np.zeros((SIZE[1] // 40, SIZE[0] // 40, 3), np.float32)  # type: ignore[method-assign]
    with tqdm(disable=True):
        recording.play(args.turns)
    for at, event in recording.choices:
        print(f"{at:6.2f} s  {recording.game.kind_of(event):14s} {recording.game.format_event(event)}")
    print(f"{recording.now:.1f} s, {len(recording.frames)} frames; {recording.position}")
    if not args.plan:
        recording.save(args.out, args.name)


if __name__ == "__main__":
    main()
