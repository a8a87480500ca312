"""Parses the headers of picture files before decoding: kind, size, orientation, number of frames, and whether the file
is whole.

Decoders cannot be asked these things: OpenCV fills the missing half of a cut JPEG with grey, turns pictures in some
formats and not in others, and begins to decode whatever size a header claims. Only the structure is read here, never
the pixels, so a hostile file costs no memory.

Formats: JPEG (T.81, EXIF), PNG (third edition, with APNG), WebP (RIFF container), BMP, TIFF 6.0, GIF89a.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from companion.text import later, say

Kind = Literal["JPEG", "PNG", "WebP", "BMP", "TIFF", "GIF"]

NOT_A_PICTURE = later("not a picture that can be read here; JPEG, PNG, WebP, BMP, TIFF and GIF can")
CUT = later("cut short or damaged; copy the picture again")
RAW = later("a camera's raw file; save the photograph as JPEG or PNG first")
HEIC = later("a HEIC or AVIF picture; save the photograph as JPEG or PNG first")

_SCAN_END = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")  # in a JPEG's coded data: neither a stuffed 0xff nor a restart
_SOF = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})  # the start-of-frame markers, which carry the size
_SUBFILE, _WIDTH, _HEIGHT, _BITS, _ORIENTATION, _SAMPLES, _DNG = 254, 256, 257, 258, 274, 277, 50706  # tags of a TIFF
_TIFF_DATA = ((273, 279), (324, 325))  # tags: offsets and lengths of strips, of tiles
_TAGS = {_SUBFILE, _WIDTH, _HEIGHT, _BITS, _ORIENTATION, _SAMPLES, _DNG, *_TIFF_DATA[0], *_TIFF_DATA[1]}
_WHOLE = {1: ("B", 1), 3: ("H", 2), 4: ("I", 4)}  # TIFF's types for counts and sizes: letter of `struct`, bytes
_MOST_PAGES = 100  # directories looked at; no photograph has so many


class HeaderError(Exception):
    """No whole picture of a known kind. The message says why and what to do, to follow the picture's name."""


class Header(NamedTuple):
    """Width and height are in pixels as stored, before `orientation` is obeyed."""

    kind: Kind
    width: int
    height: int
    orientation: int = 1
    """The EXIF code 1..8; what is out of range counts as 1."""
    frames: int = 1
    """Frames of an animation, or pages; previews do not count."""
    channels: int = 3
    """Of a PNG or TIFF: grey is one, a picture with transparency four."""
    depth: int = 1
    """Bytes of each of them."""
    scans: int = 1
    """Passes over the picture that a JPEG takes; more than one are all kept in memory until the last."""


def read_header(data: bytes) -> Header:
    """The header of the picture file `data`; HeaderError when it is none of the known kinds, or not whole."""
    for starts, read in _READERS:
        if data.startswith(starts):
            try:
                return read(data)
            except (struct.error, IndexError):  # a length or offset leads beyond the end
                raise HeaderError(say(CUT)) from None
    reason = HEIC if data[4:8] == b"ftyp" else NOT_A_PICTURE
    raise HeaderError(say(reason))


def _jpeg(data: bytes) -> Header:
    width = height = scans = 0
    orientation, at = 1, 2
    while True:
        while data[at + 1] == 0xFF:  # fill bytes
            at += 1
        if data[at] != 0xFF:
            raise HeaderError(say(CUT))
        marker = data[at + 1]
        at += 2
        if marker == 0xD9:  # end of image: everything after it belongs to somebody else
            return Header("JPEG", width, height, orientation, scans=scans)
        if marker == 0x01 or 0xD0 <= marker <= 0xD8:  # markers that stand alone
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if marker in _SOF:
            height, width = struct.unpack_from(">HH", data, at + 3)
        elif marker == 0xE1 and orientation == 1 and data[at + 2 : at + 8] == b"Exif\0\0":
            orientation = _exif_orientation(data[at + 8 : at + length])
        at += length
        if marker == 0xDA:  # start of scan: coded data follows, as long as no other marker turns up
            scans += 1
            end = _SCAN_END.search(data, at)
            if end is None:
                raise HeaderError(say(CUT))
            at = end.start()


def _png(data: bytes) -> Header:
    width, height, bits, colours = struct.unpack_from(">IIBB", data, 16)
    channels, depth = {0: 1, 2: 3, 3: 4}.get(colours, 4), 2 if bits > 8 else 1
    orientation, frames, at = 1, 1, 8
    while True:
        length, name = struct.unpack_from(">I4s", data, at)
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        body = memoryview(data)[at + 4 : at + 8 + length]
        if zlib.crc32(body) != checksum:
            raise HeaderError(say(CUT))
        if name == b"acTL":
            (frames,) = struct.unpack_from(">I", data, at + 8)
        elif name == b"eXIf":
            orientation = _exif_orientation(bytes(body[4:]))
        elif name == b"IEND":
            return Header("PNG", width, height, orientation, frames, channels, depth)
        at += 12 + length


