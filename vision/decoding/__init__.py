"""Decoders of pictures, films and streams, in a process of their own; headers, and which files are pictures. Importing
it loads no OpenCV."""

from vision.decoding.capture import Capture, open_capture
from vision.decoding.image_headers import CUT, Header, HeaderError, read_header
from vision.decoding.picture_files import ENDINGS, PictureError, picture_names, reason_of
from vision.decoding.process import (
    MAX_MEMORY,
    DecoderError,
    JpegDecoder,
    not_started,
    prepare_decoder,
    unpack_apart,
)

__all__ = [
    "CUT",
    "ENDINGS",
    "MAX_MEMORY",
    "Capture",
    "DecoderError",
    "Header",
    "HeaderError",
    "JpegDecoder",
    "PictureError",
    "not_started",
    "open_capture",
    "picture_names",
    "prepare_decoder",
    "read_header",
    "reason_of",
    "unpack_apart",
]
