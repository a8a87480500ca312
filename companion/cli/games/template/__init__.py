"""Dice Duel."""
