"""Captures what native decoders print on standard error.

libjpeg, libpng and libtiff print past Python and past OpenCV's own log, and libjpeg tells of lost data in no other way.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

_CHATTER = re.compile(
    rb"Corrupt JPEG|Premature end|Invalid |Unsupported |Unknown |Inconsistent |Application |Warning: |Obtained |"
    rb"libpng |TIFF|\[ ?\w+:\d+@"
)
"""How the lines of libjpeg, libpng, libtiff and OpenCV's log begin."""

_ONE_AT_A_TIME = threading.Lock()


@contextmanager
def stderr_kept() -> Iterator[list[str]]:
    """Keep the decoders' lines off standard error; the list yielded is filled with them on leaving.

    The whole process has one standard error: other threads wait here, and their own lines are passed on.
    """
    lines: list[str] = []
    with _ONE_AT_A_TIME, ExitStack() as opened:
        try:
            real = os.dup(2)
            opened.callback(os.close, real)
            kept = opened.enter_context(tempfile.TemporaryFile())
        except OSError:  # no standard error, or no room for a file: then nothing can be kept
            yield lines
            return
        os.dup2(kept.fileno(), 2)
        try:
            yield lines
        finally:
            os.dup2(real, 2)
            kept.seek(0)
            for line in kept.read().splitlines(keepends=True):
                if _CHATTER.match(line):
                    lines.append(line.decode("ascii", "replace").strip())
                elif line.strip():
                    os.write(real, line)
