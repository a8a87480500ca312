"""Says what whoever holds the camera can do, where dice cannot be read as they are seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from companion.table import Die, TableView
from companion.text import later
from vision.camera import Image
from vision.diagnostics import PictureHealth, picture_health, too_dark, too_small

Advice = Literal["hold still", "more light", "closer"]

ADVICE: dict[Advice, str] = {
    "hold still": later("Hold still."),
    "more light": later("Too dark: let more light fall on the dice."),
    "closer": later("Closer: the dice are small in the picture."),
}
"""Each as players are told it."""


def advice_at_rest(image: Image, view: TableView) -> Advice | None:
    """What would help with a picture of which this was read; None where all is certain, or nothing known would help."""
    if view.dice and not view.unsure and all(die.certain for die in view.dice):
        return None
    health = _health(image, view.dice)
    if too_dark(health):
        return "more light"
    return "closer" if too_small(health) or any("too small" in die.doubts for die in view.dice) else None


def advice_in_motion(image: Image) -> Advice:
    """What would help where nothing comes to rest: a dark picture is all noise."""
    return "more light" if too_dark(_health(image, ())) else "hold still"


def _health(image: Image, dice: Sequence[Die]) -> PictureHealth:
    return picture_health(image, np.array([die.box for die in dice], np.float32).reshape(-1, 4))
