"""Frames of upper faces: a middle and two half sides, (n, 6) numbers in half crops from the crop's middle, y down.

A face has four equal ways to name its sides (half sides x, y as complex numbers may become y, -x and so on), and no
continuous function chooses one. So what networks learn is the middle, x^2 + y^2 and x^2 y^2, which are alike for all.
"""

from __future__ import annotations

import torch
from torch import Tensor

UNIT = 1.4
"""Half sides of a face are told in 1 / UNIT of half the crop, so that their fourth powers stay near 1."""


def multiply(a: Tensor, b: Tensor) -> Tensor:
    """Product of complex numbers in the last axis (real, imaginary)."""
    return torch.stack(
        [a[..., 0] * b[..., 0] - a[..., 1] * b[..., 1], a[..., 0] * b[..., 1] + a[..., 1] * b[..., 0]], -1
    )


def root(a: Tensor) -> Tensor:
    """A square root of complex numbers in the last axis; exact near the negative real ones too, where one part of the
    root is all but nothing: there lie the frames of faces that stand straight in the picture."""
    size = (a * a).sum(-1).clamp_min(1e-12).sqrt()
    longer = ((size + a[..., 0].abs()) / 2).sqrt()
    shorter = a[..., 1].abs() / (2 * longer)
    right = a[..., 0] >= 0
    real, imaginary = torch.where(right, longer, shorter), torch.where(right, shorter, longer)
    return torch.stack([real, torch.where(a[..., 1] < 0, -imaginary, imaginary)], -1)


def symmetric(frame: Tensor) -> Tensor:
    """What is learnt of true frames (n, 6)."""
    x, y = frame[:, 2:4] * UNIT, frame[:, 4:] * UNIT
    xx, yy = multiply(x, x), multiply(y, y)
    return torch.cat([frame[:, :2], xx + yy, multiply(xx, yy)], 1)


def half_sides(answer: Tensor) -> Tensor:
    """(n, 6) frames for what was learnt; y lies a right hand turn from x."""
    total, product = answer[:, 2:4], answer[:, 4:]
    apart = root(multiply(total, total) - 4 * product)
    x, y = root((total + apart) / 2), root((total - apart) / 2)
    right = x[:, :1] * y[:, 1:] - x[:, 1:] * y[:, :1]
    y = torch.where(right < 0, -y, y)
    return torch.cat([answer[:, :2], x / UNIT, y / UNIT], 1)
