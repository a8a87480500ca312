"""Lists the pictures of a folder by their names, and says why a file cannot be opened."""

from __future__ import annotations

import os

from companion.text import listed, one_line, say

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif"})
"""Names in a folder that end so (in capitals or not) are taken for pictures."""


class PictureError(Exception):
    """A picture that cannot be read. Its text is one line: the name, what is wrong, and what to do."""


def picture_names(folder: str | os.PathLike[str]) -> list[str]:
    """The names of the pictures directly in `folder`, known by their endings, sorted; hidden files are left out.

    PictureError when the folder cannot be listed or holds none.
    """
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if _is_picture(entry))
    except OSError as error:
        raise PictureError(f"{one_line(folder)}: {reason_of(error)}") from None
    if not names:
        raise PictureError(
            say(
                "{folder}: a folder without pictures; {endings} are looked for",
                folder=one_line(folder),
                endings=_endings(),
            )
        )
    return names


def _is_picture(entry: os.DirEntry[str]) -> bool:
    """By its name; of a million files only links are looked at."""
    if entry.name.startswith(".") or os.path.splitext(entry.name)[1].lower() not in ENDINGS:
        return False
    return not (entry.is_dir(follow_symlinks=False) or (entry.is_symlink() and os.path.isdir(entry.path)))


def reason_of(error: OSError | ValueError) -> str:
    """Why a file could not be opened, and what to do."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return say("not found; check the path")
    if isinstance(error, PermissionError):
        return say("may not be read; check its permissions")
    if isinstance(error, OSError):
        return say("cannot be read ({reason}); check the path", reason=error.strerror)
    return say("no path that can be; check it")  # a null character in the name


def _endings() -> str:
    return listed(sorted(ENDINGS))
