"""Names fit for one line of text, whatever a file is called."""

from __future__ import annotations

import os


def one_line(name: str | os.PathLike[str]) -> str:
    """`name` with control characters, line ends and undecodable bytes written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in os.fspath(name))
