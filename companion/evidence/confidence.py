"""Probabilities (0..1) at which readings are capped; all evidence shares them."""

SURELY = 0.9995
"""Probability of a reading that counts by itself, at least: nothing but the rules can contradict it."""
DOUBTED = 0.97
"""Probability of a doubtful reading, at most, however sure the eyes are of it: by itself it never counts."""
MIN_PROBABILITY = 1e-7
"""Probability below which nothing is told apart any more."""
