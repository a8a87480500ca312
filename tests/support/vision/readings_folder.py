"""Where a run of the tests keeps what was read of the bundled films."""

from __future__ import annotations

__all__ = ["FOLDER"]

FOLDER = "COMPANION_READINGS"
"""The variable of the environment that names the folder."""
