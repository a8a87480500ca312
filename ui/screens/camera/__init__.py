"""Pages about camera, light and dice: check, calibration, enrolment, doctor."""
