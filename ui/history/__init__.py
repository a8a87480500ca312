"""Recorded matches for the screen: list, replay, statistics, downloads, printed page."""
