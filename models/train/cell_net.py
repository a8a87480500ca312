"""The network that reads a whole board at once, laid flat: what each site holds, and of what colour it is."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets import as_input, block
from models.train.pretrained import WIDTH, Trunk
from vision.cells import COLOURS, HOLDS, PIXELS

HEAD = 64


class CellNet(nn.Module):
    """(n, h, w, 3) pixels of boards laid flat, PIXELS a site, to (n, len(HOLDS) + len(COLOURS), h / PIXELS, w / PIXELS)
    logits: of what a site holds, then of its piece's colour.

    Shapes come from the trunk. Colours are told from the light of the site's middle and that of the whole board, which
    says what the lamp is like.
    """

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk()
        if pretrained:
            self.trunk.load_imagenet()
        self.site = nn.Sequential(nn.Conv2d(WIDTH, HEAD, 2, 2, bias=False), nn.BatchNorm2d(HEAD), nn.ReLU(inplace=True))
        self.around = block(HEAD, HEAD, groups=HEAD)
        self.light = block(9, 32, 1)
        self.mix = nn.Sequential(
            block(3 * HEAD + 32, 96, 1), nn.Dropout(0.1), nn.Conv2d(96, len(HOLDS) + len(COLOURS), 1)
        )

    def forward(self, pixels: Tensor) -> Tensor:
        light = as_input(pixels)
        site = self.site(self.trunk(light))
        whole = site.mean((2, 3), keepdim=True).expand_as(site)
        # The middle quarter of each site, its whole, and the board's mean.
        fourths = F.avg_pool2d(light, PIXELS // 4)
        inner = F.avg_pool2d(fourths[..., 1:-1, 1:-1], 2, 4)
        outer = F.avg_pool2d(light, PIXELS)
        board = outer.mean((2, 3), keepdim=True).expand_as(outer)
        colours = self.light(torch.cat([inner, outer, board], 1))
        return self.mix(torch.cat([site, self.around(site), whole, colours], 1))


class CellsForExport(nn.Module):
    """The network as it is used: logits made probabilities, of what a site holds and of its colours each."""

    def __init__(self, net: CellNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor) -> Tensor:
        answer = self.net(pixels)
        holds, colours = answer[:, : len(HOLDS)], answer[:, len(HOLDS) :]
        return torch.cat([holds.softmax(1), colours.softmax(1)], 1)
