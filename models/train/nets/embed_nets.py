"""The network that compares faces: it names the upper face of a die, found by the framer and laid flat, by a vector.

Laying it flat takes away perspective, the turn of the die and the drawings on its sides, so that what is left to learn
is only what a drawing looks like. Which side of the flat face is up stays open: a set of faces holds all four turns.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets.die_nets import as_input, block
from models.train.nets.pretrained import WIDTH, Trunk
from vision.symbols.embedding import EMBEDDING_SIZE, FACE_PIXELS


class FaceVector(nn.Module):
    """(n, 3, FACE_PIXELS, FACE_PIXELS) flat faces to (n, EMBEDDING_SIZE) unit vectors."""

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk(pretrained=pretrained)
        self.where = block(WIDTH, 48, 1)
        self.out = nn.Linear(48 * (FACE_PIXELS // 16) ** 2, EMBEDDING_SIZE)

    def forward(self, flat: Tensor) -> Tensor:
        # Light, and how strong the print is, are no part of a drawing.
        flat = flat - flat.mean((2, 3), keepdim=True)
        flat = 0.5 * flat / (flat.square().mean((1, 2, 3), keepdim=True).sqrt() + 0.04)
        return F.normalize(self.out(self.where(self.trunk(flat)).flatten(1)), dim=1)


class Embedder(nn.Module):
    """The network as it is fitted."""

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.vector = FaceVector(pretrained)
        self.sharpness = nn.Parameter(torch.tensor(2.7))
        """Natural logarithm of what cosines are multiplied with in the loss."""


class VectorForExport(nn.Module):
    """The network as it is used: (n, FACE_PIXELS, FACE_PIXELS, 3) pixels of flat faces to (n, EMBEDDING_SIZE)."""

    def __init__(self, net: Embedder) -> None:
        super().__init__()
        self.vector = net.vector

    def forward(self, pixels: Tensor) -> Tensor:
        answer: Tensor = self.vector(as_input(pixels))
        return answer
