"""Checks of `companion doctor`: picture quality, networks, speed of the machine."""

from vision.diagnostics.doctor import FAR, TOO_SMALL_RANK, TROUBLES, examine, health_of, look_size, summary
from vision.diagnostics.image_quality import PictureHealth
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
    "summary",
    "table_times",
]
