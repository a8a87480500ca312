"""Compares the truth of a match with what the referee makes of simulated views, and with what is read of its film."""

from models.train.matches.evaluate.evaluate_films import Fault, RestScore, read_film, score_rests
from models.train.matches.evaluate.follow_match import judge

__all__ = ["Fault", "RestScore", "judge", "read_film", "score_rests"]
