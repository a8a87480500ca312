"""Opens the source that a user names: a camera, a phone, a stream, a video or pictures."""

from __future__ import annotations

from pathlib import Path

from vision.camera.clip import PictureSource, VideoClip
from vision.camera.frame import FrameSource, SourceError
from vision.camera.image_files import pictures_in, read_picture
from vision.camera.live import ADDRESSES, Stream, Webcam
from vision.camera.phone import Phones, is_phone
from vision.decoding import PictureError

VIDEO_ENDINGS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mjpeg", ".y4m"})


def open_source(spec: str, phones: Phones | None = None) -> FrameSource:
    """The source that `spec` names: "0" or "webcam:0", "phone" or "phone:NAME" of `phones`, the address of a stream, or
    the path of a video, a picture or a folder of pictures.

    Raises SourceError with one line when it cannot be opened.
    """
    if is_phone(spec):
        return (phones or Phones()).source(spec)
    index = spec.removeprefix("webcam:")
    if index.isdecimal() and len(index) <= 3:
        return Webcam(int(index))
    if spec.lower().startswith(ADDRESSES):
        return Stream(spec)
    path = Path(spec)
    try:
        if path.is_dir():
            return PictureSource([read_picture(p) for p in pictures_in(path)], path.name)
        if path.suffix.lower() in VIDEO_ENDINGS:
            return VideoClip(path)
        return PictureSource([read_picture(path)], path.name)
    except PictureError as error:
        raise SourceError(str(error)) from None
