"""Scenes of dice on a surface: arrangement, styles, camera model, rendering and labels."""
