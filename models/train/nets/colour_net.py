"""The network that names the colour of a die by its upper face and a thumbnail of the picture that it lies in."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.colour_classifier import NAMES, SIDE, THUMB

WIDE, DEEP, ABOUT = 16, 24, 16
"""Channels of the die's maps at half and at a quarter of the size, and numbers that tell of the picture."""
FEATURES = 2 * DEEP + 6 + ABOUT

SHARPNESS = 2.0
"""What the logits are multiplied by in the end: photographs are clearer than the relit renders that are learnt from, so
that names were given 0.78 on average and were right in 0.96, on sources that nothing was learnt from."""


class ColourNet(nn.Module):
    """Dice and their pictures to names and bodies: (m * k, SIDE, SIDE, 3), k of each of (m, THUMB, THUMB, 3), 0..1.

    Colours are blue green red. From the thumbnail comes a lamp, as three factors that the die's pixels are multiplied
    by; the die is looked at as it is and in that light. The answers are logits and bodies (m * k, 3): cube roots of the
    body's own linear colour, as under a white lamp.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pixel = nn.Sequential(nn.Conv2d(3, 16, 1), nn.ReLU(), nn.Conv2d(16, 16, 1), nn.ReLU())
        self.about = nn.Sequential(nn.Linear(16, ABOUT), nn.ReLU())
        self.lamp = nn.Linear(ABOUT, 3)
        self.first = nn.Sequential(nn.Conv2d(6, WIDE, 3, 2, 1, bias=False), nn.BatchNorm2d(WIDE), nn.ReLU())
        self.weight = nn.Conv2d(WIDE, 1, 1)
        self.second = nn.Sequential(nn.Conv2d(WIDE, DEEP, 3, 2, 1, bias=False), nn.BatchNorm2d(DEEP), nn.ReLU())
        self.third = nn.Sequential(nn.Conv2d(DEEP, DEEP, 1, bias=False), nn.BatchNorm2d(DEEP), nn.ReLU())
        self.mind = nn.Sequential(nn.Linear(FEATURES, 40), nn.ReLU())
        self.names = nn.Linear(40, len(NAMES))
        self.bodies = nn.Linear(40 + 3, 3)

    def forward(self, dice: Tensor, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (n, names) and bodies (n, 3)."""
        return self.answer(self.features(dice, pictures))

    def features(self, dice: Tensor, pictures: Tensor) -> Tensor:
        """(n, FEATURES) numbers that tell of the dice and their lamps; the last ABOUT of the picture alone."""
        about = self.about(self.pixel(pictures.permute(0, 3, 1, 2)).mean((2, 3)))
        if about.shape[0] == 1:
            about = about.expand(dice.shape[0], ABOUT)
        else:
            about = about.repeat_interleave(dice.shape[0] // about.shape[0], 0)
        lamp = torch.exp(torch.tanh(self.lamp(about)))
        seen = dice.permute(0, 3, 1, 2)
        both = torch.cat([seen, seen * lamp[:, :, None, None]], 1)
        fine = self.first(both)
        share = torch.softmax(self.weight(fine).flatten(2), 2)
        body = (functional.avg_pool2d(both, 2).flatten(2) * share).sum(2)
        coarse = self.third(self.second(fine)).flatten(2)
        return torch.cat([coarse.mean(2), coarse.amax(2), body, about], 1)

    def answer(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and bodies from the features."""
        mind = self.mind(features)
        body = features[:, 2 * DEEP + 3 : 2 * DEEP + 6]
        return self.names(mind), self.bodies(torch.cat([mind, body], 1))


class ColourNetForExport(nn.Module):
    """What the program runs: (n, SIDE, SIDE, 3) and (1, THUMB, THUMB, 3) uint8 to probabilities and bodies."""

    def __init__(self, net: ColourNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, dice: Tensor, picture: Tensor) -> tuple[Tensor, Tensor]:
        names, bodies = self.net(dice.float() / 255, picture.float() / 255)
        return torch.softmax(names * SHARPNESS, 1), bodies


def example() -> tuple[Tensor, Tensor]:
    """Inputs of the exported network, two dice in one picture."""
    g = torch.Generator().manual_seed(0)
    shapes = (2, SIDE, SIDE, 3), (1, THUMB, THUMB, 3)
    return tuple(torch.randint(0, 256, shape, generator=g, dtype=torch.uint8) for shape in shapes)  # type: ignore[return-value]
