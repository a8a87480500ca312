"""The table plane: fiducials, homography (millimetres to pixels), tracking of sheets, camera pose."""

from vision.plane.camera_pose import Camera, camera_of
from vision.plane.fiducials import SAME_MARK, Corners, FiducialDetector, Fiducials, cells_of
from vision.plane.plane import (
    CornerError,
    Plane,
    Points,
    corners_of_box,
    corners_of_size,
    diagonal_crossing,
    in_image,
    plane_of_corners,
    project,
)
from vision.plane.plane_tracker import HELD_MM, BoardTracker, PageTracker, corner_shift
from vision.plane.sheet_tracker import TableTracker, TrackedTable, pages_on_table

__all__ = [
    "HELD_MM",
    "SAME_MARK",
    "BoardTracker",
    "Camera",
    "CornerError",
    "Corners",
    "FiducialDetector",
    "Fiducials",
    "PageTracker",
    "Plane",
    "Points",
    "TableTracker",
    "TrackedTable",
    "camera_of",
    "cells_of",
    "corner_shift",
    "corners_of_box",
    "corners_of_size",
    "diagonal_crossing",
    "in_image",
    "pages_on_table",
    "plane_of_corners",
    "project",
]
