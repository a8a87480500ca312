"""Computer vision: frames in, `TableView`s out. Knows dice, boards, cards, hands and colours, and no rule of any game.

Importing this package sets environment variables that OpenCV reads once, when it is loaded: a limit on the pixels it
decodes, and silence on standard error, where a user is to see our one line only. Variables that are set already stay.
"""

import os

MAX_PIXELS = 66_000_000
"""The largest picture that is read, in pixels. A phone of 64 megapixels passes; raising it raises the memory that a
hostile file can claim, 6 bytes a pixel and more."""

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET: FFmpeg has a log of its own

__all__ = ["MAX_PIXELS"]
