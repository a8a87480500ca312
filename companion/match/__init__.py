"""A match as an append-only journal of entries: events, corrections, set-ups, and the score sheet folded from it."""
