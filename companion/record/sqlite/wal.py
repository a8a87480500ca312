"""Checks the end of an SQLite file's write-ahead log for damaged frames.

SQLite reads the log up to the first frame whose checksum fails and says nothing of those behind it: right after a
crash, when that frame was never finished, and wrong where damage lies in the middle of what was acknowledged. The index
of the log, which outlives a program that is killed, says how many frames were acknowledged. Format:
https://www.sqlite.org/walformat.html
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

_HEADER, _FRAME = 32, 24
"""Bytes of the log's header and of the one before each page."""
_BIG_ENDIAN, _LITTLE_ENDIAN = 0x377F0683, 0x377F0682
_INDEX = 48
"""Bytes of the index's header, which stands there twice; the copies differ while somebody writes it."""


def acknowledged(log: Path, index: Path) -> int | None:
    """Frames of the log that were acknowledged, by its index; None where the index is none, or not of this round.

    To be asked before SQLite opens the file, for then it makes the index anew from what it can read.
    """
    try:
        with log.open("rb") as file:
            salts = file.read(_HEADER)[16:24]
        with index.open("rb") as file:
            raw = file.read(2 * _INDEX)
    except OSError:
        return None
    if len(raw) < 2 * _INDEX or raw[:_INDEX] != raw[_INDEX:] or raw[32:40] != salts:
        return None
    return int.from_bytes(raw[16:20], sys.byteorder)


def hides_frames(log: Path, read: int, acknowledged: int | None = None) -> bool:
    """Whether the log holds whole frames behind the `read` ones that SQLite takes from it which are damaged.

    Frames of an earlier round, and those of a transaction that was never finished, are no damage. A program that is
    killed between a frame's header and its page leaves a header before a page of an earlier round: that is no damage
    either where no more than the `read` frames were `acknowledged`, and nothing of this round comes behind it.
    """
    try:
        raw = log.read_bytes()
    except OSError:
        return False
    if len(raw) < _HEADER:
        return False
    magic, _, size, _, salt_1, salt_2, sum_1, sum_2 = struct.unpack(">8I", raw[:_HEADER])
    step = _FRAME + size
    if magic not in (_BIG_ENDIAN, _LITTLE_ENDIAN) or _checksum(raw[: _HEADER - 8], magic, (0, 0)) != (sum_1, sum_2):
        return len(raw) > _HEADER + _FRAME
    place = _HEADER + read * step
    so_far = struct.unpack(">2I", raw[place - step + 16 : place - step + 24]) if read else (sum_1, sum_2)
    salts = raw[16:24]
    while place + step <= len(raw):
        frame = raw[place : place + step]
        if salt_1 != struct.unpack(">I", frame[8:12])[0] and salt_2 != struct.unpack(">I", frame[12:16])[0]:
            return False
        so_far = _checksum(frame[:8] + frame[_FRAME:], magic, so_far)
        if frame[8:_FRAME] != struct.pack(">4I", salt_1, salt_2, *so_far):
            unfinished = frame[8:16] == salts != raw[place + step + 8 : place + step + 16]
            return not (unfinished and acknowledged is not None and acknowledged <= read)
        place += step
    return False


def _checksum(raw: bytes, magic: int, begun: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running checksum over pairs of numbers of 32 bits."""
    first, second = begun
    numbers = struct.unpack(f"{'>' if magic == _BIG_ENDIAN else '<'}{len(raw) // 4}I", raw)
    for one, other in zip(numbers[::2], numbers[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
