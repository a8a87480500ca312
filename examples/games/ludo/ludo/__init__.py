"""Ludo: four pawns, one die, and a long way round."""
