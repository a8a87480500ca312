"""Writes models/CARD.md: every labelled source read by networks that never saw it, in tables and charts."""
