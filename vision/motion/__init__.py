"""Motion on the table: frame differences, the camera's own motion, states from idle to rest, roll detection."""

from vision.motion.camera_motion import followed_by
from vision.motion.dice_alignment import carried
from vision.motion.frame_difference import Small, changes, greatest_channel, grey, small_picture
from vision.motion.hand_mask import Mask
from vision.motion.motion_state import PATIENCE
from vision.motion.picture_alignment import Matrix
from vision.motion.roll_detector import Roll
from vision.motion.stream_reader import PictureReader, StreamReader, TableReading

__all__ = [
    "PATIENCE",
    "Mask",
    "Matrix",
    "PictureReader",
    "Roll",
    "Small",
    "StreamReader",
    "TableReading",
    "carried",
    "changes",
    "followed_by",
    "greatest_channel",
    "grey",
    "small_picture",
]
