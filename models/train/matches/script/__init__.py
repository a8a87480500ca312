"""Writes matches act by act, slips and illegal acts included."""
