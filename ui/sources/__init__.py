"""Cameras for the app: listing, preview, the frame loop, and the checks and enrolment that run on frames."""
