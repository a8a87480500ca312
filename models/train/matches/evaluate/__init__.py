"""Compares the truth of a match with what the referee makes of simulated views, and with what is read of its film."""

from models.train.matches.evaluate.follow_match import Followed, follow_match
from models.train.matches.evaluate.views import PERFECT, USUAL, Eyesight, Sight, sights

__all__ = ["PERFECT", "USUAL", "Eyesight", "Followed", "Sight", "follow_match", "sights"]
