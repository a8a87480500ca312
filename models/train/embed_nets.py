"""The network that compares faces: it finds the upper face of a die, lays it flat, and names it by a unit vector.

Laying it flat takes away perspective, the turn of the die and the drawings on its sides, so that what is left to learn
is only what a drawing looks like. Which side of the flat face is up stays open: a set of faces holds all four turns.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets import CROP, Around, Residual, as_input, block

FACE = 40
"""Side of the flat face in pixels."""
AROUND = 1.1
"""How much further than the face the flat square reaches."""
VECTOR = 64
"""Length of the vector that stands for a face."""
UNIT = 1.4
"""Half sides of a face are told in 1 / UNIT of half the crop, so that their fourth powers stay near 1."""


class FaceFrame(nn.Module):
    """(n, 64, 64, 3) pixels to (n, 6): the middle of the upper face and its two half sides, in half crops.

    A face has four equal ways to name its sides (half sides z1, z2 as complex numbers may become z2, -z1 ...), and no
    continuous function chooses one. So what is learnt is the middle, z1^2 + z2^2 and z1^2 z2^2, which are alike for
    all four; see `half_sides`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, stride=2),
            block(16, 32, stride=2),
            Around(32, 1),
            Around(32, 2),
            block(32, 64, stride=2),
            Around(64, 1),
            Around(64, 2),
            block(64, 64, stride=2),
            block(64, 24, 1),
        )
        self.mix = nn.Linear(24 * (CROP // 16) ** 2, 64)
        self.out = nn.Linear(64, 6)

    def forward(self, pixels: Tensor) -> Tensor:
        features = self.body(as_input(pixels)).flatten(1)
        return self.out(F.relu(self.mix(features)))


def multiply(a: Tensor, b: Tensor) -> Tensor:
    """Product of complex numbers in the last axis (real, imaginary)."""
    return torch.stack(
        [a[..., 0] * b[..., 0] - a[..., 1] * b[..., 1], a[..., 0] * b[..., 1] + a[..., 1] * b[..., 0]], -1
    )


def root(a: Tensor) -> Tensor:
    """A square root of complex numbers in the last axis."""
    size = (a * a).sum(-1).clamp_min(1e-12).sqrt()
    real = ((size + a[..., 0]) / 2).clamp_min(1e-8).sqrt()
    return torch.stack([real, a[..., 1] / (2 * real)], -1)


def symmetric(frame: Tensor) -> Tensor:
    """What FaceFrame learns of true frames (n, 6): middle, half sides x and y."""
    x, y = frame[:, 2:4] * UNIT, frame[:, 4:] * UNIT
    xx, yy = multiply(x, x), multiply(y, y)
    return torch.cat([frame[:, :2], xx + yy, multiply(xx, yy)], 1)


def half_sides(answer: Tensor) -> Tensor:
    """(n, 6) middle and half sides for FaceFrame's answer; y lies a right hand turn from x."""
    total, product = answer[:, 2:4], answer[:, 4:]
    apart = root(multiply(total, total) - 4 * product)
    x, y = root((total + apart) / 2), root((total - apart) / 2)
    right = x[:, :1] * y[:, 1:] - x[:, 1:] * y[:, :1]
    y = torch.where(right < 0, -y, y)
    return torch.cat([answer[:, :2], x / UNIT, y / UNIT], 1)


def turned(frame: Tensor, quarter: int) -> Tensor:
    """The same face with its sides named a number of quarter turns on."""
    middle, x, y = frame[:, :2], frame[:, 2:4], frame[:, 4:]
    for _ in range(quarter % 4):
        x, y = y, -x
    return torch.cat([middle, x, y], 1)


def lay_flat(pixels: Tensor, frame: Tensor) -> Tensor:
    """(n, 3, FACE, FACE) of -1..1: what lies in the frames (n, 6) of crops (n, 64, 64, 3)."""
    line = torch.linspace(-AROUND, AROUND, FACE, device=frame.device)
    v, u = torch.meshgrid(line, line, indexing="ij")
    x, y = frame[:, 2:4], frame[:, 4:]
    grid = frame[:, None, None, :2] + u[None, ..., None] * x[:, None, None] + v[None, ..., None] * y[:, None, None]
    return F.grid_sample(as_input(pixels), grid, mode="bilinear", padding_mode="border", align_corners=False)


class FaceVector(nn.Module):
    """(n, 3, FACE, FACE) flat faces to (n, VECTOR) unit vectors."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, stride=2),
            Residual(16),
            block(16, 32, stride=2),
            Residual(32),
            block(32, 64, stride=2),
            Residual(64),
            Residual(64),
            block(64, 24, 1),
        )
        self.out = nn.Linear(24 * (FACE // 8) ** 2, VECTOR)

    def forward(self, flat: Tensor) -> Tensor:
        # Light, and how strong the print is, are no part of a drawing.
        flat = flat - flat.mean((2, 3), keepdim=True)
        flat = flat / (flat.square().mean((1, 2, 3), keepdim=True).sqrt() + 0.04)
        return F.normalize(self.out(self.body(flat).flatten(1)).float(), dim=1)


class Embedder(nn.Module):
    """Both parts, fitted together."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = FaceFrame()
        self.vector = FaceVector()
        self.sharpness = nn.Parameter(torch.tensor(2.7))
        """Natural logarithm of what cosines are multiplied with in the loss."""


class FrameForExport(nn.Module):
    """The first part: (n, 64, 64, 3) pixels to (n, 6) middles and half sides."""

    def __init__(self, net: Embedder) -> None:
        super().__init__()
        self.frame = net.frame

    def forward(self, pixels: Tensor) -> Tensor:
        return half_sides(self.frame(pixels))


class VectorForExport(nn.Module):
    """The second part: (n, FACE, FACE, 3) pixels of flat faces to (n, VECTOR) unit vectors."""

    def __init__(self, net: Embedder) -> None:
        super().__init__()
        self.vector = net.vector

    def forward(self, pixels: Tensor) -> Tensor:
        return self.vector(as_input(pixels))
