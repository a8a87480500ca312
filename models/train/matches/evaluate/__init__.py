"""Compares the truth of a match with what the referee makes of simulated views, and with what is read of its film."""

from models.train.matches.evaluate.follow_match import judge

__all__ = ["judge"]
