"""Unpacks pictures whose headers were checked: to blue, green, red in 8 bits, whatever the file holds."""

from __future__ import annotations

import re
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.text import say
from vision.decoding.decoder_stderr import stderr_kept
from vision.decoding.image_headers import CUT, HeaderError

Image = NDArray[np.uint8]
ROWS = 64
"""Rows that are laid over white at once."""

_HARMLESS_EXTRA = 32
"""Bytes too many before the end of a JPEG that cheap cameras write; more of them mean that data was lost on the way."""


def unpack(data: bytes | NDArray[np.uint8], kind: str, orientation: int) -> Image:
    """The picture in a file whose header was checked. Raises HeaderError."""
    # A BMP's fourth channel is most often unused and zero, so it must not be taken for transparency.
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION if kind == "BMP" else cv2.IMREAD_UNCHANGED
    with stderr_kept() as decoder_lines:
        try:
            pixels = cast("NDArray[Any] | None", cv2.imdecode(np.frombuffer(data, np.uint8), flags))
        except cv2.error:
            pixels = None
    if pixels is None:
        raise HeaderError(
            say("damaged, or a kind of {kind} that cannot be read; save it again as JPEG or PNG", kind=kind)
        )
    if kind == "JPEG" and _lost_data(decoder_lines):
        raise HeaderError(say(CUT))
    if pixels.dtype == np.uint16:
        pixels = cv2.convertScaleAbs(pixels, alpha=1 / 257)
    if pixels.dtype != np.uint8:
        raise HeaderError(
            say(
                "{kind} with {dtype} numbers, not a photograph; save it as JPEG or PNG",
                kind=kind,
                dtype=pixels.dtype,
            )
        )
    image = _colour(cast(Image, pixels), premultiplied=kind == "TIFF")
    # OpenCV has turned a TIFF already: libtiff does, whatever the flags say.
    return image if kind == "TIFF" else _turned(image, orientation)


def unpack_jpeg(data: bytes | NDArray[np.uint8], flags: int) -> Image | None:
    """A JPEG whose header was checked, as cv2.imdecode has it; None where it cannot be read."""
    return cast("Image | None", cv2.imdecode(np.frombuffer(data, np.uint8), flags))


def _colour(pixels: Image, premultiplied: bool) -> Image:
    """Grey, colour or transparent `pixels` as blue, green, red over white."""
    if pixels.ndim == 2:
        return cast(Image, cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR))
    if pixels.shape[2] == 3:
        return pixels
    for row in range(0, len(pixels), ROWS):  # some at a time: all in wider numbers would take several times the memory
        part = pixels[row : row + ROWS]
        alpha = part[:, :, 3:].astype(np.uint16)
        colour = part[:, :, :3] if premultiplied else (part[:, :, :3] * alpha + 127) // 255
        part[:, :, :3] = np.minimum(colour + (255 - alpha), 255)
    return cast(Image, cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR))


def _turned(image: Image, orientation: int) -> Image:
    """`image` as a viewer shows it, given its EXIF orientation 1..8."""
    if orientation >= 5:
        image = cast(Image, cv2.transpose(image))
    flip = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}.get(orientation)
    return image if flip is None else cast(Image, cv2.flip(image, flip))


_EXTRA = re.compile(r"Corrupt JPEG data: (\d+) extraneous bytes")


def _lost_data(decoder_lines: list[str]) -> bool:
    """Whether libjpeg said, while decoding, that coded data was missing or wrong."""
    for line in decoder_lines:
        extra = _EXTRA.match(line)
        if extra is not None:
            return int(extra[1]) > _HARMLESS_EXTRA
        if line.startswith(("Corrupt JPEG data", "Premature end of JPEG")):
            return True
    return False
