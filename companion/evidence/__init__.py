"""Compares the layout that an event would leave with what is seen: log-likelihoods of dice, pieces, cards and hands."""

from companion.evidence.confidence import LEAST
from companion.evidence.evidence import Evidence, Score, Sight
from companion.evidence.hand_match import STRANGE, Hand
from companion.evidence.moved_dice import Freshness

__all__ = ["LEAST", "STRANGE", "Evidence", "Freshness", "Hand", "Score", "Sight"]
