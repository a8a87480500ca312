"""Dice as rigid bodies (MuJoCo): thrown, bouncing, colliding and pushed, on a table that may have walls.

World frame: right-handed, z up, table at z = 0, one unit = one die (16 mm); seconds.
"""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Vector = NDArray[np.float64]

GRAVITY = 9.81 / 0.016
STEP = 0.00025
"""Seconds a step of the simulation."""
STUCK = 0.012
"""A pose that has changed by less (units, radians) is taken for unchanged: soft contacts let resting bodies creep."""
CREEP = 0.4
"""Units or radians a second below which a die that has hardly left its pose is set back to it."""
AWAY = 200.0
"""Where bodies wait that are not on the table."""

_WALL = '<geom type="box" pos="{} {} 1" size="{} {} 1.2" friction="0.3 0.01 0.001" solref="0.005 0.5"/>'
_DIE = (
    '<body pos="{} 0 0.5"><freejoint/>'
    '<geom type="box" size="0.5 0.5 0.5" mass="1" friction="{} 0.01 0.001" solref="0.006 0.25" condim="4"/></body>'
)


def random_turn(g: Generator) -> Vector:
    """(3, 3): a rotation, all alike probable."""
    matrix = np.zeros(9)
    quaternion = g.standard_normal(4)
    mujoco.mju_quat2Mat(matrix, quaternion / np.linalg.norm(quaternion))
    return matrix.reshape(3, 3)


class DicePhysics:
    """A table with `count` dice, all away at first, and a finger tip that can push them."""

    def __init__(self, count: int, friction: float = 0.4, walls: tuple[float, float] | None = None) -> None:
        """`walls`: half width and half depth of a tray."""
        fence = ""
        if walls is not None:
            w, d = walls
            fence = "".join(
                _WALL.format(x, y, a, b)
                for x, y, a, b in ((w, 0, 0.2, d), (-w, 0, 0.2, d), (0, d, w, 0.2), (0, -d, w, 0.2))
            )
        bodies = "".join(_DIE.format(AWAY + 3 * n, friction) for n in range(count))
        self.model = mujoco.MjModel.from_xml_string(
            f'<mujoco><option timestep="{STEP}" gravity="0 0 {-GRAVITY}" cone="elliptic"/><worldbody>'
            f'<geom type="plane" size="500 500 1" friction="{friction} 0.01 0.001" solref="0.006 0.25" condim="4"/>'
            f'{fence}<body mocap="true" pos="0 0 {AWAY}"><geom type="sphere" size="0.45" friction="0.5 0.01 0.001"/>'
            f"</body>{bodies}</worldbody></mujoco>"
        )
        self.data = mujoco.MjData(self.model)
        self.count = count
        mujoco.mj_forward(self.model, self.data)
        self._shown = [self._pose(n) for n in range(count)]

    def _pose(self, n: int) -> tuple[Vector, Vector]:
        matrix = np.zeros(9)
        mujoco.mju_quat2Mat(matrix, self.data.qpos[7 * n + 3 : 7 * n + 7])
        return self.data.qpos[7 * n : 7 * n + 3].copy(), matrix.reshape(3, 3)

    def put(self, n: int, place: Vector, turn: Vector, speed: Vector | None = None, spin: Vector | None = None) -> None:
        """Set a die's pose; it flies on with `speed` (units a second) and `spin` (radians a second, its own axes)."""
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(turn, np.float64).reshape(-1))
        self.data.qpos[7 * n : 7 * n + 3], self.data.qpos[7 * n + 3 : 7 * n + 7] = place, quaternion
        self.data.qvel[6 * n : 6 * n + 3] = 0 if speed is None else speed
        self.data.qvel[6 * n + 3 : 6 * n + 6] = 0 if spin is None else spin
        self._shown[n] = self._pose(n)

    def away(self, n: int) -> None:
        self.put(n, np.array([AWAY + 3 * n, 0, 0.5]), np.eye(3))

    def advance(self, seconds: float, finger: Vector | None = None) -> None:
        """Let time pass; the finger tip moves to `finger` meanwhile, or is away."""
        steps = max(1, round(seconds / STEP))
        start = self.data.mocap_pos[0].copy()
        for k in range(steps):
            if finger is None:
                self.data.mocap_pos[0] = (0, 0, AWAY)
            else:
                near = start[2] < AWAY / 2
                self.data.mocap_pos[0] = start + (finger - start) * (k + 1) / steps if near else finger
            mujoco.mj_step(self.model, self.data)
        speeds = np.abs(self.data.qvel.reshape(-1, 6)).max(1)
        for n in np.flatnonzero(speeds < CREEP):  # it would go on creeping for ever
            place, turn = self._shown[n]
            now, other = self._pose(n)
            if np.abs(now - place).max() < 0.03 and np.abs(other - turn).max() < 0.03:
                self.put(n, place, turn)

    def poses(self) -> list[tuple[Vector, Vector]]:
        """Place and turn (object to world) of every die, as one sees them: creeping left out."""
        for n in range(self.count):
            place, turn = self._pose(n)
            old_place, old_turn = self._shown[n]
            if np.abs(place - old_place).max() > STUCK or np.abs(turn - old_turn).max() > STUCK:
                self._shown[n] = (place, turn)
        return list(self._shown)

    def moving(self) -> bool:
        """Whether any die on the table moves noticeably."""
        speeds = self.data.qvel.reshape(-1, 6)
        near = self.data.qpos.reshape(-1, 7)[:, 0] < AWAY / 2
        return bool(np.any(np.abs(speeds[near]).max(1, initial=0) > 0.3)) if near.any() else False
