"""Stages the scenarios on which the detection of rolls is evaluated: `clip(kind, seed)` makes one.

    python -m models.train.render.clips.scenarios "from a hand" 7 OUT.mp4     saves one to look at

ROLLS end with dice that were rolled (or with none, when all have left the table); MOVES and TROUBLE hold no roll.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np

from models.train.render.clips.camera_faults import random_faults
from models.train.render.clips.clips import RATE, Clip, Director, up
from models.train.render.clips.grounds import GROUNDS, random_ground
from models.train.render.clips.handheld import STYLES, handheld_views, random_shutter
from models.train.render.clips.true_rolls import true_rolls
from models.train.render.common import Assets

SIZE = (640, 360)


def _toward_middle(d: Director) -> tuple[np.ndarray, float]:
    """Unit vector to some point of the table's middle, and how far it is."""
    aim = (d.spot(0.4) - d.hand.at) * (1, 1, 0)
    far = float(np.linalg.norm(aim))
    return aim / max(far, 1e-6), far


def _reach_in(d: Director, share: float | None = None) -> None:
    """The hand comes as far as the outer part of the table."""
    edge = d.hand.home * (1, 1, 0)
    edge = edge / np.linalg.norm(edge) * min(d.half) * (d.g.uniform(0.5, 1.1) if share is None else share)
    d.reach(edge + up(d.g.uniform(1.5, 3.5)), d.g.uniform(0.3, 0.6))


def _throw(d: Director, hard: float = 1.0) -> None:
    way, far = _toward_middle(d)
    d.let_go(way * d.speed_for(far) * hard + up(d.g.uniform(-8, 4)), 4.0, 18.0)
    d.wait(d.g.uniform(0.0, 0.15))
    d.withdraw(d.g.uniform(0.25, 0.6))


def _rest(d: Director, least: float = 0.9) -> None:
    d.until_still()
    d.wait(least + d.g.uniform(0, 0.5))


def _begin(d: Director, seconds: float = 0.8) -> int:
    """All dice lie there from the beginning; how many there are."""
    d.lay_out(list(range(d.physics.count)))
    d.wait(seconds)
    return d.physics.count


def _push(d: Director, place: np.ndarray, way: np.ndarray, come: float, how: Callable[[], tuple[float, float]]) -> None:
    """A finger comes in `come` seconds, pushes the die at `place` along the unit vector `way`, and leaves; `how`: how
    many units, and in how many seconds, asked when it touches the die."""
    d.hand.points = True
    d.reach(place * (1, 1, 0) - way * 1.6 + up(2.0), come)
    d.reach(place * (1, 1, 0) - way * 1.4 + up(0.45), 0.2)
    d.pushing = True
    far, seconds = how()
    d.reach(place * (1, 1, 0) + way * far + up(0.45), seconds)
    d.wait(0.1)
    d.reach(d.hand.at - way * 0.4 + up(1.2), 0.15)
    d.pushing = False
    d.withdraw(0.4)


# ---------------------------------------------------------------------------------------------------- rolls


def from_outside(d: Director) -> None:
    d.wait(0.6)
    d.throw_in(list(range(d.physics.count)))
    _rest(d)


def from_hand(d: Director) -> None:
    d.wait(0.6)
    d.grab(list(range(d.physics.count)))
    _reach_in(d)
    _throw(d)
    _rest(d)


def beside_others(d: Director) -> None:
    """New dice are thrown where others lie."""
    n = d.physics.count
    lie = n // 2
    d.lay_out(list(range(lie)))
    d.wait(0.8)
    d.grab(list(range(lie, n)))
    _reach_in(d)
    _throw(d)
    _rest(d)


def taken_and_thrown(d: Director) -> None:
    """Some dice are taken up, shaken in view or outside, and thrown."""
    n = _begin(d)
    count = int(d.g.integers(1, n + 1))
    d.grab(sorted(d.g.permutation(n)[:count].tolist()))
    if d.g.random() < 0.5:
        d.withdraw(d.g.uniform(0.3, 0.6))
        d.wait(d.g.uniform(0.1, 0.6))
        _reach_in(d)
    else:
        d.reach(d.spot(0.4) + up(3.5), 0.3)
        d.reach(
            d.hand.at.copy(),
            0.8,
            lambda t: np.array([0.6 * np.sin(25 * t), 0.5 * np.sin(31 * t), 0.4 * np.sin(28 * t)]),
        )
        _reach_in(d)
    _throw(d)
    _rest(d)


def two_of_nine(d: Director) -> None:
    d.lay_out(list(range(9)))
    d.wait(0.8)
    d.grab(sorted(d.g.permutation(9)[:2].tolist()))
    if d.g.random() < 0.6:
        d.withdraw(0.4)
        d.wait(0.2)
    _reach_in(d)
    _throw(d)
    _rest(d)


