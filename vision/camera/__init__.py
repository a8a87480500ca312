"""Frame sources: webcams, streams, phones, clips, photographs; checks before decoding; frame buffers."""

from vision.camera.clip import PictureSource, VideoClip
from vision.camera.frame import Frame, FrameSource, Image, SourceError, same_picture
from vision.camera.frame_buffer import FrameBuffer, KeptFrame, downscaled
from vision.camera.image_files import decode_picture, pictures_in, read_picture
from vision.camera.latest_frame import LatestFrame
from vision.camera.live import ADDRESSES, Live, Webcam
from vision.camera.phone import Phone, Phones
from vision.camera.sources import VIDEO_ENDINGS, open_source
from vision.camera.still_frames import StillnessDetector, frames_at_rest
from vision.decoding import ENDINGS, HeaderError, PictureError

__all__ = [
    "ADDRESSES",
    "ENDINGS",
    "VIDEO_ENDINGS",
    "Frame",
    "FrameBuffer",
    "FrameSource",
    "HeaderError",
    "Image",
    "KeptFrame",
    "LatestFrame",
    "Live",
    "Phone",
    "Phones",
    "PictureError",
    "PictureSource",
    "SourceError",
    "StillnessDetector",
    "VideoClip",
    "Webcam",
    "decode_picture",
    "downscaled",
    "frames_at_rest",
    "open_source",
    "pictures_in",
    "read_picture",
    "same_picture",
]
