"""Defines frames and the protocol of their sources."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A colour picture: (height, width, 3) uint8, channels blue, green, red as OpenCV has them."""


class Frame(NamedTuple):
    """A picture with its time of capture, in seconds on the clock of its source."""

    image: Image
    time: float


class FrameSource(Protocol):
    """Protocol of a source of frames in the order of their capture."""

    name: str
    """What the source is called on screen and in error lines."""

    def read(self) -> Frame | None:
        """The next frame, or None when the source has ended."""

    def close(self) -> None:
        """Let go of the device or file; reading afterwards yields None."""


class SourceError(Exception):
    """A source that cannot be opened or has stopped. The message is one line: what, where, what to do."""


def same_picture(one: Image, other: Image) -> bool:
    """Whether two frames are identical bit for bit, as only those of a frozen camera are."""
    if one.shape != other.shape:
        return False
    # Few rows part nearly all frames; only a frozen source is compared whole.
    return bool(
        np.array_equal(one[:: max(1, len(one) // 8)], other[:: max(1, len(one) // 8)]) and np.array_equal(one, other)
    )
