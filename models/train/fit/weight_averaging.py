"""Mean of the weights of two fits of one network that share their beginning: often better than either (model soups).

python -m models.train.fit.weight_averaging EARLIER.pt LATER.pt OUT.pt --share 0.75
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor


def mixed(earlier: dict[str, Tensor], later: dict[str, Tensor], share: float) -> dict[str, Tensor]:
    """Weights of which `share` is the later fit's; what only counts is the later one's."""
    if earlier.keys() != later.keys():
        raise SystemExit("the two checkpoints are not of one network")
    return {
        name: (1 - share) * earlier[name] + share * value if value.dtype.is_floating_point else value
        for name, value in later.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("earlier", type=Path)
    parser.add_argument("later", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.75, help="of the later fit")
    args = parser.parse_args()
    earlier, later = (torch.load(path, weights_only=True) for path in (args.earlier, args.later))
    torch.save({**later, "average": mixed(earlier["average"], later["average"], args.share)}, args.out)


if __name__ == "__main__":
    main()
