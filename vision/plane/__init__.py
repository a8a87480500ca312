"""The table plane: fiducials, homography (millimetres to pixels), tracking of sheets, camera pose."""

from vision.plane.camera_pose import Camera, camera_of
from vision.plane.fiducials import TWICE, Corners, FiducialFinder, Fiducials, cells_of
from vision.plane.plane import CornerError, Plane, Points, corners_of_size, crossing, inside, mapped, plane_of_corners
from vision.plane.plane_tracker import HELD, BoardTracker, PageTracker, moved_by
from vision.plane.sheet_tracker import KeptTable, TableTracker, pages_on_table

__all__ = [
    "HELD",
    "TWICE",
    "BoardTracker",
    "Camera",
    "CornerError",
    "Corners",
    "FiducialFinder",
    "Fiducials",
    "KeptTable",
    "PageTracker",
    "Plane",
    "Points",
    "TableTracker",
    "camera_of",
    "cells_of",
    "corners_of_size",
    "crossing",
    "inside",
    "mapped",
    "moved_by",
    "pages_on_table",
    "plane_of_corners",
]
