"""The network that reads a whole board at once, laid flat: what each site holds, of what colour and in what form."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets import Around, as_input, block
from models.train.pretrained import STAGES, Inverted, Trunk
from vision.cells import COLOURS, FORMS, HOLDS, PIXELS

DEPTH = 3
"""Stages of the trunk that are used; what a site holds is simpler to tell than a die's face, and a whole board has many
sites."""
STEPS = PIXELS // 8
"""Steps of the trunk's answer along a site's side."""
HEAD = 96
ANSWERS = (len(HOLDS), len(COLOURS), len(FORMS))


class CellNet(nn.Module):
    """(n, h, w, 3) pixels of boards laid flat, PIXELS a site, to (n, sum(ANSWERS), h / PIXELS, w / PIXELS) logits: of
    what a site holds, of its piece's colour, and of its form.

    Shapes come from the trunk. Colours are told from the light of the site's middle, and from that of the whole board
    and its brightest sites, which says what the lamp is like.
    """

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk(DEPTH)
        if pretrained:
            self.trunk.load_imagenet()
        width = STAGES[DEPTH - 1][-1]
        self.fine = nn.Sequential(Inverted(width, width, 3, 1, 4), Inverted(width, width, 5, 1, 4))
        self.site = nn.Sequential(
            nn.Conv2d(width, HEAD, STEPS, STEPS, bias=False), nn.BatchNorm2d(HEAD), nn.ReLU(inplace=True)
        )
        self.around = nn.Sequential(Around(HEAD, 1), Around(HEAD, 2))
        self.light = nn.Sequential(block(12, 48, 1), block(48, 48, 1))
        self.mix = nn.Sequential(block(3 * HEAD + 48, 128, 1), nn.Dropout(0.1), nn.Conv2d(128, sum(ANSWERS), 1))

    def forward(self, pixels: Tensor) -> Tensor:
        light = as_input(pixels)
        site = self.site(self.fine(self.trunk(light)))
        whole = site.mean((2, 3), keepdim=True).expand_as(site)
        # The middle quarter of each site, its whole, and the board's mean and brightest.
        fourths = F.avg_pool2d(light, PIXELS // 4)
        inner = F.avg_pool2d(fourths[..., 1:-1, 1:-1], 2, 4)
        outer = F.avg_pool2d(light, PIXELS)
        board = outer.mean((2, 3), keepdim=True).expand_as(outer)
        brightest = outer.amax((2, 3), keepdim=True).expand_as(outer)
        colours = self.light(torch.cat([inner, outer, board, brightest], 1))
        return self.mix(torch.cat([site, self.around(site), whole, colours], 1))


class CellsForExport(nn.Module):
    """The network as it is used: logits made probabilities, of what a site holds, its colours and its forms each."""

    def __init__(self, net: CellNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor) -> Tensor:
        parts = self.net(pixels).split(ANSWERS, 1)
        return torch.cat([part.softmax(1) for part in parts], 1)
