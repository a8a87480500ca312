"""Meshes and scenes of boards with markers and pawns."""
