"""Frame sources: webcams, streams, phones, clips, photographs; checks before decoding; frame buffers."""

from vision.camera.clip import PictureSource, VideoClip
from vision.camera.frame import Frame, FrameSource, Image, SourceError, same_picture
from vision.camera.frame_buffer import KeptFrame, Replay, reduced
from vision.camera.image_files import ENDINGS, PictureError, decode_picture, pictures_in, read_picture
from vision.camera.image_headers import HeaderError
from vision.camera.latest_frame import LatestFrame
from vision.camera.live import ADDRESSES, Live, Webcam
from vision.camera.phone import PHONES
from vision.camera.sources import VIDEO_ENDINGS, open_source
from vision.camera.still_frames import Calm, stills

__all__ = [
    "ADDRESSES",
    "ENDINGS",
    "PHONES",
    "VIDEO_ENDINGS",
    "Calm",
    "Frame",
    "FrameSource",
    "HeaderError",
    "Image",
    "KeptFrame",
    "LatestFrame",
    "Live",
    "PictureError",
    "PictureSource",
    "Replay",
    "SourceError",
    "VideoClip",
    "Webcam",
    "decode_picture",
    "open_source",
    "pictures_in",
    "read_picture",
    "reduced",
    "same_picture",
    "stills",
]
