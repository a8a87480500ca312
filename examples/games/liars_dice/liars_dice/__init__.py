"""Liar's Dice: dice under cups, and bids on what all of them show together."""
