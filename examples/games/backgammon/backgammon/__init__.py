"""Backgammon: fifteen checkers, two dice, and a cube to raise the stakes."""
