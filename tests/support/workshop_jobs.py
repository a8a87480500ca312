"""Jobs of the workshop for tests, in a module that other processes can import."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from companion.table.view import TableView
from models.train.jobs import KnownFile, jpeg
from models.train.render.common import Drawn

__all__ = ["NoiseMaker", "nothing_seen"]


class NoiseMaker:
    """Draws noise instead of scenes, as far as `index` is what it was."""

    def __init__(self, seed: int, index: KnownFile | None) -> None:
        self.seed, self.made_in = seed, threading.get_ident()
        if index is not None:
            index.checked()

    def make(self, number: int) -> Drawn:
        image = np.random.default_rng((self.seed, number)).integers(0, 255, (16, 24, 3), np.uint8)
        return Drawn(
            f"{number:05d}.jpg", jpeg(image, 94), [{"image": f"{number:05d}.jpg", "mean": float(image.mean())}]
        )


def nothing_seen(image: NDArray[np.uint8], game: str) -> TableView:
    """A reader of tables that sees an empty one."""
    return TableView(time=0.0, width=image.shape[1], height=image.shape[0])
