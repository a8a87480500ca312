"""Writes models/CARD.md from cross-validation over the photograph sources."""
