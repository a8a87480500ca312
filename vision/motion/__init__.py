"""Motion on the table: frame differences, states from idle to rest, roll detection."""

from vision.motion.frame_difference import Small, changes, greatest_channel, grey, shifted, small_picture, spread_out
from vision.motion.hand_mask import Mask
from vision.motion.motion_state import PATIENCE, State
from vision.motion.roll_detector import Roll
from vision.motion.stream_reader import Reader, Seen, TableReading, Watch

__all__ = [
    "PATIENCE",
    "Mask",
    "Reader",
    "Roll",
    "Seen",
    "Small",
    "State",
    "TableReading",
    "Watch",
    "changes",
    "greatest_channel",
    "grey",
    "shifted",
    "small_picture",
    "spread_out",
]
