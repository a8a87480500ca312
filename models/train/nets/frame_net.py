"""The network that tells where in a crop the upper face of a die lies, whatever is drawn on it.

The reader tells it too, but its coarse last map (four cells a side) and the many dice with pips that it has to name
leave it a fifth of a half side off, a third beyond 40 degrees from the vertical. This one looks at a map twice
as fine, and learns nothing else.
"""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets.die_nets import as_input, block
from models.train.nets.face_frames import half_sides
from models.train.nets.pretrained import STAGES, WIDTH, Trunk
from vision.dice.pip_classifier import CROP

EIGHTH = 5
"""Blocks of the trunk after which a cell is eight pixels wide."""


class FrameNet(nn.Module):
    """(n, 64, 64, 3) pixels, the die filling most of the square, to (n, 6): its upper face's frame as it is learnt (see
    frames.symmetric)."""

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk(pretrained=pretrained)
        self.fine, self.coarse = block(STAGES[2][-1], 48, 1), block(WIDTH, 48, 1)
        self.mix = nn.Sequential(block(48, 48, 3, groups=48), block(48, 40, 1))
        self.out = nn.Sequential(nn.Linear(40 * (CROP // 8) ** 2, 96), nn.ReLU(), nn.Linear(96, 6))

    def forward(self, pixels: Tensor) -> Tensor:
        fine = self.trunk.blocks[:EIGHTH](self.trunk.stem(as_input(pixels)))
        coarse = self.coarse(self.trunk.blocks[EIGHTH:](fine))
        mixed = self.fine(fine) + F.interpolate(coarse, scale_factor=2.0, mode="nearest")
        return self.out(self.mix(mixed).flatten(1))


class FrameForExport(nn.Module):
    """The network as it is used: (n, 64, 64, 3) pixels to frames (n, 6)."""

    def __init__(self, net: FrameNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor) -> Tensor:
        return half_sides(self.net(pixels))
