"""Checks of `companion doctor`: picture quality, networks, speed of the machine."""

from vision.diagnostics.doctor import (
    FAR,
    TOO_SMALL_RANK,
    TROUBLES,
    examine,
    health_of,
    look_size,
    summary,
    too_dark,
    too_small,
)
from vision.diagnostics.image_quality import PictureHealth, picture_health
from vision.diagnostics.machine_checks import Finding, Level
from vision.diagnostics.table_benchmark import table_times

__all__ = [
    "FAR",
    "TOO_SMALL_RANK",
    "TROUBLES",
    "Finding",
    "Level",
    "PictureHealth",
    "examine",
    "health_of",
    "look_size",
    "picture_health",
    "summary",
    "table_times",
    "too_dark",
    "too_small",
]
