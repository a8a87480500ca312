"""Cards: marks of the printed deck, outlines, piles, and learnt decks."""
