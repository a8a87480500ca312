"""Motion on the table: frame differences, states from idle to rest, roll detection."""

from vision.motion.frame_difference import (
    Small,
    camera_shift,
    changes,
    greatest_channel,
    grey,
    small_picture,
    spread_out,
)
from vision.motion.hand_mask import Mask
from vision.motion.motion_history import HistoryFrame
from vision.motion.motion_state import PATIENCE, State
from vision.motion.roll_detector import Roll
from vision.motion.stream_reader import PictureReader, StreamReader, TableReading

__all__ = [
    "PATIENCE",
    "HistoryFrame",
    "Mask",
    "PictureReader",
    "Roll",
    "Small",
    "State",
    "StreamReader",
    "TableReading",
    "camera_shift",
    "changes",
    "greatest_channel",
    "grey",
    "small_picture",
    "spread_out",
]
