"""The network that compares faces: it names the upper face of a die, found by the reader and laid flat, by a vector.

Laying it flat takes away perspective, the turn of the die and the drawings on its sides, so that what is left to learn
is only what a drawing looks like. Which side of the flat face is up stays open: a set of faces holds all four turns.

The reader's frame is off by a quarter of a half side. So the network tells, too, by how much the square in front of it
misses the face, and looks once more at what it then lays flat; a seventh less is off then, and a tenth of the errors of
naming go (new drawings learnt from two looks: 0.891 right without, 0.902 with it).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets import as_input, block
from models.train.pretrained import WIDTH, Trunk
from vision.embedding import FACE, NUDGE, VECTOR


def nudges(frame: Tensor, true: Tensor) -> Tensor:
    """(n, NUDGE) from frames (n, 6) to the true ones, in half sides of the former: by how much the middle is off in
    x and y, and by how much the half sides x and y differ."""
    basis, off = frame[:, 2:].view(-1, 2, 2), (true - frame).view(-1, 3, 2)
    return torch.linalg.solve(basis.transpose(1, 2), off.transpose(1, 2)).transpose(1, 2).flatten(1)


class FaceVector(nn.Module):
    """(n, 3, FACE, FACE) flat faces to (n, VECTOR) unit vectors and (n, NUDGE)."""

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk()
        if pretrained:
            self.trunk.load_imagenet()
        self.where = block(WIDTH, 48, 1)
        self.out = nn.Linear(48 * (FACE // 16) ** 2, VECTOR)
        self.nudge = nn.Sequential(nn.Linear(48 * (FACE // 16) ** 2, 48), nn.ReLU(), nn.Linear(48, NUDGE))

    def forward(self, flat: Tensor) -> tuple[Tensor, Tensor]:
        # Light, and how strong the print is, are no part of a drawing.
        flat = flat - flat.mean((2, 3), keepdim=True)
        flat = 0.5 * flat / (flat.square().mean((1, 2, 3), keepdim=True).sqrt() + 0.04)
        features = self.where(self.trunk(flat)).flatten(1)
        return F.normalize(self.out(features), dim=1), self.nudge(features)


class Embedder(nn.Module):
    """The network as it is fitted."""

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.vector = FaceVector(pretrained)
        self.sharpness = nn.Parameter(torch.tensor(2.7))
        """Natural logarithm of what cosines are multiplied with in the loss."""


class VectorForExport(nn.Module):
    """The network as it is used: (n, FACE, FACE, 3) pixels of flat faces to (n, VECTOR + NUDGE)."""

    def __init__(self, net: Embedder) -> None:
        super().__init__()
        self.vector = net.vector

    def forward(self, pixels: Tensor) -> Tensor:
        return torch.cat(self.vector(as_input(pixels)), 1)