def one_after_another(d: Director) -> None:
    """A second roll right after the first."""
    n = d.physics.count
    d.wait(0.6)
    d.throw_in(list(range(n)))
    d.until_still()
    d.wait(d.g.uniform(0.6, 0.8))
    near = [k for k, place, _ in d.on_table() if d.seen(place, 0.5)]
    d.grab(near[: max(1, len(near) // 2)] if near else [0])
    _reach_in(d)
    _throw(d)
    _rest(d)


def off_the_table(d: Director) -> None:
    """Thrown so hard that some dice leave the picture."""
    d.wait(0.6)
    d.throw_in(list(range(d.physics.count)), hard=1.7)
    _rest(d)


def dropped(d: Director) -> None:
    """The hand lets dice fall from near by and stays for a moment."""
    d.wait(0.6)
    d.grab(list(range(d.physics.count)))
    d.reach(d.spot(0.4) + up(3.0), 0.5)
    d.let_go(_toward_middle(d)[0] * d.g.uniform(15, 30), 3.0, 15.0, low=True)
    d.wait(d.g.uniform(0.1, 0.5))
    d.withdraw(d.g.uniform(0.3, 0.6))
    _rest(d)


def lingering(d: Director) -> None:
    """After the throw the hand stays in view for long, away from the dice."""
    d.wait(0.6)
    d.grab(list(range(d.physics.count)))
    _reach_in(d, 0.8)
    way, far = _toward_middle(d)
    d.let_go(way * d.speed_for(far), 4.0, 18.0)
    back = d.hand.home * (1, 1, 0)
    d.reach(back / np.linalg.norm(back) * min(d.half) * 0.95 + up(1.5), 0.4)
    d.until_still()
    d.wait(d.g.uniform(0.5, 2.0))
    d.withdraw(0.4)
    _rest(d)


# ---------------------------------------------------------------------------------------------------- moves


def nudged(d: Director) -> None:
    """A finger pushes a die some way."""
    n = _begin(d)
    for _ in range(2):
        _, place, _ = d.on_table()[int(d.g.integers(n))]
        angle = d.g.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle), 0])
        if way @ place > 0 and not d.seen(place + 3 * way, 1.0):
            way = -way
        _push(d, place, way, 0.4, lambda: (d.g.uniform(0.2, 2.0), d.g.uniform(0.3, 0.8)))
        _rest(d, 0.6)


def taken_away(d: Director) -> None:
    n = _begin(d)
    d.grab(sorted(d.g.permutation(n)[: int(d.g.integers(1, n + 1))].tolist()))
    d.withdraw(0.5)
    _rest(d, 0.7)


def placed(d: Director) -> None:
    """Dice are taken up and set down elsewhere, one by one, sometimes with another face up."""
    n = _begin(d)
    for _ in range(int(d.g.integers(1, 3))):
        die = d.on_table()[int(d.g.integers(n))][0]
        d.grab([die])
        d.set_down(die, d.free_spot())
        d.reach(d.hand.at + up(2.0), 0.2)
        if d.g.random() < 0.5:
            d.withdraw(0.4)
            _rest(d, 0.6)
    d.withdraw(0.4)
    _rest(d, 0.6)


def set_up(d: Director) -> None:
    """Dice from outside are set down on the table, one by one."""
    n = d.physics.count
    d.wait(0.6)
    for die in range(min(n, 4)):
        d.grab([die])
        d.set_down(die, d.free_spot())
        d.reach(d.hand.at + up(2.0), 0.15)
        d.withdraw(0.35)
        if d.g.random() < 0.5:
            _rest(d, 0.3)
    _rest(d, 0.6)


def covered(d: Director) -> None:
    """A hand lies over dice for a while."""
    n = _begin(d)
    _, place, _ = d.on_table()[int(d.g.integers(n))]
    d.reach(place * (1, 1, 0) + up(1.5), 0.5)
    d.wait(d.g.uniform(0.5, 2.5))
    d.withdraw(0.5)
    _rest(d, 0.6)


def held_in_view(d: Director) -> None:
    """Dice are taken up, held still in view and put back in their place or taken along."""
    n = _begin(d)
    die, place, _ = d.on_table()[int(d.g.integers(n))]
    d.grab([die])
    d.reach(d.spot(0.4) + up(3.0), 0.4)
    d.wait(d.g.uniform(0.5, 2.0))
    if d.g.random() < 0.5:
        d.set_down(die, place * (1, 1, 0))
    d.withdraw(0.5)
    _rest(d, 0.6)


def passing(d: Director) -> None:
    """A hand passes over the table and takes nothing."""
    _begin(d)
    for _ in range(2):
        d.reach(d.spot(0.8) + up(4.0), d.g.uniform(0.3, 0.8))
    d.withdraw(d.g.uniform(0.3, 0.6))
    _rest(d, 0.6)


