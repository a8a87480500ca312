"""Estimates the camera's pose from the homography of a plane, and where points above that plane appear."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane.plane import Plane

USUAL_FOCAL, FOCAL_SPREAD = 0.95, 0.35
"""Focal length in longest sides of the picture that cameras of phones and laptops have, and the standard deviation of
its logarithm."""
SHORTEST_FOCAL, LONGEST_FOCAL = 0.45, 3.0
"""Between what focal lengths, in longest sides, the one that fits is sought."""
PLANE_ERROR = 0.006
"""Standard deviation of what a plane says of lengths and right angles in space, as a share."""


@dataclass(frozen=True)
class Camera:
    """A plane and the camera that sees it: where points above the plane are in the picture."""

    plane: Plane
    up: NDArray[np.float64]
    """(3,): what a millimetre of height adds to homogeneous pixels that `plane.to_pixels` leads to."""
    focal: float
    """In pixels."""
    tilt: float
    """Degrees between the way the camera looks and the way straight down."""
    skew: float
    """How far from square a square of the plane would be, as a share: a plane that is there has hardly any."""

    def lifted(self, height: float) -> Plane:
        """The plane `height` millimetres above, with the same millimetres below it."""
        matrix = self.plane.to_pixels.copy()
        matrix[:, 2] += height * self.up
        return Plane(matrix, self.plane.size, self.plane.error)


def camera_of(plane: Plane, size: tuple[int, int]) -> Camera:
    """The pinhole camera that sees `plane` in a picture of `size` (width, height), without distortion and with its axis
    in the picture's middle."""
    width, height = size
    longest = max(width, height)
    middle = plane.to_pixels @ np.array([plane.size[0] / 2, plane.size[1] / 2, 1.0])
    matrix = plane.to_pixels * np.sign(middle[2])  # what is seen lies ahead of the camera
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1]]) @ matrix
    shares = np.exp(np.linspace(np.log(SHORTEST_FOCAL), np.log(LONGEST_FOCAL), 60))
    axes = centred[None, :, :2] / np.stack([shares * longest, shares * longest, np.ones_like(shares)], 1)[:, :, None]
    lengths = np.linalg.norm(axes, axis=1)
    square = np.einsum("ni,ni->n", axes[:, :, 0], axes[:, :, 1]) / lengths.prod(1)
    equal = np.log(lengths[:, 0] / lengths[:, 1])
    cost = (square**2 + equal**2) / PLANE_ERROR**2 + (np.log(shares / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
    best = int(cost.argmin())
    focal = float(shares[best] * longest)
    scale = float(lengths[best].mean())
    right, down = (axes[best] / lengths[best]).T
    ahead = np.cross(right, down)
    ahead /= np.linalg.norm(ahead)
    lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    tilt = float(np.degrees(np.arccos(np.clip(ahead[2], -1, 1))))
    skew = float(np.hypot(square, equal)[best])
    return Camera(Plane(matrix, plane.size, plane.error), -scale * (lens @ ahead), focal, tilt, skew)
