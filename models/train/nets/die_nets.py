"""The networks for pipped dice: a heat-map finder of dice and a reader of one die's upper face.

Both take 8-bit pictures as OpenCV holds them (height, width, blue green red), so nothing outside the exported file has
to know how the pixels are scaled. The finder's shape follows measured tiny nets: plain 3x3 convolutions where there are
few channels, parameters at the coarse strides where there are few pixels. The reader starts from a trunk that others
have taught to see.
"""

from __future__ import annotations

import copy

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.train.nets.face_frames import half_sides
from models.train.nets.pretrained import WIDTH, Trunk
from vision.dice.pip_classifier import CROP, DOUBTS

STRIDE = 4
"""Pixels of the picture a cell of the finder's map."""
CLASSES = ("none", "1", "2", "3", "4", "5", "6")
"""What the reader can say; "none": no pips that it knows."""
FRAME = len(CLASSES) + len(DOUBTS)
"""Where the frame of the upper face begins among the reader's answers."""


def block(i: int, o: int, kernel: int = 3, stride: int = 1, groups: int = 1, dilation: int = 1) -> nn.Sequential:
    pad = dilation * (kernel // 2)
    return nn.Sequential(
        nn.Conv2d(i, o, kernel, stride, pad, groups=groups, dilation=dilation, bias=False),
        nn.BatchNorm2d(o),
        nn.ReLU(inplace=True),
    )


def separable(i: int, o: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(block(i, i, 3, stride, groups=i), block(i, o, 1))


class Around(nn.Module):
    """Looks around cheaply: a depthwise 3x3 with gaps, mixed by a 1x1, added to what was there."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.look = block(channels, channels, groups=channels, dilation=dilation)
        self.mix = nn.Sequential(nn.Conv2d(channels, channels, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.mix(self.look(x)))


def as_input(pixels: Tensor) -> Tensor:
    """(n, h, w, 3) of 0..255 to (n, 3, h, w) around 0."""
    return pixels.permute(0, 3, 1, 2).float() / 127.5 - 1


class Finder(nn.Module):
    """(n, h, w, 3) pixels, h and w multiples of 16, to (n, 5, h / 4, w / 4):

    the logit that a die's middle lies in the cell, the middle's offset (x, y) within the cell in cells, and the natural
    logarithm of the die's width and height over 16 pixels.
    """

    unit: float | None = 1 / 127.5
    """What a step of 8-bit brightness counts; None once it is in the first weights."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(block(3, 16, stride=2), block(16, 32, stride=2))
        self.middle = nn.Sequential(separable(32, 64, 2), separable(64, 64), separable(64, 64))
        self.coarse = nn.Sequential(
            separable(64, 96, 2),
            Around(96, 1),
            Around(96, 2),
            Around(96, 4),
            Around(96, 2),
            Around(96, 1),
            block(96, 64, 1),
        )
        self.from_middle = block(64, 32, 1)
        self.from_fine = block(32, 32, 1)
        self.mix = nn.Sequential(separable(32, 32), separable(32, 32))
        self.out = nn.Conv2d(32, 5, 1)
        nn.init.constant_(self.out.bias[:1], -4.0)

    def forward(self, pixels: Tensor) -> Tensor:
        light = pixels.permute(0, 3, 1, 2).float()
        fine = self.fine(light if self.unit is None else light * self.unit)
        middle = self.middle(fine)
        middle = middle + F.interpolate(self.coarse(middle), scale_factor=2.0, mode="nearest")
        mixed = F.interpolate(self.from_middle(middle), scale_factor=2.0, mode="nearest") + self.from_fine(fine)
        return self.out(self.mix(mixed))


class FinderForExport(nn.Module):
    """The finder with its answer made ready: probability of each peak (0 beside one), offsets, size in pixels."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = copy.deepcopy(finder)
        if self.finder.unit is not None:  # a whole pass over the picture less
            self.finder.fine[0][0].weight.data *= self.finder.unit
            self.finder.unit = None

    def forward(self, pixels: Tensor) -> Tensor:
        raw = self.finder(pixels)
        heat = raw[:, :1].sigmoid()
        peaks = heat * (F.max_pool2d(heat, 3, 1, 1) == heat)
        return torch.cat([peaks, raw[:, 1:3], raw[:, 3:].clamp(-3, 5).exp() * 16], 1)


class Reader(nn.Module):
    """(n, 64, 64, 3) pixels, the die filling most of the square, to (n, 17) numbers.

    Logits of CLASSES and of DOUBTS, and the frame of the upper face as it is learnt (see face_frames.py).
    """

    def __init__(self, pretrained: bool = False) -> None:
        super().__init__()
        self.trunk = Trunk(pretrained=pretrained)
        # The place of a pip tells the upper face from the sides, so the last map is not averaged away.
        self.where = block(WIDTH, 32, 1)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(32 * (CROP // 16) ** 2 + WIDTH, FRAME + 6)

    def forward(self, pixels: Tensor) -> Tensor:
        return self.answer(self.trunk(as_input(pixels)))

    def answer(self, features: Tensor) -> Tensor:
        """What the trunk's last map of `features` (n, WIDTH, 4, 4) tells."""
        both = torch.cat([self.where(features).flatten(1), features.mean((2, 3))], 1)
        return self.out(self.drop(both))


class FaceReaderForExport(nn.Module):
    """A reader that was fitted on upper faces laid flat with its answer made ready, (n, 6 + WIDTH): probabilities of
    1 ... 6 pips, which are one, and the mean of the last map, which is alike for like faces of one die."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, pixels: Tensor) -> Tensor:
        features = self.reader.trunk(as_input(pixels))
        faces = self.reader.answer(features)[:, 1 : len(CLASSES)].softmax(1)
        return torch.cat([faces, features.mean((2, 3))], 1)


class ReaderForExport(nn.Module):
    """The reader with its answer made ready, (n, 17): probabilities of CLASSES, which are one, and of DOUBTS, which are
    not, and the frame of the upper face."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, pixels: Tensor) -> Tensor:
        answer = self.reader(pixels)
        faces, doubts = answer[:, : len(CLASSES)], answer[:, len(CLASSES) : FRAME]
        return torch.cat([faces.softmax(1), doubts.sigmoid(), half_sides(answer[:, FRAME:])], 1)