def still(d: Director) -> None:
    _begin(d, 8.0)


def lamps(d: Director) -> None:
    """Lamps are switched off and on."""
    _begin(d, 1.0)
    for _ in range(3):
        lamp = int(d.g.integers(2))
        start, end = d.on[lamp], 0.0 if d.on[lamp] > 0.5 else 1.0
        frames = int(d.g.choice([1, 1, 3, 8]))
        for k in range(1, frames + 1):
            d.on[lamp] = start + (end - start) * k / frames
            d.tick()
        d.wait(d.g.uniform(0.8, 1.6))


def short_story(d: Director) -> None:
    """Three dice are thrown, one is nudged, the other two are thrown again: the clip of the tests."""
    d.wait(0.5)
    d.throw_in([0, 1, 2])
    _rest(d, 0.8)
    place = d.on_table()[0][1] * (1, 1, 0)
    inward = -place / np.linalg.norm(place)
    _push(d, place, inward, 0.35, lambda: (0.6, 0.5))
    _rest(d, 0.8)
    d.grab([1, 2])
    d.withdraw(0.35)
    d.wait(0.2)
    d.held.clear()
    d.throw_in([1, 2])
    _rest(d, 0.8)


Play = Callable[[Director], None]

ROLLS: dict[str, Play] = {
    "from outside": from_outside,
    "from a hand": from_hand,
    "beside others": beside_others,
    "taken and thrown": taken_and_thrown,
    "two of nine": two_of_nine,
    "one after another": one_after_another,
    "off the table": off_the_table,
    "dropped": dropped,
    "lingering": lingering,
}
MOVES: dict[str, Play] = {
    "nudged": nudged,
    "taken away": taken_away,
    "placed": placed,
    "set up": set_up,
    "covered": covered,
    "held in view": held_in_view,
    "passing": passing,
}
TROUBLE: dict[str, Play] = {
    "still": still,
    "lamps": lamps,
    "shadows": still,
    "hunting": still,
    "bumped": still,
    "compressed": still,
}
PLAYS = ROLLS | MOVES | TROUBLE | {"short story": short_story}
COUNTS = {"two of nine": 9, "short story": 3}


def clip(
    kind: str,
    seed: int,
    size: tuple[int, int] = SIZE,
    handheld: str | None = None,
    ground: str | None = None,
    assets: Assets | None = None,
) -> Clip:
    """Stage one play, seen by a camera that stands or is held in a hand in that style (see `handheld`), on a ground of
    GROUNDS or one made up. Needs mujoco."""
    g = np.random.default_rng((seed, crc32(kind.encode())))
    count = COUNTS.get(kind) or int(g.choice([1, 2, 3, 4, 5, 6, 9], p=[0.2, 0.2, 0.15, 0.15, 0.1, 0.1, 0.1]))
    colours, table = int(g.choice([1, 2])), None
    if ground is not None:
        table = random_ground(
            np.random.default_rng((seed, crc32(kind.encode()), crc32(ground.encode()))), ground, assets
        )
    director = Director(g, count, size, colours, table)
    PLAYS[kind](director)
    faults = random_faults(g, kind, len(director.moments) / RATE, kind in ROLLS)
    one = Clip(kind, seed, director.painter, director.moments, true_rolls(director), faults)
    if handheld is not None:
        faults.shake, faults.moves = [], []  # the hand's own motion is instead of them
        g = np.random.default_rng((seed, crc32(kind.encode()), crc32(handheld.encode())))
        one.views = handheld_views(g, director.view, len(one.moments), one.rate, handheld)
        one.shutter = random_shutter(g)
    return one


def main() -> None:
    parser = argparse.ArgumentParser(description="Save one play as a clip.")
    parser.add_argument("kind", choices=sorted(PLAYS))
    parser.add_argument("seed", type=int)
    parser.add_argument("out")
    parser.add_argument("--handheld", choices=STYLES, help="the camera is held in a hand, in this way")
    parser.add_argument("--ground", choices=GROUNDS, help="what the table is covered with")
    parser.add_argument("--assets", type=Path, help="folder of the pictures of materials")
    args = parser.parse_args()
    one = clip(args.kind, args.seed, SIZE, args.handheld, args.ground, Assets.load(args.assets))
    writer = cv2.VideoWriter(args.out, cv2.VideoWriter.fourcc(*"mp4v"), one.rate, SIZE)
    if not writer.isOpened():
        raise SystemExit(f"{args.out}: this OpenCV cannot write MPEG-4 there")
    for image, _ in one.frames():
        writer.write(image)
    writer.release()
    for roll in one.rolls:
        print(f"rolled at {roll.start:.2f} s, ready at {roll.ready:.2f} s: {[die.value for die in roll.dice]}")


if __name__ == "__main__":
    main()
