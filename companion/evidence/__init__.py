"""Compares the layout that an event would leave with what is seen: log-likelihoods of dice, pieces, cards and hands."""

from companion.evidence.card_match import is_pile_hidden
from companion.evidence.confidence import MIN_PROBABILITY
from companion.evidence.evidence import Evidence, RollVisibility, Score
from companion.evidence.hand_match import UNLIKELY, Hand, hands_since
from companion.evidence.moved_dice import Freshness

__all__ = [
    "MIN_PROBABILITY",
    "UNLIKELY",
    "Evidence",
    "Freshness",
    "Hand",
    "RollVisibility",
    "Score",
    "hands_since",
    "is_pile_hidden",
]
