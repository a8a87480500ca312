"""The network that reads a whole board at once, laid flat: what each site holds, of what colour and in what form."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets.die_nets import Around, as_input, block
from models.train.nets.pretrained import STAGES, Inverted, Trunk
from vision.boards.cell_classifier import COLOURS, FORMS, HOLDS, PIXELS

DEPTH = 3
"""Stages of the trunk that are used; what a site holds is simpler to tell than a die's face, and a whole board has many
sites."""
STEPS = PIXELS // 8
"""Steps of the trunk's answer along a site's side."""
FINE = 80
"""Channels of what looks closer than the trunk does, at its fineness."""
HEAD = 128
LIGHT = 48
"""Channels in which the light of a site's sixteen parts is summed up."""
ANSWERS = (len(HOLDS), len(COLOURS), len(FORMS))


class CellNet(nn.Module):
    """(n, h, w, 3) pixels of boards laid flat, PIXELS a site, and (n, h / PIXELS, w / PIXELS, 2) how things lean over
    on them (Grid.lean), to (n, sum(ANSWERS), h / PIXELS, w / PIXELS) logits: of what a site holds, of its piece's
    colour, and of its form.

    What is high lies over its neighbours' sites, and which way it leans says whose foot is where. Shapes come from the
    trunk. Colours are told from the light of the site's parts, and from that of the whole board and its brightest and
    darkest sites, which says what the lamp is like; the trunk only hints at where to look, since there are many shapes
    to learn from but few lamps.
    """

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk(DEPTH, pretrained)
        width = STAGES[DEPTH - 1][-1]
        self.fine = nn.Sequential(
            Inverted(width, FINE, 3, 1, 4), Inverted(FINE, FINE, 5, 1, 4), Inverted(FINE, FINE, 3, 1, 4)
        )
        self.site = nn.Sequential(
            nn.Conv2d(FINE, HEAD, STEPS, STEPS, bias=False), nn.BatchNorm2d(HEAD), nn.ReLU(inplace=True)
        )
        self.slant = nn.Sequential(nn.Conv2d(2, 32, 1), nn.ReLU(inplace=True), nn.Conv2d(32, 2 * HEAD, 1))
        for parameter in self.slant[2].parameters():
            nn.init.zeros_(parameter)
        self.around = nn.Sequential(Around(HEAD, 1), Around(HEAD, 2))
        self.patch = nn.Conv2d(3, LIGHT, 4, 4)
        self.light = nn.Sequential(block(LIGHT + 12, 64, 1), block(64, 64, 1))
        self.hint = nn.Sequential(nn.Conv2d(2 * HEAD, 24, 1), nn.Dropout2d(0.3))
        self.colour = nn.Sequential(block(64 + 24, 64, 1), nn.Conv2d(64, len(COLOURS), 1))
        self.mix = nn.Sequential(
            block(3 * HEAD + 64, 128, 1), nn.Dropout(0.1), nn.Conv2d(128, ANSWERS[0] + ANSWERS[2], 1)
        )

    def forward(self, pixels: Tensor, lean: Tensor) -> Tensor:
        light = as_input(pixels)
        times, plus = self.slant(lean.permute(0, 3, 1, 2)).chunk(2, 1)
        site = self.site(self.fine(self.trunk(light))) * (1 + times) + plus
        whole = site.mean((2, 3), keepdim=True).expand_as(site)
        # Sixteen parts of each site, its whole, and the board's mean, brightest and darkest sites.
        outer = F.avg_pool2d(light, PIXELS)
        board = [outer.mean((2, 3), keepdim=True), outer.amax((2, 3), keepdim=True), outer.amin((2, 3), keepdim=True)]
        patch = self.patch(F.avg_pool2d(light, PIXELS // 4))
        seen = self.light(torch.cat([patch, outer, *(part.expand_as(outer) for part in board)], 1))
        around = self.around(site)
        holds, forms = self.mix(torch.cat([site, around, whole, seen], 1)).split((ANSWERS[0], ANSWERS[2]), 1)
        colours = self.colour(torch.cat([seen, self.hint(torch.cat([site, around], 1))], 1))
        return torch.cat([holds, colours, forms], 1)


class CellsForExport(nn.Module):
    """The network as it is used: logits made probabilities, of what a site holds, its colours and its forms each."""

    def __init__(self, net: CellNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor, lean: Tensor) -> Tensor:
        parts = self.net(pixels, lean).split(ANSWERS, 1)
        return torch.cat([part.softmax(1) for part in parts], 1)
