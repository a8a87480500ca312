"""Cameras for the app: listing, preview, the frame loop, and the checks and enrolment that run on frames."""

from ui.sources.cameras import Camera, Cameras, shown_source
from ui.sources.doctor_run import DoctorRun
from ui.sources.enrolment import ENOUGH, Enrolment, EnrolScene, FaceShown, LiveEnrolment, faces_of, open_enrolment
from ui.sources.frame_loop import FrameLoop, FrameSession
from ui.sources.no_camera import NO_CAMERA, NoCamera
from ui.sources.picture_source import Album, open_for_match
from ui.sources.table_check import CheckScene, TableCheck, corner_name, pixels_in

__all__ = [
    "ENOUGH",
    "NO_CAMERA",
    "Album",
    "Camera",
    "Cameras",
    "CheckScene",
    "DoctorRun",
    "EnrolScene",
    "Enrolment",
    "FaceShown",
    "FrameLoop",
    "FrameSession",
    "LiveEnrolment",
    "NoCamera",
    "TableCheck",
    "corner_name",
    "faces_of",
    "open_enrolment",
    "open_for_match",
    "pixels_in",
    "shown_source",
]
