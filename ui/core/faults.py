"""Sorts errors: one line for players where they can do something about it, otherwise the log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from companion.rules import CompanionError
from companion.text import say
from ui.core.uploads import UploadError
from vision.camera import PictureError, SourceError
from vision.inference import ModelError, SetError

LOG = logging.getLogger(__name__)
T = TypeVar("T")


def player_message(fault: Exception) -> str | None:
    """The line for players of an error that they can do something about; None for a fault of the program."""
    known = (SourceError, PictureError, ModelError, UploadError, SetError, CompanionError)
    return str(fault) if isinstance(fault, known) else None


def try_open(make: Callable[[], T]) -> tuple[T | None, str | None]:
    """What `make` opens and None, or None and the line that says why it could not be opened. Raises nothing."""
    try:
        return make(), None
    except Exception as fault:
        failed = player_message(fault)
        if failed is None:
            LOG.exception("opening failed")
            failed = say(
                "this could not be opened ({fault}); the server's log has the details", fault=type(fault).__name__
            )
        return None, failed
