"""Draws what was read into a copy of the picture."""
