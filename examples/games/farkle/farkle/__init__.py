"""Farkle: six dice, and the question how often to roll again."""