def _webp(data: bytes) -> Header:
    if data[8:12] != b"WEBP":
        raise HeaderError(say(NOT_A_PICTURE))
    (end,) = struct.unpack_from("<I", data, 4)
    end += 8
    if end > len(data):
        raise HeaderError(say(CUT))
    width = height = frames = 0
    orientation, at = 1, 12
    while at + 8 <= end:
        name, length = struct.unpack_from("<4sI", data, at)
        body = at + 8
        if body + length > end:
            raise HeaderError(say(CUT))
        if name == b"VP8X":
            width, height = (int.from_bytes(data[body + i : body + i + 3], "little") + 1 for i in (4, 7))
        elif name == b"VP8 " and not width:
            width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, body + 6))
        elif name == b"VP8L" and not width:
            (bits,) = struct.unpack_from("<I", data, body + 1)
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        elif name == b"ANMF":
            frames += 1
        elif name == b"EXIF":
            orientation = _exif_orientation(data[body : body + length].removeprefix(b"Exif\0\0"))
        at = body + length + length % 2
    return Header("WebP", width, height, orientation, max(frames, 1))


def _bmp(data: bytes) -> Header:
    pixels, header = struct.unpack_from("<II", data, 10)
    if header < 40:  # OS/2
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    width, height = max(width, 0), abs(height)  # a negative height: rows from the top down
    if packing in (0, 3) and pixels + (width * bits + 31) // 32 * 4 * height > len(data):
        raise HeaderError(say(CUT))
    return Header("BMP", width, height)


def _gif(data: bytes) -> Header:
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at, frames = 13 + _colour_table(flags), 0
    while True:
        block = data[at]
        if block == 0x3B:
            return Header("GIF", width, height, frames=frames)
        if block == 0x2C:
            frames += 1
            at += 11 + _colour_table(data[at + 9])
        elif block == 0x21:
            at += 2
        else:
            raise HeaderError(say(CUT))
        while data[at]:  # sub-blocks, each led by its length
            at += 1 + data[at]
        at += 1


def _colour_table(flags: int) -> int:
    """Bytes of the colour table that these flags of a GIF announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _tiff(data: bytes) -> Header:
    pages = [page for page in _ifds(data) if page]
    full = [page for page in pages if not page.get(_SUBFILE, (0,))[0] & 1]
    if not pages:
        raise HeaderError(say(CUT))
    first = pages[0]
    if not full or first is not full[0] or _DNG in first:  # a preview comes first, or a digital negative
        raise HeaderError(say(RAW))
    if not any(offsets in first and lengths in first for offsets, lengths in _TIFF_DATA):
        raise HeaderError(say(CUT))  # where the pixels lie is told beyond the end
    for offsets, lengths in _TIFF_DATA:
        ends = (at + length for at, length in zip(first.get(offsets, ()), first.get(lengths, ()), strict=False))
        if max(ends, default=0) > len(data):
            raise HeaderError(say(CUT))
    width, height = (first.get(tag, (0,))[0] for tag in (_WIDTH, _HEIGHT))
    bits, samples = max(first.get(_BITS, (8,))), first.get(_SAMPLES, (1,))[0]
    return Header("TIFF", width, height, _orientation(first), len(full), samples, -(-bits // 8))


def _exif_orientation(exif: bytes) -> int:
    """The orientation in an EXIF block; 1 where it says none or is broken, as every viewer takes it."""
    try:
        return _orientation(next(_ifds(exif), {}))
    except (struct.error, IndexError):
        return 1


def _orientation(tags: dict[int, tuple[int, ...]]) -> int:
    code = tags.get(_ORIENTATION, (1,))[0]
    return code if 1 <= code <= 8 else 1


def _ifds(data: bytes) -> Iterator[dict[int, tuple[int, ...]]]:
    """The directories of a TIFF file or EXIF block: tag -> its whole numbers, of the tags that matter here."""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None:
        return
    (at,) = struct.unpack_from(order + "I", data, 4)
    for _ in range(_MOST_PAGES):
        if not at:
            return
        (entries,) = struct.unpack_from(order + "H", data, at)
        tags: dict[int, tuple[int, ...]] = {}
        for entry in range(at + 2, at + 2 + 12 * entries, 12):
            tag, type_, count = struct.unpack_from(order + "HHI", data, entry)
            letter, size = _WHOLE.get(type_, ("", 0))
            if tag not in _TAGS or tag in tags or not count * size:
                continue
            place = entry + 8 if count * size <= 4 else struct.unpack_from(order + "I", data, entry + 8)[0]
            if place + count * size <= len(data):
                tags[tag] = struct.unpack_from(f"{order}{count}{letter}", data, place)
        yield tags
        (at,) = struct.unpack_from(order + "I", data, at + 2 + 12 * entries)


_READERS: tuple[tuple[tuple[bytes, ...], Callable[[bytes], Header]], ...] = (
    ((b"\xff\xd8\xff",), _jpeg),
    ((b"\x89PNG\r\n\x1a\n",), _png),
    ((b"RIFF",), _webp),
    ((b"BM",), _bmp),
    ((b"II*\0", b"MM\0*"), _tiff),
    ((b"GIF87a", b"GIF89a"), _gif),
)
