"""Pages about recorded matches: list, one match, statistics."""
