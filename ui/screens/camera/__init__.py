"""Pages about camera, light and dice: check, calibration, enrolment, doctor."""

from ui.screens.camera.calibrate import CalibrateScreen
from ui.screens.camera.check import CheckScreen
from ui.screens.camera.doctor import DoctorScreen
from ui.screens.camera.enrol import EnrolScreen

__all__ = ["CalibrateScreen", "CheckScreen", "DoctorScreen", "EnrolScreen"]
