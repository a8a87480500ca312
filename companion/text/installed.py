"""The version of this program as it is installed, for files that say what has written them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from companion.text.language import say


def program_version() -> str:
    """Returns the version of the installed package, or words that say that it is not installed."""
    try:
        return version("tabletop-companion")
    except PackageNotFoundError:
        return say("(not installed)")
