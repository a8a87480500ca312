"""Compares the layout that an event would leave with what is seen: log-likelihoods of dice, pieces, cards and hands."""
