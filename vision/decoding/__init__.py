"""Decoders of pictures, films and streams, in a process of their own, and headers. Importing it loads no OpenCV."""

from vision.decoding.capture import Capture, open_capture
from vision.decoding.image_headers import CUT, Header, HeaderError, read_header
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
    "MAX_MEMORY",
    "Capture",
    "DecoderError",
    "Header",
    "HeaderError",
    "JpegDecoder",
    "not_started",
    "open_capture",
    "prepare_decoder",
    "read_header",
    "unpack_apart",
]
