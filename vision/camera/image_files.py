"""Loads photographs from files and uploads: read whole, checked, decoded, and rotated by their EXIF orientation.

Never a wrong reading: whatever is not one whole picture of a sensible size is refused with one line that says what is
wrong, where, and what to do. What is let through becomes 8-bit blue, green, red: 16-bit pictures are scaled, grey and
CMYK ones converted, transparent ones laid over white, and the EXIF orientation is obeyed in every format.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from companion.text import one_line, say
from vision import MAX_PIXELS
from vision.camera.frame import Image
from vision.decoding import (
    CUT,
    MAX_MEMORY,
    DecoderError,
    Header,
    HeaderError,
    PictureError,
    not_started,
    picture_names,
    read_header,
    reason_of,
    unpack_apart,
)

MAX_BYTES = 512 * 2**20
"""The largest file that is read, in bytes: an uncompressed picture of MAX_PIXELS at 24 bits fits."""

MOST_SCANS = 40
"""The most passes over the picture that a JPEG may take; cameras and programs write one to twenty."""

MIN_SIDE = 16
"""The smallest width and height, in pixels: no face of a die is readable in less."""


def pictures_in(folder: str | os.PathLike[str]) -> list[Path]:
    """The pictures directly in `folder`, as `picture_names` has them."""
    return [Path(folder, name) for name in picture_names(folder)]


def read_picture(path: str | os.PathLike[str]) -> Image:
    """The picture in the file `path`; PictureError, in one line, when there is none or it is not whole."""
    name = one_line(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # looked at before it is opened: a pipe would be waited for
            if os.path.isdir(path):
                raise PictureError(say("{name}: a folder; give the path of a picture", name=name))
            raise PictureError(say("{name}: a pipe or device, not a file; give the path of a picture", name=name))
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise PictureError(f"{name}: {reason_of(error)}") from None
    return decode_picture(data, name)


def decode_picture(data: bytes, name: str) -> Image:
    """The picture that the file contents `data` hold: (height, width, 3) uint8, blue, green, red, as a viewer shows it.

    `name` is what the picture is called in the line of a PictureError.
    """
    name = one_line(name)
    if not data:
        raise PictureError(say("{name}: empty; copy the picture again", name=name))
    if len(data) > MAX_BYTES:
        raise PictureError(say("{name}: more than {most} MiB; save a smaller copy", name=name, most=MAX_BYTES >> 20))
    try:
        header = read_header(data)
        _check(header)
        return unpack_apart(data, header.kind, header.orientation)
    except (HeaderError, DecoderError) as error:
        raise PictureError(f"{name}: {error}") from None
    except OSError as error:
        raise PictureError(f"{name}: {not_started(error)}") from None


def _check(header: Header) -> None:
    """HeaderError unless this is one picture of a size that can be read."""
    size = say("{width}x{height} pixels", width=header.width, height=header.height)
    if not header.width or not header.height:
        raise HeaderError(say(CUT))
    if header.width * header.height > MAX_PIXELS:
        raise HeaderError(
            say("{size}, more than {most} million; save a smaller copy", size=size, most=MAX_PIXELS // 10**6)
        )
    memory = header.width * header.height * _memory(header)
    if memory > MAX_MEMORY:
        raise HeaderError(
            say("{size}, {memory} MB once it is unpacked; save a smaller copy", size=size, memory=memory // 10**6)
        )
    if header.scans > MOST_SCANS:
        raise HeaderError(say("{scans} passes, no photograph; save it again as JPEG or PNG", scans=header.scans))
    if min(header.width, header.height) < MIN_SIDE:
        raise HeaderError(
            say("{size}, too small to show a die; it takes {least}x{least} at least", size=size, least=MIN_SIDE)
        )
    if header.frames > 1:
        if header.kind == "TIFF":
            raise HeaderError(say("{frames} pages; save the one to read as a picture of its own", frames=header.frames))
        raise HeaderError(
            say("{frames} frames, an animation; save the one to read as a picture of its own", frames=header.frames)
        )


def _memory(header: Header) -> int:
    """The most bytes that a pixel takes until it is 8-bit blue, green, red, as measured: OpenCV copies what it has
    decoded."""
    match header.kind:
        case "JPEG":
            return 9 if header.scans > 1 else 6
        case "PNG" | "TIFF":
            return max(2 * header.channels * header.depth, 6)
        case kind:
            return {"BMP": 6, "WebP": 10, "GIF": 12}[kind]
