"""Motion on the table: frame differences, states from idle to rest, roll detection."""

from vision.motion.frame_difference import Small, changes, greatest_channel, grey, shifted, small_picture, spread_out
from vision.motion.hand_mask import Mask
from vision.motion.motion_state import PATIENCE, State
from vision.motion.roll_detector import Roll
from vision.motion.stream_reader import Look, Reader, Seen, Watch

__all__ = [
    "PATIENCE",
    "Look",
    "Mask",
    "Reader",
    "Roll",
    "Seen",
    "Small",
    "State",
    "Watch",
    "changes",
    "greatest_channel",
    "grey",
    "shifted",
    "small_picture",
    "spread_out",
]
